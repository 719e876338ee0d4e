"""The board in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from meadhall.core.jit import State

from .view import drawing

STYLES = {"X": "bold red", "O": "bold blue"}


def draw(state: State, names: Sequence[str]) -> Text:
    """Draw the points and lines, and who has which pieces."""
    text = Text(drawing(state) + "\n\n")
    for mark, name in zip(STYLES, names, strict=True):
        text.append(f"{mark} {name}\n")
    for mark, style in STYLES.items():
        text.highlight_regex(rf"\b{mark}\b", style)
    return text
