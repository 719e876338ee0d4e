"""The sea of Land Ahoy! in a terminal.

A field is two lines of eight columns, and the outer columns are kept for marks. The numbers of the dice
stand at the edge: red at the top, beside the letter of its column, black on the left.

      ┌─ a/1 ───[b/2]──┬─
    6 │ LUCKY     :    │      an island, its treasure face down
      │  (?)      :    │
    5>│- - - - ┏  b5  ┓│      where the dice point, and the lit row and column
      │        ┗      ┛│
      ├────────────────┼─     the edge of a coaster
    4 │  ~     >CHIEF <│      the island that was landed on
      │      ~ >(1)(C)<│
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from meadhall.core.game import Language

Lines = list[Text]
View = Mapping[str, Any]
Island = Mapping[str, Any]

COLUMNS, ROWS = "abcdef", "123456"
WIDE, INSIDE = 8, 6  # columns of a field, and of what stands between its marks
SEA_WIDTH = 2 + 4 + 6 * WIDE
GAP, PANEL_WIDTH = 2, 24

WAVES = (
    ("  ~     ", "      ~ "), ("     ~  ", "  ~     "), ("        ", "   ~    "),
    (" ~      ", "     ~  "), ("    ~   ", "        "),
)  # fmt: skip
LIT_ROW, LIT_COLUMN = ("- - - - ", "        "), ("   :    ", "   :    ")
SHIP = ("      __|__     ", " ~   )##|##)    ", "  <\\____|____/> ", "~   \\_______/  ~")

WATER = "#7fb2d6 on #2b6c99"
LIT_WATER = "#ffe27a on #3a7fae"
FRAME = "#5a93bb on #2b6c99"
LABEL = "bold #fff9ea on #2b6c99"
HULL = "bold #fff9ea"
SAIL = "#c2301f on #fff9ea"
SAND, LIT_SAND = "on #f3cf6d", "on #ffe27a"
MARK = "bold #ffe27a on #1d1411"
FACES = {"hagar": "#a3221a", "sven": "#1f5a35", "helga": "#1f55a0", "dragon": "#0d5560", "none": "#5a4336"}
FACE_DOWN = "bold #fff9ea on #8a5a2b"
FACE_UP = "bold #1d1411 on #fff9ea"
BARE = "#5a4336"
DICE = {"red": ("bold #fff9ea on #c2301f", "┌─┐│└┘"), "black": ("bold #fff9ea on #1d1411", "╔═╗║╚╝")}
PLAYERS = ("#fff9ea on #c2301f", "#fff9ea on #1f55a0", "#1d1411 on #fff9ea", "#fff9ea on #2b211d")

FACE_WORDS = {
    "en": {"hagar": "CHIEF", "sven": "LUCKY", "helga": "HELGA", "dragon": "DRAGON", "none": "ISLE ?"},
    "de": {"hagar": "HÄUPT.", "sven": "GLÜCK", "helga": "HELGA", "dragon": "DRACHE", "none": "INSEL?"},
}
HEADS = {"en": {"sven": "L", "hagar": "C"}, "de": {"sven": "G", "hagar": "H"}}
EMPTY = {"en": "empty", "de": "leer"}
DRAGON = {"en": "dragon", "de": "Drache"}
DIE_WORDS = {"en": {"red": "red", "black": "black"}, "de": {"red": "rot", "black": "schwarz"}}
POINTS = {"en": {"red": "col", "black": "row"}, "de": {"red": "Sp.", "black": "Reihe"}}
KEPT = {"en": "kept", "de": "liegt"}
ROLLS = {"en": "rolls", "de": "rollt"}
LEFT = {
    "en": ("Turn {}: no roll left", "Turn {}: 1 roll left", "Turn {}: {} rolls left"),
    "de": ("Zug {}: kein Wurf mehr", "Zug {}: noch 1 Wurf", "Zug {}: noch {} Würfe"),
}
LUCK = {"en": "The Lucky Fellows roll", "de": "Die Glückspilze würfeln"}
OVER = {"en": "Over after {} turns", "de": "Schluss nach {} Zügen"}
NUMBERS = {"en": "Numbers left: {} of 6", "de": "Zahlen übrig: {} von 6"}
HIDDEN = {"en": "Face down:", "de": "Verdeckt:"}
LEGEND = {
    "en": (
        "(?) face down  (1) open  L difference of two dice  C 1 per number  x2 doubles",
        "┏ ┓ dice point here: on an island 3 rolls, beside one 1 roll",
        "> < landed: a die takes its number, a double L or C, a sum of 7 any one",
    ),
    "de": (
        "(?) verdeckt  (1) offen  G Differenz zweier Würfel  H 1 je Zahl  x2 doppelt",
        "┏ ┓ Ziel der Würfel: auf einer Insel 3 Würfe, daneben 1 Wurf",
        "> < gelandet: ein Würfel holt seine Zahl, ein Pasch G oder H, Summe 7 eins",
    ),
}


def draw(view: View, names: Sequence[str], lang: Language, width: int) -> Text:
    """Draw the sea, beside it the dice and the players, and below what the signs mean."""
    sea = _sea(view, lang)
    room = width - SEA_WIDTH - GAP
    panel = _panel(view, names, lang, max(room, PANEL_WIDTH), len(sea))
    lines = sea + panel
    if room >= PANEL_WIDTH:
        lines = [Text.assemble(line, " " * GAP, side) for line, side in zip_longest(sea, panel, fillvalue="")]
    return Text("\n", no_wrap=True).join([*lines, *_legend(view, lang), Text()])


# -- the sea -------------------------------------------------------------------------------------


def _sea(view: View, lang: Language) -> Lines:
    """Draw all fields, with thin lines between the coasters."""
    target = view["field"]
    islands = {field: island for island in view["islands"] for field in island["fields"]}
    lines = [_top(target)]
    for row in reversed(ROWS):
        fields = [_field(view, column + row, islands.get(column + row), lang) for column in COLUMNS]
        lit = target is not None and target[1] == row
        lines.append(_across(Text(f"{row}>", MARK) if lit else f"{row} ", [upper for upper, _ in fields]))
        lines.append(_across("  ", [lower for _, lower in fields]))
        if row in "53":
            lines.append(_rule("├┼┤"))
    return [*lines, _rule("└┴┘")]


def _top(target: str | None) -> Text:
    """Write the letters of the columns and the numbers of the red die into the upper edge."""
    line = _rule("┌┬┐")
    for number, column in enumerate(COLUMNS):
        lit = target is not None and target[0] == column
        label = f"[{column}/{number + 1}]" if lit else f" {column}/{number + 1} "
        start = 2 + 1 + number * WIDE + number // 2 + 1
        line = Text.assemble(line[:start], (label, MARK if lit else LABEL), line[start + len(label) :])
    return line


def _rule(corners: str) -> Text:
    """Draw an edge of the coasters across the sea."""
    edge = "─" * 2 * WIDE
    return Text.assemble("  ", (corners[0] + corners[1].join([edge] * 3) + corners[2], FRAME))


def _across(label: str | Text, fields: Sequence[Text]) -> Text:
    """Join six fields to a line."""
    a, b, c, d, e, f = fields
    edge = ("│", FRAME)
    return Text.assemble(label, edge, a, b, edge, c, d, edge, e, f, edge)


def _field(view: View, name: str, island: Island | None, lang: Language) -> Lines:
    """Draw one field, and mark it if the dice point to it or its island was landed on."""
    lines = _water(view, name) if island is None else _land(view, name, island, lang)
    if name == view["field"]:
        return [_marked(lines[0], "┏┓"), _marked(lines[1], "┗┛")]
    if island is not None and island["name"] == view["landed"]:
        return [_marked(line, "><") for line in lines]
    return lines


def _marked(line: Text, marks: str) -> Text:
    """Put marks at both ends of a field's line, wherever there is room."""
    for place, mark in ((0, marks[0]), (WIDE - 1, marks[1])):
        if line.plain[place] in " ~-":
            line = Text.assemble(line[:place], (mark, MARK), line[place + 1 :])
    return line


