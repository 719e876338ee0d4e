"""A tree that grows by play-outs, and how it goes about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.jit import Mode, State
from meadhall.core.match import Match

from . import mcts_kernel
from .tree import NODES, SearchTree

RULES = ("actor", "actions", "odds", "apply", "scores", "sample")
ARGUMENTS = ("array",) * 8 + ("scores array",) * 3 + ("number",) * 5


@dataclass(frozen=True)
class SearchParams:
    """How a search goes about it; what each part means stands in mcts.py."""

    curiosity: float = 0.6
    untried: float = 0.15
    ripe: int = 1
    tries: int = 1
    patience: int = 10_000
    margin: float = 0.0
    full_lead: float = 1.0

    def knobs(self, steps: tuple[float, ...]) -> jit.Scores:
        """Give it as the search takes it."""
        return np.array([*astuple(self), *steps], np.float64)


class MctsTree(SearchTree):
    """A tree whose leaves are judged by playing on at random."""

    def __init__(
        self,
        match: Match,
        seed: int,
        manner: SearchParams | None = None,
        mode: Mode = "compiled",
        nodes: int = NODES,
        start: State | None = None,
        functions: Sequence[Any] | None = None,
    ) -> None:
        """Plant a tree; the lab may give other functions for RULES, and an array with more words for them."""
        super().__init__(match, nodes, start)
        game = match.game
        self._functions = functions or game.functions(mode, RULES, by_instinct=("sample",))
        search: Any = jit.twin("meadhall.search.mcts_kernel", mode).search
        self._search = search if mode == "interpreted" else jit.compile_loop(search, *RULES, *ARGUMENTS)
        self._work = (
            self._start,
            self._start.copy(),
            self._start.copy(),
            self._start.copy(),
            np.zeros(game.rules().MAX_ACTIONS, np.int64),
            np.array([seed], np.int64),
            self._tree,
            np.zeros(mcts_kernel.DEEPEST, np.int64),
            np.zeros(2 * mcts_kernel.RESULTS, np.float64),
            self._values,
            (manner or SearchParams()).knobs(game.steps if match.players == 1 else ()),
        )
        self._rest = (match.players, int(game.lowest_loses))

    def grow(self, simulations: int) -> None:
        rest = (self._root, self._used, simulations, *self._rest)
        self._used = int(self._search(*self._functions, *self._work, *rest))
