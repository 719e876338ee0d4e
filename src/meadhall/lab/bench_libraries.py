"""One of our games by several roads: random games by the same rules on several roads, on one core, in one run.

Other games of other people stand beside it as context: their rules are not ours, so the numbers say how fast such
programs are, not which is faster. On a GPU: batches of ours and of Pgx's at several sizes, on the same card.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from meadhall.core.errors import BadOption

from . import bench_batch, other_libraries
from .bench_rules import Loop, duel, loop, measure

if TYPE_CHECKING:
    from rich.console import Console

BATCH = 1024  # games at once, on a CPU
AIM = 20  # times the best of the other roads


def ours() -> list[other_libraries.Road]:
    """List our own roads."""
    game = duel()
    return [
        ("interpreted", "same", lambda: loop(game, 2, "interpreted", "listing")),
        ("compiled, listing", "ours", lambda: loop(game, 2, "compiled", "listing")),
        ("compiled, sampling", "ours", lambda: loop(game, 2, "compiled", "sampling")),
        (f"batch of {BATCH:,}", "ours", lambda: bench_batch.acting(bench_batch.on_cpu(game, BATCH, 1))),
        (
            f"batch of {BATCH:,}, masks and observations",
            "ours",
            lambda: bench_batch.stepping(bench_batch.on_cpu(game, BATCH, 1)),
        ),
    ]


@contextmanager
def one_core() -> Iterator[None]:
    """Keep all threads of this process on one core, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _made(roads: Sequence[other_libraries.Road]) -> tuple[dict[str, Loop], dict[str, str], dict[str, str]]:
    """Make the loops that can be made: loops and groups by name, and why others cannot."""
    loops, groups, missing = {}, {}, {}
    for name, group, make in roads:
        try:
            loops[name], groups[name] = make(), group
        except BadOption as problem:
            missing[name] = str(problem)
    return loops, groups, missing


def on_cpu(seconds: float, context: bool = True) -> dict[str, Any]:
    """Measure all roads on one core, taking turns."""
    with one_core():
        loops, groups, missing = _made(
            [*ours(), *other_libraries.other_roads(), *(other_libraries.other_games() if context else [])]
        )
        speeds = {name: speed["actions_per_second"] for name, speed in measure(loops, seconds).items()}
    rows = [{"road": name, "group": groups[name], "actions_per_second": speed} for name, speed in speeds.items()]
    best = max(speed for name, speed in speeds.items() if groups[name] == "same")
    return {
        "device": "cpu",
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "rows": rows,
        "missing": missing,
        "times_best_other": speeds["compiled, sampling"] / best,
        "aim": AIM,
    }


def on_gpu(seconds: float, sizes: Sequence[int]) -> dict[str, Any]:
    """Measure batches of ours and of Pgx's on a GPU."""
    game, rows, missing = duel(), [], {}
    title = game.title["en"]
    for row in bench_batch.batches(game.name, "cuda", sizes, seconds):
        where = {"games": row["games"], "group": "ours"}
        rows.append({**where, "road": f"{title}, random play", "actions_per_second": row["actions_per_second"]})
        rows.append(
            {**where, "road": f"{title}, masks and observations", "actions_per_second": row["steps_per_second"]}
        )
    try:
        if other_libraries.pgx_device() == "cpu":
            raise BadOption("JAX finds no GPU here")
        for name in other_libraries.PGX:
            for n in sizes:
                speed = measure({name: other_libraries.pgx(name, n)}, seconds)[name]["actions_per_second"]
                rows.append({"games": n, "group": "context", "road": f"Pgx {name}", "actions_per_second": speed})
    except BadOption as problem:
        missing["Pgx"] = str(problem)
    return {"device": "cuda", "rows": rows, "missing": missing}


GROUPS = {
    "ours": "our game",
    "same": "the same rules on other roads",
    "context": "context: other games, whose rules are not ours",
}


def show(result: Mapping[str, Any], console: Console) -> None:
    """Print the roads by their groups, then what was left out."""
    from rich.table import Table

    for group, words in GROUPS.items():
        rows = [row for row in result["rows"] if row["group"] == group]
        if rows:
            table = Table(words, box=None, pad_edge=False)
            if "games" in rows[0]:
                table.add_column("games at once", justify="right")
            table.add_column("actions/s", justify="right")
            for row in rows:
                many = [f"{row['games']:,}"] if "games" in row else []
                table.add_row(row["road"], *many, f"{row['actions_per_second']:,.0f}")
            console.print(table)
            console.print()
    for name, why in result["missing"].items():
        console.print(f"left out: {name}: {why}")
    if "times_best_other" in result:
        times, aim = result["times_best_other"], result["aim"]
        console.print(f"compiled, sampling: {times:,.0f} times the best other road to the same rules (aim: {aim})")
