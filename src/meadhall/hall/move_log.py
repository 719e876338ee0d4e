"""The saga of a match: its actions retold one by one, each with its sentence and the table after it.

Retelling a long match takes a second, so what was told is remembered, as JSON, for that is a tenth of its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from threading import Lock

import msgspec

from meadhall.core.game import Language
from meadhall.core.match import Entry, Match
from meadhall.core.speaker import Speaker

from .messages import Sentence, Step
from .messages.table import Plain

Names = Mapping[Language, Sequence[str]]


def both(speak: Callable[[Speaker], str], names: Names) -> Sentence:
    """Say something in both languages, with the names of the players."""
    return Sentence(speak(Speaker(names["en"], "en")), speak(Speaker(names["de"], "de")))


def common(told: Sequence[Entry], entries: Sequence[Entry]) -> int:
    """Count the actions that are as they were told; others were taken back."""
    many = len(told)
    if not many or (many <= len(entries) and told[-1] is entries[many - 1]):  # then all before it are the same, too
        return many
    same = 0
    for old, new in zip(told, entries, strict=False):
        if old is not new and old != new:
            break
        same += 1
    return same


def seen(match: Match, player: int | None, aids: bool) -> Plain:
    """Give a view of a match; where a table has no aids, without what people would have to remember."""
    view = match.view(player)
    return view if aids else {part: what for part, what in view.items() if part not in match.game.view_aids}


def told(match: Match, names: Names, since: int = 0, twin: Match | None = None, aids: bool = True) -> Iterator[Step]:
    """Play a match again, from the start or from where a twin is, and tell its steps from an action on."""
    game, setup = match.game, match.setup
    if twin is None:
        twin = Match(game, setup, seed=0, chance="manual")
    for number, entry in list(enumerate(match.entries, 1))[len(twin.entries) :]:
        if number <= since:
            twin.follow(entry)
            continue
        said = both(partial(game.tell, twin.current, entry.codes), names)
        twin.follow(entry)
        scores = list(game.scores(twin.state, match.players))
        yield Step(number, entry.actor, entry.text, said, seen(twin, None, aids), scores)


class MoveLog:
    """What was told of a match, as long as it is true; several threads may ask."""

    def __init__(self, aids: bool = True) -> None:
        self._aids = aids
        self._lock = Lock()
        self._names: Names = {}
        self._entries: tuple[Entry, ...] = ()  # that are told, or were passed over
        self._steps: dict[int, msgspec.Raw] = {}
        self._twin: Match | None = None  # the match as far as it was told last

    def steps(self, match: Match, names: Names, since: int) -> list[msgspec.Raw]:
        """Tell what was played after so many actions."""
        entries = match.entries
        wanted = range(min(max(since, 0), len(entries)) + 1, len(entries) + 1)
        with self._lock:
            self._forget(entries, names)
            missing = next((number for number in wanted if number not in self._steps), None)
            if missing is not None:
                self._tell(match, missing - 1)
            return [self._steps[number] for number in wanted]

    def _forget(self, entries: Sequence[Entry], names: Names) -> None:
        """Forget steps that were taken back, and all of them when somebody has another name."""
        same = common(self._entries, entries)
        if names != self._names:
            self.__dict__.update(_names=names, _entries=(), _steps={}, _twin=None)
        elif same < min(len(self._entries), len(entries)):
            self._entries, self._twin = self._entries[:same], None
            self._steps = {number: step for number, step in self._steps.items() if number <= same}

    def _tell(self, match: Match, since: int) -> None:
        twin = self._twin
        if twin is None or len(twin.entries) > since:
            twin = Match(match.game, match.setup, seed=0, chance="manual")
        for step in told(match, self._names, since, twin, self._aids):
            self._steps[step.number] = msgspec.Raw(msgspec.json.encode(step))
        self._entries, self._twin = max(self._entries, match.entries, key=len), twin
