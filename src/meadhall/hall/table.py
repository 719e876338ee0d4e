"""The one authority over a match: it checks every wish, has it written down, and only then tells everybody.

Nothing here knows how people are connected. A match is its set-up and its events; all else follows from these.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterable
from copy import copy
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from meadhall.core.errors import BadOption, BadRecord, IllegalAction, UnknownGame
from meadhall.core.game import CHANCE, Language
from meadhall.core.match import Match
from meadhall.core.phrases import joined

from . import clock, fairness, invitations, presence, problems, seed_commitments
from .fairness import Help
from .messages import Sentence
from .move_log import MoveLog
from .names import person_name
from .presence import Presence
from .problems import Refused
from .seat_secrets import SeatSecrets, digest, new_secret
from .snapshot import Snapshot, begin, card, free_seats
from .store import Conflict, Event, Kept, Kind, SeatRow, Store
from .talk import Talk

MOST_MOVES = 1_500  # made and taken back; the longest match that we have seen had 900
STAND_IN_LEVEL = 2  # of the bot that goes on for somebody who has had enough
LANGUAGES: tuple[Language, Language] = ("en", "de")
MOST_ATTEMPTS = 20  # at a wish that other processes overtake again and again
P = ParamSpec("P")
Answer = TypeVar("Answer")


class Overtaken(Exception):
    """Another process has written first; the table is as it is kept again, and the wish can be tried anew."""


class Settled:
    """A table that somebody has for themselves, as it is kept; written out, for every move passes here."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    async def __aenter__(self) -> None:
        await self._table._lock.acquire()
        if self._table._doubtful:
            try:
                await self._table._reload()
            except BaseException:
                self._table._lock.release()
                raise

    async def __aexit__(self, *_: object) -> None:
        self._table._lock.release()


def settled(
    wish: Callable[Concatenate[Table, P], Awaitable[Answer]],
) -> Callable[Concatenate[Table, P], Coroutine[Any, Any, Answer]]:
    """Carry a wish out with the table for oneself, judged by the table as it is kept.

    What is written proves that nobody was quicker. What is refused may have been judged by a table that another
    process has changed since: then it is judged again, and so is what somebody else has overtaken.
    """

    @wraps(wish)
    async def carried_out(table: Table, /, *args: P.args, **more: P.kwargs) -> Answer:
        async with Settled(table):
            for _ in range(MOST_ATTEMPTS):
                try:
                    return await wish(table, *args, **more)
                except Overtaken:
                    continue
                except Refused:
                    if not await table._heard_more():
                        raise
            raise problems.moved_on()

    return carried_out


