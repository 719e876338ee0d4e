"""Calls about the hall and its tables."""

from __future__ import annotations

from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

import meadhall
from meadhall.hall import evaluation, table_view
from meadhall.hall.messages import (
    Again,
    Claim,
    Coached,
    GameInfo,
    Hint,
    HintWish,
    Look,
    Move,
    NewTable,
    Pledge,
    Preview,
    Rulebook,
    Seated,
    Seen,
    Sit,
    Step,
    TableState,
)
from meadhall.hall.messages import Hall as HallState
from meadhall.hall.rulebook import rulebook
from meadhall.hall.table_setup import the_game

from ..guards import Call
from .common import Reached, granted, hall_of, packed, person_of, secrets_of, table_of

# -- the hall --------------------------------------------------------------------------------------


@get("/api/games", sync_to_thread=False)
def games() -> list[GameInfo]:
    """List the games of the hall."""
    return [table_view.game_info(meadhall.game(name)) for name in meadhall.games()]


@get("/api/rules/{game:str}/{lang:str}", sync_to_thread=True)
def rules(game: FromPath[str], lang: FromPath[str]) -> Rulebook:
    """Give the rules of a game, in English (en) or German (de)."""
    return rulebook(the_game(game), lang)


@get("/api/programs")
async def programs(state: State) -> list[str]:
    """List the bots that are programs of their own, which the owner of the house has brought along."""
    return hall_of(state).programs.names


@post("/api/hall", status_code=200)
async def look(state: State, data: JSONBody[Look]) -> HallState:
    """Say what goes on in the hall, and where your seats are."""
    return await hall_of(state).look(data.seats)


@post("/api/commitments", costs="tables")
async def pledge(state: State) -> Pledge:
    """Get a commitment to a secret of the house: ask for it before you choose your nonces and set a table up."""
    return await hall_of(state).pledge()


@post("/api/tables", costs="tables")
async def new_table(request: Call, state: State, data: JSONBody[NewTable]) -> Seated:
    """Set a new table up; who says who they are sits there as themselves."""
    return await hall_of(state).open(data, await person_of(request, state))


# -- a table ---------------------------------------------------------------------------------------


@get("/api/tables/{name:str}")
async def table(
    request: Call, state: State, name: FromPath[str], number: Reached = 0, events: Reached = 0
) -> TableState:
    """Show a table as you may see it; without a secret, as everybody may. A bot that plays for you goes away."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets, number, events)
    await table.come_back(secrets)
    return await hall_of(state).state(table, table.mine(secrets))


@post("/api/tables/{name:str}/sit", status_code=200, costs="moves")
async def sit(request: Call, state: State, name: FromPath[str], data: JSONBody[Sit]) -> Seated:
    """Sit down: with an invitation in the seat that it opens, without one in the first free seat."""
    secrets = secrets_of(request)
    table, person = await table_of(request, state, name, secrets), await person_of(request, state)
    known = None if person is None else person.person
    seat, secret = await table.sit(secrets, data.name, known, data.nonce)
    if person is not None:
        await hall_of(state).people.call(person, data.name)
    return Seated(table.name, {seat: secret}, {}, table.now.events)


@post("/api/tables/{name:str}/move", status_code=200, costs="moves")
async def move(request: Call, state: State, name: FromPath[str], data: JSONBody[Move]) -> TableState:
    """Play an action."""
    return await granted(
        *(request, state, name, data.number), lambda table, secrets: table.move(secrets, data.action, data.number)
    )


@post("/api/tables/{name:str}/undo", status_code=200, costs="moves")
async def undo(request: Call, state: State, name: FromPath[str], data: JSONBody[Seen]) -> TableState:
    """Take your last decision back, if nothing came after it."""
    return await granted(*(request, state, name, data.number), lambda table, secrets: table.undo(secrets, data.number))


@post("/api/tables/{name:str}/resign", status_code=200, costs="moves")
async def resign(request: Call, state: State, name: FromPath[str], data: JSONBody[Seen]) -> TableState:
    """Give up."""
    return await granted(
        *(request, state, name, data.number), lambda table, secrets: table.resign(secrets, data.number)
    )


@post("/api/tables/{name:str}/preview", status_code=200)
async def preview(request: Call, state: State, name: FromPath[str], data: JSONBody[Move]) -> Preview:
    """Say what an action would do."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets, data.number)
    return await hall_of(state).preview(table, secrets, data)


@post("/api/tables/{name:str}/hint", status_code=200, costs="thinking")
async def hint(request: Call, state: State, name: FromPath[str], data: JSONBody[HintWish]) -> Hint:
    """Say what a bot of a level would do; the strongest thinks for about a second."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets, data.number)
    return await hall_of(state).hint(table, secrets, data.number, data.level)


@post("/api/tables/{name:str}/coach", status_code=200, costs="thinking")
async def coach(request: Call, state: State, name: FromPath[str], data: JSONBody[Move]) -> Coached:
    """Warn of an action that a strong player would not play."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets, data.number)
    return await evaluation.coach(hall_of(state).scales, table, secrets, data)


@post("/api/tables/{name:str}/rematch", status_code=200, costs="tables")
async def rematch(request: Call, state: State, name: FromPath[str], data: JSONBody[Again | None] = None) -> Seated:
    """Set the next table up, everybody a seat further; ask again and get the same table."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets)
    return await hall_of(state).rematch(table, secrets, data or Again())


@post("/api/tables/{name:str}/claim", status_code=200)
async def claim(request: Call, state: State, name: FromPath[str], data: JSONBody[Claim | None] = None) -> Seated:
    """Take your seat at a rematch: your secrets of the table before it open it."""
    secrets = secrets_of(request)
    table = await table_of(request, state, name, secrets)
    seated = hall_of(state).claim(table, secrets)
    await table.add_nonce(secrets, "" if data is None else data.nonce)
    return seated


@get("/api/tables/{name:str}/steps", packed=True, responses={200: ResponseSpec(list[Step], generate_examples=False)})
async def steps(
    request: Call,
    state: State,
    name: FromPath[str],
    since: Annotated[int, QueryParameter(name="from", ge=0, le=10**6)] = 0,
    number: Reached = 0,
    events: Reached = 0,
) -> Response[bytes]:
    """Tell what was played after so many actions."""
    table = await table_of(request, state, name, secrets_of(request), number, events)
    return packed(request, await hall_of(state).steps(table, since), MediaType.JSON)


@get("/api/tables/{name:str}/record", media_type=MediaType.TEXT)
async def record(request: Call, state: State, name: FromPath[str], number: Reached = 0, events: Reached = 0) -> str:
    """Write the match as text; the seed of its dice is in it once it is over."""
    table = await table_of(request, state, name, secrets_of(request), number, events)
    return table.match.record()


HANDLERS = [
    *(games, rules, programs, look, pledge, new_table, table, sit, move, undo, resign, preview, hint, coach),
    *(rematch, claim, steps, record),
]
