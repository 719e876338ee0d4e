"""The log beside an SQLite file (-wal), in which the last moves lie until they are put into their places.

Whoever loses that file loses moves without a trace: what is left is a database of some time ago, or an empty one. So
before the first move goes to the log, the head of the file is marked as one that needs its log. In the log itself
stands that the file is complete: that is read while the log is there, and lands in the file with all else.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from meadhall.core.errors import BadOption, shown

from .soundness import LONGEST_NAME, RESTORE

COMPLETE = 0x4D656164  # the application_id of ours: "Mead"
NEEDS_LOG = 0x4D654C6F  # "MeLo"
QUIET_SECONDS = 10.0
BUSY_SECONDS = 10  # that a writer waits for another one
LONGEST_LOG_BYTES = 32_000_000  # until it is put in its place in any case: many moves are for the same page
MARK = "pragma application_id = {}"


def needs_lost_log(connection: sqlite3.Connection) -> bool:
    """Return whether the last of a database lies in a log that is not there, or cannot be read."""
    mark = connection.execute("pragma application_id").fetchone()[0]
    if mark != NEEDS_LOG:
        if mark or connection.execute("select 1 from sqlite_master").fetchall():
            return False
        if connection.execute("pragma journal_mode").fetchone()[0] != "wal":  # as a new file that is still empty
            return False
    busy, pages, _ = connection.execute("pragma wal_checkpoint").fetchone()
    return not busy and pages == 0


def refuse_without_log(connection: sqlite3.Connection, file: str) -> None:
    """Refuse a database whose last moves, or all of them, were in a log that is missing; say how to go on."""
    if not needs_lost_log(connection):
        return
    log = shown(f"{Path(file).name}-wal")
    if not connection.execute("select 1 from sqlite_master").fetchall():
        raise BadOption(
            f"the database {shown(file, LONGEST_NAME)} is empty without {log}, which is missing: put that back beside "
            f"it, or {RESTORE}"
        )
    raise BadOption(
        f"the last moves of the database {shown(file, LONGEST_NAME)} are in {log}, which is missing: put that back "
        "beside it, or go on without them in a new file: meadhall restore "
        f"{shown(file, LONGEST_NAME)} --database NEW.db"
    )


def there(file: str) -> str:
    """Return the address of a file that is only opened where it is there, for reading and writing."""
    return f"{Path(file).absolute().as_uri()}?mode=rw"


def refuse_log_alone(file: Path) -> None:
    """Refuse a log whose database is not there: SQLite would delete it."""
    with suppress(OSError):
        if (not file.exists() or file.stat().st_size == 0) and os.stat(f"{file}-wal").st_size > 0:
            raise BadOption(
                f"the database {shown(str(file), LONGEST_NAME)} is missing, but {shown(f'{file.name}-wal')} with its "
                f"last moves is there: put it back beside that, or {RESTORE}"
            )


class Log:
    """Puts the log of a file into its place, and keeps the mark in the file's head; for its one writer."""

    def __init__(self, connection: sqlite3.Connection, file: str) -> None:
        connection.execute("pragma wal_autocheckpoint = 0")  # which would put it in place without our knowing
        self._connection, self._file = connection, f"{file}-wal"
        self._marked = False  # whether the file says that it needs its log
        self._told = True  # whether the log says that with it, the file is complete
        self._last: float | None = None  # when something was written that is not in its place yet

    def mark(self) -> None:
        """Mark the file as one that needs its log, before something is written; this does not wait for readers."""
        if self._marked:
            return
        self._told = False
        self._connection.execute(MARK.format(NEEDS_LOG))
        self._marked = self._checkpoint("passive")

    def tell(self) -> None:
        """Write into the log, with what is being written, that it makes the file complete."""
        if not self._told:
            self._connection.execute(MARK.format(COMPLETE))

    def written(self) -> None:
        """Take note that something was written for good."""
        self._told, self._last = True, time.monotonic()

    def shorten(self) -> None:
        """Put a log that has become long in its place."""
        with suppress(OSError):
            if os.stat(self._file).st_size > LONGEST_LOG_BYTES:
                self.put_in_place()

    def seconds_until_quiet(self) -> float | None:
        """Return how long nothing more must be written until the hall is quiet; None where all is in its place."""
        return None if self._last is None else max(0.0, self._last + QUIET_SECONDS - time.monotonic())

    def put_in_place(self) -> None:
        """Put all that is in the log into the file; where a reader is in the way, later."""
        self._marked, self._last = False, time.monotonic()
        with suppress(sqlite3.Error):  # no room, say: then it stays in the log
            if self._checkpoint("truncate"):
                self._last = None

    def _checkpoint(self, how: str) -> bool:
        """Copy the log into the file without waiting for anybody; return whether all of it is there now."""
        self._connection.execute("pragma busy_timeout = 0")
        try:
            busy, pages, placed = self._connection.execute(f"pragma wal_checkpoint({how})").fetchone()
        finally:
            self._connection.execute(f"pragma busy_timeout = {BUSY_SECONDS * 1000}")
        return bool(pages == placed and not (busy and pages < 0))  # below zero: somebody else does the same just now
