"""A store in an SQLite file, with one thread that writes.

Writes that come at the same time share one commit, for a commit waits for the disk; each keeps its own answer. Moves
that come at the same time share even their statements: the interpreter's lock is given away and fought for once for
all of them, instead of several times for each.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import re
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

import msgspec

from meadhall.core.errors import BadOption, shown

from .. import metrics
from . import tables
from .base import Store, measured, unwritten
from .private import create_private, tighten
from .rows import Card, Conflict, Damaged, Event, Kept, SeatRow, Unkept
from .schema import STEPS, VERSION
from .soundness import DAMAGED, code_of, flaw, unusable
from .wal import BUSY_SECONDS, COMPLETE, Log, refuse_log_alone, refuse_without_log, there
from .work import CHANGED, Answer, Work

log = logging.getLogger("meadhall")
TABLES = {"tables", "seats", "events"}  # of the first version: who has them is one of ours
LONGEST_LOG = 8000  # pages, 32 MB, that somebody beside the server writes until they are put in their places
PATIENCE = 2.0  # seconds for a server that is just closing
TOGETHER = sqlite3.sqlite_version_info >= (3, 38)  # whether SQLite can take many moves in one statement
EVENTS = """
insert into events (name, number, kind, seat, text, at)
select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 from json_each(?1)
"""
CARDS = """
update tables set at = value ->> 5, stage = value ->> 6, number = value ->> 7, actor = value ->> 8, free = value ->> 9,
  bot = value ->> 10, due = value ->> 11, guard = value ->> 12
