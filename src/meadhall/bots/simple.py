"""Simple players, the floor that every other bot has to beat: random, a beginner, greedy."""

from __future__ import annotations

import math

from meadhall.core.game import CHANCE, Game
from meadhall.core.jit import State
from meadhall.core.match import Match

from .bot import Bot


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
        return self.game.lead(match.setup, state, player)


class Greedy(Bot):
    """What leads furthest at the end of this turn, with a few samples of the dice on the way."""

    SAMPLES = (6, 3, 1)  # for the first, second and every later chance step of a turn

    def choose(self, match: Match) -> str:
        self._check(match)
        self._setup = match.setup
        player, state = match.actor, match.state
        assert player is not None
        best, chosen = -math.inf, []
        for text, code in zip(match.actions(), self.game.codes(state), strict=True):
            value = self._after(state, code, player, 0)
            if value > best:
                best, chosen = value, [text]
            elif value == best:
                chosen.append(text)
        return self._random.choice(chosen)

    def _after(self, state: State, code: int, player: int, depth: int) -> float:
        after = state.copy()
        self.game.rules().apply(after, code)
        return self._value(after, player, depth)

    def _value(self, state: State, player: int, depth: int) -> float:
        """Play the turn on: the best of one's own choices, the mean of chance."""
        actor = self.game.rules().actor(state)
        if actor == player:
            return max(self._after(state, code, player, depth) for code in self.game.codes(state))
        if actor != CHANCE or self._turn_is_over(state, player):
            return self.game.lead(self._setup, state, player)
        codes, weights = self.game.codes(state), self.game.weights(state)
        samples = self.SAMPLES[min(depth, len(self.SAMPLES) - 1)]
        drawn = self._random.choices(codes, weights, k=samples)
        return sum(self._after(state, code, player, depth + 1) for code in drawn) / samples

    def _turn_is_over(self, state: State, player: int) -> bool:
        """Alone every turn is one's own, so there a turn ends with the next chance."""
        return self._setup.players == 1 or actor_after_chance(self.game, state) != player


def actor_after_chance(game: Game, state: State) -> int:
    """Say who decides once the first of each chance's outcomes has come up."""
    state = state.copy()
    while game.rules().actor(state) == CHANCE:
        game.rules().apply(state, game.codes(state)[0])
    return int(game.rules().actor(state))
