"""The same random games by other roads, and other people's games, each as a loop that says how many actions it took.

A road that needs a package which is not installed says so with `BadOption`; nothing here is needed by anything else.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

from meadhall.core.errors import BadOption

from .bench_rules import Loop, duel

OPEN_SPIEL = ("hex", "othello", "breakthrough", "go(board_size=9)")
PGX = ("hex", "othello")
ROLLOUTS = 100  # random games by OpenSpiel's own code between two questions from Python
PGX_GAMES = 1024  # at once, on a CPU
PGX_STEPS = 16  # in one call


def _need(module: str, package: str) -> None:
    if find_spec(module) is None:
        raise BadOption(f"{package} is not installed: pip install {package}")


# -- our game by other roads ----------------------------------------------------------------------


def gymnasium() -> Loop:
    """Play in a Gymnasium environment; what its opponent plays counts as well."""
    from meadhall import rl

    env, rng = rl.gym_env(duel().name, opponents="random"), random.Random(1)

    def play(games: int) -> int:
        actions = 0
        for _ in range(games):
            _, info = env.reset(seed=rng.randrange(2**31))
            over = False
            while not over:
                legal = info["action_mask"].nonzero()[0]
                _, _, over, _, info = env.step(legal[rng.randrange(len(legal))])
            actions += len(env.match.history)
        return actions

    return play


def pettingzoo() -> Loop:
    """Play in a PettingZoo environment, both seats at random."""
    from meadhall import rl

    env, rng = rl.aec_env(duel().name), random.Random(1)

    def play(games: int) -> int:
        actions = 0
        for _ in range(games):
            env.reset(seed=rng.randrange(2**31))
            for _agent in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(legal[rng.randrange(len(legal))])
                actions += 1
        return actions

    return play


def open_spiel_skin() -> Loop:
    """Play under pyspiel."""
    from meadhall import rl

    return _under_pyspiel(rl.open_spiel_game(duel().name))


def _under_pyspiel(game: Any) -> Loop:
    """Play a game of OpenSpiel's from Python, a call for each list of actions and for each action."""
    rng = random.Random(1)

    def play(games: int) -> int:
        actions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[rng.randrange(len(legal))])
                actions += 1
        return actions

    return play


# -- other games, as context ------------------------------------------------------------------------


def open_spiel_game(name: str) -> Loop:
    """Play a game that OpenSpiel has in C++, from Python."""
    _need("pyspiel", "open_spiel")
    import pyspiel

    return _under_pyspiel(pyspiel.load_game(name))


def open_spiel_alone(name: str) -> Loop:
    """Play a game of OpenSpiel's in its own C++: the random games by which its MCTS judges the first position.

    It does not tell how long they were; their mean length is that of as many games from Python.
    """
    _need("pyspiel", "open_spiel")
    import pyspiel

    game = pyspiel.load_game(name)
    length = _under_pyspiel(game)(ROLLOUTS) / ROLLOUTS

    def play(games: int) -> int:
        judge = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.randrange(2**31))
        bot = pyspiel.MCTSBot(game, judge, 1.4, games, 1000, False, 1, False)
        bot.mcts_search(game.new_initial_state())
        return round(games * ROLLOUTS * length)

    return play


def pgx(name: str, games: int = PGX_GAMES) -> Loop:
    """Play a game of Pgx's, compiled by JAX, so many at once; each step has its mask and its observation."""
    _need("jax", "jax")
    _need("pgx", "pgx")
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # others want memory on the GPU, too
    import jax
    import jax.numpy as jnp
    from pgx import make
    from pgx.experimental import auto_reset

    env = make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def one(_: Any, kept: Any) -> Any:
        state, key, seen = kept
        key, choosing, going = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choosing, logits, axis=-1)
        state = step(state, actions, jax.random.split(going, games))
        return state, key, seen + state.observation.sum(dtype=jnp.float32)  # else nobody would need to observe

    run = jax.jit(lambda kept: jax.lax.fori_loop(0, PGX_STEPS, one, kept), donate_argnums=0)
    key = jax.random.PRNGKey(1)
    table = [(init(jax.random.split(key, games)), key, jnp.float32(0))]

    def play(times: int) -> int:
        for _ in range(times):
            table[0] = run(table[0])
        jax.block_until_ready(table[0])
        return times * PGX_STEPS * games

    return play


def pgx_device() -> str:
    """Say where JAX works: cpu or gpu."""
    _need("jax", "jax")
    import jax

    return str(jax.default_backend())


Road = tuple[str, str, Callable[[], Loop]]  # what it is called, its group, how to make it


def other_roads() -> list[Road]:
    """List the other roads to the same rules."""
    return [
        ("Gymnasium loop", "same", gymnasium),
        ("PettingZoo loop", "same", pettingzoo),
        ("OpenSpiel skin under pyspiel", "same", open_spiel_skin),
    ]


def other_games() -> list[Road]:
    """List other games, which are context: their rules are not ours."""
    roads: list[Road] = []
    for name in OPEN_SPIEL:
        roads.append((f"OpenSpiel {name}, C++, from Python", "context", partial(open_spiel_game, name)))
        roads.append((f"OpenSpiel {name}, C++ alone", "context", partial(open_spiel_alone, name)))
    for name in PGX:
        roads.append((f"Pgx {name}, {PGX_GAMES:,} at once", "context", partial(pgx, name)))
    return roads
