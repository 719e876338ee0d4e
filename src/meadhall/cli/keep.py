"""Commands for hosts: copies of the database, and all its matches as records, while the servers run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meadhall.lab.command_options import Lang, language_of

from .common import app

if TYPE_CHECKING:
    from meadhall.core.game import Language

Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Where tables are kept, as for the server; by default its file."),
]
MOST_NAMED = 5  # tables that are named one by one
NAMES = {
    "people": {"en": "people", "de": "Personen"},
    "tables": {"en": "tables", "de": "Tische"},
    "played": {"en": "results", "de": "Ergebnisse"},
    "ratings": {"en": "ratings", "de": "Wertungen"},
    "beers": {"en": "entries on tabs", "de": "Einträge auf Deckeln"},
    "notes": {"en": "notes", "de": "Notizen"},
}


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; an older one is replaced.")],
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Copy the whole database as it is now into an SQLite file, also while servers run, and check what was written."""
    from meadhall.hall import database_admin

    language = language_of(lang)
    with _watched(language) as progress:
        database_admin.backup(database, file, progress)
    size = file.stat().st_size / 1e6
    print(f"{file} ist geschrieben und geprüft: {size:.1f} MB." if language == "de"
          else f"{file} is written and checked: {size:.1f} MB.")  # fmt: skip


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Add what the database lacks from a backup, also while servers run; what is there stays as it is."""
    from meadhall.hall import database_admin

    language = language_of(lang)
    with _watched(language) as progress:
        counts = database_admin.restore(database, file, progress)
    for kind, (added, there) in counts.items():
        name = NAMES[kind][language]
        said = f"{added} dazu, {there} waren schon da" if language == "de" else f"{added} added, {there} were there"
        print(f"{name}: {said}")


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write them; one file for each table.")],
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Write every match as a record; stopped and called again, it goes on."""
    from meadhall.hall import database_admin

    language = language_of(lang)
    with _watched(language) as progress:
        found = database_admin.export(database, folder, progress)
    de = language == "de"
    written, there, odd = found.written, found.there, found.other_rules
    print(f"Partien: {written} geschrieben, {there} waren schon da" if de
          else f"matches: {written} written, {there} were there")  # fmt: skip
    if odd:
        names = ", ".join(odd[:MOST_NAMED]) + (" …" if len(odd) > MOST_NAMED else "")
        print(f"{len(odd)} sind nach anderen Regeln gespielt und nicht mehr lesbar: {names}" if de
              else f"{len(odd)} were played by other rules and cannot be read any more: {names}")  # fmt: skip


@contextmanager
def _watched(language: Language) -> Iterator[Callable[[int, int], object]]:
    """Show how much is done, where somebody looks."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Unterwegs …" if language == "de" else "At work …", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
