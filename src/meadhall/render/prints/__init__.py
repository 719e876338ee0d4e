"""Print-and-play: a game as a PDF, with everything to cut out and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from meadhall.core.errors import BadOption, listed, shown
from meadhall.core.game import Game, Language

from .paper import PAPERS


def pdf(
    game: Game, coasters: Mapping[str, Any] | None, lang: Language, rules: Sequence[Language], paper: str = "a4"
) -> bytes:
    """Make the sheets of a game, with our own coasters or others, and its rules in one language or more."""
    if paper not in PAPERS:
        raise BadOption(f"paper cannot be {shown(paper)}; it can be {listed(PAPERS)}")
    if find_spec("reportlab") is None:
        raise BadOption("printing needs reportlab, which is not installed: pip install 'meadhall[print]'")
    from .press import printed

    return printed(game, coasters, lang, rules, paper)
