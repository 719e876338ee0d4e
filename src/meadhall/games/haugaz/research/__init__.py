"""Research on Haugaz: every set-up judged, small boards solved."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from meadhall.core.errors import BadOption
from meadhall.core.game import Setup
from meadhall.core.registry import find
from meadhall.lab.command_options import Lang, Workers, language_of
from meadhall.lab.research import Research

BYTES_A_PLACE = 16  # in the search's table


def solved(
    setup: Setup, minutes: float | None, out: Path | None, resume: bool, memory_mb: int, workers: int
) -> tuple[int, int]:
    """Solve every set-up of a board, and print what is known."""
    from rich.console import Console

    from . import solve

    places = 1 << (memory_mb * 2**20 // BYTES_A_PLACE).bit_length() - 1
    found, many = solve.watch(find("haugaz"), setup, minutes, out, resume, places, workers, Console(stderr=True))
    solve.show(found, many, Console(highlight=False))
    return len(found), many


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

    from . import opening_report, opening_search

    language = language_of(lang)
    if resume and out is None:
        raise BadOption("--resume needs a file: --out FILE")
    sizes = sorted(set(size or opening_search.SIZES))
    found = opening_search.make(sizes, simulations, seed, out, resume, workers, Console(stderr=True))
    total = opening_search.count(sizes)
    if len(found) < total:
        how = "" if out is None else "; go on with the same command and --resume"
        print(f"Stopped after {len(found)} of {total} set-ups{how}.", file=sys.stderr)
    opening_report.show(found, Console(highlight=False), language)


RESEARCH = Research(solve=solved, named=("size",), commands={"openings": openings})
