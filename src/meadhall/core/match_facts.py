"""What a room counts in finished matches, for studies of many games.

Only rooms know rules, so only rooms can say how often a clause bites. A room lists what it counts as
topics (`Game.topics`) and finds the facts of one match (`Game.census`); others add them up and show
them without knowing what they mean. A fact is the name of its topic, and for topics with several
outcomes what came out:

    ("passes",)                     an event: something happened once more
    ("raised", 3)                   a spread: this time it came out as 3
    ("pie", "4", "black won")       a grid: once more in this row and column
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .game import Words
    from .jit import State
    from .match import Match

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
