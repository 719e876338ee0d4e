"""The puzzles that come with the games: one file in each room that has some, written by `meadhall puzzles`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec

from meadhall.core.game import Game

from .quiz import Puzzle, Quiz

FILE = "puzzles.jsonl"


def _haugaz() -> Quiz:
    from meadhall.games.haugaz.puzzles import ForcedWins

    return ForcedWins()


def _land_ahoy() -> Quiz:
    from meadhall.games.land_ahoy.puzzles import Keeps

    return Keeps()


def _new_shores() -> Quiz:
    from meadhall.games.new_shores.puzzles import LastMoves

    return LastMoves()


QUIZZES: Mapping[str, Callable[[], Quiz]] = {"haugaz": _haugaz, "land-ahoy": _land_ahoy, "new-shores": _new_shores}


@cache
def quiz(name: str) -> Quiz | None:
    """Give what poses the puzzles of a game; None for a game that has none."""
    make = QUIZZES.get(name)
    return None if make is None else make()


def read(text: str) -> list[Puzzle]:
    """Read puzzles, a line each."""
    decoder = msgspec.json.Decoder(Puzzle)
    return [decoder.decode(line) for line in text.splitlines() if line.strip()]


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as one line."""
    return msgspec.json.encode(puzzle).decode()


@cache
def of(game: Game) -> Mapping[str, Puzzle]:
    """Give all puzzles of a game, by their names."""
    file = Path(str(import_module(game.package).__file__)).parent / FILE
    if game.name not in QUIZZES or not file.exists():
        return {}
    return {puzzle.id: puzzle for puzzle in read(file.read_text("utf-8"))}
