"""How fast many games at once are: actions at random, and steps with masks and observations."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

import meadhall
from meadhall.batches import Batch, Kind
from meadhall.batches.cpu import Cpu, cores
from meadhall.core.errors import BadOption
from meadhall.core.game import Game

from .bench_rules import Loop, measure, usual_table

if TYPE_CHECKING:
    from rich.console import Console

SIZES = {"cpu": (64, 1024, 16_384), "cuda": (16_384, 131_072, 1_048_576)}
COMPARED, FIRST_STEPS, STEPS = 1000, 20, 200  # games, steps one by one, and then in one go
RETOLD = 5  # games that are played again as matches, by interpreted rules


def kind_of(game: Game, n: int) -> Kind:
    """Say what is measured: the usual table, one game after the other."""
    return Kind(game, game.setup(usual_table(game), {}), n, again=True)


def on_cpu(game: Game, n: int, threads: int) -> Batch:
    """Begin a batch on some threads."""
    return Batch(Cpu(kind_of(game, n), threads), seed=1)


def on_gpu(game: Game, n: int, columns: bool = True, in_step: bool = True, threads: int | None = None) -> Batch:
    """Begin a batch on the GPU, if need be in another way than the best."""
    from meadhall.batches.cuda import Cuda

    side = Cuda(kind_of(game, n), columns, in_step)
    side.threads = threads or side.threads
    return Batch(side, seed=1)


def acting(batch: Batch) -> Loop:
    """Make a function that plays so many actions in each game at random, and says how many these are in all."""
    return lambda steps: batch.play_random(steps).actions


def stepping(batch: Batch) -> Loop:
    """Make a function that goes so many steps as a learner would: mask, observation, a random action, step."""

    def play(steps: int) -> int:
        for _ in range(steps):
            batch.legal_mask()
            batch.observe()
            batch.step(batch.random_actions(), check=False)
        batch.wait()
        return steps * batch.n

    return play


def _row(game: Game, where: Mapping[str, Any], make: Any, seconds: float) -> dict[str, Any]:
    """Measure a batch both ways."""
    loops = {"actions": acting(make()), "steps": stepping(make())}
    speeds = {way: speed["actions_per_second"] for way, speed in measure(loops, seconds).items()}
    return {"game": game.name, **where, "actions_per_second": speeds["actions"], "steps_per_second": speeds["steps"]}


def batches(name: str, device: str, sizes: Sequence[int], seconds: float) -> list[dict[str, Any]]:
    """Measure one game at several sizes; on a CPU on one core and on all."""
    game, rows = meadhall.game(name), []
    for n in sizes:
        if device == "cuda":
            rows.append(_row(game, {"device": device, "games": n}, lambda n=n: on_gpu(game, n), seconds))
            continue
        for threads in sorted({1, cores()}):
            where = {"device": device, "games": n, "cores": threads}
            rows.append(_row(game, where, lambda n=n, threads=threads: on_cpu(game, n, threads), seconds))
    return rows


def variants(name: str, n: int, seconds: float) -> list[dict[str, Any]]:
    """Measure what the ways to do it on a GPU are worth: how states lie, phases in step or not, threads of a block."""
    game = meadhall.game(name)
    ways: dict[str, dict[str, Any]] = {
        "as it is": {},
        "each game's words one behind the other": {"columns": False},
        "threads not in step": {"in_step": False},
        "32 threads in a block": {"threads": 32},
        "64 threads in a block": {"threads": 64},
        "256 threads in a block": {"threads": 256},
    }
    where = {"device": "cuda", "games": n}
    return [
        _row(game, {**where, "way": way}, lambda given=given: on_gpu(game, n, **given), seconds)
        for way, given in ways.items()
    ]


def exchange(batch: Batch) -> list[str]:
    """See that other libraries use a GPU's arrays where they lie, and give actions of their own for a step.

    Those that are here are named.
    """
    there = []
    if find_spec("torch") is not None:
        import torch
        from torch.utils.dlpack import from_dlpack

        if torch.cuda.is_available():
            seen, drawn = from_dlpack(batch.observe()), from_dlpack(batch.random_actions())
            batch.wait()
            _same("PyTorch", batch, seen.cpu().numpy(), seen.data_ptr())
            batch.step(drawn.clone())
            there.append("PyTorch")
    if find_spec("jax") is not None:
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax

        if jax.default_backend() == "gpu":
            taken = jax.dlpack.from_dlpack(batch.observe())
            _same("JAX", batch, np.asarray(taken), taken.unsafe_buffer_pointer())
            batch.step(jax.dlpack.from_dlpack(batch.random_actions()))
            there.append("JAX")
    return there


def _same(library: str, batch: Batch, seen: Any, address: int) -> None:
    """See that a library has our array, not a copy."""
    ours = batch.observe()
    if address != ours.address or not np.array_equal(seen, ours.numpy()):
        raise BadOption(f"{library} does not share the arrays; this is a fault of ours, please report it")


def compare(name: str) -> dict[str, Any]:
    """Play the same games on the GPU and on the CPU, and some of them as matches; a difference is an error."""
    game = meadhall.game(name)
    ours = Batch(Cpu(kind_of(game, COMPARED), None), 7, history=True)
    from meadhall.batches.cuda import Cuda

    theirs = Batch(Cuda(kind_of(game, COMPARED)), 7, history=True)
    for _ in range(FIRST_STEPS):
        actions = theirs.random_actions()
        ours.random_actions()
        ours.step(actions.numpy())
        theirs.step(actions)
        _alike(ours, theirs)
    here, there = ours.play_random(STEPS), theirs.play_random(STEPS)
    if (here.actions, here.games) != (there.actions, there.games) or not np.allclose(here.results, there.results):
        raise BadOption(f"{name}: GPU and CPU differ in what they counted; this is a fault of ours, please report it")
    _alike(ours, theirs)
    for k in range(RETOLD):
        match = meadhall.load(theirs.match(k).record())  # checks every action by the interpreted rules
        if (match.state != ours.state[k]).any():
            raise BadOption(f"{name}: game {k} is another one as a match; this is a fault of ours, please report it")
    shared = exchange(theirs)
    return {"games": COMPARED, "actions": COMPARED * (FIRST_STEPS + STEPS), "matches": RETOLD, "shared": shared}


def _alike(ours: Batch, theirs: Batch) -> None:
    """See that two batches are the same in all that can be seen."""
    pairs = {
        "state": (ours.state, theirs.state),
        "player": (ours.player(), theirs.player()),
        "over": (ours.over, theirs.over),
        "results": (ours.results(), theirs.results()),
        "mask": (ours.legal_mask(), theirs.legal_mask()),
        "observation": (ours.observe(), theirs.observe()),
    }
    for what, (here, there) in pairs.items():
        if not np.array_equal(here, np.asarray(there)):
            where = int(np.flatnonzero((here != np.asarray(there)).reshape(ours.n, -1).any(1))[0])
            told = f"{ours.game.name}: the {what} of game {where} differs between GPU and CPU"
            raise BadOption(f"{told}; this is a fault of ours, please report it")


def show(results: Sequence[Mapping[str, Any]], console: Console) -> None:
    """Print a line for each batch."""
    from rich.table import Table

    table = Table("", "games", "on", box=None, pad_edge=False)
    for head in ("actions/s", "steps/s with mask and observation"):
        table.add_column(head, justify="right")
    for row in results:
        where = "GPU" if row["device"] == "cuda" else f"{row['cores']} core{'s' if row['cores'] > 1 else ''}"
        way = f", {row['way']}" if "way" in row else ""
        speeds = f"{row['actions_per_second']:,.0f}", f"{row['steps_per_second']:,.0f}"
        table.add_row(row["game"], f"{row['games']:,}", where + way, *speeds)
    console.print(table)
