"""What a learning program sees of a match: bytes in a fixed order, with names.

A room that has an `observation.py` says there what it shows: `PARTS`, and `observe`, written like rules, so
that the same lines serve an environment in Python and a batch of games on a GPU. Other rooms show the bytes
of their array, in which nothing is hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import jit
from .jit import Bytes, Mode, State

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Entry:
    """Some numbers of one meaning, side by side."""

    name: str
    many: int
    meaning: str
    most: int | tuple[int, ...] = 1  # what they can be at most, all of them or one by one; 1 for marks

    @property
    def highest(self) -> tuple[int, ...]:
        """Return what each of the numbers can be at most."""
        return self.most if isinstance(self.most, tuple) else (self.most,) * self.many


@dataclass(frozen=True)
class Part:
    """Entries of one shape: planes (planes first), rows (rows first), or one vector."""

    name: str
    entries: tuple[Entry, ...]
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return prod(self.shape)

    @property
    def highest(self) -> Bytes:
        """Return what each of its numbers can be at most; at least each of them is 0."""
        numbers = np.array([number for entry in self.entries for number in entry.highest], np.uint8)
        if len(self.shape) == 3:
            numbers = numbers[:, None, None]
        return np.broadcast_to(numbers, self.shape).copy()


Described = tuple[str, int, str] | tuple[str, int, str, int | tuple[int, ...]]  # an entry, as rooms write it


def planes(name: str, width: int, height: int, *entries: Described) -> Part:
    """Make a part of planes, each with a number for each place of a board."""
    listed = tuple(Entry(*entry) for entry in entries)
    return Part(name, listed, (sum(entry.many for entry in listed), width, height))


def rows(name: str, many: int, *entries: Described) -> Part:
    """Make a part of rows, one for each thing of a kind."""
    listed = tuple(Entry(*entry) for entry in entries)
    return Part(name, listed, (many, sum(entry.many for entry in listed)))


def vector(name: str, *entries: Described) -> Part:
    """Make a part of single numbers."""
    listed = tuple(Entry(*entry) for entry in entries)
    return Part(name, listed, (sum(entry.many for entry in listed),))


@dataclass(frozen=True)
class Observation:
    """What a player sees of a game: its parts, one behind the other, as bytes (numbers from 0 to 255)."""

    module: str
    parts: tuple[Part, ...]

    @cached_property
    def size(self) -> int:
        """How many bytes it has in all."""
        return sum(part.size for part in self.parts)

    @property
    def highest(self) -> Bytes:
        """Return what each of its numbers can be at most; at least each of them is 0."""
        return np.concatenate([part.highest.reshape(-1) for part in self.parts])

    def function(self, mode: Mode = "interpreted") -> Any:
        """Give `observe(state, player, out)`, which fills all of `out`, as it runs in a mode."""
        function = jit.twin(self.module, mode).observe
        if mode in ("compiled", "checked"):
            jit.compile_rules({"observe": function})
        return function

    def of(self, state: State, player: int) -> Bytes:
        """Observe one position, for this player."""
        out = np.empty(self.size, np.uint8)
        self.function()(state, player, out)
        return out

    def split(self, seen: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Take observations apart by name, whatever lies before their last axis; nothing is copied."""
        named, at = {}, 0
        for part in self.parts:
            named[part.name] = seen[..., at : at + part.size].reshape(*seen.shape[:-1], *part.shape)
            at += part.size
        return named

    def table(self) -> str:
        """Write what there is as a table in Markdown, as the documents have it."""
        lines = ["| part | shape | entry | numbers | up to | what it says |", "|---|---|---|---|---|---|"]
        for part in self.parts:
            shape, first = " × ".join(map(str, part.shape)), True
            for entry in part.entries:
                lead = f"| `{part.name}` | {shape} " if first else "| | "
                most = ", ".join(map(str, entry.most)) if isinstance(entry.most, tuple) else entry.most
                lines.append(f"{lead}| `{entry.name}` | {entry.many} | {most} | {entry.meaning} |")
                first = False
        return "\n".join(lines)


def find(game: Game) -> Observation:
    """Find what a game shows: what its room says, or the bytes of its array."""
    name = f"{game.package}.observation"
    if find_spec(name) is not None:
        return Observation(name, import_module(name).PARTS)
    return Observation("meadhall.core.observation_writers", bare_parts(game.rules().STATE_SIZE))


def bare_parts(words: int) -> tuple[Part, ...]:
    """Say what a game shows whose room does not."""
    return (
        vector("player", ("seat", 1, "the number of the player who sees this, from 0", 255)),
        rows("array", words, ("bytes", 8, "a word of the rules' array, its lowest byte first", 255)),
    )
