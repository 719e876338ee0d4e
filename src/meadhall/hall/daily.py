"""The daily tables: each day the same two for everybody, in every hall of the world.

All of a daily table follows from its day (UTC) and its kind, the seed of its dice included, so halls need not talk to
each other; whoever wants to cheat can. What was worked out is kept as notes: how each table ended, and how our best bot
would have ended in the guest's place.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import get_args

import msgspec
from msgspec import Struct

from meadhall.core.game import Game
from meadhall.core.match import Match
from meadhall.core.registry import find, names
from meadhall.learn.match_facts import Spread, facts_of

from . import messages, problems
from .bot_pool import BotPool, NoAnswer
from .hall import Hall
from .messages import DailyDay, DailyKind, DailyResult, DailyTable, DailyWish, NewTable, Seated, SeatWish, Sentence
from .problems import Refused
from .seat_secrets import digest
from .snapshot import Snapshot
from .store import Card, Kept, NoStore, SeatRow, Store, TableRow
from .store.rows import PersonRow
from .table import Table

log = logging.getLogger("meadhall")
KINDS: tuple[DailyKind, ...] = get_args(DailyKind)
LEVELS = (2, 3, 4)  # of the bot that one plays against, in turn
BEST = 5  # level of the bot whose result stands beside yours
BEFORE = 6  # days before today that are shown with it
MOST_SECRETS = 40  # that one browser can show: two for each day that counts here, and some to spare
LONGEST_LIST = 50  # results of today that are listed
SHORT_LIST = 3  # of a day that is over
GAVE_UP = -1000.0  # is worth less than to lose
WON, DRAWN, LOST = Sentence("won", "gewonnen"), Sentence("drawn", "unentschieden"), Sentence("lost", "verloren")


class Daily(Struct, frozen=True):
    """A daily table, the same in every hall."""

    day: str  # like 2026-11-16
    kind: DailyKind
    game: str
    level: int | None  # of the bot on the other side; None where one plays alone

    @property
    def key(self) -> str:
        """What is kept of it with a table."""
        return f"{self.day} {self.kind}"

    @property
    def seed(self) -> str:
        """The seed of its dice and draws, for everybody to know."""
        return f"meadhall daily {self.key}"

    def levels(self, guest: int | None) -> list[int | None]:
        """Say who sits where: a guest, or a bot in the guest's place, and the bot on the other side."""
        return [guest] if self.level is None else [guest, self.level]


class Finished(Struct, frozen=True):
    """How a daily table ended, as it is noted."""

    name: str
    said: Sentence
    worth: float  # the more, the better
    table: str = ""
    level: int | None = None


UNFINISHED = Finished("", Sentence("", ""), GAVE_UP)
NOTE = msgspec.json.Decoder(Finished)


def daily(day: date, kind: DailyKind) -> Daily:
    """Say which game is played on a day: all that fit take turns, and when each had its day, the level changes."""
    alone = kind == "solo"
    games = [name for name in names() if (1 if alone else 2) in find(name).players]
    turn, place = divmod(day.toordinal(), len(games))
    return Daily(day.isoformat(), kind, games[place], None if alone else LEVELS[turn % len(LEVELS)])


