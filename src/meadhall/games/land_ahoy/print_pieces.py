"""What to cut out for Land Ahoy!: the coasters of a set, nine treasures with their backs, and two dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadhall.render import svg
from meadhall.render.picture import Box
from meadhall.render.print_pieces import MM_COASTER, Piece, PrintPieces, paper_die

from . import rules
from .coasters import default
from .picture import printed, token_sign
from .view import TOKEN_VALUES

MM_TREASURE = 22.0


def draw(coasters: Mapping[str, Any] | None) -> tuple[PrintPieces, ...]:
    """Draw everything that lies in the box."""
    coasters = default() if coasters is None else coasters
    card = Box(0, 0, 120, 120)
    cards = tuple(Piece(printed(coaster, i), card, MM_COASTER) for i, coaster in enumerate(coasters["coaster"]))
    treasures = tuple(
        _treasure(token_sign(value), int(rules.TREASURE[kind])) for kind, value in enumerate(TOKEN_VALUES)
    )
    return (
        PrintPieces(
            {"en": "The coasters", "de": "Die Deckel"},
            {
                "en": "Cut along the ink. The ship or the dragon is in play, never both.",
                "de": "Schneide an der Tinte entlang. Schiff oder Drache spielt mit, nie beide.",
            },
            cards,
        ),
        PrintPieces(
            {"en": "Treasures and two dice", "de": "Schätze und zwei Würfel"},
            {
                "en": "Glue each treasure back to back with one of the nine that look alike.",
                "de": "Kleb jeden Schatz Rücken an Rücken mit einem der neun, die gleich aussehen.",
            },
            (
                *treasures,
                _treasure("t-down", int(sum(rules.TREASURE))),
                paper_die("madder", "bone"),
                paper_die("tar", "bone", diamonds=True),
            ),
        ),
    )


def _treasure(sign: str, copies: int) -> Piece:
    """Draw a treasure token; the sprite's own fill the whole disc."""
    return Piece(svg.use(sign, 0, 0, 36), Box(1.5, 1.5, 33, 33), MM_TREASURE, copies)


PRINT_PIECES = draw
