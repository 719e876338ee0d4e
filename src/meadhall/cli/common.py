"""What the commands share: their options, how files are read, and how it is said that something is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

import meadhall
from meadhall.core.errors import BadOption, shown
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
Programs = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="NAME=COMMAND", help="A bot of your own, any program that speaks the protocol."),
]
ProgramSeconds = Annotated[float, typer.Option("--bot-seconds", min=0.1, max=600, help="How long it may think.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def language_of(lang: str | None) -> Language:
    """Understand a language, by default the system's."""
    from meadhall.terminal.words import system_language

    if lang is None:
        return system_language()
    if lang not in LANGUAGES:
        raise BadOption(f"lang cannot be {shown(lang)}; it can be en, de")
    return "de" if lang == "de" else "en"


def read_options(pairs: list[str] | None, coasters: str | None) -> dict[str, str]:
    """Read NAME=VALUE pairs, and a coaster set of one's own."""
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


def read_file(file: Path) -> str:
    """Read a text, or say why it cannot be read."""
    try:
        return read_text(file, LONGEST)
    except ValueError as problem:
        raise BadOption(f"{shown(str(file))} cannot be read: {problem}") from None


def write_file(file: Path, content: str | bytes) -> None:
    """Write a file, or say why it cannot be written."""
    try:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "this is no name of a file"
        raise BadOption(f"{shown(str(file))} cannot be written: {why}") from None


def fail(message: str) -> NoReturn:
    """Say what is wrong, and end as wrong use ends."""
    print(f"meadhall: {message}", file=sys.stderr)
    sys.exit(2)
