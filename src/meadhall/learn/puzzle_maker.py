"""Make puzzles: bots play, their games are searched for good questions, and every answer is proven a second time.

The same seed finds the same puzzles, in the same order: each game of the search has dice of its own, and gives at most
one puzzle. What is found is written at once, so that a search can be stopped and gone on with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count as numbers
from pathlib import Path
from random import Random

import msgspec

from meadhall.core.errors import BadOption, shown
from meadhall.core.files import read_text
from meadhall.core.game import Game

from . import puzzles
from .quiz import Puzzle, Quiz, Shelf

LONGEST = 50_000_000  # bytes of a file that is gone on with


def quiz_of(game: Game) -> Quiz:
    """Give what poses puzzles of a game."""
    quiz = puzzles.quiz(game)
    if quiz is None:
        raise BadOption(f"{game.name} has no puzzles")
    return quiz


def earlier(file: Path, game: Game, resume: bool) -> list[Puzzle]:
    """Read what was found before; without `resume` nothing may be there."""
    if not file.exists():
        return []
    if not resume:
        raise BadOption(f"{shown(str(file))} is there already; go on with it by --resume, or take another name")
    try:
        found = puzzles.read(read_text(file, LONGEST))
    except (ValueError, msgspec.DecodeError) as problem:
        raise BadOption(f"{shown(str(file))} is no file of puzzles: {problem}") from None
    prefix = quiz_of(game).prefix
    if any(not re.fullmatch(f"{prefix}-[1-9][0-9]{{0,8}}", puzzle.id) for puzzle in found):
        raise BadOption(f"{shown(str(file))} holds puzzles of another game than {game.name}")
    return found


def search(quiz: Quiz, wanted: int, seed: int, found: list[Puzzle]) -> Iterator[Puzzle | None]:
    """Search game by game until there are enough puzzles; give each that is new, or None for a game without one."""
    shelf = Shelf(quiz, wanted, found)
    first = max((puzzle.found for puzzle in found), default=-1) + 1
    newest = max((int(puzzle.id.removeprefix(f"{quiz.prefix}-")) for puzzle in found), default=0)
    for game in numbers(first):
        if len(shelf.found) >= wanted:
            return
        puzzle = quiz.search(Random(f"{seed}/{game}"), game, shelf)
        if puzzle is None or not shelf.welcomes(puzzle) or not quiz.prove(puzzle):
            yield None
            continue
        newest += 1  # people's browsers remember what they solved: a name is never given twice
        puzzle = msgspec.structs.replace(puzzle, id=f"{quiz.prefix}-{newest}")
        shelf.add(puzzle)
        yield puzzle


def make(game: Game, wanted: int, seed: int, file: Path, resume: bool, bar: bool) -> int:
    """Search until there are enough puzzles or somebody stops it; give how many the file holds."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    quiz = quiz_of(game)
    found = earlier(file, game, resume)
    columns = (BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    progress = Progress(*columns, console=Console(stderr=True), transient=True, disable=not bar)
    many, games = len(found), 0
    with progress, file.open("a", encoding="utf-8") as out:
        task = progress.add_task("", total=wanted, completed=many)
        try:
            for puzzle in search(quiz, wanted, seed, found):
                games += 1
                if puzzle is not None:
                    out.write(puzzles.write(puzzle) + "\n")
                    out.flush()
                    many += 1
                progress.update(task, completed=many, description=f"{games} games searched")
        except KeyboardInterrupt:
            pass
    return many
