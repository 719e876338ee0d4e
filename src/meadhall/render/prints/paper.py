"""Where pieces lie on paper: in rows, page by page, all measures in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..print_pieces import Piece, PrintPieces

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN, HEAD, FOOT, GAP = 11.0, 15.0, 9.0, 2.0  # around the page, of its title, below the pieces, between them


class Placed(NamedTuple):
    """A piece at its place."""

    piece: Piece
    x: float
    y: float


def lay(pieces: PrintPieces, paper: str) -> list[list[Placed]]:
    """Lay all pieces out, as many pages as it takes."""
    width, height = PAPERS[paper]
    bottom = height - MARGIN - FOOT
    pages: list[list[Placed]] = [[]]
    y = MARGIN + HEAD
    for row in _rows(pieces, width - 2 * MARGIN):
        high = max(piece.height for piece in row)
        if pages[-1] and y + high > bottom:
            pages.append([])
            y = MARGIN + HEAD
        x = (width - sum(piece.width + GAP for piece in row) + GAP) / 2
        for piece in row:
            pages[-1].append(Placed(piece, x, y))
            x += piece.width + GAP
        y += high + GAP
    return pages


def _rows(pieces: PrintPieces, room: float) -> Iterator[list[Piece]]:
    """Fill rows; a kind of piece begins a new one if it is of another size, or would be torn apart."""
    row: list[Piece] = []

    def left() -> float:
        return room - sum(piece.width + GAP for piece in row)

    for piece in pieces.pieces:
        all_of_it = piece.copies * (piece.width + GAP) - GAP
        if row and (piece.height != row[0].height or left() < all_of_it <= room):
            yield row
            row = []
        for _ in range(piece.copies):
            if row and left() < piece.width:
                yield row
                row = []
            row.append(piece)
    if row:
        yield row
