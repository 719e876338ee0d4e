"""What the commands share: options, how files are read and written, and how it is said that something is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from meadhall.core.errors import BadOption, shown
from meadhall.core.files import read_text
from meadhall.lab.command_options import GAMES

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help=f"Three Viking board games: play them, score them, study them. Games: {GAMES}.",
)
bench_app = typer.Typer(rich_markup_mode=None, help="Measure how fast things are.")
app.add_typer(bench_app, name="bench")

LONGEST = 8_000_000  # bytes of a file that is read
Plain = Annotated[bool, typer.Option("--plain", help="No colours.")]
BenchGames = Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; all by default.")]
BenchSeconds = Annotated[float, typer.Option(min=0.01, max=600, help="How long each measurement takes.")]
Programs = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="NAME=COMMAND", help="A bot of your own, any program that speaks the protocol."),
]
ProgramSeconds = Annotated[float, typer.Option("--bot-seconds", min=0.1, max=600, help="How long it may think.")]


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
