"""`meadhall bench`: how fast things are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

import meadhall
from meadhall.core.errors import BadOption, shown

from .common import BenchGames, BenchSeconds, Json, bench_app, write_file


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


@bench_app.command("serve")
def bench_serve(
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="postgresql://… of a database for this alone; by default an SQLite file."),
    ] = None,
    scene: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this scene, like “soak”; may be said again.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="All in small, in seconds: does everything work?")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures as JSON, too.")] = None,
    as_json: Json = False,
) -> None:
    """Measure how much a server holds: moves a second, how long they take, and memory."""
    from rich.console import Console

    from meadhall.lab import bench_serve as bench

    scenes = {one.name: one for one in bench.scenes(quick)}
    for name in scene or []:
        if name not in scenes:
            raise BadOption(f"there is no scene {shown(name)}; scenes are {', '.join(scenes)}")
    progress = Console(stderr=True)
    with progress.status("") as status:
        wanted = [scenes[name] for name in scene or scenes]
        result = bench.serve(database, wanted, not quick, _moves_kept, status.update)
    if out is not None:
        write_file(out, json.dumps(result, indent=1) + "\n")
    if as_json:
        print(json.dumps(result))
    else:
        bench.show(result, Console(highlight=False, width=120))
    lost = sum(row["lost"] for row in result["scenes"])
    if lost:
        raise BadOption(f"{lost} confirmed moves are not in the database; this is a fault of ours, please report it")


def _moves_kept(database: str, names: Sequence[str]) -> dict[str, list[str]]:
    """Fetch the moves of tables from the database itself."""
    import asyncio
    from contextlib import closing

    from meadhall.service.store import Store, open_store

    class Deaf:
        """Nobody: what other processes do is not heard."""

        def hear(self, name: str | None) -> None:
            pass

        def meet(self, process: str, name: str, seats: frozenset[int]) -> None:
            pass

    async def fetch(store: Store) -> dict[str, list[str]]:
        await store.open(Deaf())
        moves = {}
        for name in names:
            if (found := await store.load(name)) is not None:
                moves[name] = [event.text for event in found.events if event.kind == "move"]
        await store.shut()
        return moves

    with closing(open_store(database)) as store:
        return asyncio.run(fetch(store))


def _one_by_one(games: list[str] | None) -> Iterable[str]:
    """Give the games to measure, all by default, with a bar of the progress."""
    from rich.console import Console
    from rich.progress import track

    names = games or meadhall.games()
    for name in names:
        meadhall.game(name)  # a wrong name is told before work begins
    return track(names, "Games", console=Console(stderr=True), transient=True)
