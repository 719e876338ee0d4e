"""Matches to look at, without a table in the hall: records, positions of lessons and puzzles.

They are told in the same words and messages as a table, so that every board can draw them. Nothing is kept.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence

import msgspec

from meadhall.core.errors import BadOption, BadRecord
from meadhall.core.game import CHANCE, NAMES
from meadhall.core.match import Match
from meadhall.core.record import load
from meadhall.core.registry import find
from meadhall.core.verify import verify
from meadhall.render import match_pictures

from . import problems, table_view
from .messages import GoOn, PictureWish, Preview, Sentence, Step, Study, TableState, Verified, VerifyWish, WrongDraw
from .move_log import told
from .names import person_name
from .snapshot import Snapshot
from .store import Card, Kept, NoStore, SeatRow, TableRow
from .table import Table

PACKED = 5  # how well, from 1 to 9
MOST_LINES = 1_000  # of a record: to tell so many takes an eighth of a second, and few matches have half as many
MOST_WRONG = 20  # wrong draws that are listed
LAID = Sentence("Nothing has happened yet.", "Noch ist nichts passiert.")


def read(record: str) -> Match:
    """Play a record back, or say what is wrong with it."""
    check_length(record)
    try:
        return load(record, find)
    except BadRecord as problem:
        raise problems.bad_record(str(problem), problem.de) from None


def check_length(record: str) -> None:
    """Refuse a record that would keep the house busy for too long."""
    if record.replace("\r\n", "\n").replace("\r", "\n").count("\n") > MOST_LINES:
        raise problems.too_long(MOST_LINES)


def named(names: Sequence[str], players: int) -> list[str]:
    """Give each player a name; those who have none get a Viking's."""
    called: list[str] = []
    for seat in range(players):
        wish = names[seat] if seat < len(names) else ""
        called.append(person_name(wish if wish.strip() else NAMES[seat], called))
    return called


def still(match: Match, names: Sequence[str]) -> Table:
    """Lay a match on a table that stands in no hall."""
    seats = [SeatRow(seat, "person", None, name, None) for seat, name in enumerate(named(names, match.players))]
    options: dict[str, str | int] = dict(match.setup.options)
    row = TableRow("", match.game.name, options, "", True, False, 0.0)
    now = Snapshot(tuple(seats), match, 0.0)
    return Table(Kept(row, Card("playing", 0, None, 0, 0.0), seats, []), NoStore(), now)


def state(match: Match, names: Sequence[str], decides: bool = False) -> TableState:
    """Say how a match stands; whoever decides sees the choices of the player whose turn it is."""
    table = still(match, names)
    mine = frozenset({table.actor}) if decides and table.actor is not None else frozenset()
    return table_view.state(table, mine, False)


def preview(match: Match, names: Sequence[str], action: str) -> Preview:
    """Say what an action would do."""
    table = still(match, names)
    if table.actor is None:
        raise problems.over()
    return table_view.preview(table, table.actor, table.understood(action))


def packed_study(match: Match, names: Sequence[str]) -> bytes:
    """Look back at a match: what is said, packed."""
    return packed_look(still(match, names))


def packed_look(table: Table) -> bytes:
    """Look back at a table: what is said, packed."""
    if len(table.match.entries) > MOST_LINES:
        raise problems.too_long(MOST_LINES)
    return _packed(looked(table))


def _packed(said: Study) -> bytes:
    return gzip.compress(msgspec.json.encode(said), PACKED, mtime=0)


def looked(table: Table) -> Study:
    """Look back at a table."""
    names, twin = table.both_names(), cut(table.match, 0)
    standings = [twin.breakdown()]
    start = Step(0, CHANCE, "", LAID, twin.view(None), standings[0]["scores"])
    steps = []
    for step in told(table.match, names, twin=twin):
        steps.append(step)
        standings.append(twin.breakdown())
    return Study(
        game=table.game.name,
        names=names["en"],
        record=table.match.record(),
        state=table_view.state(table, frozenset(), False),
        start=start,
        steps=steps,
        standings=standings,
    )


def begun(wish: GoOn) -> Match:
    """Give what is played already where a match shall go on."""
    return cut(read(wish.record), wish.at)


def cut(match: Match, at: int) -> Match:
    """Give a match as it was after so many actions; what chance was due then is due again."""
    check_moment(match, at)
    return match.at(at)


def check_moment(match: Match, at: int) -> None:
    """Refuse a moment that a match does not have."""
    if not 0 <= at <= len(match.entries):
        raise problems.no_moment(len(match.entries))


def verified(wish: VerifyWish) -> Verified:
    """Recompute the dice and draws of a record."""
    check_length(wish.record)
    try:
        verdict = verify(wish.record, find, wish.seed, wish.after)
    except BadRecord as problem:
        raise problems.bad_record(str(problem), problem.de) from None
    except BadOption as problem:
        unfit = "der Startwert (seed) oder die Zahl der Aktionen davor (after) passt nicht zu ihr"
        raise problems.bad_record(str(problem), unfit) from None
    lines = zip(verdict.words("en"), verdict.words("de"), strict=True)
    return Verified(
        right=verdict.right,
        draws=verdict.draws,
        wrong=[WrongDraw(one.line, one.played, one.due) for one in verdict.wrong[:MOST_WRONG]],
        commitment=verdict.commitment or "",
        secret=verdict.secret or "",
        nonces=list(verdict.nonces),
        words=[Sentence(en, de) for en, de in lines],
    )


def drawn(wish: PictureWish) -> str:
    """Draw a record, as SVG."""
    match = read(wish.record)
    names = named(wish.names, match.players)
    if wish.at is not None:
        check_moment(match, wish.at)
    if wish.animated:
        return match_pictures.animated(match, wish.lang, names)
    return match_pictures.svg(match, wish.lang, names, at=wish.at)
