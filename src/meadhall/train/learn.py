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
from .net import PLANES, POINTS, Net
from .plan import Plan
from .room import rules
from .selfplay import Trees
from .symmetry import Symmetry

WEIGHTS = {"opinions": 1.0, "result": 1.0, "owner": 0.2, "height": 0.1, "lead": 0.1}
BITS = 7  # of a height, in the rules' array
LEAD = 1 / 4  # of which the net thinks in ones
OWN, OTHER, NOBODY = 0, 1, 2
WILD = 100.0  # such a heat leaves nothing of opinions and values


def ends(state: Tensor, final: Tensor, came_from: Tensor) -> tuple[Tensor, Tensor]:
    """Say who owned each point at the end, and how high it was; for the net it is as useful as knowing who won."""
    side = torch.where(state[:, rules.PHASE] >= rules.TURN, state[:, rules.SIDE], 0)  # as the planes tell it
    at = came_from.clamp(min=0)
    own = final.gather(1, (rules.BLACK + side)[:, None]) >> at & 1
    other = final.gather(1, (rules.WHITE - side)[:, None]) >> at & 1
    tall = torch.zeros_like(at)
    for k in range(BITS):
        tall += (final[:, rules.HEIGHT + k][:, None] >> at & 1) << k
    return torch.where(own == 1, OWN, torch.where(other == 1, OTHER, NOBODY)), tall


def leads(owner: Tensor, tall: Tensor) -> Tensor:
    """Say by how much the highest stack was higher at the end than the other one's."""
    mine, theirs = (torch.where(owner == who, tall, 0).amax(1) for who in (OWN, OTHER))
    return mine - theirs


def losses(net: Any, memory: Memory, symmetry: Symmetry, batch: int) -> dict[str, Tensor]:
    """Compare what the net thinks of some positions, turned at random, with what became of them."""
    device, kind = symmetry.device, exactness(symmetry.device)
    rows = torch.randint(memory.filled, (batch,), device=device)
    state, final = memory.kept["state"][rows], memory.kept["final"][rows]
    turned = torch.randint(len(symmetry.directions), (batch,), device=device, dtype=torch.int32)
    planes = torch.empty(batch, POINTS, PLANES, dtype=torch.uint8, device=device)
    symmetry.see(state, turned, planes)
    size, turn = state[:, rules.SIZE], turned.long()
    codes = symmetry.codes[size, turn]
    policy = memory.kept["policy"][rows].float().gather(1, codes.clamp(min=0)) * (codes >= 0)
    policy = policy / policy.sum(1, keepdim=True).clamp(min=1e-6)
    with torch.autocast(device, kind, enabled=kind != torch.float32):
        logits, result, ending, lead = (part.float() for part in net(planes))
    logits = logits.masked_fill(policy <= 0, -30.0)  # opinions about actions that are not legal are nobody's business
    weight = memory.kept["weight"][rows].float()
    opinions = -(policy * F.log_softmax(logits, 1)).sum(1)
    doubt = -(policy * policy.clamp(min=1e-8).log()).sum(1)
    outcome = memory.kept["result"][rows].float()
    target = torch.stack([outcome == 1, outcome == 0.5, outcome == 0], 1).float()
    came_from = symmetry.points[size, turn].long()
    owner, tall = ends(state, final, came_from)
    who = F.cross_entropy(ending[:, :3].flatten(2), owner, reduction="none")
    high = F.smooth_l1_loss(ending[:, 3].flatten(1), torch.log2(1.0 + tall.float()), reduction="none")
    ahead = F.smooth_l1_loss(lead, LEAD * leads(owner, tall).float())
    board = came_from >= 0
    many = board.sum(1)
    return {
        "opinions": (weight * (opinions - doubt)).sum() / weight.sum().clamp(min=1),
        "result": -(target * F.log_softmax(result, 1)).sum(1).mean(),
        "owner": ((who * board).sum(1) / many).mean(),
        "height": ((high * board).sum(1) / many).mean(),
        "lead": ahead,
    }


class Course:
    """A course of learning: games that go on side by side, what they taught, and the net that they teach."""

    def __init__(self, plan: Plan, device: str, net: Net) -> None:
        self.plan, self.device = plan, device
        self.symmetry = Symmetry(device)
        self.net = net.to(device)
        if device == "cuda":
            self.net = self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.mean = copy.deepcopy(self.net)  # what is learned, averaged: steadier than the net itself
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=plan.rate(0), weight_decay=1e-4)
        self.memory = Memory(plan.games, plan.memory, device)
        self.steps = self.evaluations = self.positions = 0
        self.seconds = 0.0
        self.playing = self.learning = 0.0  # seconds of this run
        self.log: list[dict[str, Any]] = []
        self._sums, self._counted = self._no_losses(), 0
        self._call: Any = torch.compile(self.net, dynamic=False) if device == "cuda" else self.net
        self._options = torch.tensor(plan.options, dtype=torch.int64, device=device)
        self._weights = torch.tensor(plan.weights, device=device)
        self._trees = Trees(plan.games, plan.most, device, self.symmetry)
        self._trees.renew(self._options, self._weights)
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
        self._trees.renew(self._options, self._weights)
        self.evaluations += self.plan.games * (simulations + 1)
        self.positions += self.plan.games

    def _heat(self) -> Tensor:
        """Leave some set-ups to chance.

        Left to itself the net sets up what it thinks is even, a few openings over and over, and never learns what to
        make of the odd ones that people try.
        """
        drawn = torch.rand(self.plan.games, device=self.device) < self.plan.wild
        return torch.where(self._trees.setting_up() & drawn, WILD, 1.0)

    def _learn(self, slower: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate(self.seconds) * slower
        self.net.train()
        self._debt += self.plan.reuse * self.plan.games
        while self._debt >= self.plan.batch:
            self._debt -= self.plan.batch
            parts = losses(self._call, self.memory, self.symmetry, self.plan.batch)
            loss = torch.stack([WEIGHTS[name] * part for name, part in parts.items()]).sum()
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
        return {name: torch.zeros((), device=self.device) for name in WEIGHTS}

    def mean_losses(self) -> dict[str, float]:
        """Give the mean of each loss since this was asked last; nothing where nothing was learned."""
        found = {name: float(value) / self._counted for name, value in self._sums.items()} if self._counted else {}
        self._sums, self._counted = self._no_losses(), 0
        return found
