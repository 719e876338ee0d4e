"""Try who keeps ahead at Haugaz (leader.py): games against chance, by the interpreted rules alone."""

from __future__ import annotations

import random

import numpy as np

from meadhall.core.game import OVER, Game
from meadhall.core.jit import State
from meadhall.search.proof_search import BadProof

from .. import leading, rules
from .leader import Leader

RULES = ("actor", "actions", "apply", "scores")


class Rehearsal:
    """Games of the leader against somebody who plays by chance, by the interpreted rules alone."""

    def __init__(self, game: Game, leader: Leader) -> None:
        self._actor, self._actions, self._apply, self._scores = game.functions("interpreted", RULES)
        self._leader = leader
        self._out = np.zeros(rules.MAX_ACTIONS, np.int64)

    def check(self, start: State, games: int, seed: object = 0) -> int:
        """Play from a position that is proved for player 0, and give how many different positions came up.

        A `BadProof` says what was wrong.
        """
        dice, seen = random.Random(str(seed)), set()
        for _ in range(games):
            state = start.copy()
            while (player := self._actor(state)) != OVER:
                seen.add(self._leader.key(state))
                for action in self._taken(state) if player == 0 else [dice.choice(self._legal(state))]:
                    if action not in self._legal(state):
                        raise BadProof("a turn of the leader is not legal")
                    self._apply(state, action)
            points = np.zeros(2)
            self._scores(state, points)
            if points[0] != 1:
                raise BadProof("the leader has not won")
        return len(seen)

    def _legal(self, state: State) -> list[int]:
        return list(map(int, self._out[: self._actions(state, self._out)]))

    def _taken(self, state: State) -> list[int]:
        """Give the leader's turn as actions."""
        turn = self._leader.answer(state)
        if turn is None:
            raise BadProof("the leader has no turn that wins")
        if turn == leading.PASSING:
            return [rules.PASS]
        place, point, to, h = turn & 63, turn >> 6 & 63, turn >> 12 & 63, turn >> 18
        way = next(d for d in range(8) if rules.destination(point, d, h) == to)
        return [place, rules.FIRST_MOVE + 64 * way + point]