def _water(view: View, name: str) -> Lines:
    """Draw a field of the sea, which may bear a part of the ship."""
    target = view["field"] or "  "
    x, y = COLUMNS.index(name[0]), ROWS.index(name[1])
    lit = target[0] == name[0] or target[1] == name[1]
    parts: Sequence[str] = WAVES[(2 * y + x) % len(WAVES)]
    if view["ship"] == y // 2 * 3 + x // 2:
        top, left = 2 - y % 2 * 2, x % 2 * WIDE
        parts = [part[left : left + WIDE] for part in SHIP[top : top + 2]]
    elif target == name:
        parts = (name.center(WIDE), " " * WIDE)
    elif lit:
        parts = LIT_COLUMN if target[0] == name[0] else LIT_ROW
    lines = [Text(part, LIT_WATER if lit else WATER) for part in parts]
    for line in lines:
        line.highlight_regex(r"[<>()/\\|_]", HULL)
        line.highlight_regex("#+", SAIL)
    return lines


def _land(view: View, name: str, island: Island, lang: Language) -> Lines:
    """Draw a field of an island: its face above, on its first field its treasure below."""
    marked = name == view["field"] or island["name"] == view["landed"]
    ground, face = LIT_SAND if marked else SAND, island["portrait"]
    treasure = _treasure(view, island, lang) if name == island["name"] else Text(f"= {island['name']}", BARE)
    return [_centred(Text(FACE_WORDS[lang][face], f"bold {FACES[face]}"), ground), _centred(treasure, ground)]


def _centred(text: Text, ground: str) -> Text:
    """Put a text in the middle of a field's line."""
    before = (WIDE - len(text)) // 2
    return Text.assemble(" " * before, text, " " * (WIDE - before - len(text)), style=ground)


