"""Work on people: who they are, what they have played, how strong they are, who owes whom a beer."""

from __future__ import annotations

from hashlib import sha256
from uuid import uuid4

import msgspec

from meadhall.learn.ratings import Rating, beginner, rated

from .. import problems
from .rows import Ended, Facts, Life, Owed, PastMatch, PersonRow
from .work import CHANGED, Work, each, marks

# -- who is who ------------------------------------------------------------------------------------


def add(row: PersonRow, digest: str) -> Work[None]:
    """Keep somebody new."""
    yield (
        "insert into people (person, name, digest, made) values ($1, $2, $3, $4)",
        (row.person, row.name, digest, row.made),
    )


def find(digest: str) -> Work[tuple[PersonRow, str] | None]:
    """Find who has a phrase, and its digest."""
    for person, name, made, kept in (
        yield "select person, name, made, digest from people where digest = $1", (digest,)
    ):
        return PersonRow(person, name, made), kept
    return None


def rename(person: str, name: str) -> Work[None]:
    """Call somebody by another name."""
    yield "update people set name = $1 where person = $2", (name, person)


def forget(person: str) -> Work[None]:
    """Keep nothing of somebody; where they sat, a guest has sat."""
    if not (yield "select 1 from people where person = $1", (person,)):
        raise problems.unknown_phrase()
    seats = yield "select name, seat from seats where person = $1", (person,)
    names = [(name,) for name, _ in seats]
    named = "kind in ('sit', 'name', 'resign')"  # events that say what somebody is called
    yield from each(f"update events set text = '' where name = $1 and seat = $2 and {named}", seats)
    yield from each("delete from notes where key like 'daily % ' || $1", names)
    yield from each("delete from talk where name = $1 and seat = $2", seats)
    yield "update seats set player = '', person = null where person = $1", (person,)
    yield from each(
        "update tables set free = (select count(*) from seats where seats.name = tables.name and kind = 'person' "
        "and player = '') where name = $1 and listed = 1 and stage = 'playing'",
        names,
    )
    yield "delete from beers where debtor = $1 or creditor = $1", (person,)
    for table in ("played", "ratings", "people"):
        yield f"delete from {table} where person = $1", (person,)
    yield from each(CHANGED, names)


def seats_of(person: str) -> Work[list[tuple[str, int, str]]]:
    """List where somebody sits or sat: table, seat, and the name used there."""
    rows = yield (
        "select s.name, s.seat, s.player from seats s join tables t on t.name = s.name where s.person = $1 "
        "order by t.made",
        (person,),
    )
    return [(name, seat, player) for name, seat, player in rows]


def said_by(person: str) -> Work[list[tuple[str, str, float]]]:
    """List what somebody said at tables: table, text, time."""
    rows = yield (
        "select k.name, k.text, k.at from talk k join seats s on s.name = k.name and s.seat = k.seat "
        "where s.person = $1 order by k.at",
        (person,),
    )
    return [(name, text, at) for name, text, at in rows]


# -- matches ---------------------------------------------------------------------------------------


def unreckoned() -> Work[list[str]]:
    """Find the matches that are over, but not written down for their people."""
    rows = yield (
        "select t.name from tables t where t.stage = 'over' and exists (select 1 from seats s join people w "
        "on w.person = s.person where s.name = t.name) and not exists (select 1 from played p where p.name = t.name) "
        "order by t.at",
        (),
    )
    return [name for (name,) in rows]


def reckon(ended: Ended) -> Work[None]:
    """Write down all at once what a match means for its people; what is written already stays as it is."""
    if (yield "select 1 from played where name = $1", (ended.name,)):
        return
    known: set[str | None] = set()
    for person in {seat.person for seat in ended.seats if seat.person}:
        if (yield "select 1 from people where person = $1", (person,)):
            known.add(person)
    changes = yield from _rate(ended, known)
    for seat in ended.seats:
        if seat.person in known:
            facts = seat.facts
            if changes:
                before, after = changes[seat.seat]
                facts = msgspec.structs.replace(facts, before=before, after=after)
            yield (
                "insert into played (person, name, seat, game, at, result) values ($1, $2, $3, $4, $5, $6)",
                (seat.person, ended.name, seat.seat, ended.game, ended.at, msgspec.json.encode(facts).decode()),
            )
    for debtor, creditor, many in ended.beers:
        if debtor in known or creditor in known:
            yield (
                "insert into beers (id, name, debtor, creditor, many, at) values ($1, $2, $3, $4, $5, $6)",
                (f"{ended.name} {debtor} {creditor}", ended.name, debtor, creditor, many, ended.at),
            )


