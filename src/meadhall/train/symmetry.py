"""The eight ways to turn and mirror a board, and what the net sees of positions that are turned."""

from __future__ import annotations

import torch
from torch import Tensor

from .launch import kernel, shared
from .net import POINTS
from .room import planes


class Symmetry:
    """The tables of symmetries on a device, and what the net sees of positions."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.points = torch.tensor(planes.POINT_SEEN, dtype=torch.int32, device=device)
        self.directions = torch.tensor(planes.WAY_SEEN, dtype=torch.int32, device=device)
        self.codes = torch.tensor(planes.CODE_SEEN, device=device)

    def see(self, states: Tensor, turned: Tensor, seen: Tensor) -> None:
        """Describe positions for the net, each as it looks after its symmetry; they are prepared."""
        arrays = (states, turned, self.points, self.directions, seen)
        kernel("see", self.device)(POINTS * len(states), *map(shared, arrays))
