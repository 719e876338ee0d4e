"""Commands for those who study the games: many games, tournaments, puzzles, proofs, nets."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

import meadhall
from meadhall.core.errors import BadOption, listed, shown
from meadhall.lab.command_options import (
    GAMES,
    Cluster,
    CoasterSet,
    GameName,
    Json,
    Lang,
    Options,
    Players,
    Workers,
    language_of,
    read_options,
)
from meadhall.lab.research import RESEARCH

from .common import app


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


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def solve(
    context: typer.Context,
    game: GameName,
    minutes: Annotated[float | None, typer.Option(min=0.01, help="Stop after so long; what is solved stays.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep what is solved in a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
    memory: Annotated[int, typer.Option(min=1, max=65536, help="Megabytes of the search's table.")] = 512,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Threads, where the search can use several.")] = 1,
) -> None:
    """Find out who wins every set-up of a game with best play, and prove it.

    Options of the rules are written by their names, like --size 4.
    """
    room = meadhall.game(game)
    research = RESEARCH.of(room)
    if research is None or research.solve is None:
        why = "has luck in it, so it" if room.has_luck else "has no search for that yet, so it"
        others = listed(name for name in meadhall.games() if _can_be_solved(name))
        raise BadOption(f"{game} {why} cannot be solved; games that can: {others}")
    options = _pairs(context.args)
    for name in research.named:
        if name not in options:
            raise BadOption(f"--{name} is missing: which {name} shall be solved?")
    setup = room.setup(None, options)
    solved, many = research.solve(setup, minutes, out, resume, memory, workers)
    if solved < many:
        how = "; go on with the same command and --resume" if out is not None else ""
        print(f"Stopped with {solved} of {many} set-ups solved{how}.", file=sys.stderr)


def _can_be_solved(game: str) -> bool:
    research = RESEARCH.of(meadhall.game(game))
    return research is not None and research.solve is not None


def _pairs(words: list[str]) -> dict[str, str]:
    """Read --NAME VALUE and --NAME=VALUE as options of the rules."""
    pairs, rest = {}, list(words)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if not name.startswith("--") or not (equals or rest):
            raise BadOption(f"{shown(name)} is no option; options of the rules are written --NAME VALUE")
        pairs[name[2:]] = value if equals else rest.pop(0)
    return pairs


@app.command()
def train(
    game: GameName,
    resume: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the course, new or to be gone on with.")],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Where to export the net to, instead of where the bots look for it."),
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="How long to learn, matches included; at most 25.")] = None,
    games: Annotated[int | None, typer.Option(min=2, max=65_536, help="Games that are played side by side.")] = None,
    blocks: Annotated[int | None, typer.Option(min=1, max=40, help="Of a new net.")] = None,
    width: Annotated[int | None, typer.Option(min=4, max=512, help="Of a new net.")] = None,
    option: Options = None,
    last: Annotated[bool, typer.Option("--last", help="The course's last run: learn slower and slower.")] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Only play kept ages of the net against each other.")
    ] = False,
    export: Annotated[
        bool, typer.Option("--export", help="Write the net as ONNX, to FILE or where the bots look for it.")
    ] = False,
    int8: Annotated[bool, typer.Option("--int8", help="Export with whole numbers: smaller, and less exact.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw how strong each kept age is: .png, .svg or .pdf.")
    ] = None,
) -> None:
    """Teach a net by games against itself, on a GPU; without one, a small net and an easy form of the game."""
    from meadhall.train import command

    options = read_options(option, None)
    wish = command.Wish(resume, minutes, games, blocks, width, options, last, ladder, export, file, int8, plot)
    command.train(meadhall.game(game), wish)


for name in meadhall.games():  # what the rooms bring
    if (research := RESEARCH.of(meadhall.game(name))) is not None:
        for command, run in research.commands.items():
            app.command(command)(run)
