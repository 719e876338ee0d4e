"""The one authority over a match: it checks every wish, has it written down, and only then tells everybody.

Nothing here knows how people are connected. A match is its set-up and its events; all else follows from these.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

import msgspec

from meadhall.core.errors import BadOption, BadRecord, IllegalAction, UnknownGame
from meadhall.core.game import CHANCE, Language
from meadhall.core.match import Match
from meadhall.core.record import load
from meadhall.games import find

from . import problems
from .messages import Sentence
from .names import person_name
from .saga import Saga
from .store import Card, Conflict, Event, Kept, Kind, SeatRow, Store, TableRow

STAND_IN_LEVEL = 2  # of the bot that goes on for somebody who has had enough
MOST_SECRETS = 16  # that one browser can show at a table
MOVES: tuple[Kind, ...] = ("move", "undo", "resign")  # what makes a table move on


def new_secret() -> str:
    """Make the secret that opens a seat."""
    return token_urlsafe(16)


def digest(secret: str) -> str:
    """Give what is kept of a secret."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def free_seats(seats: Iterable[SeatRow]) -> list[int]:
    """List the seats where nobody sits yet."""
    return [seat.seat for seat in seats if seat.kind == "person" and not seat.player]


@dataclass(frozen=True)
class Moment:
    """A table between two events."""

    seats: tuple[SeatRow, ...]
    match: Match
    at: float
    events: int = 0
    number: int = 0  # of moves made and taken back
    resigned: int | None = None
    rematch: str | None = None
    first: int = 0  # actions that were there when the table was set up, and stay

    def after(self, event: Event, seat: SeatRow | None = None) -> Moment:
        """Let an event happen; a new player in a seat comes from outside, for events keep no secrets."""
        match, resigned = self.match, self.resigned
        if event.kind in ("move", "undo"):
            match = match.copy()
            match.play(event.text) if event.kind == "move" else match.undo()
        elif event.kind == "resign" and self.ends_by_resigning:
            resigned = event.seat
        return Moment(
            seats=self.seats if seat is None else tuple(seat if s.seat == seat.seat else s for s in self.seats),
            match=match,
            at=event.at,
            events=event.number,
            number=self.number + (event.kind in MOVES),
            resigned=resigned,
            rematch=event.text if event.kind == "rematch" else self.rematch,
            first=self.first,
        )

    @property
    def ends_by_resigning(self) -> bool:
        """Whether there are too few players to go on without one."""
        return len(self.seats) <= 2

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.match.over or self.resigned is not None

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None at the end, and where dice or a draw are due."""
        return None if self.over or self.match.actor == CHANCE else self.match.actor


def begin(row: TableRow, seats: Iterable[SeatRow]) -> Moment:
    """Set a table up: nothing has happened yet but the first dice and draws."""
    players, first = tuple(seats), 0
    if row.start:
        match = load(row.start, find)
        first = len(match.entries)
        match.go_on(row.seed)
    else:
        game = find(row.game)
        match = Match(game, game.setup(len(players), row.options), seed=row.seed)
    return Moment(players, match, row.made, first=first)


def card(row: TableRow, now: Moment) -> Card:
    """Say how a table looks from across the hall."""
    free = len(free_seats(now.seats)) if row.listed and not now.over else 0
    return Card("over" if now.over else "playing", now.number, now.actor, free, now.at)


class Table:
    """A match, who sits there, and who listens."""

    def __init__(self, kept: Kept, store: Store, now: Moment | None = None) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self.listeners: set[Callable[[], None]] = set()
        self.online: Counter[int] = Counter()
        self.said: dict[Hashable, asyncio.Future[Any]] = {}  # about the table as it is now, and to whom
        self.saga = Saga()
        self.row = kept.table
        if now is None:
            self._take(kept)
        else:
            self._be(now)

    def _take(self, kept: Kept) -> None:
        """Become what is kept of the table."""
        try:
            now = begin(self.row, kept.seats)
            for event in kept.events:
                now = now.after(event)
        except (UnknownGame, BadOption, BadRecord, IllegalAction):
            raise problems.other_rules() from None
        self._be(now)

    def _be(self, now: Moment) -> None:
        self.now = now
        self.game, self.setup = now.match.game, now.match.setup

    # -- who is who ----------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The table's name."""
        return self.row.name

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.now.match

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """Who sits where."""
        return self.now.seats

    @property
    def number(self) -> int:
        """How many moves were made and taken back."""
        return self.now.number

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.now.over

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None at the end, and where dice or a draw are due."""
        return self.now.actor

    @property
    def bot_to_move(self) -> SeatRow | None:
        """The bot that must decide, if one must."""
        seat = None if self.actor is None else self.seats[self.actor]
        return seat if seat is not None and seat.kind == "bot" else None

    def names(self, lang: Language) -> list[str]:
        """Name everybody; where nobody sits yet, a guest is expected."""
        guest = "Gast" if lang == "de" else "Guest"
        empty = [seat.seat for seat in self.seats if not seat.player]
        called = {seat: guest if len(empty) == 1 else f"{guest} {place}" for place, seat in enumerate(empty, 1)}
        return [seat.player or called[seat.seat] for seat in self.seats]

    def both_names(self) -> dict[Language, list[str]]:
        """Name everybody in both languages."""
        return {"en": self.names("en"), "de": self.names("de")}

    def free(self) -> list[int]:
        """List the seats that anybody may take."""
        return free_seats(self.seats) if self.row.listed and not self.over else []

    def opened(self, secrets: Iterable[str]) -> dict[int, str]:
        """Find the seats that secrets open, those that a bot has taken over included."""
        shown = [(secret, digest(secret)) for secret in list(secrets)[:MOST_SECRETS]]
        return {
            seat.seat: secret
            for seat in self.seats
            for secret, hashed in shown
            if seat.digest is not None and hmac.compare_digest(seat.digest, hashed)
        }

    def mine(self, secrets: Iterable[str]) -> frozenset[int]:
        """Find the seats for which somebody may decide; secrets that open nothing are refused."""
        secrets = list(secrets)
        opened = self.opened(secrets)
        if secrets and not opened:
            raise problems.foreign_seat()
        return frozenset(seat for seat in opened if self.seats[seat].kind == "person")

    def player(self, secrets: Iterable[str]) -> frozenset[int]:
        """Find the seats of somebody who has at least one."""
        mine = self.mine(secrets)
        if not mine:
            raise problems.no_seat()
        return mine

    def deciding(self, secrets: Iterable[str], number: int) -> int:
        """Give the seat that must decide, if it is somebody's own, and they know the table as it is."""
        mine = self._fresh(secrets, number)
        seat = self.actor
        if seat is None or seat not in mine:
            who = 0 if seat is None else seat
            raise problems.not_your_turn(Sentence(self.names("en")[who], self.names("de")[who]))
        return seat

    def _fresh(self, secrets: Iterable[str], number: int) -> frozenset[int]:
        mine = self.player(secrets)
        if self.over:
            raise problems.over()
        if number != self.number:
            raise problems.moved_on()
        return mine

    def undoable(self) -> int | None:
        """Give the seat whose last decision may be taken back: nothing came after it, and it is its turn still."""
        entries = self.match.entries
        if (
            self.over
            or len(entries) <= self.now.first
            or entries[-1].actor == CHANCE
            or entries[-1].actor != self.match.actor
        ):
            return None
        return entries[-1].actor

    def understood(self, action: str) -> str:
        """Bring an action into its one form; if it is not legal, say why in the game's own words."""
        match, tidy = self.match, self.game.tidy(action)
        try:
            return self.game.write(match.setup, match.state, self.game.read(match.setup, match.state, tidy))
        except IllegalAction:
            complain = partial(self.game.complain, match.setup, match.state, tidy)
            raise problems.illegal(complain("en"), complain("de")) from None

    # -- what happens --------------------------------------------------------------------------

    async def move(self, secrets: Iterable[str], action: str, number: int) -> None:
        """Play an action for the seat whose turn it is."""
        async with self._lock:
            seat = self.deciding(secrets, number)
            await self._keep("move", seat, self.understood(action))

    async def bot_moves(self, action: str, number: int) -> bool:
        """Play what a bot has chosen; an answer for an older table is dropped."""
        async with self._lock:
            bot = self.bot_to_move
            if bot is None or number != self.number:
                return False
            await self._keep("move", bot.seat, self.understood(action))
            return True

    async def undo(self, secrets: Iterable[str], number: int) -> None:
        """Take the last decision back."""
        async with self._lock:
            mine = self._fresh(secrets, number)
            seat = self.undoable()
            if seat is None or seat not in mine:
                raise problems.no_undo()
            await self._keep("undo", seat, "")

    async def resign(self, secrets: Iterable[str], number: int) -> None:
        """Give up: of two players the other one wins, alone the match ends, among more a bot goes on."""
        async with self._lock:
            mine = self._fresh(secrets, number)
            seat = self.actor if self.actor in mine else min(mine)
            assert seat is not None
            row = None
            if not self.now.ends_by_resigning:
                row = msgspec.structs.replace(self.seats[seat], kind="bot", level=STAND_IN_LEVEL)
                if not row.player:
                    row = msgspec.structs.replace(row, player=self.names("en")[seat])
            await self._keep("resign", seat, "", row=row)

    async def sit(self, secrets: Iterable[str], name: str, person: str | None = None) -> tuple[int, str]:
        """Name the seat that a secret opens, or take the first free one: the seat and its secret."""
        async with self._lock:
            secrets = list(secrets)
            if secrets:
                mine = self.player(secrets)
                opened = self.opened(secrets)
                seat = min(mine, key=lambda seat: (bool(self.seats[seat].player), seat))
                secret = opened[seat]
            elif self.free():
                seat, secret = self.free()[0], new_secret()
            else:
                raise problems.no_free_seat()
            others = [row.player for row in self.seats if row.seat != seat]
            player = person_name(name, others)
            row = msgspec.structs.replace(
                self.seats[seat], player=player, digest=digest(secret), person=self._whose(seat, person)
            )
            if row != self.seats[seat]:
                await self._keep("sit", seat, player, row=row)
            return seat, secret

    def _whose(self, seat: int, person: str | None) -> str | None:
        """Say whose results a seat brings: who came first stays, and nobody has two seats."""
        twice = any(row.person == person for row in self.seats if row.seat != seat)
        return self.seats[seat].person or (None if twice else person)

    async def forget(self, person: str) -> None:
        """Leave somebody's seats to a guest; what is kept of them is not ours to forget."""
        async with self._lock:
            if any(seat.person == person for seat in self.seats):
                seats = [
                    msgspec.structs.replace(seat, player="", person=None) if seat.person == person else seat
                    for seat in self.seats
                ]
                self.now = replace(self.now, seats=tuple(seats))
                self.tell()

    async def go_on(self, make: Callable[[], Kept]) -> str:
        """Have the rematch written down, once: the name of its table."""
        async with self._lock:
            if not self.over:
                raise problems.not_over()
            if self.now.rematch is None:
                new = make()
                await self._keep("rematch", 0, new.table.name, rematch=new)
                return new.table.name
            return self.now.rematch

    async def _keep(
        self, kind: Kind, seat: int, text: str, row: SeatRow | None = None, rematch: Kept | None = None
    ) -> None:
        """Write an event down; when that is done, it has happened, and everybody hears of it."""
        event = Event(self.now.events + 1, kind, seat, text, time.time())
        after = self.now.after(event, row)
        try:
            await self._store.append(self.name, event, card(self.row, after), row, rematch)
        except Conflict:
            await self._reload()
            raise problems.moved_on() from None
        self.now = after
        self.tell()

    async def _reload(self) -> None:
        """Take over what somebody else has written."""
        kept = await self._store.load(self.name)
        if kept is None:
            raise problems.no_table(self.name)
        self._take(kept)
        self.tell()

    # -- telling -------------------------------------------------------------------------------

    def glimpse(self) -> Table:
        """Give the table as it is now, for threads that look at it while it goes on."""
        still = copy(self)
        still.online = self.online.copy()
        return still

    def tell(self) -> None:
        """Let everybody know that there is something new."""
        self.said.clear()
        for listener in list(self.listeners):
            listener()

    def come(self, seats: Iterable[int]) -> None:
        """Somebody is there now for these seats."""
        self._count(Counter(seats))

    def leave(self, seats: Iterable[int]) -> None:
        """Somebody has gone from these seats."""
        self._count(Counter(dict.fromkeys(seats, -1)))

    def _count(self, change: Counter[int]) -> None:
        """Count who is there; only those who come first and go last are worth telling."""
        before = +self.online
        self.online.update(change)
        if set(before) != set(+self.online):
            self.tell()
