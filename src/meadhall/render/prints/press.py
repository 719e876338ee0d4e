"""Puts a game on paper: pages of pieces to cut out, then the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, NextPageTemplate, PageBreak, PageTemplate

from meadhall.core.game import Game, Language

from ..print_pieces import PRINT_PIECES, PrintPieces
from .drawing import Artist
from .paper import FOOT, MARGIN, PAPERS, Placed, lay
from .rule_sheet import flowables

BOLD, PLAIN = "Helvetica-Bold", "Helvetica"
WORDS = {
    "en": {
        "scale": "This line is 50 mm long if you print at 100 %.",
        "page": "page {}",
        "fan": "Made with Meadhall, an unofficial fan project. Please buy the real boxes.",
    },
    "de": {
        "scale": "Diese Linie ist 50 mm lang, wenn du mit 100 % druckst.",
        "page": "Seite {}",
        "fan": "Gemacht mit Meadhall, einem inoffiziellen Fanprojekt. Kauft bitte die echten Schachteln.",
    },
}
RULER = 50.0  # millimetres


def printed(
    game: Game, coasters: Mapping[str, Any] | None, lang: Language, rules: Sequence[Language], paper: str
) -> bytes:
    """Make the PDF."""
    draw = PRINT_PIECES.of(game)
    file, (width, height) = BytesIO(), PAPERS[paper]
    doc = BaseDocTemplate(
        file, pagesize=(width * mm, height * mm), invariant=1, title=game.title[lang], author="Meadhall", lang=lang
    )
    whole, page = (0, 0, width * mm, height * mm), (width - 2 * MARGIN, height - 2 * MARGIN - FOOT / 2)
    text = (MARGIN * mm, (MARGIN + FOOT / 2) * mm, page[0] * mm, page[1] * mm)
    templates = [PageTemplate(f"rules {one}", [Frame(*text, 0, 0, 0, 0)], onPage=_foot(one)) for one in rules]
    sheets = [
        PieceSheet(game, pieces, placed, lang, height * mm)
        for pieces in (draw(coasters) if draw is not None else ())
        for placed in lay(pieces, paper)
    ]
    if sheets:
        templates.insert(0, PageTemplate("pieces", [Frame(*whole, 0, 0, 0, 0)], onPage=_foot(lang)))
    doc.addPageTemplates(templates)
    story: list[Any] = []
    for sheet in sheets:
        story += [sheet, PageBreak()]
    for one in rules:
        if story:
            story[-1:] = [NextPageTemplate(f"rules {one}"), PageBreak()]
        story += [*flowables(game, one), PageBreak()]
    doc.build(story[:-1])
    return file.getvalue()


def _foot(lang: Language) -> Callable[[Any, Any], None]:
    """Say at the foot of each page where it comes from."""

    def draw(canvas: Any, doc: Any) -> None:
        y = (MARGIN - 4) * mm
        canvas.setFont(PLAIN, 7.5)
        canvas.drawString(MARGIN * mm, y, WORDS[lang]["fan"])
        page = WORDS[lang]["page"].format(canvas.getPageNumber())
        canvas.drawRightString(doc.pagesize[0] - MARGIN * mm, y, page)

    return draw


class PieceSheet(Flowable):  # type: ignore[misc]  # ReportLab has no types
    """A page of pieces, with a ruler to see whether the printer has kept their size."""

    def __init__(self, game: Game, pieces: PrintPieces, placed: Sequence[Placed], lang: Language, page: float) -> None:
        super().__init__()
        self.title = f"{game.title[lang]} · {pieces.title[lang]}"
        self.text, self.placed, self.lang, self.page = pieces.text[lang], placed, lang, page
        self.width = self.height = 1

    def draw(self) -> None:
        """Draw the page, from its own lower left corner."""
        canvas = self.canv
        canvas.translate(0, self.height - self.page)
        canvas.setFont(BOLD, 15)
        canvas.drawString(MARGIN * mm, self._up(MARGIN + 4), self.title)
        canvas.setFont(PLAIN, 9.5)
        canvas.drawString(MARGIN * mm, self._up(MARGIN + 10), self.text)
        artist = Artist(canvas)
        for piece, x, y in self.placed:
            artist.draw(piece.drawing, piece.box, x * mm, self._up(y + piece.height), piece.width * mm)
        self._ruler((MARGIN + 2) * mm)

    def _ruler(self, y: float) -> None:
        canvas, left, right = self.canv, MARGIN * mm, (MARGIN + RULER) * mm
        canvas.setLineWidth(0.6)
        canvas.line(left, y, right, y)
        for end in (left, right):
            canvas.line(end, y - 1.2 * mm, end, y + 1.2 * mm)
        canvas.setFont(PLAIN, 8)
        canvas.drawString(right + 3 * mm, y - 1 * mm, WORDS[self.lang]["scale"])

    def _up(self, down: float) -> float:
        """Give the height above the lower edge, in points, of what is so many millimetres below the upper one."""
        return self.page - down * float(mm)
