"""The command that recomputes the dice of a record."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import meadhall
from meadhall.lab.command_options import Json, Lang, language_of

from .common import app, fail, read_file


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a game.")],
    seed: Annotated[
        str | None, typer.Option(help="The seed, where the record has none: the table shows it at the end.")
    ] = None,
    after: Annotated[
        int, typer.Option(min=0, metavar="N", help="Only after so many actions: the match went on from another one.")
    ] = 0,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Recompute every die and draw of a record, and say whether they are right."""
    verdict = meadhall.verify(read_file(file), seed, after)
    lines = verdict.words(language_of(lang))
    if as_json:
        print(json.dumps({**asdict(verdict), "words": lines}))
    elif verdict.right is None:
        fail(" ".join(lines))
    else:
        print("\n".join(lines))
    sys.exit({True: 0, False: 1, None: 2}[verdict.right])
