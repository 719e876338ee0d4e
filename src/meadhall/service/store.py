"""Where tables, people and what they said are kept: an SQLite file, with one thread that writes.

Writes that come at the same time share one commit, for a commit waits for the disk; each keeps its own answer.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import astuple

from meadhall.core.errors import BadOption, shown

from .messages import Line
from .schema import STEPS, VERSION
from .store_people import PeopleStore

TABLES = {"tables", "seats", "events"}  # of the first version: who has them is one of ours
PATIENCE = 2.0  # seconds for a server that is just closing
SHOWN = 40  # tables of each kind that the hall lists
RECENT = 48 * 3600.0  # seconds after which a table that stands still is left out of the hall's public lists

Kind = Literal["move", "undo", "sit", "name", "resign", "time", "stand-in", "back", "rematch"]


class Card(Struct, frozen=True):
    """What changes with every event and is seen from across the hall."""

    stage: Literal["playing", "over"]
    number: int
    actor: int | None
    free: int
    at: float


class TableRow(Struct, frozen=True):
    """What is fixed when a table is set up."""

    name: str
    game: str
    options: dict[str, str | int]
    seed: str
    aids: bool
    listed: bool
    made: float
    start: str = ""  # a record from which the match goes on; empty where it begins anew
    clock: str = ""  # how long people may think, as JSON; empty for as long as they like
    daily: str = ""  # the day and the kind of a daily table, like 2026-11-16 solo; else empty
    rated: bool = True  # not where somebody chose the seed of the dice


class SeatRow(Struct, frozen=True):
    """Who sits in a seat."""

    seat: int
    kind: Literal["person", "bot"]
    level: int | None  # of the bot that plays here, for good or until the person is back; None: a person decides
    player: str
    digest: str | None
    person: str | None = None  # whose results these are, where they have said who they are


class Event(Struct, frozen=True):
    """One thing that happened at a table."""

    number: int
    kind: Kind
    seat: int
    text: str
    at: float


class Kept(Struct, frozen=True):
    """All that is kept of a table."""

    table: TableRow
    card: Card
    seats: list[SeatRow]
    events: list[Event]
    talk: list[Line] = []


class Conflict(Exception):
    """Somebody else has written this event or this table first."""


class Store(PeopleStore, Protocol):
    """What any store can do; each write is on the disk when it returns."""

    async def load(self, name: str) -> Kept | None:
        """Fetch a table with all that happened there."""

    async def make(self, table: TableRow, seats: Sequence[SeatRow], card: Card) -> None:
        """Keep a new table; Conflict if there is one of that name."""

    async def append(
        self, name: str, event: Event, card: Card, seat: SeatRow | None = None, rematch: Kept | None = None
    ) -> None:
        """Keep an event, and what changes with it; Conflict if there is one of that number."""

    async def say(self, name: str, line: Line) -> None:
        """Keep what somebody said; Conflict if there is a line of that number."""

    async def yours(self, digests: Collection[str]) -> list[Kept]:
        """Find the tables where these secrets open a seat, the latest first; without their events."""

    async def unattended(self) -> list[str]:
        """Find the tables that go on without people: a bot's turn, or a clock that runs; the latest first."""

    async def public(self, since: float) -> list[Kept]:
        """Find the tables that everybody may see and that are being played; without their events."""

    async def ended_dailies(self, dailies: Collection[str]) -> list[tuple[str, str]]:
        """Find the daily tables of these days and kinds that are over and not noted yet: daily and name."""

    async def note(self, key: str, text: str) -> None:
        """Keep what was worked out, so that nobody works it out again."""

    async def notes(self, first: str, last: str) -> dict[str, str]:
        """Fetch all notes whose keys are not before the first, and not after the last."""

    def close(self) -> None:
        """Write what is left, and close."""


class NoStore:
    """The store of a table that stands in no hall: nothing is kept, so nothing can happen there."""

    def __getattr__(self, verb: str) -> Any:
        raise NotImplementedError(f"nothing is kept here, so there is no {verb}")


Answer = TypeVar("Answer")
Write = Callable[[sqlite3.Connection], None]


