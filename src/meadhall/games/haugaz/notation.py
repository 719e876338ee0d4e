"""Points, actions and positions of Haugaz as text, and back."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from functools import cache

import numpy as np

from meadhall.core.errors import BadPosition, shown
from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules

HIGHEST = 127  # what the seven boards of heights in rules.py hold; a turn fills a point and raises by one
PLACED_ALREADY = "a stack is placed already, now one has to move"
_ACTION = re.compile(r"[a-z][0-9]+(-[a-z][0-9]+)*|pass")
_POINT = re.compile(r"-|[bw][1-9][0-9]*")


def point(number: int) -> str:
    """Name a point as in chess."""
    return "abcdefgh"[number % 8] + str(number // 8 + 1)


def point_number(text: str, size: int) -> int | None:
    """Find a point of a board by its name."""
    if len(text) == 2 and text[0] in "abcdefgh"[:size] and text[1] in "12345678"[:size]:
        return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)
    return None


def write(state: State, code: int) -> str:
    """Write an action."""
    if code < rules.FIRST_MOVE:
        return point(code)
    if code == rules.PASS:
        return "pass"
    if code == rules.TAKE_BLACK:
        return "black"
    if code == rules.TAKE_WHITE:
        return "white"
    start, end = ends(state, code)
    return f"{point(start)}-{point(end)}"


@cache
def numbers() -> Mapping[str, int]:
    """Give the number of every action that can ever be legal, by its text."""
    ways = itertools.product(range(64), range(8), range(1, 8))
    return {
        **{point(number): number for number in range(64)},
        **{"pass": rules.PASS, "black": rules.TAKE_BLACK, "white": rules.TAKE_WHITE},
        **{
            f"{point(start)}-{point(rules.destination(start, direction, far))}": rules.FIRST_MOVE
            + 64 * direction
            + start
            for start, direction, far in ways
            if rules.LEFT[far, direction] & rules.BIT[start]
        },
    }


def ends(state: State, code: int) -> tuple[int, int]:
    """Give the points where a move begins and ends."""
    start, direction = (code - rules.FIRST_MOVE) % 64, (code - rules.FIRST_MOVE) // 64
    return start, int(rules.destination(start, direction, rules.height(state, start)))


def stack(state: State, number: int) -> str:
    """Write what stands on a point: `b2`, `w1` or `-`."""
    if state[rules.BLACK] & rules.BIT[number]:
        return f"b{rules.height(state, number)}"
    if state[rules.WHITE] & rules.BIT[number]:
        return f"w{rules.height(state, number)}"
    return "-"


def reason(state: State, text: str, lang: Language) -> str | None:
    """Say why a text is no legal action."""
    size, phase, german = int(state[rules.SIZE]), state[rules.PHASE], lang == "de"
    parts = text.split("-")
    points = [point_number(part, size) for part in parts]
    start = points[0]
    if phase == rules.CHOOSE:
        return "jetzt wird die Farbe gewählt" if german else "the second player chooses a colour"
    if phase == rules.MOVE and text == "pass":
        return "ein Stapel ist schon gesetzt, jetzt muss einer ziehen" if german else PLACED_ALREADY
    if text in ("black", "white"):
        return "die Farben sind nicht jetzt dran" if german else "no colour is chosen now"
    if not _ACTION.fullmatch(text):
        if german:
            return "eine Aktion ist ein Punkt wie c3, ein Zug wie d4-d6 oder pass"
        return "an action is a point like c3, a move like d4-d6, or pass"
    if start is None or None in points:
        last = point(9 * (size - 1))
        return f"Punkte gehen von a1 bis {last}" if german else f"points go from a1 to {last}"
    if len(points) == 1:
        if phase == rules.MOVE:
            return "ein Stapel ist schon gesetzt, jetzt muss einer ziehen" if german else PLACED_ALREADY
        if stack(state, start) != "-":
            return f"{parts[0]} ist nicht leer" if german else f"{parts[0]} is not empty"
        return "danach bliebe kein Zug" if german else "no move would be left after that"  # HZ-7
    if phase != rules.MOVE:
        return "erst wird gesetzt, dann gezogen" if german else "a stack is placed first, then one moves"
    return _reason_for_move(state, start, points[-1], parts, german)


def _reason_for_move(state: State, start: int, end: int | None, parts: list[str], german: bool) -> str | None:
    if len(parts) != 2 or end is None:
        return "ein Zug wird wie d4-d6 geschrieben" if german else "a move is written like d4-d6"
    what = stack(state, start)
    if what == "-":
        return f"auf {parts[0]} steht kein Stapel" if german else f"no stack stands on {parts[0]}"
    if start == state[rules.PLACED]:
        return "der gerade gesetzte Stapel zieht nicht" if german else "the stack just placed cannot move"
    if what[0] != "bw"[state[rules.SIDE]] and state[rules.MOVERS] == rules.OWN:
        return f"der Stapel auf {parts[0]} gehört nicht dir" if german else f"the stack on {parts[0]} is not yours"
    if stack(state, end) != "-":
        return f"{parts[1]} ist nicht leer" if german else f"{parts[1]} is not empty"
    if german:
        return f"der Stapel auf {parts[0]} zieht genau {what[1:]} weit, geradeaus"
    return f"the stack on {parts[0]} moves exactly {what[1:]} in a straight line"


def write_position(state: State) -> str | None:
    """Write the position in one line; there is none during the set-up."""
    if state[rules.PHASE] < rules.TURN:
        return None
    size = int(state[rules.SIZE])
    ranks = ["".join(stack(state, 8 * y + x) for x in range(size)) for y in range(size - 1, -1, -1)]
    placed = int(state[rules.PLACED])
    return "{} {} {} {}".format(
        "/".join(ranks),
        "bw"[state[rules.SIDE]],
        point(placed) if placed >= 0 else "-",
        state[rules.PASSES],
    )


def read_position(text: object, codes: Mapping[str, int]) -> State:
    """Set a board up from a position in one line; `codes` are the options as numbers."""
    if not isinstance(text, str):
        raise BadPosition(f"a position is a text, not {shown(text)}")
    parts = text.split()
    if len(parts) != 4:
        raise BadPosition(
            f"{shown(text)} is no position: it has {len(parts)} parts, not the four of '---/b1-w2/--- w - 0'"
        )
    ranks, side, placed, passes = parts
    board = _read_ranks(ranks)
    size = len(board)
    if side not in ("b", "w"):
        raise BadPosition(f"the side to move cannot be {shown(side)}; it can be b, w")
    if passes not in ("0", "1", "2"):
        raise BadPosition(f"the passes just made cannot be {shown(passes)}; they can be 0, 1, 2")
    state = np.zeros(rules.STATE_SIZE, np.int64)
    rules.new(state, 2, np.array([size, codes["movers"], codes["reach"]], np.int64))
    for number, what in ((8 * y + x, what) for y, rank in enumerate(board) for x, what in enumerate(rank)):
        if what != "-":
            state[rules.BLACK if what[0] == "b" else rules.WHITE] |= rules.BIT[number]
            for k in range(7):
                if int(what[1:]) >> k & 1:
                    state[rules.HEIGHT + k] |= rules.BIT[number]
    state[rules.SIDE] = "bw".index(side)
    state[rules.PASSES] = int(passes)
    if placed == "-":
        rules.start_turn(state)
    else:
        _set_placed(state, placed, side, passes)
    return state


def _read_ranks(text: str) -> list[list[str]]:
    """Read the stacks, lowest rank first."""
    ranks = text.split("/")
    size = len(ranks)
    if not 3 <= size <= 8:
        raise BadPosition(f"a board has 3 to 8 ranks, not {size}")
    board = []
    highest = HIGHEST - text.count("-")
    for number, rank in zip(range(size, 0, -1), ranks, strict=True):
        points = _POINT.findall(rank)
        if "".join(points) != rank:
            raise BadPosition(f"rank {number} is {shown(rank)}; a point is '-', or b or w and a height")
        if len(points) != size:
            raise BadPosition(f"rank {number} has {len(points)} points, and the board has {size} ranks")
        for what in points:
            if len(what) > 4 or (what != "-" and int(what[1:]) > highest):
                raise BadPosition(f"rank {number}: a stack is at most {highest} high here, not {shown(what[1:])}")
        board.append(points)
    return board[::-1]


def _set_placed(state: State, placed: str, side: str, passes: str) -> None:
    """Put the position in the middle of a turn, after the placement."""
    number = point_number(placed, int(state[rules.SIZE]))
    if number is None:
        raise BadPosition(f"the point just placed cannot be {shown(placed)}; it can be a point of the board or '-'")
    if stack(state, number) != f"{side}1":
        raise BadPosition(f"{placed} was not just placed: {stack(state, number)} stands there, not {side}1")
    if passes != "0":
        raise BadPosition("a stack was just placed, so the passes just made are 0")
    state[rules.PLACED] = number
    state[rules.PHASE] = rules.MOVE
    rules.find_movers(state)
    if not np.any(state[rules.CAN_MOVE : rules.CAN_MOVE + 8]):
        raise BadPosition(f"the stack placed on {placed} leaves no move, so it could not be placed")  # HZ-7
