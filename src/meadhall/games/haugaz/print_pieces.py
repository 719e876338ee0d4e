"""What to cut out for Haugaz: a board and pieces in both colours; buttons do as well (HZ-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadhall.render import svg
from meadhall.render.picture import Box
from meadhall.render.print_pieces import Piece, PrintPieces

from .picture import turf

MM_BOARD, MM_PIECE = 184.0, 17.0
PIECES = 54  # of each colour


def draw(coasters: Mapping[str, Any] | None) -> tuple[PrintPieces, ...]:
    """Draw the board of the recommended size, and as many pieces as a page holds."""
    box = Box(-18, -9, 312, 315)
    ground = svg.tag("rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=8, fill="turf")
    board = Piece(ground + turf(8), box, MM_BOARD)
    return (
        PrintPieces(
            {"en": "The board", "de": "Das Brett"},
            {"en": "Pieces stand on the points.", "de": "Die Steine stehen auf den Punkten."},
            (board,),
        ),
        PrintPieces(
            {"en": "Pieces", "de": "Steine"},
            {
                "en": "Glue them on thick card, so that a stack has a height. Out of pieces? Take buttons.",
                "de": "Kleb sie auf dicke Pappe, damit ein Stapel hoch wird. Keine mehr da? Nimm Knöpfe.",
            },
            (_piece("tar", "tar-2"), _piece("bone", "bone-2")),
        ),
    )


def _piece(colour: str, ring: str) -> Piece:
    rim = {"cx": 20, "cy": 20}
    drawing = svg.tag("circle", r=19.6, fill=colour, stroke="line", stroke_width=0.8, **rim) + svg.tag(
        "circle", r=15.5, fill="none", stroke=ring, stroke_width=1.6, **rim
    )
    return Piece(drawing, Box(0, 0, 40, 40), MM_PIECE, PIECES)


PRINT_PIECES = draw
