"""Wakes tables at which something is due: a clock that runs out, somebody who has been away for long."""

from __future__ import annotations

import asyncio
import logging

from . import clock
from .table import Table

log = logging.getLogger("meadhall")
AGAIN = 5.0  # seconds until it is tried again when it could not be written


class Alarms:
    """One alarm for each table; it keeps the table ready until it rings."""

    def __init__(self) -> None:
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def set(self, table: Table) -> None:
        """Set the alarm of a table to when something is due there next."""
        due = table.due()
        self._set(table, None if due is None else max(0.0, due - clock.steady()))

    def _set(self, table: Table, delay: float | None) -> None:
        if (old := self._alarms.pop(table.name, None)) is not None:
            old.cancel()
        if delay is not None:
            self._alarms[table.name] = asyncio.get_running_loop().call_later(delay, self._ring, table)

    def _ring(self, table: Table) -> None:
        del self._alarms[table.name]
        task = asyncio.get_running_loop().create_task(self._wake(table))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _wake(self, table: Table) -> None:
        try:
            await table.ring()
        except Exception:  # nobody waits for this task: what goes wrong must be seen
            log.exception("a clock could not ring")
            self._set(table, AGAIN)

    def close(self) -> list[asyncio.Task[None]]:
        """Ring no more: what is still being done."""
        for alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()
        return list(self._ringing)
