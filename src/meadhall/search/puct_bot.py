"""A player that searches a tree with a net's help."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.game import Game
from meadhall.core.jit import Mode
from meadhall.core.match import Match

from . import puct_kernel
from .mcts_bot import MctsBot
from .nets import Evaluator
from .tree import NODES, SearchTree, nodes_for

GATHER, ABSORB = ("actor", "apply", "scores"), ("actor", "actions")
GATHER_ARGUMENTS = (*GATHER, *("array",) * 6, *("scores array",) * 3, *("number",) * 2)
ABSORB_ARGUMENTS = (*ABSORB, *("array",) * 6, *("scores array",) * 3, *("number",) * 2)
AT_ONCE = 8  # positions that the net judges together: more of them take as much time each


@dataclass(frozen=True)
class Guidance:
    """How a guided search goes about it; what each part means stands in puct.py."""

    curiosity: float = 0.35  # of 40 games each 0.45 won 25 against 0.7, and 0.3 won 23 against 0.45
    caution: float = 0.1


class PuctTree(SearchTree):
    """A tree whose leaves are judged by a net."""

    at_most = 32

    def __init__(
        self,
        match: Match,
        seed: int,
        net: Evaluator,
        guidance: Guidance | None = None,
        mode: Mode = "compiled",
        nodes: int = NODES,
    ) -> None:
        super().__init__(match, nodes)
        game, size = match.game, self._start.size
        self._net, self._seed = net, seed
        search: Any = jit.twin("meadhall.search.puct_kernel", mode)
        self._gather, self._absorb = search.gather, search.absorb
        if mode != "interpreted":
            jit.compile_loop(self._gather, *GATHER_ARGUMENTS)
            jit.compile_loop(self._absorb, *ABSORB_ARGUMENTS)
        self._gathering, self._absorbing = game.functions(mode, GATHER), game.functions(mode, ABSORB)
        self._state, self._out = self._start.copy(), np.zeros(game.rules().MAX_ACTIONS, np.int64)
        self._path, self._depths = np.zeros(puct_kernel.DEEPEST * AT_ONCE, np.int64), np.zeros(AT_ONCE, np.int64)
        self._leaves, self._points = np.zeros((AT_ONCE, size), np.int64), np.zeros(match.players, np.float64)
        self._knobs = np.array(astuple(guidance or Guidance()), np.float64)

    def grow(self, simulations: int) -> None:
        aim = self.simulations + simulations
        while (left := aim - self.simulations) > 0:
            want = min(AT_ONCE, left, 1 + self.simulations // AT_ONCE)
            self._simulate(want)

    def merits(self) -> list[float]:
        """Count visits, and among equals what the net thinks."""
        liked = [
            float(self._values[puct_kernel.SEATS * child + puct_kernel.OPINION]) for child in self._children(self._root)
        ]
        return [visits + opinion for visits, opinion in zip(self._visits(self._root), liked, strict=True)]

    def _simulate(self, want: int) -> None:
        ways = (self._tree, self._path, self._depths, self._leaves.reshape(-1))
        arrays = (self._start, self._state, *ways, self._points, self._values, self._knobs)
        found = int(self._gather(*self._gathering, *arrays, self._root, want))
        if found:
            opinions, judged = self._net.evaluate(self._leaves[:found], self._seed)
            arrays = (self._state, self._out, *ways, self._values, opinions.reshape(-1), judged)
            self._used = int(self._absorb(*self._absorbing, *arrays, self._used, found))


class PuctBot(MctsBot):
    """The action that was tried most, by a search that a net guides."""

    def __init__(
        self,
        game: Game,
        seed: int | None,
        net: Evaluator,
        simulations: int | None = None,
        seconds: float | None = None,
        ending: int = 0,
        fancy: float = 0.0,
        proofs: bool = False,
    ) -> None:
        """Prepare a player; one with some fancy may also take what speaks less for itself, at 1 in proportion."""
        super().__init__(game, seed, simulations=simulations, seconds=seconds, ending=ending, proofs=proofs)
        self._net, self._fancy = net, fancy
        self._followed = 0  # entries of the match that the kept tree knows

    def _plant(self, match: Match, seconds: float, analysing: bool = False) -> SearchTree:
        return PuctTree(match, self._random.getrandbits(62), self._net, nodes=nodes_for(seconds))

    def _pick(self, match: Match, searcher: SearchTree) -> str:
        if not self._fancy:
            return searcher.best()
        merits = searcher.merits()
        weights = [(merit / max(merits)) ** (1 / self._fancy) for merit in merits]
        return self._random.choices(match.actions(), weights)[0]

    def _prepared(self, match: Match) -> SearchTree:
        """Take the tree of the last decision, as far as it grew where the match went since, or plant one."""
        tree, self._searcher = self._searcher, None
        if tree is not None and tree.has_room() and match.setup == tree.setup:
            codes = [code for entry in match.entries[self._followed :] for code in entry.codes]
            if all(tree.advance(code) for code in codes) and tree.take_up(match):
                return tree
        return self._plant(match, self._seconds)

    def _keep(self, match: Match, searcher: SearchTree, chosen: str) -> None:
        (code,) = self.game.read(match.current, chosen)
        if searcher.advance(code):
            self._searcher, self._followed = searcher, len(match.entries) + 1
