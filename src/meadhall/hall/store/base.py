"""What any store can do. How it does it, it says itself: see sqlite.py and postgres.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Collection, Sequence
from time import perf_counter
from typing import Any, Protocol

from .. import metrics
from ..messages import Line
from . import people, tables
from .rows import Card, Conflict, Ended, Event, Kept, Life, PersonRow, SeatRow, TableRow, Unkept
from .work import Answer, Work


class Listener(Protocol):
    """Who wants to know what other processes do."""

    def hear(self, name: str | None) -> None:
        """Something was written at a table; None: news may have been missed, so all tables are to be looked at."""

    def meet(self, process: str, name: str, seats: frozenset[int]) -> None:
        """Guests of another process are at these seats of a table now, and at no others."""


class Claims(Protocol):
    """The turns of bots, where several processes could play them."""

    async def claim(self, worker: str, seconds: float) -> tuple[str, int] | None:
        """Take on a bot's turn that nobody else works on, for some seconds: the table and its number."""

    async def hold(self, worker: str, seconds: float) -> None:
        """Keep all turns that a worker has taken on for some seconds more."""

    async def release(self, name: str, worker: str) -> None:
        """Leave a turn to whoever comes next."""


def unwritten(problem: Conflict | Unkept) -> None:
    """Count what was not written."""
    metrics.UNWRITTEN.add("conflict" if isinstance(problem, Conflict) else "database")


async def measured(writing: Awaitable[Answer]) -> Answer:
    """Write something, and note how long that takes, or why it was not written."""
    before = perf_counter()
    try:
        answer = await writing
    except (Conflict, Unkept) as problem:
        unwritten(problem)
        raise
    metrics.COMMITS.note(perf_counter() - before)
    return answer


