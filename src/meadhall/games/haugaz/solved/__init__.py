"""Haugaz: what is known for certain about set-ups, one text file for each board and its options.

A file has a head like a record's, a line that names the columns, and a line for each set-up that is solved. Turned and
mirrored set-ups are the same one.

    meadhall solved 1
    game: haugaz
    size: 3
    movers: own
    reach: lines

    black white best looked seconds proof walked
    a1 b1 black 9 0.0 3 3

Beside it lies a file of positions after the first turns of Black, by their keys (proving.py): those that hold are won
for Black, with White to move.

    meadhall known 1: size=4 movers=any reach=ring
    2996969339938743707 holds
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from meadhall.core.errors import BadOption, cut, shown

from .. import notation

FORMAT = "meadhall solved 1"
COLUMNS = "black white best looked seconds proof walked"
RESULTS = ("black", "draw", "white")  # who wins with best play
Options = Mapping[str, str | int]
NOTED = 3  # turns of Black from a set-up on that it wins: what each of them leads to stands in a file of its own


@dataclass(frozen=True)
class Solved:
    """What a set-up is worth with best play, what that cost, and how far its proof was walked through again."""

    black: str  # the points of the two stacks
    white: str
    best: str  # one of RESULTS
    looked: int  # positions that the search looked at
    seconds: float  # of one core
    proof: int  # positions of the proof
    walked: int  # of these, walked through with the interpreted rules

    def line(self) -> str:
        """Write it as a line of a file."""
        return f"{self.black} {self.white} {self.best} {self.looked} {self.seconds:.1f} {self.proof} {self.walked}"


def head(options: Options) -> str:
    """Write what stands above the first set-up."""
    lines = [FORMAT, "game: haugaz", *(f"{name}: {value}" for name, value in options.items()), "", COLUMNS]
    return "".join(f"{line}\n" for line in lines)


def write(options: Options, solved: Iterable[Solved]) -> str:
    """Write a whole file."""
    return head(options) + "".join(f"{one.line()}\n" for one in solved)


def read(text: str, options: Options) -> list[Solved]:
    """Read a file about a board with these options; a line that was cut off at the end is left out."""
    above = head(options)
    if not text.startswith(above):
        differs = [
            (mine, theirs) for mine, theirs in zip(above.split("\n"), text.split("\n"), strict=False) if mine != theirs
        ]
        mine, theirs = differs[0] if differs else (COLUMNS, "")
        raise BadOption(f"it is no file of what is solved on this board; it says {shown(theirs)}, not {shown(mine)}")
    lines = text[len(above) : text.rfind("\n") + 1].splitlines()
    return [_read_line(line, int(options["size"])) for line in lines]


def _read_line(line: str, size: int) -> Solved:
    try:
        black, white, best, looked, seconds, proof, walked = line.split()
        found = Solved(black, white, best, int(looked), float(seconds), int(proof), int(walked))
    except ValueError:
        raise BadOption(f"{cut(shown(line))} has not the columns {COLUMNS}") from None
    points = [notation.point_number(name, size) for name in (black, white)]
    if None in points or points[0] == points[1] or best not in RESULTS:
        raise BadOption(f"{cut(shown(line))} is no set-up of this board with its result")
    return found


def shipped(options: Options) -> list[Solved]:
    """Give what we know about a board; nothing for boards that nobody has solved."""
    name = "-".join(str(options[name]) for name in ("size", "movers", "reach"))
    file = files(__name__) / f"{name}.txt"
    return read(file.read_text("utf-8"), options) if file.is_file() else []


def whole_game(solved: Iterable[Solved], starts: int) -> str | None:
    """Say how the game ends with best play from the set-up on, for the first player: "draw" or "lost"; None: unknown.

    The second player takes the colour that wins, so the first one can only hope for a set-up that wins for nobody.
    """
    results = [one.best for one in solved]
    if "draw" in results:
        return "draw"
    return "lost" if len(results) == starts else None


@cache
def won_by_black(size: int, movers: str, reach: str) -> frozenset[int]:
    """Return the keys of positions with White to move that Black is known to win, as if player 0 had Black."""
    file = files(__name__) / f"{size}-{movers}-{reach}.known"
    lines = file.read_text("utf-8").splitlines()[1:] if file.is_file() else []
    return frozenset(int(key) for key, answer in (line.split() for line in lines) if answer == "holds")
