"""The eight ways to turn and mirror a board, and what the net sees of positions that are turned."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .launch import kernel, shared
from .net import CODES, POINTS, SIDE
from .room import rules

SYMMETRIES = 8
WAYS = [(step - SIDE * round(step / SIDE), round(step / SIDE)) for step in rules.STEP]  # files and ranks of a step


def turned(symmetry: int, x: float, y: float) -> tuple[float, float]:
    """Turn a place, seen from the middle, by quarters, and mirror it from the fifth symmetry on."""
    for _ in range(symmetry % 4):
        x, y = -y, x
    return (y, x) if symmetry >= 4 else (x, y)


def symmetries() -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Give for each size and symmetry where each point comes from (-1 beside the board), directions, and codes."""
    sizes = len(rules.BOARD)
    points = np.full((sizes, SYMMETRIES, POINTS), -1, np.int32)
    directions = np.zeros((SYMMETRIES, len(WAYS)), np.int32)
    codes = np.zeros((sizes, SYMMETRIES, CODES), np.int64)
    for turn in range(SYMMETRIES):
        directions[turn] = [WAYS.index((round(x), round(y))) for x, y in (turned(turn, *way) for way in WAYS)]
        for size in range(1, sizes):
            middle = (size - 1) / 2
            for y in range(size):
                for x in range(size):
                    a, b = turned(turn, x - middle, y - middle)
                    points[size, turn, SIDE * y + x] = SIDE * round(b + middle) + round(a + middle)
            seen = np.maximum(points[size, turn], 0)
            codes[size, turn, :POINTS] = seen
            for k, way in enumerate(directions[turn]):
                first = rules.FIRST_MOVE + POINTS * k
                codes[size, turn, first : first + POINTS] = rules.FIRST_MOVE + POINTS * way + seen
            codes[size, turn, rules.PASS :] = range(rules.PASS, CODES)
    return points, directions, codes


class Symmetry:
    """The tables of symmetries on a device, and what the net sees of positions."""

    def __init__(self, device: str) -> None:
        self.device = device
        points, directions, codes = symmetries()
        self.points = torch.tensor(points, device=device)
        self.directions = torch.tensor(directions, device=device)
        self.codes = torch.tensor(codes, device=device)

    def see(self, states: Tensor, turned: Tensor, seen: Tensor) -> None:
        """Describe positions for the net, each as it looks after its symmetry; they are prepared."""
        arrays = (states, turned, self.points, self.directions, seen)
        kernel("see", self.device)(POINTS * len(states), *map(shared, arrays))
