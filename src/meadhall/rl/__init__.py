"""Our games for learning programs: as Gymnasium, PettingZoo and OpenSpiel know games.

    env = meadhall.rl.gym_env(GAME, opponents="greedy")   # one seat; bots have the others
    env = meadhall.rl.aec_env(GAME, players=4)         # every seat, one after the other
    env = meadhall.rl.parallel_env(GAME)              # every seat, in rounds of one decision
    game = meadhall.rl.open_spiel_game(GAME, size=5)      # for OpenSpiel's algorithms

docs/rl.md says what they see, and what actions are called. To import this also makes the games known to
`gymnasium.make` ("meadhall/MyGame-v0" for my-game), where Gymnasium is installed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from meadhall.core.errors import BadOption

__all__ = ["aec_env", "gym_env", "open_spiel_game", "parallel_env"]

INSTALL = "pip install 'meadhall[rl]'"


def gym_env(game: str, **how: Any) -> Any:
    """Make a Gymnasium environment: one seat of a game, with bots in the others.

    `opponents` is the name of a bot, or a list of them, one for each other seat in the order of play; `seat` is
    the learner's, None for another one in each game. All else: see `gymnasium_env.SeatEnv`.
    """
    return _skin("gymnasium_env", "gymnasium").SeatEnv(game, **how)


def aec_env(game: str, **how: Any) -> Any:
    """Make a PettingZoo environment in which the seats decide one after the other.

    All else: see `pettingzoo_env.aec_env`.
    """
    return _skin("pettingzoo_env", "pettingzoo").aec_env(game, **how)


def parallel_env(game: str, **how: Any) -> Any:
    """Make a PettingZoo environment of rounds: all may say something, who has to decide is heard.

    All else: see `pettingzoo_env.RoundsEnv`.
    """
    return _skin("pettingzoo_env", "pettingzoo").RoundsEnv(game, **how)


def open_spiel_game(game: str, **how: Any) -> Any:
    """Load a game for OpenSpiel, with `players` and the options of its rules.

    `pyspiel.load_game("meadhall_my_game(size=5)")` does the same once `meadhall.rl.open_spiel` is imported.
    """
    return _skin("open_spiel", "pyspiel", "open_spiel").load(game, **how)


def _skin(module: str, needed: str, package: str | None = None) -> Any:
    """Import what makes the games look like a framework's, or say what is missing."""
    if find_spec(needed) is None:
        raise BadOption(f"this needs {package or needed}, which is not installed: {INSTALL}")
    return import_module(f"{__name__}.{module}")


if find_spec("gymnasium") is not None:
    import_module(f"{__name__}.gymnasium_env").register()