class Store(ABC):
    """Where tables, people and what they said are kept; each write is on the disk when it returns."""

    claims: Claims | None = None  # where other processes share it
    place: str = ""  # where things are kept, as people may read it

    @property
    def shared(self) -> bool:
        """Whether other processes write here too."""
        return self.claims is not None

    @abstractmethod
    async def read(self, work: Work[Answer]) -> Answer:
        """Do work that changes nothing."""

    async def write(self, work: Work[Answer], alone: bool = False) -> Answer:
        """Do work all of it or nothing; Conflict if somebody else has written the same before.

        Unkept if that cannot be done just now. Work that changes what it has read is done alone.
        """
        return await measured(self.commit(work, alone))

    @abstractmethod
    async def commit(self, work: Work[Answer], alone: bool) -> Answer:
        """Do work all of it or nothing, as write says; on the disk when it returns."""

    async def open(self, listener: Listener) -> None:  # noqa: B027  a store of one process hears nothing
        """Begin in the server's loop; from now on it is heard what other processes do."""

    async def shut(self) -> None:  # noqa: B027  or has nothing to end
        """End in the server's loop."""

    def here(self, name: str, seats: frozenset[int]) -> None:  # noqa: B027  or tells nobody
        """Let other processes know at which seats of a table our guests are."""

    async def probe(self, key: str, text: str) -> None:
        """Write a note of no importance, to see whether anything can be written."""
        await self.note(key, text)

    async def flaw(self) -> str | None:
        """Return what is damaged in the database, in a few words; None where nothing is, or it watches over itself."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Write what is left, and close."""

    # -- tables --------------------------------------------------------------------------------

    async def load(self, name: str, events: int = 0, lines: int = 0) -> Kept | None:
        """Fetch a table, with all that happened and was said there after so many events and lines."""
        return await self.read(tables.load(name, events, lines))

    async def ahead(self, known: dict[str, tuple[int, int]]) -> list[str]:
        """Find the tables where more has happened or was said than is known, by their numbers of events and lines."""
        return []

    async def make(self, table: TableRow, seats: Sequence[SeatRow], card: Card) -> None:
        """Keep a new table; Conflict if there is one of that name."""
        await self.write(tables.make(table, seats, card))
        metrics.TABLES_MADE.add(table.game)

    async def append(
        self, name: str, event: Event, card: Card, seat: SeatRow | None = None, rematch: Kept | None = None
    ) -> None:
        """Keep an event, and what changes with it; Conflict if there is one of that number."""
        await self.write(tables.append(name, event, card, seat, rematch))
        metrics.EVENTS.add(event.kind)

    async def say(self, name: str, line: Line) -> None:
        """Keep what somebody said; Conflict if there is a line of that number."""
        await self.write(tables.say(name, line))

    async def yours(self, digests: Collection[str]) -> list[Kept]:
        """Find the tables where these secrets open a seat, the latest first; without their events."""
        return await self.read(tables.yours(digests))

    async def unattended(self) -> list[str]:
        """Find the tables that go on without people: a bot's turn, or a clock that runs; the latest first."""
        return await self.read(tables.unattended())

    async def overdue(self, now: float) -> list[str]:
        """Find the tables where somebody's time has run out."""
        return await self.read(tables.overdue(now))

    async def public(self, since: float) -> list[Kept]:
        """Find the tables that everybody may see and that are being played; without their events."""
        return await self.read(tables.public(since))

    async def guarded(self, beginnings: Collection[str], since: float) -> bool:
        """Say whether a match that is kept from the bots began in one of these ways, and was played on lately."""
        return await self.read(tables.guarded(beginnings, since))

    async def ended_dailies(self, dailies: Collection[str]) -> list[tuple[str, str]]:
        """Find the daily tables of these days and kinds that are over and not noted yet: daily and name."""
        return await self.read(tables.ended_dailies(dailies))

    async def pledge(self, commitment: str, secret: str, now: float, until: float) -> None:
        """Keep a secret of the house for a table that is set up before it is too late."""
        await self.write(tables.pledge(commitment, secret, now, until))

    async def redeem(self, commitment: str, now: float) -> str | None:
        """Give the secret of a commitment, once; None where there is none, or not any more."""
        return await self.write(tables.redeem(commitment, now))

    async def note(self, key: str, text: str) -> None:
        """Keep what was worked out, so that nobody works it out again."""
        await self.write(tables.note(key, text))

    async def notes(self, first: str, last: str) -> dict[str, str]:
        """Fetch all notes whose keys are not before the first, and not after the last."""
        return await self.read(tables.notes(first, last))

    # -- people --------------------------------------------------------------------------------

    async def add_person(self, row: PersonRow, digest: str) -> None:
        """Keep somebody new."""
        await self.write(people.add(row, digest))

    async def find_person(self, digest: str) -> tuple[PersonRow, str] | None:
        """Find who has a phrase, and its digest."""
        return await self.read(people.find(digest))

    async def rename_person(self, person: str, name: str) -> None:
        """Call somebody by another name."""
        await self.write(people.rename(person, name))

    async def forget_person(self, person: str) -> None:
        """Keep nothing of somebody; where they sat, a guest has sat."""
        await self.write(people.forget(person), alone=True)

    async def reckon(self, ended: Ended) -> None:
        """Write down what a match means for its people, once."""
        await self.write(people.reckon(ended), alone=True)

    async def unreckoned(self) -> list[str]:
        """Find the matches that are over, but not written down for their people."""
        return await self.read(people.unreckoned())

    async def life(self, person: PersonRow) -> Life:
        """Fetch what is kept of somebody."""
        return await self.read(people.life(person))

    async def drink(self, person: str, key: str, many: int, at: float) -> None:
        """Write down that beers were drunk; refused where fewer are owed."""
        await self.write(people.drink(person, key, many, at), alone=True)

    async def seats_of(self, person: str) -> list[tuple[str, int, str]]:
        """List where somebody sits or sat: table, seat, and the name used there."""
        return await self.read(people.seats_of(person))

    async def said_by(self, person: str) -> list[tuple[str, str, float]]:
        """List what somebody said at tables: table, text, time."""
        return await self.read(people.said_by(person))


class NoStore(Store):
    """The store of a table that stands in no hall: nothing is kept, so nothing can happen there."""

    async def read(self, work: Work[Any]) -> Any:
        raise NotImplementedError("nothing is kept here")

    async def commit(self, work: Work[Any], alone: bool) -> Any:
        raise NotImplementedError("nothing is kept here")

    def close(self) -> None:
        """There is nothing to close."""
