"""Lessons: a first game in small steps, on real positions with the real rules.

A room that has a `lesson.toml` teaches its game. The file holds words and actions, nothing else:

[[chapter]]                     some steps with a title
title = { en = "…", de = "…" }
table = { players = 2, position = "…", options = { size = 5 }, before = ["c3", "d4-d5"], you = 1 }
                                another table; without it the chapter goes on where the one before it ended

[[chapter.step]]                one idea
first = ["roll 2 4", "keep"]    what dice, draws and others do before it is said
say = { en = "…", de = "…" }
task = { en = "…", de = "…" }   what to do, or the question
do = ["keep", "reroll *"]       actions that are right; * stands for anything
right = { … }                   said when it was done; without it the lesson just goes on
nudge = { … }                   said when something else was tried
ask = [{ en = "…", de = "…", why = { … }, right = true }, …]    answers to choose from, instead of `do`

Everything is played when a lesson is read, so no lesson can contradict the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from meadhall.core import toml
from meadhall.core.errors import BadOption, BadPosition, IllegalAction
from meadhall.core.game import CHANCE, Game
from meadhall.core.match import Match
from meadhall.core.registry import find

FILE = "lesson.toml"
LONGEST = {"title": 32, "say": 330, "task": 110, "right": 220, "nudge": 170, "answer": 70, "why": 210}  # for a phone


class BadLesson(ValueError):
    """A lesson that its author has to mend: says the file, the step and what is wrong."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    en: str
    de: str


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question, and what is said to it."""

    en: str
    de: str
    why: Said
    right: bool = False


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a new table stands, and which player is taught."""

    players: int | None = None
    options: dict[str, Any] = {}
    position: str | None = None
    before: list[str] = []
    you: int = 1


class Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as its author writes it."""

    say: Said
    first: list[str] = []
    do: list[str] = []
    ask: list[Answer] = []
    task: Said | None = None
    right: Said | None = None
    nudge: Said | None = None


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some steps under one title."""

    title: Said
    step: list[Lines]
    table: Start | None = None


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    chapter: list[Chapter]


@dataclass(frozen=True)
class Step:
    """A step, and the match as it stands then."""

    table: int  # steps on one table follow from each other
    title: Said
    lines: Lines
    you: int  # the seat that is taught
    opened: int  # actions that were played when the table was laid
    match: Match
    expected: tuple[str, ...]

    def after(self, action: str) -> Match:
        """Play an action that is right."""
        match = self.match.copy()
        match.play(action)
        return match


def has_lesson(game: Game) -> bool:
    """Say whether a room teaches its game."""
    return (files(game.package) / FILE).is_file()


@cache
def lesson(name: str) -> tuple[Step, ...]:
    """Give all steps of a game's lesson; none where the room has no lesson."""
    game = find(name)
    if not has_lesson(game):
        return ()
    return read(game, (files(game.package) / FILE).read_text("utf-8"))


def read(game: Game, text: str) -> tuple[Step, ...]:
    """Read a lesson, and play it to its end."""
    try:
        book = msgspec.convert(toml.loads(text), Book)
    except (toml.BadTOML, msgspec.ValidationError) as problem:
        raise BadLesson(f"{game.name}, {FILE}: {problem}") from None
    steps = list(_Reader(game).steps(book))
    if not steps:
        raise BadLesson(f"{game.name}, {FILE}: a lesson needs a step")
    return tuple(steps)


class _Reader:
    """Plays a lesson, table by table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.place = ""
        self.match: Match | None = None
        self.table = -1
        self.you = self.opened = 0

    def steps(self, book: Book) -> Iterator[Step]:
        """Play all steps."""
        for part, chapter in enumerate(book.chapter, 1):
            self.place = f"chapter {part}"
            self._check_words("title", chapter.title)
            if chapter.table is not None or self.table < 0:
                self._lay(chapter.table or Start())
            for number, lines in enumerate(chapter.step, 1):
                self.place = f"chapter {part}, step {number}"
                yield self._step(chapter.title, lines)

    def _lay(self, start: Start) -> None:
        try:
            if start.position is not None:
                self.match = self.game.position(start.position, **start.options)
            else:
                self.match = self.game.new(players=start.players, chance="manual", **start.options)
        except (BadOption, BadPosition) as problem:
            raise self._bad(str(problem)) from None
        if not 1 <= start.you <= self.match.players:
            raise self._bad(f"there is no player {start.you} to be taught")
        self.table, self.you = self.table + 1, start.you - 1
        self._play(start.before)
        self.opened = len(self.match.entries)

    def _step(self, title: Said, lines: Lines) -> Step:
        if self.match is None:
            raise self._bad("several actions were right before, so nobody knows how it goes on; lay another table")
        self._check_lines(lines)
        self._play(lines.first)
        expected = self._expected(self.match, lines)
        step = Step(self.table, title, lines, self.you, self.opened, self.match.copy(), expected)
        if len(expected) > 1:
            self.match = None
        else:
            self._play(expected)
        return step

    def _play(self, actions: Sequence[str]) -> None:
        assert self.match is not None
        for action in actions:
            try:
                self.match.play(action)
            except IllegalAction as problem:
                raise self._bad(str(problem)) from None

    def _expected(self, match: Match, lines: Lines) -> tuple[str, ...]:
        """Find the legal actions that are right, in the order in which the author names them."""
        if not lines.do:
            return ()
        if match.actor != self.you:
            whose = "dice or a draw" if match.actor == CHANCE else "somebody else"
            raise self._bad(f"{whose} would have to act, not the player who is taught")
        legal = match.actions()
        expected: list[str] = []
        for pattern in lines.do:
            found = [action for action in legal if fnmatchcase(action, pattern)]
            if not found:
                raise self._bad(f"no legal action is like {pattern!r}; legal are {', '.join(legal[:12])}")
            expected += [action for action in found if action not in expected]
        if (len(expected) < len(legal)) != (lines.nudge is not None):
            others = "other actions are legal, so a nudge is needed" if lines.nudge is None else "nothing else is legal"
            raise self._bad(f"{others} ({len(expected)} of {len(legal)} actions are right)")
        return tuple(expected)

    def _check_lines(self, lines: Lines) -> None:
        if lines.do and lines.ask:
            raise self._bad("a step has something to do or something to answer, not both")
        if bool(lines.do or lines.ask) != (lines.task is not None):
            raise self._bad("a step has a task if there is something to do or to answer, else none")
        if not lines.do and (lines.right or lines.nudge):
            raise self._bad("right and nudge belong to something to do")
        if lines.ask and sum(answer.right for answer in lines.ask) != 1:
            raise self._bad("just one answer must be right")
        if lines.ask and len(lines.ask) < 2:
            raise self._bad("a question needs two answers or more")
        for name in ("say", "task", "right", "nudge"):
            if (words := getattr(lines, name)) is not None:
                self._check_words(name, words)
        for answer in lines.ask:
            self._check_words("answer", answer)
            self._check_words("why", answer.why)

    def _check_words(self, name: str, words: Said | Answer) -> None:
        for lang in ("en", "de"):
            text = getattr(words, lang)
            if not text.strip():
                raise self._bad(f"{name} has no words in {lang}")
            if len(text) > LONGEST[name]:
                raise self._bad(f"{name} has {len(text)} characters in {lang}, and {LONGEST[name]} fit on a phone")

    def _bad(self, why: str) -> BadLesson:
        return BadLesson(f"{self.game.name}, {FILE}, {self.place}: {why}")
