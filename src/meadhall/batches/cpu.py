"""A batch on a CPU: its arrays, and the loops of loops.py spread over threads.

Compiled loops hold no lock of Python's, so threads are all it takes. Each game has generators of its own, so how many
threads there are, and which of them plays a game, changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.errors import BadOption, cut
from meadhall.core.game import OVER
from meadhall.core.jit import Mode, State

from .common import ENDS, Array, Episodes, Kind, played

ALIGNED = 64  # bytes
FEWEST = 64  # games for which it is worth to ask another thread
STARTING = ("actor", "sample", "apply")
PLAYING = (*STARTING, "scores")
GAMES = ("array",) * 6 + ("marks array", "reals array", "reals array")  # start, states, dice … points, worth
ENDINGS = ("codes array", "scores array", "number", "number", "fraction", "number")
RANGE = ("number", "number")
KEPT = ("states", "dice", "origin", "choice", "player", "count", "over", "points", "worth", "log")  # in a copy
SHAPES = {
    "begin_games": (*STARTING, *GAMES, "marks array", *RANGE),
    "step_games": (*PLAYING, *GAMES, *ENDINGS, "array", *RANGE),
    "play_games": (*PLAYING, *GAMES, *ENDINGS, "array", "number", *RANGE),
    "draw_actions": ("sample", "array", "array", "array", "array", "number", *RANGE),
    "mark_legal": ("actions", "array", "array", "array", "marks array", "number", "number", *RANGE),
    "find_illegal": ("actions", "array", "array", "array", "array", "number", *RANGE),
    "observe_games": ("observe", "array", "array", "bytes array", "number", "number", *RANGE),
}


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory() -> int | None:
    """Say how much memory the machine has, where the system tells."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def zeros(size: int, kind: Any) -> Array:
    """Make an array that begins where JAX wants one to begin: it would copy others."""
    raw = np.zeros(size * np.dtype(kind).itemsize + ALIGNED, np.uint8)
    first = -raw.ctypes.data % ALIGNED
    return raw[first : first + size * np.dtype(kind).itemsize].view(kind)


def _no_ends() -> Array:
    return np.zeros(ENDS, np.float64)


