"""Lessons and puzzles."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .hall import Sentence
from .table import Preview, Step, TableState


class LessonMove(Struct, frozen=True):
    """An action that is right, and where it leads."""

    action: str
    state: TableState
    steps: list[Step]


class LessonAnswer(Struct, frozen=True):
    """An answer to a question, and what is said to it."""

    words: Sentence
    right: bool
    why: Sentence


class LessonStep(Struct, frozen=True):
    """One idea: what is said, what to do or to answer, and the table as it stands."""

    table: int  # steps on one table follow from each other
    title: Sentence  # of the chapter
    say: Sentence
    task: Sentence | None
    right: Sentence | None  # said when it was done; None: go on at once
    nudge: Sentence | None  # said when something else was tried
    state: TableState
    steps: list[Step]  # what was played since the step before, counted from where the table was laid
    moves: list[LessonMove]  # to do; the first is the one that is shown
    previews: list[Preview]  # as many as come cheaply
    answers: list[LessonAnswer]


class Lesson(Struct, frozen=True):
    """A first game in small steps."""

    game: str
    steps: list[LessonStep]


class PuzzleCard(Struct, frozen=True):
    """A puzzle in the list of them all."""

    id: str
    difficulty: int  # from 1 to 5


class PuzzleAsked(Struct, frozen=True):
    """A puzzle without its answer; of the steps only the last few are told."""

    id: str
    game: str
    difficulty: int
    question: Sentence
    foresees: bool  # whether one may ask what a move does before it is made
    state: TableState
    steps: list[Step]


class PuzzleTry(Struct, frozen=True):
    """An action in a puzzle, and what was played in it before, by both sides."""

    action: str
    played: list[str] = []


class PuzzleRow(Struct, frozen=True):
    """An action beside the others, and what it is worth."""

    action: str
    words: Sentence
    value: Sentence
    best: bool


class PuzzleVerdict(Struct, frozen=True):
    """What is said about an action: `going` if the puzzle goes on, and the table as it lies now."""

    verdict: Literal["going", "right", "wrong"]
    said: Sentence
    why: list[Sentence]
    rows: list[PuzzleRow]  # of the answers side by side, once they are no secret any more
    played: list[str]  # in the puzzle so far, with what the others answered
    state: TableState
    steps: list[Step]
