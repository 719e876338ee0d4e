"""A batch on a GPU: its arrays there, and how the kernels are run over all games."""

from __future__ import annotations

from typing import Any

import numpy as np

from meadhall.core import gpu
from meadhall.core.errors import BadOption, cut
from meadhall.core.game import OVER
from meadhall.core.jit import State

from .common import ENDS, Array, Episodes, Kind, played
from .dlpack import CUDA, Shared, Taken

KEPT = ("states", "dice", "origin", "choice", "player", "count", "over", "points", "worth", "log")  # in a copy


def cuda() -> Any:
    """Give Numba's compiler for the GPU, if there is one that can be used."""
    try:
        found = gpu.cuda()
        usable = bool(found.is_available())
    except ImportError:
        raise BadOption("device cuda needs numba-cuda, which is not installed: pip install 'meadhall[cuda]'") from None
    if not usable:
        raise BadOption(
            "device cannot be cuda: no GPU with CUDA is found here; it can be cpu "
            "(where there is a GPU: pip install 'meadhall[cuda]')"
        )
    return found


class Cuda:
    """The games of a batch in arrays on the GPU.

    Words lie side by side over the games (`columns`), or each game's words one behind the other.
    """

    name = "cuda"

    def __init__(self, kind: Kind, columns: bool = True, in_step: bool = True) -> None:
        self.cuda = cuda()
        self.kind, self.n, self.columns, self.in_step = kind, kind.n, columns, in_step
        self.game, self.players = kind.game, kind.setup.players
        from . import kernels

        self.kernels, self.threads = kernels.of(kind.game, in_step), kernels.THREADS
        kind.fit(None if gpu.simulated() else int(self.cuda.current_context().get_memory_info().free))
        start, n = kind.start(), kind.n
        self.size = start.size
        self.start = self._put(start)
        self.states = self._empty((self.size, n) if columns else (n, self.size), np.int64)
        self.dice, self.origin, self.choice = (self._put(np.zeros(n, np.int64)) for _ in range(3))
        self.player, self.count = self._put(np.full(n, OVER, np.int64)), self._put(np.zeros(n, np.int64))
        self.over = self._put(np.zeros(n, np.bool_))
        self.points, self.worth = (self._put(np.zeros((n, self.players), np.float32)) for _ in range(2))
        self.drawn = self._empty((n,), np.int64)
        self.log, self.room = self._empty((1, 1), np.int32), 0
        self._rows: dict[str, tuple[Any, Any]] = {}

    def __deepcopy__(self, memo: object) -> Cuda:
        again, kept = self.__reduce__()
        copied: Cuda = again(*kept)
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = {name: self.host(getattr(self, name)) for name in KEPT}
        return _unpickled, (self.kind, self.columns, self.in_step, self.room, arrays)

    def _put(self, array: Array) -> Any:
        return self.cuda.to_device(array)

    def _empty(self, shape: tuple[int, ...], kind: Any) -> Any:
        return self.cuda.device_array(shape, kind)

    def _grid(self) -> tuple[int, int]:
        return -(-self.n // self.threads), self.threads

    def _columns(self) -> Any:
        return self.states if self.columns else self.states.T

    def _games(self) -> tuple[Any, ...]:
        lines = (self._columns(), self.start, self.dice, self.origin, self.player, self.count)
        return (*lines, self.over, self.points, self.worth)

    def _endings(self) -> tuple[Any, ...]:
        _, lowest_loses, top = self.kind.worth
        return (self.log, int(self.room > 0), lowest_loses, top, int(self.kind.again))

    # -- what a batch does -----------------------------------------------------------------------

    def seed(self, dice: State, choice: State) -> None:
        """Set the generators of all games."""
        self.dice.copy_to_device(dice)
        self.choice.copy_to_device(choice)

    def begin(self, wanted: Any | None) -> None:
        """Begin new games, all or some."""
        marks = self._put(np.ones(self.n, np.bool_)) if wanted is None else wanted
        self.kernels.begin[self._grid()](*self._games(), marks)

    def step(self, actions: Any) -> None:
        """Play one decision in each game."""
        self.kernels.step[self._grid()](*self._games(), *self._endings(), actions)

    def play(self, steps: int) -> Episodes:
        """Play decisions at random."""
        ends = self._put(np.zeros(ENDS + 1, np.float64))
        self.kernels.play[self._grid()](*self._games(), *self._endings(), self.choice, steps, ends)
        counted = ends.copy_to_host()
        return played(int(counted[ENDS]), counted, self.players)

    def draw(self) -> Any:
        """Draw a legal action for each game."""
        self.kernels.draw[self._grid()](self._columns(), self.choice, self.player, self.drawn)
        return self.drawn

    def illegal(self, actions: Any) -> int:
        """Find the first game whose action is not legal; -1 if there is none."""
        found = self._put(np.array([self.n], np.int64))
        self.kernels.illegal[self._grid()](self._columns(), self.player, actions, found)
        first = int(found.copy_to_host()[0])
        return -1 if first == self.n else first

    def mask(self) -> Any:
        """Mark all legal actions."""
        return self._written("mask", np.bool_)

    def observe(self) -> Any:
        """Write what the players who decide see."""
        return self._written("observe", np.uint8)

    def _written(self, name: str, kind: Any) -> Shared:
        """Have rows of bytes written, and give them out."""
        rows = getattr(self.kernels, name)
        if name not in self._rows:
            words = self._empty((rows.words(self.n),), np.uint64)
            self._rows[name] = words, words.view(np.uint8)
        words, single = self._rows[name]
        rows.launch(self.n, self._columns(), self.player, words, single)
        return self._shared(single, (self.n, rows.width), (rows.width, 1), kind)

    def wait(self) -> None:
        """Wait for the GPU."""
        self.cuda.synchronize()

    # -- arrays ----------------------------------------------------------------------------------

    def take(self, values: Any) -> Any:
        """Take an array from another library, without a copy if it lies on the GPU."""
        try:
            if isinstance(values, Shared):
                return values._keep
            if hasattr(values, "__dlpack__") and values.__dlpack_device__()[0] == CUDA:
                taken = Taken(values)
                array = self.cuda.as_cuda_array(taken)
                array.taken = taken  # it is there as long as we use it
                return array
            return self._put(np.ascontiguousarray(values))
        except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as problem:
            raise BadOption(f"this array cannot be read on the GPU: {cut(str(problem))}") from None

    def plain(self, codes: Any) -> Any:
        """Bring numbers of actions into the form that the kernels take: any will do."""
        return codes

    def give(self, array: Any) -> Any:
        """Give an array out, where it lies."""
        if isinstance(array, Shared):
            return array
        strides = tuple(step // array.dtype.itemsize for step in array.strides)
        return self._shared(array, array.shape, strides, array.dtype)

    def _shared(self, array: Any, shape: tuple[int, ...], strides: tuple[int, ...], kind: Any) -> Shared:
        def copy() -> Array:
            whole = np.asarray(array.copy_to_host())
            if whole.shape == tuple(shape):
                return whole.view(kind)
            return whole[: int(np.prod(shape))].reshape(shape).view(kind)  # rows of whole blocks, some for nobody

        return Shared(array, lambda: self._where(array), tuple(shape), strides, kind, copy, self._wait)

    def _where(self, array: Any) -> tuple[int, int, int]:
        return int(array.__cuda_array_interface__["data"][0]), CUDA, int(self.cuda.get_current_device().id)

    def _wait(self, stream: int) -> None:
        """Have another stream wait until all that we have begun is done."""
        event = self.cuda.event(timing=False)
        event.record(0)
        event.wait(self.cuda.external_stream(stream))

    def host(self, array: Any) -> Array:
        """Give an array as one of NumPy's."""
        return np.asarray(array.copy_to_host())

    def rows(self, array: Any) -> Any:
        """Look at an array as one row for each game."""
        return array.T if array is self.states and self.columns else array

    def state(self, k: int) -> State:
        """Give a copy of the k-th game's array."""
        one = self._columns()[:, k : k + 1]
        return np.ascontiguousarray(self.host(one)).reshape(-1)

    # -- what was decided ------------------------------------------------------------------------

    def longest(self) -> int:
        """Say how many decisions the longest game has so far."""
        return int(self.host(self.count).max())

    def told(self, k: int) -> tuple[int, list[int]]:
        """Give what the dice of the k-th game were at its begin, and all its decisions."""
        count = int(self.host(self.count)[k])
        decisions: list[int] = self.host(self.log[k : k + 1]).reshape(-1)[:count].tolist()
        return int(self.host(self.origin)[k]), decisions

    def widen(self, room: int) -> None:
        """Make room for so many decisions of each game."""
        wider = np.zeros((self.n, room), np.int32)
        if self.room:
            wider[:, : self.room] = self.host(self.log)
        self.log, self.room = self._put(wider), room


def _unpickled(kind: Kind, columns: bool, in_step: bool, room: int, arrays: dict[str, Array]) -> Cuda:
    """Return games on a GPU with copies of these arrays."""
    side = Cuda(kind, columns, in_step)
    for name, array in arrays.items():
        setattr(side, name, side._put(array))
    side.room = room
    return side
