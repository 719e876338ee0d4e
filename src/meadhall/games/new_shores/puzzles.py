"""Off to New Shores!: the best last move. The end is near enough to be counted out, point by point.

Three questions: the very last move of the match (`last`); the last but one, with two players, which the other one
answers (`answer`); the last coaster, before the die is rolled, where all six numbers are equally likely (`lay`).
An action is worth the lead over the best of the others in the end; alone, the points.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random
from types import ModuleType

import numpy as np

from meadhall.core.game import CHANCE, NAMES, OVER, Language, Words
from meadhall.core.jit import State
from meadhall.core.match import Match
from meadhall.core.phrases import capital
from meadhall.core.registry import find
from meadhall.learn.quiz import HARDEST, Judgement, Puzzle, Quiz, Row, Shelf, both, counted, lay, number, told, who, why
from meadhall.search.mcts_bot import Ending
from meadhall.search.mcts_tree import SearchParams
from meadhall.search.simple import Beginner

LOOKS = 12  # at turns, before the bots of the search choose one: as level 2 plays
HOPELESS = Fraction(1000)  # a lead beyond all others
FULL = 500.0  # a lead that nobody ever has, so that a value says the lead exactly
MANNER = SearchParams(margin=1.0, full_lead=FULL)
BUDGET = 6_000_000  # positions
SIXTHS = 6  # numbers of the die
MOST_ANSWERS = 3
LEAST_GAP = {"last": Fraction(1), "answer": Fraction(1), "lay": Fraction(1, 2)}
LARGEST_GAP = 9
HARDNESS = {"last": 1, "answer": 3, "lay": 4}
SHARES = {"last": 0.45, "answer": 0.4, "lay": 0.3}
ROWS = 6


class LastMoves(Quiz):
    """The last moves of a match, each worth exactly so many points."""

    game = find("new-shores")
    prefix = "ns"

    # -- making them -------------------------------------------------------------------------------

    def search(self, random: Random, found: int, shelf: Shelf) -> Puzzle | None:
        players = random.choice((1, 2, 2, 2, 3))
        match = self.game.new(players=players, seed=random.getrandbits(60))
        bot = Beginner(self.game, random.getrandbits(60), LOOKS)
        moments: dict[str, Match] = {}
        while not match.over:
            if (kind := kind_of(match)) is not None:
                moments[kind] = match.copy()
            match.play(bot.choose(match))
        kinds = sorted(moments)
        random.shuffle(kinds)
        for kind in kinds:
            puzzle = self._posed(moments[kind], kind, found)
            if puzzle is not None:
                return puzzle
        return None

    def _posed(self, match: Match, kind: str, found: int) -> Puzzle | None:
        """Make a puzzle of a position, if few actions are clearly the best and the others are not all hopeless."""
        values = self._compiled(match)
        if values is None or len(values) < 6:
            return None
        ranks = sorted(set(values.values()), reverse=True)
        answers = [action for action, value in values.items() if value == ranks[0]]
        if len(answers) > MOST_ANSWERS or len(ranks) < 3:
            return None
        gap = ranks[0] - ranks[1]
        if not LEAST_GAP[kind] <= gap <= LARGEST_GAP:
            return None
        return Puzzle(
            id="",
            kind=kind,
            difficulty=self._difficulty(match, kind, values, answers, gap),
            found=found,
            answers=answers,
            played=match.history,
            players=match.players,
            values={action: str(value) for action, value in values.items()} if kind == "lay" else {},
        )

    def _compiled(self, match: Match) -> dict[str, Fraction] | None:
        """Have the bots' own search of endings work the values out."""
        lines = Ending(match, MANNER).lines(BUDGET)
        if lines is None:
            return None
        scale = FULL if match.players == 1 else 2 * FULL
        shift = 0.0 if match.players == 1 else 0.5
        return {line.action: Fraction(round((line.value - shift) * scale * SIXTHS), SIXTHS) for line in lines}

    def _difficulty(
        self, match: Match, kind: str, values: dict[str, Fraction], answers: list[str], gap: Fraction
    ) -> int:
        """Grade it by its kind, how close the next best is, and whether the plain eye is misled."""
        hard = HARDNESS[kind] + (match.players > 1) + (len(values) > 60)
        hard += 1 if gap <= LEAST_GAP[kind] else -1 if gap >= 2 * LEAST_GAP[kind] else 0
        hard += self._greedy(match) not in answers
        return min(max(hard - 1, 1), HARDEST)

    def _greedy(self, match: Match) -> str:
        """Give the action that brings its player most points as the table lies."""
        assert match.actor is not None
        mine = [
            scored(self.game.rules(), after(match, action), match.players)[match.actor] for action in match.actions()
        ]
        return match.actions()[mine.index(max(mine))]

    def prove(self, puzzle: Puzzle) -> bool:
        """Count the end out by the interpreted rules; of last coasters the best, the next best and the worst."""
        match = lay(self.game, puzzle)
        if puzzle.kind != "lay":
            values = {action: worth(match, action) for action in match.actions()}
            best = max(values.values())
            return sorted(action for action in values if values[action] == best) == sorted(puzzle.answers)
        order = sorted(puzzle.values, key=lambda action: -Fraction(puzzle.values[action]))
        chosen = [*puzzle.answers, order[len(puzzle.answers)], order[-1]]
        return all(worth(match, action) == Fraction(puzzle.values[action]) for action in chosen)

    def alike(self, puzzle: Puzzle) -> str:
        return " ".join(puzzle.played)

    def traits(self, puzzle: Puzzle) -> dict[str, float]:
        traits = {**super().traits(puzzle), puzzle.kind: SHARES[puzzle.kind], f"players {puzzle.players}": 0.6}
        return traits | ({"stay": 0.05} if "stay" in puzzle.answers else {})

    # -- posing and judging them -------------------------------------------------------------------

    def question(self, puzzle: Puzzle, match: Match) -> Words:
        player, alone = who(match), match.players == 1
        die = match.view(None)["die"]
        goal = {
            "en": "How do you get the most points?" if alone else "Which move leaves you furthest ahead?",
            "de": "Wie holst du die meisten Punkte?" if alone else GERMAN_MOVE,
        }
        if puzzle.kind == "lay":
            rest = "" if alone else " and both players make their best last moves"
            rest_de = "" if alone else " und beide ziehen zuletzt so gut es geht"
            return {
                "en": f"You are {player} and lay the last coaster. The die is not rolled yet: all six numbers are "
                f"equally likely{rest}. {goal['en'] if alone else 'Which place leaves you furthest ahead on average?'}",
                "de": f"Du bist {player} und legst den letzten Deckel. Der Würfel ist noch nicht gefallen: Alle sechs "
                f"Zahlen sind gleich wahrscheinlich{rest_de}. "
                f"{goal['de'] if alone else 'Welcher Platz bringt dich im Schnitt am weitesten nach vorn?'}",
            }
        if puzzle.kind == "answer":
            other = NAMES[1 - (match.actor or 0)]
            return {
                "en": f"You are {player}, the die shows {die}. After you {other} moves, as well as possible, and that "
                f"is it. {goal['en']}",
                "de": f"Du bist {player}, der Würfel zeigt {die}. Nach dir zieht {other}, so gut es geht, dann ist "
                f"Schluss. {goal['de']}",
            }
        return {
            "en": f"You are {player}, the die shows {die}, and yours is the very last move. {goal['en']}",
            "de": f"Du bist {player}, der Würfel zeigt {die}, und du hast den allerletzten Zug. {goal['de']}",
        }

    def judge(self, puzzle: Puzzle, match: Match, action: str) -> Judgement:
        best, mine = self._value(puzzle, match, puzzle.answers[0]), self._value(puzzle, match, action)
        worths = both(lambda lang: _worth(match, mine, puzzle.kind, lang))
        if action in puzzle.answers:
            said = {lang: f"{capital(words)}." for lang, words in worths.items()}
            replies = self._reply(puzzle, match, action)
            whys = [why(match, action)]
            if replies:
                whys.append(told(played(match, action), replies))
            return Judgement("right", said, whys, self._rows(puzzle, match), replies)
        less = both(lambda lang: counted(best - mine, lang))
        said = {
            "en": f"{capital(worths['en'])}. There is better, by {less['en']}.",
            "de": f"{capital(worths['de'])}. Es geht besser, um {less['de']}.",
        }
        return Judgement("wrong", said, [why(match, action)])

    def _value(self, puzzle: Puzzle, match: Match, action: str) -> Fraction:
        return Fraction(puzzle.values[action]) if puzzle.values else worth(match, action)

    def _reply(self, puzzle: Puzzle, match: Match, action: str) -> list[str]:
        """Let the other one answer, where there is an answer to come and the die lies."""
        if puzzle.kind != "answer":
            return []
        now = played(match, action)
        return [max(now.actions(), key=lambda reply: worth(now, reply))]

    def _rows(self, puzzle: Puzzle, match: Match) -> list[Row]:
        """List the best few actions."""
        values = {action: self._value(puzzle, match, action) for action in match.actions()}
        rows = []
        for action in sorted(values, key=lambda one: -values[one])[:ROWS]:
            value = both(partial(_short, match, values[action]))
            words = {"en": action, "de": "bleiben" if action == "stay" else action}
            rows.append(Row(action, words, value, action in puzzle.answers))
        return rows

    def solution(self, puzzle: Puzzle, match: Match) -> tuple[list[str], Judgement]:
        best = puzzle.answers[0]
        judged = self.judge(puzzle, match, best)
        tells = told(match, [best])
        return [best, *judged.replies], Judgement("right", tells, judged.why, judged.rows)


