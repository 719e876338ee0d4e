"""The rules of a room as pages of text and pictures, for paper."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from markdown_it.token import Token
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer

from meadhall.core.game import NAMES, Game, Language
from meadhall.core.match import Match
from meadhall.core.speaker import Speaker

from .. import rule_text, svg
from ..picture import PICTURE, Box
from .drawing import Artist

TEXT = ParagraphStyle("text", fontName="Helvetica", fontSize=9.4, leading=12.4, spaceAfter=4.5)
CLAUSE = ParagraphStyle("clause", TEXT, leftIndent=11, bulletIndent=1)
DEEPER = ParagraphStyle("deeper", CLAUSE, leftIndent=23, bulletIndent=13)
CAPTION = ParagraphStyle("caption", TEXT, fontName="Helvetica-Oblique", fontSize=8.6, leading=11, alignment=TA_CENTER)
HEADINGS = {
    "h1": ParagraphStyle("h1", fontName="Helvetica-Bold", fontSize=22, leading=27, spaceAfter=7),
    "h2": ParagraphStyle(
        "h2", fontName="Helvetica-Bold", fontSize=13, leading=16, spaceBefore=7, spaceAfter=4, keepWithNext=1
    ),
}
WIDEST, HIGHEST = 88.0, 54.0  # millimetres of a picture
MARKUP = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>", "softbreak": " "}


class Drawing(Flowable):  # type: ignore[misc]  # ReportLab has no types
    """A picture between paragraphs."""

    def __init__(self, drawing: str, box: Box) -> None:
        super().__init__()
        scale = min(WIDEST / box.width, HIGHEST / box.height) * mm
        self.drawing, self.box = drawing, box
        self.width, self.height, self.hAlign = box.width * scale, box.height * scale, "CENTER"

    def draw(self) -> None:
        """Draw it where the page has put us."""
        Artist(self.canv).draw(self.drawing, self.box, 0, 0, self.width)


def flowables(game: Game, lang: Language) -> list[Any]:
    """Set the rules; sections with tables or code are about this program, and stay out."""
    story: list[Any] = []
    for section in _sections(rule_text.markdown().parse(game.rule_text(lang))):
        if not any(token.type in ("table_open", "fence") for token in section):
            story += _set(section, game, lang)
    return story


def _sections(tokens: list[Token]) -> Iterator[list[Token]]:
    section: list[Token] = []
    for token in tokens:
        if token.type == "heading_open" and section:
            yield section
            section = []
        section.append(token)
    yield section


def _set(section: list[Token], game: Game, lang: Language) -> Iterator[Any]:
    depth = 0
    for place, token in enumerate(section):
        depth += {"list_item_open": 1, "list_item_close": -1}.get(token.type, 0)
        if token.type != "inline":
            continue
        around = section[place - 1]
        example = rule_text.example_in(section[place - 1 : place + 2])
        if around.type == "heading_open":
            yield Paragraph(inline(token), HEADINGS.get(around.tag, HEADINGS["h2"]))
        elif example is not None:
            yield _example(rule_text.example(game, example[0]), example[1], lang)
        elif depth:
            yield Paragraph(inline(token), DEEPER if depth > 1 else CLAUSE, bulletText="•")
        else:
            yield Paragraph(inline(token), TEXT)


def inline(token: Token) -> str:
    """Write a line of Markdown in ReportLab's own markup."""
    parts = []
    for child in token.children or []:
        if child.type == "code_inline":
            parts.append(f'<font face="Courier">{plain(child.content)}</font>')
        else:
            parts.append(MARKUP.get(child.type, plain(child.content)))
    return "".join(parts)


def plain(text: str) -> str:
    """Write a text with the letters that every PDF reader has, made harmless for ReportLab's markup."""
    for sign, instead in (("→", "->"), ("−", "-"), ("≥", ">="), ("≤", "<=")):
        text = text.replace(sign, instead)
    return html.escape(text.encode("cp1252", "replace").decode("cp1252"))


def _example(match: Match, caption: str, lang: Language) -> Any:
    """Draw where an example leads."""
    said, draw = Paragraph(plain(caption), CAPTION), PICTURE.of(match.game)
    if draw is None:
        return said
    picture = draw(match.current, match.entries, Speaker(NAMES[: match.players], lang))
    x, y, width, height = picture.box
    ground = svg.tag("rect", x=x, y=y, width=width, height=height, rx=10, fill=picture.ground)
    parts = "".join(part.drawing for part in sorted(picture.parts, key=lambda part: part.depth))
    return KeepTogether([Spacer(0, 2 * mm), Drawing(ground + parts, picture.box), Spacer(0, 1.5 * mm), said])
