"""Calls about the hall and its tables."""

from __future__ import annotations

from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

import meadhall
from meadhall.service import telling, weighing
from meadhall.service.manners import Call
from meadhall.service.messages import (
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
from meadhall.service.messages import Hall as HallState
from meadhall.service.rulebook import rulebook
from meadhall.service.setting_up import the_game

from .common import granted, hall_of, packed, person_of, secrets_of

# -- the hall --------------------------------------------------------------------------------------


@get("/api/games", sync_to_thread=False)
def games() -> list[GameInfo]:
    """List the games of the hall."""
    return [telling.game_info(meadhall.game(name)) for name in meadhall.games()]


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
async def table(request: Call, state: State, name: FromPath[str]) -> TableState:
    """Show a table as you may see it; without a secret, as everybody may. A bot that plays for you goes away."""
    hall, secrets = hall_of(state), secrets_of(request)
    table = await hall.table(name)
    await table.come_back(secrets)
    return await hall.state(table, table.mine(secrets))


@post("/api/tables/{name:str}/sit", status_code=200, costs="moves")
async def sit(request: Call, state: State, name: FromPath[str], data: JSONBody[Sit]) -> Seated:
    """Sit down: with an invitation in the seat that it opens, without one in the first free seat."""
    table, person = await hall_of(state).table(name), await person_of(request, state)
    known = None if person is None else person.person
    seat, secret = await table.sit(secrets_of(request), data.name, known, data.nonce)
    if person is not None:
        await hall_of(state).people.call(person, data.name)
    return Seated(table.name, {seat: secret}, {})


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
    hall = hall_of(state)
    return await hall.preview(await hall.table(name), secrets_of(request), data)


@post("/api/tables/{name:str}/hint", status_code=200, costs="thinking")
async def hint(request: Call, state: State, name: FromPath[str], data: JSONBody[HintWish]) -> Hint:
    """Say what a bot of a level would do; the strongest thinks for about a second."""
    hall = hall_of(state)
    return await hall.hint(await hall.table(name), secrets_of(request), data.number, data.level)


@post("/api/tables/{name:str}/coach", status_code=200, costs="thinking")
async def coach(request: Call, state: State, name: FromPath[str], data: JSONBody[Move]) -> Coached:
    """Warn of an action that a strong player would not play."""
    hall = hall_of(state)
    return await weighing.coach(hall.scales, await hall.table(name), secrets_of(request), data)


@post("/api/tables/{name:str}/rematch", status_code=200, costs="tables")
async def rematch(request: Call, state: State, name: FromPath[str], data: JSONBody[Again | None] = None) -> Seated:
    """Set the next table up, everybody a seat further; ask again and get the same table."""
    return await hall_of(state).rematch(name, secrets_of(request), data or Again())


@post("/api/tables/{name:str}/claim", status_code=200)
async def claim(request: Call, state: State, name: FromPath[str], data: JSONBody[Claim | None] = None) -> Seated:
    """Take your seat at a rematch: your secrets of the table before it open it."""
    hall, secrets = hall_of(state), secrets_of(request)
    seated = await hall.claim(name, secrets)
    await (await hall.table(name)).add_nonce(secrets, "" if data is None else data.nonce)
    return seated


@get("/api/tables/{name:str}/steps", packed=True, responses={200: ResponseSpec(list[Step], generate_examples=False)})
async def steps(
    request: Call,
    state: State,
    name: FromPath[str],
    since: Annotated[int, QueryParameter(name="from", ge=0, le=10**6)] = 0,
) -> Response[bytes]:
    """Tell what was played after so many actions."""
    hall = hall_of(state)
    return packed(request, await hall.steps(await hall.table(name), since), MediaType.JSON)


@get("/api/tables/{name:str}/record", media_type=MediaType.TEXT)
async def record(state: State, name: FromPath[str]) -> str:
    """Write the match as text; the seed of its dice is in it once it is over."""
    return (await hall_of(state).table(name)).match.record()


HANDLERS = [
    *(games, rules, programs, look, pledge, new_table, table, sit, move, undo, resign, preview, hint, coach),
    *(rematch, claim, steps, record),
]
