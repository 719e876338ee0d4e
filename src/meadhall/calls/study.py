"""Calls about matches to look back at."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from meadhall.service import problems, weighing
from meadhall.service.manners import Call
from meadhall.service.messages import GoOn, Luck, Seated, Study, StudyWish, Values, ValuesWish
from meadhall.service.study import looked, study

from .common import hall_of, person_of


@post("/api/study", status_code=200, sync_to_thread=True)
def study_record(data: JSONBody[StudyWish]) -> Study:
    """Play a record back: all its steps, as a board can draw them."""
    return study(data)


@get("/api/tables/{name:str}/study")
async def study_table(state: State, name: FromPath[str]) -> Study:
    """Look back at a match that is over."""
    hall = hall_of(state)
    table = await hall.table(name)
    if not table.over:
        raise problems.not_over()
    return await hall.aside(looked, table.glimpse())


@post("/api/study/go-on")
async def go_on(request: Call, state: State, data: JSONBody[GoOn]) -> Seated:
    """Set a table up where a match goes on after so many actions of a record; dice and draws are new."""
    return await hall_of(state).go_on(data, await person_of(request, state))


@post("/api/study/values", status_code=200)
async def study_values(state: State, data: JSONBody[ValuesWish]) -> Values:
    """Weigh some decisions of a record, up to eight in one go: about a quarter of a second each, once."""
    hall = hall_of(state)
    return await weighing.values(hall.scales, hall.aside, data)


@post("/api/study/luck", status_code=200)
async def study_luck(state: State, data: JSONBody[StudyWish]) -> Luck:
    """Say how luck and decisions made the result, once all decisions have been weighed."""
    hall = hall_of(state)
    return await hall.aside(weighing.luck, hall.scales, data)


HANDLERS = [study_record, study_table, go_on, study_values, study_luck]
