"""For people who have the real box: tables to score, and coaster sets of their own."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .hall import Sentence
from .table import Plain


class ScoreWish(Struct, frozen=True):
    """A real table as it lies, as `Game.score` takes it, and what its players are called."""

    table: Plain
    names: list[str] = []


class Scored(Struct, frozen=True):
    """Where each point of a real table comes from."""

    names: list[str]
    breakdown: Plain
    winners: list[int]
    beers: list[tuple[int, int, int]]  # from, to, how many
    lines: list[Sentence]


class SetWish(Struct, frozen=True):
    """A coaster set to look at: as TOML, or parsed."""

    toml: str = ""
    set: Plain | None = None


class CoasterSet(Struct, frozen=True):
    """A coaster set that can be played with, parsed and as TOML."""

    set: Plain
    toml: str


class PrintWish(Struct, frozen=True):
    """A game to print and cut out, with our own coasters or others."""

    lang: Literal["en", "de"]
    paper: Literal["a4", "letter"] = "a4"
    set: Plain | None = None
