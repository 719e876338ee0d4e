"""The sea of Land Ahoy! as a picture: coasters, islands and their treasure, what the dice point at.

A field is 60 units wide; letters are columns from the left, numbers rows from the bottom, as on the chart in the
browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from meadhall.core.match import Entry
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker
from meadhall.render import svg
from meadhall.render.picture import CRESTS, Box, Part, Picture, Seat, Thing
from meadhall.render.print_pieces import PIPS

View = Mapping[str, Any]

CELL = 60
BOX = Box(-30, -14, 396, 458)  # the dice lie below the sea
COASTERS, LIT, SHIP, ISLANDS, CREW, RETICLE, EDGE, DICE = range(8)  # what lies above what
BLOBS = (
    "M8 30Q6 12 24 8 44 2 53 17 60 34 50 47 38 58 22 53 9 48 8 30Z",
    "M7 28Q10 9 30 7 50 7 54 24 57 42 44 50 28 58 14 49 6 42 7 28Z",
    "M9 22Q16 5 34 8 54 12 53 32 52 52 32 53 12 54 8 40 6 30 9 22Z",
)
FACES = {"hagar": "chief", "sven": "lucky", "helga": "helga", "dragon": "dragon", "none": "nameless"}
TOKENS = {"sven": "t-lucky", "hagar": "t-chief"}
CROSS = {"stroke": "bone", "stroke_width": 0.9, "stroke_dasharray": "1.5 4", "opacity": 0.55}
CORNERS = {"NW": (0, 0), "NE": (CELL, 0), "SW": (0, CELL), "SE": (CELL, CELL)}  # of the fields of a coaster
ROLL = re.compile(r"(?:roll|sven \d) (\d) (\d)$")
AWAY = {"x2": Thing(note="×2"), "dragon": Thing("dragon")}


def draw(position: Position, past: Sequence[Entry], speaker: Speaker) -> Picture:
    """Draw the sea, the dice as they fell last, and what everybody has."""
    table, scores = position.game.view(position), position.game.scores(position.state, position.setup.players)
    parts = [Part(COASTERS, _coaster(place)) for place in range(len(table["board"]))]
    red, black = table["dice"]["red"], table["dice"]["black"]
    lit = (red, black) if table["field"] else (None, None)
    if table["field"]:
        parts.append(Part(LIT, _lit(red, black)))
        parts.append(Part(RETICLE, _reticle(*_middle(table["field"]))))
    if table["ship"] is not None:
        x, y = _coaster_corner(table["ship"])
        parts.append(Part(SHIP, svg.use("ship", x + 8, y + 4, 104)))
    ended = table["phase"] in ("over", "luck")
    for island in table["islands"]:
        landed = island["name"] == table["landed"] and not ended
        parts.append(Part(ISLANDS, _island(island, table, landed)))
        if landed:
            x, y = _corner(island["name"])
            parts.append(Part(CREW, svg.use(f"viking-{CRESTS[table['player']]}", x - 4, y - 8, 26)))
    parts += [Part(EDGE, _edge(number, lit)) for number in range(1, 7)]
    if dice := _dice(table, past):
        parts.append(Part(DICE, dice))
    seats = tuple(_seat(table, seat, points) for seat, points in enumerate(scores))
    return Picture(BOX, "well", tuple(parts), seats)


def _seat(table: View, seat: int, points: int | float) -> Seat:
    things = [Thing(token_sign(token)) for token in table["hands"][seat]]
    for slot in ("x2", "dragon"):
        put = table[slot]
        if put and put["player"] == seat:
            things += [Thing(token_sign(put["token"])), AWAY[slot]]
    return Seat(CRESTS[seat], str(points), tuple(things))


def token_sign(token: int | str) -> str:
    """Name the drawing of a treasure token."""
    return TOKENS.get(str(token), f"t-{token}")


def _corner(field: str) -> tuple[int, int]:
    return "abcdef".index(field[0]) * CELL, (6 - int(field[1])) * CELL


def _middle(field: str) -> tuple[int, int]:
    x, y = _corner(field)
    return x + CELL // 2, y + CELL // 2


def _coaster_corner(place: int) -> tuple[int, int]:
    return place % 3 * 2 * CELL, (2 - place // 3) * 2 * CELL


@cache
def _coaster(place: int) -> str:
    x, y = _coaster_corner(place)
    card = {"x": 1, "width": 118, "rx": 10}
    return svg.group([
        svg.tag("rect", y=1.5, height=119, fill="edge", **card),
        svg.tag("rect", y=1, height=117, fill=svg.pattern("sea"), stroke="line", stroke_width=1.8, **card),
        svg.tag("path", d="M60 3v113M3 60h114", **CROSS),
    ], transform=f"translate({x} {y})")  # fmt: skip


def printed(coaster: View, number: int) -> str:
    """Draw a coaster as it is printed: its sea, and the ship or an island with spaces for treasure."""
    card = {"width": 120, "height": 120, "rx": 10, "stroke": "line", "stroke_width": 1.8}
    drawn = [
        svg.tag("rect", fill=svg.pattern("sea"), **card),
        svg.tag("path", d="M60 3v114M3 60h114", **CROSS),
    ]
    if coaster["ship"]:
        drawn.append(svg.use("ship", 8, 6, 104))
    corners = [CORNERS[where] for where in coaster["island"]]
    for x, y in corners[1:]:
        drawn.append(svg.tag("circle", cx=x + 30, cy=y + 30, r=22, fill="sand", stroke="line", stroke_width=2))
    if corners:
        x, y = corners[0]
        drawn.append(svg.group(_land(coaster, BLOBS[number % 3]), transform=f"translate({x} {y})"))
    return "".join(drawn)


def _land(coaster: View, blob: str) -> list[str]:
    slotted, spaces = coaster["portrait"] in ("helga", "dragon"), coaster["treasures"]
    left, top, size = (5, 3, 40) if slotted or spaces == 1 else (10, 3, 40) if spaces else (7, 6, 46)
    plate = [_plate(coaster["portrait"], {"x2": None, "dragon": None})] if slotted else []
    return [
        svg.tag("path", d=blob, fill="sand", stroke="bone", stroke_width=7, stroke_linejoin="round"),
        svg.tag("path", d=blob, fill="sand", stroke="line", stroke_width=2),
        svg.use(FACES[coaster["portrait"]], left, top, size),
        *plate,
        *(svg.tag("circle", cx=x + wide / 2, cy=y + wide / 2, r=wide / 2 - 2, fill="bone", **SPACE)
          for x, y, wide in _spots(spaces)),
    ]  # fmt: skip


@cache
def _lit(red: int, black: int) -> str:
    """Light the column and the row that the dice name."""
    return svg.group([
        svg.tag("rect", x=CELL * (red - 1) + 2, y=2, width=56, height=356, rx=9, fill=svg.pattern("col-lit")),
        svg.tag("rect", x=2, y=CELL * (6 - black) + 2, width=356, height=56, rx=9, fill=svg.pattern("row-lit")),
    ], stroke="signal", stroke_width=2.4)  # fmt: skip


@cache
def _reticle(x: int, y: int) -> str:
    cross = f"M{x} {y - 24}v12m0 24v12M{x - 24} {y}h12m24 0h12"
    pens = [
        svg.group([svg.tag("circle", cx=x, cy=y, r=19), svg.tag("path", d=cross)], stroke=ink, stroke_width=wide)
        for ink, wide in (("line", 6.5), ("bone", 3))
    ]
    dot = svg.tag("circle", cx=x, cy=y, r=4, fill="signal", stroke="line", stroke_width=1.6)
    return svg.group([*pens, dot], fill="none", stroke_linecap="round")


def _island(island: View, table: View, landed: bool) -> str:
    """Draw a blob of sand with a face, its treasure at the foot; where the crew has landed, a yellow ring."""
    x, y = _corner(island["name"])
    blob = BLOBS[island["place"] % 3]
    signs = [token_sign(token) for token in island["open"]] + ["t-down"] * island["face_down"]
    slotted = island["portrait"] in ("helga", "dragon")
    bare = not slotted and not signs
    left, top, size = (7, 6, 46) if bare else (5 if slotted or len(signs) == 1 else 10, 3, 40)
    more = [_corner(field) for field in island["fields"][1:]]
    drawn = [
        *(svg.tag("circle", cx=fx - x + 30, cy=fy - y + 30, r=22, fill="sand", stroke="line", stroke_width=2)
          for fx, fy in more),
        *(svg.tag("circle", cx=30, cy=30, r=31, fill="none", stroke=ink, stroke_width=wide)
          for ink, wide in ((("line", 7), ("signal", 4)) if landed else ())),
        svg.tag("path", d=blob, fill="sand", stroke="bone", stroke_width=7, stroke_linejoin="round"),
        svg.tag("path", d=blob, fill="sand", stroke="line", stroke_width=2),
        svg.use(FACES[island["portrait"]], left, top, size),
    ]  # fmt: skip
    if slotted:
        drawn.append(_plate(island["portrait"], table))
    elif not signs and _spaces(table, island):
        drawn.append(svg.tag("circle", cx=47, cy=46, r=8, fill="sand", **SPACE))
    drawn += [svg.use(sign, sx, sy, wide) for sign, (sx, sy, wide) in zip(signs, _spots(len(signs)), strict=True)]
    return svg.group(drawn, transform=f"translate({x} {y})")


SPACE = {"stroke": "line", "stroke_width": 1.6, "stroke_dasharray": "3 2.6"}


def _spaces(table: View, island: View) -> int:
    """Count the spaces for treasure on an island, taken or not."""
    name = table["board"][island["place"]]["id"]
    return next((int(coaster.get("treasures", 0)) for coaster in table["coasters"] if coaster["id"] == name), 0)


def _spots(count: int) -> list[tuple[float, float, float]]:
    """Say where tokens lie; a set of one's own may crowd an island."""
    if count == 1:
        return [(33, 31, 25)]
    if count == 2:
        return [(5, 33, 25), (31, 33, 25)]
    across = min(5, -(-count // (2 if count > 3 else 1))) or 1
    size = min(18, 56 / across)
    rows = (count - 1) // across + 1
    return [(2 + i % across * size, 58 - size * rows + i // across * size, size) for i in range(count)]


def _plate(portrait: str, table: View) -> str:
    """Draw Helga's plate or the dragon's, with what lies on it and whose it is."""
    helga = portrait == "helga"
    put = table["x2"] if helga else table["dragon"]
    x = 37 if helga else 36
    plate = {"fill": "bone", "stroke": "line", "stroke_width": 2}
    drawn = [svg.tag("rect", x=21 if helga else 33, y=36.5, width=37 if helga else 25, height=21, rx=6, **plate)]
    if helga:
        drawn.append(svg.words("×2", 30, 51.5, 13, font_weight=800, text_anchor="middle", fill="line"))
    if put:
        drawn += [svg.use(token_sign(put["token"]), x, 37, 19), svg.use(f"seat-{CRESTS[put['player']]}", x + 8, 24, 15)]
    else:
        drawn.append(svg.tag("circle", cx=x + 9.5, cy=46.5, r=7, fill="none", **SPACE))
    return "".join(drawn)


@cache
def _edge(number: int, lit: tuple[int | None, int | None]) -> str:
    """Write a number of the red die below its column, one of the black die beside its row, and a letter above."""
    middle, row = CELL * number - 30, CELL * (6 - number) + 30
    letter = {"font_weight": 700, "text_anchor": "middle", "fill": "ink-2"}
    return svg.words("abcdef"[number - 1], middle, -3.5, 10, **letter) + "".join(
        _tag(number, x, y, ink, full, number == shown)
        for x, y, ink, full, shown in ((middle, 372, "accent", "madder", lit[0]), (-13, row, "ink", "tar", lit[1]))
    )


def _tag(number: int, x: float, y: float, ink: str, full: str, lit: bool) -> str:
    wide = 26 if lit else 20
    style = {"fill": full, "stroke": "crest", "stroke_width": 2} if lit else {"fill": "none", "stroke": ink}
    font = {"font_weight": 800, "text_anchor": "middle", "fill": "bone" if lit else ink}
    return svg.tag("rect", x=x - wide / 2, y=y - wide / 2, width=wide, height=wide, rx=6, **style) + svg.words(
        number, x, y + (5 if lit else 4.5), 15 if lit else 12.5, **font
    )


def _dice(table: View, past: Sequence[Entry]) -> str:
    """Draw the dice as they fell last; those that are about to roll again are tilted."""
    rolls = [found for entry in past[-40:] if (found := ROLL.match(entry.text))]
    if not rolls:
        return ""
    values = (int(rolls[-1][1]), int(rolls[-1][2]))
    free = [] if past[-1].text.startswith(("roll", "sven")) else table["rolling"]
    waits = table["phase"] == "roll" and table["dice"]["red"] is None  # a new turn: nothing to keep
    return "".join(
        _die(name, value, 140 + 62 * place, name in free and not waits)
        for place, (name, value) in enumerate(zip(("red", "black"), values, strict=True))
    )


@cache
def _die(name: str, value: int, x: float, free: bool) -> str:
    """Draw a die: red has round pips, black has diamonds."""
    red = name == "red"
    body = {"x": 3, "width": 58, "height": 58, "rx": 11.6, "stroke": "line", "stroke_width": 2.9}
    pips = []
    for spot in PIPS[value]:
        px, py = 17.5 + spot % 3 * 14.5, 16.5 + spot // 3 * 14.5
        diamond = f"M{px} {svg.number(py - 6.52)}l6.52 6.52 -6.52 6.52 -6.52 -6.52Z"
        pips.append(svg.tag("circle", cx=px, cy=py, r=5.22) if red else svg.tag("path", d=diamond))
    tilt = " rotate(-7 32 31)" if free else ""
    rim = {"fill": "none", "stroke": "bone", "stroke_width": 1.28, "opacity": 0.6}
    return svg.group([
        svg.tag("rect", y=6.64, fill="madder-2" if red else "#0b0605", **body),
        svg.tag("rect", y=2, fill="madder" if red else "tar", **body),
        svg.tag("rect", x=6.77, y=5.77, width=50.46, height=50.46, rx=8.7, **rim),
        svg.group(pips, fill="bone"),
    ], transform=f"translate({svg.number(x - 32)} 392) scale(.72){tilt}")  # fmt: skip


PICTURE = draw
