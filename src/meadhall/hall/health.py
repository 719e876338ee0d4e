"""Whether the hall is ready for guests: whether what they do can be written down, and what they did can be read."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime

from . import metrics
from .messages import Health, HealthStatus, Sentence
from .store import Damaged, Store, Unkept

log = logging.getLogger("meadhall")
PATIENCE = 3.0  # seconds for a database that does not answer
FRESH = 1.0  # seconds for which an answer is still true, so that asking costs nothing
PAUSE_SECONDS = 30.0  # between two looks through the whole database
MOST_OF_THE_TIME = 0.1  # that looking through it may take
KEY = "health"  # of the note that is written to see whether one can be
WHAT_TO_DO = {
    "no-database": Sentence(
        "The database cannot be written: make room on its disk, or start it; the hall goes on by itself.",
        "In die Datenbank lässt sich nicht schreiben: Mach Platz auf ihrer Platte, oder starte sie; die Halle macht "
        "von selbst weiter.",
    ),
    "damaged-database": Sentence(
        "The database is damaged: end the server, put the last good backup into a new file with meadhall restore, and "
        "start it on that; its log says what is damaged.",
        "Die Datenbank ist beschädigt: Beende den Server, spiele die letzte gute Sicherung mit meadhall restore in "
        "eine neue Datei, und starte ihn auf der; was beschädigt ist, steht in seinem Protokoll.",
    ),
}


class HealthCheck:
    """Sees whether the database is sound and can be written, and remembers since when it is or is not."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._health: Health | None = None
        self._flaw: str | None = None
        self._looked = 0.0
        self._looking = asyncio.Lock()

    @property
    def sound(self) -> bool:
        """Return whether nothing damaged was found in the database the last time."""
        return self._flaw is None

    async def watch(self) -> None:
        """Look through the whole database now and then, for as long as the server runs."""
        while True:
            before = time.monotonic()
            self._found(await self._store.flaw())
            took = time.monotonic() - before
            metrics.CHECKS.note(took)
            await asyncio.sleep(max(PAUSE_SECONDS, took / MOST_OF_THE_TIME))

    def _found(self, flaw: str | None) -> None:
        if flaw is not None and self.sound:
            log.error(
                "the database %s is damaged (%s); end the server, put the last good backup into a new file with "
                "meadhall restore, and start it on that",
                *(self._store.place, flaw),
            )
        elif flaw is None and not self.sound:
            log.warning("nothing damaged is found in the database %s any more", self._store.place)
        self._flaw = flaw

    async def look(self) -> Health:
        """Say whether the hall is ready, and since when that is so."""
        async with self._looking:
            if self._health is None or time.monotonic() - self._looked > FRESH:
                status = await self._status()
                if self._health is None or self._health.status != status:
                    self._health = Health(status, _now(), WHAT_TO_DO.get(status))
                self._looked = time.monotonic()
            return self._health

    async def _status(self) -> HealthStatus:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.probe(KEY, _now())
        except Damaged as problem:
            self._found(str(problem))
        except (Unkept, TimeoutError) as problem:
            log.warning("the database cannot be written: %s", problem or "no answer")
            return "no-database" if self.sound else "damaged-database"
        return "ready" if self.sound else "damaged-database"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
