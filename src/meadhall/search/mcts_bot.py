"""A player that searches, and knows when a game is so near its end that it can be played out."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.game import Game
from meadhall.core.jit import Mode
from meadhall.core.match import Match
from meadhall.core.position import Position

from . import expectimax, proved
from .bot import Bot, Line, check_seconds
from .mcts_tree import MctsTree, SearchParams
from .minimax import Minimax
from .tree import SearchTree, nodes_for

RULES = ("actor", "actions", "odds", "apply", "scores")
ARGUMENTS = ("array",) * 6 + ("scores array",) * 3 + ("number",) * 3
LONGEST = 1.8  # seconds for a decision that counts simulations
CLOSER = 0.3  # of the time, for one action that has to be weighed as well as the best
LOOKS = 16  # at the count of simulations, on the way
HASTE = 1.2  # how much faster than so far the rest of the simulations might be
FEW, SOLVABLE, LONG = 5, 20, 1000  # decisions before the end


class Ending:
    """The last decisions of a game, played out in every way."""

    def __init__(self, match: Match, manner: SearchParams, mode: Mode = "compiled") -> None:
        game = match.game
        self._match = match
        play_out: Any = jit.twin("meadhall.search.expectimax", mode).play_out
        self._play_out = play_out if mode == "interpreted" else jit.compile_loop(play_out, *RULES, *ARGUMENTS)
        self._functions = game.functions(mode, RULES, by_instinct=("actions",))
        size, most = match.state.size, game.rules().MAX_ACTIONS
        self._values = np.zeros(expectimax.DEEPEST * expectimax.SEATS, np.float64)
        self._points = np.zeros(2 * expectimax.RESULTS, np.float64)
        self._knobs = manner.knobs(game.steps if match.players == 1 else ())
        self._work = (
            np.zeros(size, np.int64),
            np.zeros(size * expectimax.DEEPEST, np.int64),
            np.zeros(most, np.int64),
            np.zeros(2 * most * expectimax.DEEPEST, np.int64),
            np.zeros(expectimax.FRAME * expectimax.DEEPEST, np.int64),
            self._points,
            self._values,
            self._knobs,
        )
        self._rest = (match.players, int(game.lowest_loses))

    def lines(self, budget: int) -> list[Line] | None:
        """Give every action with its exact value, best first; None if that takes more positions than the budget.

        Of actions with the same value the one that leads further as the table lies comes first.
        """
        game, match = self._match.game, self._match
        player = match.actor
        assert player is not None
        lines, leads = [], {}
        for text, code in zip(match.actions(), game.codes(match.state), strict=True):
            after = match.state
            game.rules().apply(after, code)
            looked = self._look(after, budget)
            if looked < 0:
                return None
            budget -= looked
            values = tuple(float(value) for value in self._values[: match.players])
            lines.append(Line(text, values[player], looked, (text,), values, exact=True))
            leads[text] = game.lead(Position(game, match.setup, after), player)
        return sorted(lines, key=lambda line: (-line.value, -leads[line.action]))

    def _look(self, state: jit.State, budget: int) -> int:
        rules, players = self._match.game.rules(), self._match.players
        if rules.actor(state) == expectimax.OVER:
            rules.scores(state, self._points)
            expectimax.to_results(self._points, *self._rest, self._knobs)
            self._values[:players] = self._points[expectimax.RESULTS : expectimax.RESULTS + players]
            return 1
        return int(self._play_out(*self._functions, state, *self._work, budget, *self._rest))


class MctsBot(Bot):
    """The action that was tried most, after some simulations or some seconds."""

    compiles = True

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        manner: SearchParams | None = None,
        alone: SearchParams | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
        ending: int = 0,
        enough_alone: int = 10**9,
        proofs: bool = False,
    ) -> None:
        """Prepare a player; one with proofs asks first what the game's room knows for certain."""
        super().__init__(game, seed)
        self._manner, self._alone = manner or SearchParams(), alone or manner or SearchParams()
        self._simulations, self._seconds = simulations or 10**9, seconds or LONGEST
        self._ending, self._enough_alone, self._proofs = ending, enough_alone, proofs
        self._searcher: SearchTree | None = None

    def choose(self, match: Match) -> str:
        self._check(match)
        start, actions = time.monotonic(), match.actions()
        if len(actions) == 1:
            return actions[0]
        sure = self._sure(match)
        if sure is not None:
            return sure
        searcher = self._prepared(match)
        most = self._simulations if match.players > 1 else min(self._simulations, self._enough_alone)
        self._grow(searcher, most, start)
        chosen = self._pick(match, searcher)
        self._keep(match, searcher, chosen)
        return chosen

    def analyse(self, match: Match, seconds: float = 2) -> list[Line]:
        return self._analyse(match, seconds, None)

    def weigh(self, match: Match, action: str, seconds: float = 2) -> list[Line]:
        return self._analyse(match, seconds, action)

    def _analyse(self, match: Match, seconds: float, closer: str | None) -> list[Line]:
        self._check(match)
        check_seconds(seconds)
        sure = proved.lines(match) if self._proofs else []
        if len(sure) == len(match.actions()):
            return sure
        manner = honest(self._manner_for(match))
        kind = what_is_left(match) if self._ending else LONG
        if kind == FEW:
            lines = Ending(match, manner).lines(self._ending)
            if lines is not None:
                return lines
        solved = Minimax(match).lines(self._ending) if kind == SOLVABLE else []
        if len(solved) == len(match.actions()):
            return solved
        searcher = self._plant(match, seconds, analysing=True)
        if closer is None:
            searcher.grow_for(seconds)
        else:
            searcher.grow_for(seconds * (1 - CLOSER))
            searcher.look_closer(closer, seconds * CLOSER)
        return proved.together(proved.together(solved, sure), searcher.lines())

    def judge(self, match: Match, simulations: int) -> tuple[float, ...]:
        """Say what a position is worth to each player, after so many simulations, however long they take."""
        self._check(match)
        searcher = self._plant(match, self._seconds, analysing=True)
        searcher.grow(simulations)
        return searcher.worth()

    def warm_up(self, match: Match) -> None:
        self._plant(match, self._seconds).grow(1)
        if self._ending:
            Ending(match, self._manner_for(match)).lines(1)
            if match.players == 2 and not meets_chance(match):
                Minimax(match).solve(1)

    def _manner_for(self, match: Match) -> SearchParams:
        return self._alone if match.players == 1 else self._manner

    def _sure(self, match: Match) -> str | None:
        """Give the best action if it is proved, or the end so near that it can be known."""
        if self._proofs and (best := proved.best(match)) is not None:
            return best
        kind = what_is_left(match) if self._ending else LONG
        if kind == FEW:
            lines = Ending(match, self._manner_for(match)).lines(self._ending)
            return lines[0].action if lines else None
        if kind == SOLVABLE:
            solved = Minimax(match).solve(self._ending)
            return solved.action if solved else None
        return None

    def _plant(self, match: Match, seconds: float, analysing: bool = False) -> SearchTree:
        """Plant a tree that may grow for some seconds; in an analysis its values are the results to expect."""
        manner = self._manner_for(match)
        seed = self._random.getrandbits(62)
        return MctsTree(match, seed, honest(manner) if analysing else manner, nodes=nodes_for(seconds))

    def _grow(self, searcher: SearchTree, simulations: int, start: float) -> None:
        """Search until the simulations or the time since the start are used up, or no more could change the choice."""
        began, before = time.monotonic(), searcher.simulations
        batch = min(max(simulations // LOOKS, 1), searcher.at_most)
        while (left := simulations - searcher.simulations) > 0:
            searcher.grow(min(batch, left))
            now = time.monotonic()
            in_time = (self._seconds - now + start) * (searcher.simulations - before) / max(now - began, 1e-6)
            if in_time <= 0 or searcher.is_decided(min(left - batch, int(HASTE * in_time))):
                break

    def _pick(self, match: Match, searcher: SearchTree) -> str:
        """Choose an action when the search is over."""
        return searcher.best()

    def _prepared(self, match: Match) -> SearchTree:
        """Take the tree of the same turn's last decision, or plant one."""
        searcher, self._searcher = self._searcher, None
        if searcher is not None and searcher.take_up(match):
            return searcher
        return self._plant(match, self._seconds)

    def _keep(self, match: Match, searcher: SearchTree, chosen: str) -> None:
        """Keep the tree if the same player goes on at once."""
        state = match.state
        (code,) = self.game.read(Position(self.game, match.setup, state), chosen)
        self.game.rules().apply(state, code)
        if self.game.rules().actor(state) == match.actor and searcher.advance(code):
            self._searcher = searcher


def honest(manner: SearchParams) -> SearchParams:
    """Leave the margin out where it is not all that counts, so that a value is the expected result itself."""
    return manner if manner.margin == 1.0 else replace(manner, margin=0.0)


def what_is_left(match: Match) -> int:
    """Say how near the end is, as far as some random games tell: FEW decisions, SOLVABLE, or a LONG way."""
    rules = match.game.rules()
    random = np.array([1], np.int64)
    longest, by_chance = 0, match.players != 2
    for _ in range(3):
        state, decisions = match.state, 0
        while (actor := rules.actor(state)) != expectimax.OVER:
            by_chance |= actor == expectimax.CHANCE
            decisions += actor >= 0
            if decisions > (FEW if by_chance else SOLVABLE):
                return LONG
            rules.apply(state, rules.sample(state, random))
        longest = max(longest, decisions)
    return FEW if longest <= FEW else SOLVABLE


def meets_chance(match: Match) -> bool:
    """Say whether dice or draws come up in a random game."""
    rules, state, random = match.game.rules(), match.state, np.array([1], np.int64)
    while (actor := rules.actor(state)) != expectimax.OVER:
        if actor == expectimax.CHANCE:
            return True
        rules.apply(state, rules.sample(state, random))
    return False
