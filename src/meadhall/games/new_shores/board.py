"""The table of Off to New Shores! in a terminal.

A coaster is three lines. The outer two are its fields, filled with the pattern of their kind; the
middle line and the middle column are the borders between them: patterned where both sides are of
one kind, so that landscapes read as one, and blank where they differ. Marks sit on their border.

    ┌.H1.. ^^3-^┐      NW  N  NE
    │  #   ^^o^^│      W beer  E
    └~~~~~ ^^^^^┘      SW  S  SE
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from typing import Any

from rich.text import Text

from meadhall.core.game import Language

from .coasters import ARROWS, FIELDS, KINDS, SPOTS, kinds, turned

Lines = list[Text]
Place = tuple[int, int]
Sign = tuple[str, str]  # and its style
Thing = Mapping[str, Any]  # a view, or a coaster, mark or token of it

MOST_LINES = 18
FIELD_WIDTHS = (5, 4, 3)  # 3 is a token and a sign of the kind below it
GAP = "   "
AROUND = {spot: [f for f in FIELDS if spot in (f, *f, "middle")] for spot in (*SPOTS, "middle")}
DIE = {"horizontal": "-", "vertical": "|"}
INK, BONE, GOLD, FAINT = "#1d1411", "#fff9ea", "#f4b93e", "dim"
PATTERNS = {"land": ".", "forest": "^", "water": "~"}
GROUNDS = {"land": "#a5822e on #f3cf6d", "forest": "#69ad87 on #2e6b47", "water": "#2a7391 on #63b3d1"}
DOUBLED = {"land": f"{INK} on #ffe27a", "forest": "#ffe27a on #1b4a30", "water": f"{INK} on #a6e1f5"}
CARD, COIN, BRIGHT = f"bold {INK} on {BONE}", f"bold {INK} on {GOLD}", f"bold {GOLD}"
VIKINGS = (("H1", f"bold {BONE} on #c2301f"), ("H2", f"bold {BONE} on #1f55a0"), ("H3", CARD))
SIGNS = {
    "gold": ("o", COIN), "shield": ("#", f"bold {BONE} on #5a4336"), "skull": ("x", f"bold {BONE} on {INK}"),
    "beer": ("B", CARD), "token": ("$", COIN),
}  # fmt: skip
WORDS = {
    "land": ("land", "Land"), "forest": ("forest", "Wald"), "water": ("water", "Wasser"),
    "gold": ("gold: 1 point", "Gold: 1 Punkt"), "shield": ("shield: fields count", "Schild: Felder zählen"),
    "skull": ("skull: no token", "Schädel: kein Plättchen"),
    "upright": ("(beer stands upright)", "(Bier steht aufrecht)"),
    "beer": ("beer", "Bier"), "token": ("gold token", "Goldplättchen"), "turn": ("turn", "Drehung"),
    "viking": ("Viking of player 1", "Wikinger von Spieler 1"), "spilt": ("spilt", "verschüttet"),
    "die": ("die: row, column", "Würfel: Reihe, Spalte"), "rolled": ("die rolled:", "gewürfelt:"),
    "newest": ("just laid", "eben gelegt"), "twice": ("counts double", "zählt doppelt"),
    "pile": ("coasters to draw:", "Deckel im Stapel:"),
    "empty": ("No coaster yet. The table is dry.", "Noch kein Deckel. Der Tisch ist trocken."),
}  # fmt: skip


def draw(view: Thing, names: Sequence[str], lang: Language, width: int, *, actor: int | None = None) -> Text:
    """Draw the table, the coaster in hand and the players, as large as they fit."""
    german = lang == "de"
    players, legend = _players(view, names, german, actor), _legend(view, german)
    hands = [_hand(view, german, actor, across) for across in (4, 2, 1)]
    whole = [w for w in FIELD_WIDTHS if _width(_band(view, _columns(view), w)) <= width] if _columns(view) else []
    tables = [_table(view, german, width, field_width) for field_width in whole or FIELD_WIDTHS[-1:]]
    layouts = [list(_layouts(table, hands, players, legend, width)) for table in tables]
    fitting = (lines for ways in layouts for lines in ways if len(lines) <= MOST_LINES)
    # where nothing fits, what is in hand stands at the foot, beside the prompt, and the top scrolls away
    lines = next(fitting, min((ways[-1] for ways in layouts), key=len))
    return Text(no_wrap=True).join(line + Text("\n") for line in lines)


def _layouts(table: Lines, hands: list[Lines], players: Lines, legend: Lines, width: int) -> Iterator[Lines]:
    """Arrange everything in all ways that fit the width, the most pleasant first."""
    room = width - _width(table) - len(GAP)
    for hand in hands:
        side = [*players, Text(), *hand] if hand else players
        for right, below in (
            (side, _flow(legend, width)),
            ([*side, Text(), *_flow(legend, room)], []),
            (hand, _flow(players, width) + _flow(legend, width)),
        ):
            if right and _width(right) <= room:
                yield _beside(table, right) + below
    low = next((hand for hand in hands if _width(hand) <= width), hands[-1])
    foot = _beside(low, players) if low else _flow(players, width)
    yield table + (foot if _width(foot) <= width else low + _flow(players, width)) + _flow(legend, width)


def _table(view: Thing, german: bool, width: int, field_width: int) -> Lines:
    """Draw all coasters at their places; a table wider than the terminal comes in several bands."""
    columns = _columns(view)
    lines: Lines = [] if columns else [Text(WORDS["empty"][german])]
    while columns:
        bands = [_band(view, columns[: i + 1], field_width) for i in range(len(columns))]
        most = max([1, *(i + 1 for i, band in enumerate(bands) if _width(band) <= width)])
        lines, columns = lines + bands[most - 1], columns[most:]
    return lines


def _band(view: Thing, columns: Sequence[int], field_width: int) -> Lines:
    """Draw some columns of the table."""
    laid = {_place(coaster): coaster for coaster in view["laid"] if _place(coaster)[0] in columns}
    free = {place for place in _free(view) if place[0] in columns}
    canvas = _Canvas(field_width, max(map(_gap, laid.values()), default=1))
    grid = _Grid(laid, free, canvas.wide)
    for x, left in grid.lefts.items():
        canvas.write(left, 0, str(x).center(grid.widths[x]), FAINT)
    for y, middle in grid.middles.items():
        canvas.write(0, middle, f"{y:>{grid.margin}}", FAINT)
    for x, y in free:
        canvas.write(grid.lefts[x], grid.middles[y], f"{x},{y}".center(grid.widths[x]), FAINT)
    for x, y in sorted(laid):
        tokens = {token["field"]: token for token in view["tokens"] if _place(token) == (x, y)}
        left, top = grid.lefts[x], grid.middles[y] - 1
        canvas.frame(left, top, "┬│┴" if (x - 1, y) in laid else "┌│└", "┐│┘", FAINT)
        twice = _twice(view["doubled"], x, y) if view["doubled"] else []
        canvas.coaster(left, top, laid[x, y], tokens, twice)
    for x, y in _newest(view) & laid.keys():
        canvas.frame(grid.lefts[x], grid.middles[y] - 1, "╔║╚", "╗║╝", BRIGHT)
    if view["doubled"]:
        _mark_doubled(canvas, grid, **view["doubled"])
    return canvas.lines()


class _Grid:
    """Where the places come on the canvas; rows and columns of nothing but free ones are small."""

    def __init__(self, laid: Mapping[Place, Thing], free: set[Place], wide: int) -> None:
        self.margin = max(2, *(len(str(y)) for _, y in [*laid, *free]))
        names = {x: max(len(f"{x},{y}") for column, y in free if column == x) for x, _ in free}
        self.widths = dict(sorted((names | {x: wide for x, _ in laid}).items()))
        *lefts, self.right = accumulate((w + 1 for w in self.widths.values()), initial=self.margin + 2)
        self.lefts = dict(zip(self.widths, lefts, strict=True))
        heights = dict(sorted(({y: 1 for _, y in free} | {y: 3 for _, y in laid}).items(), reverse=True))
        *tops, self.bottom = accumulate(heights.values(), initial=1)
        self.middles = {y: top + heights[y] // 2 for y, top in zip(heights, tops, strict=True)}


def _mark_doubled(canvas: _Canvas, grid: _Grid, number: int, arrow: str, line: int) -> None:
    """Write x2 at both ends of the doubled row or column."""
    place, second = divmod(line, 2)
    if arrow == "horizontal" and place in grid.middles:
        for left in (0, grid.right):
            canvas.write(left, grid.middles[place] + (-1 if second else 1), "x2", BRIGHT)
    elif arrow == "vertical" and place in grid.lefts:
        halves = (grid.lefts[place], grid.lefts[place] + canvas.wide - canvas.field_width)
        canvas.write(grid.lefts[place], 0, " " * canvas.wide, FAINT)
        canvas.write(halves[1 - second], 0, str(place).center(canvas.field_width), FAINT)
        for top in (0, grid.bottom):
            canvas.write(halves[second], top, "x2".center(canvas.field_width), BRIGHT)


def _hand(view: Thing, german: bool, actor: int | None, across: int) -> Lines:
    """Draw the coaster in hand in the turns that it can be laid in."""
    if view["hand"] is None:
        return []
    coaster = next(coaster for coaster in view["coasters"] if coaster["id"] == view["hand"])
    turns = [view["seats"][actor]] if coaster["beer"] and actor is not None else list(range(4))
    canvas = _Canvas(FIELD_WIDTHS[-1], _gap(coaster))
    for i, turn in enumerate(turns):
        left, top = (canvas.wide + 3) * (i % across) + 1, 4 * (i // across)
        upright = f" {WORDS['upright'][german]}" if len(turns) == 1 else ""
        canvas.write(left - 1, top, f"{WORDS['turn'][german]} {turn}{upright}", FAINT)
        canvas.frame(left, top + 1, "┌│└", "┐│┘", FAINT)
        canvas.coaster(left, top + 1, _lying(coaster, turn), {}, [])
    return canvas.lines()


def _players(view: Thing, names: Sequence[str], german: bool, actor: int | None) -> Lines:
    """List who has what left, then the pile or the die."""
    lines, longest = [], min(12, max(len(name) for name in names))
    for player, name in enumerate(names):
        left = "H" * view["hagars_left"][player] + "$" * view["gold_left"][player]
        spilt = f" {WORDS['spilt'][german]} {'B' * view['spilt'][player]}" if view["spilt"][player] else ""
        has = f" {name[:longest]:<{longest}} {left or '-'}{spilt}"
        lines.append(Text.assemble("> " if player == actor else "  ", VIKINGS[player], has))
    what, number = ("rolled", view["die"]) if view["die"] else ("pile", view["to_draw"])
    return [*lines, Text(f"  {WORDS[what][german]} {number}")]


def _legend(view: Thing, german: bool) -> Lines:
    """Say what the signs mean."""
    signs = [(PATTERNS[kind], GROUNDS[kind], kind) for kind in KINDS]
    signs += [(sign, style, name) for name, (sign, style) in SIGNS.items()]
    signs += [(*VIKINGS[0], "viking"), ("3- 3|", CARD, "die")]
    signs += [("║", BRIGHT, "newest")] if _newest(view) else []
    signs += [("x2", BRIGHT, "twice")] if view["doubled"] else []
    return [Text.assemble((sign, style), f" {WORDS[name][german]}") for sign, style, name in signs]


class _Canvas:
    """Characters with their styles by column and line, and how wide coasters are drawn."""

    def __init__(self, field_width: int, gap: int) -> None:
        self.field_width, self.gap, self.wide = field_width, gap, 2 * field_width + gap
        self.spots: dict[tuple[int, int], Sign] = {}

    def write(self, left: int, line: int, text: str, style: str) -> None:
        """Write over what stood there before."""
        for i, char in enumerate(text):
            self.spots[left + i, line] = char, style

    def frame(self, left: int, top: int, west: str, east: str, style: str) -> None:
        """Draw the two sides of a coaster."""
        for i in range(3):
            self.write(left - 1, top + i, west[i], style)
            self.write(left + self.wide, top + i, east[i], style)

    def coaster(self, left: int, top: int, coaster: Thing, tokens: Thing, twice: Sequence[str]) -> None:
        """Draw a coaster as it lies: the ground of its fields and borders, and what is on them."""
        for spot, fields in AROUND.items():
            column = left + {"W": 0, "E": self.field_width + self.gap}.get(spot[-1], self.field_width)
            line = top + {"N": 0, "S": 2}.get(spot[0], 1)
            size = self.field_width if spot[-1] in "WE" else self.gap
            kind = coaster["fields"][fields[0]]
            one = all(coaster["fields"][field] == kind for field in fields)
            styles = DOUBLED if all(field in twice for field in fields) else GROUNDS
            self.write(column, line, (PATTERNS[kind] if one else " ") * size, styles[kind])
            self.signs(column, line, size, _signs(coaster, spot, tokens))

    def signs(self, left: int, line: int, size: int, signs: list[Sign]) -> None:
        """Write signs into the middle of a spot; those that would hide all of its ground are left out."""
        while (total := sum(len(sign) for sign, _ in signs)) >= size and len(signs) > 1:
            signs = signs[:-1]
        apart = int(total + len(signs) - 1 <= size)
        left += (size - total - apart * (len(signs) - 1)) // 2
        for sign, style in signs:
            self.write(left, line, sign, style)
            left += len(sign) + apart

    def lines(self) -> Lines:
        """Give what was written, line by line."""
        lines = [Text() for _ in range(1 + max(line for _, line in self.spots))]
        for column, line in sorted(self.spots):
            lines[line].append(" " * (column - len(lines[line]))).append(*self.spots[column, line])
        return lines


def _place(thing: Thing) -> Place:
    x, y = thing["at"]
    return x, y


def _free(view: Thing) -> set[Place]:
    """Find the empty places beside a coaster, or the middle of an empty table, while one is in hand."""
    laid = set(map(_place, view["laid"]))
    beside = {(x + dx, y + dy) for x, y in laid for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return (beside - laid or {(0, 0)}) if view["hand"] else set()


def _columns(view: Thing) -> list[int]:
    return sorted({x for x, _ in [*map(_place, view["laid"]), *_free(view)]})


def _gap(coaster: Thing) -> int:
    """Count the columns that the marks between a coaster's west and east need."""
    spots = [mark["on"] for mark in coaster["marks"]]
    return max(1, *(2 * spots.count(side) - 1 for side in "NESW"))


