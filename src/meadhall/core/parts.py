"""The parts of a room beyond its rules: a file each, with one name in it, and one interface in the layer that uses it.

A layer declares what it would like to find, `PUZZLES = Part("puzzles", Quiz, "…")`, and asks `PUZZLES.of(game)`: that
is what the room's `puzzles.py` exports as `PUZZLES`, or None. A part that is missing is simply not offered.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Generic, TypeVar, cast

if TYPE_CHECKING:
    from .game import Game

Interface = TypeVar("Interface")


class Part(Generic[Interface]):
    """One part that rooms may have: its file, its interface, and what it offers."""

    def __init__(self, file: str, interface: object, offers: str) -> None:
        self.file, self.interface, self.offers = file, interface, offers

    @property
    def name(self) -> str:
        """The name that the file exports."""
        return self.file.upper()

    def offered(self, game: Game) -> bool:
        """Return whether the room of a game has this part, without loading it."""
        return find_spec(f"{game.package}.{self.file}") is not None

    def of(self, game: Game) -> Interface | None:
        """Return this part of a game; None where the room has no such file."""
        found = _exported(game.package, self.file, self.name)
        assert found is None or isinstance(found, cast(type, self.interface)), (
            f"{self.file}.py: {self.name} is something else"
        )
        return cast("Interface | None", found)


@cache
def _exported(package: str, file: str, name: str) -> object:
    module = f"{package}.{file}"
    return None if find_spec(module) is None else getattr(import_module(module), name)
