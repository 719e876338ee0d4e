"""The puzzles that come with the games: one file in each room that has some, written by `meadhall puzzles`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from meadhall.core.game import Game
from meadhall.core.parts import Part

from .quiz import Puzzle, Quiz

FILE = "puzzles.jsonl"


PUZZLES: Part[Quiz] = Part("puzzles", Quiz, "puzzles with exact answers: how they are found, proved, asked and judged")


def quiz(game: Game) -> Quiz | None:
    """Return what poses the puzzles of a game; None for a game that has none."""
    return PUZZLES.of(game)


def read(text: str) -> list[Puzzle]:
    """Read puzzles, a line each."""
    decoder = msgspec.json.Decoder(Puzzle)
    return [decoder.decode(line) for line in text.splitlines() if line.strip()]


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as one line."""
    return msgspec.json.encode(puzzle).decode()


def of(game: Game) -> Mapping[str, Puzzle]:
    """Return all puzzles of a game, by their names."""
    file = game.folder() / FILE
    return {} if quiz(game) is None or not file.exists() else _shipped(file)


@cache
def _shipped(file: Path) -> Mapping[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in read(file.read_text("utf-8"))}
