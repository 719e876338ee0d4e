"""Our own SVG on paper: what render/svg.py writes and the sprite holds, drawn with ReportLab."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

from reportlab.lib.colors import Color, toColor
from reportlab.pdfgen.pathobject import PDFPathObject

from .. import svg
from ..picture import Box
from . import path
from .path import Strokes

NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+)")
STEP = re.compile(r"(\w+)\(([^)]*)\)")
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
BOLD = 600  # the least weight of a bold font
FONTS = {False: "Helvetica", True: "Helvetica-Bold"}


@dataclass(frozen=True)
class Pen:
    """How things are drawn, as elements inherit it from those around them."""

    fill: str = "#000000"
    stroke: str = "none"
    width: float = 1.0
    opacity: float = 1.0
    colour: str = "#000000"
    dashes: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    size: float = 12.0
    weight: int = 400
    anchor: str = "start"

    def over(self, element: ElementTree.Element) -> Pen:
        """Take on what an element says."""
        get = element.get
        said: dict[str, Any] = {}
        for name, key in (("fill", "fill"), ("stroke", "stroke"), ("color", "colour"), ("text-anchor", "anchor"),
                          ("stroke-linecap", "cap"), ("stroke-linejoin", "join")):  # fmt: skip
            if get(name) is not None:
                said[key] = get(name)
        for name, key in (("stroke-width", "width"), ("font-size", "size")):
            if get(name) is not None:
                said[key] = float(get(name, "0"))
        if get("opacity") is not None:
            said["opacity"] = self.opacity * float(get("opacity", "1"))
        if get("font-weight") is not None:
            said["weight"] = int(get("font-weight", "400"))
        if get("stroke-dasharray") is not None:
            said["dashes"] = numbers(get("stroke-dasharray", ""))
        return replace(self, **said)


def numbers(text: str) -> tuple[float, ...]:
    """Read a row of numbers."""
    return tuple(float(number) for number in NUMBER.findall(text))


class Artist:
    """Draws SVG on a canvas of ReportLab's."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self._parts: dict[str, ElementTree.Element] = {}

    def draw(self, drawing: str, box: Box, x: float, y: float, width: float) -> None:
        """Draw so that the box is so wide, in points, its lower left corner at a place of the page."""
        text = f"<svg>{svg.defs(drawing)}{drawing}</svg>"
        root = ElementTree.fromstring(text)
        self._parts |= {str(one.get("id")): one for one in root.iter() if one.get("id")}
        scale = width / box.width
        self.canvas.saveState()
        self.canvas.transform(scale, 0, 0, -scale, x - scale * box.x, y + scale * (box.y + box.height))
        self._children(root, Pen())
        self.canvas.restoreState()

    def _children(self, element: ElementTree.Element, pen: Pen) -> None:
        for child in element:
            if child.tag not in ("defs", "symbol", "pattern", "title"):
                self._element(child, pen)

    def _element(self, element: ElementTree.Element, pen: Pen) -> None:
        self.canvas.saveState()
        self._transform(element.get("transform", ""))
        pen = pen.over(element)
        if element.tag == "g":
            self._children(element, pen)
        elif element.tag == "use":
            self._use(element, pen)
        elif element.tag == "text":
            self._text(element, pen)
        else:
            self._shape(outline(element), pen, element.get("paint-order") == "stroke")
        self.canvas.restoreState()

    def _transform(self, text: str) -> None:
        for name, inside in STEP.findall(text):
            values = numbers(inside)
            if name == "translate":
                self.canvas.translate(values[0], values[1] if len(values) > 1 else 0)
            elif name == "scale":
                self.canvas.scale(values[0], values[-1])
            elif name == "rotate":
                cx, cy = values[1:] or (0, 0)
                self.canvas.translate(cx, cy)
                self.canvas.rotate(values[0])  # the page stands on its head, so this is clockwise
                self.canvas.translate(-cx, -cy)

    def _use(self, element: ElementTree.Element, pen: Pen) -> None:
        """Fit a symbol into its place, in the middle where the shapes differ."""
        symbol = self._parts[element.get("href", "")[1:]]
        x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        left, top, wide, high = numbers(symbol.get("viewBox", ""))
        scale = min(width / wide, height / high)
        self.canvas.translate(x + (width - scale * wide) / 2, y + (height - scale * high) / 2)
        self.canvas.scale(scale, scale)
        self.canvas.translate(-left, -top)
        self._children(symbol, pen)

    def _text(self, element: ElementTree.Element, pen: Pen) -> None:
        canvas, text = self.canvas, element.text or ""
        font = FONTS[pen.weight >= BOLD]
        wide = canvas.stringWidth(text, font, pen.size)
        back = {"middle": wide / 2, "end": wide}.get(pen.anchor, 0)
        canvas.translate(float(element.get("x", "0")) - back, float(element.get("y", "0")))
        canvas.scale(1, -1)
        canvas.setFillColor(self._colour(pen.fill, pen))
        canvas.setFillAlpha(pen.opacity)
        canvas.setFont(font, pen.size)
        canvas.drawString(0, 0, text)

    def _shape(self, strokes: Strokes, pen: Pen, stroke_first: bool) -> None:
        if not strokes:
            return
        fills = pen.fill != "none"
        strokes_too = pen.stroke != "none" and pen.width > 0
        if pen.fill.startswith("url("):
            self._fill_with_pattern(strokes, pen)
            fills = False
        if fills:
            self.canvas.setFillColor(self._colour(pen.fill, pen))
            self.canvas.setFillAlpha(pen.opacity)
        if strokes_too:
            self._take(pen)
        if stroke_first and fills and strokes_too:
            self.canvas.drawPath(_on_paper(strokes), stroke=1, fill=0)
            strokes_too = False
        if fills or strokes_too:
            self.canvas.drawPath(_on_paper(strokes), stroke=int(strokes_too), fill=int(fills))

    def _take(self, pen: Pen) -> None:
        canvas = self.canvas
        canvas.setStrokeColor(self._colour(pen.stroke, pen))
        canvas.setStrokeAlpha(pen.opacity)
        canvas.setLineWidth(pen.width)
        canvas.setLineCap(CAPS[pen.cap])
        canvas.setLineJoin(JOINS[pen.join])
        canvas.setDash(list(pen.dashes))

    @staticmethod
    def _colour(text: str, pen: Pen) -> Color:
        return _ink(pen.colour if text == "currentColor" else text)

    def _fill_with_pattern(self, strokes: Strokes, pen: Pen) -> None:
        """Tile an outline with a pattern: each part of it in one go for all tiles, so that no seams show."""
        tile = self._parts[pen.fill[5:-1]]
        ground = tile[0] if tile[0].tag == "rect" else None
        width, height = float(tile.get("width", "1")), float(tile.get("height", "1"))
        left, top, right, bottom = path.bounds(strokes)
        self.canvas.saveState()
        self.canvas.clipPath(_on_paper(strokes), stroke=0, fill=0)
        if ground is not None:
            self._shape(strokes, Pen(opacity=pen.opacity).over(ground), False)
        turn = tile.get("patternTransform", "")
        if turn:
            angle = math.radians(-numbers(turn)[0])
            corners = [(x, y) for x in (left, right) for y in (top, bottom)]
            xs = [x * math.cos(angle) - y * math.sin(angle) for x, y in corners]
            ys = [x * math.sin(angle) + y * math.cos(angle) for x, y in corners]
            left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
            self._transform(turn)
        places = tuple(
            (column * width, row * height)
            for row in range(math.floor(top / height), math.ceil(bottom / height))
            for column in range(math.floor(left / width), math.ceil(right / width))
        )
        for part in tile:
            if part is not ground:
                whole = path.repeated(outline(part), places)
                self._shape(whole, Pen(opacity=pen.opacity).over(part), False)
        self.canvas.restoreState()


