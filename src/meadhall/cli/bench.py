"""`meadhall bench`: how fast things are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import meadhall
from meadhall.core.errors import BadOption, shown
from meadhall.lab.command_options import Json

from .common import BenchGames, BenchSeconds, bench_app, write_file

if TYPE_CHECKING:
    from rich.console import Console

OutFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures as JSON, too.")]
Device = Annotated[str, typer.Option(metavar="cpu|cuda", help="Where: on the CPU, or on a GPU.")]

Sizes = Annotated[str | None, typer.Option(metavar="N,N,…", help="How many games at once; several sizes by default.")]


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


@bench_app.command("batch")
def bench_batch(
    game: BenchGames = None,
    device: Device = "cpu",
    sizes: Sizes = None,
    seconds: BenchSeconds = 2.0,
    variants: Annotated[bool, typer.Option("--variants", help="On a GPU, what each trick is worth, too.")] = False,
    out: OutFile = None,
    as_json: Json = False,
) -> None:
    """Measure many games at once: random actions, and steps with masks and observations.

    On a GPU it is seen first that the games there are those of the CPU.
    """
    from rich.console import Console

    from meadhall.lab import bench_batch as bench

    wanted = _sizes(sizes, bench.SIZES[_device(device)])
    progress = Console(stderr=True)
    results: list[dict[str, object]] = []
    for name in _one_by_one(game):
        if device == "cuda":
            told = bench.compare(name)
            shared = f"; arrays shared with {', '.join(told['shared'])}" if told["shared"] else ""
            progress.print(f"{name}: {told['actions']:,} actions of {told['games']:,} games are as on the CPU{shared}")
        results += bench.batches(name, device, wanted, seconds)
        if variants and device == "cuda":
            results += bench.variants(name, max(wanted), seconds)
    _tell(results, out, as_json, bench.show, Console(highlight=False, width=120))


@bench_app.command("peers")
def bench_peers(
    device: Device = "cpu",
    sizes: Sizes = None,
    seconds: BenchSeconds = 2.0,
    context: Annotated[bool, typer.Option(help="Other people's games as well, as context.")] = True,
    out: OutFile = None,
    as_json: Json = False,
) -> None:
    """Measure random games of ours on one core, by several roads: library, batch, Gymnasium, PettingZoo, OpenSpiel.

    Other games of OpenSpiel's and Pgx's stand beside it as context. On a GPU: batches of ours and of Pgx's.
    """
    from rich.console import Console

    from meadhall.lab import bench_batch
    from meadhall.lab import bench_libraries as bench

    if _device(device) == "cuda":
        result = bench.on_gpu(seconds, _sizes(sizes, bench_batch.SIZES[device]))
    else:
        result = bench.on_cpu(seconds, context)
    _tell(result, out, as_json, bench.show, Console(highlight=False, width=120))


def _tell(result: Any, out: Path | None, as_json: bool, show: Callable[..., None], console: Console) -> None:
    """Write, print or show what was measured."""
    if out is not None:
        write_file(out, json.dumps(result, indent=1) + "\n")
    if as_json:
        print(json.dumps(result))
    else:
        show(result, console)


def _device(device: str) -> str:
    if device not in ("cpu", "cuda"):
        raise BadOption(f"device cannot be {shown(device)}; it can be cpu, cuda")
    if device == "cuda":
        from meadhall.batches.cuda import cuda

        cuda()  # or say that there is none
    return device


def _sizes(text: str | None, usual: Sequence[int]) -> list[int]:
    """Read how many games there are to be at once."""
    if text is None:
        return list(usual)
    sizes = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 0 < int(part) < 2**31 for part in sizes):
        raise BadOption(f"sizes cannot be {shown(text)}; they are whole numbers like 1024,16384")
    return [int(part) for part in sizes]


@bench_app.command("selfplay")
def bench_selfplay(
    game: BenchGames = None,
    games: Annotated[int | None, typer.Option(min=2, max=65_536, help="Games that are played side by side.")] = None,
    seconds: BenchSeconds = 10.0,
    out: OutFile = None,
    as_json: Json = False,
) -> None:
    """Measure the games from which a net learns: search trees where the net is, or on all cores of the host.

    With a GPU the net is there; without one it is a small net, and an easy form of the game.
    """
    from dataclasses import asdict

    from rich.console import Console

    from meadhall.train import command

    rooms = [meadhall.game(name) for name in game or command.trainable()]
    for room in rooms:
        command.need_training(room)
    command.need_packages()
    device = command.find_device()
    from meadhall.train import bench

    with Console(stderr=True).status("Playing"):
        rows = [row for room in rooms for row in bench.selfplay(command.training_of(room), device, seconds, games)]
    result = {"device": device, "rows": [asdict(row) for row in rows]}
    console = Console(highlight=False, width=100)
    _tell(result, out, as_json, lambda _, console: bench.show(device, rows, console), console)


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
    out: OutFile = None,
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

    from meadhall.hall.store import Store, open_store

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
