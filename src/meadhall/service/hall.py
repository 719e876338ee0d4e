"""The hall: all tables, how one sits down, and the bots that are asked when it is their turn."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections.abc import Iterable, Sequence

import msgspec

from meadhall.bots.simple import Random
from meadhall.core.errors import BadOption, UnknownGame
from meadhall.core.game import Game, Option
from meadhall.core.match import read_seed
from meadhall.games import find

from . import messages, problems, telling
from .messages import Hint, NewTable, Seated, SeatWish
from .names import bot_name, person_name, table_name
from .store import RECENT, Kept, SeatRow, Store, TableRow
from .table import Table, begin, card, digest, new_secret
from .workers import NoAnswer, Thinkers

log = logging.getLogger("meadhall")
MOST_TABLES = 500  # that are kept ready; others are fetched when somebody comes
NAME = re.compile(r"[a-z]{1,20}(-[a-z]{1,20}){1,2}(-[0-9]{1,9})?")


def the_game(name: str) -> Game:
    """Find a game, or say that there is none."""
    try:
        return find(name)
    except UnknownGame:
        raise problems.no_game(name) from None


class Hall:
    """All tables of a server."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._store, self._thinkers = store, thinkers
        self._tables: dict[str, Table] = {}
        self._fetching = asyncio.Lock()
        self._asked: dict[str, int] = {}  # the number of each table whose bot thinks
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def warming(self) -> bool:
        """Whether bots play a little weaker, for the compiler is still at work."""
        return self._thinkers.warming

    def tell_all(self) -> None:
        """Let everybody know that something is new that concerns all tables."""
        for table in list(self._tables.values()):
            table.tell()

    async def look(self, secrets: Iterable[str]) -> messages.Hall:
        """Say what goes on, to somebody with these seats."""
        digests = frozenset(digest(secret) for secret in list(secrets)[:500])
        yours = await self._store.yours(digests)
        taken = {kept.table.name for kept in yours}
        public = [kept for kept in await self._store.public(time.time() - RECENT) if kept.table.name not in taken]
        cards = [telling.table_card(kept, digests) for kept in public]
        return messages.Hall(
            yours=[telling.table_card(kept, digests) for kept in yours],
            open=[card for card in cards if card.free],
            watch=[card for card in cards if not card.free],
            warming=self.warming,
        )

    async def table(self, name: str) -> Table:
        """Go to a table."""
        table = self._tables.get(name)
        if table is not None:
            return table
        async with self._fetching:
            if name not in self._tables:
                kept = await self._store.load(name) if NAME.fullmatch(name) else None
                if kept is None:
                    raise problems.no_table(name)
                self._put(Table(kept, self._store))
            return self._tables[name]

    def _put(self, table: Table) -> None:
        if len(self._tables) >= MOST_TABLES:
            idle = [name for name, old in self._tables.items() if len(old.listeners) <= 1 and name not in self._asked]
            for name in idle[: len(self._tables) - MOST_TABLES + 1]:
                del self._tables[name]
        self._tables[table.name] = table
        table.listeners.add(lambda: self._wake(table))
        self._wake(table)

    # -- new tables ----------------------------------------------------------------------------

    async def open(self, wish: NewTable) -> Seated:
        """Set a new table up."""
        game = the_game(wish.game)
        check(game, wish)
        seats, secrets = seat(wish.seats)
        try:
            seed = read_seed(wish.seed)
        except BadOption:
            raise problems.bad_table(
                "A seed is one line of text.", "Ein Startwert (seed) ist eine Zeile Text."
            ) from None
        options = dict(game.setup(len(seats), wish.options).options)
        row = TableRow("", wish.game, options, seed, wish.aids, wish.listed, time.time())
        kept = new_table(msgspec.structs.replace(row, name=await self._free_name()), seats)
        await self._store.make(kept.table, kept.seats, kept.card)
        self._put(Table(kept, self._store))
        links = {number for number, seat in enumerate(wish.seats) if seat.kind == "link"}
        return Seated(
            kept.table.name,
            {number: secret for number, secret in secrets.items() if number not in links},
            {number: secret for number, secret in secrets.items() if number in links},
        )

    async def _free_name(self) -> str:
        """Think of a name that no table has, a longer one where the short ones are used up."""
        for attempt in range(20):
            name = table_name(third=attempt > 2)
            if await self._store.load(name) is None:
                return name
        return f"{name}-{random.randrange(10**9)}"

    async def rematch(self, name: str, secrets: Iterable[str]) -> Seated:
        """Set the next table up, with everybody a seat further; whoever comes later gets the same one."""
        table, secrets = await self.table(name), list(secrets)
        if not table.opened(secrets):
            raise problems.foreign_seat() if secrets else problems.no_seat()
        row = msgspec.structs.replace(table.row, name=await self._free_name(), seed=read_seed(None), made=time.time())
        return await self.claim(await table.go_on(lambda: new_table(row, further(table.seats))), secrets)

    async def claim(self, name: str, secrets: Iterable[str]) -> Seated:
        """Take the seats that earlier secrets open at a new table."""
        table, secrets = await self.table(name), list(secrets)
        opened = table.opened(secrets)
        if not opened:
            raise problems.foreign_seat() if secrets else problems.no_seat()
        return Seated(name, opened, {})

    # -- bots ----------------------------------------------------------------------------------

    def _wake(self, table: Table) -> None:
        """Ask a bot if it is its turn, once."""
        if table.bot_to_move is not None and self._asked.get(table.name) != table.number:
            self._asked[table.name] = table.number
            task = asyncio.get_running_loop().create_task(self._let_bot_play(table, table.number))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _let_bot_play(self, table: Table, number: int) -> None:
        bot = table.bot_to_move
        assert bot is not None
        try:
            action = await self._thinkers.choose(table, bot.level or 1)
        except NoAnswer as problem:
            log.warning("a bot had no answer: %s", problem)
            action = Random(table.game).choose(table.match) if number == table.number else ""
        try:
            await table.bot_moves(action, number)
        except Exception:  # nobody waits for this task: what goes wrong must be seen
            log.exception("a bot could not play")
        finally:
            if self._asked.get(table.name) == number:
                del self._asked[table.name]

    async def hint(self, table: Table, secrets: Iterable[str], number: int) -> Hint:
        """Ask a bot what it would do in somebody's place."""
        table.deciding(secrets, number)
        try:
            return Hint(await self._thinkers.hint(table))
        except NoAnswer as problem:
            log.warning("there was no hint: %s", problem)
            raise problems.no_answer() from None

    async def close(self) -> None:
        """Stop asking."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


# -- setting up ------------------------------------------------------------------------------------


def check(game: Game, wish: NewTable) -> None:
    """Refuse a table that cannot be played."""
    if len(wish.seats) not in game.players:
        counts = [str(count) for count in game.players]
        raise problems.bad_table(
            f"{game.title['en']} is for {' or '.join(counts)} players, not for {len(wish.seats)}.",
            f"{game.title['de']} ist für {' oder '.join(counts)} Personen, nicht für {len(wish.seats)}.",
        )
    known = {option.name: option for option in game.options}
    for name, value in wish.options.items():
        if name not in known:
            raise problems.bad_table(
                f"{game.title['en']} has no option “{name[:40]}”.",
                f"{game.title['de']} hat keine Einstellung „{name[:40]}“.",
            )
        _check_option(known[name], value)
    if any(seat.kind == "bot" and not 1 <= seat.level <= 5 for seat in wish.seats):
        raise problems.bad_table("Bots have a level from 1 to 5.", "Bots haben eine Stärke von 1 bis 5.")


def _check_option(option: Option, value: str | int) -> None:
    try:
        option.read(value)
    except BadOption:
        allowed = ", ".join(str(choice) for choice in option.allowed())
        raise problems.bad_table(
            f"“{option.words['en']}” cannot be “{str(value)[:40]}”; it can be {allowed}.",
            f"„{option.words['de']}“ kann nicht „{str(value)[:40]}“ sein, nur {allowed}.",
        ) from None


def seat(wishes: list[SeatWish]) -> tuple[list[SeatRow], dict[int, str]]:
    """Seat everybody: the rows, and the secrets of the seats that are not for bots."""
    players: dict[int, str] = {}
    for number, wish in enumerate(wishes):
        if wish.kind in ("me", "here") and wish.name.strip():
            players[number] = person_name(wish.name, players.values())
    for number, wish in enumerate(wishes):
        if number not in players and wish.kind != "link":
            players[number] = bot_name(players.values())  # people who have not said theirs get a Viking's name too
    secrets = {number: new_secret() for number, wish in enumerate(wishes) if wish.kind != "bot"}
    rows = []
    for number, wish in enumerate(wishes):
        bot = wish.kind == "bot"
        key = None if bot else digest(secrets[number])
        rows.append(
            SeatRow(number, "bot" if bot else "person", wish.level if bot else None, players.get(number, ""), key)
        )
    return rows, secrets


def further(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Let everybody move a seat further; whoever had left a seat to a bot is back."""
    rows = []
    for number, old in enumerate([seats[-1], *seats[:-1]]):
        bot = old.digest is None
        rows.append(SeatRow(number, "bot" if bot else "person", old.level if bot else None, old.player, old.digest))
    return rows


def new_table(row: TableRow, seats: list[SeatRow]) -> Kept:
    """Give all that is kept of a table where nothing has happened yet."""
    return Kept(row, card(row, begin(row, seats)), seats, [])
