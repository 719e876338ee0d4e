"""What all calls share: whose hall it is, which secrets came along, and bodies that are packed already."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Any, TypeAlias

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.params import QueryParameter

from meadhall.hall.hall import Hall
from meadhall.hall.messages import MovedOn, TableState
from meadhall.hall.problems import Refused
from meadhall.hall.seat_secrets import SeatSecrets
from meadhall.hall.store.rows import PersonRow
from meadhall.hall.table import Table

from ..guards import Call, address_of
from ..rate_limits import Limits

Reached: TypeAlias = Annotated[int, QueryParameter(ge=0, le=10**6)]  # how far somebody has seen a table


def secrets_of(request: Call) -> list[str]:
    """Take the secrets of seats out of a request."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return [secret.strip() for secret in value.split(",") if secret.strip()] if scheme.lower() == "bearer" else []


def hall_of(state: State) -> Hall:
    """Give the hall that this server serves."""
    hall: Hall = state.hall
    return hall


def limits_of(state: State) -> Limits:
    """Give what each address may ask for."""
    limits: Limits = state.limits
    return limits


async def person_of(request: Call, state: State) -> PersonRow | None:
    """Say who asks, if they say so; a phrase that nobody has is refused."""
    phrase = request.headers.get("meadhall-person", "")
    return await hall_of(state).people.who(phrase) if phrase.strip() else None


async def table_of(
    asked: ASGIConnection[Any, Any, Any, State],
    state: State,
    name: str,
    secrets: Iterable[str],
    number: int = 0,
    events: int = 0,
) -> Table:
    """Go to a table, which then knows all that somebody has seen of it, perhaps at another server.

    Names, numbers and secrets that are not there cost guesses. Whoever has none left sees no more than was shown to
    everybody, or than a secret opens: guessing on tells nothing.
    """
    limits, address, keys = limits_of(state), address_of(asked), SeatSecrets.of(secrets)
    try:
        table = await hall_of(state).table(name)
    except Refused as refused:
        if refused.problem.code == "no-table":
            limits.take("guesses", address)
        raise

    def lags() -> bool:
        return table.number < number or table.now.events < events or (bool(keys.shown) and not table.opened(keys))

    if lags():
        limits.check("guesses", address)
        await table.catch_up()
        if lags():
            limits.take("guesses", address)
    elif not keys.shown and not table.row.listed:
        limits.check("guesses", address)
    return table


async def granted(
    request: Call, state: State, name: str, number: int, wish: Callable[[Table, SeatSecrets], Awaitable[None]]
) -> TableState:
    """Do what somebody wants at a table that they know as it was at a number: the table then, or why it cannot be.

    Who comes too late gets the table as it is now, too.
    """
    hall, secrets = hall_of(state), SeatSecrets(secrets_of(request))
    table = await table_of(request, state, name, secrets, number)
    try:
        await wish(table, secrets)
    except Refused as refused:
        problem = refused.problem
        if problem.code == "moved-on":
            now = await hall.state(table, table.mine(secrets))
            refused.problem = MovedOn(problem.code, problem.message, now)
        raise
    return await hall.state(table, table.mine(secrets))


def packed(request: Call, body: bytes, kind: str) -> Response[bytes]:
    """Send what is packed already, to the few who cannot unpack it as it was."""
    headers = {"vary": "accept-encoding"}
    if takes_gzip(request):
        headers["content-encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, media_type=kind, headers=headers)


def takes_gzip(request: Call) -> bool:
    """Say whether a browser can unpack."""
    return "gzip" in request.headers.get("accept-encoding", "")
