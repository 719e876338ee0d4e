"""Short talk at a table: what may be said, and how often."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterable

from . import problems
from .messages import Line
from .names import can_be_shown, one_line

LONGEST = 200  # characters of a line
MOST = 500  # lines at a table
OFTEN, WITHIN = 8, 20.0  # so many lines of a seat in so many seconds
JOINER = "\N{ZERO WIDTH JOINER}"  # holds emoji together


def tidy(text: str) -> str:
    """Bring what somebody says into one line, or refuse it."""
    line = one_line(text, LONGEST)
    if not 1 <= len(line) <= LONGEST or not can_be_shown(line.replace(JOINER, "")) or not line.strip(JOINER + " "):
        raise problems.bad_talk(LONGEST)
    return line


class Talk:
    """What was said at a table."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.take(lines)
        self._lately: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=OFTEN))  # when, by seat

    def take(self, lines: Iterable[Line]) -> None:
        """Take over what is kept."""
        self.lines = list(lines)
        self.last = self.lines[-1].number if self.lines else 0  # numbers may be missing: of somebody who was forgotten

    def forget(self, seat: int) -> None:
        """Forget what a seat has said; the other lines keep their numbers."""
        self.lines = [line for line in self.lines if line.seat != seat]

    def next(self, seat: int, text: str, now: float) -> Line:
        """Give what a seat says as the next line, if it may say it now."""
        line = tidy(text)
        if self.last >= MOST:
            raise problems.full_talk(MOST)
        lately = self._lately[seat]
        if len(lately) == OFTEN and now - lately[0] < WITHIN:
            raise problems.too_fast(math.ceil(WITHIN - (now - lately[0])))
        return Line(self.last + 1, seat, line, now)

    def add(self, line: Line) -> None:
        """Add what has been kept."""
        self.lines.append(line)
        self.last = line.number
        self._lately[line.seat].append(line.at)

    def since(self, heard: int) -> list[Line]:
        """List what was said after the line of a number."""
        return [line for line in self.lines if line.number > heard]
