"""Bots at tables that several processes share: each turn is claimed in the database, so that exactly one plays it.

A claim ends by itself after a few seconds unless it is renewed: the turn of a worker that died is taken over.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from uuid import uuid4

from .hall import Hall
from .problems import Refused
from .store import Unkept
from .store.base import Claims

log = logging.getLogger("meadhall")
HELD = 6.0  # seconds for which a turn is claimed
RENEW = 2.0  # seconds between two renewals
LOOK = 1.0  # seconds between two looks for turns whose worker is gone


class TurnClaims:
    """Looks for turns of bots, as many at a time as this process can think about."""

    def __init__(self, hall: Hall, claims: Claims, at_once: int) -> None:
        self._hall, self._claims = hall, claims
        self._worker = uuid4().hex
        self._news = asyncio.Condition()
        self._playing = 0
        self._tasks = [asyncio.create_task(self._work()) for _ in range(at_once)]
        self._tasks.append(asyncio.create_task(self._hold()))
        self._wakes: set[asyncio.Task[None]] = set()
        hall.on_news = self.wake

    def wake(self) -> None:
        """Look whether there is a turn to be played: something has happened at a table."""
        task = asyncio.get_running_loop().create_task(self._wake())
        self._wakes.add(task)
        task.add_done_callback(self._wakes.discard)

    async def _wake(self) -> None:
        async with self._news:
            self._news.notify()

    async def _work(self) -> None:
        """Play one turn after the other; where there is none, wait for news, and look now and then."""
        while True:
            try:
                claimed = await self._claims.claim(self._worker, HELD)
            except Unkept as problem:
                log.warning("no bot's turn can be claimed: %s", problem)
                await asyncio.sleep(LOOK)
                continue
            if claimed is not None:
                await self._play(*claimed)
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK), self._news:
                        await self._news.wait()

    async def _play(self, name: str, number: int) -> None:
        self._playing += 1
        try:
            table = await self._hall.table(name)
            await table.catch_up()
            await self._hall.let_bot_play(table, number)
        except Refused as problem:
            log.info("the table %s cannot go on: %s", name, problem)
            await asyncio.sleep(HELD)  # nobody else can, either
        except Exception:  # nobody waits for this task: what goes wrong must be seen
            log.exception("a bot could not play")
            await asyncio.sleep(LOOK)
        finally:
            self._playing -= 1
            with suppress(Unkept):
                await self._claims.release(name, self._worker)

    async def _hold(self) -> None:
        """Renew what we have claimed, for as long as we live."""
        while True:
            await asyncio.sleep(RENEW)
            if self._playing:
                with suppress(Unkept):
                    await self._claims.hold(self._worker, HELD)

    async def close(self) -> None:
        """Leave all turns to others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
