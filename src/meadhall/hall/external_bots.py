"""Bots that are programs of their own and speak the engine's protocol: the owner of the house brings them along.

Each plays at one seat of one table, as a process that is kept for its next turn; who is asked seldom is sent home, and
is told everything again when its turn comes.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from meadhall.core.errors import BadOption, IllegalAction, shown
from meadhall.core.match import Match
from meadhall.search.external_bots import ExternalBot, Forfeit, command_of

from . import problems
from .messages import SeatWish
from .names import person_name
from .problems import Refused
from .store import SeatRow
from .table import Table

SECONDS = 10.0  # for one answer
AT_ONCE = 4  # that think
MOST = 8  # that wait for their next turn
Place = tuple[str, int]  # a table and a seat


class ExternalBots:
    """The programs of a house, by the name that people choose them by."""

    def __init__(self, commands: Mapping[str, str] | None = None, seconds: float = SECONDS) -> None:
        self._commands, self._seconds = dict(commands or {}), seconds
        self._waiting: OrderedDict[Place, ExternalBot] = OrderedDict()  # who was asked last comes last
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(AT_ONCE, "meadhall-program")

    @property
    def names(self) -> list[str]:
        """The names of all programs."""
        return list(self._commands)

    def check(self, seats: Iterable[SeatWish]) -> None:
        """Refuse a program that the house does not have."""
        for seat in seats:
            if seat.program and (seat.kind != "bot" or seat.program not in self._commands):
                raise problems.bad_table(
                    f"No program “{seat.program[:40]}” plays in this hall.",
                    f"Ein Programm „{seat.program[:40]}“ spielt in dieser Halle nicht mit.",
                )

    async def choose(self, table: Table, seat: SeatRow) -> str:
        """Ask the program in a seat for its action; a Forfeit says why there is none."""
        loop, place = asyncio.get_running_loop(), (table.name, seat.seat)
        return await loop.run_in_executor(self._threads, self._choose, place, seat.program, table.match.copy())

    def _choose(self, place: Place, program: str, match: Match) -> str:
        if program not in self._commands:
            raise Forfeit("is not there any more")
        with self._lock:
            guest = self._waiting.pop(place, None)
        if guest is not None and guest.heard != match.history[: len(guest.heard)]:  # something was taken back
            guest.close()
            guest = None
        guest = guest or ExternalBot(self._commands[program], self._seconds)
        try:
            guest.catch_up(match)
            action = match.meant(guest.choose(match)).text
        except IllegalAction as problem:
            guest.close()
            raise Forfeit(f"chose {problem}") from None
        except BaseException:
            guest.close()
            raise
        self._keep(place, guest)
        return action

    def _keep(self, place: Place, guest: ExternalBot) -> None:
        """Let a program wait for its next turn, and send the one home that has waited longest."""
        with self._lock:
            self._waiting[place] = guest
            oldest = self._waiting.popitem(last=False)[1] if len(self._waiting) > MOST else None
        if oldest is not None:
            oldest.close()

    def leave(self, table: str) -> None:
        """Send the programs of a table home, aside: its match is over."""
        with self._lock:
            gone = [self._waiting.pop(place) for place in list(self._waiting) if place[0] == table]
        for guest in gone:
            self._threads.submit(guest.close)

    def close(self) -> None:
        """Send everybody home."""
        self._threads.shutdown(cancel_futures=True)
        for guest in self._waiting.values():
            guest.close()
        self._waiting.clear()


def read(pairs: Iterable[str], seconds: float = SECONDS) -> ExternalBots:
    """Read NAME=COMMAND, each a program that this machine has."""
    commands: dict[str, str] = {}
    for pair in pairs:
        name, equals, command = (part.strip() for part in pair.partition("="))
        if not equals:
            raise BadOption(f"a bot is written NAME=COMMAND, not {shown(pair)}")
        try:
            tidy = person_name(name)
        except Refused as problem:
            raise BadOption(f"a bot cannot be called {shown(name)}: {problem.problem.message.en}") from None
        if command_of(command) is None:
            raise BadOption(f"the bot {shown(name)} cannot play: {shown(command)} is no program of this machine")
        if tidy in commands:
            raise BadOption(f"two bots are called {shown(tidy)}; give one of them another name")
        commands[tidy] = command
    return ExternalBots(commands, seconds)
