"""Whether the hall is ready for guests: whether what they do can be written down."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime
from typing import Literal

from .messages import Health
from .store import Store, Unkept

log = logging.getLogger("meadhall")
PATIENCE = 3.0  # seconds for a database that does not answer
FRESH = 1.0  # seconds for which an answer is still true, so that asking costs nothing
KEY = "health"  # of the note that is written to see whether one can be


class Doctor:
    """Sees whether the database can be written, and remembers since when it can or cannot."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._health: Health | None = None
        self._looked = 0.0
        self._looking = asyncio.Lock()

    async def look(self) -> Health:
        """Say whether the hall is ready, and since when that is so."""
        async with self._looking:
            if self._health is None or time.monotonic() - self._looked > FRESH:
                status: Literal["ready", "no-database"] = "ready" if await self._can_write() else "no-database"
                if self._health is None or self._health.status != status:
                    self._health = Health(status, _now())
                self._looked = time.monotonic()
            return self._health

    async def _can_write(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.probe(KEY, _now())
        except (Unkept, TimeoutError) as problem:
            log.warning("the database cannot be written: %s", problem or "no answer")
            return False
        return True


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