@lru_cache(maxsize=256)
def _ink(colour: str) -> Color:
    return toColor("#" + "".join(2 * digit for digit in colour[1:]) if len(colour) == 4 else colour)


@lru_cache(maxsize=2048)  # the same few drawings make nearly all of every game, whoever's coasters it has
def _on_paper(strokes: Strokes) -> PDFPathObject:
    """Write an outline as PDF does."""
    drawn = PDFPathObject()
    for stroke in strokes:
        if not stroke.points:
            drawn.close()
        elif len(stroke.points) == 3:
            (a, b), (c, d), (x, y) = stroke.points
            drawn.curveTo(a, b, c, d, x, y)
        else:
            (drawn.moveTo if stroke.jump else drawn.lineTo)(*stroke.points[0])
    return drawn


def outline(element: ElementTree.Element) -> Strokes:
    """Give the outline of a shape."""

    def of(name: str) -> float:
        return float(element.get(name, "0"))

    if element.tag == "path":
        return path.read(element.get("d", ""))
    if element.tag == "rect":
        return path.rectangle(of("x"), of("y"), of("width"), of("height"), of("rx"))
    if element.tag == "circle":
        return path.ellipse(of("cx"), of("cy"), of("r"), of("r"))
    if element.tag == "ellipse":
        return path.ellipse(of("cx"), of("cy"), of("rx"), of("ry"))
    raise ValueError(f"our drawings have no <{element.tag}>")
