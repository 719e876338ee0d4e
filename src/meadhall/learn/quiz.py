"""What a puzzle is, and what a game must know to pose some: a question, exact answers, and how they are judged."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Literal

from msgspec import Struct

from meadhall.core.game import CHANCE, NAMES, Game, Language, Words
from meadhall.core.match import Match
from meadhall.core.speaker import Speaker

HARDEST = 5
LANGUAGES: tuple[Language, Language] = ("en", "de")


class Puzzle(Struct, frozen=True, omit_defaults=True):
    """A position, a question about it, and all right answers."""

    id: str
    kind: str  # of the question; what there is says the game's quiz
    difficulty: int  # from 1 to HARDEST
    found: int  # in which game of the search
    answers: list[str]  # actions, or whole turns, best first
    played: list[str]  # from the start, or from the position; dice and draws included
    position: str = ""
    players: int = 2
    options: dict[str, str | int] = {}
    goal: str = ""  # of the question: an island, a claim
    values: dict[str, str] = {}  # exact, by action, where they are not worked out when asked for
    turns: int = 1  # one's own, until it is solved


Verdict = Literal["going", "right", "wrong"]


@dataclass(frozen=True)
class Row:
    """An action beside the others: what it is and what it is worth, in words."""

    action: str
    words: Words
    value: Words
    best: bool


@dataclass(frozen=True)
class Judgement:
    """What is said about an answer: `going` if more is to be done; `replies` are what the others do now."""

    verdict: Verdict
    said: Words
    why: list[Words] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)


class Astray(Exception):
    """A match has left the ways of its puzzle so far that nobody can say what it is worth."""


class Quiz(ABC):
    """The puzzles of one game."""

    game: Game
    prefix: str  # of its puzzles' names
    foresees = False  # whether one may look at what a move does before it is made
    refutes = False  # whether a wrong answer is played too, to show what is wrong with it
    goes_on = True  # whether the match goes on with the answer; dice that would have to be rolled stay in the cup

    @abstractmethod
    def search(self, random: Random, found: int, shelf: Shelf) -> Puzzle | None:
        """Let bots play a game, and look in it for a puzzle that the shelf has room for."""

    @abstractmethod
    def prove(self, puzzle: Puzzle) -> bool:
        """Find the answers anew, in another way than the search did, and say whether they are the same."""

    @abstractmethod
    def alike(self, puzzle: Puzzle) -> str:
        """Give a text that puzzles share which nobody would want to solve both."""

    def traits(self, puzzle: Puzzle) -> dict[str, float]:
        """Give what should not be too frequent among the puzzles, with the largest share it may have."""
        return {f"difficulty {puzzle.difficulty}": 0.34}

    @abstractmethod
    def question(self, puzzle: Puzzle, match: Match) -> Words:
        """Ask."""

    @abstractmethod
    def judge(self, puzzle: Puzzle, match: Match, action: str) -> Judgement:
        """Judge a legal action in a match that has come from the puzzle."""

    @abstractmethod
    def solution(self, puzzle: Puzzle, match: Match) -> tuple[list[str], Judgement]:
        """Give the actions that solve the puzzle, with those of others in between, and what is to say about them."""


class Shelf:
    """The puzzles found so far, and whether one more would be welcome."""

    def __init__(self, quiz: Quiz, wanted: int, found: Iterable[Puzzle] = ()) -> None:
        self.found: list[Puzzle] = []
        self._quiz, self._wanted = quiz, wanted
        self._known: set[str] = set()
        self._traits: Counter[str] = Counter()
        for puzzle in found:
            self.add(puzzle)

    def wants(self, trait: str, share: float) -> bool:
        """Say whether puzzles with a trait have not had their share yet."""
        return self._traits[trait] < max(1.0, share * self._wanted)

    def welcomes(self, puzzle: Puzzle) -> bool:
        """Say whether a puzzle is unlike the others, and of a sort of which there are not too many."""
        if self._quiz.alike(puzzle) in self._known:
            return False
        return all(self.wants(trait, share) for trait, share in self._quiz.traits(puzzle).items())

    def add(self, puzzle: Puzzle) -> None:
        """Take a puzzle in."""
        self.found.append(puzzle)
        self._known.add(self._quiz.alike(puzzle))
        self._traits.update(self._quiz.traits(puzzle).keys())


def lay(game: Game, puzzle: Puzzle) -> Match:
    """Set a puzzle up; every action is checked."""
    setup = game.position(puzzle.position).setup if puzzle.position else game.setup(puzzle.players, puzzle.options)
    match = Match(game, setup, seed=0, chance="manual")
    for action in puzzle.played:
        match.play(action)
    return match


def names(match: Match) -> list[str]:
    """Name the players of a puzzle."""
    return list(NAMES[: match.players])


def who(match: Match) -> str:
    """Name whoever has to decide."""
    assert match.actor is not None and match.actor != CHANCE
    return NAMES[match.actor]


def both(speak: Callable[[Language], str]) -> Words:
    """Say something in both languages."""
    return {lang: speak(lang) for lang in LANGUAGES}


def why(match: Match, action: str) -> Words:
    """Say what an action does for its player, in the game's own words."""
    codes = match.game.read(match.current, action)
    return both(lambda lang: match.game.why(match.current, codes, Speaker(names(match), lang)))


def told(match: Match, actions: list[str]) -> Words:
    """Tell what actions do, one after the other."""
    said: dict[str, list[str]] = {"en": [], "de": []}
    match = match.copy()
    for action in actions:
        codes = match.game.read(match.current, action)
        for lang in LANGUAGES:
            said[lang].append(match.game.tell(match.current, codes, Speaker(names(match), lang)))
        match.play(action)
    return {lang: " ".join(sentences) for lang, sentences in said.items()}


def counted(value: Fraction, lang: Language) -> str:
    """Count points that need not be whole."""
    if lang == "de":
        return f"{number(value, lang)} {'Punkt' if value == 1 else 'Punkte'}"
    return f"{number(value, lang)} {'point' if value == 1 else 'points'}"


def chance(value: Fraction, lang: Language) -> str:
    """Write a chance: as so many of 36 where that is what it is, and in percent."""
    percent = f"{float(100 * value):.1f}".removesuffix(".0")
    percent = f"{percent.replace('.', ',')} %" if lang == "de" else f"{percent}%"
    if value in (0, 1) or 36 % value.denominator:
        return percent
    of = "von" if lang == "de" else "in"
    return f"{value.numerator * (36 // value.denominator)} {of} 36 ({percent})"


def number(value: Fraction, lang: Language) -> str:
    """Write a number with at most two places behind the point."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if lang == "de" else text
