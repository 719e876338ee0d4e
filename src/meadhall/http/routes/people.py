"""Calls about who you are, what you have played, and who owes whom a beer."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from meadhall.hall import problems
from meadhall.hall.messages import Debt, Drunk, Known, NewPerson, Person, Profile
from meadhall.hall.store.rows import PersonRow

from ..guards import Call
from .common import hall_of, person_of


async def _me(request: Call, state: State) -> PersonRow:
    person = await person_of(request, state)
    if person is None:
        raise problems.no_person()
    return person


@post("/api/people", costs="people")
async def meet(state: State, data: JSONBody[NewPerson]) -> Known:
    """Become known: keep the phrase, and send it as Meadhall-Person when you sit down."""
    return await hall_of(state).people.meet(data.name)


@get("/api/people/me")
async def me(request: Call, state: State) -> Person:
    """Say who you are."""
    person = await _me(request, state)
    return Person(person.name, person.made)


@post("/api/people/me/name", status_code=200)
async def rename(request: Call, state: State, data: JSONBody[NewPerson]) -> Person:
    """Be called otherwise from now on; tables where you sat keep the name that you had there."""
    person = await hall_of(state).people.call(await _me(request, state), data.name)
    return Person(person.name, person.made)


@get("/api/people/me/profile", costs="study")
async def profile(request: Call, state: State) -> Profile:
    """Tell all about your matches, ratings and beers."""
    return await hall_of(state).people.profile(await _me(request, state))


@get("/api/people/me/tab")
async def tab(request: Call, state: State) -> list[Debt]:
    """Say who owes whom a beer."""
    return await hall_of(state).people.tab(await _me(request, state))


@post("/api/people/me/drunk", status_code=200)
async def drunk(request: Call, state: State, data: JSONBody[Drunk]) -> list[Debt]:
    """Settle beers with somebody; both sides see it."""
    return await hall_of(state).people.drink(await _me(request, state), data.key, data.many)


@get("/api/people/me/data", costs="study")
async def data(request: Call, state: State) -> dict[str, Any]:
    """Give all that we hold of you."""
    return await hall_of(state).people.data(await _me(request, state))


@post("/api/people/me/forget", status_code=200)
async def forget(request: Call, state: State) -> Person:
    """Delete all that we hold of you, for good; where you sat, a guest has sat."""
    person = await _me(request, state)
    await hall_of(state).people.forget(person)
    return Person(person.name, person.made)


HANDLERS = [meet, me, rename, profile, tab, drunk, data, forget]
