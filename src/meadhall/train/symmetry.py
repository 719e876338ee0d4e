"""The ways to turn and mirror a board, and what the net sees of positions that are turned."""

from __future__ import annotations

import torch
from torch import Tensor

from .launch import kernel, shared
from .training import Training


class Symmetry:
    """The tables of a game's symmetries on a device, and what the net sees of positions."""

    def __init__(self, training: Training, device: str) -> None:
        self.training, self.device = training, device
        planes = training.planes
        self.points = torch.tensor(planes.POINT_SEEN, dtype=torch.int32, device=device)
        self.directions = torch.tensor(planes.WAY_SEEN, dtype=torch.int32, device=device)
        self.codes = torch.tensor(planes.CODE_SEEN, device=device)

    def boards(self, states: Tensor) -> Tensor:
        """Return on which board each position lies: the first index of the tables."""
        found = torch.empty(len(states), dtype=torch.int64, device=self.device)
        kernel(self.training.game.package, "which_board", self.device)(len(states), shared(states), shared(found))
        return found

    def see(self, states: Tensor, turned: Tensor, seen: Tensor) -> None:
        """Describe positions for the net, each as it looks after its symmetry; they are prepared."""
        arrays = (states, turned, self.points, self.directions, seen)
        run = kernel(self.training.game.package, "see", self.device)
        run(seen.shape[1] * len(states), *map(shared, arrays))