def _treasure(view: View, island: Island, lang: Language) -> Text:
    """Draw what lies on an island."""
    if island["portrait"] in ("helga", "dragon"):
        put = view["x2" if island["portrait"] == "helga" else "dragon"]
        slot = (f"({put['token']})", FACE_UP) if put else ("( )", BARE)
        return Text.assemble(("x2" if island["portrait"] == "helga" else "", BARE), slot)
    if island["face_down"]:
        tokens = "(?)" * island["face_down"]
        return Text(tokens if len(tokens) <= INSIDE else f"({island['face_down']}x?)", FACE_DOWN)
    if not island["open"]:
        return Text(EMPTY[lang], BARE)
    signs = _signs(island["open"], lang)
    forms = ("".join(f"({sign})" for sign in signs), f"({''.join(signs)})", f"({_counted(signs)})")
    return Text(next((form for form in forms if len(form) <= INSIDE), _counted(signs)), FACE_UP)


def _signs(tokens: Iterable[int | str], lang: Language) -> list[str]:
    return [HEADS[lang].get(str(token), str(token)) for token in tokens]


def _counted(signs: Sequence[str]) -> str:
    """Write equal tokens once, with a small number: all nine fit on a field, as 1³2²3L²C."""
    return "".join(sign + {1: "", 2: "²", 3: "³"}[signs.count(sign)] for sign in dict.fromkeys(signs))


# -- the panel -----------------------------------------------------------------------------------


def _panel(view: View, names: Sequence[str], lang: Language, width: int, height: int) -> Lines:
    """Show dice, players and what is left, with as much air between them as there is room."""
    players = [_player(view, names, player, lang, width) for player in range(len(view["hands"]))]
    hidden = [token for token, count in view["face_down"].items() for _ in range(count)]
    signs = " ".join(_signs(hidden, lang)) or "-"
    left = [Text(NUMBERS[lang].format(view["numbers_left"])), Text(HIDDEN[lang]), Text(f"  {signs}")]
    blocks = [[*_dice(view, lang), Text(_status(view, lang))], *players, left]
    spare = height - sum(len(block) for block in blocks)
    airy = blocks[:-1] if spare >= len(blocks) - 1 else [blocks[0], blocks[-2]]
    for block in airy[:spare]:
        block.append(Text())
    return [line for block in blocks for line in block]


def _dice(view: View, lang: Language) -> Lines:
    """Draw both dice, and what they point to or what happens to them."""
    pairs = zip(_die(view, "red", lang), _die(view, "black", lang), strict=True)
    return [Text.assemble(red, " " * GAP, black) for red, black in pairs]


def _die(view: View, name: str, lang: Language) -> Lines:
    paint, frame = DICE[name]
    rolls = name in view["rolling"]
    value = None if rolls else view["dice"][name]
    note = ""
    if rolls:
        note = f" {ROLLS[lang]} "
    elif view["rolling"] and value:
        note = f" {KEPT[lang]} "
    elif view["field"]:
        note = f" {POINTS[lang][name]} {view['field'][name == 'black']} "
    inside = (PANEL_WIDTH - GAP) // 2 - 2
    return [
        Text(frame[0] + f" {DIE_WORDS[lang][name]} ".center(inside, frame[1]) + frame[2], paint),
        Text(frame[3] + str(value or "").center(inside) + frame[3], paint),
        Text(frame[4] + note.center(inside, frame[1]) + frame[5], paint),
    ]


def _status(view: View, lang: Language) -> str:
    """Say which turn it is and how many rolls are left in it."""
    if view["phase"] in ("board", "start"):
        return ""
    if view["phase"] == "luck":
        return LUCK[lang]
    if view["phase"] == "over":
        return OVER[lang].format(view["turns"])
    left = view["rolls_left"]
    return LEFT[lang][min(left, 2)].format(view["turns"] + 1, left)


def _player(view: View, names: Sequence[str], player: int, lang: Language, width: int) -> Lines:
    """Name a player, and below all tokens that are theirs."""
    name = " ".join(names[player].split())
    if cell_len(name) > width - 4:
        name = set_cell_size(name, width - 7) + "..."
    signs = _signs(view["hands"][player], lang)
    away = [
        f"{where}={view[key]['token']}"
        for key, where in (("x2", "x2"), ("dragon", DRAGON[lang]))
        if view[key] and view[key]["player"] == player
    ]
    tokens = " ".join([*signs, *away]) or "-"
    if len(tokens) > width - 4:
        tokens = " ".join([_counted(signs), *away])
    shield = (f" {player + 1} ", f"bold {PLAYERS[player]}")
    return [Text.assemble(shield, (f" {name}", "bold")), Text(f"    {tokens}"[-width:])]


def _legend(view: View, lang: Language) -> Lines:
    """Say what the signs mean, and what the dice do where the ship is."""
    first, at_sea, ashore = LEGEND[lang]
    return [Text(line, "dim") for line in (first, ashore if view["landed"] else at_sea)]