class Cpu:
    """The games of a batch in NumPy arrays, all games one behind the other."""

    name = "cpu"

    def __init__(self, kind: Kind, threads: int | None, mode: Mode = "compiled") -> None:
        self.kind, self.game, self.n, self.mode = kind, kind.game, kind.n, mode
        self.threads = threads or cores()
        kind.fit(memory())
        self.start = kind.start()
        self.size, self.players = self.start.size, kind.setup.players
        n = self.n
        self.states = zeros(n * self.size, np.int64)
        self.dice, self.origin, self.choice, self.player, self.count = (zeros(n, np.int64) for _ in range(5))
        self.player[:] = OVER
        self.over = zeros(n, np.bool_)
        self.points, self.worth = (zeros(n * self.players, np.float32) for _ in range(2))
        self.log = np.zeros(0, np.int32)
        self._loops: dict[str, tuple[Callable[..., Any], list[Any]]] = {}

    # -- running loops ---------------------------------------------------------------------------

    def _loop(self, name: str) -> tuple[Callable[..., Any], list[Any]]:
        """Give a loop, and the rule functions that it begins with, the same ones each time."""
        if name not in self._loops:
            self._loops[name] = self._made(name)
        return self._loops[name]

    def _made(self, name: str) -> tuple[Callable[..., Any], list[Any]]:
        function = getattr(jit.twin("meadhall.batches.loops", self.mode), name)
        rules = [kind for kind in SHAPES[name] if kind in jit.RULE_FUNCTIONS]
        if self.mode != "interpreted":
            function = jit.compile_loop(function, *SHAPES[name])
        if rules == ["observe"]:
            return function, [self.game.observation.function(self.mode)]
        return function, self.game.functions(self.mode, rules)

    def _run(self, name: str, *arguments: Callable[[], Any] | Any) -> list[Any]:
        """Run a loop over all games, in parts; functions among the arguments make what each part has for itself."""
        function, rules = self._loop(name)

        def part(first: int, last: int) -> Any:
            return function(*rules, *(a() if callable(a) else a for a in arguments), first, last)

        parts = min(self.threads, max(1, self.n // FEWEST))
        bounds = [self.n * i // parts for i in range(parts + 1)]
        if parts == 1:
            return [part(0, self.n)]
        return list(self._pool.map(part, bounds[:-1], bounds[1:]))

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, "batch")

    # -- copying ---------------------------------------------------------------------------------

    def __deepcopy__(self, memo: object) -> Cpu:
        again, kept = self.__reduce__()
        copied: Cpu = again(*kept)
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.kind, self.threads, self.mode, {name: getattr(self, name) for name in KEPT})

    # -- what loops take -------------------------------------------------------------------------

    def _games(self) -> tuple[Array, ...]:
        lines = (self.start, self.states, self.dice, self.origin, self.player, self.count)
        return (*lines, self.over, self.points, self.worth)

    def _endings(self, ends: Callable[[], Array]) -> tuple[Any, ...]:
        return (self.log, ends, *self.kind.worth, int(self.kind.again))

    def _list(self) -> State:
        return np.zeros(self.game.rules().MAX_ACTIONS, np.int64)

    # -- what a batch does -----------------------------------------------------------------------

    def seed(self, dice: State, choice: State) -> None:
        """Set the generators of all games."""
        self.dice[:], self.choice[:] = dice, choice

    def begin(self, wanted: Array | None) -> None:
        """Begin new games, all or some."""
        self._run("begin_games", *self._games(), np.ones(self.n, np.bool_) if wanted is None else wanted)

    def step(self, actions: Array) -> None:
        """Play one decision in each game."""
        self._run("step_games", *self._games(), *self._endings(_no_ends), actions)

    def play(self, steps: int) -> Episodes:
        """Play decisions at random."""
        parts: list[Array] = []

        def ends() -> Array:
            parts.append(_no_ends())
            return parts[-1]

        actions = sum(self._run("play_games", *self._games(), *self._endings(ends), self.choice, steps))
        return played(actions, np.sum(parts, 0), self.players)

    def draw(self) -> Array:
        """Draw a legal action for each game."""
        drawn = np.zeros(self.n, np.int64)
        self._run("draw_actions", self.states, self.choice, self.player, drawn, self.size)
        return drawn

    def mask(self) -> Array:
        """Mark all legal actions."""
        codes = self.game.action_codes
        self._run("mark_legal", self.states, self.player, self._list, self._marks, self.size, codes)
        return self.rows(self._marks)

    def illegal(self, actions: Array) -> int:
        """Find the first game whose action is not legal; -1 if there is none."""
        found = self._run("find_illegal", self.states, self.player, actions, self._list, self.size)
        return int(next((g for g in found if g >= 0), -1))

    def observe(self) -> Array:
        """Write what the players who decide see."""
        numbers = self.game.observation.size
        self._run("observe_games", self.states, self.player, self._seen, self.size, numbers)
        return self.rows(self._seen)

    @cached_property
    def _marks(self) -> Array:
        return zeros(self.n * self.game.action_codes, np.bool_)

    @cached_property
    def _seen(self) -> Array:
        return zeros(self.n * self.game.observation.size, np.uint8)

    def wait(self) -> None:
        """All is done when a loop returns."""

    # -- arrays ----------------------------------------------------------------------------------

    def take(self, values: Any) -> Array:
        """Take an array from another library; what has `__dlpack__` is not copied."""
        try:
            if not isinstance(values, np.ndarray) and hasattr(values, "__dlpack__"):
                return np.from_dlpack(values)
            return np.asarray(values)
        except (
            BufferError,
            RuntimeError,
            TypeError,
            ValueError,
        ) as problem:  # other libraries refuse so
            raise BadOption(f"this array cannot be read on the CPU: {cut(str(problem))}") from None

    def plain(self, codes: Array) -> Array:
        """Bring numbers of actions into the form that the loops take."""
        return np.ascontiguousarray(codes, np.int64)

    def give(self, array: Array) -> Array:
        """Give an array out."""
        return array

    def host(self, array: Array) -> Array:
        """Give an array as one of NumPy's."""
        return array

    def state(self, k: int) -> State:
        """Give a copy of the k-th game's array."""
        return self.states[k * self.size : (k + 1) * self.size].copy()

    def rows(self, array: Array) -> Array:
        """Look at an array as one row for each game."""
        return array.reshape(self.n, -1)

    # -- what was decided ------------------------------------------------------------------------

    @property
    def room(self) -> int:
        """How many decisions of each game there is room for."""
        return self.log.size // self.n

    def longest(self) -> int:
        """Say how many decisions the longest game has so far."""
        return int(self.count.max())

    def told(self, k: int) -> tuple[int, list[int]]:
        """Give what the dice of the k-th game were at its begin, and all its decisions."""
        decisions: list[int] = self.rows(self.log)[k, : self.count[k]].tolist()
        return int(self.origin[k]), decisions

    def widen(self, room: int) -> None:
        """Make room for so many decisions of each game."""
        wider = np.zeros((self.n, room), np.int32)
        old = self.log.reshape(self.n, -1)
        wider[:, : old.shape[1]] = old
        self.log = wider.reshape(-1)


def _unpickled(kind: Kind, threads: int, mode: Mode, arrays: dict[str, Array]) -> Cpu:
    """Return games on a CPU with copies of these arrays."""
    side = Cpu(kind, threads, mode)
    for name, array in arrays.items():
        own = zeros(array.size, array.dtype)
        own[:] = array
        setattr(side, name, own)
    return side
