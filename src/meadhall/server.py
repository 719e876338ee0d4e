"""HTTP and one WebSocket for the hall: no logic, only who is asked what."""

from __future__ import annotations

import asyncio
import errno
import gzip
import signal
import socket as sockets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from typing import Annotated, Any

import msgspec
import uvicorn
from litestar import Litestar, MediaType, Response, WebSocket, get, post, route, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, JSONBody, QueryParameter

import meadhall
from meadhall.core.errors import BadOption, shown
from meadhall.core.game import Language
from meadhall.service import apipage, manners, telling, webfiles
from meadhall.service.hall import Hall, the_game
from meadhall.service.manners import STATUS, Call, no_page, same_origin
from meadhall.service.messages import (
    GameInfo,
    Hello,
    Hint,
    Look,
    Move,
    NewTable,
    Preview,
    Rulebook,
    Seated,
    Seen,
    Sit,
    Step,
    TableState,
)
from meadhall.service.messages import Hall as HallState
from meadhall.service.problems import Refused
from meadhall.service.rulebook import rulebook
from meadhall.service.saga import common
from meadhall.service.store import Store, open_store
from meadhall.service.table import Table
from meadhall.service.workers import Thinkers, Workers

LONGEST_BODY = 64_000
HELLO_SECONDS = 10.0
SEND_SECONDS = 60.0


def secrets_of(request: Call) -> list[str]:
    """Take the secrets of seats out of a request."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return [secret.strip() for secret in value.split(",") if secret.strip()] if scheme.lower() == "bearer" else []


def hall_of(state: State) -> Hall:
    """Give the hall that this server serves."""
    hall: Hall = state.hall
    return hall


# -- the hall --------------------------------------------------------------------------------------


@get("/api/games", sync_to_thread=False)
def games() -> list[GameInfo]:
    """List the games of the hall."""
    return [telling.game_info(meadhall.game(name)) for name in meadhall.games()]


@get("/api/rules/{game:str}/{lang:str}", sync_to_thread=True)
def rules(game: FromPath[str], lang: FromPath[str]) -> Rulebook:
    """Give the rules of a game, in English (en) or German (de)."""
    return rulebook(the_game(game), lang)


@post("/api/hall", status_code=200)
async def look(state: State, data: JSONBody[Look]) -> HallState:
    """Say what goes on in the hall, and where your seats are."""
    return await hall_of(state).look(data.seats)


@post("/api/tables")
async def new_table(state: State, data: JSONBody[NewTable]) -> Seated:
    """Set a new table up."""
    return await hall_of(state).open(data)


# -- a table ---------------------------------------------------------------------------------------


@get("/api/tables/{name:str}")
async def table(request: Call, state: State, name: FromPath[str]) -> TableState:
    """Show a table as you may see it; without a secret, as everybody may."""
    return await _seen(request, state, name)


async def _seen(request: Call, state: State, name: str) -> TableState:
    hall = hall_of(state)
    table = await hall.table(name)
    return await hall.state(table, table.mine(secrets_of(request)))


@post("/api/tables/{name:str}/sit", status_code=200)
async def sit(request: Call, state: State, name: FromPath[str], data: JSONBody[Sit]) -> Seated:
    """Sit down: with an invitation in the seat that it opens, without one in the first free seat."""
    table = await hall_of(state).table(name)
    seat, secret = await table.sit(secrets_of(request), data.name)
    return Seated(table.name, {seat: secret}, {})


@post("/api/tables/{name:str}/move", status_code=200)
async def move(request: Call, state: State, name: FromPath[str], data: JSONBody[Move]) -> TableState:
    """Play an action."""
    await (await hall_of(state).table(name)).move(secrets_of(request), data.action, data.number)
    return await _seen(request, state, name)


@post("/api/tables/{name:str}/undo", status_code=200)
async def undo(request: Call, state: State, name: FromPath[str], data: JSONBody[Seen]) -> TableState:
    """Take your last decision back, if nothing came after it."""
    await (await hall_of(state).table(name)).undo(secrets_of(request), data.number)
    return await _seen(request, state, name)


@post("/api/tables/{name:str}/resign", status_code=200)
async def resign(request: Call, state: State, name: FromPath[str], data: JSONBody[Seen]) -> TableState:
    """Give up."""
    await (await hall_of(state).table(name)).resign(secrets_of(request), data.number)
    return await _seen(request, state, name)


@post("/api/tables/{name:str}/preview", status_code=200)
async def preview(request: Call, state: State, name: FromPath[str], data: JSONBody[Move]) -> Preview:
    """Say what an action would do."""
    hall = hall_of(state)
    return await hall.preview(await hall.table(name), secrets_of(request), data)


@post("/api/tables/{name:str}/hint", status_code=200)
async def hint(request: Call, state: State, name: FromPath[str], data: JSONBody[Seen]) -> Hint:
    """Say what a strong bot would do; it thinks for about a second."""
    hall = hall_of(state)
    return await hall.hint(await hall.table(name), secrets_of(request), data.number)


@post("/api/tables/{name:str}/rematch", status_code=200)
async def rematch(request: Call, state: State, name: FromPath[str]) -> Seated:
    """Set the next table up, everybody a seat further; ask again and get the same table."""
    return await hall_of(state).rematch(name, secrets_of(request))


@post("/api/tables/{name:str}/claim", status_code=200)
async def claim(request: Call, state: State, name: FromPath[str]) -> Seated:
    """Take your seat at a rematch: your secrets of the table before it open it."""
    return await hall_of(state).claim(name, secrets_of(request))


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


@get("/api/tables/{name:str}/record", media_type=MediaType.TEXT)
async def record(state: State, name: FromPath[str]) -> str:
    """Write the match as text; the seed of its dice is in it once it is over."""
    return (await hall_of(state).table(name)).match.record()


# -- the socket ------------------------------------------------------------------------------------


@websocket("/api/tables/{name:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, State], state: State, name: FromPath[str]) -> None:
    """Tell a browser about a table, from its Hello on until it goes."""
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403)
        return
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):  # a RuntimeError where we speak to somebody who has just gone
        try:
            hello = await asyncio.wait_for(_hello(socket), HELLO_SECONDS)
            table = await hall_of(state).table(name)
            table.mine(hello.seats)
        except Refused as refused:
            await socket.send_data(msgspec.json.encode(refused.problem).decode())
            await socket.close(4000 + STATUS[refused.problem.code])
        except (TimeoutError, msgspec.DecodeError):
            await socket.close(4400)
        else:
            try:
                await _tell(socket, hall_of(state), table, hello)
            except TimeoutError:  # of somebody who has stopped reading
                await socket.close(4408)


async def _hello(socket: WebSocket[Any, Any, State]) -> Hello:
    return msgspec.json.decode(await socket.receive_data("text"), type=Hello)


async def _tell(socket: WebSocket[Any, Any, State], hall: Hall, table: Table, hello: Hello) -> None:
    """Send the news whenever there are some; what comes in between is told together."""
    news, gone = asyncio.Event(), asyncio.create_task(_until_gone(socket))
    gone.add_done_callback(lambda _: news.set())
    told, here = table.match.entries[: hello.seen], frozenset(table.opened(hello.seats))
    table.listeners.add(news.set)
    table.come(here)
    try:
        while not gone.done():
            news.clear()
            entries = table.match.entries
            message = await hall.news(table, _still(table, hello), common(told, entries))
            told = entries
            await asyncio.wait_for(socket.send_data(message), SEND_SECONDS)
            await news.wait()
    finally:
        gone.cancel()
        table.listeners.discard(news.set)
        table.leave(here)


def _still(table: Table, hello: Hello) -> frozenset[int]:
    """Find the seats of somebody who may have lost one meanwhile."""
    try:
        return table.mine(hello.seats)
    except Refused:
        return frozenset()


async def _until_gone(socket: WebSocket[Any, Any, State]) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_data("text")


# -- pages -----------------------------------------------------------------------------------------


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
    if place == "table":
        try:
            return bool(await hall.table(name))
        except Refused:
            return False
    return path == "/"


@get("/api", include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
def calls(request: Call) -> str:
    """List all calls, for people who write programs."""
    return apipage.page(request.app.openapi_schema.to_schema())


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Call) -> dict[str, Any]:
    """Describe all calls and their types, for programs that write programs."""
    return request.app.openapi_schema.to_schema()


# -- starting --------------------------------------------------------------------------------------


def create_app(store: Store, thinkers: Thinkers) -> Litestar:
    """Make the server's application."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        hall = app.state.hall = Hall(store, thinkers)
        loop = asyncio.get_running_loop()
        thinkers.when_warm(partial(loop.call_soon_threadsafe, hall.tell_all))
        waking = asyncio.create_task(hall.wake_all())
        yield
        waking.cancel()
        thinkers.when_warm(lambda: None)  # nobody is left to tell
        await hall.close()

    return Litestar(
        [
            *(games, rules, look, new_table, table, sit, move, undo, resign, preview, hint, rematch, claim),
            *(steps, record, table_socket, calls, openapi, page),
        ],
        lifespan=[opened],
        exception_handlers={
            Refused: manners.refused,
            HTTPException: manners.misunderstood,
            RecursionError: manners.garbled,
            UnicodeDecodeError: manners.garbled,
            Exception: manners.failed,
        },
        before_request=manners.from_our_page,
        before_send=[manners.add_security],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude_opt_key="packed"),
        openapi_config=OpenAPIConfig(
            title="Meadhall",
            version=meadhall.__version__,
            path="/api/openapi",  # below it, Litestar answers everything itself
            render_plugins=[JsonRenderPlugin(path="/")],
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
            security=[{}, {"seat": []}],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LONGEST_BODY,
        logging_config=None,
        signature_namespace={"Call": Call},
    )


