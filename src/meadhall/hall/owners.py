"""For people who have the real box: their table is scored, and the coasters of their box are checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from meadhall.core import sets
from meadhall.core.errors import BadOption, BadSet, BadTable
from meadhall.core.game import Game, Language
from meadhall.core.match import Match
from meadhall.core.phrases import debts
from meadhall.core.speaker import Speaker
from meadhall.render import prints

from . import problems
from .messages import CoasterSet, PrintWish, Scored, ScoreWish, Sentence, SetWish
from .study import named
from .table import LANGUAGES


def scored(game: Game, wish: ScoreWish) -> Scored:
    """Score a real table."""
    if isinstance(wish.table.get("set"), str):  # in the library a path; the hall opens no files for anybody
        raise problems.bad_score(
            "a set comes with its table, it is not a path", "ein Satz kommt mit seinem Tisch, er ist kein Pfad"
        )
    try:
        breakdown = game.score(wish.table)
    except BadSet as problem:
        raise problems.bad_set(str(problem), problem.de) from None
    except BadTable as problem:
        raise problems.bad_score(str(problem), problem.de) from None
    names = named(wish.names, len(breakdown["scores"]))
    beers = [(owes, gets, many) for owes, gets, many in breakdown.get("beers", [])]
    told = (game.explain(breakdown, Speaker(names, lang)) + debts(beers, names, lang) for lang in LANGUAGES)
    winners = game.winners(breakdown["scores"])
    return Scored(names, breakdown, list(winners), beers, [Sentence(en, de) for en, de in zip(*told, strict=True)])


def own_set(game: Game) -> CoasterSet:
    """Give our own set."""
    return _shown(game, _sets_of(game).own_set())


def checked_set(game: Game, wish: SetWish) -> CoasterSet:
    """Check a set that somebody brings; a wrong one is refused in words."""
    _sets_of(game)
    try:
        raw = sets.parse(wish.toml) if wish.set is None else wish.set
    except BadSet as problem:
        raise problems.bad_set(str(problem), problem.de) from None
    return _shown(game, _checked(game, raw))


def printed(game: Game, wish: PrintWish) -> bytes:
    """Make the sheets of a game as a PDF."""
    coasters = None if wish.set is None else _checked(_sets_of(game), wish.set)
    try:
        if coasters is None:
            return _our_sheets(game, wish.lang, wish.paper)
        return prints.pdf(game, coasters, wish.lang, [wish.lang], wish.paper)
    except BadOption:
        raise problems.no_press() from None


@lru_cache(maxsize=32)
def _our_sheets(game: Game, lang: Language, paper: str) -> bytes:
    return prints.pdf(game, None, lang, [lang], paper)


def blank_record(game: Game, players: int, options: Mapping[str, Any], brought: Mapping[str, Any]) -> str:
    """Write the record of a match with somebody's own set in which nothing has happened: the set stays with it."""
    _sets_of(game)
    setup = game.setup(players, {**options, "set": _checked(game, brought)})
    return Match(game, setup, seed=0, chance="manual").record()


def _sets_of(game: Game) -> Game:
    if not game.takes_set:
        raise problems.no_sets(Sentence(**game.title))
    return game


def _checked(game: Game, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Check a parsed set."""
    try:
        checked = game.read_set(raw)
    except BadSet as problem:
        raise problems.bad_set(str(problem), problem.de) from None
    assert checked is not None
    return checked


def _shown(game: Game, checked: Mapping[str, Any]) -> CoasterSet:
    return CoasterSet(dict(checked), f"# {game.title['en']}\n\n{sets.write(checked)}")
