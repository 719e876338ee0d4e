"""What a player remembers of a finished match: the highest stack, the best rank.

A room's `achievements.py` lists what can be remembered, and finds it in one match; the profile page shows
the best of each, and how often each value came out, without knowing what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from meadhall.core.parts import Part

if TYPE_CHECKING:
    from meadhall.core.game import Game, Words
    from meadhall.core.match import Match


@dataclass(frozen=True)
class Achievement:
    """Something to be proud of, as a whole number: more is better."""

    name: str
    words: Words
    drawn: bool = False  # worth a picture of how often each value came out
    ranks: Mapping[int, Words] = field(default_factory=dict)  # where numbers have names


@dataclass(frozen=True)
class Achievements:
    """What players of one game may remember."""

    kinds: tuple[Achievement, ...] = ()
    found: Callable[[Match, int], Mapping[str, int]] = lambda match, seat: {}  # in a finished match, by kind


ACHIEVEMENTS: Part[Achievements] = Part("achievements", Achievements, "what a profile remembers of a match")
PLAIN = Achievements()


def achievements_of(game: Game) -> Achievements:
    """Return what players of a game may remember."""
    return ACHIEVEMENTS.of(game) or PLAIN
