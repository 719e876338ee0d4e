"""Calls for people who have the real box."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from meadhall.service import owners
from meadhall.service.hall import the_game
from meadhall.service.messages import CoasterSet, Scored, ScoreWish, SetWish

from .common import hall_of


@post("/api/score/{game:str}", status_code=200)
async def score(state: State, game: FromPath[str], data: JSONBody[ScoreWish]) -> Scored:
    """Score a real table as it lies, and explain it."""
    return await hall_of(state).aside(owners.scored, the_game(game), data)


@get("/api/sets/{game:str}", sync_to_thread=False)
def own_set(game: FromPath[str]) -> CoasterSet:
    """Give our own coasters of a game."""
    return owners.own_set(the_game(game))


@post("/api/sets/{game:str}", status_code=200)
async def check_set(state: State, game: FromPath[str], data: JSONBody[SetWish]) -> CoasterSet:
    """Check a set of coasters, and write it as TOML."""
    return await hall_of(state).aside(owners.checked_set, the_game(game), data)


HANDLERS = [score, own_set, check_set]
