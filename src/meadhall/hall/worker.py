"""A process that plays for bots, at the tables of all servers that share a database."""

from __future__ import annotations

import asyncio
import signal
from contextlib import closing

from meadhall.core.errors import BadOption
from meadhall.core.game import Language

from . import steady_clock
from .bot_pool import BotPool, ProcessPool, few
from .external_bots import ExternalBots
from .hall import Hall
from .store import Store, open_store
from .turn_claims import TurnClaims


def work(database: str, at_once: int | None, lang: Language, programs: ExternalBots | None = None) -> None:
    """Play until somebody ends it."""
    with closing(open_store(database)) as store:
        if store.claims is None:
            raise BadOption("a worker needs a database that it can share: --database postgresql://…")
        count = at_once or few()
        with closing(ProcessPool(count)) as thinkers:
            said = f"{count} Bots warten auf ihren Zug" if lang == "de" else f"{count} bots wait for their turn"
            print(f"{said}{'; Strg-C beendet sie.' if lang == 'de' else '; Ctrl-C ends them.'}", flush=True)
            asyncio.run(_until_ended(store, thinkers, count, programs))


async def _until_ended(store: Store, thinkers: BotPool, count: int, programs: ExternalBots | None) -> None:
    assert store.claims is not None
    hall, ended = Hall(store, thinkers, programs), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    await store.open(hall)
    await steady_clock.agree(store)
    turns = TurnClaims(hall, store.claims, count)
    await ended.wait()
    await turns.close()
    await hall.close()
    await store.shut()