GERMAN_MOVE = "Mit welchem Zug liegst du am Ende am weitesten vorn?"


def _worth(match: Match, value: Fraction, kind: str, lang: Language) -> str:
    """Say what an end is worth: points alone, else how far ahead or behind; on average before the die is rolled."""
    german, average = lang == "de", kind == "lay"
    if match.players == 1:
        text = counted(value, lang)
    elif value == 0:
        text = "Gleichstand" if german else "level"
    else:
        many = counted(abs(value), lang)
        if german:
            text = f"{many} {'Vorsprung' if value > 0 else 'Rückstand'}"
        else:
            text = f"{many} {'ahead' if value > 0 else 'behind'}"
    if not average:
        return text
    return f"im Schnitt {text}" if german else f"{text} on average"


def _short(match: Match, value: Fraction, lang: Language) -> str:
    """Say the same in a list."""
    if match.players == 1:
        return counted(value, lang)
    if value == 0:
        return "gleichauf" if lang == "de" else "level"
    ahead, behind = ("vorn", "zurück") if lang == "de" else ("ahead", "behind")
    return f"{number(abs(value), lang)} {ahead if value > 0 else behind}"


# -- counting an end out ---------------------------------------------------------------------------


def kind_of(match: Match) -> str | None:
    """Say which question could be asked here, if any."""
    seen = match.view(None)
    if seen["phase"] == "last round":
        left = last_movers(match)
        if left == 1:
            return "last"
        return "answer" if left == 2 and match.players == 2 else None
    if seen["phase"] == "lay" and match.players < 3:
        after_all = played(match, match.actions()[0])
        return "lay" if after_all.actor == CHANCE and after_all.view(None)["phase"] == "roll" else None
    return None


