"""How a net learns Little Morris."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor, nn

from meadhall.train.plan import Options, Plan, on_cpu
from meadhall.train.training import Training

from . import GAME, rules

MIX: dict[Options, float] = {(0, 40): 0.5, (1, 40): 0.3, (0, 20): 0.1, (1, 20): 0.1}


class Heads(nn.Module):
    """Opinions about points and moves, from what is on all points."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.codes = nn.Linear(9 * width + 2 * width, rules.CODES)

    def forward(self, x: Tensor, view: Tensor) -> tuple[Tensor, ...]:
        return (self.codes(torch.cat([x.flatten(1), view], 1)),)


TRAINING = Training(
    game=GAME,
    board=(3, 3),
    heads=Heads,
    gpu=replace(Plan(MIX), blocks=2, width=32, wild=0.0),
    cpu=on_cpu({(0, 40): 1.0}),
    longest=46,
)