def _lying(coaster: Thing, turn: int) -> Thing:
    """Turn a coaster of the set, its fields and marks."""
    fields = {FIELDS[turned(field, turn)]: KINDS[kind] for field, kind in enumerate(kinds(coaster))}
    marks = [{**mark, "on": SPOTS[turned(SPOTS.index(mark["on"]), turn)]} for mark in coaster["marks"]]
    for mark in marks:
        if mark["is"] == "die":
            mark["arrow"] = ARROWS[ARROWS.index(mark["arrow"]) ^ (turn & 1)]
    return {**coaster, "fields": fields, "marks": marks}


def _signs(coaster: Thing, spot: str, tokens: Thing) -> list[Sign]:
    """List the signs on a field, on a border or in the middle, what matters most first."""
    signs = [SIGNS["beer"]] if coaster["beer"] and spot == "middle" else []
    if spot in tokens:
        signs.append(SIGNS["token"] if tokens[spot]["is"] == "gold" else VIKINGS[tokens[spot]["player"]])
    marks = [mark for mark in coaster["marks"] if mark["on"] == spot]
    return signs + [SIGNS.get(m["is"]) or (f"{m['number']}{DIE[m['arrow']]}", CARD) for m in marks]


def _twice(doubled: Thing, x: int, y: int) -> list[str]:
    """List the fields of a place that lie on the doubled row or column."""
    letter, at = ("E", x) if doubled["arrow"] == "vertical" else ("N", y)
    return [field for field in FIELDS if 2 * at + (letter in field) == doubled["line"]]


def _newest(view: Thing) -> set[Place]:
    """Find the coaster laid last, while coasters are being laid."""
    return set(map(_place, view["laid"][-1:])) if view["phase"] in ("draw", "lay", "token") else set()


def _width(lines: Lines) -> int:
    return max((line.cell_len for line in lines), default=0)


def _beside(left: Lines, right: Lines) -> Lines:
    """Put a block to the right of another."""
    wide, pairs = _width(left), zip_longest(left, right, fillvalue=Text())
    return [Text.assemble(a, " " * (wide - a.cell_len) + GAP, b) if b else a for a, b in pairs]


def _flow(items: Lines, width: int) -> Lines:
    """Put items one after the other, in as many lines as they need."""
    lines = items[:1]
    for item in items[1:]:
        if lines[-1].cell_len + 2 + item.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], "  ", item)
        else:
            lines.append(item)
    return lines
