"""Exact answers: what a position is worth, and to whom, if nobody errs from here on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.errors import BadOption, IllegalAction
from meadhall.core.game import CHANCE, OVER
from meadhall.core.jit import Mode, State
from meadhall.core.match import Match
from meadhall.core.position import Position

from . import minimax_kernel
from .bot import Line

RULES = ("actor", "actions", "apply", "scores")
ARRAYS = ("array",) * 11 + ("scores array",) + ("number",) * 3
NODES = 1_000_000
MOST_PLACES = 1 << 22  # of the table, 16 bytes each
FIRST_SHARE = 2_000  # positions that each action gets at first when all of them are solved


@dataclass(frozen=True)
class Solved:
    """What the player to act gets for certain (1, 0.5 or 0), by which action, and how it may go on."""

    value: float
    action: str
    nodes: int
    line: tuple[str, ...]


class Minimax:
    """The exact worth of one position of a game for two without chance, where it can be found."""

    def __init__(self, match: Match, mode: Mode = "compiled") -> None:
        if match.players != 2:
            raise BadOption(f"the solver is for two players, not for {match.players}")
        if match.actor is None or match.actor == CHANCE:
            raise IllegalAction("there is nothing to decide in this position")
        self._match, self._rules = match, match.game.rules()
        self._functions = match.game.functions(mode, RULES)
        ask: Any = jit.twin("meadhall.search.minimax_kernel", mode).ask
        self._ask = ask if mode == "interpreted" else jit.compile_loop(ask, *RULES, *ARRAYS)
        # words that follow from the others would only keep equal positions apart
        self._words = getattr(self._rules, "POSITION_SIZE", self._rules.STATE_SIZE)

    def solve(self, nodes: int = NODES) -> Solved | None:
        """Solve the position, or give None if that takes more than so many positions."""
        self._begin(nodes)
        state = self._match.state
        value = self._value(state, nodes)
        if value is None:
            return None
        line = self._line(state, value)
        return Solved(self._result(value), line[0], int(self._looked[0]), tuple(line))

    def lines(self, nodes: int = NODES) -> list[Line]:
        """Solve every action as far as so many positions allow; list those that are solved, best first.

        All of them get a small share first, then the unsolved ones a larger one, so that one hard action
        does not keep the easy ones from being solved.
        """
        self._begin(nodes)
        solved: list[Line] = []
        efforts = dict.fromkeys(self._match.game.codes(self._match.state), 0)
        share = FIRST_SHARE
        while efforts and self._looked[0] < nodes:
            for code, effort in list(efforts.items()):
                before = int(self._looked[0])
                budget = min(before + share, nodes)
                value, line = self._after(code, budget)
                efforts[code] = effort + int(self._looked[0]) - before
                if value is not None:
                    mine = self._result(value)
                    values = (mine, 1.0 - mine) if self._match.actor == 0 else (1.0 - mine, mine)
                    solved.append(Line(line[0], mine, efforts[code], tuple(line), values, exact=True))
                if value is not None or self._looked[0] <= budget:  # solved, or stopped by chance: more is no use
                    del efforts[code]
            share *= 4
        return sorted(solved, key=lambda line: -line.value)

    def _begin(self, nodes: int) -> None:
        """Take an empty table, so that the same question always has the same answer."""
        size, most = self._match.state.size, self._rules.MAX_ACTIONS
        places = 1 << max(10, min(nodes, MOST_PLACES).bit_length() - 1)
        self._table: State = np.zeros(2 * places, np.int64)
        self._looked: State = np.zeros(1, np.int64)
        lengths = (minimax_kernel.DEEPEST * size, size, size, size, most, most, 2 * most * minimax_kernel.DEEPEST)
        self._work = (
            *(np.zeros(length, np.int64) for length in lengths),
            np.zeros(minimax_kernel.FRAME * minimax_kernel.DEEPEST, np.int64),
            self._table,
            self._looked,
            np.zeros(8, np.float64),
        )

    def _value(self, state: State, budget: int) -> int | None:
        """Find what a position is worth to player 0: first ask for a win of the player to act, then for a draw."""
        least, most = minimax_kernel.LOSS, minimax_kernel.WIN
        for target in (
            (minimax_kernel.WIN, minimax_kernel.DRAW)
            if self._rules.actor(state) == 0
            else (minimax_kernel.DRAW, minimax_kernel.WIN)
        ):
            if least < target <= most:
                bounds = int(self._ask(*self._functions, state, *self._work, target, budget, self._words))
                if bounds == minimax_kernel.NO_ANSWER:
                    return None
                least, most = max(least, bounds & 3), min(most, bounds >> 2)
        return least

    def _after(self, code: int, budget: int) -> tuple[int | None, list[str]]:
        """Solve the position after one action; give its worth to player 0, and the line."""
        state = self._match.state
        text = self._match.game.write(Position(self._match.game, self._match.setup, state), (code,))
        self._rules.apply(state, code)
        actor = self._rules.actor(state)
        if actor == OVER:
            return int(minimax_kernel.worth(self._rules.scores, state, np.zeros(8))), [text]
        value = None if actor == CHANCE else self._value(state, budget)
        return value, [text] if value is None else [text, *self._line(state, value)]

    def _line(self, state: State, value: int) -> list[str]:
        """Follow the table's actions from a position that is worth so much to player 0, as far as they prove it."""
        match, line = self._match, []
        state = state.copy()
        while (player := self._rules.actor(state)) != OVER:
            place = minimax_kernel.find(self._table, minimax_kernel.key_of(state, self._words))
            if place < 0:
                break
            entry = int(self._table[place + 1])
            wanted = value if player == 0 else minimax_kernel.WIN - value
            if minimax_kernel.seen_by(player, entry & 15) & 3 < wanted:
                break
            code = (entry >> 4) - 1
            line.append(match.game.write(Position(match.game, match.setup, state), (code,)))
            self._rules.apply(state, code)
        return line

    def _result(self, value: int) -> float:
        """Turn what a position is worth to player 0 into the result of the player to act."""
        return (value if self._match.actor == 0 else minimax_kernel.WIN - value) / minimax_kernel.WIN
