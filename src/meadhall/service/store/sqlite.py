"""A store in an SQLite file, with one thread that writes.

Writes that come at the same time share one commit, for a commit waits for the disk; each keeps its own answer.
"""

from __future__ import annotations

import asyncio
import queue
import re
import sqlite3
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from meadhall.core.errors import BadOption, shown

from .base import Store
from .rows import Conflict, Unkept
from .schema import STEPS, VERSION
from .work import Answer, Work

TABLES = {"tables", "seats", "events"}  # of the first version: who has them is one of ours
PATIENCE = 2.0  # seconds for a server that is just closing
Asked: TypeAlias = tuple[Work[Any], Future[Any]]


class InUse(BadOption):
    """Another process has the database for itself."""


class SQLiteStore(Store):
    """A store in one file."""

    def __init__(self, file: Path | str) -> None:
        self.file = str(Path(file).absolute())
        self._writes: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._opened = opened = list[sqlite3.Connection]()
        try:
            Path(self.file).parent.mkdir(parents=True, exist_ok=True)
            for _ in range(2):
                opened.append(self._connect())
            self._in, self._out = opened
            check(self._out, self.file)
            self._take_over(opened)
        except (sqlite3.Error, OSError, BadOption) as problem:
            for connection in opened:
                connection.close()
            if isinstance(problem, BadOption):
                raise
            why = getattr(problem, "strerror", None) or problem
            raise BadOption(
                f"the database {shown(self.file)} cannot be used ({why}); choose another file with --database"
            ) from None
        self._reader = ThreadPoolExecutor(1, "meadhall-reader")
        self._writer = threading.Thread(target=self._write_all, name="meadhall-writer", daemon=True)
        self._writer.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, timeout=10)
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")
        return connection

    def _take_over(self, opened: list[sqlite3.Connection]) -> None:
        """Have the database for ourselves, and bring it up to date."""
        opened.append(self._claim())
        self._prepare()

    def _claim(self) -> sqlite3.Connection:
        """Have the database for this process alone: two servers would not hear of each other's moves.

        The lock is SQLite's own, on an empty file beside it, so that it ends with us, however we end.
        """
        lock = sqlite3.connect(f"{self.file}-lock", isolation_level=None, check_same_thread=False, timeout=PATIENCE)
        try:
            lock.execute("pragma journal_mode = memory")  # leave no second file behind
            lock.execute("begin exclusive")
        except sqlite3.OperationalError as problem:
            lock.close()
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise InUse(
                f"the database {shown(self.file)} is in use by another Meadhall; close that one, or choose another "
                "file with --database"
            ) from None
        return lock

    def _prepare(self) -> None:
        if version_of(self._out) == 0:
            self._out.execute("pragma journal_mode = wal")
        bring_up_to_date(self._out)
        self._out.execute("begin immediate")  # what cannot be written is told before the first guest comes
        self._out.execute(f"pragma user_version = {VERSION}")  # beginning alone is granted to readers, too
        self._out.execute("rollback")

    # -- writing -----------------------------------------------------------------------------

    def _write_all(self) -> None:
        """Write what comes, as much at a time as has come meanwhile, until the end is called."""
        while (first := self._writes.get()) is not None:
            batch, ending = [first], False
            with suppress(queue.Empty):
                while len(batch) < 1000 and not ending:
                    more = self._writes.get_nowait()
                    if more is None:
                        ending = True
                    else:
                        batch.append(more)
            self._write_batch(batch)
            if ending:
                return

    def _write_batch(self, batch: list[Asked]) -> None:
        answers: list[tuple[Any, Exception | None]] = []
        try:
            self._out.execute("begin immediate")
            for work, _ in batch:
                answers.append(self._write_one(work))
            self._out.execute("commit")
        except sqlite3.Error as problem:
            with suppress(sqlite3.Error):
                self._out.execute("rollback")
            answers = [(None, Unkept(str(problem)))] * len(batch)
        for (_, future), (answer, wrong) in zip(batch, answers, strict=True):
            if wrong is None:
                future.set_result(answer)
            else:
                future.set_exception(wrong)

    def _write_one(self, work: Work[Any]) -> tuple[Any, Exception | None]:
        """Write one thing; if that fails, its neighbours stay."""
        self._out.execute("savepoint one")
        try:
            return _run(self._out, work), None
        except Exception as problem:
            self._out.execute("rollback to one")
            return None, _told(problem)
        finally:
            self._out.execute("release one")

    async def commit(self, work: Work[Answer], alone: bool) -> Answer:
        future: Future[Answer] = Future()
        future.set_running_or_notify_cancel()  # what is on its way is written, even if nobody waits any more
        self._writes.put((work, future))
        return await asyncio.wrap_future(future)

    # -- reading -----------------------------------------------------------------------------

    async def read(self, work: Work[Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, work)

    def _read(self, work: Work[Answer]) -> Answer:
        """Read all of it as it was at one moment."""
        try:
            self._in.execute("begin")
            try:
                return _run(self._in, work)
            finally:
                self._in.execute("rollback")
        except sqlite3.Error as problem:
            raise _told(problem) from None

    def close(self) -> None:
        self._writes.put(None)
        self._writer.join()
        self._reader.shutdown()
        for connection in self._opened:
            connection.close()


class BesideStore(SQLiteStore):
    """A store in a file that a server may have: nothing is claimed, and the file stays as it is."""

    def _take_over(self, opened: list[sqlite3.Connection]) -> None:
        if version_of(self._out) != VERSION:
            raise BadOption(
                f"the database {shown(self.file)} was written by an older Meadhall; start this one once, and it is "
                "brought up to date"
            )


def version_of(connection: sqlite3.Connection) -> int:
    """Say which version of the schema a database has."""
    version: int = connection.execute("pragma user_version").fetchone()[0]
    return version


def check(connection: sqlite3.Connection, file: str) -> None:
    """Refuse a file that is not ours, before anything in it changes."""
    version = version_of(connection)
    known = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    if version > VERSION and known >= TABLES:
        raise BadOption(
            f"the database {shown(file)} was written by a newer Meadhall; use that one, or another file with --database"
        )
    if not (known >= TABLES if version else not known):
        raise BadOption(f"the database {shown(file)} belongs to another program; choose another file with --database")


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make all tables, or change those of an older version, one version at a time."""
    for version in range(version_of(connection), VERSION):
        connection.executescript(f"begin immediate; {STEPS[version]} pragma user_version = {version + 1}; commit;")


def _told(problem: Exception) -> Exception:
    """Say what went wrong in the words of all stores."""
    if isinstance(problem, sqlite3.IntegrityError):
        return Conflict(str(problem))
    away = isinstance(problem, sqlite3.OperationalError) or type(problem) is sqlite3.DatabaseError  # a broken file
    return Unkept(str(problem)) if away else problem


@lru_cache(1000)
def _numbered(sql: str) -> str:
    """Write the marks of values as SQLite has them."""
    return re.sub(r"\$(\d+)", r"?\1", sql)


def _run(connection: sqlite3.Connection, work: Work[Answer]) -> Answer:
    """Do a piece of work."""
    rows: Any = None
    while True:
        try:
            sql, values = work.send(rows)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        rows = connection.execute(_numbered(sql), values).fetchall()
