"""The rooms: a folder here that exports `GAME` is a game. No list names them.

Folders that the variable MEADHALL_GAMES names hold rooms too, as if these lay here: a game of your own need not lie in
this package.
"""

from __future__ import annotations

import os
import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from meadhall.core.errors import UnknownGame, listed, shown

if TYPE_CHECKING:
    from meadhall.core.game import Game

ELSEWHERE = [folder for folder in os.environ.get("MEADHALL_GAMES", "").split(os.pathsep) if folder]
__path__.extend(map(os.path.abspath, ELSEWHERE))


_last: list[str] = []  # the names as they were listed last


def names() -> list[str]:
    """List the public names of all games; where no file can be opened to look, as they were before."""
    found = sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if module.ispkg)
    if found != _last and not (set(_last) - set(found) and _is_out_of_files()):
        _last[:] = found
    return list(_last)


def _is_out_of_files() -> bool:
    """Say whether this process cannot open any more files: a folder then looks as if it were empty."""
    try:
        with open(os.devnull):
            return False
    except OSError:
        return True


def find(name: str) -> Game:
    """Find a game by its public name."""
    if not isinstance(name, str) or name not in names():
        raise UnknownGame(f"there is no game {shown(name)}; the games are {listed(names())}{_without_rooms()}")
    return _room(name.replace("-", "_"))


def _without_rooms() -> str:
    """Say which folders of MEADHALL_GAMES hold no room at all: they may not be meant."""
    bare = [folder for folder in ELSEWHERE if not any(module.ispkg for module in pkgutil.iter_modules([folder]))]
    return (
        f"; no game's folder lies in {listed(shown(folder, 200) for folder in bare)}, which MEADHALL_GAMES names"
        if bare
        else ""
    )


@cache
def _room(folder: str) -> Game:
    game: Game | None = getattr(import_module(f"{__name__}.{folder}"), "GAME", None)
    name = folder.replace("_", "-")
    if game is None:
        raise UnknownGame(f"the folder {folder} is no game: its __init__.py exports no GAME")
    if game.name != name:
        raise UnknownGame(
            f"the game in the folder {folder} calls itself {shown(game.name)}; its name has to be {name!r}"
        )
    return game
