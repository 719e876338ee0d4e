"""Proofs that can be looked at: who wins a position with best play, and every step of the way there checked again."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.game import OVER, Game
from meadhall.core.jit import Mode, State, mixed

from . import proof

RULES = ("actor", "actions", "apply", "scores")
HELP = ("key", "outlook")  # what a room may know for proofs
PLACES = 1 << 20  # of the table, 16 bytes each
AGAIN = 50_000_000  # positions that may be looked at to find a step again that a full table has lost


class BadProof(Exception):
    """A proof has a step that the rules do not bear out."""


class Prover:
    """Answers questions about one game, and remembers what it found out for the next one."""

    def __init__(self, game: Game, places: int = PLACES, mode: Mode = "compiled") -> None:
        rules = game.rules()
        own = f"{game.package}.proving"
        loops, helper = (jit.twin(name, mode) for name in (proof.__name__, own if find_spec(own) else proof.__name__))
        functions = game.functions(mode, RULES)
        helpers = {name: getattr(helper, name) for name in HELP}
        ask: Any = loops.ask
        way: Any = loops.way
        if mode != "interpreted":
            jit.compile_rules(helpers)
            ask = jit.compile_loop(ask, *RULES, *HELP, *("array",) * 10, "scores array", *("number",) * 3)
            way = jit.compile_loop(way, *RULES, "key", *("array",) * 4, "scores array", *("number",) * 2)
        self._ask, self._way, self._key = ask, way, helpers["key"]
        self._functions, self._helpers = functions, list(helpers.values())
        size, most = rules.STATE_SIZE, rules.MAX_ACTIONS
        self._table: State = np.zeros(2 * max(places, proof.NEAR), np.int64)
        self._looked: State = np.zeros(1, np.int64)
        self._child, self._out, self._points = np.zeros(size, np.int64), np.zeros(most, np.int64), np.zeros(8)
        lengths = (proof.DEEPEST * size, size)
        self._work = (
            *(np.zeros(length, np.int64) for length in lengths),
            self._child,
            self._out,
            np.zeros(2, np.int64),
            np.zeros(proof.MOVE * most * proof.DEEPEST, np.int64),
            np.zeros(proof.FRAME * proof.DEEPEST, np.int64),
            self._table,
            self._looked,
            self._points,
        )

    @property
    def looked(self) -> int:
        """How many positions were looked at so far."""
        return int(self._looked[0])

    def key(self, state: State) -> int:
        """Give a number by which positions that come to the same are known again."""
        return int(self._key(state))

    def reaches(self, state: State, target: int, budget: int) -> bool | None:
        """Say whether player 0 gets the target, or None if that takes more positions than the budget.

        Asked again it goes on where it was.
        """
        limit = self.looked + budget
        answer = self._ask(*self._functions, *self._helpers, state, *self._work, target, limit, _salt(target))
        return None if answer == proof.NO_ANSWER else bool(answer == proof.PROVED)

    def missing(self, state: State, target: int) -> int:
        """Guess how much is missing until a question is answered, in one way or the other."""
        entry = int(proof.find(self._table, self.key(state) ^ _salt(target)))
        return min(entry & proof.SURE, entry >> proof.BITS & proof.SURE) if entry else 1

    def way(self, state: State, target: int) -> int | None:
        """Give the action by which the player who decides gets what was proved, if the table still has it."""
        code = self._way(
            *self._functions, self._helpers[0], state, self._child, self._out, self._table, self._points, target,
            _salt(target),
        )  # fmt: skip
        return None if code < 0 else int(code)


def _salt(target: int) -> int:
    return mixed(0, target)


class Walk:
    """Goes through proofs step by step: one action for the player whose claim it is, all actions for the other.

    Only the rule functions that it is given decide what is legal and how a game ends; the prover only says which
    action to look at. Positions that come to the same are walked through once, also by several proofs.
    """

    def __init__(self, game: Game, prover: Prover, target: int, mode: Mode = "interpreted") -> None:
        self._actor, self._actions, self._apply, self._scores = game.functions(mode, RULES)
        self._prover, self._target = prover, target
        self._seen: set[int] = set()
        self._out = np.zeros(game.rules().MAX_ACTIONS, np.int64)
        self._points = np.zeros(8)

    @property
    def positions(self) -> int:
        """How many positions were walked through."""
        return len(self._seen)

    def check(self, start: State, claim: bool) -> None:
        """Walk through the proof that player 0 gets the target from a position, or that the other prevents it.

        A `BadProof` says where it breaks off.
        """
        owner = 0 if claim else 1
        todo = [start.copy()]
        while todo:
            state = todo.pop()
            player = self._actor(state)
            if player == OVER:
                if (proof.worth(self._scores, state, self._points) >= self._target) != claim:
                    raise BadProof("a game ends otherwise than the proof says")
                continue
            key = self._prover.key(state)
            if key in self._seen:
                continue
            self._seen.add(key)
            legal = self._out[: self._actions(state, self._out)].tolist()
            if player == owner:
                code = self._step(state, claim)
                if code not in legal:
                    raise BadProof("a proof has a step that is not legal")
                self._apply(state, code)
                todo.append(state)
            else:
                for code in legal:
                    after = state.copy()
                    self._apply(after, code)
                    todo.append(after)

    def _step(self, state: State, claim: bool) -> int:
        """Ask the prover for its action; what its table has lost is searched for again."""
        code = self._prover.way(state, self._target)
        if code is None and self._prover.reaches(state, self._target, AGAIN) == claim:
            code = self._prover.way(state, self._target)
        if code is None:
            raise BadProof("a proof breaks off: the step that it needs cannot be found")
        return code
