"""What to cut out for Off to New Shores!: the coasters of a set, tokens for three players, and a die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadhall.render.picture import CRESTS, Box
from meadhall.render.print_pieces import MM_COASTER, Piece, PrintPieces, disc, paper_die

from .coasters import default
from .picture import COASTER, printed

VIKINGS, PLAYERS = 4, 3  # NS-2


def draw(coasters: Mapping[str, Any] | None) -> tuple[PrintPieces, ...]:
    """Draw everything that lies in the box."""
    coasters = default() if coasters is None else coasters
    card = Box(0, 0, COASTER, COASTER)
    cards = tuple(Piece(printed(coaster), card, MM_COASTER) for coaster in coasters["coaster"])
    vikings = tuple(disc(f"viking-{crest}", VIKINGS) for crest in CRESTS[:PLAYERS])
    return (
        PrintPieces(
            {"en": "The coasters", "de": "Die Deckel"},
            {
                "en": "Cut along the ink; glue them on card or on beer mats.",
                "de": "Schneide an der Tinte entlang; kleb sie auf Pappe oder Bierdeckel.",
            },
            cards,
        ),
        PrintPieces(
            {"en": "Tokens and a die", "de": "Plättchen und ein Würfel"},
            {
                "en": "Four Vikings and one gold for everybody, three Vikings if three play.",
                "de": "Für jeden vier Wikinger und ein Gold, zu dritt nur drei Wikinger.",
            },
            (*vikings, disc("gold", PLAYERS), paper_die("bone", "line")),
        ),
    )


PRINT_PIECES = draw
