"""Simple players, the floor that every other bot has to beat: random, a beginner, greedy."""

from __future__ import annotations

import math
from copy import copy
from functools import cached_property
from typing import Any

import numpy as np

from meadhall.core import jit, standing
from meadhall.core.game import Game
from meadhall.core.jit import Mode
from meadhall.core.match import Match
from meadhall.core.position import Position

from . import greedy_kernel
from .bot import Bot

RULES = ("actor", "actions", "odds", "apply")
ARGUMENTS = ("array",) * 8 + ("scores array",) * 3 + ("number",) * 3
MOST_SEATS = 8


class Random(Bot):
    """Any legal action, all equally likely."""

    def choose(self, match: Match) -> str:
        self._check(match)
        return self._random.choice(match.actions())

    def choose_code(self, match: Match) -> int:
        """Choose the number of an action, without writing all of them down."""
        self._check(match)
        return self._random.choice(match.codes())


class Beginner(Bot):
    """Looks at a few turns as they come to mind, and takes the one that leads furthest."""

    def __init__(self, game: Game, seed: int | None = None, looks: int = 4) -> None:
        super().__init__(game, seed)
        self._looks = looks

    def choose(self, match: Match) -> str:
        self._check(match)
        player, texts, codes = match.actor, match.actions(), self.game.codes(match.state)
        assert player is not None
        best, chosen = -math.inf, 0
        for _ in range(self._looks):
            first = self._random.randrange(len(codes))
            lead = self._look(match, codes[first], player)
            if lead > best:
                best, chosen = lead, first
        return texts[chosen]

    def _look(self, match: Match, code: int, player: int) -> float:
        """Play an action and the rest of the turn at random; say how far that leads."""
        rules, state = self.game.rules(), match.state
        rules.apply(state, code)
        while rules.actor(state) == player:
            rules.apply(state, self._random.choice(self.game.codes(state)))
        return self.game.lead(Position(self.game, match.setup, state), player)


class Greedy(Bot):
    """What leads furthest at the end of this turn, with a few samples of the dice on the way."""

    def __init__(self, game: Game, seed: int | None = None, mode: Mode = "interpreted") -> None:
        super().__init__(game, seed)
        self._mode = mode

    def choose(self, match: Match) -> str:
        return self.game.write(match.current, (self.choose_code(match),))

    def choose_code(self, match: Match) -> int:
        self._check(match)
        # a copy of its dice: those themselves are for the choice among equals
        dice = copy(self._random).getrandbits(62) if self.game.has_luck else 0
        worths = self._turn.worths(match, dice)
        best = max(worths)
        return self._random.choice([code for code, worth in zip(match.codes(), worths, strict=True) if worth == best])

    @cached_property
    def _turn(self) -> Turn:
        """Compile or load what looks at turns when it is first needed."""
        return Turn(self.game, self._mode)


class Turn:
    """What looks at all ways to play a turn."""

    def __init__(self, game: Game, mode: Mode) -> None:
        rules = game.rules()
        play: Any = jit.twin("meadhall.search.greedy_kernel", mode).play_turn
        self._play = play if mode == "interpreted" else jit.compile_loop(play, *RULES, "standing", *ARGUMENTS)
        self._functions = (*game.functions(mode, RULES), standing.function(game, mode))
        self._lowest_loses = int(game.lowest_loses)
        size, most, deepest = rules.STATE_SIZE, rules.MAX_ACTIONS, greedy_kernel.DEEPEST
        self._random, self._worths = np.zeros(1, np.int64), np.zeros(most, np.float64)
        self._work = (
            np.zeros(size, np.int64),
            np.zeros(size, np.int64),
            np.zeros(size * deepest, np.int64),
            np.zeros(most, np.int64),
            np.zeros(most * deepest, np.int64),
            np.zeros(greedy_kernel.FRAME * deepest, np.int64),
            self._random,
            np.zeros(MOST_SEATS, np.float64),
            np.zeros(deepest, np.float64),
            self._worths,
        )

    def worths(self, match: Match, dice: int) -> list[float]:
        """Return how far each legal action leads by the end of the turn; samples of chance come from these dice."""
        self._random[0] = dice
        rest = (match.actor, match.players, self._lowest_loses)
        many = self._play(*self._functions, match.state, *self._work, *rest)
        found: list[float] = self._worths[:many].tolist()
        return found
