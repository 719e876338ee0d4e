"""How the server answers whatever is asked: problems with their status, foreign pages, headers for browsers."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import AsyncGenerator
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException, InternalServerException
from litestar.types import Message, Scope

from meadhall.core.errors import cut
from meadhall.hall import problems
from meadhall.hall.messages import Problem, Sentence
from meadhall.hall.problems import Refused
from meadhall.hall.store import Unkept

from .rate_limits import Limits

log = logging.getLogger("meadhall")
Call = Request[Any, Any, State]
Origin: TypeAlias = tuple[str, str, int]
PORTS = {"http": 80, "https": 443}
GONE = 499  # the status of a request whose guest has gone before it was there, as proxies count it


class Gone(Exception):
    """Somebody has gone, or was let go, before their request was there."""


class HallRequest(Request[Any, Any, State]):
    """A request whose guest may go before it is there."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Read the body; whoever goes in the midst of it is no mistake of ours."""
        try:
            async for piece in super().stream():
                yield piece
        except InternalServerException:
            if not self.is_connected:  # it was read before
                raise
            raise Gone from None


STATUS = {
    "no-seat": 401,
    "no-person": 401,
    "foreign-seat": 403,
    "not-your-turn": 403,
    "foreign-page": 403,
    "no-host": 403,
    "foreign-name": 421,
    "no-coach": 403,
    "no-help": 403,
    "no-table": 404,
    "no-game": 404,
    "unknown-phrase": 404,
    "no-lesson": 404,
    "no-page": 404,
    "no-daily": 404,
    "no-puzzle": 404,
    "no-set": 404,
    "moved-on": 409,
    "over": 409,
    "waiting": 409,
    "no-pledge": 409,
    "nonce-given": 409,
    "not-owed": 409,
    "not-over": 409,
    "time-out": 409,
    "no-stand-in": 409,
    "no-invitation": 409,
    "stand-in-plays": 409,
    "full-talk": 409,
    "not-weighed": 409,
    "no-undo": 409,
    "no-preview": 409,
    "no-free-seat": 409,
    "day-over": 409,
    "endless": 409,
    "other-rules": 410,
    "illegal": 422,
    "bad-name": 422,
    "bad-nonce": 422,
    "bad-phrase": 422,
    "bad-record": 422,
    "bad-score": 422,
    "bad-set": 422,
    "bad-table": 422,
    "bad-talk": 422,
    "too-long": 422,
    "too-fast": 429,
    "too-many": 429,
    "no-moment": 422,
    "no-answer": 503,
    "no-press": 503,
    "unkept": 503,
}
SECURITY = {
    b"content-security-policy": b"default-src 'none'; script-src 'self'; style-src 'self'; "
    b"connect-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",  # unless a file says otherwise
}


def no_page() -> Refused:
    """Nothing is at this address."""
    return Refused("no-page", "There is nothing at this address.", "Unter dieser Adresse ist nichts.")


def refused(_: Call, problem: Refused) -> Response[Problem]:
    """Say what is wrong, with its status, and when to try again."""
    headers = None if problem.wait is None else {"retry-after": str(problem.wait)}
    status = STATUS[problem.problem.code]
    return Response(problem.problem, status_code=status, media_type=MediaType.JSON, headers=headers)


def misunderstood(_: Call, problem: HTTPException) -> Response[Problem]:
    """Say that a request makes no sense."""
    if problem.status_code == 404:
        return refused(_, no_page())
    if problem.status_code >= 500:
        return failed(_, problem)
    why = {413: ("that is too much", "das ist zu viel"), 405: ("that is not possible here", "das geht hier nicht")}
    en, de = why.get(problem.status_code, (_detail(problem), "die Form stimmt nicht"))
    message = Sentence(f"This was not understood: {en}.", f"Das war nicht zu verstehen: {de}.")
    said = Problem("not-understood", message)
    return Response(said, status_code=problem.status_code, media_type=MediaType.JSON, headers=problem.headers)


def garbled(_: Call, problem: Exception) -> Response[Problem]:
    """Say that a body is no JSON: bytes that are no text, or brackets without end."""
    log.debug("garbled: %s", problem)
    return misunderstood(_, ClientException("this is no JSON"))


def _detail(problem: HTTPException) -> str:
    """Say where a message is not what it should be, for programmers."""
    wrong = problem.extra if isinstance(problem.extra, list) else []
    details = [f"{one.get('key', 'body')}: {one.get('message', '')}" for one in wrong if isinstance(one, dict)]
    return cut("; ".join(details) or problem.detail, 300).rstrip(".")


