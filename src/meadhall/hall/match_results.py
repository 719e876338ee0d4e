"""What a finished match means for its people: who won, who is rated by it, who owes a beer.

Rated are whole matches of at least two seats whose dice nobody could know before, where everybody is a person who has
said who they are, or a bot of known strength. Who leaves a table of three or more to a bot comes last there, whatever
the bot makes of it; the others are rated by how they stand among each other, above whoever has left. What a
stand-in has won is nobody's: the match is not rated then, and does not count for who was away. What it lost is lost.
"""

from __future__ import annotations

from msgspec.structs import replace

from meadhall.learn.achievements import achievements_of
from meadhall.learn.match_facts import facts_of
from meadhall.learn.ratings import Rating, bot_rating

from . import fairness, table_view
from .messages import Result
from .store import SeatRow
from .store.rows import Ended, EndedSeat, Facts
from .table import Table

LEFT = -1.0  # the result of somebody who has left: below everybody else


def has_left(seat: SeatRow) -> bool:
    """Say whether a bot goes on for somebody in this seat."""
    return seat.kind == "bot" and seat.digest is not None


def ended(table: Table) -> Ended:
    """Say what a match that is over means for everybody who sat there."""
    end = table_view.state(table, frozenset(), False).result
    assert end is not None  # or the match would not be over
    seats = table.seats
    rated = fairness.may_be_rated(table.row, table.now)
    return Ended(
        name=table.name,
        game=table.row.game,
        at=table.now.at,
        rated=rated and not any(won_by_bot(table, seat.seat, end) for seat in seats),
        seats=[EndedSeat(seat.seat, seat.person, _bot(table, seat), _facts(table, seat, end)) for seat in seats],
        beers=[
            (drinker(seats[owes]), drinker(seats[gets]), many)
            for owes, gets, many in end.beers
            if not table.row.start  # or who sits down there would pay for what others have played
        ],
    )


def _bot(table: Table, seat: SeatRow) -> Rating | None:
    """Give the rating of a bot; nobody else has a fixed one."""
    return bot_rating(table.row.game, seat.level or 1) if _is_level(seat) else None


def _is_level(seat: SeatRow) -> bool:
    """Say whether one of the five levels has played here."""
    return seat.kind == "bot" and not has_left(seat) and not seat.program


def _facts(table: Table, seat: SeatRow, end: Result) -> Facts:
    match, alone, left = table.match, len(table.seats) == 1, has_left(seat)
    results = (
        table.game.results(end.scores) if match.over else [float(one in end.winners) for one in range(len(end.scores))]
    )
    facts = Facts(
        players=len(table.seats),
        options=dict(table.setup.options),
        counted=not table.row.start and (match.over or not alone) and not won_by_bot(table, seat.seat, end),
        result=LEFT if left else results[seat.seat],
        won=None if alone else seat.seat in end.winners and not left,
        levels=[other.level or 1 for other in table.seats if _is_level(other)],
    )
    if left or not match.over:
        return facts
    return replace(
        facts,
        score=end.scores[seat.seat],
        first=facts_of(table.game).first_player(match) == seat.seat,
        feats=dict(achievements_of(table.game).found(match, seat.seat)),
    )


def won_by_bot(table: Table, seat: int, end: Result) -> bool:
    """Say whether somebody has not lost, but a bot has decided something in their place."""
    return seat in table.now.stood_in and (len(table.seats) == 1 or seat in end.winners)


def drinker(seat: SeatRow) -> str:
    """Say who owes or gets a beer: a person, or a bot or a guest by name."""
    if seat.person is not None:
        return seat.person
    return f"{'bot' if seat.kind == 'bot' and not has_left(seat) else 'guest'} {seat.player}"
