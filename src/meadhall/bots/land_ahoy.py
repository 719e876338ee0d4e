"""A player for Land Ahoy! that solves its turn exactly, against what it thinks of every position after it."""

from __future__ import annotations

import math
import time
from functools import cache
from pathlib import Path

import numpy as np

from meadhall.core.errors import BadOption, listed, shown
from meadhall.core.game import Game
from meadhall.core.jit import Mode, Scores
from meadhall.core.match import Match

from .land_ahoy_search import Room
from .land_ahoy_value import FEATURES
from .simple import Bot, Line, check_seconds

WEIGHTS = Path(__file__).parent / "land_ahoy_value.npz"
VALUES = ("points", "lead", "learned")
BATCH = 8  # leaves between two looks at the clock


@cache
def learned(players: int, path: Path = WEIGHTS) -> Scores:
    """Read the net for so many players."""
    with np.load(path) as file:
        if int(file["features"]) != FEATURES:
            raise BadOption(f"the net in {path.name} is for another version of the inputs; it has to be learned again")
        return np.ascontiguousarray(file[f"players{players}"], np.float64)


def weights_for(value: str, players: int) -> Scores:
    """Give the net, or the one number that stands for a look at one's own points or at the lead."""
    if value == "learned":
        return learned(players)
    return np.array([1.0 if value == "lead" else 0.0])


class Navigator(Bot):
    """The action with the best chance not to be last.

    `value` says what it looks at when a turn is over: its own points, the lead, or what it has learned. With `ahead` it
    also solves the next player's turn after every end of its own. With `noise` it slips: an action that is worse by as
    much is chosen about a third as often.
    """

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        value: str = "learned",
        ahead: bool = False,
        noise: float = 0.0,
        mode: Mode = "compiled",
    ) -> None:
        super().__init__(game, seed)
        if game.name != "land-ahoy":
            raise BadOption(f"the navigator plays land-ahoy, not {game.name}")
        if value not in VALUES:
            raise BadOption(f"a navigator's value cannot be {shown(value)}; it can be {listed(VALUES)}")
        self._value, self._ahead, self._noise = value, ahead, noise
        self._room = Room(mode)

    def choose(self, match: Match) -> str:
        self._check(match)
        actions = match.actions()
        if len(actions) == 1:
            return actions[0]
        worths, _ = self._weigh(match, self._ahead, math.inf)
        return actions[self._pick(worths)]

    def analyse(self, match: Match, seconds: float = 2) -> list[Line]:
        """Solve the turn, and as much of the next one as there is time for; best first."""
        self._check(match)
        check_seconds(seconds)
        worths, seen = self._weigh(match, True, time.monotonic() + seconds)
        lines = [Line(action, worth, seen, (action,)) for action, worth in zip(match.actions(), worths, strict=True)]
        return sorted(lines, key=lambda line: -line.value)

    def _weigh(self, match: Match, ahead: bool, deadline: float) -> tuple[list[float], int]:
        """Give what each action is worth, and how many positions were looked at."""
        state, weights = match.state, weights_for(self._value, match.players)
        self._room.weigh(state, weights)
        seen = self._room.leaves
        if ahead:
            looked = 0
            while looked < self._room.leaves and time.monotonic() < deadline:
                seen += self._room.look_ahead(weights, looked, looked + BATCH)
                looked += BATCH
            if looked >= self._room.leaves:  # a look at some leaves alone would compare unlike with unlike
                self._room.weigh_again(state)
        assert match.actor is not None
        return self._room.worths(match.actor), seen

    def _pick(self, worths: list[float]) -> int:
        best = max(worths)
        if self._noise == 0:
            return worths.index(best)
        shares = [math.exp((worth - best) / self._noise) for worth in worths]
        return self._random.choices(range(len(worths)), shares)[0]
