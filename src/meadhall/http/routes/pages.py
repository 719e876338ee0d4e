"""The files of the web app, its one page for all addresses that people see, and a page about the calls."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get, route
from litestar.datastructures import State

import meadhall
from meadhall.core.game import Game
from meadhall.hall.problems import Refused
from meadhall.learn import puzzles
from meadhall.learn.lessons import has_lesson

from .. import api_page, static_files
from ..guards import Call, no_page
from .common import table_of, takes_gzip
from .daily import dailies_of


@route(["/", "/{page:path}"], http_method=["GET", "HEAD"], include_in_schema=False, packed=True)
async def page(request: Call, state: State) -> Response[bytes]:
    """Give a file of the web app, or its one page for all addresses that people see."""
    path = request.scope["path"]
    if path.startswith("/api/"):
        raise no_page()
    file = static_files.find(path)
    status = 200 if file is not None or await _is_page(request, path) else 404
    if file is None:
        file = static_files.find("/index.html") or static_files.NOT_BUILT
    headers = {"cache-control": file.cache, "vary": "accept-encoding", "etag": file.tag}
    if status == 200 and file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    body = file.content
    if file.gzipped is not None and takes_gzip(request):
        body, headers["content-encoding"] = file.gzipped, "gzip"
    return Response(body, media_type=file.kind, status_code=status, headers=headers)


async def _is_page(request: Call, path: str) -> bool:
    """Say whether people can go to an address."""
    place, _, name = path.strip("/").partition("/")
    if place in ("new", "rules"):
        return name in meadhall.games()
    if place == "lesson":
        return name in meadhall.games() and has_lesson(meadhall.game(name))
    if place == "puzzles":
        return name in meadhall.games() and bool(puzzles.of(meadhall.game(name)))
    if place in ("score", "sets") and name:
        return name in meadhall.games() and _is_for_owners(place, meadhall.game(name))
    if place in ("table", "replay", "verify") and name:
        try:
            return bool(await table_of(request, request.app.state, name, ()))
        except Refused:
            return False
    if place == "daily":
        return not name or dailies_of(request.app.state).is_day(name)
    return path == "/" or (place in ("profile", "replay", "score", "sets", "verify") and not name)


def _is_for_owners(place: str, game: Game) -> bool:
    return game.scores_tables if place == "score" else game.takes_set


@get("/api", include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
def calls(request: Call) -> Response[str]:
    """List all calls, for people who write programs."""
    headers = {"content-security-policy": api_page.ALLOWED}
    return Response(api_page.page(_schema(request)), media_type=MediaType.HTML, headers=headers)


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Call) -> dict[str, Any]:
    """Describe all calls and their types, for programs that write programs."""
    return _schema(request)


def _schema(request: Call) -> dict[str, Any]:
    """Work the description out once: it takes a tenth of a second, for which everybody else would wait each time."""
    state = request.app.state
    if "schema" not in state:
        state.schema = request.app.openapi_schema.to_schema()
    schema: dict[str, Any] = state.schema
    return schema


HANDLERS = [calls, openapi, page]
