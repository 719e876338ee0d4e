"""A player for Land Ahoy! that solves its turn exactly, against what it thinks of every position after it."""

from __future__ import annotations

import math
import time
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from meadhall.core.errors import BadOption, listed, shown
from meadhall.core.game import Game
from meadhall.core.jit import Mode, Scores, State
from meadhall.core.match import Match
from meadhall.search.bot import Bot, Line, check_seconds

from .rules import ENDED, LUCK, PHASE
from .turn_search import Room
from .value_net import FEATURES

WEIGHTS = Path(__file__).parent / "value_net.npz"
VALUES = ("points", "lead", "learned")
MOST_TURNS = 3  # to look ahead
MOST_POSITIONS = 500_000  # to look at for one decision, where no time is given


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


def ends(game: Game, state: State, code: int) -> bool:
    """Say whether nothing but the dice of the Svens comes after an action: then its worth is no guess."""
    after = state.copy()
    game.rules().apply(after, code)
    return int(after[PHASE]) in (ENDED, LUCK)


class Navigator(Bot):
    """The action with the best chance not to be last.

    `value` says what it looks at when a turn is over: its own points, the lead, or what it has learned. `ahead` says
    how many turns after its own it solves as well, as long as the positions are not too many. With `noise` it slips:
    an action whose chance is worse by as much is chosen about a third as often.
    """

    compiles = True

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        value: str = "learned",
        ahead: int = 0,
        noise: float = 0.0,
        mode: Mode = "compiled",
    ) -> None:
        super().__init__(game, seed)
        if game.name != "land-ahoy":
            raise BadOption(f"the navigator plays land-ahoy, not {game.name}")
        if value not in VALUES:
            raise BadOption(f"a navigator's value cannot be {shown(value)}; it can be {listed(VALUES)}")
        self._value, self._ahead, self._noise, self._mode = value, ahead, noise, mode

    @cached_property
    def _room(self) -> Room:
        """Compile or load the search when it is first needed: whoever makes a bot does not wait for that."""
        return Room(self._mode)

    def choose(self, match: Match) -> str:
        self._check(match)
        actions = match.actions()
        if len(actions) == 1:
            return actions[0]
        self._weigh(match)
        for turns in range(1, self._ahead + 1):
            if not self._look_ahead(match, turns, math.inf):
                break
        return actions[self._pick(self._worths(match))]

    def analyse(self, match: Match, seconds: float = 2) -> list[Line]:
        """Solve the turn, and as many of the next ones as there is time for; best first."""
        self._check(match)
        check_seconds(seconds)
        deadline = time.monotonic() + seconds
        self._weigh(match)
        seen, turns = self._room.leaves, 1
        while turns <= MOST_TURNS:
            more = self._look_ahead(match, turns, deadline)
            if more == 0:
                break
            seen, turns = seen + more, turns + 1
        worths = zip(*(self._room.worths(seat) for seat in range(match.players)), strict=True)
        seat, state = match.actor, match.state
        assert seat is not None
        lines = [
            Line(action, values[seat], seen, (action,), values, ends(self.game, state, code))
            for action, code, values in zip(match.actions(), self.game.codes(state), worths, strict=True)
        ]
        return sorted(lines, key=lambda line: -line.value)

    def _weigh(self, match: Match) -> None:
        self._room.weigh(match.state, weights_for(self._value, match.players))

    def _look_ahead(self, match: Match, turns: int, deadline: float) -> int:
        """Look some turns ahead if that does not take too long; return how many positions it took."""
        if deadline == math.inf and self._room.leaves ** (turns + 1) > MOST_POSITIONS:
            return 0
        seen = self._room.look_ahead(weights_for(self._value, match.players), turns, deadline)
        self._room.weigh_again(match.state)
        return seen

    def _worths(self, match: Match) -> list[float]:
        assert match.actor is not None
        return self._room.worths(match.actor)

    def _pick(self, worths: list[float]) -> int:
        best = max(worths)
        if self._noise == 0:
            return worths.index(best)
        shares = [math.exp((worth - best) / self._noise) for worth in worths]
        return self._random.choices(range(len(worths)), shares)[0]
