"""The Haugaz board as a picture: turf, stacks seen from above, and the wet rings of the last turn.

A step is 36 units and a1 is bottom left, as on the board in the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from meadhall.core.game import Language
from meadhall.core.match import Entry
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker
from meadhall.render import svg
from meadhall.render.picture import Box, Part, Picture, Seat, Thing

from . import view
from .words import COLOURS

STEP = 36
LEAST = 5  # smaller boards leave turf around them
TURF, RINGS, STACKS = 0.0, 1.0, 2.0  # what lies above what
WIDE, FLAT = 13.2, 8.6  # of a disc
STACKS_OF = {"en": ("stack", "stacks"), "de": ("Stapel", "Stapel")}
HIGH = {"en": "high", "de": "hoch"}
ROLES = {"en": ("sets up", "picks a colour"), "de": ("stellt auf", "wählt die Farbe")}


def draw(position: Position, past: Sequence[Entry], speaker: Speaker) -> Picture:
    """Draw the board."""
    state, lang = position.state, speaker.language
    table = view.view(state)
    size = table["size"]
    spare = (max(size, LEAST) - size) * STEP
    box = Box(-18 - spare / 2, -9 - spare / 2, STEP * size + 24 + spare, STEP * size + 27 + spare)
    parts = [Part(TURF, turf(size)), *(Part(RINGS, _ring(*_spot(point, size))) for point in last_turn(past))]
    for point, stack in table["stacks"].items():
        x, y = _spot(point, size)
        parts.append(Part(STACKS + y / 1000, _stack(x, y, stack[0], int(stack[1:]))))  # nearer ones hide others
        if point == table["placed"]:
            flag = f"M{x + 8} {y - 1}v-13l11 4-11 4"
            parts.append(Part(STACKS + (y + 1) / 1000, svg.tag("path", d=flag, fill="madder", **_line(1.5))))
    return Picture(box, "turf", tuple(parts), _seats(table["colours"], table["skyline"], lang))


def last_turn(past: Sequence[Entry]) -> list[str]:
    """Name the points of the last whole turn: where a stack was placed, and where another one went from and to."""
    texts = [entry.text for entry in past]
    ends = [number for number, text in enumerate(texts) if "-" in text or text == "pass"]
    if not ends or texts[ends[-1]] == "pass":
        return []
    before = texts[ends[-1] - 1 : ends[-1]]  # none in a match that begins with a stack just placed
    placed = [text for text in before if text[0] in "abcdefgh" and text[1:].isdigit()]
    return list(dict.fromkeys([*placed, *texts[ends[-1]].split("-")]))


def _seats(colours: list[str] | None, skyline: dict[str, list[int]], lang: Language) -> tuple[Seat, ...]:
    """Say who has which colour, how high the highest stack is, and how many there are."""
    if colours is None:
        return tuple(
            Seat(crest, "", (Thing(note=role),)) for crest, role in zip(("madder", "woad"), ROLES[lang], strict=True)
        )
    seats = []
    for colour in colours:
        heights = skyline[colour]
        many = f"{len(heights)} {STACKS_OF[lang][len(heights) != 1]}"
        note = Thing(note=f"{COLOURS[lang][colour == 'white']}, {many}")
        crest = "tar" if colour == "black" else "bone"
        seats.append(Seat(crest, str(max(heights, default=0)), (note,), HIGH[lang]))
    return tuple(seats)


def _spot(point: str, size: int) -> tuple[int, int]:
    return 18 + STEP * "abcdefgh".index(point[0]), 18 + STEP * (size - int(point[1:]))


def turf(size: int) -> str:
    """Draw lines, points and their names."""
    last = 18 + STEP * (size - 1)
    ways = range(18, last + 1, STEP)
    straight = "".join(f"M18 {at}H{last}M{at} 18V{last}" for at in ways)
    slanted = "".join(f"M{x} {y}l{STEP} {STEP}M{x + STEP} {y}l-{STEP} {STEP}" for x in ways[:-1] for y in ways[:-1])
    dots = [svg.tag("circle", cx=x, cy=y, r=3) for x in ways for y in ways]
    style = {"font_weight": 800, "text_anchor": "middle", "fill": "bone"}
    files = [svg.words("abcdefgh"[i], 18 + STEP * i, last + 31, 10.5, **style) for i in range(size)]
    ranks = [svg.words(i + 1, -9, last - STEP * i + 4, 10.5, **style) for i in range(size)]
    return "".join([
        svg.tag("path", d=straight, stroke="turf-line", stroke_width=1.6),
        svg.tag("path", d=slanted, stroke="turf-line", stroke_width=0.8, opacity=0.7),
        svg.group(dots, fill="turf-line"), *files, *ranks,
    ])  # fmt: skip


def _ring(x: int, y: int) -> str:
    dashes = {"stroke_width": 2.6, "stroke_dasharray": "62 5 30 3"}
    return svg.tag("circle", cx=x, cy=y + 3, r=17, fill="none", stroke="ring", **dashes)


@lru_cache(maxsize=256)  # from one turn to the next most of the board stays as it was
def _stack(x: int, y: int, owner: str, height: int) -> str:
    """Draw the discs of a stack; colours alternate downwards, since each raise adds the other one."""
    layer = min(4.2, 15.5 / height)
    foot = y + 3.9 + 0.381 * height * layer
    line = min(1.5, layer * 0.42)  # thin layers keep their colour
    top, left = svg.number(foot - (height - 1) * layer), svg.number(x - WIDE)
    curve = f"a{WIDE} {FLAT} 0 0 0"
    rim = f"M{left} {top}V{svg.number(foot)}{curve} {2 * WIDE} 0V{top}{curve} -{2 * WIDE} 0Z"
    other = "w" if owner == "b" else "b"
    below = [other if (height - 1 - i) % 2 else owner for i in range(height - 1)]
    discs = [_disc(x, foot - (i + 1) * layer, layer, colour, line) for i, colour in enumerate([*below, owner])]
    style = {"font_weight": 800, "text_anchor": "middle", "fill": "line" if owner == "w" else "bone"}
    return svg.group([
        svg.tag("path", d=rim, fill="none", stroke="bone", stroke_width=3.2, opacity=0.55), *discs,
        svg.words(height, x, foot - height * layer + 4.7, 11.5 if height > 9 else 13.5, **style),
    ])  # fmt: skip


def _disc(x: int, y: float, thick: float, owner: str, line: float) -> str:
    bone = owner == "w"
    side = f"M{svg.number(x - WIDE)} {svg.number(y)}v{svg.number(thick)}a{WIDE} {FLAT} 0 0 0 {2 * WIDE} 0"
    round_ = {"cx": x, "cy": y, "rx": WIDE, "ry": FLAT}
    return "".join([
        svg.tag("path", d=f"{side}v-{svg.number(thick)}Z", fill="bone-2" if bone else "tar", **_line(line)),
        svg.tag("ellipse", **round_, fill="bone" if bone else "tar", stroke="line" if bone else "bone",
                stroke_width=line if bone else min(1.1, line)),
        svg.tag("ellipse", cx=x, cy=y, rx=10.8, ry=6.7, fill="none", stroke="bone-2" if bone else "tar-2"),
    ])  # fmt: skip


def _line(width: float) -> dict[str, object]:
    return {"stroke": "line", "stroke_width": width, "stroke_linejoin": "round"}


PICTURE = draw