class Table:
    """A match, who sits there, and who listens."""

    def __init__(self, kept: Kept, store: Store, now: Snapshot | None = None) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._doubtful = False  # whether something may have been written that we do not know of
        self.listeners: set[Callable[[], None]] = set()
        self.presence = Presence(clock.steady())
        self.said: dict[Hashable, asyncio.Future[Any]] = {}  # about the table as it is now, and to whom
        self.talk = Talk(kept.talk)
        self.row = kept.table
        self.saga = MoveLog(self.row.aids)
        if now is None:
            self._take(kept)
        else:
            self._be(now)

    def _take(self, kept: Kept) -> None:
        """Become what is kept of the table."""
        try:
            now = begin(self.row, kept.seats, kept.events)
            for event in kept.events:
                now = now.after(event)
        except (UnknownGame, BadOption, BadRecord, IllegalAction):
            raise problems.other_rules() from None
        self._be(now)
        self.talk.take(kept.talk)

    def _be(self, now: Snapshot) -> None:
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
    def reach(self) -> tuple[int, int]:
        """How many events and lines of talk are known."""
        return self.now.events, self.talk.last

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
        """The bot that must decide, if one must; it may do so for somebody who is away."""
        seat = None if self.actor is None else self.seats[self.actor]
        return seat if seat is not None and seat.level is not None else None

    def names(self, lang: Language) -> list[str]:
        """Name everybody; where nobody sits yet, a guest is expected."""
        guest = "Gast" if lang == "de" else "Guest"
        empty = [seat.seat for seat in self.seats if not seat.player]
        called = {seat: guest if len(empty) == 1 else f"{guest} {place}" for place, seat in enumerate(empty, 1)}
        return [seat.player or called[seat.seat] for seat in self.seats]

    def both_names(self) -> dict[Language, list[str]]:
        """Name everybody in both languages."""
        return {"en": self.names("en"), "de": self.names("de")}

    def called(self, seat: int) -> Sentence:
        """Name the player in a seat."""
        return Sentence(self.names("en")[seat], self.names("de")[seat])

    def waited_for(self) -> Sentence:
        """Name those who have yet to add something to the dice."""
        en, de = (joined([self.names(lang)[seat] for seat in self.now.waits], lang) for lang in LANGUAGES)
        return Sentence(en, de)

    def free(self) -> list[int]:
        """List the seats that anybody may take."""
        return free_seats(self.seats) if self.row.listed and not self.over else []

    def opened(self, secrets: Iterable[str]) -> dict[int, str]:
        """Find the seats that secrets open, those that a bot has taken over included."""
        return SeatSecrets.of(secrets).opened(self.seats)

    def mine(self, secrets: Iterable[str]) -> frozenset[int]:
        """Find the seats for which somebody may decide; secrets that open nothing are refused."""
        keys = SeatSecrets.of(secrets)
        mine = keys.mine(self.seats)
        if not mine and keys.shown and not self.opened(keys):
            raise problems.foreign_seat()
        return mine

    def player(self, secrets: Iterable[str]) -> frozenset[int]:
        """Find the seats of somebody who has at least one."""
        secrets = SeatSecrets.of(secrets)
        mine = self.mine(secrets)
        if not mine:
            raise problems.no_longer() if self.opened(secrets) else problems.no_seat()
        return mine

    def deciding(self, secrets: Iterable[str], number: int) -> int:
        """Give the seat that must decide, if it is somebody's own, and they know the table as it is."""
        mine = self._fresh(secrets, number)
        seat = self.actor
        if self.now.waits:
            raise problems.waiting(self.waited_for())
        if seat is None or seat not in mine:
            who = 0 if seat is None else seat
            raise problems.not_your_turn(self.called(who))
        if self.bot_to_move is not None:
            raise problems.stand_in_plays()
        return seat

    def _fresh(self, secrets: Iterable[str], number: int) -> frozenset[int]:
        mine = self.player(secrets)
        if self.over:
            raise problems.time_out() if self.now.late and self.now.resigned in mine else problems.over()
        if number != self.number:
            raise problems.moved_on()
        return mine

    async def check_bots(self, code: str = "no-help") -> None:
        """Refuse a bot's opinion where the table gives none now, or the same match is kept from the bots elsewhere."""
        if (refused := await self._without_bots(code)) is not None:
            raise refused

    async def _without_bots(self, code: str = "no-help") -> Refused | None:
        refused = fairness.refusal(self.row, self.now, Help.BOTS, code)
        return refused or await fairness.played_here(self._store, self.match)

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
            return match.meant(tidy).text
        except IllegalAction:
            complain = partial(self.game.complain, match.current, tidy)
            raise problems.illegal(complain("en"), complain("de")) from None

    # -- what happens --------------------------------------------------------------------------

    @settled
    async def move(self, secrets: Iterable[str], action: str, number: int) -> None:
        """Play an action for the seat whose turn it is."""
        secrets = SeatSecrets.of(secrets)
        if self.late:
            await self._in_time(secrets)
        seat = self.actor
        if seat is not None and self._stood_in(seat) and seat in self.opened(secrets):
            await self._give_back([seat])
        seat = self.deciding(secrets, number)
        self._not_endless()
        await self._keep("move", seat, self.understood(action))

    @settled
    async def bot_moves(self, action: str, number: int) -> bool:
        """Play what a bot has chosen; an answer for an older table is dropped."""
        bot = self.bot_to_move
        if bot is None or number != self.number:
            return False
        await self._keep("move", bot.seat, self.understood(action))
        return True

    @settled
    async def dismiss(self, seat: int, number: int) -> None:
        """Ask a program no more, for it has not answered as it should; a bot of the house stands in."""
        if number == self.number and seat not in self.now.dismissed:
            await self._keep("dismiss", seat, "")

    @settled
    async def undo(self, secrets: Iterable[str], number: int) -> None:
        """Take the last decision back."""
        secrets = SeatSecrets.of(secrets)
        await self._in_time(secrets)
        mine = self._fresh(secrets, number)
        seat = self.undoable()
        if seat is None or seat not in mine or self.bot_to_move is not None:
            raise problems.no_undo()
        self._not_endless()
        await self._keep("undo", seat, "")

    def _not_endless(self) -> None:
        """Refuse to go on with a match that nobody could look at any more without a second of a core."""
        if self.number >= MOST_MOVES:
            raise problems.endless(MOST_MOVES)

    @settled
    async def resign(self, secrets: Iterable[str], number: int) -> None:
        """Give up: of two players the other one wins, alone the match ends, among more a bot goes on."""
        secrets = SeatSecrets.of(secrets)
        await self._in_time(secrets)
        mine = self._fresh(secrets, number)
        seat = self.actor if self.actor in mine else min(mine)
        assert seat is not None
        row = self._left_to_a_bot(seat)
        named = row is not None and row.player != self.seats[seat].player
        await self._keep("resign", seat, row.player if row is not None and named else "", row=row)

    def _left_to_a_bot(self, seat: int) -> SeatRow | None:
        """Give a seat to a bot for good, where the match goes on without its owner."""
        if self.now.ends_by_resigning:
            return None
        player = self.seats[seat].player or self.names("en")[seat]
        nonce = self._nonce(seat)
        return msgspec.structs.replace(self.seats[seat], kind="bot", level=STAND_IN_LEVEL, player=player, nonce=nonce)

    def _nonce(self, seat: int, nonce: str = "") -> str | None:
        """Return what a seat adds to the dice: what it has added stays, and to add nothing is to waive it."""
        before, added = self.seats[seat].nonce, seed_commitments.read(nonce, True)
        if not self.row.commitment:
            return before
        if nonce and before not in (None, nonce):
            raise problems.nonce_given()
        return added if before is None else before

    @settled
    async def add_nonce(self, secrets: Iterable[str], nonce: str) -> None:
        """Add to the dice for all seats of somebody who has not done so yet; refused where it counts for none."""
        added, seats = seed_commitments.read(nonce, True), self.opened(list(secrets))
        for seat in seats:
            if self.row.commitment and self.seats[seat].nonce is None:
                await self._keep("nonce", seat, "", row=msgspec.structs.replace(self.seats[seat], nonce=added))
        if nonce and self.row.commitment and nonce not in [self.seats[seat].nonce for seat in seats]:
            raise problems.nonce_given()

    @settled
    async def sit(
        self, secrets: Iterable[str], name: str, person: str | None = None, nonce: str = ""
    ) -> tuple[int, str]:
        """Name the seat that a secret opens, or take the first free one: the seat and its secret."""
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
            self.seats[seat],
            player=player,
            digest=digest(secret),
            person=self._whose(seat, person),
            nonce=self._nonce(seat, nonce),
        )
        if row != self.seats[seat]:
            await self._stay_unrated(row)
            await self._keep("name" if self.seats[seat].player else "sit", seat, player, row=row)
        return seat, secret

    @settled
    async def invite(self, secrets: Iterable[str], seat: int) -> str:
        """Take the invitation to a seat back: the secret of a new one; with the old one nobody can sit there now."""
        invitations.check(self, self.opened(secrets), seat)
        old, secret = self.seats[seat], new_secret()
        nonce = None if self.now.secret else old.nonce  # until the first die falls, whoever comes adds their own
        row = msgspec.structs.replace(old, player="", level=None, digest=digest(secret), person=None, nonce=nonce)
        await self._stay_unrated(row)
        await self._keep("invite", seat, "", row=row)
        return secret

    async def _stay_unrated(self, row: SeatRow) -> None:
        """Have the match never rated where bots may be asked now, and could not be any more with this row."""
        after = msgspec.structs.replace(self.now, seats=tuple(row if s.seat == row.seat else s for s in self.seats))
        if fairness.given(self.row, self.now) is Help.BOTS and fairness.given(self.row, after) is not Help.BOTS:
            await self._keep("unrated", row.seat, "")

    def _whose(self, seat: int, person: str | None) -> str | None:
        """Say whose results a seat brings: who came first stays, nobody has two seats, and nobody waits and sees."""
        twice = any(row.person == person for row in self.seats if row.seat != seat)
        begun = self.over or any(entry.actor == seat for entry in self.match.entries[self.now.first :])
        return self.seats[seat].person or (None if twice or begun else person)

    async def forget(self, person: str) -> None:
        """Leave somebody's seats to a guest; what is kept of them is not ours to forget."""
        async with self._settled():
            if any(seat.person == person for seat in self.seats):
                seats = [
                    msgspec.structs.replace(seat, player="", person=None) if seat.person == person else seat
                    for seat in self.seats
                ]
                for seat in self.seats:
                    if seat.person == person:
                        self.talk.forget(seat.seat)
                self.now = msgspec.structs.replace(self.now, seats=tuple(seats))
                self.tell()

    @settled
    async def go_on(self, make: Callable[[], Awaitable[Kept]]) -> str:
        """Have the rematch written down, once: the name of its table."""
        if not self.over:
            raise problems.not_over()
        if self.now.rematch is None:
            new = await make()
            await self._keep("rematch", 0, new.table.name, rematch=new)
            return new.table.name
        return self.now.rematch

    # -- clocks, stand-ins and talk ------------------------------------------------------------

    @property
    def late(self) -> bool:
        """Whether somebody's time has run out, and nobody has noticed yet."""
        ends = None if self.now.clock is None else self.now.clock.ends()
        return ends is not None and clock.steady() >= ends

    async def watch_clock(self) -> None:
        """Note that somebody's time has run out, if it has."""
        if self.late:
            await self._end_in_time()

    @settled
    async def _end_in_time(self) -> None:
        await self._in_time(())

    async def _in_time(self, secrets: Iterable[str]) -> None:
        """Let the match end for somebody whose time has run out; if they come with a wish, it is too late."""
        seat = self.actor
        if self.late and seat is not None:
            await self._keep("time", seat, "", row=self._left_to_a_bot(seat))
            if seat in self.opened(secrets):
                raise problems.time_out()

    def patience(self, seat: int) -> float | None:
        """Say in how many seconds a bot may play for somebody; None where nobody has to be waited for."""
        row = self.seats[seat]
        if self.over or row.level is not None or not row.player:
            return None
        return self.presence.patience(seat, seat if seat in self.now.waits else self.actor, clock.steady())

    def absent(self, seat: int) -> bool:
        """Whether somebody has been away for so long that a bot may play for them."""
        patience = self.patience(seat)
        return patience is not None and patience <= 0

    def due(self) -> float | None:
        """Say when something is to be done here, though nobody asks for it."""
        if self.now.clock is None and len(self.presence.here) == len(self.seats):
            return None  # nobody has to be waited for
        ends = None if self.now.clock is None else self.now.clock.ends()
        away = [row.seat for row in self.seats if not self.presence.online(row.seat)]
        if ends is None and not away:
            return None
        waits = [self.patience(seat) for seat in away if self.presence.anybody]
        times = [clock.steady() + wait for wait in waits if wait is not None and wait > 0]
        return min([*times, *([] if ends is None else [ends])], default=None)

    async def ring(self) -> None:
        """Do what is due: a clock has run out, or it is to be told that somebody has been away for long."""
        if self.late:
            await self.watch_clock()
        else:
            self.tell()

    @settled
    async def stand_in(self, secrets: Iterable[str], seat: int, level: int, number: int) -> None:
        """Let a bot play for somebody who is away, or for oneself."""
        secrets = list(secrets)
        await self._in_time(secrets)
        mine = self._fresh(secrets, number)
        if not 0 <= seat < len(self.seats):
            raise problems.no_stand_in("There is no such seat here.", "Diesen Platz gibt es hier nicht.")
        if not 1 <= level <= 5:
            raise problems.bad_level()
        if self.row.daily:
            raise problems.no_stand_in(
                "Nobody waits for you at a daily table; it is yours to play.",
                "Am Tagestisch wartet niemand auf dich; den spielst du selbst.",
            )
        row = self.seats[seat]
        presence.check(row, self.called(seat), 0.0 if seat in mine else self.patience(seat))
        if seat not in mine:
            level = max(level, STAND_IN_LEVEL)  # nobody gets a fool for an opponent
        elif level > STAND_IN_LEVEL and await self._without_bots() is not None:
            level = STAND_IN_LEVEL  # or its moves would be a strong bot's opinion
        row = msgspec.structs.replace(row, level=level, nonce=self._nonce(seat))
        await self._keep("stand-in", seat, str(level), row=row)

    async def come_back(self, secrets: Iterable[str]) -> None:
        """Give somebody who has come back their seats, if bots play there meanwhile."""
        seats = self.opened(secrets)
        self.presence.seen(seats, clock.steady())
        if any(self._stood_in(seat) for seat in seats):
            await self._give_all_back(seats)

    @settled
    async def _give_all_back(self, seats: Iterable[int]) -> None:
        await self._give_back(seats)

    def _stood_in(self, seat: int) -> bool:
        return self.seats[seat].kind == "person" and self.seats[seat].level is not None and not self.over

    async def _give_back(self, seats: Iterable[int]) -> None:
        for seat in seats:
            if self._stood_in(seat):
                await self._keep("back", seat, "", row=msgspec.structs.replace(self.seats[seat], level=None))

    @settled
    async def say(self, secrets: Iterable[str], text: str) -> None:
        """Say something to everybody."""
        mine = self.player(secrets)
        line = self.talk.next(self.actor if self.actor in mine else min(mine), text, clock.steady())
        try:
            await self._store.say(self.name, line)
        except Conflict:
            await self._take_over()
            raise Overtaken from None
        except BaseException:
            self._doubtful = True
            raise
        self.talk.add(line)
        self.tell()

    # -- writing down --------------------------------------------------------------------------

    async def _keep(
        self, kind: Kind, seat: int, text: str, row: SeatRow | None = None, rematch: Kept | None = None
    ) -> None:
        """Write an event down; when that is done, it has happened, and everybody hears of it."""
        event = Event(self.now.events + 1, kind, seat, text, clock.steady())
        after = self.now.after(event, row)
        try:
            await self._store.append(self.name, event, card(self.row, after), row, rematch)
        except Conflict:
            await self._take_over()
            raise Overtaken from None
        except BaseException:
            self._doubtful = True
            raise
        self.now = after
        self.tell()

    async def _reload(self) -> None:
        """Take over what somebody else has written."""
        kept = await self._store.load(self.name)
        if kept is None:
            raise problems.no_table(self.name)
        self._take(kept)
        self._doubtful = False
        self.tell()

    async def catch_up(self) -> None:
        """Take over what another process has written since."""
        async with self._settled():
            await self._take_over()

    async def _heard_more(self) -> bool:
        """Take over what another process has written, where there are any: whether there was something."""
        return self._store.shared and await self._take_over()

    async def _take_over(self) -> bool:
        kept = await self._store.load(self.name, self.now.events, self.talk.last)
        if kept is None or (not kept.events and not kept.talk and tuple(kept.seats) == self.seats):
            return False
        if not kept.events and not kept.talk:  # somebody was forgotten, with what they have said
            await self._reload()
            return True
        now = msgspec.structs.replace(self.now, seats=tuple(kept.seats)).begun()
        try:
            for event in kept.events:
                now = now.after(event)
        except IllegalAction:
            raise problems.other_rules() from None
        self.now = msgspec.structs.replace(now, seats=tuple(kept.seats))
        for line in kept.talk:
            self.talk.add(line)
        self.tell()
        return True

    def _settled(self) -> Settled:
        """Have the table for oneself, as it is kept."""
        return Settled(self)

    # -- telling -------------------------------------------------------------------------------

    def glimpse(self) -> Table:
        """Give the table as it is now, for threads that look at it while it goes on."""
        still = copy(self)
        still.presence, still.talk = self.presence.copy(), Talk(self.talk.lines)
        return still

    def tell(self) -> None:
        """Let everybody know that there is something new."""
        self.said.clear()
        for listener in list(self.listeners):
            listener()

    def come(self, seats: Iterable[int]) -> None:
        """Somebody is there now for these seats; only who comes first is worth telling."""
        if self.presence.come(seats):
            self._store.here(self.name, self.presence.here)
            self.tell()

    def leave(self, seats: Collection[int]) -> None:
        """Somebody has gone from these seats; only who goes last is worth telling."""
        if self.presence.leave(seats, clock.steady()):
            self._store.here(self.name, self.presence.here)
            self.tell()
