"""Calls about matches to look back at."""

from __future__ import annotations

from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody

from meadhall.hall import evaluation, problems
from meadhall.hall.messages import GoOn, Luck, Seated, Study, StudyWish, Values, ValuesWish, Verified, VerifyWish
from meadhall.hall.study import packed_look, packed_study, read, verified

from ..guards import Call
from .common import Reached, hall_of, packed, person_of, secrets_of, table_of

SAID = {200: ResponseSpec(Study, generate_examples=False)}


@post("/api/study", status_code=200, packed=True, costs="study", responses=SAID)
async def study_record(request: Call, state: State, data: JSONBody[StudyWish]) -> Response[bytes]:
    """Play a record back: all its steps, as a board can draw them."""
    hall = hall_of(state)
    match = await hall.at_leisure(read, data.record)
    await hall.check_match(match)
    return packed(request, await hall.at_leisure(packed_study, match, data.names), MediaType.JSON)


@get("/api/tables/{name:str}/study", packed=True, costs="study", responses=SAID)
async def study_table(
    request: Call, state: State, name: FromPath[str], number: Reached = 0, events: Reached = 0
) -> Response[bytes]:
    """Look back at a match that is over."""
    table = await table_of(request, state, name, secrets_of(request), number, events)
    if not table.over:
        await table.catch_up()  # it may have ended at another server just now
    if not table.over:
        raise problems.not_over()
    return packed(request, await hall_of(state).at_leisure(packed_look, table.glimpse()), MediaType.JSON)


@post("/api/study/go-on", costs="tables")
async def go_on(request: Call, state: State, data: JSONBody[GoOn]) -> Seated:
    """Set a table up where a match goes on after so many actions of a record; dice and draws are new."""
    return await hall_of(state).go_on(data, await person_of(request, state))


@post("/api/study/values", status_code=200, costs="thinking")
async def study_values(state: State, data: JSONBody[ValuesWish]) -> Values:
    """Weigh some decisions of a record, up to eight in one go: about a quarter of a second each, once."""
    hall = hall_of(state)
    await hall.check_match((await hall.at_leisure(hall.scales.read, data.record))[0])
    return await evaluation.values(hall.scales, hall.at_leisure, data)


@post("/api/study/luck", status_code=200, costs="study")
async def study_luck(state: State, data: JSONBody[StudyWish]) -> Luck:
    """Say how luck and decisions made the result, once all decisions have been weighed."""
    hall = hall_of(state)
    await hall.check_match((await hall.at_leisure(hall.scales.read, data.record))[0])
    return await hall.at_leisure(evaluation.luck, hall.scales, data)


@post("/api/study/verify", status_code=200, costs="study")
async def verify(state: State, data: JSONBody[VerifyWish]) -> Verified:
    """Recompute every die and draw of a record from its seed, and say whether they are right."""
    return await hall_of(state).at_leisure(verified, data)


HANDLERS = [study_record, study_table, go_on, study_values, study_luck, verify]
