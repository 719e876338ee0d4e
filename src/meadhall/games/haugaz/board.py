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

TURF = "#d9e8c5 on #3d5a2c"
BLACK = "bold #fff9ea on #1d1411"
WHITE = "bold #1d1411 on #fff9ea"
PLACED = "bold underline "


def draw(state: State, names: Sequence[str], lang: Language) -> Text:
    """Draw the stacks by owner and height, and beside them who is how high."""
    size = int(state[rules.SIZE])
    files = "     " + "".join(f"  {name} " for name in "abcdefgh"[:size]) + "\n"
    side = _side_panel(state, names, lang, 2 * size)
    text = Text(files, style="dim")
    row = 0
    for y in range(size - 1, -1, -1):
        text.append(f"  {y + 1}  ", "dim")
        for x in range(size):
            text.append_text(_cell(state, 8 * y + x))
        text.append(f"  {y + 1}  ", "dim")
        text.append(side[row] if row < len(side) else "")
        text.append("\n")
        row += 1
    text.append(files, "dim")
    for line in side[row:]:
        text.append(" " * (4 * size + 10) + line + "\n")
    return text


def _cell(state: State, number: int) -> Text:
    what = stack(state, number)
    if what == "-":
        return Text("  . ", TURF)
    style = BLACK if what[0] == "b" else WHITE
    if number == state[rules.PLACED]:
        return Text(f"+{what:<3}", style + " underline")
    return Text(f" {what:<3}", style)


def _side_panel(state: State, names: Sequence[str], lang: Language, most: int) -> list[str]:
    """Say who plays which colour, and list the heights, highest first."""
    owners = colours(state)
    heights = skyline(state)
    lines = []
    for side, colour in enumerate(("black", "white")):
        who = f" ({names[owners.index(colour)]})" if owners else ""
        lines.append(f"{'bw'[side]} = {COLOURS[lang][side]}{who}")
        stacks = " ".join(str(h) for h in heights[colour][:12])
        more = " …" if len(heights[colour]) > 12 else ""
        lines.append(f"    {stacks or '–'}{more}")
    placed = int(state[rules.PLACED])
    if placed >= 0:
        lines.append(f"+ {'gerade gesetzt' if lang == 'de' else 'just placed'}: {point(placed)}")
    if state[rules.PASSES]:
        lines.append("Gerade wurde gepasst." if lang == "de" else "The last turn was a pass.")
    return lines
