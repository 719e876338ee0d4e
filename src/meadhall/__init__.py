"""Meadhall: three Viking board games to play, to score, to study and to program with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meadhall import games as _rooms  # before the function `games`, which takes its name here
from meadhall.core.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    BadSet,
    BadTable,
    IllegalAction,
    UnknownGame,
)

if TYPE_CHECKING:
    from meadhall.bots import Bot, Line
    from meadhall.core.game import Game
    from meadhall.core.match import Match

__version__ = "0.1.0"

CHANCE = -1

__all__ = [
    "CHANCE",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSet",
    "BadTable",
    "Bot",
    "Game",
    "IllegalAction",
    "Line",
    "Match",
    "UnknownGame",
    "bot",
    "game",
    "games",
    "load",
]


def games() -> list[str]:
    """List the names of all games."""
    return _rooms.names()


def game(name: str) -> Game:
    """Find a game by its name."""
    return _rooms.find(name)


def load(text: str) -> Match:
    """Play a record back, checking every action."""
    from meadhall.core.record import load

    return load(text, _rooms.find)


def bot(game: str, level: int | None = None, seconds: float | None = None, seed: int | None = None) -> Bot:
    """Make a player for a game, of a level from 1 to 5 or with some seconds for each decision."""
    from meadhall.bots import make

    return make(game, level=level, seconds=seconds, seed=seed)


def __getattr__(name: str) -> Any:
    """Give the classes of the public face when they are asked for, not before."""
    if name in ("Bot", "Line"):
        from meadhall import bots

        return getattr(bots, name)
    if name == "Match":
        from meadhall.core.match import Match

        return Match
    if name == "Game":
        from meadhall.core.game import Game

        return Game
    raise AttributeError(f"module 'meadhall' has no attribute {name!r}")
