"""What help a table gives while its match is played: one decision, for which every door asks.

A table without aids gives none. A match that may be rated and that people play against each other is theirs alone:
its board may show what it shows to all alike, but no bot says what it thinks. After the end all is open to everybody.

A match that is kept from the bots is also known by how it began, so that its record, or a copy of it at another table,
gets no opinion either while it is played here.
"""

from __future__ import annotations

import json
from enum import Enum
from hashlib import sha256
from typing import TYPE_CHECKING

from meadhall.core.match import Match

from . import clock, problems
from .problems import Refused
from .store.rows import SeatRow, TableRow

if TYPE_CHECKING:
    from .snapshot import Snapshot
    from .store import Store

SHORTEST = 8  # actions, chance included, by which a match is known: many begin with the same few
FORGOTTEN = 7 * 86_400.0  # seconds after which nobody takes a match that stands still for one that is played


class Help(Enum):
    """What helps to decide, each with all before it; the values are for programs."""

    NONE = "none"
    BOARD = "board"  # facts that the board shows to all alike: odds, previews, what is left in the pile
    BOTS = "bots"  # what a bot thinks: hints, the coach, decisions weighed, the running match looked back at

    def includes(self, other: Help) -> bool:
        """Say whether whoever may have this may have the other."""
        order = list(Help)
        return order.index(self) >= order.index(other)


def help_at(aids: bool, rated: bool, people: int, over: bool) -> Help:
    """Decide what help a table gives now: by its choice, whether it may be rated, and how many people play."""
    if over:
        return Help.BOTS
    if not aids:
        return Help.NONE
    return Help.BOARD if rated and people > 1 else Help.BOTS


def given(row: TableRow, now: Snapshot) -> Help:
    """Say what help a table gives now; a seat that somebody has left to a bot is still a person's."""
    people = sum(seat.digest is not None for seat in now.seats)
    return help_at(row.aids, may_be_rated(row, now), people, now.over)


def may_be_rated(row: TableRow, now: Snapshot) -> bool:
    """Say whether a match may count for ratings: a whole one with fresh dice, and nobody sits there as a guest."""
    people = [seat.person for seat in now.seats if seat.person is not None]
    fair = row.rated and not now.unrated and not row.start and not row.daily
    fair = fair and len(now.seats) > 1 and len(people) == len(set(people))
    return fair and all(_may_be_rated(seat) for seat in now.seats)


def _may_be_rated(seat: SeatRow) -> bool:
    """Say whether it is known how strong a seat is, or may be: a person's, one of our bots', or still free."""
    if seat.program:
        return False
    return seat.person is not None or (seat.digest is None if seat.kind == "bot" else not seat.player)


def refusal(row: TableRow, now: Snapshot, needed: Help, code: str = "no-help") -> Refused | None:
    """Say why a table does not give some help now; None where it does."""
    if given(row, now).includes(needed):
        return None
    return problems.no_help(code) if not row.aids else problems.rated(code)


def check(row: TableRow, now: Snapshot, needed: Help) -> None:
    """Refuse help that a table does not give now."""
    if (refused := refusal(row, now, needed)) is not None:
        raise refused


# -- the same match elsewhere ----------------------------------------------------------------------


def guard(row: TableRow, now: Snapshot) -> str:
    """Give the beginning by which a match is known that is kept from the bots; empty where it is not, or too short."""
    known = now.first + SHORTEST
    if given(row, now) is Help.BOTS or len(now.match.entries) < known:
        return ""
    return beginnings(now.match, known)[-1]


def beginnings(match: Match, last: int | None = None) -> list[str]:
    """Give a digest of each beginning of a match that is long enough to know it by, up to so many actions."""
    setup = match.setup
    about = [match.game.name, setup.players, dict(setup.options), setup.coasters, setup.position]
    told, found = sha256(json.dumps(about, sort_keys=True, default=str).encode()), list[str]()
    for many, entry in enumerate(match.entries[:last], 1):
        told.update(b"\n" + entry.text.encode())
        if many >= SHORTEST:
            found.append(told.hexdigest())
    return found


async def played_here(store: Store, match: Match) -> Refused | None:
    """Say why nobody may hear what a bot thinks of a match: it is being played here, and kept from the bots."""
    known = beginnings(match)
    if known and await store.guarded(known, clock.steady() - FORGOTTEN):
        return problems.played_here()
    return None
