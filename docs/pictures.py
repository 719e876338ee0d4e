"""Draw the pictures of the documents: python docs/pictures.py (rich writes them as SVG)."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import meadhall
from meadhall.core.speaker import Speaker

STOUT = TerminalTheme((27, 17, 13), (251, 235, 208), [(29, 20, 17)] * 8, [(216, 190, 155)] * 8)
MATCHES = {
    "haugaz": {"size": 8, "seed": 11},
    "land-ahoy": {"players": 3, "seed": 5},
    "new-shores": {"players": 2, "seed": 21},
}
ACTIONS = {"haugaz": 62, "land-ahoy": 75, "new-shores": 33}


def picture(name: str, folder: Path) -> None:
    """Let bots play for a while, and draw the table."""
    match = meadhall.game(name).new(**MATCHES[name])
    bot = meadhall.bot(name, level=3, seed=1, wait=True)
    while not match.over and len(match.history) < ACTIONS[name]:
        match.play(bot.choose(match))
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    names = ("Runa", "Ulf", "Tuva")[: match.players]
    console.print(match.game.draw(match.current, Speaker(names, "en"), 80), end="")
    svg = console.export_svg(title=match.game.title["en"], theme=STOUT)
    svg = re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", svg, flags=re.DOTALL)  # no picture of ours calls other hosts
    svg = "\n".join(line.rstrip() for line in svg.splitlines() if line.strip())
    (folder / f"{name}.svg").write_text(svg.replace("Fira Code", "DejaVu Sans Mono") + "\n", "utf-8")


if __name__ == "__main__":
    for game in MATCHES:
        picture(game, Path(__file__).parent)
