"""What a batch on a CPU and one on a GPU have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadhall.core.errors import BadOption
from meadhall.core.game import Game, Setup

Array = NDArray[Any]
SEATS = 8  # at most; as in loops.py
ENDS = 2 * SEATS + 1 + SEATS  # last scores, what they are worth, the number of ends, the sums of what they were worth


@dataclass(frozen=True)
class Episodes:
    """What came of playing at random: how many actions, how many games ended, and their mean results by seat."""

    actions: int
    games: int
    results: tuple[float, ...]


def played(actions: int, ends: Array, players: int) -> Episodes:
    """Sum up what `ends` counted."""
    games = int(ends[2 * SEATS])
    sums = ends[2 * SEATS + 1 :][:players]
    return Episodes(actions, games, tuple(float(total) / max(games, 1) for total in sums))


@dataclass(frozen=True)
class Kind:
    """What games a batch is made of."""

    game: Game
    setup: Setup
    n: int
    again: bool  # a game that ends is followed by another one

    @property
    def worth(self) -> tuple[int, int, float]:
        """How `Game.results` reckons: the players, whether the lowest loses, and what is worth all when alone."""
        return self.setup.players, int(self.game.lowest_loses), float(max(self.game.steps, default=1.0))

    def fit(self, free: int | None) -> None:
        """See that there is memory for all games, where it is known how much is free."""
        needed = self.n * (8 * self.game.rules().STATE_SIZE + 6 * 8 + 8 * self.setup.players)
        if free is not None and needed > free:
            told = f"{self.n:,} games of {self.game.name} need {needed / 1e9:,.1f} GB of memory"
            raise BadOption(f"{told}, and there are {free / 1e9:,.1f}; ask for fewer")

    def start(self) -> NDArray[np.int64]:
        """Give the array that all games begin with."""
        return self.game.start(self.setup)
