"""A store in a PostgreSQL database, which any number of processes share.

What is written at a table announces its name on a channel, in its own transaction: a commit is its own news.
Everybody listens there on one standing connection, and reads what is new by the numbers of the events. A listener that
was cut off says so, and all tables are looked at. Who sits where is announced likewise, and kept nowhere.

PostgreSQL commits one transaction with an announcement after the other, so moves that come at the same time share one:
moves.py.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg

from meadhall.core.errors import BadOption, shown

from .. import metrics
from .base import Listener, Store, measured
from .moves import Moves
from .rows import Card, Conflict, Damaged, Event, Kept, SeatRow, Unkept
from .schema import STEPS, VERSION
from .work import CHANGED, Answer, Work

log = logging.getLogger("meadhall")
CHANNEL = "meadhall"
MOST_CONNECTIONS = 8
PATIENCE = 10.0  # seconds for a database that does not answer
PAUSES = (0.1, 0.3, 1.0, 2.0)  # seconds before somebody tries again to listen or to announce
LOOKED_AT = 1_000  # tables that are looked at in one query: about 10 ms
LONGEST_NEWS = 7_000  # bytes of one announcement; PostgreSQL takes 8,000
ALONE = 6323  # the key of the lock for those who must not be disturbed
OURS = "select 1 from information_schema.tables where table_schema = current_schema() and table_name = 'meadhall'"
LOST = (
    OSError,  # timeouts are some of these
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # of a connection that ended while it was being used
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
)
NOW = "extract(epoch from clock_timestamp())"  # of the database, for clocks of workers differ
CLAIM = f"""
insert into claims (name, number, worker, until)
select t.name, t.number, $1, {NOW} + $2 from tables t left join claims c on c.name = t.name
where t.bot = 1 and (c.name is null or c.number <> t.number or c.until < {NOW})
order by t.at limit 1 for update of t skip locked
on conflict (name) do update set number = excluded.number, worker = excluded.worker, until = excluded.until
where claims.number <> excluded.number or claims.until < {NOW}
returning name, number
"""
AHEAD = """
select k.name from unnest($1::text[], $2::integer[], $3::integer[]) as k (name, events, lines) where
  exists (select 1 from events e where e.name = k.name and e.number > k.events) or
  exists (select 1 from talk t where t.name = k.name and t.number > k.lines)
