"""What is learned from: positions of finished games, what the search thought of them, and how it ended."""

from __future__ import annotations

import torch
from torch import Tensor

from .selfplay import Trees
from .training import Training


class Memory:
    """Positions of finished games, the oldest overwritten by the newest; and those of games that go on."""

    def __init__(self, training: Training, games: int, size: int, device: str) -> None:
        def zeros(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        i64, f16, rules = torch.int64, torch.float16, training.rules
        self.size, self.longest = size, training.longest
        self.now = {
            "state": zeros(games, self.longest, rules.STATE_SIZE, kind=i64),
            "policy": zeros(games, self.longest, rules.CODES, kind=f16),
            "weight": zeros(games, self.longest, kind=f16),
            "player": zeros(games, self.longest, kind=torch.int8),
        }
        self.length = zeros(games, kind=i64)
        self.kept = {name: zeros(size, *array.shape[2:], kind=array.dtype) for name, array in self.now.items()}
        self.kept["result"] = zeros(size, kind=f16)  # of the player to decide
        self.kept["final"] = zeros(size, rules.STATE_SIZE, kind=i64)
        self.next, self.filled, self.games_over = 0, 0, 0
        self._row = torch.arange(games, device=device)

    def note(self, trees: Trees, weight: float) -> None:
        """Note what was decided, before it is played."""
        at = self.length.clamp(max=self.longest - 1)
        self.now["state"][self._row, at] = trees.current
        self.now["policy"][self._row, at] = trees.policy.half()
        self.now["weight"][self._row, at] = weight
        self.now["player"][self._row, at] = trees.player.to(torch.int8)
        self.length = (self.length + 1).clamp(max=self.longest)

    def harvest(self, trees: Trees) -> None:
        """Keep the positions of games that have just ended."""
        ended = trees.over.nonzero()[:, 0]
        if len(ended) == 0:
            return
        self.games_over += len(ended)
        inside = torch.arange(self.longest, device=ended.device)[None] < self.length[ended][:, None]
        game, at = (found[-self.size :] for found in inside.nonzero(as_tuple=True))
        rows, many = ended[game], len(game)
        where = (torch.arange(many, device=ended.device) + self.next) % self.size
        for name, array in self.now.items():
            self.kept[name][where] = array[rows, at]
        first = trees.result[rows]
        self.kept["result"][where] = torch.where(self.now["player"][rows, at] == 0, first, 1 - first).half()
        self.kept["final"][where] = trees.current[rows]
        self.length[ended] = 0
        self.next = (self.next + many) % self.size
        self.filled = min(self.filled + many, self.size)
