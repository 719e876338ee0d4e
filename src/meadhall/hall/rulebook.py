"""The rules of a room as pages: its Markdown as HTML, and its examples as positions that the board can draw."""

from __future__ import annotations

from functools import lru_cache

from markdown_it.token import Token

from meadhall.core.game import CHANCE, NAMES, Game, Language
from meadhall.core.match import Match
from meadhall.core.registry import find
from meadhall.render import rule_text

from . import problems
from .messages import Plain, Rulebook, RulePart
from .move_log import told


def rulebook(game: Game, lang: str) -> Rulebook:
    """Give the rules of a game in a language."""
    if lang not in ("en", "de"):
        raise problems.no_language(lang)
    return _rulebook(game.name, "de" if lang == "de" else "en")


@lru_cache(maxsize=32)
def _rulebook(name: str, lang: Language) -> Rulebook:
    game, markdown = find(name), rule_text.markdown()
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
        elif (example := rule_text.example_in(three)) is not None:
            put_text()
            parts.append(_position(game, lang, *example))
            place += 3
        else:
            text.append(tokens[place])
            place += 1
    put_text()
    return Rulebook(title, parts)


def _position(game: Game, lang: Language, file: str, caption: str) -> RulePart:
    """Play an example's record, and show where it leads."""
    match = rule_text.example(game, file)
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
    return match.game.preview(before.current, match.entries[-1].codes)