"""
REFUSED = (*LOST, asyncpg.PostgresError)
Connection: TypeAlias = Any  # of asyncpg, which has no types


class PostgresStore(Store):
    """A store in a database on this or another machine."""

    def __init__(self, address: str) -> None:
        self._address, self._us = address, uuid4().hex
        self.place = public(address)
        self.claims = self
        self._pool: Any = None
        self._fresh: dict[str, str] = {}  # who is where, as it is to be announced, by table
        self._announce = asyncio.Event()
        self._moves = Moves(self.commit)
        self._tasks: list[asyncio.Task[None]] = []
        try:
            asyncio.run(self._prepare())
        except (*REFUSED, ValueError) as problem:
            raise BadOption(
                f"the database {shown(public(address))} cannot be used ({said(problem)}); see whether it runs, and "
                "--database"
            ) from None

    async def _prepare(self) -> None:
        """Bring the database up to date, one process after the other; refuse one that is not ours."""
        connection = await asyncpg.connect(self._address, timeout=PATIENCE)
        try:
            async with connection.transaction():
                await connection.execute("select pg_advisory_xact_lock($1)", ALONE)
                if not await connection.fetch(OURS):
                    await connection.execute("create table meadhall (version integer not null)")
                    await connection.execute("insert into meadhall values (0)")
                before = await connection.fetchval("select version from meadhall")
                if before > VERSION:
                    raise newer(self._address)
                for step in STEPS[before:]:
                    await connection.execute(translated(step))
                await connection.execute("update meadhall set version = $1", VERSION)
        finally:
            await connection.close(timeout=PATIENCE)

    async def open(self, listener: Listener) -> None:
        self._announce, self._moves = asyncio.Event(), Moves(self.commit)
        self._pool = await asyncpg.create_pool(
            self._address, min_size=0, max_size=MOST_CONNECTIONS, timeout=PATIENCE, command_timeout=PATIENCE
        )
        work = (self._listen(listener), self._announce_all(), self._moves.write_all())
        self._tasks = [asyncio.create_task(one) for one in work]

    async def shut(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        if self._pool is not None:
            with suppress(*LOST):
                if self._fresh:
                    await self._tell(self._fresh.values())
                await asyncio.wait_for(self._pool.close(), PATIENCE)
            self._pool = None

    def close(self) -> None:
        """There is nothing left to close: connections end with the loop that they belong to."""

    # -- reading and writing -----------------------------------------------------------------------

    @asynccontextmanager
    async def _connected(self, **transaction: Any) -> AsyncIterator[Connection]:
        if self._pool is None:
            raise Unkept("the database is closed")
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection, connection.transaction(**transaction):
                yield connection
        except asyncpg.IntegrityConstraintViolationError as problem:
            raise Conflict(str(problem)) from None
        except asyncpg.DataError as problem:  # what cannot be written at all
            raise ValueError(str(problem)) from None
        except (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError) as problem:
            raise Damaged(said(problem)) from problem
        except LOST as problem:
            raise Unkept(said(problem)) from problem

    async def read(self, work: Work[Answer]) -> Answer:
        async with self._connected(isolation="repeatable_read", readonly=True) as connection:
            return await run(connection, work, {})

    async def commit(self, work: Work[Answer], alone: bool) -> Answer:
        async with self._connected() as connection:
            if alone:
                await connection.execute("select pg_advisory_xact_lock($1)", ALONE)
            news: dict[str, None] = {}
            answer = await run(connection, work, news)
            await self._notify(connection, news)
            return answer

    async def append(
        self, name: str, event: Event, card: Card, seat: SeatRow | None = None, rematch: Kept | None = None
    ) -> None:
        if seat is not None or rematch is not None or not self._tasks:
            await super().append(name, event, card, seat, rematch)
            return
        await measured(self._moves.append((name, event, card)))
        metrics.EVENTS.add(event.kind)

    async def ahead(self, known: dict[str, tuple[int, int]]) -> list[str]:
        """Find the tables where more has happened or was said than is known."""
        found: list[str] = []
        rows = [(name, *reach) for name, reach in known.items()]
        for first in range(0, len(rows), LOOKED_AT):
            names, events, lines = (list(column) for column in zip(*rows[first : first + LOOKED_AT], strict=True))
            async with self._connected(readonly=True) as connection:
                found += [row[0] for row in await connection.fetch(AHEAD, names, events, lines)]
        return found

    # -- turns of bots -------------------------------------------------------------------------

    async def claim(self, worker: str, seconds: float) -> tuple[str, int] | None:
        """Take on a bot's turn that nobody else works on, for some seconds: the table and its number."""
        async with self._connected() as connection:
            rows = await connection.fetch(CLAIM, worker, seconds)
        return (rows[0][0], rows[0][1]) if rows else None

    async def hold(self, worker: str, seconds: float) -> None:
        """Keep all turns that a worker has taken on for some seconds more."""
        async with self._connected() as connection:
            await connection.execute(f"update claims set until = {NOW} + $2 where worker = $1", worker, seconds)

    async def release(self, name: str, worker: str) -> None:
        """Leave a turn to whoever comes next."""
        async with self._connected() as connection:
            await connection.execute("delete from claims where name = $1 and worker = $2", name, worker)

    # -- news ------------------------------------------------------------------------------------------

    def here(self, name: str, seats: frozenset[int]) -> None:
        self._fresh[name] = f"{name}@{','.join(str(seat) for seat in sorted(seats))}"
        self._announce.set()

    async def _announce_all(self) -> None:
        """Announce who is where, all together that has come up meanwhile."""
        failed = 0
        while True:
            await self._announce.wait()
            self._announce.clear()
            told, self._fresh = self._fresh, {}
            try:
                await self._tell(told.values())
                failed = 0
            except REFUSED as problem:
                log.warning("news could not be announced: %s", said(problem))
                self._fresh = told | self._fresh  # what has changed meanwhile is the truth now
                await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1
                self._announce.set()

    async def _tell(self, words: Iterable[str]) -> None:
        assert self._pool is not None
        async with self._pool.acquire(timeout=PATIENCE) as connection:
            await self._notify(connection, words)

    async def _notify(self, connection: Connection, words: Iterable[str]) -> None:
        """Announce words; in a transaction, they are heard when it is committed, and only then."""
        for news in packed(words):
            await connection.execute("select pg_notify($1, $2)", CHANNEL, f"{self._us} {news}")

    async def _listen(self, listener: Listener) -> None:
        """Hear what others announce; whenever the connection is lost, find a new one."""
        failed = 0
        while True:
            try:
                connection = await asyncpg.connect(self._address, timeout=PATIENCE)
            except REFUSED as problem:
                log.warning("nobody can be heard: %s", said(problem))
                await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1
                continue
            failed = 0
            gone = asyncio.Event()
            try:
                connection.add_termination_listener(lambda _, gone=gone: gone.set())
                await connection.add_listener(CHANNEL, lambda *heard: self._heard(str(heard[-1]), listener))
                listener.hear(None)  # whatever was announced before we listened
                await gone.wait()
            except REFUSED as problem:
                log.warning("nobody can be heard: %s", said(problem))
            finally:
                with suppress(*REFUSED):
                    await connection.close(timeout=1.0)

    def _heard(self, news: str, listener: Listener) -> None:
        """Understand an announcement: names where something was written, and name@seats where somebody is."""
        who, *words = news.split()
        if who == self._us:
            return
        for word in words:
            name, at, seats = word.partition("@")
            if at:
                listener.meet(who, name, frozenset(int(seat) for seat in seats.split(",") if seat))
            else:
                listener.hear(name)