def _rate(ended: Ended, known: set[str | None]) -> Work[list[tuple[Rating, Rating]]]:
    """Rate everybody, where all are known: the ratings before and after, by seat."""
    if not ended.rated or not all(seat.bot or seat.person in known for seat in ended.seats):
        return []
    found: list[Rating] = []
    games: list[int] = []
    for seat in ended.seats:
        mu, sigma, many = (*seat.bot, 0) if seat.bot else (yield from _rating(seat.person or "", ended.game))
        found.append((mu, sigma))
        games.append(many)
    after = rated(found, [seat.facts.result for seat in ended.seats])
    for seat, (mu, sigma), many in zip(ended.seats, after, games, strict=True):
        if seat.person in known:
            yield (
                "insert into ratings (person, game, mu, sigma, games) values ($1, $2, $3, $4, $5) "
                "on conflict (person, game) do update set mu = excluded.mu, sigma = excluded.sigma, "
                "games = excluded.games",
                (seat.person, ended.game, mu, sigma, many + 1),
            )
    return list(zip(found, after, strict=True))


def _rating(person: str, game: str) -> Work[tuple[float, float, int]]:
    rows = yield "select mu, sigma, games from ratings where person = $1 and game = $2", (person, game)
    for mu, sigma, games in rows:
        return mu, sigma, games
    return (*beginner(), 0)


def life(person: PersonRow) -> Work[Life]:
    """Fetch what is kept of somebody."""
    me = person.person
    rows = yield (
        "select name, seat, game, at, result from played where person = $1 order by at desc, name",
        (me,),
    )
    played = [
        PastMatch(name, seat, game, at, msgspec.json.decode(result, type=Facts))
        for name, seat, game, at, result in rows
    ]
    rows = yield "select game, mu, sigma, games from ratings where person = $1", (me,)
    ratings = {game: (mu, sigma, games) for game, mu, sigma, games in rows}
    rows = yield (
        "select name, player from seats where name in (select name from played where person = $1 "
        "union select name from beers where debtor = $1 or creditor = $1) order by name, seat",
        (me,),
    )
    players: dict[str, list[str]] = {}
    for name, player in rows:
        players.setdefault(name, []).append(player)
    beers = yield from _beers(me)
    others = sorted({owed.debtor for owed in beers} | {owed.creditor for owed in beers})
    names: dict[str, str] = {}
    if others:
        rows = yield f"select person, name from people where person in ({marks(others)})", tuple(others)
        names = dict(rows)
    return Life(person, played, ratings, beers, names, players)


# -- beers -----------------------------------------------------------------------------------------


def _beers(person: str) -> Work[list[Owed]]:
    rows = yield (
        "select name, debtor, creditor, many, at from beers where debtor = $1 or creditor = $1 "
        "order by at desc, id desc",
        (person,),
    )
    return [Owed(*row) for row in rows]


def pair_key(person: str, other: str) -> str:
    """Name a pair to one of the two, without a word about who the other is."""
    return sha256(f"{person} {other}".encode()).hexdigest()[:16]


def other_of(person: str, owed: Owed) -> str:
    """Give the other side of a debt."""
    return owed.creditor if owed.debtor == person else owed.debtor


def owes(person: str, beers: list[Owed]) -> int:
    """Net what somebody owes by these lines; below zero, what is owed to them."""
    return sum(owed.many if owed.debtor == person else -owed.many for owed in beers)


def drink(person: str, key: str, many: int, at: float) -> Work[None]:
    """Write down that beers were drunk; refused where fewer are owed."""
    beers = yield from _beers(person)
    pair = [owed for owed in beers if pair_key(person, other_of(person, owed)) == key]
    net = owes(person, pair)
    if not pair or not 1 <= many <= abs(net):
        raise problems.not_owed()
    other = other_of(person, pair[0])
    debtor, creditor = (person, other) if net > 0 else (other, person)
    yield (
        "insert into beers (id, name, debtor, creditor, many, at) values ($1, '', $2, $3, $4, $5)",
        (uuid4().hex, debtor, creditor, -many, at),
    )
