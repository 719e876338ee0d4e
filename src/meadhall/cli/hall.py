"""Commands for people in the hall: play, score, look back; and the engine for other programs."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import meadhall
from meadhall.core.errors import BadOption, BadTable, cut, shown
from meadhall.core.speaker import Speaker
from meadhall.lab.command_options import (
    GAMES,
    CoasterSet,
    GameName,
    Json,
    Lang,
    Options,
    Players,
    Seed,
    language_of,
    read_options,
)

from .common import Plain, Programs, ProgramSeconds, app, read_file, write_file

if TYPE_CHECKING:
    from meadhall.core.game import Language

UNNAMED = next((name for name in meadhall.games() if meadhall.game(name).unnamed_tables), "")


@app.command()
def games(lang: Lang = None) -> None:
    """List the games, how many play them, and their options."""
    language = language_of(lang)
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
        str | None,
        typer.Argument(metavar="[GAME]", help=f"One of {GAMES}; asked for if neither it nor --load is there."),
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
    from meadhall.terminal import TerminalGame, make_console

    language = language_of(lang)
    if load is not None:
        match = meadhall.load(read_file(load))
        if game is not None and match.game is not meadhall.game(game):
            raise BadOption(f"{shown(str(load))} is a record of {match.game.name}, not of {game}")
    else:
        chance = "manual" if own_dice else "auto"
        room = meadhall.game(_ask_for_game(language) if game is None else game)
        match = room.new(players=players, seed=seed, chance=chance, **read_options(option, coasters))
    game = match.game.name
    if not 0 <= people <= match.players:
        raise BadOption(f"people cannot be {people}; it can be 0 to {match.players}, as many as play")
    seats = [meadhall.bot(game, level=level) for _ in range(match.players)]
    bots = {seat: seats[seat] for seat in range(people, match.players)}
    hint = partial(meadhall.bot, game, level=5, seed=0)  # the same question gets the same hint
    TerminalGame(match, bots, hint, language, make_console(plain)).play()


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
def score(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The table, as TOML or JSON.")],
    game: Annotated[
        str | None, typer.Option(help=f"The game, where the file does not name it: {UNNAMED} if left out.")
    ] = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Score a real table: landscape by landscape, token by token, stack by stack, and who owes whom a beer."""
    from meadhall.core.phrases import debts
    from meadhall.terminal.words import NAMES

    language = language_of(lang)
    table = _read_table(file)
    named = table.pop("game", None) if isinstance(table, dict) else None
    if named is not None and game not in (None, named):
        raise BadOption(f"{shown(str(file))} is a table of {shown(named)}, not of {game}")
    room = meadhall.game(named or game or UNNAMED)
    breakdown = room.score(table)
    if as_json:
        print(json.dumps(breakdown))
        return
    names = NAMES[: len(breakdown["scores"])]
    for line in room.explain(breakdown, Speaker(names, language)) + debts(breakdown.get("beers", []), names, language):
        print(line)


@app.command("print")
def print_out(
    game: GameName,
    coasters: CoasterSet = None,
    lang: Lang = None,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The PDF; GAME.pdf if left out.")] = None,
) -> None:
    """Make a PDF to cut out and play: coasters, tokens, dice, and the rules, in both languages unless you say which."""
    from meadhall.render import prints

    room, language = meadhall.game(game), language_of(lang)
    chosen = None if coasters is None else room.read_set(coasters)
    file = out or Path(f"{game}.pdf")
    rules: list[Language] = [language, "en" if language == "de" else "de"] if lang is None else [language]
    write_file(file, prints.pdf(room, chosen, language, rules, paper))
    print(f"{file}: drucken mit 100 %, ausschneiden." if language == "de" else f"{file}: print at 100 %, cut out.")


def _read_table(file: Path) -> Any:
    from meadhall.core import toml

    text = read_file(file)
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as no_json:
        try:
            table = toml.loads(text)
        except toml.BadTOML as no_toml:
            why = no_json if text.lstrip().startswith("{") else no_toml
            raise BadTable(f"{shown(str(file))} is neither TOML nor JSON: {cut(str(why), 120)}") from None
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
    gif: Annotated[Path | None, typer.Option(metavar="FILE", help="The same as a GIF.")] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Check a record and show the game, on request as a picture."""
    from meadhall.terminal import ending, make_console, sentences
    from meadhall.terminal.words import NAMES, TEXTS

    language = language_of(lang)
    match = meadhall.load(read_file(file))
    if at is not None and picture is None:
        raise BadOption("at says which moment to draw; say where to with --svg FILE")
    if picture is not None:
        write_file(picture, meadhall.svg(match, language, at=at))
    if animate is not None:
        write_file(animate, meadhall.animated(match, language))
    if gif is not None:
        write_file(gif, meadhall.gif(match, language))
    names, console = NAMES[: match.players], make_console(plain)
    for number, sentence in enumerate(sentences(match, names, language), 1):
        console.print(f"{number:4}  {sentence}", markup=False)
    console.print(match.game.draw(match.current, Speaker(names, language), console.width), end="")
    if match.over:
        for line in ending(match, names, language):
            console.print(line, markup=False)
    else:
        console.print(TEXTS[language]["open"].format(game=match.game.name, file=file), markup=False)


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

    language = language_of(lang)
    match = meadhall.load(read_file(file))
    found = looking.weighed(match, seconds, seed, language)
    if as_json:
        print(json.dumps(looking.summary(match, found)))
    else:
        looking.show(match, found, NAMES[: match.players], language, make_console(plain))


@app.command()
def worker(
    database: Annotated[str, typer.Option(metavar="URL", help="The database of the servers: postgresql://…")],
    bots: Annotated[int | None, typer.Option(min=1, max=64, help="How many bots think at once.")] = None,
    bot: Programs = None,
    bot_seconds: ProgramSeconds = 10.0,
    lang: Lang = None,
) -> None:
    """Play for the bots of servers that share a PostgreSQL database."""
    from meadhall.hall import external_bots
    from meadhall.hall.worker import work

    work(database, bots, language_of(lang), external_bots.read(bot or (), bot_seconds))


@app.command()
def engine() -> None:
    """Serve other programs: JSON lines on standard input and output."""
    from meadhall.engine import serve

    for answer in serve(sys.stdin.buffer):
        print(answer, flush=True)
