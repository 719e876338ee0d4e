"""A player that searches a tree, and the tree as something to ask."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.game import Game
from meadhall.core.jit import Mode, State
from meadhall.core.match import Match

from . import mcts
from .simple import Bot, Line

RULES = ("actor", "actions", "odds", "apply", "scores", "sample")
ARRAYS = ("array",) * 6 + ("scores array",) * 2 + ("number",) * 4 + ("fraction",)
NODES = 400_000
BATCH = 64  # simulations between two looks at the clock


class Searcher:
    """A tree that grows from one position."""

    def __init__(self, match: Match, seed: int, mode: Mode = "compiled", nodes: int = NODES) -> None:
        game = match.game
        self._match = match
        self._functions = game.functions(mode, RULES)
        search: Any = jit.twin("meadhall.bots.mcts", mode).search
        self._search = search if mode == "interpreted" else jit.compile_loop(search, *RULES, *ARRAYS)
        start = match.state
        self._tree: State = np.zeros(mcts.WORDS * nodes, np.int64)
        self._tree[mcts.FIRST] = -1
        self._values = np.zeros(mcts.SEATS * nodes, np.float64)
        self._work = (
            start,
            start.copy(),
            np.zeros(game.rules().MAX_ACTIONS, np.int64),
            np.array([seed], np.int64),
            self._tree,
            np.zeros(mcts.DEEPEST, np.int64),
            np.zeros(8, np.float64),
            self._values,
        )
        self._rest = (match.players, int(game.lowest_loses), game.full_marks)
        self._used = 1
        self.simulations = 0

    def grow(self, simulations: int) -> None:
        """Run some simulations more."""
        self._used = int(self._search(*self._functions, *self._work, self._used, simulations, *self._rest))
        self.simulations += simulations

    def grow_for(self, seconds: float) -> None:
        """Run simulations until the time is over, at least a few."""
        deadline = time.monotonic() + seconds
        self.grow(BATCH)
        while time.monotonic() < deadline:
            self.grow(BATCH)

    def lines(self) -> list[Line]:
        """List every action with its value, the most tried one first."""
        match, tree = self._match, self._tree
        player = match.actor
        assert player is not None
        first = int(tree[mcts.FIRST])
        lines = []
        for i, text in enumerate(match.actions()):
            visits = int(tree[mcts.WORDS * (first + i) + mcts.VISITS])
            value = float(self._values[mcts.SEATS * (first + i) + player]) / visits if visits else 0.0
            lines.append(Line(text, value, visits, tuple(self._continuation(first + i, text))))
        return sorted(lines, key=lambda line: (-line.visits, -line.value))

    def _continuation(self, node: int, text: str, longest: int = 6) -> list[str]:
        """Follow the most tried decisions from a child of the root, up to the next chance."""
        game, setup, state = self._match.game, self._match.setup, self._match.state
        line = [text]
        game.rules().apply(state, int(self._tree[mcts.WORDS * node + mcts.CODE]))
        while len(line) < longest and game.rules().actor(state) >= 0:
            node = self._most_tried(node)
            if node < 0:
                break
            code = int(self._tree[mcts.WORDS * node + mcts.CODE])
            line.append(game.write(setup, state, (code,)))
            game.rules().apply(state, code)
        return line

    def _most_tried(self, node: int) -> int:
        first, count = (int(self._tree[mcts.WORDS * node + part]) for part in (mcts.FIRST, mcts.COUNT))
        visits = [int(self._tree[mcts.WORDS * (first + i) + mcts.VISITS]) for i in range(count)]
        return first + visits.index(max(visits)) if count and first >= 0 and max(visits) > 0 else -1


class Search(Bot):
    """The action that was tried most, after some simulations or some seconds."""

    def __init__(
        self, game: Game, seed: int | None = None, simulations: int | None = None, seconds: float = 1.0
    ) -> None:
        super().__init__(game, seed)
        self._simulations, self._seconds = simulations, seconds

    def choose(self, match: Match) -> str:
        self._check(match)
        actions = match.actions()
        if len(actions) == 1:
            return actions[0]
        searcher = Searcher(match, self._random.getrandbits(62))
        if self._simulations is not None:
            searcher.grow(self._simulations)
        else:
            searcher.grow_for(self._seconds)
        return searcher.lines()[0].action
