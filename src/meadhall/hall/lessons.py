"""A lesson as a browser needs it: every step with its table, so that nothing has to be asked again."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import cache

import msgspec
from msgspec.structs import replace

from meadhall.core.game import NAMES, Game
from meadhall.core.match import Match
from meadhall.learn import lessons
from meadhall.learn.lessons import Said

from . import problems, table_view
from .messages import Lesson, LessonAnswer, LessonMove, LessonStep, Preview, Sentence, Step, TableState
from .move_log import told
from .study import still

MOST_PREVIEWS = 24  # of one step; where more can be done, those of a few right actions do
FEW = 3
READ_ON = Sentence("Have a look, then go on.", "Schau es dir an, dann geht es weiter.")
PACKED = 9  # how well, from 1 to 9: it is done once


@cache
def packed_lesson(game: Game) -> bytes:
    """Give a game's lesson as JSON, packed."""
    return gzip.compress(msgspec.json.encode(lesson(game)), PACKED, mtime=0)


def lesson(game: Game) -> Lesson:
    """Tell a game's lesson, or say that it has none."""
    steps = lessons.lesson(game.name)
    if not steps:
        raise problems.no_lesson(Sentence(**game.title))
    seen = 0
    given: list[LessonStep] = []
    for number, step in enumerate(steps):
        if not given or given[-1].table != step.table:
            seen = step.opened
        given.append(_step(step, number, seen))
        seen = len(step.match.entries)
    return Lesson(game.name, given)


def _step(step: lessons.Step, number: int, seen: int) -> LessonStep:
    lines = step.lines
    return LessonStep(
        table=step.table,
        title=_sentence(step.title),
        say=_sentence(lines.say),
        task=None if lines.task is None else _sentence(lines.task),
        right=None if lines.right is None else _sentence(lines.right),
        nudge=None if lines.nudge is None else _sentence(lines.nudge),
        state=_state(step, step.match, 2 * number, bool(lines.do)),
        steps=_steps(step, step.match, seen),
        moves=list(_moves(step, 2 * number + 1)),
        previews=list(_previews(step)) if lines.do else [],
        answers=[
            LessonAnswer(Sentence(answer.en, answer.de), answer.right, _sentence(answer.why)) for answer in lines.ask
        ],
    )


def _sentence(said: Said) -> Sentence:
    return Sentence(said.en.strip(), said.de.strip())


def _state(step: lessons.Step, match: Match, number: int, decides: bool) -> TableState:
    """Say how a step's table stands; it counts from where this was laid, and nobody decides while others explain."""
    state = table_view.state(still(match, NAMES), frozenset({step.you}), False)
    entries = len(match.entries) - step.opened
    if not decides:
        state = replace(state, choices=[], seat=None, ask=state.ask if match.over else READ_ON)
    seats = [seat if seat.yours else replace(seat, kind="bot", level=1) for seat in state.seats]
    return replace(state, number=number, entries=entries, seats=seats, aids=None, can_undo=False)


def _steps(step: lessons.Step, match: Match, seen: int) -> list[Step]:
    names = list(NAMES[: match.players])
    fresh = told(match, {"en": names, "de": names}, seen)
    return [replace(one, number=one.number - step.opened) for one in fresh]


def _moves(step: lessons.Step, number: int) -> Iterable[LessonMove]:
    for action in step.expected:
        match = step.after(action)
        yield LessonMove(action, _state(step, match, number, False), _steps(step, match, len(step.match.entries)))


def _previews(step: lessons.Step) -> Iterable[Preview]:
    """Say what actions would do: all of them where they are not many, else some that are right."""
    legal = step.match.actions()
    table = still(step.match, NAMES)
    for action in legal if len(legal) <= MOST_PREVIEWS else step.expected[:FEW]:
        yield table_view.preview(table, step.you, action)
