"""Who is there, and since when the others are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from . import problems
from .messages import Sentence
from .store import SeatRow

SOON = 30.0  # seconds of absence after which a bot may play for somebody whose turn it is
LATE = 120.0  # and for anybody
TOLD = 30.0  # seconds for which is believed what another process has said about its guests


class Presence:
    """Counts the sockets of each seat, and remembers when the last one went."""

    def __init__(self, now: float) -> None:
        self._online: Counter[int] = Counter()
        self.here: frozenset[int] = frozenset()  # the seats of this process's guests
        self._opened = now
        self._left: dict[int, float] = {}
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}  # by process: seats, and when it said so

    def copy(self) -> Presence:
        """Give one that stays as it is."""
        twin = Presence(self._opened)
        twin._online, twin._left, twin._elsewhere = self._online.copy(), dict(self._left), dict(self._elsewhere)
        twin.here = self.here
        return twin

    def online(self, seat: int) -> bool:
        """Say whether somebody is there."""
        return seat in self.here or (
            bool(self._elsewhere) and any(seat in seats for seats, _ in self._elsewhere.values())
        )

    @property
    def anybody(self) -> bool:
        """Whether somebody is there at all."""
        return bool(self.here) or any(seats for seats, _ in self._elsewhere.values())

    def elsewhere(self, process: str, seats: frozenset[int], now: float) -> bool:
        """Note where guests of another process are: whether that is new."""
        before, _ = self._elsewhere.pop(process, (frozenset(), now))
        if seats:
            self._elsewhere[process] = seats, now
        self._left.update(dict.fromkeys(before - seats, now))
        return before != seats

    def forget(self, now: float) -> bool:
        """Let guests go whose process has not spoken for long: whether there were some."""
        silent = [process for process, (_, said) in self._elsewhere.items() if now - said > TOLD]
        for process in silent:
            self.elsewhere(process, frozenset(), now)
        return bool(silent)

    def come(self, seats: Iterable[int]) -> bool:
        """Count somebody in: whether a seat is new among those who are there."""
        before = self.here
        self._online.update(seats)
        self.here = frozenset(+self._online)
        return self.here != before

    def leave(self, seats: Collection[int], now: float) -> bool:
        """Count somebody out: whether nobody is left at a seat."""
        before = self.here
        if not seats:
            return False
        self._online.subtract(seats)
        self.here = frozenset(+self._online)
        gone = before - self.here
        self._left.update(dict.fromkeys(gone, now))
        return bool(gone)

    def seen(self, seats: Iterable[int], now: float) -> None:
        """Note that somebody who has no socket has just asked something."""
        self._left.update(dict.fromkeys(seats, now))

    def away(self, seat: int, now: float) -> float | None:
        """Say for how many seconds nobody has been at a seat; None: somebody is there."""
        return None if self.online(seat) else now - self._left.get(seat, self._opened)

    def patience(self, seat: int, actor: int | None, now: float) -> float | None:
        """Say in how many seconds a bot may play for somebody; None as long as they are there."""
        away = self.away(seat, now)
        return None if away is None else (SOON if seat == actor else LATE) - away


def check(row: SeatRow, name: Sentence, patience: float | None) -> None:
    """Refuse a bot for somebody who does not need one."""
    if row.kind == "bot" or row.level is not None:
        raise problems.no_stand_in(
            f"A bot plays for {name.en} already." if row.kind == "person" else f"{name.en} is a bot.",
            f"Für {name.de} spielt schon ein Bot." if row.kind == "person" else f"{name.de} ist ein Bot.",
        )
    if not row.player:
        raise problems.no_stand_in("Nobody sits in this seat yet.", "Auf diesem Platz sitzt noch niemand.")
    if patience is None:
        raise problems.no_stand_in(f"{name.en} is at the table.", f"{name.de} sitzt am Tisch.")
    if patience > 0:
        seconds = max(1, round(patience))
        raise problems.no_stand_in(
            f"{name.en} has only just gone; give them {seconds} more second{'' if seconds == 1 else 's'}.",
            f"{name.de} ist gerade erst weg; warte noch {seconds} Sekunde{'' if seconds == 1 else 'n'}.",
        )