def last_movers(match: Match) -> int:
    """Count the players who still have their last move."""
    match, many = match.copy(), 0
    match.chance = "manual"
    while not match.over:
        match.play(match.actions()[0])
        many += 1
    return many


def played(match: Match, action: str) -> Match:
    """Give the match after an action; dice after it stay in the cup."""
    match = match.copy()
    match.chance = "manual"
    match.play(action)
    return match


def after(match: Match, action: str) -> State:
    """Give the position after an action."""
    return played(match, action).state


def scored(rules: ModuleType, state: State, players: int) -> list[float]:
    """Score a table as it lies."""
    out = np.zeros(4, np.float64)
    rules.scores(state, out)
    return [float(score) for score in out[:players]]


def worth(match: Match, action: str) -> Fraction:
    """Work out what an action is worth to its player, by playing everything out."""
    assert match.actor is not None
    return _counted(match, after(match, action), match.actor)


def _counted(
    match: Match, state: State, player: int, least: Fraction = -HOPELESS, most: Fraction = HOPELESS
) -> Fraction:
    """Give a player's lead in the end, alone their points: the mean of the die, and everybody's best moves.

    What a player would never allow is not counted out: only leads between `least` and `most` matter to anybody.
    """
    game = match.game
    rules = game.rules()
    actor = rules.actor(state)
    if actor == OVER:
        scores = scored(rules, state, match.players)
        others = [score for other, score in enumerate(scores) if other != player]
        return Fraction(scores[player] - max(others, default=0))
    codes = game.codes(state)
    if actor == CHANCE:
        return sum((_counted(match, applied(rules, state, code), player) for code in codes), Fraction(0)) / len(codes)
    best: Fraction | None = None
    for code in codes:
        value = _counted(match, applied(rules, state, code), player, least, most)
        if actor == player:
            best = value if best is None else max(best, value)
            least = max(least, best)
        else:
            best = value if best is None else min(best, value)
            most = min(most, best)
        if least >= most:
            break
    assert best is not None
    return best


def applied(rules: ModuleType, state: State, code: int) -> State:
    """Give the position after a step of the rules."""
    later = state.copy()
    rules.apply(later, code)
    return later


PUZZLES = LastMoves()
