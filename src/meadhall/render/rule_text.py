"""The rules of a room, taken apart: their Markdown, and the records that serve as examples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files

from markdown_it import MarkdownIt
from markdown_it.token import Token

from meadhall.core.game import Game
from meadhall.core.match import Match
from meadhall.core.record import load
from meadhall.core.registry import find

EXAMPLE = re.compile(r"examples/([a-z0-9-]+\.txt)")


def markdown() -> MarkdownIt:
    """Give what reads the rules."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def example_in(tokens: Sequence[Token]) -> tuple[str, str] | None:
    """Find the file and the caption in a paragraph that is nothing but a link to an example."""
    if [token.type for token in tokens] != ["paragraph_open", "inline", "paragraph_close"] or tokens[0].level:
        return None
    inside = tokens[1].children or []
    if len(inside) < 3 or inside[0].type != "link_open" or inside[-1].type != "link_close":
        return None
    if any(token.type == "link_close" for token in inside[:-1]):
        return None
    file = EXAMPLE.fullmatch(str(inside[0].attrs["href"]))
    return (file[1], "".join(token.content for token in inside)) if file else None


def example(game: Game, file: str) -> Match:
    """Play the record of an example."""
    return load((files(game.package) / "examples" / file).read_text("utf-8"), find)
