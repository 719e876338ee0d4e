"""Many games of one kind at once: what `meadhall.batch` gives."""

from __future__ import annotations

import copy
import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from meadhall.core.errors import BadOption, IllegalAction, is_whole, listed, shown
from meadhall.core.game import CHANCE, Game, Setup
from meadhall.core.jit import State
from meadhall.core.match import Entry, Match, read_seed
from meadhall.core.position import Position

from .common import Episodes

if TYPE_CHECKING:
    from .cpu import Cpu
    from .cuda import Cuda

ROOM = 64  # decisions of each game for which there is room at first


class Batch:
    """n games of one set-up, each with dice of its own, all a decision further with each `step`.

    On a CPU its arrays are NumPy's; on a GPU they lie there, and `torch.from_dlpack`, `jax.dlpack.from_dlpack` and the
    like take them without a copy. Each of them is always the same array, filled anew: copy what is to be kept.
    """

    def __init__(self, side: Cpu | Cuda, seed: object = None, history: bool = False) -> None:
        self._side, self._history = side, history
        self._longest = 0  # no game has more decisions than this
        self.reset(seed=read_seed(seed))

    @property
    def game(self) -> Game:
        """The game."""
        return self._side.kind.game

    @property
    def setup(self) -> Setup:
        """The set-up of all games."""
        return self._side.kind.setup

    @property
    def n(self) -> int:
        """How many games there are."""
        return self._side.kind.n

    @property
    def players(self) -> int:
        """How many play in each."""
        return self.setup.players

    @property
    def codes(self) -> int:
        """How many numbers there are for actions: the width of `legal_mask`."""
        return self.game.action_codes

    @property
    def device(self) -> str:
        """Where the games are: cpu or cuda."""
        return self._side.name

    # -- looking -----------------------------------------------------------------------------

    def player(self) -> Any:
        """Say who decides in each game: n whole numbers, -2 where it is over."""
        return self._side.give(self._side.player)

    @property
    def over(self) -> Any:
        """Which games ended with the last step (those that were begun again too), or earlier and stayed: n marks."""
        return self._side.give(self._side.over)

    def results(self) -> Any:
        """Say what the ends were worth to each player, from 0 to 1: n rows, zero where `over` is not set."""
        return self._side.give(self._side.rows(self._side.worth))

    def scores(self) -> Any:
        """Give the final scores of each player: n rows, zero where `over` is not set."""
        return self._side.give(self._side.rows(self._side.points))

    def legal_mask(self) -> Any:
        """Mark the legal actions of each game: n rows of `codes` marks, none of a game that is over."""
        return self._side.give(self._side.mask())

    def observe(self) -> Any:
        """Write what the player who decides sees of each game: n rows of bytes, as `game.observation` tells."""
        return self._side.give(self._side.observe())

    @property
    def state(self) -> Any:
        """The rules' arrays themselves, n rows; the names at the head of the game's rules.py say what is where.

        They are what is played with: what is written there is believed.
        """
        return self._side.give(self._side.rows(self._side.states))

    # -- playing -----------------------------------------------------------------------------

    def reset(self, mask: Any = None, seed: object = None) -> None:
        """Begin new games, all or those that are marked; with a seed, all dice come from it anew."""
        wanted = None if mask is None else self._marks(mask)
        if seed is not None:
            self._side.seed(*generators(read_seed(seed), self.n))
            self._seed = read_seed(seed)
        self._side.begin(wanted)
        self._longest = 0 if wanted is None else self._longest

    def step(self, actions: Any, check: bool = True) -> None:
        """Play one action in each game: n numbers of actions; those for games that are over are not looked at.

        An action that is not legal is refused before anything is played. Without `check` the rules believe
        that all are legal, which is quicker: for actions that were drawn from `legal_mask`, for example.
        """
        codes = self._numbers(actions)
        if check and (wrong := self._side.illegal(codes)) >= 0:
            raise IllegalAction(self._complaint(wrong, int(self._side.host(codes)[wrong])))
        self._make_room(1)
        self._side.step(codes)

    def random_actions(self) -> Any:
        """Draw a legal action for each game, all equally likely: n numbers, -1 where it is over."""
        return self._side.give(self._side.draw())

    def play_random(self, steps: int) -> Episodes:
        """Play so many actions in each game, drawn like `random_actions`; say what came of it.

        All in one go, which is much quicker than steps from outside.
        """
        if not is_whole(steps) or int(steps) < 0:
            raise BadOption(f"steps cannot be {shown(steps)}; it can be a whole number from 0 on")
        self._make_room(int(steps))
        return self._side.play(int(steps))

    def wait(self) -> None:
        """Wait until all is done that was begun: a GPU works on while Python goes on."""
        self._side.wait()

    def match(self, k: int) -> Match:
        """Give the k-th game as a match of its own, which can be looked at, taken back and gone on with."""
        if not is_whole(k) or not 0 <= int(k) < self.n:
            raise BadOption(f"there is no game {shown(k)}; games are 0 to {self.n - 1}")
        if not self._history:
            raise BadOption("this batch does not remember its games; make it with history=True")
        origin, decisions = self._side.told(int(k))
        match, dice = Match(self.game, self.setup, seed=0, chance="manual"), np.array([origin])
        rules = self.game.rules()
        while match.actor == CHANCE or decisions:
            state, codes, by_chance = match.state, [], match.actor == CHANCE
            for _ in range(self.game.span(Position(self.game, self.setup, state))):
                codes.append(int(rules.sample(state, dice)) if by_chance else decisions.pop(0))
                rules.apply(state, codes[-1])
            actor = CHANCE if match.actor is None else match.actor
            match.follow(Entry(self.game.write(match.current, codes), tuple(codes), actor))
        match.go_on(f"{self._seed} {k}")
        return match

    def copy(self) -> Batch:
        """Return a batch of the same games that shares nothing with this one, and goes on with the same dice."""
        return copy.deepcopy(self)

    __copy__ = copy

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game.name} for {self.players} on {self.device}>"

    # -- what comes in -----------------------------------------------------------------------

    def _numbers(self, actions: Any) -> Any:
        """Understand n numbers of actions."""
        codes = self._side.take(actions)
        if tuple(codes.shape) != (self.n,) or np.dtype(codes.dtype).kind not in "iu":
            found = f"an array of shape {tuple(codes.shape)} of {codes.dtype}"
            raise BadOption(f"a step takes {self.n} whole numbers, one for each game, not {found}")
        return self._side.plain(codes)

    def _marks(self, mask: Any) -> Any:
        """Understand n marks."""
        marks = self._side.take(mask)
        if tuple(marks.shape) != (self.n,) or np.dtype(marks.dtype) != np.bool_:
            found = f"an array of shape {tuple(marks.shape)} of {marks.dtype}"
            raise BadOption(f"a reset takes {self.n} marks, True or False for each game, not {found}")
        return marks

    def _complaint(self, k: int, code: int) -> str:
        """Say which game's action is not legal."""
        state = self._side.state(k)
        legal = [
            f"{c} ({self.game.write(Position(self.game, self.setup, state), (c,))})" for c in self.game.codes(state)
        ]
        return f"game {k}: action {self._named(state, code)} is not legal now; legal: {listed(legal)}"

    def _named(self, state: State, code: int) -> str:
        """Write a number with the action that it stands for, if there is one."""
        if 0 <= code < self.codes:
            try:
                return f"{code} ({self.game.write(Position(self.game, self.setup, state), (code,))})"
            except (IndexError, KeyError, ValueError):  # a number of another phase means nothing in this one
                pass
        return str(code)

    def _make_room(self, steps: int) -> None:
        """Have room for so many more decisions, if they are remembered."""
        if not self._history:
            return
        if self._longest + steps > self._side.room:
            self._longest = self._side.longest()
            if self._longest + steps > self._side.room:
                self._side.widen(max(ROOM, 2 * self._side.room, self._longest + steps))
        self._longest += steps


def generators(seed: str, n: int) -> tuple[State, State]:
    """Make n generators for dice and n for choices, as different as if drawn: splitmix64 of the seed and the game."""
    key = np.uint64(int.from_bytes(hashlib.sha256(seed.encode("utf-8")).digest()[:8], "big"))
    with np.errstate(over="ignore"):
        z = (np.arange(2 * n, dtype=np.uint64) ^ key) + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words = (z ^ (z >> np.uint64(31))).view(np.int64)
    return words[::2].copy(), words[1::2].copy()
