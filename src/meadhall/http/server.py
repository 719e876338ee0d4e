"""The server: it puts the hall and its calls together, and opens the door."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket as sockets
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial

import uvicorn
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import meadhall
from meadhall.core.errors import BadOption, shown
from meadhall.core.game import Language
from meadhall.hall import steady_clock
from meadhall.hall.bot_pool import BotPool, ProcessPool, few
from meadhall.hall.daily import Dailies
from meadhall.hall.external_bots import ExternalBots
from meadhall.hall.hall import Hall
from meadhall.hall.health import HealthCheck
from meadhall.hall.problems import Refused
from meadhall.hall.store import Store, Unkept, open_store
from meadhall.hall.turn_claims import TurnClaims

from . import guards
from .guards import Call
from .rate_limits import Limits
from .routes import HANDLERS
from .routes.health import count_answer
from .uvicorn_protocols import LimitedHttpProtocol, LimitedWebSocketProtocol

LONGEST_BODY = 64_000
SWITCH_SECONDS = 0.001  # that a thread may work on while another one wants to: a move needs several turns
SWEEPS = (50_000, 5, 5)  # of Python's memory, all of them seldom: who leaves, leaves nothing that has to be swept


def create_app(
    store: Store,
    thinkers: BotPool,
    bots: bool = True,
    limits: Limits | None = None,
    at_home: bool = False,
    open_metrics: bool = False,
    programs: ExternalBots | None = None,
) -> Litestar:
    """Make the server's application; at home, it answers to names of this machine only."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        hall = app.state.hall = Hall(store, thinkers, programs)
        doctor = app.state.doctor = HealthCheck(store)
        app.state.open_metrics = open_metrics
        app.state.limits, app.state.at_home = limits or Limits(), at_home
        await store.open(hall)
        await steady_clock.agree(store)
        turns = TurnClaims(hall, store.claims, few()) if store.claims is not None and bots else None
        dailies = app.state.dailies = Dailies(hall, store, thinkers)
        loop = asyncio.get_running_loop()
        thinkers.when_warm(partial(loop.call_soon_threadsafe, hall.tell_all))
        tasks = [asyncio.create_task(hall.wake_all()), asyncio.create_task(doctor.watch())]
        if store.claims is not None:
            tasks.append(asyncio.create_task(hall.keep_up()))
        yield
        for task in tasks:
            task.cancel()
        if turns is not None:
            await turns.close()
        thinkers.when_warm(lambda: None)  # nobody is left to tell
        await dailies.close()
        await hall.close()
        await store.shut()

    return Litestar(
        list(HANDLERS),
        lifespan=[opened],
        exception_handlers={
            Refused: guards.refused,
            guards.Gone: guards.gone,
            Unkept: guards.unkept,
            HTTPException: guards.misunderstood,
            RecursionError: guards.garbled,
            UnicodeDecodeError: guards.garbled,
            Exception: guards.failed,
        },
        request_class=guards.HallRequest,
        before_request=guards.admitted,
        before_send=[guards.add_security, count_answer],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude_opt_key="packed"),
        openapi_config=OpenAPIConfig(
            title="Meadhall",
            version=meadhall.__version__,
            path="/api/openapi",  # below it, Litestar answers everything itself
            render_plugins=[JsonRenderPlugin(path="/")],
            components=Components(
                security_schemes={
                    "seat": SecurityScheme(type="http", scheme="bearer"),
                    "person": SecurityScheme(type="apiKey", name="Meadhall-Person", security_scheme_in="header"),
                }
            ),
            security=[{}, {"seat": []}, {"person": []}],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LONGEST_BODY,
        logging_config=None,
        signature_namespace={"Call": Call},
    )


def serve(
    host: str,
    port: int,
    database: str | None,
    lang: Language,
    bots: bool = True,
    limits: Limits | None = None,
    open_metrics: bool = False,
    programs: ExternalBots | None = None,
) -> None:
    """Open the hall until somebody ends it."""
    allow_many_sockets()
    with (
        listen(host, port) as listening,
        closing(open_store(database)) as store,
        closing(ProcessPool(on_loaded=spare)) as workers,
    ):
        if not bots and store.claims is None:
            raise BadOption("--no-bots is for a database that workers share: --database postgresql://…")
        config = uvicorn.Config(
            create_app(
                store,
                workers,
                bots,
                limits,
                guards.is_this_machine(host) and not (limits and limits.proxies),
                open_metrics,
                programs,
            ),
            http=LimitedHttpProtocol,
            ws=LimitedWebSocketProtocol,
            proxy_headers=False,  # Limits know whom to believe
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=LONGEST_BODY,
            ws_per_message_deflate=False,  # it costs a third of the speed, and tens of kilobytes for each socket
            timeout_graceful_shutdown=2,
        )
        shown_host = f"[{host}]" if ":" in host else host
        address = f"http://{shown_host}:{listening.getsockname()[1]}/"
        print(f"Die Methalle ist offen: {address}" if lang == "de" else f"The mead hall is open: {address}")
        print("Strg-C schließt sie." if lang == "de" else "Ctrl-C closes it.", flush=True)
        spare()
        gc.set_threshold(*SWEEPS)
        sys.setswitchinterval(SWITCH_SECONDS)
        Server(config).run(sockets=[listening])


def spare() -> None:
    """Let Python's collector pass over what is there now, for it stays: compiled code alone is a fifth of a second."""
    gc.collect()
    gc.freeze()


def allow_many_sockets() -> None:
    """Let this process have as many sockets as the system lets anybody have; most begin with 1,024."""
    with suppress(ImportError, OSError, ValueError):  # where there is no such limit, or it cannot be changed
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


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
