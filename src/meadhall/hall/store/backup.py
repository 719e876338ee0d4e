"""A whole database as one SQLite file, made while servers go on; and the way back, where something is missing.

A backup is all that was written at one moment. Whoever thinks for a bot just then is left out: that ends by itself.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from meadhall.core.errors import BadOption, shown

from .base import Store
from .rows import Conflict
from .soundness import DAMAGED, LONGEST_NAME, code_of, damaged, flaw, gap, unusable, why
from .sqlite import bring_up_to_date, check, version_of
from .wal import COMPLETE, needs_lost_log, refuse_log_alone, refuse_without_log, there
from .work import Row, Work, marks

log = logging.getLogger("meadhall")
KEPT = (
    "people",
    "tables",
    "seats",
    "events",
    "talk",
    "played",
    "ratings",
    "beers",
    "notes",
)  # who is named comes first
OF_TABLES = ("seats", "events", "talk")  # come and go with their table
PAGE = 5_000  # rows that are read at a time
TOGETHER = 50  # tables that are added at a time: servers wait for that long
ATTEMPTS = 5
Progress: TypeAlias = Callable[[int, int], object]  # how much is done, and of how much


# -- making one ------------------------------------------------------------------------------------


def copy_file(source: Path, target: Path, progress: Progress) -> None:
    """Copy the database in a file as it is now, of whatever version it is, beside the server that may have it."""
    if not source.exists():
        raise BadOption(f"there is no database {shown(str(source))}; say with --database where it is")
    if target.exists() and source.samefile(target):
        raise BadOption(f"{shown(str(target))} is the database itself; choose another file for its backup")
    try:
        with opened(source) as old, fresh(target, str(source)) as new:
            refuse_without_log(old, str(source))
            old.execute("begin")
            old.execute("select 1 from tables limit 1").fetchall()  # from here on we see one moment
            old.backup(new, pages=1_000, progress=lambda _, left, pages: progress(pages - left, pages))
    except sqlite3.Error as problem:
        raise unusable(str(source), problem) from None


async def copy_store(store: Store, target: Path, progress: Progress) -> None:
    """Copy all that a store keeps at this moment."""
    with fresh(target, store.place) as new:
        bring_up_to_date(new)
        new.execute("begin")
        counts = await store.read(_copy(new, progress))
        new.execute("commit")
        for table, count in counts.items():
            if (copied := new.execute(f"select count(*) from {table}").fetchone()[0]) != count:
                raise _not_copied(store.place, f"of {count} rows in {table}, {copied} could be read", target)


def _copy(new: sqlite3.Connection, progress: Progress) -> Work[dict[str, int]]:
    """Copy all rows; how many there were, by kind."""
    counts: dict[str, int] = {}
    for table in KEPT:
        counts[table] = (yield f"select count(*) from {table}", ())[0][0]
    done = 0
    for table in KEPT:
        columns, keys = shape(new, table)
        names, places = ", ".join(columns), [columns.index(key) for key in keys]
        after, values = "", ()
        while rows := (yield f"select {names} from {table} {after} order by {', '.join(keys)} limit {PAGE}", values):
            new.executemany(f"insert into {table} ({names}) values ({', '.join('?' * len(columns))})", rows)
            values = tuple(rows[-1][place] for place in places)
            after = f"where ({', '.join(keys)}) > ({marks(values)})"
            done += len(rows)
            progress(done, max(done, sum(counts.values())))
    return counts


def shape(connection: sqlite3.Connection, table: str) -> tuple[list[str], list[str]]:
    """Name the columns of a table, and those of its key."""
    columns = connection.execute(f"pragma table_info({table})").fetchall()
    keys = sorted((row[5], row[1]) for row in columns if row[5])
    return [row[1] for row in columns], [name for _, name in keys]


@contextmanager
def fresh(target: Path, source: str) -> Iterator[sqlite3.Connection]:
    """Write a copy of a database that is there as a whole and can be read, or not at all; only we may read it."""
    try:
        number, beside = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
        os.close(number)
    except (OSError, ValueError) as problem:
        raise _unwritten(target, problem) from None
    try:
        with closing(sqlite3.connect(beside, isolation_level=None)) as new:
            yield new
            new.execute("pragma journal_mode = delete")  # nothing of it lies beside it
            new.execute(f"pragma application_id = {COMPLETE}")
        with open(beside, "rb") as written:
            os.fsync(written.fileno())
        with closing(sqlite3.connect(there(beside), uri=True)) as read:
            if wrong := flaw(read, thorough=True) or gap(read):
                raise _not_copied(source, wrong, target)
        os.replace(beside, target)
    except (OSError, sqlite3.Error) as problem:
        if code_of(problem) in DAMAGED:
            raise _not_copied(source, str(problem), target) from None
        raise _unwritten(target, problem) from None
    finally:
        for left in (beside, f"{beside}-journal", f"{beside}-wal", f"{beside}-shm"):
            with suppress(OSError):
                os.unlink(left)


def _not_copied(source: str, wrong: str, target: Path) -> BadOption:
    stays = "stays as it was" if target.exists() else "was not written"
    return damaged(source, wrong, f", so {shown(target.name)} {stays}")


def _unwritten(target: Path, problem: Exception) -> BadOption:
    why = getattr(problem, "strerror", None) or problem
    return BadOption(f"{shown(str(target))} cannot be written: {why}")


# -- putting it back -------------------------------------------------------------------------------


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Read a file that is one of ours, without changing anything in it."""
    refuse_log_alone(file)
    with closing(sqlite3.connect(there(str(file)), uri=True, isolation_level=None)) as found:
        check(found, str(file))
        if version_of(found) == 0:
            refuse_without_log(found, str(file))
            raise BadOption(f"there is nothing in {shown(str(file))}")
        yield found


