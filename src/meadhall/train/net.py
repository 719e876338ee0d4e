"""The net: a small tower of residual blocks that looks at the whole board, with heads for actions and results."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from .room import planes

PLANES, POINTS, CODES = planes.PLANES, planes.POINTS, planes.CODES
SIDE = 8  # points of the largest board in a row
DIRECTIONS = 8
FADE = 1 / 8  # of planes that hold numbers, not marks


class Block(nn.Module):
    """Two convolutions, in every other block with a look at the whole board, and what came in added."""

    def __init__(self, width: int, wide_view: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(width)
        self.view = nn.Linear(2 * width, width) if wide_view else None
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x: Tensor, mask: Tensor, area: Tensor) -> Tensor:
        y = torch.relu(self.first_norm(self.first(x))) * mask
        if self.view is not None:
            y = torch.relu(y + self.view(pooled(y, area))[:, :, None, None]) * mask
        y = self.second_norm(self.second(y))
        return torch.relu(x + y) * mask


def pooled(x: Tensor, area: Tensor) -> Tensor:
    """Give mean and maximum over the board; what lies beside it is zero."""
    return torch.cat([x.sum((2, 3)) / area, x.amax((2, 3))], 1)


class Net(nn.Module):
    """What a position looks like: opinions about actions, chances of the result, and how it may end on each point."""

    def __init__(self, blocks: int = 6, width: int = 64) -> None:
        super().__init__()
        self.blocks_many, self.width = blocks, width
        fade = torch.ones(PLANES)
        fade[list(planes.NUMBERS)] = FADE
        self.fade: Tensor
        self.register_buffer("fade", fade)
        self.stem = nn.Conv2d(PLANES, width, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(width)
        self.blocks = nn.ModuleList([Block(width, number % 2 == 1) for number in range(blocks)])
        self.acts = nn.Conv2d(width, 32, 1)
        self.acts_view = nn.Linear(2 * width, 32)
        self.acts_out = nn.Conv2d(32, 1 + DIRECTIONS, 1)
        self.words = nn.Linear(2 * width, CODES - (1 + DIRECTIONS) * POINTS)  # actions that have no place on the board
        self.result = nn.Sequential(nn.Linear(2 * width, 64), nn.ReLU(), nn.Linear(64, 3))
        self.ends = nn.Conv2d(width, 4, 1)  # own, other, empty; height
        self.lead = nn.Linear(2 * width, 1)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Take planes (n, 64, PLANES); give logits of codes, of win, draw and loss, and of ends, and the lead."""
        x = (planes.to(self.fade.dtype) * self.fade).view(-1, SIDE, SIDE, PLANES).permute(0, 3, 1, 2)
        mask = x[:, :1]
        area = mask.sum((2, 3))
        x = torch.relu(self.stem_norm(self.stem(x))) * mask
        for block in self.blocks:
            x = block(x, mask, area)
        view = pooled(x, area)
        acts = self.acts_out(torch.relu(self.acts(x) + self.acts_view(view)[:, :, None, None]))
        return torch.cat([acts.flatten(1), self.words(view)], 1), self.result(view), self.ends(x), self.lead(view)[:, 0]
