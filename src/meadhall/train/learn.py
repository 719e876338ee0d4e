"""Learn from games against oneself."""

from __future__ import annotations

import copy
import time
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from .fast import Fast, exactness, wait
from .memory import Memory
from .net import Net
from .plan import Plan
from .selfplay import Trees
from .symmetry import Symmetry
from .training import Training

WILD = 100.0  # such a heat leaves nothing of opinions and values


def losses(net: Any, memory: Memory, symmetry: Symmetry, batch: int) -> dict[str, Tensor]:
    """Compare what the net thinks of some positions, turned at random, with what became of them."""
    training, device, kind = symmetry.training, symmetry.device, exactness(symmetry.device)
    rows = torch.randint(memory.filled, (batch,), device=device)
    state, final = memory.kept["state"][rows], memory.kept["final"][rows]
    turned = torch.randint(len(symmetry.directions), (batch,), device=device, dtype=torch.int32)
    planes = torch.empty(batch, training.planes.POINTS, training.planes.PLANES, dtype=torch.uint8, device=device)
    symmetry.see(state, turned, planes)
    board, turn = symmetry.boards(state), turned.long()
    codes = symmetry.codes[board, turn]
    policy = memory.kept["policy"][rows].float().gather(1, codes.clamp(min=0)) * (codes >= 0)
    policy = policy / policy.sum(1, keepdim=True).clamp(min=1e-6)
    with torch.autocast(device, kind, enabled=kind != torch.float32):
        logits, result, *more = (part.float() for part in net(planes))
    logits = logits.masked_fill(policy <= 0, -30.0)  # opinions about actions that are not legal are nobody's business
    weight = memory.kept["weight"][rows].float()
    opinions = -(policy * F.log_softmax(logits, 1)).sum(1)
    doubt = -(policy * policy.clamp(min=1e-8).log()).sum(1)
    outcome = memory.kept["result"][rows].float()
    target = torch.stack([outcome == 1, outcome == 0.5, outcome == 0], 1).float()
    found = {
        "opinions": (weight * (opinions - doubt)).sum() / weight.sum().clamp(min=1),
        "result": -(target * F.log_softmax(result, 1)).sum(1).mean(),
    }
    if training.auxiliary_losses is not None:
        found |= training.auxiliary_losses(state, final, symmetry.points[board, turn].long(), more)
    return found


class Course:
    """A course of learning: games that go on side by side, what they taught, and the net that they teach."""

    def __init__(self, training: Training, plan: Plan, device: str, net: Net) -> None:
        self.training, self.plan, self.device = training, plan, device
        self.symmetry = Symmetry(training, device)
        self.net = net.to(device)
        if device == "cuda":
            self.net = self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.mean = copy.deepcopy(self.net)  # what is learned, averaged: steadier than the net itself
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=plan.rate(0), weight_decay=1e-4)
        self.memory = Memory(training, plan.games, plan.memory, device)
        self.steps = self.evaluations = self.positions = 0
        self.seconds = 0.0
        self.playing = self.learning = 0.0  # seconds of this run
        self.log: list[dict[str, Any]] = []
        self._sums, self._counted = self._no_losses(), 0
        self._call: Any = torch.compile(self.net, dynamic=False) if device == "cuda" else self.net
        self._trees = Trees(plan.games, plan.most, plan.mix, self.symmetry)
        self._trees.renew()
        self._rounds, self._debt = 0, 0.0
        self.fast = Fast(self.mean, plan.games, device)

    def restore(self, kept: dict[str, Any]) -> None:
        """Take up the course that a checkpoint tells of; its games begin anew."""
        self.net.load_state_dict(kept["net"])
        self.mean.load_state_dict(kept["mean"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.steps, self.evaluations, self.positions = kept["steps"], kept["evaluations"], kept["positions"]
        self.seconds, self.log, self.memory.games_over = kept["seconds"], kept["log"], kept["games"]
        self.fast.take(self.mean)

    def round(self, slower: float = 1.0) -> None:
        """Play one decision of every game, and learn what is due, at this part of the full rate."""
        start = time.monotonic()
        self._play()
        wait(self.device)
        played = time.monotonic()
        if self.memory.filled > self.plan.enough(self.steps):
            self._learn(slower)
            wait(self.device)
        self.playing += played - start
        self.learning += time.monotonic() - played
        self.seconds += time.monotonic() - start

    def _play(self) -> None:
        self._rounds += 1
        full = self.plan.is_full(self._rounds)
        simulations = self.plan.simulations(self.seconds, self._rounds)
        self._trees.search(self.fast, simulations, self._heat())
        self.memory.note(self._trees, 1.0 if full else 0.0)
        self._trees.play()
        self.memory.harvest(self._trees)
        self._trees.renew()
        self.evaluations += self.plan.games * (simulations + 1)
        self.positions += self.plan.games

    def _heat(self) -> Tensor | float:
        """Leave some set-ups to chance, in games that have one.

        Left to itself the net sets up what it thinks is even, a few openings over and over, and never learns what to
        make of the odd ones that people try.
        """
        if self.training.setting_up is None:
            return 1.0
        drawn = torch.rand(self.plan.games, device=self.device) < self.plan.wild
        return torch.where(self.training.setting_up(self._trees.current) & drawn, WILD, 1.0)

    def _learn(self, slower: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate(self.seconds) * slower
        self.net.train()
        self._debt += self.plan.reuse * self.plan.games
        while self._debt >= self.plan.batch:
            self._debt -= self.plan.batch
            parts = losses(self._call, self.memory, self.symmetry, self.plan.batch)
            loss = torch.stack([self.training.weights[name] * part for name, part in parts.items()]).sum()
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()
            self.steps += 1
            self._average()
            for name, part in parts.items():
                self._sums[name] += part.detach()
            self._counted += 1
        self.fast.take(self.mean)

    def _average(self) -> None:
        slow = min(self.plan.inertia, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for mine, theirs in zip(self.mean.state_dict().values(), self.net.state_dict().values(), strict=True):
                if mine.is_floating_point():
                    mine.lerp_(theirs, 1 - slow)
                else:
                    mine.copy_(theirs)

    def _no_losses(self) -> dict[str, Tensor]:
        return {name: torch.zeros((), device=self.device) for name in self.training.weights}

    def mean_losses(self) -> dict[str, float]:
        """Return the mean of each loss since this was asked last; nothing where nothing was learned."""
        found = {name: float(value) / self._counted for name, value in self._sums.items()} if self._counted else {}
        self._sums, self._counted = self._no_losses(), 0
        return found
