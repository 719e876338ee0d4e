"""How time goes on across restarts, whatever the system's clock says: nobody's time runs out because it was set.

Since when the machine's steady clock counts is written down once for each start of the machine; a server that is
started again goes on by that. After the machine itself was started again there is only its clock to ask, but time
never goes back behind what has happened.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from pathlib import Path

from . import clock
from .store import Store, Unkept
from .store.tables import latest

log = logging.getLogger("meadhall")
START = Path("/proc/sys/kernel/random/boot_id")  # another one each time the machine starts
NOTICED = 60.0  # seconds by which the system's clock may be off before we say so


async def agree(store: Store) -> None:
    """Go on as this machine has counted time before, and not before the last thing that happened."""
    since = told = time.time() - time.monotonic()
    key = _key()
    try:
        if key is not None:
            kept = (await store.notes(key, key)).get(key)
            since = told if kept is None else float(kept)
        since = max(since, await store.read(latest()) - time.monotonic())
    except Unkept as problem:
        log.warning("how time went on before cannot be read, so the system's clock counts: %s", problem)
    if abs(since - told) > NOTICED:
        log.warning("the system's clock was set by %.0f s; here time goes on as it did before", told - since)
    clock.count_from(since)
    if key is not None:
        with suppress(Unkept):  # then the next one will
            await store.note(key, repr(since))


def _key() -> str | None:
    """Name this start of the machine; None where that cannot be known."""
    try:
        return f"clock {START.read_text('ascii').strip()}"
    except (OSError, ValueError):
        return None
