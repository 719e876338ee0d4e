"""The rules of a room as pages: its Markdown as HTML, and its examples as positions that the board can draw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from markdown_it import MarkdownIt
from markdown_it.token import Token

from meadhall.core.game import CHANCE, NAMES, Game, Language
from meadhall.core.match import Match
from meadhall.core.record import load
from meadhall.games import find

from . import problems
from .messages import Plain, Rulebook, RulePart
from .saga import told

EXAMPLE = re.compile(r"examples/([a-z0-9-]+\.txt)")


def rulebook(game: Game, lang: str) -> Rulebook:
    """Give the rules of a game in a language."""
    if lang not in ("en", "de"):
        raise problems.no_language(lang)
    return _rulebook(game.name, "de" if lang == "de" else "en")


@lru_cache(maxsize=32)
def _rulebook(name: str, lang: Language) -> Rulebook:
    game, markdown = find(name), MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(game.rule_text(lang))
    title, parts, text = game.title[lang], [], list[Token]()

    def put_text() -> None:
        if text:
            parts.append(RulePart(html=markdown.renderer.render(text, markdown.options, {})))
            text.clear()

    place = 0
    while place < len(tokens):
        three = tokens[place : place + 3]
        if three[0].type == "heading_open" and three[0].tag == "h1":
            title, place = three[1].content, place + 3
        elif (example := _example(three)) is not None:
            put_text()
            parts.append(_position(game, lang, *example))
            place += 3
        else:
            text.append(tokens[place])
            place += 1
    put_text()
    return Rulebook(title, parts)


def _example(tokens: Sequence[Token]) -> tuple[str, str] | None:
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


def _position(game: Game, lang: Language, file: str, caption: str) -> RulePart:
    """Play an example's record, and show where it leads."""
    match = load((files(game.package) / "examples" / file).read_text("utf-8"), find)
    names = list(NAMES[: match.players])
    last = list(told(match, {"en": names, "de": names}, len(match.entries) - 1))
    return RulePart(
        game=game.name,
        caption=caption,
        view=match.view(None),
        step=last[0] if last else None,
        more=_more(match),
    )


def _more(match: Match) -> Plain | None:
    """Say what the board wants to show of the last action, where somebody has decided on it."""
    if not match.entries or match.entries[-1].actor == CHANCE:
        return None
    before = Match(match.game, match.setup, seed=0, chance="manual")
    for entry in match.entries[:-1]:
        before.follow(entry)
    return match.game.preview(match.setup, before.state, match.entries[-1].codes)
