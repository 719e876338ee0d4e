"""Thousands of games against itself, all a decision further at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, log2
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .launch import kernel, shared, tree
from .plan import Options
from .symmetry import Symmetry

Judge = Callable[[Tensor], tuple[Tensor, Tensor]]  # planes to logits and values


def considered(actions: int, simulations: int) -> list[int]:
    """Return for each simulation how often an action must have been tried to be chosen: by halves fewer are left."""
    if actions <= 1:
        return list(range(simulations))
    rounds, left = ceil(log2(actions)), actions
    sequence: list[int] = []
    tried = [0] * actions
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            sequence += tried[:left]
            tried[:left] = [n + 1 for n in tried[:left]]
        left = max(2, left // 2)
    return sequence[:simulations]


def schedule(widest: int, simulations: int) -> NDArray[Any]:
    """Return the table of `considered` for up to so many actions."""
    return np.array([considered(max(n, 1), simulations) for n in range(widest + 1)], np.int32)


class Trees:
    """A tree for each game, and the games."""

    def __init__(self, games: int, most: int, mix: Mapping[Options, float], symmetry: Symmetry) -> None:
        """Make room for so many games, with options drawn from a mix, and for so many simulations of each search."""
        self.games, self.most, self.symmetry = games, most, symmetry
        self.training, device = symmetry.training, symmetry.device
        self._package, self._device = self.training.game.package, device
        rules, planes = self.training.rules, self.training.planes
        size, edges, nodes = rules.STATE_SIZE, rules.MAX_ACTIONS, most + 1

        def zeros(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        i64, i32, i16, f32 = torch.int64, torch.int32, torch.int16, torch.float32
        self.current = zeros(games, size, kind=i64)
        self.player = zeros(games, kind=i32)
        self.states = zeros(games, nodes, size, kind=i64)
        self.visits, self.worth = zeros(games, nodes, kind=i32), zeros(games, nodes, kind=f32)
        self.many = zeros(games, nodes, kind=i32)
        self.code, self.child = zeros(games, nodes, edges, kind=i16), zeros(games, nodes, edges, kind=i16)
        self.prior = zeros(games, nodes, edges, kind=f32)
        self.info, self.path = zeros(games, 4, kind=i32), zeros(games, nodes + 1, kind=i32)
        self.judged, self.weighing = zeros(games, kind=f32), zeros(games, 4, kind=f32)
        self.out, self.points = zeros(games, edges, kind=i64), zeros(games, 2, kind=torch.float64)
        self.noise = zeros(games, edges, kind=f32)
        self.policy = zeros(games, rules.CODES, kind=f32)
        self.chosen = zeros(games, kind=i64)
        self.over, self.result = torch.ones(games, dtype=i32, device=device), zeros(games, kind=f32)
        self.leaves = zeros(games, size, kind=i64)
        self.straight = zeros(games, kind=i32)
        self.planes = zeros(games, planes.POINTS, planes.PLANES, kind=torch.uint8)
        self._options = torch.tensor(list(mix), dtype=i64, device=device)
        self._weights = torch.tensor(list(mix.values()), dtype=f32, device=device)
        self._schedules: dict[tuple[int, int], Tensor] = {}

    def _run(self, name: str, *arrays: Tensor | int) -> None:
        run = kernel(self._package, name, self._device)
        run(self.games, *(shared(a) if isinstance(a, Tensor) else a for a in arrays))

    def renew(self) -> None:
        """Begin new games where some are over; note who decides in each game."""
        pick = torch.multinomial(self._weights, self.games, replacement=True)
        self._run("renew", self.current, self.over, self._options, pick)
        self._run("whose", self.current, self.player)

    def _judge(self, judge: Judge) -> None:
        leaf = self.info[:, tree(self._package).LEAF].long()[:, None, None].expand_as(self.leaves[:, None])
        torch.gather(self.states, 1, leaf, out=self.leaves[:, None])
        self.symmetry.see(self.leaves, self.straight, self.planes)
        logits, values = judge(self.planes)
        self._run(
            "judge", logits, values, self.states, self.visits, self.worth, self.many, self.code, self.prior,
            self.child, self.info, self.path, self.judged, self.out, self.points,
        )  # fmt: skip

    def search(self, judge: Judge, simulations: int, heat: Tensor | float = 1.0, widest: int = 16) -> None:
        """Think about every game, and choose an action for each.

        Heat says how much chance (Gumbel's random numbers) has its say beside opinion and value: at 1 a search of one
        simulation plays each action as often as the net thinks of it, at 0 there is no chance at all.
        """
        key = (widest, simulations)
        if key not in self._schedules:
            self._schedules[key] = torch.tensor(schedule(*key), device=self._device)
        due = self._schedules[key]
        self.noise.exponential_().clamp_(min=1e-20).log_().neg_()
        self.noise.mul_(heat[:, None] if isinstance(heat, Tensor) else heat)
        self._run("begin", self.current, self.states, self.visits, self.worth, self.many, self.info, self.path)
        self._judge(judge)
        for sim in range(simulations):
            self._run(
                "descend", sim, due, self.states, self.visits, self.worth, self.many, self.code, self.prior,
                self.child, self.info, self.path, self.judged, self.noise, self.weighing,
            )  # fmt: skip
            self._judge(judge)
        self.policy.zero_()
        self._run(
            "decide", self.states, self.visits, self.worth, self.many, self.code, self.prior, self.child,
            self.judged, self.noise, self.weighing, self.policy, self.chosen,
        )  # fmt: skip

    def play(self) -> None:
        """Play what was chosen."""
        self._run("play", self.current, self.chosen, self.over, self.result, self.points)