class PostgresBeside(PostgresStore):
    """A store in a database that servers may have, which stays as it is."""

    async def _prepare(self) -> None:
        connection = await asyncpg.connect(self._address, timeout=PATIENCE)
        try:
            version = await connection.fetchval("select version from meadhall") if await connection.fetch(OURS) else 0
        finally:
            await connection.close(timeout=PATIENCE)
        if version == 0:
            raise BadOption(f"there are no tables in the database {shown(public(self._address))}; see --database")
        if version > VERSION:
            raise newer(self._address)
        if version < VERSION:
            raise BadOption(
                f"the database {shown(public(self._address))} was written by an older Meadhall; start a server of this "
                "one once, and it is brought up to date"
            )


async def run(connection: Connection, work: Work[Answer], news: dict[str, None]) -> Answer:
    """Do a piece of work; note the tables where it has written, in order."""
    rows: Any = None
    while True:
        try:
            sql, values = work.send(rows)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        if sql == CHANGED:
            news[str(values[0])] = None
        else:
            rows = [tuple(row) for row in await connection.fetch(sql, *values)]


def translated(step: str) -> str:
    """Write a step of the schema as PostgreSQL has it; texts are ordered by their letters' numbers, as in SQLite."""
    step = re.sub(r"--.*", "", step)
    step = step.replace(" strict, without rowid", "")
    step = re.sub(r"(\w+) real\b", r"\1 double precision", step)
    return re.sub(r"(\w+) text\b", r'\1 text collate "C"', step)


def packed(names: Iterable[str]) -> list[str]:
    """Put names together, as many as one announcement holds."""
    packs = [""]
    for name in names:
        if len(packs[-1]) + len(name) >= LONGEST_NEWS:
            packs.append("")
        packs[-1] += f" {name}"
    return [pack.strip() for pack in packs if pack]


def newer(address: str) -> BadOption:
    """Refuse a database that we cannot know."""
    return BadOption(
        f"the database {shown(public(address))} was written by a newer Meadhall; use that one, or another database "
        "with --database"
    )


def public(address: str) -> str:
    """Give an address without its password."""
    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.password is not None:
            return parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", ":…@")).geturl()
    return address


def said(problem: BaseException) -> str:
    """Say what a database complains about, in a line."""
    return (str(problem).splitlines() or [type(problem).__name__])[0] or type(problem).__name__
