"""The files of the web app, its one page for all addresses that people see, and a page about the calls."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get, route
from litestar.datastructures import State

import meadhall
from meadhall.service import apipage, webfiles
from meadhall.service.hall import Hall
from meadhall.service.manners import Call, no_page
from meadhall.service.problems import Refused

from .common import hall_of, takes_gzip


@route(["/", "/{page:path}"], http_method=["GET", "HEAD"], include_in_schema=False, packed=True)
async def page(request: Call, state: State) -> Response[bytes]:
    """Give a file of the web app, or its one page for all addresses that people see."""
    path = request.scope["path"]
    if path.startswith("/api/"):
        raise no_page()
    file = webfiles.find(path)
    status = 200 if file is not None or await _is_page(hall_of(state), path) else 404
    if file is None:
        file = webfiles.find("/index.html") or webfiles.NOT_BUILT
    headers = {"cache-control": file.cache, "vary": "accept-encoding", "etag": file.tag}
    if status == 200 and file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    body = file.content
    if file.gzipped is not None and takes_gzip(request):
        body, headers["content-encoding"] = file.gzipped, "gzip"
    return Response(body, media_type=file.kind, status_code=status, headers=headers)


async def _is_page(hall: Hall, path: str) -> bool:
    """Say whether people can go to an address."""
    place, _, name = path.strip("/").partition("/")
    if place in ("new", "rules"):
        return name in meadhall.games()
    if place in ("table", "replay") and name:
        try:
            return bool(await hall.table(name))
        except Refused:
            return False
    return path == "/" or (place, name) == ("replay", "")


@get("/api", include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
def calls(request: Call) -> str:
    """List all calls, for people who write programs."""
    return apipage.page(request.app.openapi_schema.to_schema())


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Call) -> dict[str, Any]:
    """Describe all calls and their types, for programs that write programs."""
    return request.app.openapi_schema.to_schema()


HANDLERS = [calls, openapi, page]
