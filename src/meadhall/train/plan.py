"""The numbers of a course: what suits a GPU, and what a CPU can do in a minute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

Options = tuple[int, ...]  # of a game, as its rules take them


@dataclass(frozen=True)
class Plan:
    """How a course goes. The numbers here are for a GPU."""

    mix: Mapping[Options, float]  # how many of the games are played with which options
    games: int = 16_384  # played side by side
    blocks: int = 6  # of the net
    width: int = 64
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
        """Return how many simulations a search has so many seconds into the course."""
        full = max(step for step in self.growth if step[0] <= seconds)[1]
        return full if self.is_full(turn) else max(full // self.quick, 1)

    def rate(self, seconds: float) -> float:
        """Return how fast to learn so many seconds into the course."""
        return max(step for step in self.rates if step[0] <= seconds)[1]

    def is_full(self, turn: int) -> bool:
        """Return whether this decision of all games is thought about at length."""
        return turn % self.full_every == 0

    def enough(self, steps: int) -> int:
        """Return how many positions there must be to learn from them: a net that knows much waits for a good mix."""
        return self.memory // 2 if steps > 5000 else min(20 * self.batch, self.memory // 4)

    def only(self, options: Options) -> Plan:
        """Return the same plan with these options for all games."""
        return replace(self, mix={options: 1.0})


def on_cpu(mix: Mapping[Options, float]) -> Plan:
    """Return a plan for one core: few games, and a small net."""
    return Plan(
        mix,
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
    )
