"""A game as PettingZoo environments: every seat is an agent, `player_0` and so on."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from meadhall.core.errors import BadOption, IllegalAction, shown
from meadhall.core.match import Match

from .boxes import box
from .table import RENDER_MODES, SeatedMatch, check_seed


def aec_env(game: str, **how: Any) -> Any:
    """Make the environment of turns with PettingZoo's usual wrappers.

    An illegal action ends the game, -1 for who made it and 0 for the others; with illegal="error" it raises
    IllegalAction instead.
    """
    env: Any = TurnsEnv(game, **how)
    if env.table.illegal == "lose":
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(env)


class _Seats:
    """What both kinds have: agents, spaces, seeds and drawings.

    players      how many play; None for the usual number
    illegal      what an illegal action does: "lose" or "error"
    render_mode  "ansi", "svg", "rgb_array" or None
    compiled     compile the rules, once for this machine
    options      those of the rules by name, like size=5
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        self.table = SeatedMatch(game, players, options, compiled, render_mode, illegal)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"meadhall_{self.table.game.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.setup.players)]
        self.agents: list[str] = []
        self._random: np.random.Generator | None = None
        codes, seen = self.table.game.action_codes, self.table.observation
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": box(seen.highest),
                    "action_mask": spaces.Box(0, 1, (codes,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(codes) for agent in self.possible_agents}

    @property
    def match(self) -> Match:
        """The match being played, with all that `meadhall.Match` can do."""
        return self.table.match

    def observation_space(self, agent: str) -> Any:
        """Give what an agent can see: `observation` and `action_mask`."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Give what an agent can do: the numbers of the game's actions."""
        return self._action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent sees; the mask is empty while another one decides."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.sees(seat), "action_mask": self.table.mask(seat)}

    def render(self) -> Any:
        """Draw the table, as text, as an SVG, or as an array of pixels."""
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""

    def _decides(self) -> str:
        """Name the agent who has to decide."""
        actor = self.match.actor
        assert actor is not None
        return self.possible_agents[actor]

    def _deal(self, seed: int | None) -> None:
        """Begin a match. With a seed its dice and draws are those of `game.new(seed=seed)`."""
        check_seed(seed)
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        drawn = int(self._random.integers(2**31))
        self.table.deal(drawn if seed is None else int(seed))
        self.agents = self.possible_agents[:]


class TurnsEnv(_Seats, AECEnv):
    """Agents decide one after the other, some of them several times in a row."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; PettingZoo's own test passes options that nobody knows, so they are ignored."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._decides()

    def step(self, action: Any) -> None:
        """Play the action of the agent whose turn it is; of one that is done, None."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.table.play(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, self.table.rewards(), strict=True))
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._decides()
        self._accumulate_rewards()


class RoundsEnv(_Seats, ParallelEnv):
    """Agents decide in rounds of one decision: who has to decide is heard, what others say is ignored.

    No game of ours is simultaneous, so this is for tools that know nothing but rounds. In each round exactly one
    agent has an `action_mask` that is not empty.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match; PettingZoo's own test passes options that nobody knows, so they are ignored."""
        self._deal(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, dict[str, float], dict[str, bool], dict[str, bool], Any]:
        """Play the action of the agent who has to decide."""
        if not self.agents:
            raise IllegalAction("the game is over; reset begins another")
        here, infos = self.agents, {agent: dict[str, Any]() for agent in self.agents}
        decides = self._decides()
        rewards, over = self._play(decides, actions, infos)
        seen = {agent: self.observe(agent) for agent in here}
        if over:
            self.agents = []
        return seen, rewards, dict.fromkeys(here, over), dict.fromkeys(here, False), infos

    def _play(self, agent: str, actions: Any, infos: dict[str, dict[str, Any]]) -> tuple[dict[str, float], bool]:
        if not isinstance(actions, dict) or agent not in actions:
            raise BadOption(f"{agent} has to decide, and {shown(actions)} has no action of it")
        try:
            self.table.play(actions[agent])
        except IllegalAction as problem:
            if self.table.illegal == "error":
                raise
            infos[agent]["illegal"] = str(problem)
            return {**dict.fromkeys(self.agents, 0.0), agent: -1.0}, True
        return dict(zip(self.agents, self.table.rewards(), strict=True)), self.match.over
