"""A game as a Gymnasium environment: one seat learns, bots have the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from meadhall.core.errors import BadOption, IllegalAction, is_whole, listed, shown
from meadhall.core.match import Match
from meadhall.core.registry import names
from meadhall.search import Bot, by_name

from .boxes import box
from .table import RENDER_MODES, SeatedMatch, check_seed


class SeatEnv(gymnasium.Env):
    """One seat of a match. `info["action_mask"]` and `action_masks()` say which actions are legal.

    opponents    a bot's name for all other seats, or a list of one for each, in the order of play after the seat:
                 "random", "greedy", "level:1" to "level:5", "mcts:500" and so on
    seat         the learner's, from 0; None for one that is drawn at each reset
    players      how many play; None for the usual number
    parts        observations are a dict of named planes, rows and vectors instead of one array
    illegal      "lose": an illegal action ends the game as a loss; "error": it raises IllegalAction
    render_mode  "ansi", "svg", "rgb_array" or None
    compiled     compile the rules, once for this machine; False for none of it, a hundred times slower
    options      those of the rules by name, like size=5
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] = "random",
        seat: int | None = 0,
        players: int | None = None,
        parts: bool = False,
        illegal: str = "lose",
        render_mode: str | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        self.table = SeatedMatch(game, players, options, compiled, render_mode, illegal)
        self.render_mode = render_mode
        self._wanted_seat = _read_seat(seat, self.table.setup.players)
        self._opponents = self._read_opponents(opponents)
        self._parts = parts
        self.seat = 0
        self._bots: dict[int, Bot] = {}
        self._done = True
        self.action_space = spaces.Discrete(self.table.game.action_codes)
        self.observation_space = self._space()

    def __getstate__(self) -> dict[str, Any]:
        """Return all there is, of the opponents only their dice: a copy has others of their names."""
        return {**self.__dict__, "_bots": {seat: bot.dice for seat, bot in self._bots.items()}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        dice = kept["_bots"]
        self.__dict__.update(kept)
        self._bots = self._sit_down(dict.fromkeys(dice, 0)) if dice else {}
        for seat, bot in self._bots.items():
            bot.dice = dice[seat]

    @property
    def match(self) -> Match:
        """The match being played, with all that `meadhall.Match` can do."""
        return self.table.match

    def action_masks(self) -> NDArray[np.bool_]:
        """Say which actions are legal, under the name by which MaskablePPO asks."""
        return self._mask().astype(np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match. With a seed its dice and draws are those of `game.new(seed=seed)`."""
        check_seed(seed)
        if options:
            raise BadOption(f"a reset has no options such as {shown(next(iter(options)))}; make another environment")
        super().reset(seed=seed)
        players = self.table.setup.players
        while True:
            self.seat = int(self.np_random.integers(players)) if self._wanted_seat is None else self._wanted_seat
            others = [(self.seat + after) % players for after in range(1, players)]
            seeds = self.np_random.integers(2**31, size=players).tolist()
            self._bots = self._sit_down(dict(zip(others, seeds[1:], strict=True)))
            self.table.deal(seeds[0] if seed is None else int(seed))
            self._wait()
            if not self.match.over:
                break
            seed = None  # it was over before this seat had a turn; that can happen, and is no game
        self._done = False
        return self._sees(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Decide, and let the others play until it is the seat's decision again, or the game is over."""
        match = self.match
        if self._done:
            raise IllegalAction(f"{shown(action)}: the game is over; reset begins another")
        try:
            self.table.play(action)
        except IllegalAction as problem:
            if self.table.illegal == "error":
                raise
            self._done = True
            return self._sees(), -1.0, True, False, {**self._info(), "illegal": str(problem)}
        self._wait()
        self._done = match.over
        return self._sees(), self.table.rewards()[self.seat], self._done, False, self._info()

    def render(self) -> Any:
        """Draw the table, as text, as an SVG, or as an array of pixels."""
        return self.table.render()

    def _sit_down(self, seeds: Mapping[int, int]) -> dict[int, Bot]:
        """Make the opponents for these seats, which are in the order of play."""
        named = zip(seeds.items(), self._opponents, strict=True)
        return {seat: by_name(name, self.table.game, seed, self.table.mode) for (seat, seed), name in named}

    def _wait(self) -> None:
        """Let the others play until this seat has to decide."""
        match = self.match
        while (actor := match.actor) is not None and actor != self.seat:
            match.play_code(self._bots[actor].choose_code(match))

    def _mask(self) -> NDArray[np.int8]:
        return np.zeros(self.table.game.action_codes, np.int8) if self._done else self.table.mask(self.seat)

    def _sees(self) -> Any:
        seen = self.table.sees(self.seat)
        return self.table.observation.split(seen) if self._parts else seen

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self.seat}
        if self.match.over:
            info["scores"] = list(self.match.scores or ())
        return info

    def _space(self) -> spaces.Space[Any]:
        seen = self.table.observation
        if self._parts:
            return spaces.Dict({part.name: box(part.highest) for part in seen.parts})
        return box(seen.highest)

    def _read_opponents(self, opponents: object) -> list[str]:
        others = self.table.setup.players - 1
        if isinstance(opponents, str):
            chosen = [opponents] * others
        elif isinstance(opponents, list | tuple) and all(isinstance(name, str) for name in opponents):
            chosen = list(opponents)
        else:
            raise BadOption(f"opponents are the name of a bot, or a list of names, not {shown(opponents)}")
        if len(chosen) != others:
            room = self.table.game.name
            raise BadOption(f"{room} for {others + 1} needs {others} opponents, not {len(chosen)}: {listed(chosen)}")
        for name in {*chosen, opponents} if isinstance(opponents, str) else set(chosen):
            by_name(name, self.table.game, 0, self.table.mode)
        return chosen


def _read_seat(seat: object, players: int) -> int | None:
    if seat is not None and (not is_whole(seat) or not 0 <= int(seat) < players):
        raise BadOption(f"seat cannot be {shown(seat)}; it can be None or {listed(range(players))}")
    return None if seat is None else int(seat)


def env_id(name: str) -> str:
    """Give the name of a game for `gymnasium.make`."""
    return f"meadhall/{''.join(word.capitalize() for word in name.split('-'))}-v0"


def register() -> None:
    """Make all games known to `gymnasium.make`."""
    for name in names():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(env_id(name), entry_point=f"{__name__}:SeatEnv", kwargs={"game": name})
