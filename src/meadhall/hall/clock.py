"""How long people may think: what a table allows, and how much of it each seat has used.

The server is the only clock. Time runs for the person who must decide, whether they are connected or not, from the
first move on that is made once everybody sits. Bots have no clock. What was used follows from the events alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from . import problems
from .messages import Clock, ClockWish
from .store import Event, SeatRow

MOST_SECONDS = 24 * 3600  # for a move
MOST_MINUTES = 24 * 60  # for a game
TO_BOTS = ("resign", "time", "stand-in")  # events after which a bot plays in a seat

_counted_from = time.time() - time.monotonic()


def steady() -> float:
    """Give the time in seconds since 1970; it does not jump with the system's clock (see timekeeping.py)."""
    return _counted_from + time.monotonic()


def count_from(since: float) -> None:
    """Say when the machine's steady clock was at zero, in seconds since 1970."""
    global _counted_from
    _counted_from = since


def read(wish: ClockWish | None) -> str:
    """Check what somebody wants, and write it as it is kept; empty where there is no clock."""
    if wish is None or (wish.move is None and wish.game is None):
        return ""
    for value, most in ((wish.move, MOST_SECONDS), (wish.game, MOST_MINUTES)):
        if value is not None and not 1 <= value <= most:
            raise problems.bad_table(
                f"A clock gives 1 to {MOST_SECONDS} seconds for a move, or 1 to {MOST_MINUTES} minutes for a game.",
                f"Eine Uhr gibt 1 bis {MOST_SECONDS} Sekunden für einen Zug oder 1 bis {MOST_MINUTES} Minuten für "
                "eine Partie.",
            )
    return msgspec.json.encode(wish).decode()


@dataclass(frozen=True)
class Running:
    """The clock of a table between two events."""

    limits: ClockWish
    used: tuple[float, ...]  # seconds, by seat
    bots: frozenset[int]
    empty: frozenset[int]  # seats where nobody sits yet
    started: bool = False
    actor: int | None = None
    turn: float = 0.0  # seconds that the actor's move has taken before `since`
    since: float = 0.0

    @property
    def seat(self) -> int | None:
        """The seat whose time runs."""
        return self.actor if self.started and self.actor not in self.bots else None

    def after(self, event: Event, actor: int | None, chance: bool) -> Running:
        """Let an event happen that leaves it to an actor; dice and draws give them time for another move."""
        used, turn = list(self.used), self.turn
        if self.seat is not None:
            spent = max(0.0, event.at - self.since)
            used[self.seat] += spent
            turn += spent
        bots, empty = self.bots, self.empty
        if event.kind in TO_BOTS:
            bots |= {event.seat}
        elif event.kind == "back":
            bots -= {event.seat}
        if event.kind in ("sit", "resign", "time"):
            empty -= {event.seat}
        elif event.kind == "invite":
            empty |= {event.seat}
        return replace(
            self,
            used=tuple(used),
            bots=bots,
            empty=empty,
            started=self.started or (event.kind == "move" and not empty),
            actor=actor,
            turn=0.0 if chance or actor != self.actor else turn,
            since=event.at,
        )

    def _left(self, seat: int, now: float) -> tuple[float | None, float | None]:
        """Say how many seconds a seat has: for its move, and for the game."""
        spent = max(0.0, now - self.since) if seat == self.seat else 0.0
        move, game = self.limits.move, self.limits.game
        return (
            None if move is None else move - (self.turn + spent if seat == self.seat else 0.0),
            None if game is None else 60.0 * game - self.used[seat] - spent,
        )

    def ends(self) -> float | None:
        """Say when the time of the actor is over; None while nobody's time runs."""
        if self.seat is None:
            return None
        return self.since + min(left for left in self._left(self.seat, self.since) if left is not None)

    def told(self, now: float) -> Clock:
        """Say what is left."""
        games = [self._left(seat, now)[1] for seat in range(len(self.used))]
        turn = None if self.seat is None else self._left(self.seat, now)[0]
        return Clock(
            move=self.limits.move,
            game=self.limits.game,
            started=self.started,
            running=self.seat,
            turn=_milliseconds(turn),
            left=[None if seat in self.bots else _milliseconds(left) for seat, left in enumerate(games)],
        )


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(0, round(1000 * seconds))


def begin(kept: str, seats: Sequence[SeatRow], events: Iterable[Event], actor: int | None, at: float) -> Running | None:
    """Wind the clock up as it was before anything happened; seats are known as they are after all events."""
    if not kept:
        return None
    empty = {row.seat for row in seats if not row.player}
    empty |= {event.seat for event in events if event.kind == "sit" or (event.kind == "resign" and event.text)}
    return Running(
        limits=msgspec.json.decode(kept, type=ClockWish),
        used=(0.0,) * len(seats),
        bots=frozenset(row.seat for row in seats if row.digest is None),
        empty=frozenset(empty),
        actor=actor,
        since=at,
    )
