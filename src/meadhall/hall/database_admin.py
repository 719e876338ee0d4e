"""What a host does with a whole database, beside its servers: keep a copy, put it back, write all matches down."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import Connection
from typing import TypeVar

from meadhall.core.errors import BadOption, shown

from .problems import Refused
from .store import Damaged, InUse, NoStore, Store, Unkept, file_of, open_beside, open_store
from .store.backup import Progress, copy_file, copy_store, put_back, unpacked
from .store.soundness import damaged
from .store.tables import how_many, page_of_names
from .table import Table

Answer = TypeVar("Answer")
PAGE = 500  # tables that are listed at a time


class Deaf:
    """Somebody who does not listen to what servers tell each other."""

    def hear(self, name: str | None) -> None:
        """Take no notice."""

    def meet(self, process: str, name: str, seats: frozenset[int]) -> None:
        """Take no notice."""


def backup(database: str | None, target: Path, progress: Progress) -> None:
    """Copy a database as it is at one moment into an SQLite file."""
    source = file_of(database)
    if source is not None:
        copy_file(source, target, progress)
    else:
        _within(open_beside(database), lambda store: copy_store(store, target, progress))


def restore(database: str | None, source: Path, progress: Progress) -> dict[str, tuple[int, int]]:
    """Add what a database lacks; how many were added, and how many were there, by kind."""
    with unpacked(source) as found:
        with suppress(InUse):  # else its server has made it and brought it up to date
            open_store(database).close()
        return _within(open_beside(database), lambda store: _put_back(found, store, progress))


async def _put_back(backup: Connection, store: Store, progress: Progress) -> dict[str, tuple[int, int]]:
    if wrong := await store.flaw():
        raise damaged(store.place, wrong, ", and nothing was put back into it")
    return await put_back(backup, store, progress)


@dataclass
class Exported:
    """How many records were written or were there already, and which tables cannot be read any more."""

    written: int = 0
    there: int = 0
    other_rules: list[str] = field(default_factory=list)


def export(database: str | None, folder: Path, progress: Progress) -> Exported:
    """Write every match as a record, a file for each table; what is over and was written is not written again."""
    return _within(open_beside(database), lambda store: _export(store, folder, progress))


async def _export(store: Store, folder: Path, progress: Progress) -> Exported:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        raise _unwritten(folder, problem) from None
    found, after, total = Exported(), "", await store.read(how_many())
    while page := await store.read(page_of_names(after, PAGE)):
        for name, over in page:
            file = folder / f"{name}.txt"
            if over and file.exists():
                found.there += 1
            else:
                await _write(store, name, file, found)
            done = found.written + found.there + len(found.other_rules)
            progress(done, max(done, total))
        after = page[-1][0]
    return found


async def _write(store: Store, name: str, file: Path, found: Exported) -> None:
    kept = await store.load(name)
    assert kept is not None  # tables stay for ever
    try:
        record = Table(kept, NoStore()).match.record()
    except Refused:
        found.other_rules.append(name)
        return
    beside = file.with_suffix(".part")
    try:
        beside.write_text(record, "utf-8")
        beside.replace(file)  # what was cut off is not taken for a record
    except OSError as problem:
        raise _unwritten(file, problem) from None
    found.written += 1


def _unwritten(file: Path, problem: Exception) -> BadOption:
    return BadOption(f"{shown(str(file))} cannot be written: {getattr(problem, 'strerror', None) or problem}")


def _within(store: Store, work: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """Work with a store until it is done."""

    async def opened() -> Answer:
        await store.open(Deaf())
        try:
            return await work(store)
        finally:
            await store.shut()

    with closing(store):
        try:
            return asyncio.run(opened())
        except Damaged as problem:
            raise damaged(store.place, str(problem)) from None
        except Unkept as problem:
            raise BadOption(f"the database cannot be used just now ({problem}); try again") from None
