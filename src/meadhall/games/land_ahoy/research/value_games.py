"""Whole games of Land Ahoy! between navigators, without texts: for learning from them and for measuring."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meadhall.core.jit import Scores, State

from .. import GAME, rules
from ..turn_search import Room

CHANCE, OVER = -1, -2
SLIP_TURNS = 0.15  # of the turns of a game to learn from are played with slips, to see other positions too
SLIP_NOISE = 0.06


@dataclass(frozen=True)
class Sailor:
    """How a seat plays: what it thinks of positions, how often it slips, how many turns it looks ahead."""

    weights: Scores
    noise: float = 0.0
    ahead: int = 0


@dataclass
class Voyage:
    """The turns of one game: the position before each, what it was found to be worth, and whether it was a slip."""

    positions: list[State]
    worths: list[Scores]
    slips: list[bool]
    result: Scores

    def targets(self, trust: float) -> Scores:
        """Mix what each turn was found to be worth with what came after it; a slip says nothing of what was before.

        With trust 0 a turn teaches only what it was found to be worth, with trust 1 only how the game went on.
        """
        target, targets = self.result, []
        for worth, slip in zip(reversed(self.worths), reversed(self.slips), strict=True):
            target = worth if slip else (1 - trust) * worth + trust * target
            targets.append(target)
        return np.array(targets[::-1])


class Sea:
    """A place to play games on, one after the other."""

    def __init__(self, seed: int) -> None:
        self.room = Room()
        self._actor, self._sample, self._apply, self._scores = GAME.functions(
            "compiled", ("actor", "sample", "apply", "scores")
        )
        self._random = random.Random(seed)
        self._dice = np.array([self._random.getrandbits(62)], np.int64)

    def start(self, players: int, harbor: bool) -> State:
        """Lay the board out and say who begins."""
        state = GAME.start(GAME.setup(players, {"harbor": "on" if harbor else "off"}))
        while state[rules.PHASE] in (rules.BOARD, rules.STARTING):
            self._apply(state, self._sample(state, self._dice))
        return state

    def play(self, sailors: Sequence[Sailor], harbor: bool) -> tuple[float, ...]:
        """Play a game; return for each seat whether it was not last."""
        state = self.start(len(sailors), harbor)
        while state[rules.PHASE] == rules.ROLLING:
            sailor = sailors[state[rules.PLAYER]]
            self.room.weigh(state, sailor.weights)
            self._look_ahead(state, sailor)
            self._finish_turn(state, sailor)
        return self._result(state)

    def learn(self, weights: Scores, players: int, harbor: bool) -> Voyage:
        """Play a game against oneself, solving every turn before it begins."""
        state = self.start(players, harbor)
        voyage = Voyage([], [], [], np.zeros(players))
        while state[rules.PHASE] == rules.ROLLING:
            voyage.positions.append(state.copy())
            self.room.weigh(state, weights)
            voyage.worths.append(self.room.value(players))
            voyage.slips.append(self._random.random() < SLIP_TURNS)
            self._finish_turn(state, Sailor(weights, SLIP_NOISE if voyage.slips[-1] else 0.0))
        voyage.result = np.array(self._result(state))
        return voyage

    def _finish_turn(self, state: State, sailor: Sailor) -> None:
        """Play the turn that was weighed; ashore the plan is made anew, at sea it still holds."""
        turn = state[rules.TURNS]
        while state[rules.TURNS] == turn:
            if self._actor(state) == CHANCE:
                self._apply(state, self._sample(state, self._dice))
            elif state[rules.ISLAND] >= 0:
                self._apply(state, self._decide(state, sailor, int(state[rules.PLAYER])))
            else:
                self.room.weigh_again(state)
                self._apply(state, self._pick(state, sailor, int(state[rules.PLAYER])))

    def _decide(self, state: State, sailor: Sailor, player: int) -> int:
        self.room.weigh(state, sailor.weights)
        self._look_ahead(state, sailor)
        return self._pick(state, sailor, player)

    def _look_ahead(self, state: State, sailor: Sailor) -> None:
        if sailor.ahead:
            self.room.look_ahead(sailor.weights, sailor.ahead)
            self.room.weigh_again(state)

    def _pick(self, state: State, sailor: Sailor, player: int) -> int:
        codes, worths = GAME.codes(state), self.room.worths(player)
        best = max(worths)
        if sailor.noise == 0:
            return codes[worths.index(best)]
        return self._random.choices(codes, [math.exp((worth - best) / sailor.noise) for worth in worths])[0]

    def _result(self, state: State) -> tuple[float, ...]:
        """Roll for the Svens; say who is not last."""
        while self._actor(state) != OVER:
            self._apply(state, self._sample(state, self._dice))
        points = np.zeros(4)
        self._scores(state, points)
        players = int(state[rules.PLAYERS])
        winners = GAME.winners(points[:players].tolist())
        return tuple(float(seat in winners) for seat in range(players))
