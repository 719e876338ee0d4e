"""The Haugaz board in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .notation import point, stack
from .view import colours, skyline
from .words import COLOURS

TURF = "#3d5a2c"
EMPTY = f"#9db884 on {TURF}"
TOPS = {"b": "bold #fff9ea on #1d1411", "w": "bold #1d1411 on #fff9ea"}
EDGES = {"b": f"#6b584c on {TURF}", "w": f"#c9b48a on {TURF}"}
LABEL = "dim"
ROOM = 25  # beside the largest board on 80 columns


def draw(state: State, names: Sequence[str], lang: Language) -> Text:
    """Draw the stacks by owner and height, and beside them who is how high."""
    size = int(state[rules.SIZE])
    panel = _panel(state, names, lang)
    text = Text.assemble(("     " + "".join(f"  {name}   " for name in "abcdefgh"[:size]), LABEL), "\n")
    for y in range(size - 1, -1, -1):
        for part in (0, 1):
            text.append(f"  {y + 1}  " if part == 0 else "     ", LABEL)
            for x in range(size):
                text.append_text(_cell(state, 8 * y + x, part))
            text.append_text(Text.assemble("  ", panel.pop(0) if panel else "", "\n"))
    return text


def _cell(state: State, number: int, part: int) -> Text:
    """Draw the upper or the lower half of a point: a stack's top with its height, or its edge."""
    what = stack(state, number)
    if what == "-":
        return Text("  .   " if part == 0 else "      ", EMPTY)
    if part == 1:
        return Text(" ▀▀▀▀ ", EDGES[what[0]])
    mark = "+" if number == state[rules.PLACED] else " "
    return Text.assemble((" ", EMPTY), (f"{mark + what:<4}", TOPS[what[0]]), (" ", EMPTY))


def _panel(state: State, names: Sequence[str], lang: Language) -> list[Text]:
    """Say who plays which colour, and list the heights, highest first."""
    owners, heights, german = colours(state), skyline(state), lang == "de"
    lines = []
    for side, colour in enumerate(("black", "white")):
        who = f" = {names[owners.index(colour)]}" if owners else ""
        lines.append(Text.assemble((f" {'bw'[side]} ", TOPS["bw"[side]]), f" {COLOURS[lang][side]}{who}"))
        lines.append(Text(_listed(heights[colour])))
        lines.append(Text())
    lines.append(Text("Der höchste gewinnt," if german else "The highest stack wins,", LABEL))
    lines.append(Text("dann der nächste." if german else "then the next highest.", LABEL))
    lines.append(Text())
    placed = int(state[rules.PLACED])
    if placed >= 0:
        lines.append(Text(f"+ {'gerade gesetzt' if german else 'just placed'}: {point(placed)}"))
    if state[rules.PASSES]:
        lines.append(Text("Gerade wurde gepasst." if german else "The last turn was a pass."))
    return lines


def _listed(heights: Sequence[int]) -> str:
    """List as many heights as there is room for."""
    line = "   "
    for height in heights:
        if len(line) + len(str(height)) > ROOM - 3:
            return f"{line} …"
        line += f" {height}"
    return line if heights else "    –"
