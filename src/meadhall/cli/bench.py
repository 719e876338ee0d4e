"""`meadhall bench`: how fast things are."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

import meadhall

from .common import BenchGames, BenchSeconds, Json, bench_app

if TYPE_CHECKING:
    pass


@bench_app.callback(invoke_without_command=True)
def benchmarks(context: typer.Context) -> None:
    """Measure how fast things are."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@bench_app.command("rules")
def bench_rules(
    game: BenchGames = None,
    seconds: BenchSeconds = 2.0,
    as_json: Json = False,
) -> None:
    """Measure random games: interpreted, compiled on one core, and on all cores."""
    from rich.console import Console

    from meadhall.lab import bench_rules as bench

    results = [bench.rules(name, seconds) for name in _one_by_one(game)]
    if as_json:
        print(json.dumps(results))
    else:
        for result in results:
            bench.show(result, Console(highlight=False, width=100))


@bench_app.command("search")
def bench_search(
    game: BenchGames = None,
    seconds: BenchSeconds = 2.0,
    as_json: Json = False,
) -> None:
    """Measure the search of the bots: simulations a second on one core, from the opening."""
    from rich.console import Console

    from meadhall.lab import bench_search as bench

    results = [row for name in _one_by_one(game) for row in bench.search(name, seconds)]
    if as_json:
        print(json.dumps(results))
    else:
        bench.show(results, Console(highlight=False, width=100))


def _one_by_one(games: list[str] | None) -> Iterable[str]:
    """Give the games to measure, all by default, with a bar of the progress."""
    from rich.console import Console
    from rich.progress import track

    names = games or meadhall.games()
    for name in names:
        meadhall.game(name)  # a wrong name is told before work begins
    return track(names, "Games", console=Console(stderr=True), transient=True)
