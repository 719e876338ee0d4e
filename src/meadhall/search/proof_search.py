"""Proofs that can be looked at: who wins a position with best play, and every step of the way there checked again."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.game import OVER, Game
from meadhall.core.jit import Mode, State, mixed

from . import proof_kernel, proof_writer

RULES = ("actor", "actions", "apply", "scores")
HELP = ("key", "outlook")  # what a room may know for proofs
PLACES = 1 << 20  # of the table, 16 bytes each
SLICE = 2_000_000  # positions that are looked at in one go
FIRST_LENGTH = 1 << 16  # of the arrays that a proof is written into
STRETCH = 20_000  # positions that are walked through in one go


class BadProof(Exception):
    """A proof has a step that the rules do not bear out."""


@dataclass(frozen=True)
class Proof:
    """Why player 0 gets the target from a position (`claim`), or does not.

    The steps are the actions of the player whose claim it is, in the order of a walk (see proof_text.py).
    """

    start: State
    target: int
    claim: bool
    steps: State
    positions: int


class Prover:
    """Answers questions about one game, and remembers what it found out for the next one."""

    def __init__(self, game: Game, places: int = PLACES, mode: Mode = "compiled") -> None:
        rules = game.rules()
        own = f"{game.package}.proving"
        helper = jit.twin(own if find_spec(own) else proof_kernel.__name__, mode)
        helpers = {name: getattr(helper, name) for name in HELP}
        ask: Any = jit.twin(proof_kernel.__name__, mode).ask
        write: Any = jit.twin(proof_writer.__name__, mode).write_out
        self._functions = game.functions(mode, RULES)
        if mode != "interpreted":
            jit.compile_rules(helpers)
            ask = jit.compile_loop(ask, *RULES, *HELP, *("array",) * 10, "scores array", *("number",) * 3)
            write = jit.compile_loop(write, *RULES, "key", *("array",) * 8, "scores array", *("number",) * 3)
        self._ask, self._write, self._key, self._outlook = ask, write, *helpers.values()
        size, most = rules.STATE_SIZE, rules.MAX_ACTIONS
        self._table: State = np.zeros(2 * places, np.int64)
        self._looked: State = np.zeros(1, np.int64)
        self._state, self._child, self._out = (np.zeros(length, np.int64) for length in (size, size, most))
        self._points = np.zeros(8)
        self._work = (
            np.zeros(proof_kernel.DEEPEST * size, np.int64),
            self._state,
            self._child,
            self._out,
            np.zeros(2, np.int64),
            np.zeros(proof_kernel.MOVE * most * proof_kernel.DEEPEST, np.int64),
            np.zeros(proof_kernel.FRAME * proof_kernel.DEEPEST, np.int64),
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

    def reaches(self, state: State, target: int, budget: int = SLICE) -> bool | None:
        """Say whether player 0 gets the target, or None if that takes more positions than the budget.

        Asked again it goes on where it was.
        """
        answer = self._ask(
            *self._functions, self._key, self._outlook, state, *self._work, target, self.looked + budget, _salt(target)
        )
        return None if answer == proof_kernel.NO_ANSWER else bool(answer == proof_kernel.PROVED)

    def missing(self, state: State, target: int) -> tuple[int, int]:
        """Guess how much is missing until it is proved that player 0 gets the target, and that it does not."""
        entry = int(proof_kernel.find(self._table, self.key(state) ^ _salt(target)))
        return (entry & proof_kernel.SURE, entry >> proof_kernel.BITS & proof_kernel.SURE) if entry else (1, 1)

    def step(self, state: State, target: int) -> int:
        """Return an action by which player 0, who decides, gets the target; there has to be one."""
        _, actions, apply, scores = self._functions
        while True:
            count = actions(state, self._out)
            code = proof_writer.cheapest(
                self._functions[0], apply, scores, self._key, state, self._child, self._out, self._table, self._points,
                count, target, _salt(target),
            )  # fmt: skip
            if code >= 0:
                return int(code)
            if self.reaches(state, target) is False:
                raise BadProof("a step of a proof proves the contrary")

    def write(self, start: State, target: int, claim: bool) -> Proof:
        """Write the proof of an answer out; what the table has lost of it is proved again."""
        length = FIRST_LENGTH
        while (found := self._try_to_write(start, target, claim, length)) is None:
            length *= 4
        return found

    def _try_to_write(self, start: State, target: int, claim: bool, length: int) -> Proof | None:
        todo = np.zeros(length // 4 * start.size, np.int64)
        todo[: start.size] = start
        state, seen, steps = start.copy(), np.zeros(2 * length, np.int64), np.zeros(length, np.int64)
        counts = np.array([1, 0, 0], np.int64)
        while True:
            end = self._write(
                *self._functions, self._key, todo, state, self._child, self._out, seen, steps, counts, self._table,
                self._points, target, _salt(target), 0 if claim else 1,
            )  # fmt: skip
            if end == proof_writer.DONE:
                positions, many = int(counts[proof_writer.WALKED]), int(counts[proof_writer.STEPS])
                return Proof(start.copy(), target, claim, steps[:many], positions)
            if end == proof_writer.FULL:
                return None
            if end == proof_writer.BROKEN:
                raise BadProof("a game ends otherwise than the proof says")
            while (answer := self.reaches(state, target)) is None:
                pass
            if answer != claim:
                raise BadProof("a step of a proof proves the contrary")


def _salt(target: int) -> int:
    return mixed(0, target)


class Walk:
    """Goes through written proofs step by step, with rule functions that have nothing to do with how they were found.

    Of the prover it uses the key alone, to know positions again that it has been through.
    """

    def __init__(self, game: Game, prover: Prover, mode: Mode = "interpreted") -> None:
        self._actor, self._actions, self._apply, self._scores = game.functions(mode, RULES)
        self._key = prover.key
        self._out = np.zeros(game.rules().MAX_ACTIONS, np.int64)
        self._points = np.zeros(8)

    def check(self, written: Proof, most: int | None = None) -> int:
        """Walk through a proof, or the first so many positions of it; give how many they were."""
        stretches = self.stretches(written, most)
        while True:
            try:
                next(stretches)
            except StopIteration as end:
                return int(end.value)

    def stretches(self, written: Proof, most: int | None = None) -> Generator[None, None, int]:
        """Walk through a proof, a stretch at a time, so that whoever waits can stop; give the number of positions.

        A `BadProof` says why it is none.
        """
        owner = 0 if written.claim else 1
        seen: set[int] = set()
        steps = iter(written.steps.tolist())
        todo = [written.start.copy()]
        while todo and len(seen) != most:
            state = todo.pop()
            player = self._actor(state)
            if player == OVER:
                if (proof_kernel.worth(self._scores, state, self._points) >= written.target) != written.claim:
                    raise BadProof("a game ends otherwise than the proof says")
                continue
            position = self._key(state)
            if position in seen:
                continue
            seen.add(position)
            if len(seen) % STRETCH == 0:
                yield
            legal = self._out[: self._actions(state, self._out)].tolist()
            todo.extend(self._after(state, code) for code in (self._taken(steps, legal) if player == owner else legal))
        if not todo and next(steps, None) is not None:
            raise BadProof("a proof has steps that lead nowhere")
        return len(seen)

    def _taken(self, steps: Iterator[int], legal: Sequence[int]) -> tuple[int]:
        for code in steps:
            if code not in legal:
                raise BadProof("a step of a proof is not legal")
            return (code,)
        raise BadProof("a proof breaks off")

    def _after(self, state: State, code: int) -> State:
        after = state.copy()
        self._apply(after, code)
        return after
