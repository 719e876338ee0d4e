"""Commands for those who study the games: many games, tournaments, puzzles, proofs, nets."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import meadhall
from meadhall.core.errors import BadOption, shown

from .common import (
    GAMES,
    Cluster,
    CoasterSet,
    GameName,
    Json,
    Lang,
    Options,
    Players,
    Workers,
    app,
    language_of,
    read_options,
)

if TYPE_CHECKING:
    pass


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    bots: Annotated[str, typer.Option(help="A bot for each seat, like mcts:500,greedy; fewer go round.")] = "greedy",
    players: Players = None,
    option: Options = None,
    coasters: CoasterSet = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it all into a picture.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes at work; as many as cores by default.")] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster to play on.")] = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games, and show what came of it."""
    from rich.console import Console

    from meadhall.lab import plots
    from meadhall.lab import simulate as lab
    from meadhall.lab.report import Report, watched
    from meadhall.lab.tally import summary

    language, room = language_of(lang), meadhall.game(game)
    setup = room.setup(players, read_options(option, coasters))
    seats = lab.seats_for([name.strip() for name in bots.split(",")], setup.players)
    if plot is not None:
        plots.check(plot)
    tally = watched(lab.simulate(room, setup, seats, games, seed, workers, cluster), games, language)
    if tally is None:
        return
    try:
        if as_json:
            print(json.dumps(summary(tally, room, seats)))
        else:
            Report(tally, room, seats, language).show(Console(highlight=False))
    finally:  # also where whoever reads has seen enough and hangs up
        if plot is not None:
            try:
                plots.draw(tally, room, seats, language, plot)
            except OSError as problem:
                raise BadOption(f"{shown(str(plot))} cannot be written: {problem.strerror}") from None


