"""The net: a small tower of residual blocks that looks at the whole board, with heads for actions and results."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from .training import Training

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
    """Return mean and maximum over the board; what lies beside it is zero."""
    return torch.cat([x.sum((2, 3)) / area, x.amax((2, 3))], 1)


def values(result: Tensor) -> Tensor:
    """Return what positions are worth, from 0 to 1, as the net's numbers for win, draw and loss say."""
    chances = torch.softmax(result, 1)
    return chances[:, 0] + 0.5 * chances[:, 1]


class Net(nn.Module):
    """What a position looks like: opinions about actions, chances of the result, and what else the room's heads tell.

    The heads take the tower's last layer (n, width, rows, points in a row) and a view of the whole board
    (n, 2 * width), and give logits of all codes first.
    """

    def __init__(self, training: Training, blocks: int, width: int) -> None:
        super().__init__()
        self.blocks_many, self.width = blocks, width
        self.board, self.points, self.planes = training.board, training.planes.POINTS, training.planes.PLANES
        fade = torch.ones(self.planes)
        fade[list(training.planes.NUMBERS)] = FADE
        self.fade: Tensor
        self.register_buffer("fade", fade)
        self.stem = nn.Conv2d(self.planes, width, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(width)
        self.blocks = nn.ModuleList([Block(width, number % 2 == 1) for number in range(blocks)])
        self.result = nn.Sequential(nn.Linear(2 * width, 64), nn.ReLU(), nn.Linear(64, 3))
        self.heads = training.heads(width)

    def forward(self, planes: Tensor) -> tuple[Tensor, ...]:
        """Take planes (n, points, planes); return logits of codes, of win, draw and loss, and what else is told."""
        x = (planes.to(self.fade.dtype) * self.fade).view(-1, *self.board, self.planes).permute(0, 3, 1, 2)
        mask = x[:, :1]
        area = mask.sum((2, 3))
        x = torch.relu(self.stem_norm(self.stem(x))) * mask
        for block in self.blocks:
            x = block(x, mask, area)
        view = pooled(x, area)
        logits, *more = self.heads(x, view)
        return logits, self.result(view), *more
