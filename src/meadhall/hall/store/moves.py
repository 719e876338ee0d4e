"""Moves that come at the same time share a transaction in PostgreSQL: the next one, while the last one commits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from . import tables
from .rows import Card, Event, Unkept
from .work import Work, changed

Move: TypeAlias = tuple[str, Event, Card]
Asked: TypeAlias = tuple[Move, asyncio.Future[None]]
MOST_TOGETHER = 500  # moves in one transaction
EVENTS = """
insert into events (name, number, kind, seat, text, at)
select * from unnest($1::text[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::double precision[])
"""
CARDS = """
update tables set stage = m.stage, number = m.number, actor = m.actor, free = m.free, at = m.at, bot = m.bot,
  due = m.due
from unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::double precision[],
  $7::integer[], $8::double precision[]) as m (name, stage, number, actor, free, at, bot, due)
where tables.name = m.name
"""


class Moves:
    """Writes moves, as many at a time as have come meanwhile; each keeps its own answer."""

    def __init__(self, commit: Callable[[Work[None], bool], Awaitable[None]]) -> None:
        self._commit = commit
        self._asked: asyncio.Queue[Asked] = asyncio.Queue()

    async def append(self, move: Move) -> None:
        """Keep a move; as Store.append."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait((move, written))
        await written

    async def write_all(self) -> None:
        """Write what comes, until this is cancelled."""
        batch: list[Asked] = []
        try:
            while True:
                batch = [await self._asked.get()]
                batch += [self._asked.get_nowait() for _ in range(min(self._asked.qsize(), MOST_TOGETHER - 1))]
                if len(batch) == 1 or not await self._write_together(batch):
                    await asyncio.gather(*(self._write_one(*one) for one in batch))
        finally:
            batch += [self._asked.get_nowait() for _ in range(self._asked.qsize())]
            _answer(batch, Unkept("the database is closed"))  # whoever has no answer yet

    async def _write_together(self, batch: Sequence[Asked]) -> bool:
        """Write moves in one transaction: whether it is known how that went; if one cannot be written, none is."""
        try:
            await self._commit(append_all([move for move, _ in batch]), False)
        except Unkept as away:  # whether they were written, only reading can tell
            _answer(batch, away)
        except Exception:  # of which one, is seen when they are written one by one
            return False
        _answer(batch, None)
        return True

    async def _write_one(self, move: Move, written: asyncio.Future[None]) -> None:
        try:
            await self._commit(tables.append(*move), False)
            _answer([(move, written)], None)
        except Exception as problem:
            _answer([(move, written)], problem)


def append_all(moves: Sequence[Move]) -> Work[None]:
    """Keep moves at several tables, in an order that is the same for everybody: so nobody waits for each other."""
    moves = sorted(moves, key=lambda move: move[0])
    events = [(name, e.number, e.kind, e.seat, e.text, e.at) for name, e, _ in moves]
    cards = [(name, c.stage, c.number, c.actor, c.free, c.at, int(c.bot), c.due) for name, _, c in moves]
    yield EVENTS, tuple(list(column) for column in zip(*events, strict=True))
    yield CARDS, tuple(list(column) for column in zip(*cards, strict=True))
    for name, _, _ in moves:
        yield from changed(name)


def _answer(batch: Sequence[Asked], problem: Exception | None) -> None:
    """Let everybody know how it went who still waits."""
    for _, written in batch:
        if not written.done():
            written.set_result(None) if problem is None else written.set_exception(problem)
