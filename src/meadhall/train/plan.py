"""The numbers of a course: what the shipped net was trained with, and what a CPU can do in a minute."""

from __future__ import annotations

from dataclasses import dataclass, replace

Option = tuple[int, int, int]  # size, movers, reach, as the rules take them

MIX: dict[Option, float] = {  # how many of the games are played with which options
    (8, 0, 0): 0.56,
    (7, 0, 0): 0.12,
    (6, 0, 0): 0.12,
    (5, 0, 0): 0.10,
    (4, 0, 0): 0.03,
    (3, 0, 0): 0.01,
    (8, 1, 0): 0.015,
    (8, 0, 1): 0.015,
    (6, 1, 1): 0.01,
    (5, 1, 0): 0.01,
    (5, 0, 1): 0.01,
}


@dataclass(frozen=True)
class Plan:
    """How a course goes. The numbers here are for a GPU."""

    games: int = 16_384  # played side by side
    blocks: int = 6  # of the net
    width: int = 64
    options: tuple[Option, ...] = tuple(MIX)
    weights: tuple[float, ...] = tuple(MIX.values())
    growth: tuple[tuple[float, int], ...] = ((0, 32), (520, 48), (1040, 64))  # from this second on, so many simulations
    full_every: int = 4  # the other decisions are searched quickly, to get on: only full searches teach opinions
    quick: int = 4  # a quick search has so many times fewer simulations
    wild: float = 0.3  # share of set-ups that are left to chance
    memory: int = 3_000_000  # positions
    batch: int = 8192  # positions learned from at once
    reuse: float = 2.0  # how often each position is learned from
    rates: tuple[tuple[float, float], ...] = ((0, 1.5e-3), (520, 1.2e-3), (1040, 1e-3))  # of learning, likewise
    inertia: float = 0.999  # of the mean net
    row_every: float = 20.0  # seconds between two lines of the report
    age_every: float = 120.0  # seconds between two ages that are kept
    save_every: float = 120.0
    match_games: int = 1024
    match_simulations: int = 32

    @property
    def most(self) -> int:
        """The most simulations of a search."""
        return max(simulations for _, simulations in self.growth)

    def simulations(self, seconds: float, turn: int) -> int:
        """Say how many simulations a search has so many seconds into the course."""
        full = max(step for step in self.growth if step[0] <= seconds)[1]
        return full if self.is_full(turn) else max(full // self.quick, 1)

    def rate(self, seconds: float) -> float:
        """Say how fast to learn so many seconds into the course."""
        return max(step for step in self.rates if step[0] <= seconds)[1]

    def is_full(self, turn: int) -> bool:
        """Say whether this decision of all games is thought about at length."""
        return turn % self.full_every == 0

    def enough(self, steps: int) -> int:
        """Say how many positions there must be to learn from them: a net that knows much waits for a good mix."""
        return self.memory // 2 if steps > 5000 else min(20 * self.batch, self.memory // 4)

    def on_size(self, size: int) -> Plan:
        """Give the same plan with all games on a board of this size."""
        return replace(self, options=((size, 0, 0),), weights=(1.0,))


GPU = Plan()
CPU = Plan(
    games=128,
    blocks=2,
    width=16,
    growth=((0, 16),),
    memory=32_768,
    batch=256,
    rates=((0, 3e-3),),
    inertia=0.99,
    row_every=5.0,
    age_every=20.0,
    save_every=30.0,
    match_games=128,
    match_simulations=8,
).on_size(4)
