"""A tree that grows from one position, and what can be read from it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod

import numpy as np

from meadhall.core import jit
from meadhall.core.game import Setup
from meadhall.core.jit import State
from meadhall.core.match import Match
from meadhall.core.position import Position

from . import mcts_kernel
from .bot import Line

NODES = 1_000_000  # as many as a second fills, 64 bytes each; none takes memory before it is used
MOST_NODES = 10_000_000
BATCH = 64  # simulations between two looks at the clock
DOUBT = 5.0  # a line's value counts as much as so many visits that went badly


def nodes_for(seconds: float) -> int:
    """Say how many nodes a search of so many seconds may need."""
    return min(int(NODES * max(1.5, 1.5 * seconds)), MOST_NODES)


class SearchTree(ABC):
    """A tree that grows from one position; its nodes lie in two arrays, as mcts.py says."""

    at_most = 4096  # simulations between two looks at the clock

    def __init__(self, match: Match, nodes: int, start: State | None = None) -> None:
        self._match = match
        self._start = match.state if start is None else start
        self._tree: State = np.zeros(mcts_kernel.WORDS * nodes, np.int64)
        self._tree[mcts_kernel.FIRST] = -1
        self._values = np.zeros(mcts_kernel.SEATS * nodes, np.float64)
        self._root, self._used = 0, 1

    @abstractmethod
    def grow(self, simulations: int) -> None:
        """Run some simulations more."""

    @property
    def simulations(self) -> int:
        """Say how many simulations went through the position."""
        return int(self._tree[mcts_kernel.WORDS * self._root + mcts_kernel.VISITS])

    @property
    def setup(self) -> Setup:
        """Give the set-up of its match."""
        return self._match.setup

    def has_room(self) -> bool:
        """Say whether most of the nodes are still unused."""
        return 2 * mcts_kernel.WORDS * self._used < self._tree.size

    def grow_for(self, seconds: float, batch: int = BATCH) -> None:
        """Run simulations until the time is over, at least a few."""
        batch = min(batch, self.at_most)
        deadline = time.monotonic() + seconds
        self.grow(batch)
        while time.monotonic() < deadline:
            self.grow(batch)

    def look_closer(self, action: str, seconds: float, batch: int = BATCH) -> None:
        """Grow the tree below one action alone: a search hardly tries what it thinks bad, and so knows little of it."""
        root, before = self._root, self._start.copy()
        place = self._match.actions().index(action)
        self._root = self._children(root)[place]
        self._match.game.rules().apply(self._start, int(self._tree[mcts_kernel.WORDS * self._root + mcts_kernel.CODE]))
        try:
            self.grow_for(seconds, batch)
        finally:
            self._root, self._start[:] = root, before

    def is_decided(self, simulations: int) -> bool:
        """Say whether so many simulations more could not change which action was tried most."""
        visits = sorted(self._visits(self._root), reverse=True)
        return len(visits) < 2 or visits[0] - visits[1] > simulations

    def best(self) -> str:
        """Give the action that was tried most."""
        merits = self.merits()
        return self._match.actions()[merits.index(max(merits))]

    def merits(self) -> list[float]:
        """Say how much speaks for each action: how often it was tried."""
        return [float(visits) for visits in self._visits(self._root)]

    def worth(self) -> tuple[float, ...]:
        """Say what the position is worth to each player: as much as the action that was tried most."""
        children = self._children(self._root)
        node = max(
            children,
            key=lambda child: int(self._tree[mcts_kernel.WORDS * child + mcts_kernel.VISITS]),
            default=self._root,
        )
        if self._tree[mcts_kernel.WORDS * node + mcts_kernel.VISITS] == 0:
            node = self._root
        total = self._values[mcts_kernel.SEATS * node : mcts_kernel.SEATS * node + self._match.players]
        return tuple(float(value) for value in total / self._tree[mcts_kernel.WORDS * node + mcts_kernel.VISITS])

    def advance(self, code: int) -> bool:
        """Go on from the position after an action, with what is known of it; False if that is nothing."""
        for child in self._children(self._root):
            if (
                self._tree[mcts_kernel.WORDS * child + mcts_kernel.CODE] == code
                and self._tree[mcts_kernel.WORDS * child + mcts_kernel.FIRST] >= 0
            ):
                self._root = child
                self._match.game.rules().apply(self._start, code)
                return True
        return False

    def take_up(self, match: Match) -> bool:
        """Serve a match if it stands where the tree was advanced to."""
        if match.setup != self._match.setup or not np.array_equal(match.state, self._start):
            return False
        self._match = match
        return True

    def lines(self) -> list[Line]:
        """List every action with its value, best first.

        An action that was hardly tried may have been lucky, so each value takes in a few visits that
        went as badly as the worst action that was tried often enough.
        """
        match = self._match
        player = match.actor
        assert player is not None
        children = self._children(self._root)
        visits = self._visits(self._root)
        sums = [
            self._values[mcts_kernel.SEATS * child : mcts_kernel.SEATS * child + match.players] for child in children
        ]
        means = [total / many for total, many in zip(sums, visits, strict=True) if many >= DOUBT]
        worst = min(means, key=lambda mean: float(mean[player]), default=defeat(player, match.players))
        lines = []
        for text, child, total, many in zip(match.actions(), children, sums, visits, strict=True):
            values = tuple(float(value) for value in (total + DOUBT * worst) / (many + DOUBT))
            lines.append(Line(text, values[player], many, tuple(self._continuation(child, text)), values))
        return sorted(lines, key=lambda line: (-line.value, -line.visits))

    def _children(self, node: int) -> range:
        first, count = (
            int(self._tree[mcts_kernel.WORDS * node + part]) for part in (mcts_kernel.FIRST, mcts_kernel.COUNT)
        )
        return range(first, first + count)

    def _visits(self, node: int) -> list[int]:
        return [int(self._tree[mcts_kernel.WORDS * child + mcts_kernel.VISITS]) for child in self._children(node)]

    def _continuation(self, node: int, text: str, longest: int = 6) -> list[str]:
        """Follow the most tried decisions from a child of the root, up to the next chance."""
        game, setup, state = self._match.game, self._match.setup, self._match.state
        line = [text]
        game.rules().apply(state, int(self._tree[mcts_kernel.WORDS * node + mcts_kernel.CODE]))
        while len(line) < longest and game.rules().actor(state) >= 0:
            visits = self._visits(node)
            if not visits or max(visits) == 0:
                break
            node = self._children(node)[visits.index(max(visits))]
            code = int(self._tree[mcts_kernel.WORDS * node + mcts_kernel.CODE])
            line.append(game.write(Position(game, setup, state), (code,)))
            game.rules().apply(state, code)
        return line


def defeat(player: int, players: int) -> jit.Scores:
    """Give what it is worth to each player that one gets nothing: the others share it."""
    values = np.full(players, 1.0 / max(players - 1, 1))
    values[player] = 0.0
    return values
