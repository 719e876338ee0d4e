"""Work on tables, their seats, what happened there and what was said."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import astuple

from ..messages import Line
from .rows import Card, Event, Kept, SeatRow, TableRow
from .work import Row, Work, changed, each, marks

SHOWN = 40  # tables of each kind that the hall lists
EVENTS = "select number, kind, seat, text, at from events where name = $1 and number > $2 order by number"
TALK = "select number, seat, text, at from talk where name = $1 and number > $2 order by number"


# -- writing ---------------------------------------------------------------------------------------


def make(table: TableRow, seats: Sequence[SeatRow], card: Card) -> Work[None]:
    """Keep a new table."""
    fields: dict[str, Any] = {**to_builtins(table), "options": json.dumps(table.options), **to_builtins(card)}
    values = tuple(int(value) if isinstance(value, bool) else value for value in fields.values())
    yield f"insert into tables ({', '.join(fields)}) values ({marks(values)})", values
    rows = [(table.name, *astuple(seat)) for seat in seats]
    yield from each(
        "insert into seats (name, seat, kind, level, player, digest, person, nonce, program) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        rows,
    )


def append(name: str, event: Event, card: Card, seat: SeatRow | None = None, rematch: Kept | None = None) -> Work[None]:
    """Keep an event, and what changes with it."""
    yield (
        "insert into events (name, number, kind, seat, text, at) values ($1, $2, $3, $4, $5, $6)",
        (name, event.number, event.kind, event.seat, event.text, event.at),
    )
    yield (
        "update tables set stage = $1, number = $2, actor = $3, free = $4, at = $5, bot = $6, due = $7, guard = $8 "
        "where name = $9",
        (card.stage, card.number, card.actor, card.free, card.at, int(card.bot), card.due, card.guard, name),
    )
    if seat is not None:
        yield (
            "update seats set kind = $1, level = $2, player = $3, digest = $4, person = $5, nonce = $6 "
            "where name = $7 and seat = $8",
            (seat.kind, seat.level, seat.player, seat.digest, seat.person, seat.nonce, name, seat.seat),
        )
    if rematch is not None:
        yield from make(rematch.table, rematch.seats, rematch.card)
    yield from changed(name)


def say(name: str, line: Line) -> Work[None]:
    """Keep what somebody said."""
    yield "insert into talk (name, number, seat, text, at) values ($1, $2, $3, $4, $5)", (name, *astuple(line))
    yield from changed(name)


def pledge(commitment: str, secret: str, now: float, until: float) -> Work[None]:
    """Keep a secret for a table to come, and forget those that came too late for one."""
    yield "delete from pledges where until < $1", (now,)
    yield "insert into pledges (commitment, secret, until) values ($1, $2, $3)", (commitment, secret, until)


def redeem(commitment: str, now: float) -> Work[str | None]:
    """Give the secret of a commitment, once."""
    for (secret,) in (
        yield "delete from pledges where commitment = $1 and until >= $2 returning secret", (commitment, now)
    ):
        return str(secret)
    return None


def note(key: str, text: str) -> Work[None]:
    """Keep what was worked out."""
    yield (
        "insert into notes (key, text) values ($1, $2) on conflict (key) do update set text = excluded.text",
        (key, text),
    )


# -- reading ---------------------------------------------------------------------------------------


def load(name: str, events: int = 0, lines: int = 0) -> Work[Kept | None]:
    """Fetch a table, with all that happened and was said there after so many events and lines."""
    found = yield from _find("where t.name = $1", (name,))
    if not found:
        return None
    happened = yield EVENTS, (name, events)
    said = yield TALK, (name, lines)
    (kept,) = found
    return Kept(kept.table, kept.card, kept.seats, [Event(*row) for row in happened], [Line(*row) for row in said])


def yours(digests: Collection[str]) -> Work[list[Kept]]:
    """Find the tables where these secrets open a seat, the latest first."""
    if not digests:
        return []
    where = (
        f"where t.name in (select name from seats where digest in ({marks(digests)})) order by t.at desc limit {SHOWN}"
    )
    return (yield from _find(where, tuple(digests)))


def public(since: float) -> Work[list[Kept]]:
    """Find the tables that everybody may see and that are being played."""
    where = f"where t.listed = 1 and t.stage = 'playing' and t.at > $1 order by t.at desc limit {2 * SHOWN}"
    return (yield from _find(where, (since,)))


def unattended() -> Work[list[str]]:
    """Find the tables that go on without people: a bot's turn, or a clock that runs; the latest first."""
    rows = yield (
        "select t.name from tables t join seats s on s.name = t.name and s.seat = t.actor "
        "where t.stage = 'playing' and (s.level is not null or t.clock <> '') order by t.at desc",
        (),
    )
    return [name for (name,) in rows]


