"""Calls for people who have the real box."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from meadhall.hall import owners
from meadhall.hall.messages import CoasterSet, PrintWish, Scored, ScoreWish, SetWish
from meadhall.hall.table_setup import the_game

from .common import hall_of

PDF = "application/pdf"


@post("/api/score/{game:str}", status_code=200, costs="moves")
async def score(state: State, game: FromPath[str], data: JSONBody[ScoreWish]) -> Scored:
    """Score a real table as it lies, and explain it."""
    return await hall_of(state).at_leisure(owners.scored, the_game(game), data)


@get("/api/sets/{game:str}", sync_to_thread=False)
def own_set(game: FromPath[str]) -> CoasterSet:
    """Give our own coasters of a game."""
    return owners.own_set(the_game(game))


@post("/api/sets/{game:str}", status_code=200, costs="study")
async def check_set(state: State, game: FromPath[str], data: JSONBody[SetWish]) -> CoasterSet:
    """Check a set of coasters, and write it as TOML."""
    return await hall_of(state).at_leisure(owners.checked_set, the_game(game), data)


@post("/api/print/{game:str}", status_code=200, media_type=PDF, costs="study")
async def print_game(state: State, game: FromPath[str], data: JSONBody[PrintWish]) -> Response[bytes]:
    """Make a PDF to cut out and play."""
    return Response(await hall_of(state).at_leisure(owners.printed, the_game(game), data), media_type=PDF)


HANDLERS = [score, own_set, check_set, print_game]
