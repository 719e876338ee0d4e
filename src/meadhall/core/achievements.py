"""What a player remembers of a finished match: the highest stack, the best rank.

A room lists what can be remembered (`Game.feat_kinds`) and finds it in one match (`Game.feats`); the profile page shows
the best of each, and how often each value came out, without knowing what they mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Words


@dataclass(frozen=True)
class Feat:
    """Something to be proud of, as a whole number: more is better."""

    name: str
    words: Words
    drawn: bool = False  # worth a picture of how often each value came out
    ranks: Mapping[int, Words] = field(default_factory=dict)  # where numbers have names