def serve(host: str, port: int, database: str | None, lang: Language) -> None:
    """Open the hall until somebody ends it."""
    with listen(host, port) as listening, closing(open_store(database)) as store, closing(Workers()) as workers:
        config = uvicorn.Config(
            create_app(store, workers),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=LONGEST_BODY,
            timeout_graceful_shutdown=2,
        )
        shown_host = f"[{host}]" if ":" in host else host
        address = f"http://{shown_host}:{listening.getsockname()[1]}/"
        print(f"Die Methalle ist offen: {address}" if lang == "de" else f"The mead hall is open: {address}")
        print("Strg-C schließt sie." if lang == "de" else "Ctrl-C closes it.", flush=True)
        Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> sockets.socket:
    """Take the port, or say why not."""
    try:
        family = sockets.getaddrinfo(host, port, type=sockets.SOCK_STREAM)[0][0]
        return sockets.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError, UnicodeError) as problem:
        if getattr(problem, "errno", None) == errno.EADDRINUSE:
            raise BadOption(f"port {port} is in use; choose another one with --port, like --port {port + 1}") from None
        raise BadOption(f"cannot listen on {shown(host)}, port {port}: {problem}") from None


class Server(uvicorn.Server):
    """A server that ends quietly: Ctrl-C is how one closes the hall, not an accident."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Listen to the wish to end, and raise nothing afterwards."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
