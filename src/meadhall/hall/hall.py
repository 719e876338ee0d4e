"""The hall: all tables, how one sits down, and the bots that are asked when it is their turn."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import logging
import random
import re
from collections.abc import Callable, Coroutine, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary, ref

import msgspec

from meadhall.core.errors import BadOption
from meadhall.core.match import Match, read_seed
from meadhall.search.external_bots import Forfeit
from meadhall.search.simple import Random

from . import clock, fairness, messages, metrics, owners, problems, seed_commitments, study, table_view
from .bot_pool import BotPool, NoAnswer
from .evaluation import DecisionEvaluator
from .external_bots import ExternalBots
from .fairness import Help
from .messages import Again, GoOn, Hint, HintLine, Move, NewTable, Preview, Seated, SeatWish, TableState
from .names import secret_table_name, table_name
from .people import People
from .problems import Refused
from .seat_secrets import digest
from .store import Conflict, Kept, SeatRow, Store, TableRow, Unkept
from .store.rows import PersonRow
from .table import Table
from .table_setup import another, blank_start, check, new_table, seat, the_game
from .timers import Timers

log = logging.getLogger("meadhall")
P = ParamSpec("P")
Answer = TypeVar("Answer")
MOST_TABLES = 100  # that are kept ready where nobody is; others are fetched when somebody comes
TELLERS = 4  # threads that work out what is said
SCHOLARS = 2  # threads for whoever looks back: a long record takes seconds, and those who play shall not wait for it
MOST_SAID = 16  # answers that are remembered at a table, until something happens there
PACKED = 5  # how well, from 1 to 9
RECENT = 48 * 3600.0  # seconds after which a table that stands still is left out of the public lists
TICK = 0.05  # seconds for which what was said about a clock is still true
SHOW = 3  # sweeps after which it is said again who is here
SWEEP = 3.0  # seconds between two looks for what another process has written without a word
PAUSES = (0.1, 2.0, 5.0, 15.0, 60.0)  # seconds before a bot's move is tried again when it could not be written
NAME = re.compile(r"[a-z]{1,20}(-[a-z]{1,20}){1,2}(-[0-9]{1,9}|(-[a-z2-9]{4}){3})?")


class Hall:
    """All tables of a server."""

    def __init__(self, store: Store, thinkers: BotPool, programs: ExternalBots | None = None) -> None:
        self._store, self._thinkers = store, thinkers
        self.programs = programs or ExternalBots()
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()  # all that are somewhere in use
        self._tables: dict[str, Table] = {}  # that are kept ready, the latest last
        self._fetching = asyncio.Lock()
        self._asked: dict[str, int] = {}  # the number of each table whose bot thinks
        self._hints: dict[tuple[str, int, int], asyncio.Future[list[HintLine]]] = {}  # being thought about
        self.scales = DecisionEvaluator(thinkers)
        self._tasks: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()  # tables where another process has written
        self._unknown: set[str | None] = (
            set()
        )  # of which news came while a table was being fetched: perhaps of this one
        self.on_news: Callable[[], object] = lambda: None
        self._alarms = Timers(self.table)
        self.people = People(store, self._known.values)
        self._tellers = ThreadPoolExecutor(TELLERS, "meadhall-teller")
        self._scholars = ThreadPoolExecutor(SCHOLARS, "meadhall-scholar")

    @property
    def warming(self) -> bool:
        """Whether bots play a little weaker, for the compiler is still at work."""
        return self._thinkers.warming

    def figures(self) -> dict[str, tuple[str, float]]:
        """Say how many there are just now of what comes and goes."""
        sockets = sum(max(0, len(table.listeners) - 1) for table in list(self._known.values()))
        return {
            "meadhall_tables_in_use": ("Tables that are kept in memory.", float(len(self._known))),
            "meadhall_sockets": ("Guests at tables, players and spectators.", float(sockets)),
        }

    def tell_all(self) -> None:
        """Let everybody know that something is new that concerns all tables."""
        for table in list(self._tables.values()):
            table.tell()

    async def look(self, secrets: Iterable[str]) -> messages.Hall:
        """Say what goes on, to somebody with these seats."""
        digests = frozenset(digest(secret) for secret in list(secrets)[:500])
        yours = await self._store.yours(digests)
        taken = {kept.table.name for kept in yours}
        public = [kept for kept in await self._store.public(clock.steady() - RECENT) if kept.table.name not in taken]
        cards = [table_view.table_card(kept, digests) for kept in public]
        return messages.Hall(
            yours=[table_view.table_card(kept, digests) for kept in yours],
            open=[card for card in cards if card.free],
            watch=[card for card in cards if not card.free],
            warming=self.warming,
        )

    async def table(self, name: str) -> Table:
        """Go to a table."""
        table = self._known.get(name)
        if table is None:
            async with self._fetching:
                table = self._known.get(name) or await self._fetch(name)
        self._keep_ready(table)
        await table.watch_clock()
        return table

    async def _fetch(self, name: str) -> Table:
        self._unknown.clear()
        kept = await self._store.load(name) if NAME.fullmatch(name) else None
        if kept is None:
            raise problems.no_table(name)
        table = self._put(await self.aside(Table, kept, self._store))
        if self._unknown & {name, None}:  # written after we had read it, perhaps
            self.hear(name)
        return table

    def _put(self, table: Table) -> Table:
        self._known[table.name] = table
        self._keep_ready(table)
        table.listeners.add(partial(self._wake_again, ref(table)))
        self._wake(table)
        return table

    def _wake_again(self, table: ref[Table]) -> None:
        """Look at a table that has news; it does not hold itself by this, so it goes at once when nobody needs it."""
        if (found := table()) is not None:
            self._wake(found)

    def _keep_ready(self, table: Table) -> None:
        """Keep a table where somebody has just been, and let go of those where nobody is for long."""
        self._tables.pop(table.name, None)
        self._tables[table.name] = table
        if len(self._tables) > MOST_TABLES:
            idle = [name for name, old in self._tables.items() if len(old.listeners) <= 1 and name not in self._asked]
            for name in idle[: len(self._tables) - MOST_TABLES]:
                del self._tables[name]

    # -- what is said about a table: worked out aside, for it takes a while ------------------------

    async def aside(self, work: Callable[P, Answer], *args: P.args, **more: P.kwargs) -> Answer:
        """Work in a thread, so that nobody else waits."""
        return await asyncio.get_running_loop().run_in_executor(self._tellers, partial(work, *args, **more))

    async def at_leisure(self, work: Callable[P, Answer], *args: P.args, **more: P.kwargs) -> Answer:
        """Work in one of the few threads for records, which may be long and may be anybody's."""
        return await asyncio.get_running_loop().run_in_executor(self._scholars, partial(work, *args, **more))

    async def _once(self, table: Table, key: Hashable, say: Callable[[Table], Answer]) -> Answer:
        """Work out what is said about a table as it is now, once for all who ask the same."""
        said = table.said.get(key)
        if said is None:
            if len(table.said) >= MOST_SAID:
                table.said.clear()
            said = table.said[key] = asyncio.ensure_future(self.aside(say, table.glimpse()))
        answer: Answer = await asyncio.shield(said)
        return answer

    async def state(self, table: Table, mine: frozenset[int]) -> TableState:
        """Say all that somebody with these seats may know."""
        warming = self.warming
        key = ("state", mine, warming, _tick(table))
        return await self._once(table, key, lambda now: table_view.state(now, mine, warming))

    async def news(self, table: Table, mine: frozenset[int], seen: int, heard: int = 0) -> str:
        """Say what is new since somebody has seen so many actions and heard so many lines of talk, as JSON."""
        warming = self.warming
        key = ("news", mine, warming, seen, heard, _tick(table))
        return await self._once(table, key, lambda now: table_view.news(now, mine, seen, heard, warming).decode())

    async def steps(self, table: Table, since: int) -> bytes:
        """Tell what was played after so many actions, as packed JSON."""
        return await self._once(
            table,
            ("steps", since),
            lambda now: gzip.compress(msgspec.json.encode(table_view.steps(now, since)), PACKED, mtime=0),
        )

    async def preview(self, table: Table, secrets: Iterable[str], move: Move) -> Preview:
        """Say what an action would do."""
        seat = table.deciding(secrets, move.number)
        fairness.check(table.row, table.now, Help.BOARD)
        action = table.understood(move.action)
        return await self._once(table, ("preview", seat, action), lambda now: table_view.preview(now, seat, action))

    async def check_match(self, match: Match) -> None:
        """Refuse to judge a match that is being played here and kept from the bots, from wherever it comes."""
        if (refused := await fairness.played_here(self._store, match)) is not None:
            raise refused

    # -- new tables ----------------------------------------------------------------------------

    async def open(self, wish: NewTable, person: PersonRow | None = None, daily: str = "") -> Seated:
        """Set a new table up; the first seat for "me" is the person's, and a daily one is known by its day and kind."""
        game = the_game(wish.game)
        check(game, wish)
        self.programs.check(wish.seats)
        seed_commitments.check(wish.seats, "" if wish.seed is not None else wish.commitment)
        try:
            seed = read_seed(wish.seed)
        except BadOption:
            raise problems.bad_table(
                "A seed is one line of text.", "Ein Startwert (seed) ist eine Zeile Text."
            ) from None
        options = dict(game.setup(len(wish.seats), wish.options).options)
        row = TableRow(
            *("", wish.game, options, seed, wish.aids, wish.listed, clock.steady()),
            start="" if wish.set is None else owners.blank_record(game, len(wish.seats), wish.options, wish.set),
            clock=clock.read(wish.clock),
            daily=daily,
            rated=wish.seed is None,
        )
        if wish.seed is None:
            row = await seed_commitments.bind(self._store, game, row, wish.commitment)
        return await self._seat(row, wish.seats, person)

    async def go_on(self, wish: GoOn, person: PersonRow | None = None) -> Seated:
        """Set a table up where a match goes on from a record, with dice and draws of its own."""
        prefix = await self.at_leisure(study.begun, wish)
        await self.check_match(prefix)
        if prefix.over:
            raise problems.nothing_left()
        check(prefix.game, NewTable(prefix.game.name, wish.seats))
        self.programs.check(wish.seats)
        seed_commitments.check(wish.seats, wish.commitment)
        if len(wish.seats) != prefix.players:
            raise problems.bad_table(
                f"This match is for {prefix.players} players, not for {len(wish.seats)}.",
                f"Diese Partie ist für {prefix.players} Personen, nicht für {len(wish.seats)}.",
            )
        options: dict[str, str | int] = dict(prefix.setup.options)
        start = prefix.record()
        row = TableRow("", prefix.game.name, options, "", wish.aids, wish.listed, clock.steady(), start)
        row = await seed_commitments.bind(self._store, prefix.game, row, wish.commitment)
        return await self._seat(row, wish.seats, person)

    async def _seat(self, row: TableRow, wishes: list[SeatWish], person: PersonRow | None) -> Seated:
        """Make a table, and give out the secrets of its seats."""
        seats, secrets = seat(wishes)
        mine = next((number for number, place in enumerate(wishes) if place.kind == "me"), None)
        if person is not None and mine is not None:
            seats[mine] = msgspec.structs.replace(seats[mine], person=person.person)
            if wishes[mine].name.strip():
                await self.people.call(person, wishes[mine].name)
        nonces = [None if wish.kind == "link" else seed_commitments.read(wish.nonce, True) for wish in wishes]
        seats = seed_commitments.add(row, seats, nonces)
        table = await self._make(row, seats)
        links = {number for number, seat in enumerate(wishes) if seat.kind == "link"}
        return Seated(
            table.name,
            {number: secret for number, secret in secrets.items() if number not in links},
            {number: secret for number, secret in secrets.items() if number in links},
        )

    async def _make(self, row: TableRow, seats: list[SeatRow]) -> Table:
        """Keep a new table, with another name where somebody is quicker to take it."""
        while True:
            named = msgspec.structs.replace(row, name=await self._free_name(row.listed))
            kept = await self.aside(new_table, named, seats)
            with suppress(Conflict):
                await self._store.make(kept.table, kept.seats, kept.card)
                return self._put(await self.aside(Table, kept, self._store))

    async def _free_name(self, listed: bool) -> str:
        """Think of a name that no table has, a longer one where the short ones are used up.

        What the hall does not show is seen by those alone who were told its name.
        """
        if not listed:
            return secret_table_name()
        for attempt in range(20):
            name = table_name(third=attempt > 2)
            if await self._store.load(name) is None:
                return name
        return f"{name}-{random.randrange(10**9)}"

    async def rematch(self, table: Table, secrets: Iterable[str], wish: Again) -> Seated:
        """Set the next table up, with everybody a seat further; whoever comes later gets the same one."""
        secrets = list(secrets)
        if not table.opened(secrets):
            raise problems.foreign_seat() if secrets else problems.no_seat()
        nonce = seed_commitments.read(wish.nonce, bool(wish.commitment))
        if table.now.rematch is None:
            start = blank_start(table)
            row = msgspec.structs.replace(table.row, made=clock.steady(), start=start, daily="", rated=True)
            row = await seed_commitments.bind(self._store, table.game, row, wish.commitment)
            mine = {digest(secret) for secret in table.opened(secrets).values()}
            added = None if wish.later else nonce

            async def make() -> Kept:
                named = msgspec.structs.replace(row, name=await self._free_name(row.listed))
                return new_table(named, another(named, table.seats, mine, added))

            again = await table.go_on(make)
        else:
            again = table.now.rematch
        following = await self.table(again)
        if not (wish.commitment or wish.later):  # or who has seen another commitment has yet to add something
            await following.add_nonce(secrets, "")
        return self.claim(following, secrets)

    async def pledge(self) -> messages.Pledge:
        """Commit the house to a secret, for a table that somebody is about to set up."""
        return await seed_commitments.give(self._store)

    def claim(self, table: Table, secrets: Iterable[str]) -> Seated:
        """Take the seats that earlier secrets open at a new table."""
        secrets = list(secrets)
        opened = table.opened(secrets)
        if not opened:
            raise problems.foreign_seat() if secrets else problems.no_seat()
        return Seated(table.name, opened, {}, table.now.events)

    # -- other processes -----------------------------------------------------------------------

    def hear(self, name: str | None) -> None:
        """Look at a table where another process has written; None: at all that are in use."""
        self.on_news()
        if self._fetching.locked() and name not in self._known:
            self._unknown.add(name)
        for known in list(self._known) if name is None else [name]:
            if known in self._known and known not in self._behind:
                self._behind.add(known)
                self._begin(self._catch_up(self._known[known]))

    def meet(self, process: str, name: str, seats: frozenset[int]) -> None:
        """Note at which seats of a table guests of another process are now."""
        table = self._known.get(name)
        if table is not None and table.presence.elsewhere(process, seats, clock.steady()):
            table.tell()

    async def _catch_up(self, table: Table) -> None:
        self._behind.discard(table.name)  # what is announced from now on is to be looked at again
        before = table.now.events
        try:
            await table.catch_up()
            if table.now.events > before:
                metrics.NEWS_LAG.note(max(0.0, clock.steady() - table.now.at))
        except (Refused, Unkept) as problem:
            log.warning("the table %s is not up to date: %s", table.name, problem)

    async def keep_up(self) -> None:
        """Look now and then for what was written without a word, and for clocks that have run out."""
        for sweep in itertools.count():
            await asyncio.sleep(SWEEP)
            for table in self._tables.values():
                if sweep % SHOW == 0 and table.presence.here:
                    self._store.here(table.name, table.presence.here)
                if table.presence.forget(clock.steady()):
                    table.tell()
            try:
                for name in await self._store.ahead({table.name: table.reach for table in list(self._known.values())}):
                    self.hear(name)
                for name in await self._store.overdue(clock.steady()):
                    await self.table(name)
            except (Refused, Unkept) as problem:
                log.warning("it cannot be seen whether there is news: %s", problem)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- bots ----------------------------------------------------------------------------------

    async def wake_all(self) -> None:
        """Go on after a restart where bots were at work, clocks ran, or an end was not written down yet."""
        try:
            waiting = [] if self._store.claims is not None else await self._store.unattended()
            names = [*await self._store.unreckoned(), *waiting]
        except Unkept as problem:
            log.warning("it cannot be seen which tables go on without people: %s", problem)
            return
        for name in names:
            try:
                await self.table(name)
            except (Refused, Unkept) as problem:
                log.info("the table %s cannot go on: %s", name, problem)

    def _wake(self, table: Table) -> None:
        """Ask a bot if it is its turn, once; look when something else is due; at the end, reckon for people."""
        self._alarms.set(table)
        self.people.notice(table)
        if table.over:
            self.programs.leave(table.name)
        if self._store.claims is not None:
            self.on_news()  # whoever claims a bot's turn first plays it
        elif table.bot_to_move is not None and self._asked.get(table.name) != table.number:
            self._asked[table.name] = table.number
            self._begin(self.let_bot_play(table, table.number))

    async def let_bot_play(self, table: Table, number: int) -> None:
        """Have a bot's turn played, whatever goes wrong: nobody else would do it."""
        action = "" if table.bot_to_move is None else await self._chosen(table, table.bot_to_move)
        pauses = itertools.chain(PAUSES, itertools.repeat(PAUSES[-1]))
        while number == table.number and table.bot_to_move is not None:  # or somebody is back in their seat
            try:
                await table.bot_moves(action, number)
                break
            except Refused as problem:
                log.warning("a bot could not play: %s", problem)
                action = Random(table.game).choose(table.match)
            except Unkept as problem:
                log.warning("a bot could not play: %s", problem)
            except Exception:  # nobody waits for this task: what goes wrong must be seen
                log.exception("a bot could not play")
            await asyncio.sleep(next(pauses))
        if self._asked.get(table.name) == number:
            del self._asked[table.name]
        self._wake(table)

    async def _chosen(self, table: Table, bot: SeatRow) -> str:
        """Have a bot choose; if it cannot, take any action."""
        now = table.match
        if bot.program and bot.seat not in table.now.dismissed:
            number = table.number
            try:
                return await self.programs.choose(table, bot)
            except Forfeit as problem:
                log.warning("the program %s at the table %s %s", bot.program, table.name, problem)
            await table.dismiss(bot.seat, number)
        try:
            with metrics.THINKING.timed():
                return await self._thinkers.choose(table, bot.level or 1)
        except Exception as problem:
            log.warning("a bot had no answer: %s", problem)
            return Random(table.game).choose(now)

    async def hint(self, table: Table, secrets: Iterable[str], number: int, level: int) -> Hint:
        """Ask a bot what it would do in somebody's place; who asks twice gets the same answer."""
        await table.check_bots()
        table.deciding(secrets, number)
        key = (table.name, number, level)
        if key not in self._hints:
            self._hints[key] = asyncio.ensure_future(self._thinkers.hint(table, level))
            self._hints[key].add_done_callback(lambda _: self._hints.pop(key))
        try:
            return Hint(await asyncio.shield(self._hints[key]))
        except NoAnswer as problem:
            log.warning("there was no hint: %s", problem)
            raise problems.no_answer() from None

    async def close(self) -> None:
        """Stop asking."""
        tasks = [*self._tasks, *self._alarms.close()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.people.reckoned()
        self.programs.close()
        self._tellers.shutdown()
        self._scholars.shutdown(cancel_futures=True)


def _tick(table: Table) -> Hashable:
    """Say when it is, as exactly as what is said depends on it: who is away for long, and how late a clock is."""
    absent = frozenset(row.seat for row in table.seats if table.absent(row.seat))
    runs = table.now.clock is not None and table.now.clock.seat is not None
    return absent, int(clock.steady() / TICK) if runs else 0
