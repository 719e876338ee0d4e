"""Where games are found: a folder in `meadhall.games` that exports `GAME` is a game. No list names them.

Folders that the variable MEADHALL_GAMES names hold rooms too, as if these lay in the package; and an installed package
brings one by an entry point of the group `meadhall.games` that names its module: `my-game = "my_game"`.
"""

from __future__ import annotations

import os
import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from .errors import UnknownGame, listed, shown

if TYPE_CHECKING:
    from .game import Game

GROUP = "meadhall.games"  # of folders and of entry points
ELSEWHERE = [folder for folder in os.environ.get("MEADHALL_GAMES", "").split(os.pathsep) if folder]
ROOMS = import_module(GROUP).__path__  # at once: later it would take the place of the function `meadhall.games`
ROOMS.extend(map(os.path.abspath, ELSEWHERE))

_last: list[str] = []  # the names as they were listed last


def names() -> list[str]:
    """List the public names of all games; where no file can be opened to look, as they were before."""
    inside = {module.name.replace("_", "-") for module in pkgutil.iter_modules(ROOMS) if module.ispkg}
    found = sorted(inside | _installed().keys())
    if found != _last and not (set(_last) - set(found) and _is_out_of_files()):
        _last[:] = found
    return list(_last)


@cache
def _installed() -> dict[str, EntryPoint]:
    """Return the games that other installed packages bring, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _is_out_of_files() -> bool:
    """Return whether this process cannot open any more files: a folder then looks as if it were empty."""
    try:
        with open(os.devnull):
            return False
    except OSError:
        return True


def find(name: str) -> Game:
    """Return a game by its public name."""
    if not isinstance(name, str) or name not in names():
        raise UnknownGame(f"there is no game {shown(name)}; the games are {listed(names())}{_without_rooms()}")
    return _room(name)


def _without_rooms() -> str:
    """Name the folders of MEADHALL_GAMES that hold no room at all: they may not be meant."""
    bare = [folder for folder in ELSEWHERE if not any(module.ispkg for module in pkgutil.iter_modules([folder]))]
    return (
        f"; no game's folder lies in {listed(shown(folder, 200) for folder in bare)}, which MEADHALL_GAMES names"
        if bare
        else ""
    )


@cache
def _room(name: str) -> Game:
    folder = name.replace("-", "_")
    package = _installed()[name].module if name in _installed() else f"{GROUP}.{folder}"
    game: Game | None = getattr(import_module(package), "GAME", None)
    if game is None:
        raise UnknownGame(f"the folder {folder} is no game: its __init__.py exports no GAME")
    if game.name != name:
        raise UnknownGame(
            f"the game in the folder {folder} calls itself {shown(game.name)}; its name has to be {name!r}"
        )
    return game
