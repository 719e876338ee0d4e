"""A random and a greedy player, the floor that every other bot has to beat."""

from __future__ import annotations

import math
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meadhall.core import jit, playout
from meadhall.core.errors import BadOption, IllegalAction, shown
from meadhall.core.game import CHANCE, NAMES, Game, Language
from meadhall.core.jit import Scores, State
from meadhall.core.match import Match


@dataclass(frozen=True)
class Line:
    """An action, what it is worth (0 to 1, for the player to act), and how often it was tried."""

    action: str
    value: float
    visits: int
    line: tuple[str, ...]


class Bot(ABC):
    """A player that is a program."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        self._random = random.Random(seed)

    @abstractmethod
    def choose(self, match: Match) -> str:
        """Choose one of the match's legal actions."""

    def analyse(self, match: Match, seconds: float = 2) -> list[Line]:
        """Try every action in random games to the end; best first."""
        self._check(match)
        check_seconds(seconds)
        player = match.actor
        assert player is not None
        texts, codes = match.actions(), self.game.codes(match.state)
        trials = [_Trials(self.game, match, code, self._random.getrandbits(62)) for code in codes]
        deadline = time.monotonic() + seconds
        rounds = 0
        while rounds == 0 or (time.monotonic() < deadline and rounds < 20_000):
            for trial in trials:
                trial.play(8)
            rounds += 1
        lines = [
            Line(text, float(trial.sums[player]) / trial.visits, trial.visits, (text,))
            for text, trial in zip(texts, trials, strict=True)
        ]
        return sorted(lines, key=lambda line: -line.value)

    def explain(self, match: Match, action: str, lang: Language = "en", names: Sequence[str] | None = None) -> str:
        """Say in one or two sentences what an action does for its player, by points and odds that are exact."""
        self._check(match)
        if not isinstance(lang, str) or lang not in ("en", "de"):
            raise BadOption(f"lang cannot be {shown(lang)}; it can be en, de")
        called = NAMES[: match.players] if names is None else check_names(names, match.players)
        if not isinstance(action, str):
            raise IllegalAction(f"an action is a text, not {shown(action)}")
        codes = self.game.read(match.setup, match.state, action)
        return self.game.why(match.setup, match.state, codes, called, lang)

    def _check(self, match: Match) -> None:
        if not isinstance(match, Match):
            raise BadOption(f"a bot looks at a match, not at {shown(match)}")
        if match.game is not self.game:
            raise BadOption(f"this bot plays {self.game.name}, not {match.game.name}")
        if match.over:
            raise IllegalAction("the game is over, there is nothing to decide")
        if match.actor == CHANCE:
            raise IllegalAction("dice or a draw are due, there is nothing to decide")


def check_names(names: object, players: int) -> Sequence[str]:
    """Refuse what is not a name for each player."""
    if not isinstance(names, list | tuple) or len(names) != players or not all(isinstance(n, str) and n for n in names):
        raise BadOption(f"names are a text for each of the {players} players, not {shown(names)}")
    return names


def check_seconds(seconds: object) -> None:
    """Refuse a time to think that is none."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 3600:
        raise BadOption(f"seconds cannot be {shown(seconds)}; they can be more than 0, up to 3600")


class _Trials:
    """Random games after one action, with compiled rules."""

    def __init__(self, game: Game, match: Match, code: int, seed: int) -> None:
        loops = jit.twin("meadhall.core.playout", "compiled")
        names = ("actor", "sample", "apply", "scores")
        arrays = ("array",) * 3 + ("scores array",) * 2 + ("number",) * 3 + ("fraction",)
        self._play = jit.compile_loop(loops.add_results, *names, *arrays)
        self._functions = game.functions("compiled", names)
        self._start = match.state
        game.rules().apply(self._start, code)
        self._space = playout.workspace(self._start.size, 1, seed)
        self._rest = (match.players, int(game.lowest_loses), game.full_marks)
        self.sums: Scores = np.zeros(8, np.float64)
        self.visits = 0

    def play(self, games: int) -> None:
        state, _, generator, points = self._space
        self._play(*self._functions, self._start, state, generator, points, self.sums, games, *self._rest)
        self.visits += games


class Random(Bot):
    """Any legal action, all equally likely."""

    def choose(self, match: Match) -> str:
        self._check(match)
        return self._random.choice(match.actions())


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
