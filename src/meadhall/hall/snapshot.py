"""A table between two events: what follows from its set-up and all that happened there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from meadhall.core import seed_commitment as dice
from meadhall.core.game import CHANCE
from meadhall.core.match import Match
from meadhall.core.record import load
from meadhall.core.registry import find

from . import clock, fairness
from .clock import Running
from .store import Card, Event, Kind, SeatRow, TableRow

MOVES: tuple[Kind, ...] = ("move", "undo", "resign", "time")  # what makes a table move on


def free_seats(seats: Iterable[SeatRow]) -> list[int]:
    """List the seats where nobody sits yet."""
    return [seat.seat for seat in seats if seat.kind == "person" and not seat.player]


class Snapshot(Struct, frozen=True, dict=True):
    """A table between two events."""

    seats: tuple[SeatRow, ...]
    match: Match
    at: float
    events: int = 0
    number: int = 0  # of moves made and taken back
    resigned: int | None = None
    rematch: str | None = None
    first: int = 0  # actions that were there when the table was set up, and stay
    late: bool = False  # who resigned did so because their time ran out
    clock: Running | None = None
    standing_in: frozenset[int] = frozenset()  # seats where a bot plays until their owner is back
    stood_in: frozenset[int] = frozenset()  # seats where such a bot has decided something
    guests: frozenset[int] = frozenset()  # seats of those who have come since the table was set up
    dismissed: frozenset[int] = frozenset()  # seats whose program has not answered as it should: it is asked no more
    unrated: bool = False  # a bot's opinion was to be had before it would have been rated
    secret: str = ""  # of the house, while the dice wait for the nonces of some seats

    def after(self, event: Event, seat: SeatRow | None = None) -> Snapshot:
        """Let an event happen; a new player in a seat comes from outside, for events keep no secrets."""
        change = dict[str, Any](at=event.at, events=event.number)
        if seat is not None:
            change["seats"] = tuple(seat if s.seat == seat.seat else s for s in self.seats)
        if event.kind in MOVES:
            change["number"] = self.number + 1
        match event.kind:
            case "move":
                change["match"] = played = self.match.copy()
                played.play(event.text)
                if event.seat in self.standing_in:
                    change["stood_in"] = self.stood_in | {event.seat}
            case "undo":
                change["match"] = played = self.match.copy()
                played.undo()
            case "resign" | "time" if self.ends_by_resigning:
                change.update(resigned=event.seat, late=event.kind == "time")
            case "stand-in":
                change["standing_in"] = self.standing_in | {event.seat}
            case "back":
                change["standing_in"] = self.standing_in - {event.seat}
            case "sit":
                change["guests"] = self.guests | {event.seat}
            case "invite":
                change["guests"] = self.guests - {event.seat}
            case "dismiss":
                change["dismissed"] = self.dismissed | {event.seat}
            case "unrated":
                change["unrated"] = True
            case "rematch":
                change["rematch"] = event.text
        now = replace(self, **change).begun()
        if self.clock is None:
            return now
        chance = any(entry.actor == CHANCE for entry in now.match.entries[len(self.match.entries) :])
        return replace(now, clock=self.clock.after(event, now.actor, chance))

    def begun(self) -> Snapshot:
        """Let the dice roll, if they have waited and every seat has added its nonce or waived it."""
        if not self.secret:
            return self
        nonces = [seat.nonce for seat in self.seats if seat.nonce is not None]
        if len(nonces) < len(self.seats):
            return self
        seed, match = dice.seed(self.secret, nonces), self.match.copy()
        if match.entries:
            match.go_on(seed)
        else:
            match = Match(match.game, match.setup, seed=seed)
        return replace(self, match=match, secret="")

    @property
    def waits(self) -> list[int]:
        """The seats for whose nonces the dice wait."""
        return [seat.seat for seat in self.seats if seat.nonce is None] if self.secret else []

    @property
    def ends_by_resigning(self) -> bool:
        """Whether there are too few players to go on without one."""
        return len(self.seats) <= 2

    @cached_property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.match.over or self.resigned is not None

    @cached_property
    def actor(self) -> int | None:
        """The seat that must decide; None at the end, and where dice or a draw are due."""
        return None if self.over or self.secret or self.match.actor == CHANCE else self.match.actor


def begin(row: TableRow, seats: Iterable[SeatRow], events: Iterable[Event] = ()) -> Snapshot:
    """Set a table up as it was before these events: nothing has happened yet but the first dice and draws."""
    players, provable = tuple(seats), bool(row.commitment)  # then the dice wait for the nonces
    if row.start:
        match = load(row.start, find)
    else:
        game = find(row.game)
        setup = game.setup(len(players), row.options)
        match = Match(game, setup, 0, "manual") if provable else Match(game, setup, row.seed)
    first = len(match.entries) if row.start else 0
    if row.start and not provable:
        match.go_on(row.seed)
    now = Snapshot(players, match, row.made, first=first, secret=row.seed if provable else "").begun()
    return replace(now, clock=clock.begin(row.clock, players, events, now.actor, row.made))


def card(row: TableRow, now: Snapshot) -> Card:
    """Say how a table looks from across the hall."""
    free = len(free_seats(now.seats)) if row.listed and not now.over else 0
    actor = now.actor
    bot = actor is not None and now.seats[actor].level is not None
    due = None if now.clock is None or now.over else now.clock.ends()
    guard = fairness.guard(row, now)
    return Card("over" if now.over else "playing", now.number, actor, free, now.at, bot, due, guard)
