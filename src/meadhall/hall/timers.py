"""Wakes tables at which something is due: a clock that runs out, somebody who has been away for long."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from . import clock
from .table import Table

log = logging.getLogger("meadhall")
AGAIN = 5.0  # seconds until it is tried again when it could not be written


class Timers:
    """One alarm for each table; a table that was put away meanwhile is found again by its name."""

    def __init__(self, find: Callable[[str], Awaitable[Table]]) -> None:
        self._find = find
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def set(self, table: Table) -> None:
        """Set the alarm of a table to when something is due there next."""
        if (old := self._alarms.pop(table.name, None)) is not None:
            old.cancel()
        due = table.due()
        if due is not None:
            self._set(table.name, max(0.0, due - clock.steady()))

    def _set(self, name: str, delay: float) -> None:
        self._alarms[name] = asyncio.get_running_loop().call_later(delay, self._ring, name)

    def _ring(self, name: str) -> None:
        del self._alarms[name]
        task = asyncio.get_running_loop().create_task(self._wake(name))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _wake(self, name: str) -> None:
        try:
            await (await self._find(name)).ring()
        except Exception:  # nobody waits for this task: what goes wrong must be seen
            log.exception("a clock could not ring")
            if name not in self._alarms:
                self._set(name, AGAIN)

    def close(self) -> list[asyncio.Task[None]]:
        """Ring no more: what is still being done."""
        for alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()
        return list(self._ringing)
