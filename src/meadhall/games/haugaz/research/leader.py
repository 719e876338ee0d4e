"""Prove that a player of Haugaz who can move every stack wins by staying ahead (see games/haugaz/leading.py).

What is far from the end is decided here, where each answer is kept: which turns of the leader are looked at. A turn
is worth most that serves many positions at once and leaves the other one few moves.

    14 empty points   the set-ups                        the leader needs one turn for each of them
    13, 11            after such a turn                  all turns of the other one lead to positions with
    12, 10            after the other one's turn         an even number again, and these are settled together
    9 and fewer       compiled: `holds`

All of it comes in pieces of work: a generator gives None after each, so that whoever waits can stop. Several threads
can look at positions with eleven empty points at once. They share the table without a lock: an entry is one word.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.jit import Mode, State, popcount

from .. import leading, rules

DEEP = 9  # empty points up to which compiled code looks at a position alone
LOOPS = {
    "holds": ("array",) * 11,
    "list_ahead": ("array",) * 4,
    "list_all": ("array",) * 2,
    "play": ("array", "number", "array"),
    "wins_late": ("array", "number", "number", *("array",) * 5),
}
PIECE = 0.2  # seconds that are waited for a thread at a time
SHARED = 2  # turns fewer to be tried that a position has to have, to be next though a thread looks at one of its turns
PART = 1 << 20  # of a table that is counted at a time, so that counting takes no memory to speak of


@dataclass(eq=False)
class Try:
    """A turn of the leader, given by what comes after it, and the positions in which it can be played."""

    key: int
    after: State
    order: int  # how many moves the other one has
    serves: list[int] = field(default_factory=list)


class Leader:
    """Says which positions hold, and remembers it."""

    def __init__(self, size: int, places: int, mode: Mode = "compiled", threads: int = 1) -> None:
        loops: Any = jit.twin(leading.__name__, mode)
        proving: Any = jit.twin("meadhall.games.haugaz.proving", mode)
        functions = {name: getattr(loops, name) for name in LOOPS}
        if mode != "interpreted":
            jit.compile_rules({"key": proving.key})
            functions = {name: jit.compile_loop(functions[name], *LOOPS[name]) for name in LOOPS}
        self._key = proving.key
        self._holds, self._list_ahead, self._list_all, self._play, self._wins_late = functions.values()
        self.known: dict[int, bool] = {}  # of positions far from the end
        most = 2 * size**4  # turns of a position
        self._states = [np.zeros(rules.STATE_SIZE, np.int64) for _ in range(5)]
        self._boards = np.zeros(leading.FRAMES * rules.STATE_SIZE, np.int64)
        self._frames = np.zeros(leading.FRAMES * leading.FRAME, np.int64)
        self._turns, self._keys = np.zeros(leading.FRAMES * most, np.int64), np.zeros(most, np.int64)
        self._table, self._looked = np.zeros(places, np.int64), np.zeros(1, np.int64)
        self._team = Team(self.known, [self._beside(size, mode) for _ in range(threads)]) if threads > 1 else None

    def _beside(self, size: int, mode: Mode) -> Leader:
        other = Leader(size, 0, mode)
        other._table = self._table
        return other

    def close(self) -> None:
        """Let no thread look at anything any more."""
        if self._team:
            self._team.close()

    @property
    def looked(self) -> int:
        """How many decisions with four empty points and more were looked at so far."""
        return int(self._looked[0]) + (self._team.looked if self._team else 0)

    @property
    def proved(self) -> int:
        """How many positions in which the other one decides are known to hold, from five empty points on."""
        parts = (self._table[first : first + PART] for first in range(0, self._table.size, PART))
        return sum(int(np.count_nonzero(part & 1)) for part in parts) + sum(self.known.values())

    def key(self, state: State) -> int:
        """Give a number by which turned and mirrored positions are known again."""
        return int(self._key(state))

    def turns(self, state: State) -> list[int]:
        """List all turns of the side to move, but the pass."""
        return list(map(int, self._turns[: self._list_all(state, self._turns)]))

    def after(self, state: State, turn: int) -> State:
        """Give the position after a turn, which may be a pass."""
        after = state.copy()
        if turn == leading.PASSING:
            after[rules.SIDE] ^= 1
        else:
            self._play(state, turn & leading.TURN, after)
        return after

    def turns_ahead(self, state: State) -> list[tuple[int, int]]:
        """List the turns after which the side to move is ahead, and the keys of what comes after; the best first."""
        count = self._list_ahead(state, self._states[0], self._turns, self._keys)
        return sorted(zip(map(int, self._turns[:count]), map(int, self._keys[:count]), strict=True))

    def answer(self, state: State) -> int | None:
        """Give a turn of the leader that is proved to win, or None if none is found."""
        leader, passed = int(state[rules.SIDE]), bool(state[rules.PASSES])
        if passed and leading.is_ahead(state, leader):
            return leading.PASSING
        if empty_points(state) <= leading.LATE:
            late = [*self.turns(state), *([] if passed else [leading.PASSING])]
            return next((turn for turn in late if self.wins_late(self.after(state, turn), leader, turn)), None)
        turns = self.turns_ahead(state)
        turns.sort(key=lambda turn: not self._remembers(turn[1]))
        for turn, _ in turns:
            if done(self.holds(self.after(state, turn))):
                return turn & leading.TURN
        return None

    def _remembers(self, key: int) -> bool:
        return self.known.get(key, False) or leading.find(self._table, key) == leading.HOLDS

    def wins_late(self, state: State, leader: int, before: int = 0) -> bool:
        """Say whether a side wins near the end, with best play of both after the turn before."""
        passed = 1 if before == leading.PASSING else 0
        one, two = self._states[:2]
        return bool(self._wins_late(state, leader, passed, one, two, self._boards, self._frames, self._turns))

    def holds(self, state: State) -> Generator[None, None, bool]:
        """Say whether the leader, who is ahead, can stay so: the other one is to move, with an odd number of points."""
        if empty_points(state) <= DEEP:
            work = (*self._states, self._boards, self._frames, self._turns, self._table, self._looked)
            answer: int = self._holds(state, *work)
            yield
            return answer == leading.HOLDS
        key = self.key(state)
        if key not in self.known:
            replies = {self.key(reply): reply for reply in (self.after(state, turn) for turn in self.turns(state))}
            wins = True
            for settled in self.settle(list(replies.values())):
                if settled is None:
                    yield
                elif not settled[1]:
                    wins = False
                    break
            self.known[key] = wins
        return self.known[key]

    def settle(self, positions: Sequence[State]) -> Iterator[tuple[int, bool] | None]:
        """Say of positions in which the leader is to move whether it is known to win, in the order of the answers.

        The position that has the fewest turns left to be tried comes first: there it shows soonest if there is none.
        """
        own: list[list[Try]] = [[] for _ in positions]
        waiting = set(range(len(positions)))
        for one in self._tries(positions):
            if self.known.get(one.key):  # proved already: whom it serves has won
                yield from ((place, True) for place in waiting.intersection(one.serves))
                waiting.difference_update(one.serves)
            elif one.key not in self.known:
                for place in one.serves:
                    own[place].append(one)
        team = self._team if any(empty_points(position) == DEEP + 3 for position in positions[:1]) else None
        at_once = team.threads if team else 1
        looked_at: list[Try] = []
        while waiting:
            while len(looked_at) < at_once and (best := self._next(own, waiting, looked_at)):
                looked_at.append(best)
                for served in best.serves:
                    own[served].remove(best)
            for place in [place for place in waiting if not own[place] and not _served(place, looked_at)]:
                waiting.remove(place)
                yield place, self._has_won(positions[place])
            if looked_at:
                one, wins = yield from team.look(looked_at) if team else self._look(looked_at)
                looked_at.remove(one)
                if wins:
                    yield from ((served, True) for served in waiting.intersection(one.serves))
                    waiting.difference_update(one.serves)

    def _next(self, own: list[list[Try]], waiting: set[int], looked_at: list[Try]) -> Try | None:
        """Choose the turn that is looked at next, for the position that has the fewest left."""
        places = [place for place in waiting if own[place]]
        if not places:
            return None
        place = min(places, key=lambda place: (len(own[place]) + SHARED * _served(place, looked_at), place))
        return max(own[place], key=lambda one: len(waiting.intersection(one.serves)) / (one.order + 3) ** 1.5)

    def _look(self, looked_at: list[Try]) -> Generator[None, None, tuple[Try, bool]]:
        return looked_at[0], (yield from self.holds(looked_at[0].after))

    def _has_won(self, position: State) -> bool:
        """Whether the end is near, or there already, and good for the leader, whose turn it would be."""
        late = empty_points(position) <= leading.LATE or not self.turns(position)
        return late and self.wins_late(position, int(position[rules.SIDE]))

    def _tries(self, positions: Sequence[State]) -> list[Try]:
        """List the turns after which the leader is ahead; those that lead to the same position are one."""
        found: dict[int, Try] = {}
        for place, position in enumerate(positions):
            for turn, key in self.turns_ahead(position):
                if key not in found:
                    found[key] = Try(key, self.after(position, turn), turn >> leading.ORDER)
                if found[key].serves[-1:] != [place]:
                    found[key].serves.append(place)
        return list(found.values())


class Team:
    """Threads that look at positions for a leader, each with a place to think of its own."""

    def __init__(self, known: dict[int, bool], helpers: list[Leader]) -> None:
        self.threads = len(helpers)
        self._known, self._helpers, self._free = known, helpers, list(helpers)
        self._pool = ThreadPoolExecutor(self.threads, "meadhall-leader")
        self._work: dict[int, Future[bool]] = {}
        self._closed = False

    @property
    def looked(self) -> int:
        """How many decisions they have looked at."""
        return sum(helper.looked for helper in self._helpers)

    def look(self, looked_at: list[Try]) -> Generator[None, None, tuple[Try, bool]]:
        """Look at some turns at once, and give the first one that is decided and whether it holds.

        A turn that nobody asks for any more is looked at to its end, if somebody had begun, and remembered too.
        """
        asked = {one.key: one for one in looked_at}
        for key in [key for key, work in self._work.items() if key not in asked and work.cancel()]:
            del self._work[key]
        while True:
            for key in [key for key, work in self._work.items() if work.done()]:
                self._known[key] = self._work.pop(key).result()
            for key, one in asked.items():
                if key in self._known:
                    return one, self._known[key]
                if key not in self._work:
                    self._work[key] = self._pool.submit(self._holds, one.after)
            wait(self._work.values(), PIECE, FIRST_COMPLETED)
            yield

    def _holds(self, state: State) -> bool:
        helper = self._free.pop()
        try:
            work = helper.holds(state)
            while not self._closed:
                try:
                    next(work)
                except StopIteration as end:
                    return bool(end.value)
            return False
        finally:
            self._free.append(helper)

    def close(self) -> None:
        """End what is looked at after the piece of work at hand."""
        self._closed = True
        self._pool.shutdown(cancel_futures=True)


def _served(place: int, tries: list[Try]) -> int:
    return sum(place in one.serves for one in tries)


def empty_points(state: State) -> int:
    """Count the empty points of a position."""
    return popcount(rules.empty_points(state))


def done(work: Generator[None, None, bool]) -> bool:
    """Do all pieces of work, and give the answer."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return bool(end.value)
