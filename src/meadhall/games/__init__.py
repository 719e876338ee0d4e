"""The rooms: a folder here that exports `GAME` is a game. No list names them."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from meadhall.core.errors import UnknownGame, listed, shown

if TYPE_CHECKING:
    from meadhall.core.game import Game


def names() -> list[str]:
    """List the public names of all games."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if module.ispkg)


def find(name: str) -> Game:
    """Find a game by its public name."""
    if not isinstance(name, str) or name not in names():
        raise UnknownGame(f"there is no game {shown(name)}; the games are {listed(names())}")
    return _room(name.replace("-", "_"))


@cache
def _room(folder: str) -> Game:
    game: Game = import_module(f"{__name__}.{folder}").GAME
    return game
