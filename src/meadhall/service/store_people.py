"""What the store keeps of people: who they are, what they have played, how strong they are, who owes whom a beer.

Plain functions on a connection, each one whole; a store calls them where it reads and where it writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any, Protocol, TypeVar
from uuid import uuid4

import msgspec
from msgspec import Struct

from meadhall.study.ratings import Rating, beginner, rated

from . import problems

Connection = sqlite3.Connection
Answer = TypeVar("Answer")


class PersonRow(Struct, frozen=True):
    """Somebody we know."""

    person: str  # a name for programs, longer than any name of people, and told to nobody
    name: str
    made: float


class Facts(Struct, frozen=True, omit_defaults=True):
    """What a match was for one of its players: nothing in it names anybody else."""

    players: int
    options: dict[str, str | int]
    counted: bool  # in the statistics: a whole match from its beginning
    result: float  # 0 to 1; -1 for who has left
    won: bool | None = None  # None alone
    score: float | None = None  # None where the match was not played out
    first: bool | None = None  # had the first turn
    levels: list[int] = []  # of the bots at the table
    feats: dict[str, int] = {}
    before: Rating | None = None  # None where the match was not rated
    after: Rating | None = None


class EndedSeat(Struct, frozen=True):
    """A seat of a match that is over."""

    seat: int
    person: str | None
    bot: Rating | None  # of a bot
    facts: Facts


class Ended(Struct, frozen=True):
    """All that a finished match means for people."""

    name: str
    game: str
    at: float
    rated: bool
    seats: list[EndedSeat]
    beers: list[tuple[str, str, int]]  # from, to, how many


class Played(Struct, frozen=True):
    """A finished match of somebody."""

    name: str
    seat: int
    game: str
    at: float
    facts: Facts


class Owed(Struct, frozen=True):
    """A line on a tab; below zero, what was drunk."""

    name: str
    debtor: str
    creditor: str
    many: int
    at: float


class Life(Struct, frozen=True):
    """What is kept of somebody."""

    person: PersonRow
    played: list[Played]  # the latest first
    ratings: dict[str, tuple[float, float, int]]  # by game: mu, sigma, rated matches
    beers: list[Owed]  # the latest first
    people: dict[str, str]  # the names of others on the tab
    players: dict[str, list[str]]  # who sat at the tables


class PeopleStore(Protocol):
    """What every store does for people."""

    async def _read(self, read: Callable[[Connection], Answer], /) -> Answer: ...
    async def _written(self, write: Callable[[Connection], None], /) -> None: ...

    async def add_person(self, row: PersonRow, digest: str) -> None:
        """Keep somebody new."""
        await self._written(partial(_add, row=row, digest=digest))

    async def find_person(self, digest: str) -> tuple[PersonRow, str] | None:
        """Find who has a phrase, and its digest."""
        return await self._read(partial(_find, digest=digest))

    async def rename_person(self, person: str, name: str) -> None:
        """Call somebody by another name."""
        await self._written(partial(_rename, person=person, name=name))

    async def forget_person(self, person: str) -> None:
        """Keep nothing of somebody; where they sat, a guest has sat."""
        await self._written(partial(_forget, person=person))

    async def reckon(self, ended: Ended) -> None:
        """Write down what a match means for its people, once."""
        await self._written(partial(_reckon, ended=ended))

    async def unreckoned(self) -> list[str]:
        """Find the matches that are over, but not written down for their people."""
        return await self._read(_unreckoned)

    async def life(self, person: PersonRow) -> Life:
        """Fetch what is kept of somebody."""
        return await self._read(partial(_life, person=person))

    async def drink(self, person: str, key: str, many: int, at: float) -> None:
        """Write down that beers were drunk; refused where fewer are owed."""
        await self._written(partial(_drink, person=person, key=key, many=many, at=at))

    async def seats_of(self, person: str) -> list[tuple[str, int, str]]:
        """List where somebody sits or sat: table, seat, and the name used there."""
        return await self._read(partial(_seats_of, person=person))

    async def said_by(self, person: str) -> list[tuple[str, str, float]]:
        """List what somebody said at tables: table, text, time."""
        return await self._read(partial(_said_by, person=person))


# -- who is who ------------------------------------------------------------------------------------


def _add(out: Connection, row: PersonRow, digest: str) -> None:
    out.execute(
        "insert into people (person, name, digest, made) values (?, ?, ?, ?)", (row.person, row.name, digest, row.made)
    )


def _find(connection: Connection, digest: str) -> tuple[PersonRow, str] | None:
    query = "select person, name, made, digest from people where digest = ?"
    for person, name, made, kept in connection.execute(query, (digest,)):
        return PersonRow(person, name, made), kept
    return None


def _rename(out: Connection, person: str, name: str) -> None:
    out.execute("update people set name = ? where person = ?", (name, person))


def _forget(out: Connection, person: str) -> None:
    if not out.execute("select 1 from people where person = ?", (person,)).fetchone():
        raise problems.unknown_phrase()
    seats = out.execute("select name, seat from seats where person = ?", (person,)).fetchall()
    named = "kind in ('sit', 'name', 'resign')"  # events that say what somebody is called
    out.executemany(f"update events set text = '' where name = ? and seat = ? and {named}", seats)
    out.executemany("delete from notes where key like 'daily % ' || ?", [(name,) for name, _ in seats])
    out.executemany("delete from talk where name = ? and seat = ?", seats)
    out.execute("update seats set player = '', person = null where person = ?", (person,))
    out.executemany(
        "update tables set free = (select count(*) from seats where seats.name = tables.name and kind = 'person' "
        "and player = '') where name = ? and listed = 1 and stage = 'playing'",
        [(name,) for name, _ in seats],
    )
    out.execute("delete from beers where debtor = ? or creditor = ?", (person, person))
    for table in ("played", "ratings", "people"):
        out.execute(f"delete from {table} where person = ?", (person,))


def _seats_of(connection: Connection, person: str) -> list[tuple[str, int, str]]:
    return connection.execute(
        "select s.name, s.seat, s.player from seats s join tables t on t.name = s.name where s.person = ? "
        "order by t.made",
        (person,),
    ).fetchall()


def _said_by(connection: Connection, person: str) -> list[tuple[str, str, float]]:
    return connection.execute(
        "select k.name, k.text, k.at from talk k join seats s on s.name = k.name and s.seat = k.seat "
        "where s.person = ? order by k.at",
        (person,),
    ).fetchall()


# -- matches ---------------------------------------------------------------------------------------


def _unreckoned(connection: Connection) -> list[str]:
    query = (
        "select distinct t.name from tables t join seats s on s.name = t.name join people w on w.person = s.person "
        "where t.stage = 'over' and not exists (select 1 from played p where p.name = t.name) order by t.at"
    )
    return [name for (name,) in connection.execute(query)]


def _reckon(out: Connection, ended: Ended) -> None:
    """Write down all at once what a match means; what is written already stays as it is."""
    if out.execute("select 1 from played where name = ?", (ended.name,)).fetchone():
        return
    known: set[str | None] = {
        seat.person
        for seat in ended.seats
        if seat.person and out.execute("select 1 from people where person = ?", (seat.person,)).fetchone()
    }
    changes = _rate(out, ended, known)
    for seat in ended.seats:
        if seat.person in known:
            facts = seat.facts
            if changes:
                before, after = changes[seat.seat]
                facts = msgspec.structs.replace(facts, before=before, after=after)
            out.execute(
                "insert into played (person, name, seat, game, at, result) values (?, ?, ?, ?, ?, ?)",
                (seat.person, ended.name, seat.seat, ended.game, ended.at, msgspec.json.encode(facts).decode()),
            )
    for debtor, creditor, many in ended.beers:
        if debtor in known or creditor in known:
            out.execute(
                "insert into beers (id, name, debtor, creditor, many, at) values (?, ?, ?, ?, ?, ?)",
                (f"{ended.name} {debtor} {creditor}", ended.name, debtor, creditor, many, ended.at),
            )


def _rate(out: Connection, ended: Ended, known: set[str | None]) -> list[tuple[Rating, Rating]]:
    """Rate everybody, where all are known: the ratings before and after, by seat."""
    if not ended.rated or not all(seat.bot or seat.person in known for seat in ended.seats):
        return []
    found = [seat.bot or _rating(out, seat.person or "", ended.game)[:2] for seat in ended.seats]
    after = rated(found, [seat.facts.result for seat in ended.seats])
    for seat, (mu, sigma) in zip(ended.seats, after, strict=True):
        if seat.person in known:
            games = _rating(out, seat.person or "", ended.game)[2] + 1
            out.execute("delete from ratings where person = ? and game = ?", (seat.person, ended.game))
            out.execute(
                "insert into ratings (person, game, mu, sigma, games) values (?, ?, ?, ?, ?)",
                (seat.person, ended.game, mu, sigma, games),
            )
    return list(zip(found, after, strict=True))


def _rating(connection: Connection, person: str, game: str) -> tuple[float, float, int]:
    query = "select mu, sigma, games from ratings where person = ? and game = ?"
    row: tuple[float, float, int] | None = connection.execute(query, (person, game)).fetchone()
    return row if row is not None else (*beginner(), 0)


def _life(connection: Connection, person: PersonRow) -> Life:
    me = person.person
    played = [
        Played(name, seat, game, at, msgspec.json.decode(result, type=Facts))
        for name, seat, game, at, result in connection.execute(
            "select name, seat, game, at, result from played where person = ? order by at desc, name", (me,)
        )
    ]
    ratings = {
        game: (mu, sigma, games)
        for game, mu, sigma, games in connection.execute(
            "select game, mu, sigma, games from ratings where person = ?", (me,)
        )
    }
    players: dict[str, list[str]] = {}
    rows: Any = connection.execute(
        "select name, player from seats where name in (select name from played where person = ? "
        "union select name from beers where debtor = ? or creditor = ?) order by name, seat",
        (me, me, me),
    )
    for name, player in rows:
        players.setdefault(name, []).append(player)
    beers = _beers(connection, me)
    others = {owed.debtor for owed in beers} | {owed.creditor for owed in beers}
    names = {
        other: name
        for other in others
        for (name,) in connection.execute("select name from people where person = ?", (other,))
    }
    return Life(person, played, ratings, beers, names, players)


# -- beers -----------------------------------------------------------------------------------------


def _beers(connection: Connection, person: str) -> list[Owed]:
    query = (
        "select name, debtor, creditor, many, at from beers where debtor = ? or creditor = ? order by at desc, id desc"
    )
    return [Owed(*row) for row in connection.execute(query, (person, person))]


def pair_key(person: str, other: str) -> str:
    """Name a pair to one of the two, without a word about who the other is."""
    return sha256(f"{person} {other}".encode()).hexdigest()[:16]


def other_of(person: str, owed: Owed) -> str:
    """Give the other side of a debt."""
    return owed.creditor if owed.debtor == person else owed.debtor


def owes(person: str, beers: list[Owed]) -> int:
    """Net what somebody owes by these lines; below zero, what is owed to them."""
    return sum(owed.many if owed.debtor == person else -owed.many for owed in beers)


def _drink(out: Connection, person: str, key: str, many: int, at: float) -> None:
    pair = [owed for owed in _beers(out, person) if pair_key(person, other_of(person, owed)) == key]
    net = owes(person, pair)
    if not pair or not 1 <= many <= abs(net):
        raise problems.not_owed()
    other = other_of(person, pair[0])
    debtor, creditor = (person, other) if net > 0 else (other, person)
    out.execute(
        "insert into beers (id, name, debtor, creditor, many, at) values (?, '', ?, ?, ?, ?)",
        (uuid4().hex, debtor, creditor, -many, at),
    )