def failed(_: Call, problem: Exception) -> Response[Problem]:
    """Say that it is our fault."""
    log.error("a request failed", exc_info=problem)
    message = Sentence("Something went wrong here; try again.", "Hier ging etwas schief; versuch es noch einmal.")
    return Response(Problem("failed", message), status_code=500, media_type=MediaType.JSON)


def gone(call: Call, _: Gone) -> Response[None]:
    """Count a request that was never there as a whole; nobody hears the answer."""
    log.debug("the body of a request to %s did not come", call.url.path)
    return Response(None, status_code=GONE)


def unkept(_: Call, problem: Unkept) -> Response[Problem]:
    """Say that nothing can be written or read just now."""
    log.error("the database cannot be used: %s", problem)
    return refused(_, problems.unkept())


async def admitted(request: Call) -> None:
    """Let nobody ask for too much; what a call costs beyond being asked stands at its route."""
    limits: Limits = request.app.state.limits
    address = address_of(request)
    limits.take("requests", address)
    by_our_name(request)
    from_our_page(request)
    costs = request.route_handler.opt.get("costs")
    if costs is not None:
        limits.take(costs, address)


def address_of(asked: ASGIConnection[Any, Any, Any, State]) -> str | None:
    """Say who asks; None for this machine itself."""
    limits: Limits = asked.app.state.limits
    peer = None if asked.client is None else asked.client.host
    return limits.address(peer, asked.headers.getall("x-forwarded-for", []))


def by_our_name(asked: ASGIConnection[Any, Any, Any, State]) -> None:
    """Where we listen on this machine alone, answer to its names only: a foreign page may call it by its own."""
    try:
        name = urlsplit(f"//{asked.headers.get('host', '')}").hostname
    except ValueError:
        name = None
    if asked.app.state.at_home and not is_this_machine(name or ""):
        raise Refused(
            "foreign-name",
            "This hall is only for this machine, under its own name; behind a proxy start it with --proxy 1.",
            "Diese Halle ist nur für diesen Rechner da, unter seinem eigenen Namen; hinter einem Proxy braucht sie "
            "--proxy 1.",
        )


def is_this_machine(name: str) -> bool:
    """Say whether a name or an address can only mean this machine."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def from_our_page(request: Call) -> None:
    """Let no foreign page make a browser play."""
    if request.method in ("GET", "HEAD") or same_origin(request):
        return
    page, ours = origin_of(request.headers["origin"]), our_origin(request)
    if page is not None and ours is not None and page[1] == ours[1] and page[0] != ours[0]:
        raise Refused(
            "foreign-page",
            f"This page came over {page[0]}, and the hall is asked over {ours[0]}: behind a proxy start it with "
            "--proxy 1, and let the proxy say X-Forwarded-Proto.",
            f"Diese Seite kam über {page[0]}, und die Halle wird über {ours[0]} gefragt: Hinter einem Proxy braucht "
            "sie --proxy 1, und der Proxy muss X-Forwarded-Proto nennen.",
        )
    raise Refused("foreign-page", "Only our own pages may do this.", "Das dürfen nur unsere eigenen Seiten.")


async def add_security(message: Message, scope: Scope) -> None:
    """Tell browsers what our pages need, and that they need nothing else."""
    if message["type"] == "http.response.start":
        known = {name.lower() for name, _ in message["headers"]}
        message["headers"] = [*message["headers"], *((k, v) for k, v in SECURITY.items() if k not in known)]


def same_origin(asked: ASGIConnection[Any, Any, Any, State]) -> bool:
    """Return whether a page of ours asks, or a program that is no browser: scheme, host and port are the same."""
    origin = asked.headers.get("origin")
    if origin is None:
        return True
    page = origin_of(origin)
    return page is not None and page == our_origin(asked)


def our_origin(asked: ASGIConnection[Any, Any, Any, State]) -> Origin | None:
    """Return where a browser has asked for us, as far as our proxies are to be believed."""
    limits: Limits = asked.app.state.limits
    own = {"ws": "http", "wss": "https"}.get(asked.scope["scheme"], asked.scope["scheme"])
    noted = (asked.headers.getall(name, []) for name in ("x-forwarded-for", "x-forwarded-proto"))
    return origin_of(f"{limits.scheme(own, *noted).lower()}://{asked.headers.get('host', '')}")


def origin_of(text: str) -> Origin | None:
    """Return the scheme, host and port of an address; None if it has none."""
    try:
        parts = urlsplit(text)
        port = PORTS[parts.scheme] if parts.port is None else parts.port
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
