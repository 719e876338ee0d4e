"""What a room counts in finished matches, for studies of many games.

Only rooms know rules, so only rooms can say how often a clause bites. A room's `match_facts.py` lists
what it counts as topics, and finds the facts of one match; others add them up and show them without
knowing what they mean. A fact is the name of its topic, and for topics with several
outcomes what came out:

    ("passes",)                     an event: something happened once more
    ("raised", 3)                   a spread: this time it came out as 3
    ("pie", "4", "black won")       a grid: once more in this row and column
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from meadhall.core.game import CHANCE
from meadhall.core.parts import Part

if TYPE_CHECKING:
    from meadhall.core.game import Game, Words
    from meadhall.core.jit import State
    from meadhall.core.match import Match

Fact = tuple[str | int, ...]


@dataclass(frozen=True)
class Topic:
    """Something that a room counts, in words, and the clause that it comes from."""

    name: str
    clause: str
    words: Words


@dataclass(frozen=True)
class Event(Topic):
    """Something that happens now and then."""


@dataclass(frozen=True)
class Spread(Topic):
    """Something that comes out in one of several ways; without names for them, as a whole number."""

    ways: Mapping[str, Words] = field(default_factory=dict)


@dataclass(frozen=True)
class Grid(Topic):
    """Something that comes out in two ways at once, like the column and the row of a field."""

    row_words: Words  # what a row stands for
    rows: tuple[str, ...]
    columns: Mapping[str, Words]
    share_of: Literal["all", "row"] = "all"


def steps(match: Match) -> Iterator[tuple[State, int, State]]:
    """Play a match again, step by step: the array before, the step, and the array after it."""
    apply = match.game.rules().apply
    before = match.game.start(match.setup)
    for entry in match.entries:
        for code in entry.codes:
            after = before.copy()
            apply(after, code)
            yield before, code, after
            before = after


def first_decider(match: Match) -> int:
    """Return the player who decided first."""
    return next(entry.actor for entry in match.entries if entry.actor != CHANCE)


def deciders(match: Match) -> int:
    """Count the turns, where each ends when another player decides."""
    return sum(1 for _ in groupby(entry.actor for entry in match.entries if entry.actor != CHANCE))


@dataclass(frozen=True)
class MatchFacts:
    """What a room counts in finished matches."""

    topics: tuple[Topic, ...] = ()
    facts: Callable[[Match], Iterable[Fact]] = lambda match: ()
    turns: Callable[[Match], int] = deciders
    first_player: Callable[[Match], int] = first_decider


MATCH_FACTS: Part[MatchFacts] = Part("match_facts", MatchFacts, "what is counted in many games: `meadhall simulate`")
PLAIN = MatchFacts()  # of a game that counts nothing


def facts_of(game: Game) -> MatchFacts:
    """Return what is counted in matches of a game."""
    return MATCH_FACTS.of(game) or PLAIN
