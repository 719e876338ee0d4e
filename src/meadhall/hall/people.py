"""People without accounts: a phrase says who they are, and what they have played is theirs to see, take and delete."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any
from uuid import uuid4
from weakref import WeakSet

import msgspec

from . import problems
from .match_results import ended
from .messages import Debt, Known, Profile
from .names import person_name
from .problems import Refused
from .profile import profile, tab
from .recovery_phrase import new_phrase, phrase_digest
from .store import NoStore, Store
from .store.rows import Life, PersonRow
from .table import Table

log = logging.getLogger("meadhall")


class People:
    """Everybody whom the hall knows."""

    def __init__(self, store: Store, tables: Callable[[], Iterable[Table]]) -> None:
        self._store = store
        self._tables = tables  # that are in use
        self._seen: WeakSet[Table] = WeakSet()  # whose end is written down, or about to be
        self._reckoning: set[asyncio.Task[None]] = set()

    # -- who is who --------------------------------------------------------------------------------

    async def meet(self, name: str) -> Known:
        """Get to know somebody: the phrase is theirs to keep, for we cannot tell it again."""
        row, phrase = PersonRow(uuid4().hex, person_name(name), time.time()), new_phrase()
        await self._store.add_person(row, phrase_digest(phrase))
        return Known(row.name, phrase)

    async def who(self, phrase: str) -> PersonRow:
        """Find who has a phrase."""
        if not phrase.strip():
            raise problems.no_person()
        wanted = phrase_digest(phrase)
        found = await self._store.find_person(wanted)
        if found is None or not hmac.compare_digest(found[1], wanted):
            raise problems.unknown_phrase()
        return found[0]

    async def call(self, person: PersonRow, name: str) -> PersonRow:
        """Call somebody by another name, from now on."""
        tidy = person_name(name)
        if tidy != person.name:
            await self._store.rename_person(person.person, tidy)
        return PersonRow(person.person, tidy, person.made)

    async def forget(self, person: PersonRow) -> None:
        """Forget somebody: tables in use first, so that they write nothing of them any more."""
        await self.reckoned()
        for table in list(self._tables()):
            await table.forget(person.person)
        await self._store.forget_person(person.person)
        for table in list(self._tables()):  # that were fetched meanwhile
            await table.forget(person.person)

    # -- matches that end --------------------------------------------------------------------------

    def notice(self, table: Table) -> None:
        """Look at a table that has news: once its match is over, that is written down for its people, once."""
        if table.over and table not in self._seen and any(seat.person for seat in table.seats):
            self._seen.add(table)
            task = asyncio.get_running_loop().create_task(self._reckon(table))
            self._reckoning.add(task)
            task.add_done_callback(self._reckoning.discard)

    async def _reckon(self, table: Table) -> None:
        try:
            await self._store.reckon(await asyncio.to_thread(ended, table.glimpse()))
        except Exception:  # nobody waits for this task; the next start, or the next visit of the table, tries again
            log.exception("what the match at %s means could not be written down", table.name)
            self._seen.discard(table)

    async def reckoned(self) -> None:
        """Wait until all matches that are over are written down."""
        while self._reckoning:
            await asyncio.gather(*self._reckoning, return_exceptions=True)

    # -- what is kept ------------------------------------------------------------------------------

    async def _life(self, person: PersonRow) -> Life:
        await self.reckoned()
        return await self._store.life(person)

    async def profile(self, person: PersonRow) -> Profile:
        """Tell somebody about themselves."""
        return await asyncio.to_thread(profile, await self._life(person))

    async def tab(self, person: PersonRow) -> list[Debt]:
        """Say who owes whom."""
        return tab(await self._life(person))

    async def drink(self, person: PersonRow, key: str, many: int) -> list[Debt]:
        """Write down that beers were drunk, for both sides."""
        await self.reckoned()
        await self._store.drink(person.person, key, many, time.time())
        return await self.tab(person)

    async def data(self, person: PersonRow) -> dict[str, Any]:
        """Give all that we hold of somebody, with the records of all their tables."""
        life = await self._life(person)
        matches = [msgspec.to_builtins(played) for played in life.played]
        ratings = {
            game: dict(zip(("mu", "sigma", "matches"), rating, strict=True)) for game, rating in life.ratings.items()
        }
        tables = [await self._kept(*place) for place in await self._store.seats_of(person.person)]
        said = [
            {"table": table, "text": text, "at": at} for table, text, at in await self._store.said_by(person.person)
        ]
        return {
            "person": {"name": person.name, "since": person.made},
            "ratings": ratings,
            "matches": matches,
            "beers": msgspec.to_builtins(tab(life)),
            "tables": tables,
            "said": said,
        }

    async def _kept(self, name: str, seat: int, called: str) -> dict[str, Any]:
        """Describe a table where somebody sits or sat."""
        kept = await self._store.load(name)
        assert kept is not None  # a seat has a table
        try:
            record = (await asyncio.to_thread(Table, kept, NoStore())).match.record()
        except Refused:  # it was played with other rules
            record = None
        return {
            "table": name,
            "game": kept.table.game,
            "made": kept.table.made,
            "stage": kept.card.stage,
            "seat": seat,
            "name": called,
            "record": record,
        }
