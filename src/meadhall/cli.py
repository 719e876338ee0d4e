"""The command `meadhall`: one function for each of its commands."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

import meadhall
from meadhall.core.errors import ERRORS, BadOption, BadTable, cut, shown
from meadhall.core.files import read_text

if TYPE_CHECKING:
    from meadhall.core.game import Language

GAMES = ", ".join(meadhall.games())
app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help=f"Three Viking board games: play them, score them, study them. Games: {GAMES}.",
)
bench_app = typer.Typer(rich_markup_mode=None, help="Measure how fast things are.")
app.add_typer(bench_app, name="bench")

LANGUAGES = ("en", "de")
LONGEST = 8_000_000  # bytes of a file that is read
GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {GAMES}.")]
Players = Annotated[int | None, typer.Option(help="How many play.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game, like size=5 or harbor=on."),
]
CoasterSet = Annotated[str | None, typer.Option("--set", metavar="FILE", help="A coaster set of your own (TOML).")]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same dice and draws.")]
Lang = Annotated[str | None, typer.Option(help="en or de; by default the system's language.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colours.")]
Workers = Annotated[int | None, typer.Option(min=1, help="How many processes; by default one for each core.")]
Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster to work on, tcp://HOST:PORT.")]
BenchGames = Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; all by default.")]
BenchSeconds = Annotated[float, typer.Option(min=0.01, max=600, help="How long each measurement takes.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


@app.callback(invoke_without_command=True)
def commands(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in your network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port of the web app.")] = 8000,
    database: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where tables are kept; by default in your data folder.")
    ] = None,
) -> None:
    """Three Viking board games. Without a command: play them in your browser."""
    if version:
        print(f"meadhall {meadhall.__version__}")
    elif context.invoked_subcommand is None:
        from meadhall.server import serve

        serve(host, port, database, _language(None))


@bench_app.callback(invoke_without_command=True)
def benchmarks(context: typer.Context) -> None:
    """Measure how fast things are."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def games(lang: Lang = None) -> None:
    """List the games, how many play them, and their options."""
    language = _language(lang)
    default, players = ("Vorgabe", "Personen") if language == "de" else ("default", "players")
    for name in meadhall.games():
        room = meadhall.game(name)
        counts = ", ".join(str(count) for count in room.players)
        print(f"{name}: {room.title[language]} ({counts} {players})")
        for option in room.options:
            choices = [
                f"{c} = {option.choice_words[c][language]}" if c in option.choice_words else str(c)
                for c in option.allowed()
            ]
            print(
                f"  -o {option.name}=…  {option.words[language]}: {', '.join(choices)} ({default} {option.choices[0]})"
            )


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=f"One of {GAMES}; asked for if left out.")
    ] = None,
    players: Players = None,
    people: Annotated[int, typer.Option(help="How many people share the keyboard; the rest are bots.")] = 1,
    level: Annotated[int, typer.Option(help="How strong the bots are, 1 to 5.")] = 2,
    option: Options = None,
    coasters: CoasterSet = None,
    seed: Seed = None,
    own_dice: Annotated[
        bool, typer.Option("--own-dice", help="You roll and draw at a real table and type it in.")
    ] = False,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on from a saved game.")] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Play a game in the terminal, against bots or people at the same keyboard."""
    from meadhall.terminal import Table, make_console

    language = _language(lang)
    if game is None:
        game = _ask_for_game(language)
    room = meadhall.game(game)
    if load is not None:
        match = meadhall.load(_read_file(load))
        if match.game is not room:
            raise BadOption(f"{shown(str(load))} is a record of {match.game.name}, not of {game}")
    else:
        chance = "manual" if own_dice else "auto"
        match = room.new(players=players, seed=seed, chance=chance, **_options(option, coasters))
    if not 0 <= people <= match.players:
        raise BadOption(f"people cannot be {people}; it can be 0 to {match.players}, as many as play")
    seats = [meadhall.bot(game, level=level) for _ in range(match.players)]
    bots = {seat: seats[seat] for seat in range(people, match.players)}
    hint = partial(meadhall.bot, game, level=5, seed=0)  # the same question gets the same hint
    Table(match, bots, hint, language, make_console(plain)).play()


