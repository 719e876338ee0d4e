"""Calls about the daily tables."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from meadhall.hall.daily import Dailies
from meadhall.hall.messages import Daily, DailyWish, Seated

from ..guards import Call
from .common import person_of, secrets_of


@get("/api/daily")
async def daily(request: Call, state: State) -> Daily:
    """Show the daily tables, today's and those before it; with the secrets of yours, how you did."""
    return await dailies_of(state).look(secrets_of(request))


@post("/api/daily/{kind:str}", status_code=200, costs="tables")
async def open_daily(request: Call, state: State, kind: FromPath[str], data: JSONBody[DailyWish]) -> Seated:
    """Sit down at today's table, solo or duel; ask again and get the same one."""
    return await dailies_of(state).open(kind, data, await person_of(request, state))


def dailies_of(state: State) -> Dailies:
    """Give the daily tables of this server."""
    dailies: Dailies = state.dailies
    return dailies


HANDLERS = [daily, open_daily]
