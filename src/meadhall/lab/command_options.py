"""Options that commands of the shell share, those of the rooms' research included, and how they are read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

import meadhall
from meadhall.core.errors import BadOption, shown

if TYPE_CHECKING:
    from meadhall.core.game import Language

GAMES = ", ".join(meadhall.games())
LANGUAGES = ("en", "de")
GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {GAMES}.")]
Players = Annotated[int | None, typer.Option(help="How many play.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game, like size=5 or harbor=on."),
]
CoasterSet = Annotated[str | None, typer.Option("--set", metavar="FILE", help="A coaster set of your own (TOML).")]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same dice and draws.")]
Lang = Annotated[str | None, typer.Option(help="en or de; by default the system's language.")]
Workers = Annotated[int | None, typer.Option(min=1, help="How many processes; by default one for each core.")]
Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster to work on, tcp://HOST:PORT.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def system_language() -> Language:
    """Return the language of the user's system."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "de" if value.lower().startswith("de") else "en"
    return "en"


def language_of(lang: str | None) -> Language:
    """Return the language that was asked for, by default the system's."""
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