def overdue(now: float) -> Work[list[str]]:
    """Find the tables where somebody's time has run out."""
    rows = yield "select name from tables where due < $1 order by due", (now,)
    return [name for (name,) in rows]


def guarded(beginnings: Collection[str], since: float) -> Work[bool]:
    """Say whether a match that is kept from the bots began in one of these ways, and was played on lately."""
    where = f"guard <> '' and guard in ({marks(beginnings)}) and at > ${len(beginnings) + 1}"
    return bool((yield f"select 1 from tables where {where} limit 1", (*beginnings, since)))


def ended_dailies(dailies: Collection[str]) -> Work[list[tuple[str, str]]]:
    """Find the daily tables of these days and kinds that are over and not noted yet: daily and name."""
    rows = yield (
        f"select daily, name from tables where daily <> '' and daily in ({marks(dailies)}) "
        "and stage = 'over' and 'daily ' || daily || ' ' || name not in (select key from notes)",
        tuple(dailies),
    )
    return [(daily, name) for daily, name in rows]


def page_of_names(after: str, many: int) -> Work[list[tuple[str, bool]]]:
    """List the next tables after a name, and whether they are over."""
    rows = yield f"select name, stage from tables where name > $1 order by name limit {many}", (after,)
    return [(name, stage == "over") for name, stage in rows]


def latest() -> Work[float]:
    """Say when the last thing happened at any table; 0 where there is none."""
    rows = yield "select coalesce(max(at), 0) from tables", ()
    return float(rows[0][0])


def how_many() -> Work[int]:
    """Count all tables."""
    rows = yield "select count(*) from tables", ()
    count: int = rows[0][0]
    return count


def notes(first: str, last: str) -> Work[dict[str, str]]:
    """Fetch all notes whose keys are not before the first, and not after the last."""
    rows = yield "select key, text from notes where key >= $1 and key <= $2", (first, last)
    return dict(rows)


def _find(where: str, values: tuple[object, ...]) -> Work[list[Kept]]:
    """Fetch tables with their seats."""
    columns = ", ".join(f"t.{field}" for field in (*TableRow.__struct_fields__, *Card.__struct_fields__))
    rows = yield f"select {columns} from tables t {where}", values
    names = tuple(row[0] for row in rows)
    seats: dict[str, list[SeatRow]] = {name: [] for name in names}
    if names:
        places = yield (
            "select name, seat, kind, level, player, digest, person, nonce, program from seats "
            f"where name in ({marks(names)}) order by name, seat",
            names,
        )
        for name, *place in places:
            seats[name].append(SeatRow(*place))
    return [_kept(row, seats[row[0]]) for row in rows]


def _kept(row: Row, seats: list[SeatRow]) -> Kept:
    fields, card = row[: len(TableRow.__struct_fields__)], row[len(TableRow.__struct_fields__) :]
    table = dict(zip(TableRow.__struct_fields__, fields, strict=True))
    table["options"] = json.loads(table["options"])
    for name in ("aids", "listed", "rated"):
        table[name] = bool(table[name])
    return Kept(TableRow(**table), Card(*card), seats, [])
