"""Puzzles as browsers get them: a question and a table, an answer judged, the solution. Nothing is kept here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from meadhall.core.errors import IllegalAction
from meadhall.core.game import Words
from meadhall.core.match import Match
from meadhall.learn import puzzles
from meadhall.learn.quiz import Astray, Judgement, Puzzle, Quiz, lay, names

from . import move_log, problems, study
from .messages import Preview, PuzzleAsked, PuzzleCard, PuzzleRow, PuzzleVerdict, Sentence, Step, TableState
from .table_setup import the_game

TOLD = 4  # steps before the question that are told
LONGEST = 40  # actions in a puzzle


@dataclass(frozen=True)
class Posed:
    """A puzzle on the table, and somebody's way in it so far."""

    quiz: Quiz
    puzzle: Puzzle
    start: Match
    match: Match

    @property
    def played(self) -> list[str]:
        """Give what was played since the question was asked."""
        return self.match.history[len(self.start.entries) :]


def listed(game: str) -> list[PuzzleCard]:
    """List the puzzles of a game."""
    room = the_game(game)
    found = puzzles.of(room)
    if not found:
        raise problems.no_puzzles(room.title["en"], room.title["de"])
    return [PuzzleCard(puzzle.id, puzzle.difficulty) for puzzle in found.values()]


def posed(game: str, name: str, played: Sequence[str] = ()) -> Posed:
    """Set a puzzle up, and play in it what was played."""
    room = the_game(game)
    puzzle, quiz = puzzles.of(room).get(name), puzzles.quiz(room)
    if puzzle is None or quiz is None:
        raise problems.no_puzzle(name)
    if len(played) > LONGEST:
        raise problems.puzzle_over()
    start = lay(room, puzzle)
    match = start.copy()
    for action in played:
        _play(match, action)
    return Posed(quiz, puzzle, start, match)


def asked(game: str, name: str) -> PuzzleAsked:
    """Ask a puzzle."""
    now = posed(game, name)
    return PuzzleAsked(
        id=now.puzzle.id,
        game=game,
        difficulty=now.puzzle.difficulty,
        question=Sentence(**now.quiz.question(now.puzzle, now.match)),
        foresees=now.quiz.foresees,
        state=_state(now.match, now, decides=True),
        steps=_steps(now.match, len(now.match.entries) - TOLD),
    )


def tried(game: str, name: str, played: Sequence[str], action: str) -> PuzzleVerdict:
    """Judge an action; the other side answers where the puzzle says so."""
    now = posed(game, name, played)
    if now.match.actor != now.start.actor:
        raise problems.puzzle_over()
    action = _play(now.match.copy(), action)
    try:
        judged = now.quiz.judge(now.puzzle, now.match, action)
    except Astray:
        raise problems.astray() from None
    plays = now.quiz.refutes if judged.verdict == "wrong" else now.quiz.goes_on
    return _verdict(now, judged, [action, *judged.replies] if plays else [])


@lru_cache(maxsize=512)  # the same for everybody, and the longest takes a fifth of a second
def solved(game: str, name: str) -> PuzzleVerdict:
    """Show how a puzzle is solved."""
    now = posed(game, name)
    actions, judged = now.quiz.solution(now.puzzle, now.match)
    return _verdict(now, judged, actions)


def preview(game: str, name: str, played: Sequence[str], action: str) -> Preview:
    """Say what an action would do, where that gives nothing away; whether it is wise is not said."""
    now = posed(game, name, played)
    if not now.quiz.foresees:
        raise problems.no_preview()
    if now.match.actor is None:
        raise problems.puzzle_over()
    return replace(study.preview(now.match, names(now.match), action), warning=None, why=Sentence("", ""))


def _play(match: Match, action: str) -> str:
    """Play an action, or say why it cannot be played; give it as the notation writes it."""
    if match.actor is None or match.actor < 0:
        raise problems.puzzle_over()
    try:
        match.play(action)
    except IllegalAction as problem:
        german = match.game.complain(match.current, match.game.tidy(action), "de")
        raise problems.illegal(str(problem), german) from None
    return match.history[-1]


def _verdict(now: Posed, judged: Judgement, actions: Sequence[str]) -> PuzzleVerdict:
    before = len(now.match.entries)
    match = now.match.copy()
    for action in actions:
        match.play(action)
    after = Posed(now.quiz, now.puzzle, now.start, match)
    return PuzzleVerdict(
        verdict=judged.verdict,
        said=Sentence(**judged.said),
        why=[Sentence(**words) for words in judged.why],
        rows=[PuzzleRow(row.action, _both(row.words), _both(row.value), row.best) for row in judged.rows],
        played=after.played,
        state=_state(match, after, decides=judged.verdict == "going" or (not actions and judged.verdict == "wrong")),
        steps=_steps(match, min(before, len(match.entries) - TOLD)),
    )


def _both(words: Words) -> Sentence:
    return Sentence(words["en"], words["de"])


def _state(match: Match, now: Posed, decides: bool) -> TableState:
    """Say how the table lies, without what helps to decide: it would give the answer away."""
    mine = decides and match.actor == now.start.actor
    state = study.state(match, names(match), decides=mine)
    mid_turn = bool(now.played) and mine and match.entries[-1].actor == match.actor
    seats = [replace(seat, yours=number == now.start.actor) for number, seat in enumerate(state.seats)]
    return replace(state, seats=seats, number=len(match.entries), can_undo=mid_turn, aids=None)


def _steps(match: Match, since: int) -> list[Step]:
    called = names(match)
    return list(move_log.told(match, {"en": called, "de": called}, max(since, 0)))
