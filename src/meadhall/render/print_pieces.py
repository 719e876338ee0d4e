"""What a print-and-play sheet is made of: drawings of the sprite's kind, with their size on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from meadhall.core.parts import Part

from . import svg
from .picture import Box

MM_COASTER, MM_TOKEN, MM_DIE = 75.0, 24.0, 16.0  # six coasters fill a page of any paper
PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))  # of a 3×3 grid
NET = ((1, 0, 2), (0, 1, 4), (1, 1, 1), (2, 1, 3), (1, 2, 5), (1, 3, 6))  # column, row, number: opposites make seven
FLAPS = ((0, 1, "NSW"), (2, 1, "NSE"), (1, 3, "S"))  # on which sides of which faces glue goes
FLAP = {"N": "M{x0} {y0}l3-7h12l3 7Z", "S": "M{x0} {y1}l3 7h12l3-7Z", "W": "M{x0} {y0}l-7 3v12l7 3Z",
        "E": "M{x1} {y0}l7 3v12l-7 3Z"}  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """Something to cut out."""

    drawing: str  # SVG
    box: Box  # the part of the plane that is cut out
    width: float  # on paper, in millimetres
    copies: int = 1

    @property
    def height(self) -> float:
        """How high it is on paper, in millimetres."""
        return self.width * self.box.height / self.box.width


@dataclass(frozen=True)
class PrintPieces:
    """Pieces of one kind, which get pages of their own, and what to do with them."""

    title: Mapping[str, str]
    text: Mapping[str, str]
    pieces: tuple[Piece, ...]


PRINT_PIECES: Part[Callable[[Mapping[str, Any] | None], tuple[PrintPieces, ...]]] = Part(
    "print_pieces", Callable, "what to cut out and play with: `meadhall print`; with our own coasters or others"
)


def disc(sign: str, copies: int = 1, ground: str = "bone", width: float = MM_TOKEN) -> Piece:
    """Put a drawing of the sprite on a round token."""
    rim = {"cx": 20, "cy": 20, "stroke": "line"}
    drawing = svg.tag("circle", r=20, fill=ground, stroke_width=0.6, **rim) + svg.use(sign, 6, 6, 28)
    return Piece(drawing, Box(0, 0, 40, 40), width, copies)


def paper_die(fill: str, pip: str, diamonds: bool = False) -> Piece:
    """Draw a die to fold and glue: a cross of six faces, with flaps."""
    size = 18
    flaps = "".join(
        FLAP[side].format(x0=size * x, x1=size * (x + 1), y0=size * y, y1=size * (y + 1))
        for x, y, sides in FLAPS
        for side in sides
    )
    faces = [_face(size * x, size * y, size, PIPS[number], fill, pip, diamonds) for x, y, number in NET]
    glue = svg.tag("path", d=flaps, fill="bone", stroke="line", stroke_width=0.5)
    box = Box(-8, -8, 3 * size + 16, 4 * size + 16)
    return Piece(glue + "".join(faces), box, MM_DIE / size * box.width)


def _face(x: int, y: int, size: int, spots: tuple[int, ...], fill: str, pip: str, diamonds: bool) -> str:
    step = size / 4
    marks = []
    for spot in spots:
        px, py = x + step * (1 + spot % 3), y + step * (1 + spot // 3)
        rhomb = f"M{px} {py - 2.2}l2.2 2.2 -2.2 2.2 -2.2 -2.2Z"
        marks.append(
            svg.tag("path", d=rhomb, fill=pip) if diamonds else svg.tag("circle", cx=px, cy=py, r=1.7, fill=pip)
        )
    rect = svg.tag("rect", x=x, y=y, width=size, height=size, fill=fill, stroke="line", stroke_width=0.5)
    return rect + "".join(marks)