class Dailies:
    """Today's tables in a hall, and what became of those of the days before."""

    def __init__(self, hall: Hall, store: Store, thinkers: BotPool) -> None:
        self.clock: Callable[[], float] = time.time
        self._hall, self._store, self._thinkers = hall, store, thinkers
        self._opening = asyncio.Lock()
        self._playing: dict[str, asyncio.Task[None]] = {}  # bots that play a daily table in the guest's place

    def today(self) -> date:
        """The day, in UTC: the same for everybody."""
        return datetime.fromtimestamp(self.clock(), UTC).date()

    def is_day(self, text: str) -> bool:
        """Say whether a text is a day that has begun."""
        try:
            return len(text) == len("2026-11-16") and date.fromisoformat(text) <= self.today()
        except ValueError:
            return False

    async def open(self, kind: str, wish: DailyWish, person: PersonRow | None = None) -> Seated:
        """Give somebody their table of today: one a day, so whoever has one gets it again."""
        which = next((daily(self.today(), known) for known in KINDS if known == kind), None)
        if which is None:
            raise problems.no_daily(kind)
        if wish.day not in ("", which.day):
            raise problems.day_over()
        async with self._opening:
            for kept in await self._yours(wish.seats):
                if kept.table.daily == which.key:
                    known = {seat.digest for seat in kept.seats}
                    table = await self._hall.table(kept.table.name)
                    return self._hall.claim(table, [s for s in wish.seats if digest(s) in known])
            seats = [SeatWish("me", wish.name)]
            seats += [SeatWish("bot", level=level) for level in which.levels(None) if level is not None]
            new = NewTable(which.game, seats, seed=which.seed, listed=False)
            seated = await self._hall.open(new, person, which.key)
        self._let_bot_play(which)
        return seated

    async def look(self, secrets: Iterable[str]) -> messages.Daily:
        """Say how the daily tables of today and of the days before stand, to somebody with these seats."""
        today = self.today()
        days = [today - timedelta(days=ago) for ago in range(BEFORE + 1)]
        yours = {kept.table.daily: kept for kept in await self._yours(secrets)}
        await self._take_in([daily(day, kind) for day in days for kind in KINDS])
        found = await self._store.notes(f"daily {days[-1].isoformat()} ", f"daily {today.isoformat()}~")
        notes = {key: NOTE.decode(text) for key, text in found.items()}
        shown = [DailyDay(day.isoformat(), [self._shown(daily(day, kind), yours, notes) for kind in KINDS])
                 for day in days]  # fmt: skip
        return messages.Daily(
            day=today.isoformat(),
            ends=86_400 - int(self.clock()) % 86_400,
            tables=shown[0].tables,
            before=shown[1:],
            finished=sorted(
                {
                    key.split()[0]
                    for key, kept in yours.items()
                    if notes.get(f"daily {key} {kept.table.name}", UNFINISHED).worth > GAVE_UP
                }
            ),
        )

    async def close(self) -> None:
        """Stop playing."""
        for task in self._playing.values():
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def _yours(self, secrets: Iterable[str]) -> list[Kept]:
        """Find the daily tables of somebody; whoever knows people by more than their seats asks for them here."""
        digests = frozenset(digest(secret) for secret in list(secrets)[:MOST_SECRETS])
        return [kept for kept in await self._store.yours(digests) if kept.table.daily]

    # -- results -----------------------------------------------------------------------------------

    def _shown(self, which: Daily, yours: Mapping[str, Kept], notes: Mapping[str, Finished]) -> DailyTable:
        """Say how one table stands; how others did is told once you have finished, or the day is over."""
        mine = yours.get(which.key)
        name = "" if mine is None else mine.table.name
        past = which.day != self.today().isoformat()
        done = mine is not None and mine.card.stage == "over"
        prefix = f"daily {which.key} "
        of_bot = notes.get(prefix + "bot")
        if done and of_bot is None:
            self._let_bot_play(which)
        ended = [note for key, note in notes.items() if key.startswith(prefix) and note.table]
        ended.sort(key=lambda note: (-note.worth, note.name))
        told = [_told(note, note.table == name) for note in ended[: SHORT_LIST if past else LONGEST_LIST]]
        return DailyTable(
            kind=which.kind,
            game=which.game,
            level=which.level,
            table=name,
            stage="new" if mine is None else "over" if done else "playing",
            yours=next((_told(note, True) for note in ended if name and note.table == name), None),
            bot=_told(of_bot, False) if of_bot is not None and (done or past) else None,
            finished=len(ended),
            results=told if done or past else [],
        )

    async def _take_in(self, dailies: Collection[Daily]) -> None:
        """Note how tables ended that have done so since somebody last asked."""
        which = {one.key: one for one in dailies}
        for key, name in await self._store.ended_dailies(list(which)):
            try:
                table = await self._hall.table(name)
            except Refused as problem:
                log.info("the daily table %s cannot be read: %s", name, problem)
                continue
            note = await self._hall.aside(ended, table.glimpse())
            await self._store.note(f"daily {key} {name}", msgspec.json.encode(note).decode())

    # -- the bot in your place -----------------------------------------------------------------------

    def _let_bot_play(self, which: Daily) -> None:
        """Have the best bot play the same table, once; while it would play simpler, somebody has to ask again."""
        if which.key not in self._playing and not self._thinkers.warming:
            task = asyncio.get_running_loop().create_task(self._bot_plays(which))
            self._playing[which.key] = task
            task.add_done_callback(lambda _: self._playing.pop(which.key))

    async def _bot_plays(self, which: Daily) -> None:
        if await self._store.notes(f"daily {which.key} bot", f"daily {which.key} bot"):
            return
        levels = which.levels(BEST)
        game = find(which.game)
        match = Match(game, game.setup(len(levels), {}), seed=which.seed)
        try:
            while not match.over:
                assert match.actor is not None
                match.play(await self._thinkers.choose(_lone(which, match), levels[match.actor] or BEST))
                await asyncio.sleep(0)  # others have their turn
        except NoAnswer as problem:
            log.warning("no bot could play the daily table %s: %s", which.key, problem)
            return
        note = msgspec.structs.replace(ended(_lone(which, match)), table="", level=BEST)
        await self._store.note(f"daily {which.key} bot", msgspec.json.encode(note).decode())