from json_each(?1) where tables.name = value ->> 0
"""
Move: TypeAlias = tuple[str, Event, Card]
Asked: TypeAlias = tuple[Work[Any] | Move, asyncio.Future[Any], bool]  # and whether the hall stirs with it
Answered: TypeAlias = tuple[Any, Exception | None]


class InUse(BadOption):
    """Another process has the database for itself."""


class SQLiteStore(Store):
    """A store in one file."""

    def __init__(self, file: Path | str) -> None:
        self.file = self.place = str(Path(file).absolute())
        self._writes: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._opened = opened = list[sqlite3.Connection]()
        self._log: Log | None = None
        self._looking: sqlite3.Connection | None = None
        try:
            refuse_log_alone(Path(self.file))
            create_private(self.file)
            for _ in range(2):
                opened.append(self._connect())
            self._in, self._out = opened
            check(self._out, self.file)
            refuse_without_log(self._out, self.file)
            self._take_over(opened)
            self._made = _identity(self.file)
        except (sqlite3.Error, OSError, BadOption) as problem:
            for connection in opened:
                connection.close()
            raise problem if isinstance(problem, BadOption) else unusable(self.file, problem) from None
        self._reader = ThreadPoolExecutor(1, "meadhall-reader")
        self._writer = threading.Thread(target=self._write_all, name="meadhall-writer", daemon=True)
        self._writer.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")
        connection.execute(f"pragma wal_autocheckpoint = {LONGEST_LOG}")
        return connection

    def _take_over(self, opened: list[sqlite3.Connection]) -> None:
        """Have the database for ourselves, and bring it up to date."""
        opened.append(self._claim())
        self._prepare()
        tighten(self.file)
        self._log = Log(self._out, self.file)
        self._log.put_in_place()

    def _claim(self) -> sqlite3.Connection:
        """Have the database for this process alone: two servers would not hear of each other's moves.

        The lock is SQLite's own, on an empty file beside it, so that it ends with us, however we end.
        """
        create_private(f"{self.file}-lock")
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
        bring_up_to_date(self._out)  # what is new stands in the file itself from the beginning, without a log
        self._out.execute("pragma journal_mode = wal")
        self._out.execute(f"pragma application_id = {COMPLETE}")  # fails, if nothing can be written

    # -- writing -----------------------------------------------------------------------------

    def _write_all(self) -> None:
        """Write what comes, as much at a time as has come meanwhile, until the end is called."""
        ending = False
        while not ending:
            try:
                first = self._writes.get(timeout=None if self._log is None else self._log.seconds_until_quiet())
            except queue.Empty:
                assert self._log is not None
                self._log.put_in_place()
                continue
            batch, ending = [] if first is None else [first], first is None
            with suppress(queue.Empty):
                while len(batch) < 1000 and not ending:
                    more = self._writes.get_nowait()
                    if more is None:
                        ending = True
                    else:
                        batch.append(more)
            if batch:
                self._write_batch(batch)
        if self._log is not None:
            self._log.put_in_place()

    def _write_batch(self, batch: list[Asked]) -> None:
        answers: list[Answered] = []
        wal = self._log if any(stirs for _, _, stirs in batch) else None
        try:
            if wal is not None:
                wal.mark()
            self._out.execute("begin immediate")
            moves = [work for work, _, _ in batch if isinstance(work, tuple)]
            together = TOGETHER and len(moves) > 1 and self._write_moves(moves)
            for work, _, _ in batch:
                if not isinstance(work, tuple):
                    answers.append(self._write_one(work))
                else:
                    answers.append((None, None) if together else self._write_one(tables.append(*work)))
            if wal is not None:
                wal.tell()
            self._out.execute("commit")
        except sqlite3.Error as problem:
            with suppress(sqlite3.Error):
                self._out.execute("rollback")
            answers = [(None, _unkept(problem))] * len(batch)
        else:
            if wal is not None:
                wal.written()
        self._answer(batch, answers)
        if self._log is not None:
            self._log.shorten()

    def _answer(self, batch: list[Asked], answers: list[Answered]) -> None:
        """Tell everybody who waits what has become of theirs."""
        for loop in {future.get_loop() for _, future, _ in batch}:
            ours = [
                (future, *answer)
                for (_, future, _), answer in zip(batch, answers, strict=True)
                if future.get_loop() is loop
            ]
            with suppress(RuntimeError):  # its loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_answer_all, ours)

    def _write_moves(self, moves: Sequence[Move]) -> bool:
        """Write many moves at once, before all else; if one of them cannot be written, none is."""
        try:
            rows = msgspec.json.encode([_row(*move) for move in moves]).decode()
            self._out.execute(EVENTS, (rows,))
            self._out.execute(CARDS, (rows,))
            return True
        except Exception:  # of which one, is seen when they are written one by one
            self._out.execute("rollback")
            self._out.execute("begin immediate")
            return False

    def _write_one(self, work: Work[Any]) -> Answered:
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
        answer: Answer = await self._ask(work)
        return answer

    async def probe(self, key: str, text: str) -> None:
        await measured(self._ask(tables.note(key, text), stirs=False))

    async def append(
        self, name: str, event: Event, card: Card, seat: SeatRow | None = None, rematch: Kept | None = None
    ) -> None:
        if seat is None and rematch is None:
            before, future = perf_counter(), asyncio.get_running_loop().create_future()
            self._writes.put(((name, event, card), future, True))
            try:
                await future
            except (Conflict, Unkept) as problem:
                unwritten(problem)
                raise
            metrics.COMMITS.note(perf_counter() - before)
            metrics.EVENTS.add(event.kind)
        else:
            await super().append(name, event, card, seat, rematch)

    async def _ask(self, work: Work[Any], stirs: bool = True) -> Any:
        """Have something written; what is on its way is written, even if nobody waits any more."""
        future = asyncio.get_running_loop().create_future()
        self._writes.put((work, future, stirs))
        return await future

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

    async def flaw(self) -> str | None:
        try:
            return await asyncio.to_thread(self._flaw)
        finally:
            if self._looking is not None:  # the server may end meanwhile
                with suppress(sqlite3.ProgrammingError):
                    self._looking.interrupt()

    def _flaw(self) -> str | None:
        """Look through the file on a connection of its own: what others have read before is read anew."""
        if _identity(self.file) != self._made:
            return "the file is not there any more, or another one is in its place"
        try:
            with closing(sqlite3.connect(there(self.file), uri=True, check_same_thread=False)) as self._looking:
                return flaw(self._looking)
        except sqlite3.Error as problem:  # no memory, no room: that says nothing about the file
            log.warning("the database could not be checked: %s", problem)
            return None

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


def _row(name: str, event: Event, card: Card) -> tuple[object, ...]:
    """Put what is written of a move into the order of its statements."""
    head = (name, event.number, event.kind, event.seat, event.text, event.at)
    return (*head, card.stage, card.number, card.actor, card.free, int(card.bot), card.due, card.guard)


def _answer_all(answers: Iterable[tuple[asyncio.Future[Any], Any, Exception | None]]) -> None:
    """Let everybody know who still waits; in the loop of theirs."""
    for future, answer, wrong in answers:
        if not future.done():
            future.set_result(answer) if wrong is None else future.set_exception(wrong)


def _told(problem: Exception) -> Exception:
    """Say what went wrong in the words of all stores."""
    if isinstance(problem, sqlite3.IntegrityError):
        return Conflict(str(problem))
    away = isinstance(problem, sqlite3.OperationalError) or type(problem) is sqlite3.DatabaseError  # a broken file
    return _unkept(problem) if away else problem


def _unkept(problem: Exception) -> Unkept:
    return (Damaged if code_of(problem) in DAMAGED else Unkept)(str(problem))


def _identity(file: str) -> tuple[int, int] | None:
    """Return what tells a file from every other one; None where it is gone."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
        if sql != CHANGED:  # there is nobody else
            rows = connection.execute(_numbered(sql), values).fetchall()