def _ask_for_game(language: Language) -> str:
    """Let somebody choose who has not said what to play."""
    names = meadhall.games()
    for number, name in enumerate(names, 1):
        room = meadhall.game(name)
        print(f"{number}  {room.title[language]}\n   {room.goal[language]}\n")
    try:
        answer = input("Welches Spiel? " if language == "de" else "Which game? ").strip()
    except EOFError:
        raise BadOption(f"no game was chosen; the games are {GAMES}") from None
    return names[int(answer) - 1] if answer in [str(n + 1) for n in range(len(names))] else answer


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

    language, room = _language(lang), meadhall.game(game)
    setup = room.setup(players, _options(option, coasters))
    seats = lab.seats_for([name.strip() for name in bots.split(",")], setup.players)
    if plot is not None:
        plots.check(plot)
    tally = watched(lab.simulate(room, setup, seats, games, seed, workers, cluster), games, language)
    if tally is None:
        return
    if as_json:
        print(json.dumps(summary(tally, room, seats)))
    else:
        Report(tally, room, seats, language).show(Console(highlight=False))
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

    from meadhall.lab import clairvoyant as lab
    from meadhall.lab import clairvoyant_table
    from meadhall.lab.report import watched

    language = _language(lang)
    setup = meadhall.game(lab.GAME).setup(1, _options(option, coasters))
    played = lab.compare(setup, bot, games, simulations, rehearsals, seed, workers, cluster)
    both = watched(played, games, language)
    if both is None:
        return
    if as_json:
        print(json.dumps(clairvoyant_table.summary(both, bot)))
    else:
        clairvoyant_table.show(both, bot, Console(highlight=False), language)


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
    from meadhall.lab.watch import watch

    language = _language(lang)
    if read is not None:
        if game is not None:
            raise BadOption("--read shows a file as it is; it takes no game and no bots")
        tournament, played, _ = results.read(read)
    else:
        if game is None:
            raise BadOption(f"no game was named; the games are {GAMES}")
        if out is None and (resume or records):
            raise BadOption("--resume and --records need a file: --out FILE")
        tournament = lab.tournament(meadhall.game(game), bots or [], players, _options(option, coasters), seed, limit)
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
def score(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The table, as TOML or JSON.")],
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Score a real table of Off to New Shores!, landscape by landscape."""
    from meadhall.terminal.words import NAMES

    language = _language(lang)
    room: Any = meadhall.game("new-shores")
    table = _read_table(file)
    breakdown = room.score(table)
    if as_json:
        print(json.dumps(breakdown))
        return
    for line in room.explain(breakdown, NAMES[: len(breakdown["scores"])], language):
        print(line)


def _read_table(file: Path) -> Any:
    import tomllib

    text = _read_file(file)
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as no_json:
        try:
            table = tomllib.loads(text)
        except (ValueError, RecursionError) as no_toml:
            why = no_json if text.lstrip().startswith("{") else no_toml
            raise BadTable(f"{shown(str(file))} is neither TOML nor JSON: {cut(str(why))}") from None
    if isinstance(table, dict) and isinstance(table.get("set"), str):
        beside = file.parent / table["set"]  # a set's path is meant from where the table's file lies
        table["set"] = str(beside) if os.path.exists(beside) else table["set"]
    return table


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")],
    picture: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the table into a file.")] = None,
    at: Annotated[int | None, typer.Option(metavar="N", help="Draw it as it was after so many actions.")] = None,
    animate: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw a picture that plays the game.")] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Check a record and show the game, on request as a picture."""
    from meadhall.terminal import ending, make_console, sentences
    from meadhall.terminal.words import NAMES, TEXTS

    language = _language(lang)
    match = meadhall.load(_read_file(file))
    if at is not None and picture is None:
        raise BadOption("at says which moment to draw; say where to with --svg FILE")
    if picture is not None:
        _write_file(picture, meadhall.svg(match, language, at=at))
    if animate is not None:
        _write_file(animate, meadhall.animated(match, language))
    names, console = NAMES[: match.players], make_console(plain)
    for number, sentence in enumerate(sentences(match, names, language), 1):
        console.print(f"{number:4}  {sentence}", markup=False)
    console.print(match.game.draw(match.setup, match.state, names, language, console.width), end="")
    if match.over:
        for line in ending(match, names, language):
            console.print(line, markup=False)
    else:
        console.print(TEXTS[language]["open"].format(game=match.game.name, file=file), markup=False)


@app.command()
def puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write them, a line of JSON each.")],
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many puzzles.")] = 300,
    seed: Annotated[int, typer.Option(help="The same seed finds the same puzzles.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
) -> None:
    """Search the games of bots for puzzles with exact answers, and prove each of them twice."""
    from meadhall.study import puzzle_maker

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

    from meadhall.lab import openings as lab
    from meadhall.lab import openings_table

    language = _language(lang)
    if resume and out is None:
        raise BadOption("--resume needs a file: --out FILE")
    sizes = sorted(set(size or lab.SIZES))
    found = lab.make(sizes, simulations, seed, out, resume, workers, Console(stderr=True))
    total = lab.count(sizes)
    if len(found) < total:
        how = "" if out is None else "; go on with the same command and --resume"
        print(f"Stopped after {len(found)} of {total} set-ups{how}.", file=sys.stderr)
    openings_table.show(found, Console(highlight=False), language)


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
) -> None:
    """Find out who wins every set-up of Haugaz with best play, and prove it."""
    from rich.console import Console

    from meadhall.lab import solve as lab

    room = meadhall.game(game)
    if game != "haugaz":
        raise BadOption(f"{game} has luck in it, so it cannot be solved; haugaz can")
    setup = room.setup(None, {"size": size, "movers": movers, "reach": reach})
    places = 1 << (memory * 2**20 // 16).bit_length() - 1
    solved, many = lab.watch(room, setup, minutes, out, resume, places, Console(stderr=True))
    lab.show(solved, many, Console(highlight=False))
    if len(solved) < many:
        how = "; go on with the same command and --resume" if out is not None else ""
        print(f"Stopped with {len(solved)} of {many} set-ups solved{how}.", file=sys.stderr)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")],
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="How long to think about each decision.")] = 0.25,
    seed: Annotated[int | None, typer.Option(help="Of the bot that thinks.")] = None,
    lang: Lang = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    """Look back at a game: what each decision gave away, and how much was luck."""
    from meadhall.terminal import make_console
    from meadhall.terminal import review as looking
    from meadhall.terminal.words import NAMES

    language = _language(lang)
    match = meadhall.load(_read_file(file))
    found = looking.weighed(match, seconds, seed, language)
    if as_json:
        print(json.dumps(looking.summary(match, found)))
    else:
        looking.show(match, found, NAMES[: match.players], language, make_console(plain))


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
) -> None:
    """Teach a net by games against itself, on a GPU; without one, on a small board."""
    from meadhall.train import command

    wish = command.Wish(resume, minutes, games, blocks, width, size, last, ladder, export, int8)
    command.train(meadhall.game(game), wish)


