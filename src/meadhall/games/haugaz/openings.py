"""What is known of the set-ups: how likely Black wins after each of them, if both play well.

`openings.txt` is written by `meadhall openings`. It is about the usual options, and has a line for each set-up of each
board; set-ups that are the same when the board is turned or mirrored share one. With other options we know what is
proved (solved/).

    8 d4 g7 0.512    size, black stack, white stack, Black's chance: a draw counts half
    3 a1 c3 1!       proved: 1 Black wins, 0.5 a draw, 0 White wins
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from meadhall.core.errors import shown

from . import solved
from .notation import point, point_number
from .planes import POINT_SEEN

FILE = Path(__file__).with_name("openings.txt")
SIZES = range(3, 9)
USUAL = ("own", "lines")  # who may be moved, and what is raised
SetUp = tuple[int, int, int]  # size of the board, number of the black stack's point, of the white stack's
_LINE = re.compile(r"([3-8]) ([a-h][1-8]) ([a-h][1-8]) (?:(0\.[0-9]{3}|1\.000)|(0|0\.5|1)!)")
_SEEN = POINT_SEEN.tolist()
_WORTH = {"black": 1.0, "draw": 0.5, "white": 0.0}  # to Black, by who wins


@dataclass(frozen=True)
class Opening:
    """What a set-up is worth to Black, and whether that is proved."""

    black: float
    proved: bool = False

    @property
    def fairness(self) -> float:
        """What is left for whoever gets the worse colour: at most a half."""
        return min(self.black, 1 - self.black)


Openings = Mapping[SetUp, Opening]


def forms(set_up: SetUp) -> set[SetUp]:
    """Give the set-ups that are the same one on a board that is turned or mirrored."""
    size, black, white = set_up
    return {(size, seen[black], seen[white]) for seen in _SEEN[size]}


@cache
def kept_form(set_up: SetUp) -> SetUp:
    """Give the form of a set-up that the file has: the one whose points come first, from a1 along the ranks."""
    return min(forms(set_up))


@cache
def set_ups(size: int) -> tuple[SetUp, ...]:
    """List all set-ups of a board in the file's order, each in one form."""
    points = [8 * y + x for y in range(size) for x in range(size)]
    return tuple(sorted({kept_form((size, b, w)) for b in points for w in points if b != w}))


def name(set_up: SetUp) -> str:
    """Write a set-up: size, black stack, white stack."""
    size, black, white = set_up
    return f"{size} {point(black)} {point(white)}"


def write(set_up: SetUp, opening: Opening) -> str:
    """Write a line of the file."""
    worth = f"{opening.black:g}!" if opening.proved else f"{opening.black:.3f}"
    return f"{name(set_up)} {worth}"


def read(text: str) -> dict[SetUp, Opening]:
    """Read a file; a ValueError says which line is wrong, and how."""
    found: dict[SetUp, Opening] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        try:
            set_up, opening = _read_line(line)
            if set_up in found:
                raise ValueError(f"{name(set_up)} is there twice")
        except ValueError as problem:
            raise ValueError(f"line {number}: {problem}") from None
        found[set_up] = opening
    return found


def _read_line(line: str) -> tuple[SetUp, Opening]:
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise ValueError(f"a set-up is written like 8 d4 g7 0.512 or 3 a1 c3 1!, not {shown(line)}")
    size = int(parts[1])
    black, white = point_number(parts[2], size), point_number(parts[3], size)
    if black is None or white is None:
        raise ValueError(f"{shown(line)} names a point that is not on the board")
    if black == white:
        raise ValueError(f"both stacks stand on {parts[2]}")
    set_up = (size, black, white)
    if kept_form(set_up) != set_up:
        raise ValueError(f"{name(set_up)} is kept as {name(kept_form(set_up))}")
    return set_up, Opening(float(parts[4] or parts[5]), parts[5] is not None)


@cache
def shipped() -> Openings:
    """Read the file that comes with the game."""
    return read(FILE.read_text("utf-8"))


@cache
def proved(movers: str, reach: str) -> Openings:
    """Give the set-ups that are solved with these options."""
    found: dict[SetUp, Opening] = {}
    for size in SIZES:
        for one in solved.shipped({"size": size, "movers": movers, "reach": reach}):
            black, white = point_number(one.black, size), point_number(one.white, size)
            assert black is not None and white is not None
            found[kept_form((size, black, white))] = Opening(_WORTH[one.best], proved=True)
    return found


def known(movers: str, reach: str) -> Openings:
    """Give all that is known of the set-ups with these options."""
    return shipped() if (movers, reach) == USUAL else proved(movers, reach)


def replies(openings: Openings, size: int, black: int) -> dict[int, Opening]:
    """Give what is known of every point of the white stack, once the black one stands."""
    points = (8 * y + x for y in range(size) for x in range(size))
    known = {white: openings.get(kept_form((size, black, white))) for white in points if white != black}
    return {white: opening for white, opening in known.items() if opening is not None}


def fairest(openings: Openings, size: int, black: int) -> tuple[int, Opening] | None:
    """Find the point of the white stack that makes the most even set-up: the best for whoever sets up."""
    return max(replies(openings, size, black).items(), key=lambda reply: reply[1].fairness, default=None)
