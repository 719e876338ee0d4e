"""Solving turns of Land Ahoy! from Python: this turn alone, or every turn that can follow it as well.

Written like rules, so that it runs interpreted and compiled; the arrays to work in come from `Room`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.jit import Mode, Scores, State, loop, sibling

from . import turn_kernel as turn
from .rules import ENDED, LUCK, MAX_ACTIONS, PHASE, PLAYERS, STATE_SIZE
from .turn_kernel import ANSWER, ANSWERS, LEAVES
from .value_net import HIDDEN_UNITS, MOST_INPUTS, SEAT, SEATS, TABLE

Plan = tuple[State, State, Scores]

_turn = sibling("meadhall.games.land_ahoy.turn_kernel")
_value = sibling("meadhall.games.land_ahoy.value_net")
lay_out, look_at_leaf, survey = _turn.lay_out, _turn.look_at_leaf, _turn.survey
answer, copy_worth = _turn.answer, _turn.copy_worth
chances, describe = _value.chances, _value.describe


@loop
def solve_turns(
    positions: State,
    state: State,
    plan: State,
    leaves: State,
    here: State,
    shore: State,
    after: State,
    out: State,
    odds: State,
    values: Scores,
    worth: Scores,
    sheet: Scores,
    reach: Scores,
    inputs: Scores,
    hidden: Scores,
    points: Scores,
    luck: Scores,
    weights: Scores,
    begin: int,
    end: int,
) -> int:
    """Solve a turn from some of the positions that lie one after the other; return how many leaves that took.

    A position's values are those of the turn to come; at a decision they are those of its first action, and all are on
    the sheet after the last turn.
    """
    desk, thought = (here, shore, after, out, odds), (inputs, hidden, points, luck)
    look_at_leaf(positions, begin, state)
    survey(state, sheet, reach)
    seen = 0
    for number in range(begin, end):
        look_at_leaf(positions, number, state)
        if state[PHASE] != ENDED and state[PHASE] != LUCK:
            lay_out(state, plan, leaves, desk)
            for leaf in range(plan[LEAVES]):
                look_at_leaf(leaves, leaf, after)
                chances(after, weights, reach, thought, worth, SEATS * leaf)
            plan[ANSWERS] = answer(state, plan, worth, sheet, out)
            copy_worth(sheet, ANSWER, values, SEATS * number, state[PLAYERS])
            seen += plan[LEAVES]
    return seen


@loop
def carry_back(state: State, plan: State, out: State, worth: Scores, sheet: Scores) -> None:
    """Say what each action is worth once the leaves of a plan are."""
    plan[ANSWERS] = answer(state, plan, worth, sheet, out)


@loop
def describe_positions(
    positions: State,
    state: State,
    sheet: Scores,
    reach: Scores,
    inputs: Scores,
    points: Scores,
    luck: Scores,
    rows: Scores,
    count: int,
) -> None:
    """Write the inputs of a net for positions of one match that lie one after the other."""
    look_at_leaf(positions, 0, state)
    survey(state, sheet, reach)
    for number in range(count):
        look_at_leaf(positions, number, state)
        width = describe(state, reach, inputs, points, luck)
        for i in range(width):
            rows[width * number + i] = inputs[i]


class Room:
    """The arrays that turns are solved in, and the functions that do it."""

    def __init__(self, mode: Mode = "compiled") -> None:
        self._mode = mode
        module: Any = jit.twin(__name__, mode)
        self._solve, self._carry_back, self._describe = module.solve_turns, module.carry_back, module.describe_positions
        if mode != "interpreted":
            whole, fraction = ["array"], ["scores array"]
            jit.compile_loop(self._solve, *whole * 9, *fraction * 9, "number", "number")
            jit.compile_loop(self._carry_back, *whole * 3, *fraction * 2)
        self._root = np.zeros(STATE_SIZE, np.int64)
        self._state = np.zeros(STATE_SIZE, np.int64)
        self._value = np.zeros(SEATS, np.float64)
        self._plans = [new_plan()]  # of the turn that was weighed, and of the turns after it
        self._desk = new_desk()
        self._sheet = np.zeros(turn.SHEET_SIZE, np.float64)
        self._reach = np.zeros(9, np.float64)
        self._thought = new_thought()

    @property
    def leaves(self) -> int:
        """How many positions can be on the table after the turn that was weighed last."""
        return int(self._plans[0][0][LEAVES])

    def weigh(self, state: State, weights: Scores) -> None:
        """Solve the rest of a turn."""
        self._root[:] = state
        self._solve_turns(self._root, self._value, self._plans[0], weights, 0, 1)

    def look_ahead(self, weights: Scores, turns: int = 1, deadline: float = math.inf) -> int:
        """Solve the next turns, too, after every leaf of the turn that was weighed; return how many positions it took.

        Past the deadline all is left as it was and the answer is 0: a closer look at some leaves alone would compare
        unlike with unlike.
        """
        before = self._plans[0][2].copy()
        seen = self._look_ahead(weights, turns, 0, deadline)
        if seen == 0:
            self._plans[0][2][:] = before
        return seen

    def _look_ahead(self, weights: Scores, turns: int, depth: int, deadline: float) -> int:
        """Solve the turns after all leaves of the plan of a depth, the last of them in one go."""
        if len(self._plans) == depth + 1:
            self._plans.append(new_plan())
        (plan, leaves, worth), (next_plan, _, next_worth) = self._plans[depth : depth + 2]
        count = int(plan[LEAVES])
        if turns == 1:
            seen = self._solve_turns(leaves, worth, self._plans[depth + 1], weights, 0, count)
            return max(seen, 1) if time.monotonic() < deadline else 0
        total = 0
        for leaf in range(count):
            state = leaves[STATE_SIZE * leaf : STATE_SIZE * (leaf + 1)].copy()
            if self._solve_turns(state, self._value, self._plans[depth + 1], weights, 0, 1):
                seen = self._look_ahead(weights, turns - 1, depth + 1, deadline)
                if seen == 0:
                    return 0
                self._carry_back(state, next_plan, self._desk[3], next_worth, self._sheet)
                worth[SEATS * leaf : SEATS * leaf + SEATS] = self._sheet[ANSWER : ANSWER + SEATS]
                total += seen
        return max(total, 1)

    def weigh_again(self, state: State) -> None:
        """Carry back what the leaves are worth, to where they were laid out or to a later decision of the voyage."""
        self._root[:] = state
        plan, _, worth = self._plans[0]
        self._carry_back(self._root, plan, self._desk[3], worth, self._sheet)

    def worths(self, seat: int) -> list[float]:
        """Give what each action, or the chance step, is worth for a seat, in the order of the rules."""
        end = ANSWER + SEATS * int(self._plans[0][0][ANSWERS])
        return [float(worth) for worth in self._sheet[ANSWER + seat : end : SEATS]]

    def value(self, players: int) -> Scores:
        """Give what the chance step that was weighed last is worth for each player."""
        return self._sheet[ANSWER : ANSWER + players].copy()

    def describe(self, positions: Sequence[State], players: int) -> Scores:
        """Give the inputs of a net for positions of one match, a row for each."""
        rows = np.zeros((len(positions), TABLE + SEAT * players), np.float64)
        if self._mode != "interpreted":
            jit.compile_loop(self._describe, *["array"] * 2, *["scores array"] * 6, "number")
        inputs, _, points, luck = self._thought
        arrays = (np.concatenate(positions), self._state, self._sheet, self._reach, inputs, points, luck)
        self._describe(*arrays, rows.ravel(), len(positions))
        return rows

    def _solve_turns(self, positions: State, values: Scores, plan: Plan, weights: Scores, begin: int, end: int) -> int:
        steps, leaves, worth = plan
        arrays = (positions, self._state, steps, leaves, *self._desk, values, worth, self._sheet, self._reach)
        return int(self._solve(*arrays, *self._thought, weights, begin, end))


def new_plan() -> Plan:
    """Make room for a plan, its leaves and their worth."""
    return (
        np.zeros(turn.FIRST + turn.SCENE_SIZE * turn.MOST_SCENES, np.int64),
        np.zeros(STATE_SIZE * turn.MOST_LEAVES, np.int64),
        np.zeros(SEATS * turn.MOST_LEAVES, np.float64),
    )


def new_desk() -> tuple[State, State, State, State, State]:
    """Make room for three positions, a list of actions and one of odds."""
    here, shore, after = (np.zeros(STATE_SIZE, np.int64) for _ in range(3))
    return here, shore, after, np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS, np.int64)


def new_thought() -> tuple[Scores, Scores, Scores, Scores]:
    """Make room for the inputs of a net, its hidden units, points and luck."""
    return (
        np.zeros(MOST_INPUTS, np.float64),
        np.zeros(HIDDEN_UNITS, np.float64),
        np.zeros(SEATS, np.float64),
        np.zeros(2 * SEATS, np.float64),
    )
