"""The outlines of SVG as moves, lines and curves: all that paper needs to know."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
KAPPA = 0.5522847498  # how far the handles of a quarter circle reach

Point = tuple[float, float]


class Stroke(NamedTuple):
    """One piece of an outline: to a point, or in a curve over two handles; no points: back to the start."""

    points: tuple[Point, ...]
    jump: bool = False  # the pen is lifted


CLOSE = Stroke(())
Strokes = tuple[Stroke, ...]


@lru_cache(maxsize=2048)
def read(text: str) -> Strokes:
    """Read the outline of a path."""
    return tuple(_strokes(text))


def _strokes(text: str) -> Iterator[Stroke]:
    here: Point = (0.0, 0.0)
    start, handle = here, here
    for name, values in _commands(text):
        origin = here if name.islower() else (0.0, 0.0)
        kind = name.upper()
        if kind == "Z":
            yield CLOSE
            here = handle = start
            continue
        if kind == "A":
            end = (values[5] + origin[0], values[6] + origin[1])
            yield from _arc(here, end, values[0], values[1], values[2], bool(values[3]), bool(values[4]))
            here = handle = end
            continue
        if kind == "H":
            points: list[Point] = [(values[0] + origin[0], here[1])]
        elif kind == "V":
            points = [(here[0], values[0] + origin[1])]
        else:
            points = [(x + origin[0], y + origin[1]) for x, y in zip(values[::2], values[1::2], strict=True)]
        if kind in "ST":  # as if the curve before went on
            points.insert(0, (2 * here[0] - handle[0], 2 * here[1] - handle[1]))
        end = points[-1]
        if kind in "QT":
            yield _bent(here, points[0], end)
            handle = points[0]
        else:
            yield Stroke(tuple(points), kind == "M")
            handle = points[-2] if kind in "CS" else end
        if kind == "M":
            start = end
        here = end


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Take a path apart; a command may stand once for several that follow each other."""
    tokens, place = TOKEN.findall(text), 0
    name = ""
    while place < len(tokens):
        if tokens[place].isalpha():
            name, place = tokens[place], place + 1
        count = COUNTS[name.upper()]
        yield name, [float(value) for value in tokens[place : place + count]]
        place += count
        name = {"M": "L", "m": "l"}.get(name, name)


def _bent(start: Point, handle: Point, end: Point) -> Stroke:
    """Write a curve with one handle as one with two."""
    first = (start[0] + 2 / 3 * (handle[0] - start[0]), start[1] + 2 / 3 * (handle[1] - start[1]))
    second = (end[0] + 2 / 3 * (handle[0] - end[0]), end[1] + 2 / 3 * (handle[1] - end[1]))
    return Stroke((first, second, end))


def _arc(start: Point, end: Point, rx: float, ry: float, tilt: float, large: bool, sweep: bool) -> Iterator[Stroke]:
    """Bend an elliptic arc out of curves of at most a quarter, as SVG's appendix on arcs finds its middle."""
    if start == end:
        return
    turn = math.radians(tilt)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    rx, ry = abs(rx), abs(ry)
    grow = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    rest = max(0.0, (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2)
    way = math.sqrt(rest / ((rx * y) ** 2 + (ry * x) ** 2)) * (1 if large != sweep else -1)
    cx, cy = way * rx * y / ry, -way * ry * x / rx
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    angle = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if sweep and angle < 0:
        angle += 2 * math.pi
    elif not sweep and angle > 0:
        angle -= 2 * math.pi
    middle = (cos * cx - sin * cy + (start[0] + end[0]) / 2, sin * cx + cos * cy + (start[1] + end[1]) / 2)

    def at(u: float, v: float) -> Point:
        return middle[0] + cos * rx * u - sin * ry * v, middle[1] + sin * rx * u + cos * ry * v

    parts = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    step = angle / parts
    reach = 4 / 3 * math.tan(step / 4)
    for part in range(parts):
        a, b = first + part * step, first + (part + 1) * step
        handle = at(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        other = at(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        yield Stroke((handle, other, at(math.cos(b), math.sin(b))))


def rectangle(x: float, y: float, width: float, height: float, r: float = 0.0) -> Strokes:
    """Draw a rectangle, with round corners if wished."""
    r = min(r, width / 2, height / 2)
    right, bottom = x + width, y + height
    if not r:
        return read(f"M{x} {y}H{right}V{bottom}H{x}Z")
    arc = f"A{r} {r} 0 0 1"
    return read(
        f"M{x + r} {y}H{right - r}{arc} {right} {y + r}V{bottom - r}{arc} {right - r} {bottom}"
        f"H{x + r}{arc} {x} {bottom - r}V{y + r}{arc} {x + r} {y}Z"
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Strokes:
    """Draw an ellipse."""
    half = f"A{rx} {ry} 0 0 1"
    return read(f"M{cx - rx} {cy}{half} {cx + rx} {cy}{half} {cx - rx} {cy}Z")


@lru_cache(maxsize=256)
def repeated(strokes: Strokes, ways: tuple[Point, ...]) -> Strokes:
    """Draw the same in several places."""
    return tuple(
        Stroke(tuple((x + dx, y + dy) for x, y in stroke.points), stroke.jump) for dx, dy in ways for stroke in strokes
    )


def bounds(strokes: Strokes) -> tuple[float, float, float, float]:
    """Give the box around an outline and its handles: left, top, right, bottom."""
    points = [point for stroke in strokes for point in stroke.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