@app.command()
def engine() -> None:
    """Serve other programs: JSON lines on standard input and output."""
    from meadhall.engine import serve

    for answer in serve(sys.stdin.buffer):
        print(answer, flush=True)


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


def _language(lang: str | None) -> Language:
    from meadhall.terminal.words import system_language

    if lang is None:
        return system_language()
    if lang not in LANGUAGES:
        raise BadOption(f"lang cannot be {shown(lang)}; it can be en, de")
    return "de" if lang == "de" else "en"


def _options(pairs: list[str] | None, coasters: str | None) -> dict[str, str]:
    options = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"an option is written NAME=VALUE, not {shown(pair)}")
        if name.strip() in ("players", "seed", "chance", "set"):
            raise BadOption(f"{name.strip()} is no option of a game; see --help for how to set it")
        options[name.strip()] = value.strip()
    if coasters is not None:
        options["set"] = coasters
    return options


def _read_file(file: Path) -> str:
    try:
        return read_text(file, LONGEST)
    except ValueError as problem:
        raise BadOption(f"{shown(str(file))} cannot be read: {problem}") from None


def _write_file(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "this is no name of a file"
        raise BadOption(f"{shown(str(file))} cannot be written: {why}") from None


def _fail(message: str) -> NoReturn:
    print(f"meadhall: {message}", file=sys.stderr)
    sys.exit(2)


def main() -> None:
    """Run a command; what is wrong with it is said in one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a screen that lacks a letter shows a question mark
    try:
        app(standalone_mode=False)
        sys.stdout.flush()
    except ERRORS as problem:
        _fail(str(problem))
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
    except OSError as problem:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (what is left in the old one cannot be written)
        _fail(f"the system refused: {problem.strerror or problem}")
    except Exception as problem:
        wrong_use = getattr(problem, "format_message", None)  # typer's way to say it
        if wrong_use is None:
            raise
        _fail(f"{' '.join(wrong_use().split()).rstrip('.')}; try --help")