@contextmanager
def unpacked(file: Path) -> Iterator[sqlite3.Connection]:
    """Read a backup of any version as if it were of this one; the file stays as it is."""
    name = shown(str(file), LONGEST_NAME)
    try:
        with opened(file) as old, closing(sqlite3.connect("", isolation_level=None)) as new:  # on the disk, ours alone
            if needs_lost_log(old):
                log.warning("%s lacks its log: what was written last is not in it", name)
            old.backup(new)
            bring_up_to_date(new)
            if wrong := flaw(new, thorough=True) or gap(new):
                raise BadOption(f"{name} is damaged ({wrong}); nothing was put back, so take another backup")
            yield new
    except (sqlite3.Error, ValueError) as problem:
        if isinstance(problem, BadOption):
            raise
        raise BadOption(f"{name} cannot be read ({why(str(file), problem)}); take another backup") from None


async def put_back(backup: sqlite3.Connection, store: Store, progress: Progress) -> dict[str, tuple[int, int]]:
    """Add what a store lacks; what is there stays as it is. How many were added, and how many were there, by kind."""
    done, total = 0, sum(backup.execute(f"select count(*) from {table}").fetchone()[0] for table in KEPT)
    counts: dict[str, tuple[int, int]] = {}
    for table in KEPT:
        if table in OF_TABLES:
            continue
        columns, keys = shape(backup, table)
        rows = backup.execute(f"select {', '.join(columns)} from {table} order by {', '.join(keys)}")
        counts[table] = (0, 0)
        while some := rows.fetchmany(TOGETHER if table == "tables" else PAGE // len(columns)):
            parts = _parts(backup, [row[columns.index("name")] for row in some]) if table == "tables" else {}
            for attempt in range(1, ATTEMPTS + 1):
                try:
                    added = await store.write(_add(table, columns, keys, some, parts))
                    break
                except Conflict:  # a server has written one of these just now
                    if attempt == ATTEMPTS:
                        raise
            counts[table] = (counts[table][0] + added, counts[table][1] + len(some) - added)
            done += len(some) + sum(len(rows) for _, rows in parts.values())
            progress(done, total)
    return counts


Parts: TypeAlias = dict[str, tuple[list[str], list[Row]]]


def _parts(backup: sqlite3.Connection, names: list[str]) -> Parts:
    """Give all that belongs to some tables: the columns and the rows, by kind; a row's first is the table's name."""
    found: Parts = {}
    for part in OF_TABLES:
        columns, keys = shape(backup, part)
        where = f"where name in ({', '.join('?' * len(names))}) order by {', '.join(keys)}"
        found[part] = columns, backup.execute(f"select {', '.join(columns)} from {part} {where}", names).fetchall()
    return found


def _add(table: str, columns: list[str], keys: list[str], rows: list[Row], parts: Parts) -> Work[int]:
    """Add the rows that are missing, and what belongs to them: how many were."""
    places = [columns.index(key) for key in keys]
    there = yield from _there(table, keys, [tuple(row[place] for place in places) for row in rows])
    missing = [row for row in rows if tuple(row[place] for place in places) not in there]
    if "person" in columns and table != "people":  # of somebody whom the store knows by another number
        place = columns.index("person")
        known = yield from _there("people", ["person"], [(row[place],) for row in missing])
        missing = [row for row in missing if (row[place],) in known]
    if table == "people":
        place = columns.index("digest")
        known = yield from _there("people", ["digest"], [(row[place],) for row in missing])
        missing = [row for row in missing if (row[place],) not in known]
    yield from _insert(table, columns, missing)
    new = {row[0] for row in missing}
    for part, (fields, belonging) in parts.items():
        yield from _insert(part, fields, [row for row in belonging if row[0] in new])
    return len(missing)


def _there(table: str, keys: list[str], wanted: list[Row]) -> Work[set[Row]]:
    """Find which of these keys a table has; all are looked for by the first part of their key."""
    if not wanted:
        return set()
    firsts = sorted({key[0] for key in wanted})
    rows = yield (
        f"select {', '.join(keys)} from {table} where {keys[0]} in ({marks(firsts)})",
        tuple(firsts),
    )
    return set(rows)


def _insert(table: str, columns: list[str], rows: list[Row]) -> Work[None]:
    for row in rows:
        yield f"insert into {table} ({', '.join(columns)}) values ({marks(row)})", row
