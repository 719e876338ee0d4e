"""How fast the rules are: random games, interpreted and compiled, in one run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import numpy as np

import meadhall
from meadhall.core import jit, playout
from meadhall.core.game import Game
from meadhall.core.jit import Mode

if TYPE_CHECKING:
    from rich.console import Console

LISTING = ("actor", "actions", "odds", "apply", "scores")
SAMPLING = ("actor", "sample", "apply", "scores")
Loop = Callable[[int], int]
ROUNDS = 10


def duel() -> Game:
    """Return the game by which servers and libraries are measured: the first one for two without luck."""
    games = map(meadhall.game, meadhall.games())
    return next(game for game in games if 2 in game.players and not game.has_luck)


def loop(game: Game, players: int, mode: Mode, way: str, seed: int = 1) -> Loop:
    """Make a function that plays a number of random games and says how many actions they took."""
    names = LISTING if way == "listing" else SAMPLING
    start = game.start(game.setup(players, {}))
    space = playout.workspace(start.size, game.rules().MAX_ACTIONS, seed)
    state, out, generator, points = space
    sums = np.zeros(players, np.float64)
    arrays = [start, state, out, generator] if way == "listing" else [start, state, generator]
    module = jit.twin("meadhall.core.playout", mode)
    play: Any = module.by_listing if way == "listing" else module.by_sampling
    if mode != "interpreted":
        kinds = ("array",) * len(arrays) + ("scores array",) * 2 + ("number",)
        play = jit.compile_loop(play, *names, *kinds)
    functions = game.functions(mode, names)
    return lambda games: int(play(*functions, *arrays, points, sums, games))


def measure(loops: Mapping[str, Loop], seconds: float) -> dict[str, dict[str, float]]:
    """Play in turns of a tenth of the time each, and give for each loop the speed of its best turn.

    Other programs disturb some turns more than others; taking turns, they disturb all loops alike.
    Games a second follow from actions a second and the length of all games played, since a turn with
    short games is not a fast one.
    """
    batches = {name: _batch(play, seconds / ROUNDS) for name, play in loops.items()}
    games, actions, best = dict.fromkeys(loops, 0), dict.fromkeys(loops, 0), dict.fromkeys(loops, 0.0)
    for _ in range(ROUNDS):
        for name, play in loops.items():
            begin = time.perf_counter()
            played = play(batches[name])
            best[name] = max(best[name], played / (time.perf_counter() - begin))
            games[name] += batches[name]
            actions[name] += played
    return {
        name: {"games_per_second": best[name] * games[name] / actions[name], "actions_per_second": best[name]}
        for name in loops
    }


def _batch(play: Loop, seconds: float) -> int:
    """Find how many games take about so long."""
    play(1)
    games, spent = 1, 0.0
    while spent < seconds / 2:
        games *= 2
        begin = time.perf_counter()
        play(games)
        spent = time.perf_counter() - begin
    return games


def _on_one_core(name: str, players: int, seconds: float, seed: int) -> dict[str, float]:
    play = loop(meadhall.game(name), players, "compiled", "sampling", seed)
    return measure({"sampling": play}, seconds)["sampling"]


def on_all_cores(name: str, players: int, seconds: float) -> dict[str, float]:
    """Sample games in one process for each core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(_on_one_core, name, players, seconds, seed) for seed in range(1, cores + 1)]
        parts = [job.result() for job in jobs]
    total = {key: sum(part[key] for part in parts) for key in parts[0]}
    return {**total, "cores": cores}


def usual_table(game: Game) -> int:
    """Give the middle one of the player counts: neither alone nor crowded."""
    return game.players[len(game.players) // 2]


def first_call(name: str, players: int) -> dict[str, float]:
    """Time the first compiled call with an empty cache, and that of the next process."""
    code = (
        "import time; begin = time.perf_counter()\n"
        "from meadhall.lab.bench_rules import loop\nimport meadhall\n"
        f"loop(meadhall.game({name!r}), {players}, 'compiled', 'listing')(1)\n"
        "print(time.perf_counter() - begin)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MEADHALL_CACHE": folder}
        times = []
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
            )
            times.append(float(done.stdout))
    return {"fresh_install": times[0], "next_process": times[1]}


def rules(name: str, seconds: float) -> dict[str, Any]:
    """Measure one game in every way."""
    game = meadhall.game(name)
    players = usual_table(game)
    result: dict[str, Any] = {
        "game": name,
        "players": players,
        **measure(
            {
                "interpreted": loop(game, players, "interpreted", "listing"),
                "listing": loop(game, players, "compiled", "listing"),
                "sampling": loop(game, players, "compiled", "sampling"),
            },
            seconds,
        ),
        "all_cores": on_all_cores(name, players, seconds),
        "first_call_seconds": first_call(name, players),
    }
    base = result["interpreted"]["games_per_second"]
    result["times_interpreted"] = {
        way: result[way]["games_per_second"] / base for way in ("listing", "sampling", "all_cores")
    }
    return result


def show(result: dict[str, Any], console: Console) -> None:
    """Print what was measured for a game."""
    from rich.table import Table

    table = Table("", "games/s", "actions/s", "times interpreted", box=None, pad_edge=False)
    ways = {
        "interpreted": "interpreted, listing",
        "listing": "compiled, listing (a)",
        "sampling": "compiled, sampling (b)",
        "all_cores": f"compiled, sampling, {result['all_cores']['cores']:.0f} cores",
    }
    for way, words in ways.items():
        ratio = result["times_interpreted"].get(way, 1.0)
        speed = result[way]
        table.add_row(
            words, f"{speed['games_per_second']:,.0f}", f"{speed['actions_per_second']:,.0f}", f"{ratio:,.0f}"
        )
    first = result["first_call_seconds"]
    console.print(f"{result['game']}, {result['players']} players, random games", style="bold")
    console.print(table)
    console.print(
        f"first compiled call {first['fresh_install']:.1f} s, in the next process {first['next_process']:.2f} s\n"
    )