@app.command()
def clairvoyant(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    bot: Annotated[str, typer.Option(help="Whom to compare, like level:5 or mcts:500.")] = "level:5",
    simulations: Annotated[int, typer.Option(min=1, max=10**6, help="How long it searches a decision.")] = 1000,
    rehearsals: Annotated[int, typer.Option(min=1, max=1000, help="How often it tries a whole game.")] = 16,
    option: Options = None,
    coasters: CoasterSet = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games, those of simulate.")] = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Compare a bot that plays New Shores alone with a search that knows the pile."""
    from rich.console import Console

    from meadhall.games.new_shores.research import clairvoyant as lab
    from meadhall.games.new_shores.research import clairvoyant_report
    from meadhall.lab.report import watched

    language = language_of(lang)
    setup = meadhall.game(lab.GAME).setup(1, read_options(option, coasters))
    played = lab.compare(setup, bot, games, simulations, rehearsals, seed, workers, cluster)
    both = watched(played, games, language)
    if both is None:
        return
    if as_json:
        print(json.dumps(clairvoyant_report.summary(both, bot)))
    else:
        clairvoyant_report.show(both, bot, Console(highlight=False), language)


@app.command()
def arena(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=f"One of {GAMES}.")] = None,
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BOT]…", help="Like greedy, mcts:500, mcts:200ms, or a command like 'python bot.py'."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games, rounded up to whole rounds.")] = 100,
    players: Players = None,
    option: Options = None,
    coasters: CoasterSet = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same tournament.")] = "1",
    limit: Annotated[float, typer.Option(min=0.01, max=86400, help="Seconds a command has for a decision.")] = 30.0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep every game in a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
    records: Annotated[bool, typer.Option("--records", help="Keep the games' records in the file too.")] = False,
    read: Annotated[Path | None, typer.Option(metavar="FILE", help="Show a file of earlier games instead.")] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Let bots play a tournament: every seat for everybody, with ratings and error bars."""
    from rich.console import Console

    from meadhall.lab import arena as lab
    from meadhall.lab import arena_table, results, schedule, standings
    from meadhall.lab.tournament_progress import watch

    language = language_of(lang)
    if read is not None:
        if game is not None:
            raise BadOption("--read shows a file as it is; it takes no game and no bots")
        tournament, played, _ = results.read(read)
    else:
        if game is None:
            raise BadOption(f"no game was named; the games are {GAMES}")
        if out is None and (resume or records):
            raise BadOption("--resume and --records need a file: --out FILE")
        tournament = lab.tournament(
            meadhall.game(game), bots or [], players, read_options(option, coasters), seed, limit
        )
        total = schedule.whole_rounds(games, tournament.round_size)
        if total != games:
            print(f"{games} games become {total}: a round has {tournament.round_size}.", file=sys.stderr)
        file = None if out is None else results.ResultFile(out, tournament, resume)
        played = watch(
            tournament, total, Console(stderr=True), file=file, keep_records=records, workers=workers, cluster=cluster
        )
        if len(played) < total:
            how = "" if out is None else "; go on with the same command and --resume"
            print(f"Stopped after {len(played)} of {total} games{how}.", file=sys.stderr)
    summary = standings.summary(tournament, played)
    if as_json:
        print(json.dumps(summary))
    else:
        arena_table.show(summary, Console(highlight=False), language)


@app.command()
def puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write them, a line of JSON each.")],
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many puzzles.")] = 300,
    seed: Annotated[int, typer.Option(help="The same seed finds the same puzzles.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
) -> None:
    """Search the games of bots for puzzles with exact answers, and prove each of them twice."""
    from meadhall.learn import puzzle_maker

    found = puzzle_maker.make(meadhall.game(game), count, seed, out, resume, sys.stderr.isatty())
    how = "" if found >= count else "; go on with the same command and --resume"
    print(f"{found} of {count} puzzles in {out}{how}.", file=sys.stderr)


@app.command()
def openings(
    size: Annotated[
        list[int] | None, typer.Option(min=3, max=8, help="Points on a side; all boards by default.")
    ] = None,
    simulations: Annotated[int, typer.Option(min=1, max=10**6, help="How long to search a set-up.")] = 400,
    seed: Annotated[int, typer.Option(help="The same seed and the same net give the same table.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write the table.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
    workers: Workers = None,
    lang: Lang = None,
) -> None:
    """Judge every set-up of Haugaz, and say which are even."""
    from rich.console import Console

    from meadhall.games.haugaz.research import opening_report
    from meadhall.games.haugaz.research import opening_search as lab

    language = language_of(lang)
    if resume and out is None:
        raise BadOption("--resume needs a file: --out FILE")
    sizes = sorted(set(size or lab.SIZES))
    found = lab.make(sizes, simulations, seed, out, resume, workers, Console(stderr=True))
    total = lab.count(sizes)
    if len(found) < total:
        how = "" if out is None else "; go on with the same command and --resume"
        print(f"Stopped after {len(found)} of {total} set-ups{how}.", file=sys.stderr)
    opening_report.show(found, Console(highlight=False), language)


@app.command()
def solve(
    game: GameName,
    size: Annotated[str, typer.Option(metavar="N", help="Points on a side of the board.")],
    movers: Annotated[str, typer.Option(help="own or any: stacks that may be moved.")] = "own",
    reach: Annotated[str, typer.Option(help="lines or ring: stacks that rise.")] = "lines",
    minutes: Annotated[float | None, typer.Option(min=0.01, help="Stop after so long; what is solved stays.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep what is solved in a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
    memory: Annotated[int, typer.Option(min=1, max=65536, help="Megabytes of the search's table.")] = 512,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Threads: on boards of even size where every stack may be moved.")
    ] = 1,
) -> None:
    """Find out who wins every set-up of Haugaz with best play, and prove it."""
    from rich.console import Console

    from meadhall.games.haugaz.research import solve as lab

    room = meadhall.game(game)
    if game != "haugaz":
        why = "has luck in it, so it" if room.has_luck else "has no set-ups to compare, so it"
        raise BadOption(f"{game} {why} cannot be solved; haugaz can")
    setup = room.setup(None, {"size": size, "movers": movers, "reach": reach})
    places = 1 << (memory * 2**20 // 16).bit_length() - 1
    solved, many = lab.watch(room, setup, minutes, out, resume, places, workers, Console(stderr=True))
    lab.show(solved, many, Console(highlight=False))
    if len(solved) < many:
        how = "; go on with the same command and --resume" if out is not None else ""
        print(f"Stopped with {len(solved)} of {many} set-ups solved{how}.", file=sys.stderr)


@app.command()
def train(
    game: GameName,
    resume: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the course, new or to be gone on with.")],
    minutes: Annotated[float | None, typer.Option(help="How long to learn, matches included; at most 25.")] = None,
    games: Annotated[int | None, typer.Option(min=2, max=65_536, help="Games that are played side by side.")] = None,
    blocks: Annotated[int | None, typer.Option(min=1, max=40, help="Of a new net.")] = None,
    width: Annotated[int | None, typer.Option(min=4, max=512, help="Of a new net.")] = None,
    size: Annotated[int | None, typer.Option(min=3, max=8, help="Play on boards of this size alone.")] = None,
    last: Annotated[bool, typer.Option("--last", help="The course's last run: learn slower and slower.")] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Only play kept ages of the net against each other.")
    ] = False,
    export: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the net as ONNX, for the bots.")] = None,
    int8: Annotated[bool, typer.Option("--int8", help="Export with whole numbers: smaller, and less exact.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw how strong each kept age is: .png, .svg or .pdf.")
    ] = None,
) -> None:
    """Teach a net by games against itself, on a GPU; without one, on a small board."""
    from meadhall.train import command

    wish = command.Wish(resume, minutes, games, blocks, width, size, last, ladder, export, int8, plot)
    command.train(meadhall.game(game), wish)
