"""Calls of people who share a table: talk, bots for those who are away, and invitations."""

from __future__ import annotations

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from meadhall.hall.messages import Invite, Seated, StandIn, TableState, Talk

from ..guards import Call
from .common import granted, hall_of, secrets_of, table_of


@post("/api/tables/{name:str}/talk", status_code=204, costs="talk")
async def talk(request: Call, state: State, name: FromPath[str], data: JSONBody[Talk]) -> None:
    """Say something at your table; it comes as news over the socket."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets)
    await table.say(secrets, data.text)


@post("/api/tables/{name:str}/stand-in", status_code=200, costs="moves")
async def stand_in(request: Call, state: State, name: FromPath[str], data: JSONBody[StandIn]) -> TableState:
    """Let a bot play for somebody who is away, or for yourself, until they or you are back."""
    return await granted(
        *(request, state, name, data.number),
        lambda table, secrets: table.stand_in(secrets, data.seat, data.level, data.number),
    )


@post("/api/tables/{name:str}/back", status_code=200, costs="moves")
async def back(request: Call, state: State, name: FromPath[str]) -> TableState:
    """Take your seats back from the bots that play for you."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets)
    await table.catch_up()  # they may have gone away at another server just now
    table.player(secrets)
    await table.come_back(secrets)
    return await hall_of(state).state(table, table.mine(secrets))


@post("/api/tables/{name:str}/invite", status_code=200, costs="moves")
async def invite(request: Call, state: State, name: FromPath[str], data: JSONBody[Invite]) -> Seated:
    """Take the invitation to a seat of your table back, and get a new one; the old link opens nothing any more."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets)
    secret = await table.invite(secrets, data.seat)
    return Seated(table.name, {}, {data.seat: secret}, table.now.events)


HANDLERS = [talk, stand_in, back, invite]
