"""The table of Off to New Shores! as a picture: coasters, marks, tokens, and the wet ring of the last move.

A field is 36 units, a coaster 72, and north is up, as on the table in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from meadhall.core.match import Entry
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker
from meadhall.render import svg
from meadhall.render.picture import CRESTS, Box, Part, Picture, Seat, Thing

from .view import lying

View = Mapping[str, Any]

FIELD, COASTER = 36, 72
GROUNDS, BAND, RINGS, MARKS, TOKENS, NUMBERS, TWICE = range(7)  # what lies above what
CENTRES = {
    "NW": (18, 18), "NE": (54, 18), "SW": (18, 54), "SE": (54, 54), "N": (36, 18), "E": (54, 36), "S": (36, 54),
    "W": (18, 36),
}  # fmt: skip
SHAPES = {  # each field has the one rounded corner that is a corner of the coaster
    "NW": "M36 36H0V7Q0 0 7 0H36Z", "NE": "M36 36V0H65Q72 0 72 7V36Z",
    "SE": "M36 36H72V65Q72 72 65 72H36Z", "SW": "M36 36V72H7Q0 72 0 65V36Z",
}  # fmt: skip
BORDERS = (("NW", "NE", "M36 0V36"), ("SW", "SE", "M36 36V72"), ("NW", "SW", "M0 36H36"), ("NE", "SE", "M36 36H72"))
DRAWINGS = {"gold": ("coin", 15, 15), "shield": ("shield", 15, 17), "skull": ("skull", 18, 18)}
ARROWS = {"horizontal": "M-11.5 0l4-4v8ZM11.5 0l-4-4v8Z", "vertical": "M0-11.5l-4 4h8ZM0 11.5l-4-4h8Z"}
CARD = {"width": 72, "height": 72, "rx": 7, "stroke": "line"}
DIE_LINE = {"stroke": "line", "stroke_width": 1.5}
PUT = re.compile(r"(?:hagar|gold) (\w\w)$")


def draw(position: Position, past: Sequence[Entry], speaker: Speaker) -> Picture:
    """Draw the table, and the coaster in the hand of whose turn it is."""
    table, actor = position.game.view(position), position.actor
    scores = position.game.scores(position.state, position.setup.players)
    box = _box(table)
    parts = []
    if table["hand"] and actor is not None:
        box = Box(box.x, box.y, box.width + COASTER + 28, max(box.height, COASTER + 60))
        parts.append(Part(GROUNDS, _hand(table, actor, box)))
    for coaster in table["laid"]:
        x, y = _corner(coaster["at"])
        move = {"transform": f"translate({x} {y})"}
        parts.append(Part(GROUNDS, svg.group(_ground(coaster), **move)))
        parts.append(Part(MARKS, svg.group(_marks(coaster), **move)))
        if numbers := _numbers(coaster):
            parts.append(Part(NUMBERS, svg.group(numbers, **move)))
    if table["doubled"]:
        parts += _doubled(table["doubled"], box)
    parts += [
        Part(RINGS if wide > 20 else TOKENS - 0.5, _ring(x, y, wide, gone)) for x, y, wide, gone in _last(table, past)
    ]
    parts += [Part(TOKENS, _token(token)) for token in table["tokens"]]
    return Picture(box, "well", tuple(parts), tuple(_seat(table, seat, points) for seat, points in enumerate(scores)))


def _seat(table: View, seat: int, points: int | float) -> Seat:
    vikings = 3 if len(table["seats"]) == 3 else 4
    crest = CRESTS[seat]
    things = [Thing(f"viking-{crest}", faint=i >= table["hagars_left"][seat]) for i in range(vikings)]
    things.append(Thing("gold", faint=not table["gold_left"][seat]))
    if table["spilt"][seat]:
        things += [Thing("mug"), Thing(note=str(table["spilt"][seat]))]
    return Seat(crest, str(points), tuple(things))


def _corner(at: Sequence[int]) -> tuple[int, int]:
    return COASTER * at[0], -COASTER * at[1]


def _box(table: View) -> Box:
    """Take all coasters, with some room around them and no shape that is too flat."""
    corners = [_corner(coaster["at"]) for coaster in table["laid"]] or [(0, 0)]
    margin = 28
    left, top = min(x for x, _ in corners) - margin, min(y for _, y in corners) - margin
    right, bottom = max(x for x, _ in corners) + COASTER + margin, max(y for _, y in corners) + COASTER + margin
    return Box(left, top, right - left, bottom - top)


def _hand(table: View, turn: int, box: Box) -> str:
    """Draw the coaster that is to be laid, on the right, as whoever has drawn it sees it."""
    printed = next(coaster for coaster in table["coasters"] if coaster["id"] == table["hand"])
    coaster = lying(printed, table["seats"][turn] if printed["beer"] else 0)
    x, y = box.x + box.width - COASTER - 20, box.y + 40
    line = {"stroke": "ink-2", "stroke_width": 1.4, "stroke_dasharray": "5 4"}
    return svg.group([
        svg.tag("path", d=f"M{x - 18} {box.y + 10}V{box.y + box.height - 10}", **line),
        svg.use(f"seat-{CRESTS[turn]}", x + 22, y - 32, 28),
        svg.group([*_ground(coaster), *_marks(coaster), *_numbers(coaster)], transform=f"translate({x} {y})"),
    ])  # fmt: skip


def _ground(coaster: View) -> list[str]:
    """Draw the card and its fields."""
    return [svg.tag("rect", y=2.5, fill="edge", stroke_width=1.5, **CARD), *_fields(coaster)]


def _fields(coaster: View) -> list[str]:
    """Draw the four fields; an ink line runs where the kind changes."""
    fields = coaster["fields"]
    skulls = [mark["on"] for mark in coaster["marks"] if mark["is"] == "skull"]

    def borders(same: bool) -> str:
        return "".join(line for a, b, line in BORDERS if (fields[a] == fields[b]) == same)

    faint = {"stroke_width": 0.8, "stroke_dasharray": "1.5 3", "opacity": 0.6}
    return [
        *(svg.tag("path", d=shape, fill=svg.pattern(fields[where])) for where, shape in SHAPES.items()),
        *(svg.tag("path", d=SHAPES[where], fill=svg.pattern("waste")) for where in skulls),
        svg.tag("path", d=borders(True), stroke="line", **faint),
        svg.tag("path", d=borders(False), stroke="line", stroke_width=1.7),
        svg.tag("rect", fill="none", stroke_width=1.8, **CARD),
    ]


def printed(coaster: View) -> str:
    """Draw a coaster as it is printed, without the thickness of its card."""
    unturned = lying(coaster, 0)
    return "".join([*_fields(unturned), *_marks(unturned), *_numbers(unturned)])


def _marks(coaster: View) -> list[str]:
    """Draw what is printed: gold, shields, skulls, and the beer, upright for whoever laid it."""
    marks = [mark for mark in coaster["marks"] if mark["is"] in DRAWINGS]
    drawn = []
    for mark in marks:
        sign, width, height = DRAWINGS[mark["is"]]
        here = [other for other in marks if other["on"] == mark["on"]]
        x, y = CENTRES[mark["on"]]
        beside = 15 * (here.index(mark) - (len(here) - 1) / 2)
        drawn.append(svg.use(sign, x + beside - width / 2, y - height / 2, width, height))
    if coaster["beer"]:
        drawn.append(svg.group([svg.use("mug", 26.5, 25, 19.5, 22)], transform=f"rotate({90 * coaster['turn']} 36 36)"))
    return drawn


def _numbers(coaster: View) -> list[str]:
    """Draw the die numbers, each in the outer corner of its field with the arrow of its row or column."""
    drawn: list[str] = []
    before: dict[str, int] = {}
    for mark in coaster["marks"]:
        if mark["is"] != "die":
            continue
        x, y = CENTRES[mark["on"]]
        second = 20 * before.get(mark["on"], 0)
        before[mark["on"]] = before.get(mark["on"], 0) + 1
        at = f"translate({12 if x < 36 else 60} {12 + second if y < 36 else 60 - second})"
        arrow = {"stroke": "bone", "stroke_width": 2.4, "stroke_linejoin": "round", "paint_order": "stroke"}
        drawn.append(svg.group([
            svg.tag("path", d=ARROWS[mark["arrow"]], fill="line", **arrow),
            svg.tag("rect", x=-6.6, y=-6.6, width=13.2, height=13.2, rx=3, fill="bone", **DIE_LINE),
            svg.words(mark["number"], 0, 4.1, 11.5, font_weight=800, text_anchor="middle", fill="line"),
        ], transform=at))  # fmt: skip
    return drawn


def _token(token: View) -> str:
    """Draw a token, which stands towards the outer corner of its field."""
    viking = token["is"] == "hagar"
    sign = f"viking-{CRESTS[token['player']]}" if viking else "gold"
    x, y = _token_corner(token)
    return svg.use(sign, x, y, *((26, 28) if viking else (24, 24)))


def _token_corner(token: View) -> tuple[float, float]:
    left, top = _corner(token["at"])
    viking, south, east = token["is"] == "hagar", token["field"][0] == "S", token["field"][1] == "E"
    width, height = (26, 28) if viking else (24, 24)
    raised = 1 if viking and south else 0  # its beard would hang over the edge
    return left + (57 if east else 15) - width / 2, top + (57 if south else 15) - height / 2 - raised


def _last(table: View, past: Sequence[Entry]) -> list[tuple[float, float, float, bool]]:
    """Say where the last action left wet rings: x, y, radius, and whether something has gone from there."""
    text = next((entry.text for entry in reversed(past) if entry.actor >= 0), "")
    if not table["laid"]:
        return []
    newest = table["laid"][-1]["at"]
    if ">" in text:
        start, end = text.split(">")
        x, y = _corner(_place(start))
        south, east = start[-2] == "S", start[-1] == "E"
        gone = (x + FIELD * east + 18, y + FIELD * south + 18, 12, True)
        return [gone, *_around(table, _place(end), end[-2:])]
    if "/" in text:
        x, y = _corner(newest)
        return [(x + 36, y + 36, 29, False)]
    put = PUT.match(text)
    return _around(table, newest, put[1]) if put else []


def _place(text: str) -> list[int]:
    return [int(number) for number in text[:-2].split(",")]


def _around(table: View, at: Sequence[int], field: str) -> list[tuple[float, float, float, bool]]:
    """Put a ring around the token on a field."""
    for token in table["tokens"]:
        if list(token["at"]) == list(at) and token["field"] == field:
            x, y = _token_corner(token)
            return [(x + 13, y + 13.5, 16, False)]
    return []


def _ring(x: float, y: float, radius: float, gone: bool) -> str:
    dashes = "3 4" if gone else "34 5 19 4"
    circle = {"cx": x, "cy": y, "r": radius, "fill": "none", "stroke_dasharray": dashes}
    return svg.tag("circle", **circle, stroke="bone", stroke_width=5.4, opacity=0.8) + svg.tag(
        "circle", **circle, stroke="ring", stroke_width=2.6
    )


def _doubled(doubled: View, box: Box) -> list[Part]:
    """Draw the band of the doubled row or column, and ×2 at both ends."""
    vertical = doubled["arrow"] == "vertical"
    if vertical:
        x, y, width, height = Box(FIELD * doubled["line"], box.y, FIELD, box.height)
        edges = f"M{x} {y}v{height}M{x + width} {y}v{height}"
        ends = [(x + 18, box.y + 13), (x + 18, box.y + box.height - 13)]
    else:
        x, y, width, height = Box(box.x, FIELD - FIELD * doubled["line"], box.width, FIELD)
        edges = f"M{x} {y}h{width}M{x} {y + height}h{width}"
        ends = [(box.x + 16, y + 18), (box.x + box.width - 16, y + 18)]
    hatching = svg.tag(
        "pattern",
        svg.tag("rect", width=8, height=8, fill="signal", opacity=0.16)
        + svg.tag("path", d="M2 0V8", stroke="signal", stroke_width=2.4, opacity=0.75),
        id=f"{svg.PREFIX}double", width=8, height=8, patternUnits="userSpaceOnUse", patternTransform="rotate(45)",
    )  # fmt: skip
    band = [
        hatching,
        svg.tag("rect", x=x, y=y, width=width, height=height, fill=svg.pattern("double")),
        svg.tag("path", d=edges, fill="none", stroke="line", stroke_width=1.6, stroke_dasharray="7 4"),
    ]
    plates = [
        svg.tag("rect", x=ex - 13, y=ey - 10, width=26, height=20, rx=6, fill="signal", stroke="line", stroke_width=2)
        + svg.words("×2", ex, ey + 5, 14, font_weight=800, text_anchor="middle", fill="line")
        for ex, ey in ends
    ]
    return [Part(BAND, svg.group(band)), Part(TWICE, svg.group(plates))]


PICTURE = draw