class SQLiteStore(PeopleStore):
    """A store in one file."""

    def __init__(self, file: Path | str) -> None:
        self.file = str(Path(file).absolute())
        self._writes: queue.SimpleQueue[tuple[Write, Future[None]] | None] = queue.SimpleQueue()
        opened: list[sqlite3.Connection] = []
        try:
            Path(self.file).parent.mkdir(parents=True, exist_ok=True)
            for _ in range(2):
                opened.append(self._connect())
            self._in, self._out = opened
            self._check()
            opened.append(self._claim())
            self._ours = opened[-1]
            self._prepare()
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

    def _check(self) -> None:
        """Refuse a file that is not ours, before anything in it changes."""
        version = self._out.execute("pragma user_version").fetchone()[0]
        known = {name for (name,) in self._out.execute("select name from sqlite_master where type = 'table'")}
        if version > VERSION and known >= TABLES:
            raise BadOption(
                f"the database {shown(self.file)} was written by a newer Meadhall; use that one, or another file "
                "with --database"
            )
        if not (known >= TABLES if version else not known):
            raise BadOption(
                f"the database {shown(self.file)} belongs to another program; choose another file with --database"
            )

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
            raise BadOption(
                f"the database {shown(self.file)} is in use by another Meadhall; close that one, or choose another "
                "file with --database"
            ) from None
        return lock

    def _prepare(self) -> None:
        before = self._out.execute("pragma user_version").fetchone()[0]
        if before == 0:
            self._out.execute("pragma journal_mode = wal")
        for version in range(before, VERSION):
            self._out.executescript(f"begin immediate; {STEPS[version]} pragma user_version = {version + 1}; commit;")
        self._out.execute("begin immediate")  # what cannot be written is told before the first guest comes
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

    def _write_batch(self, batch: list[tuple[Write, Future[None]]]) -> None:
        answers: list[tuple[Future[None], Exception | None]] = []
        try:
            self._out.execute("begin immediate")
            for write, future in batch:
                answers.append((future, self._write_one(write)))
            self._out.execute("commit")
        except sqlite3.Error as problem:
            with suppress(sqlite3.Error):
                self._out.execute("rollback")
            answers = [(future, problem) for _, future in batch]
        for future, wrong in answers:
            if wrong is None:
                future.set_result(None)
            else:
                future.set_exception(wrong)

    def _write_one(self, write: Write) -> Exception | None:
        """Write one thing; if that fails, its neighbours stay."""
        self._out.execute("savepoint one")
        try:
            write(self._out)
        except Exception as problem:
            self._out.execute("rollback to one")
            return Conflict(str(problem)) if isinstance(problem, sqlite3.IntegrityError) else problem
        finally:
            self._out.execute("release one")
        return None

    async def _written(self, write: Write) -> None:
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()  # what is on its way is written, even if nobody waits any more
        self._writes.put((write, future))
        await asyncio.wrap_future(future)

    async def make(self, table: TableRow, seats: Sequence[SeatRow], card: Card) -> None:
        await self._written(lambda out: _insert(out, table, seats, card))

    async def append(
        self, name: str, event: Event, card: Card, seat: SeatRow | None = None, rematch: Kept | None = None
    ) -> None:
        def write(out: sqlite3.Connection) -> None:
            out.execute(
                "insert into events values (?, ?, ?, ?, ?, ?)",
                (name, event.number, event.kind, event.seat, event.text, event.at),
            )
            out.execute(
                "update tables set stage = ?, number = ?, actor = ?, free = ?, at = ? where name = ?",
                (card.stage, card.number, card.actor, card.free, card.at, name),
            )
            if seat is not None:
                out.execute(
                    "update seats set kind = ?, level = ?, player = ?, digest = ?, person = ? "
                    "where name = ? and seat = ?",
                    (seat.kind, seat.level, seat.player, seat.digest, seat.person, name, seat.seat),
                )
            if rematch is not None:
                _insert(out, rematch.table, rematch.seats, rematch.card)

        await self._written(write)

    async def say(self, name: str, line: Line) -> None:
        def write(out: sqlite3.Connection) -> None:
            out.execute("insert into talk values (?, ?, ?, ?, ?)", (name, *astuple(line)))

        await self._written(write)

    # -- reading -----------------------------------------------------------------------------

    async def _read(self, read: Callable[[sqlite3.Connection], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._reader, read, self._in)

    async def load(self, name: str) -> Kept | None:
        def read(connection: sqlite3.Connection) -> Kept | None:
            found = _tables(connection, "where t.name = ?", (name,))
            rows = connection.execute(
                "select number, kind, seat, text, at from events where name = ? order by number", (name,)
            )
            events = [Event(*row) for row in rows]
            rows = connection.execute("select number, seat, text, at from talk where name = ? order by number", (name,))
            talk = [Line(*row) for row in rows]
            return Kept(found[0].table, found[0].card, found[0].seats, events, talk) if found else None

        return await self._read(read)

    async def yours(self, digests: Collection[str]) -> list[Kept]:
        marks = ", ".join("?" * len(digests))
        where = f"where t.name in (select name from seats where digest in ({marks})) order by t.at desc limit {SHOWN}"
        return await self._read(lambda connection: _tables(connection, where, tuple(digests))) if digests else []

    async def public(self, since: float) -> list[Kept]:
        where = f"where t.listed = 1 and t.stage = 'playing' and t.at > ? order by t.at desc limit {2 * SHOWN}"
        return await self._read(lambda connection: _tables(connection, where, (since,)))

    async def unattended(self) -> list[str]:
        query = (
            "select t.name from tables t join seats s on s.name = t.name and s.seat = t.actor "
            "where t.stage = 'playing' and (s.level is not null or t.clock <> '') order by t.at desc"
        )
        return await self._read(lambda connection: [name for (name,) in connection.execute(query)])

    async def ended_dailies(self, dailies: Collection[str]) -> list[tuple[str, str]]:
        query = (
            f"select daily, name from tables where daily <> '' and daily in ({', '.join('?' * len(dailies))}) "
            "and stage = 'over' and 'daily ' || daily || ' ' || name not in (select key from notes)"
        )
        return await self._read(lambda connection: connection.execute(query, tuple(dailies)).fetchall())

    async def note(self, key: str, text: str) -> None:
        def write(out: sqlite3.Connection) -> None:
            out.execute("insert or replace into notes values (?, ?)", (key, text))

        await self._written(write)

    async def notes(self, first: str, last: str) -> dict[str, str]:
        query = "select key, text from notes where key >= ? and key <= ?"
        return await self._read(lambda connection: dict(connection.execute(query, (first, last)).fetchall()))

    def close(self) -> None:
        self._writes.put(None)
        self._writer.join()
        self._reader.shutdown()
        for connection in (self._in, self._out, self._ours):
            connection.close()


def _insert(out: sqlite3.Connection, table: TableRow, seats: Sequence[SeatRow], card: Card) -> None:
    fields = {**to_builtins(table), "options": json.dumps(table.options), **to_builtins(card)}
    marks = ", ".join(f":{field}" for field in fields)
    out.execute(f"insert into tables ({', '.join(fields)}) values ({marks})", fields)
    out.executemany(
        "insert into seats (name, seat, kind, level, player, digest, person) values (?, ?, ?, ?, ?, ?, ?)",
        [(table.name, *astuple(seat)) for seat in seats],
    )


def _tables(connection: sqlite3.Connection, where: str, values: Sequence[object]) -> list[Kept]:
    """Fetch tables with their seats."""
    found = []
    columns = ", ".join(f"t.{field}" for field in (*TableRow.__struct_fields__, *Card.__struct_fields__))
    for row in connection.execute(f"select {columns} from tables t {where}", values).fetchall():
        fields, card = row[: len(TableRow.__struct_fields__)], row[len(TableRow.__struct_fields__) :]
        name, game, options, seed, aids, listed, *more = fields
        seats = connection.execute(
            "select seat, kind, level, player, digest, person from seats where name = ? order by seat", (name,)
        )
        table = TableRow(name, game, json.loads(options), seed, bool(aids), bool(listed), *more)
        found.append(Kept(table, Card(*card), [SeatRow(*seat) for seat in seats], []))
    return found


def open_store(database: str | None) -> Store:
    """Open the store that `--database` names; by default a file in the user's data folder."""
    if database is None:
        from platformdirs import user_data_path

        return SQLiteStore(user_data_path("meadhall", appauthor=False) / "meadhall.db")
    scheme, separator, rest = database.partition("://")
    if not separator:
        return SQLiteStore(Path(database).expanduser())
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return SQLiteStore(rest[1:])  # sqlite:///here.db is a file here, sqlite:////tmp/x.db one from the root
    raise BadOption(f"database cannot be {shown(database)}; it can be a file, or sqlite:///FILE")