def _told(note: Finished, yours: bool) -> DailyResult:
    return DailyResult(note.name, note.level, note.said, note.table, yours)


def _lone(which: Daily, match: Match) -> Table:
    """Lay a match on a table that stands in no hall, for bots to think about."""
    seats = [SeatRow(seat, "bot", level, f"Bot {seat + 1}", None) for seat, level in enumerate(which.levels(BEST))]
    row = TableRow(f"daily {which.key}", which.game, dict(match.setup.options), "", True, False, 0.0)
    kept = Kept(row, Card("playing", 0, None, 0, 0.0), seats, [])
    return Table(kept, NoStore(), Snapshot(tuple(seats), match, 0.0))


def ended(table: Table) -> Finished:
    """Say in a few words how a match ended for the first seat; no move and no draw is told by them."""
    match, name = table.match, table.seats[0].player
    if table.now.resigned is not None:
        return Finished(name, Sentence("gave up", "aufgegeben"), GAVE_UP, table.name)
    assert match.scores is not None
    mine, others = match.scores[0], match.scores[1:]
    if not others:
        return Finished(name, _alone(table.game, match, mine), float(mine), table.name)
    won, drawn = 0 in match.winners, 0 in match.winners and len(match.winners) == len(match.scores)
    said = DRAWN if drawn else WON if won else LOST
    if not set(match.scores) <= {0, 0.5, 1}:  # where winning is not all there is to it
        count = ":".join(f"{score:g}" for score in match.scores)
        said = Sentence(f"{said.en} {count}", f"{said.de} {count}")
    return Finished(name, said, 1000.0 * (won + (won and not drawn)) + mine - max(others), table.name)


def _alone(game: Game, match: Match, score: float) -> Sentence:
    """Say the points, and the rank where the game has ranks."""
    points = Sentence(f"{score:g} point{'' if score == 1 else 's'}", f"{score:g} {'Punkt' if score == 1 else 'Punkte'}")
    rank = match.breakdown().get("rank")
    ways = next(
        (topic.ways for topic in facts_of(game).topics if topic.name == "rank" and isinstance(topic, Spread)), {}
    )
    words = ways.get(rank or "")
    return points if words is None else Sentence(f"{points.en}, {words['en']}", f"{points.de}, {words['de']}")
