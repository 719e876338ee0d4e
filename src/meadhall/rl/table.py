"""A match as learning programs play it: actions as numbers, masks, observations and rewards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadhall.core.errors import BadOption, IllegalAction, listed, shown
from meadhall.core.game import NAMES
from meadhall.core.jit import Bytes, Mode
from meadhall.core.match import Match
from meadhall.core.observation import Observation
from meadhall.core.registry import find
from meadhall.core.speaker import Speaker
from meadhall.render import gifs, match_pictures

RENDER_MODES = ("ansi", "svg", "rgb_array")
ILLEGAL = ("lose", "error")
WIDTH = 100  # columns of a drawing in text
FRAME = (480, 720)  # pixels: width and height of a picture, the same all the game, as films need it


class SeatedMatch:
    """One game's table, at which match after match is played."""

    _match: Match | None = None

    def __init__(
        self,
        game: str,
        players: int | None,
        options: dict[str, Any],
        compiled: bool = True,
        render_mode: str | None = None,
        illegal: str = "lose",
    ) -> None:
        self.game = find(game)
        self.setup = self.game.setup(players, options)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"render_mode cannot be {shown(render_mode)}; it can be None, {listed(RENDER_MODES)}")
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal cannot be {shown(illegal)}; it can be {listed(ILLEGAL)}")
        self.render_mode, self.illegal, self._compiled = render_mode, illegal, check_compiled(compiled)
        self._get_ready()

    def _get_ready(self) -> None:
        """Have the rules compiled, if they shall be."""
        if self._compiled:
            self.game.quicken()
        self._observe = self.observation.function(self.mode)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_observe"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._get_ready()

    @property
    def mode(self) -> Mode:
        """How the rules run."""
        return "compiled" if self._compiled else "interpreted"

    @property
    def observation(self) -> Observation:
        """What players see, and how it is laid out."""
        return self.game.observation

    def deal(self, seed: int) -> None:
        """Begin a match, whose dice and draws come from a seed."""
        self._match = Match(self.game, self.setup, seed=seed)

    @property
    def match(self) -> Match:
        """The match being played."""
        if self._match is None:
            raise IllegalAction("there is no match yet; reset begins one")
        return self._match

    def play(self, action: Any) -> None:
        """Play an action by its number, which may stand in an array of its own, as policies give it."""
        alone = isinstance(action, np.ndarray) and action.shape == ()
        self.match.play_code(action.item() if alone else action)

    def sees(self, player: int) -> Bytes:
        """Give what a player sees."""
        out = np.empty(self.observation.size, np.uint8)
        self._observe(self.match.state, player, out)
        return out

    def mask(self, player: int) -> NDArray[np.int8]:
        """Mark the player's legal actions: none when it is another's decision."""
        mask = np.zeros(self.game.action_codes, np.int8)
        if self.match.actor == player:
            mask[self.match.codes()] = 1
        return mask

    def rewards(self) -> list[float]:
        """Say what the end is worth to each player, from -1 (lost) to 1 (won); 0 for all before the end."""
        if self.match.scores is None:
            return [0.0] * self.match.players
        return [2 * result - 1 for result in self.game.results(self.match.scores)]

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the table: as text, as an SVG, or as rows of pixels."""
        if self.render_mode == "rgb_array":
            return gifs.pixels(self.match, FRAME)
        if self.render_mode == "svg":
            return match_pictures.svg(self.match)
        if self.render_mode == "ansi":
            match, names = self.match, NAMES[: self.setup.players]
            return self.game.draw(match.current, Speaker(names, "en"), WIDTH).plain
        return None


def check_seed(seed: object) -> None:
    """Refuse a seed that the frameworks would not take either."""
    if seed is not None and (not isinstance(seed, int | np.integer) or isinstance(seed, bool) or seed < 0):
        raise BadOption(f"seed cannot be {shown(seed)}; it can be None or a whole number from 0 on")


def check_compiled(compiled: object) -> bool:
    """Refuse what does not say whether the rules shall be compiled."""
    if not isinstance(compiled, bool):
        raise BadOption(f"compiled cannot be {shown(compiled)}; it can be True, False")
    return compiled
