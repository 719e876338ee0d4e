"""A process that thinks for bots: questions come as lines of JSON, answers go back the same way.

It is told the set-up and all that was played, dice and draws included, but never the seed: nobody here could peek.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec import Struct

from meadhall.core.game import Language
from meadhall.core.match import Match
from meadhall.core.record import load
from meadhall.core.registry import find, names
from meadhall.learn.values import analyst_for, verdict
from meadhall.search import Bot, make, precompile
from meadhall.search.simple import Beginner

from .messages import HintLine, Sentence

KINDNESS = 10  # of this process to all others, in the scheduler's words
KEPT = 64  # matches that are not played again from the start
HINTS = 3
HINT_SECONDS = 1.0
STRONGEST = 5  # the level whose hints are as good as we can; others say what they would play


class Question(Struct, frozen=True):
    """What a bot shall think about; `look` only asks whether all compiled code is loaded."""

    kind: Literal["look", "choose", "hint", "weigh"]
    compiled: list[str]  # games whose code lies on the disk; others are played by somebody simpler
    table: str = ""
    game: str = ""
    options: dict[str, str | int] = {}
    names: dict[str, list[str]] = {}  # of the players, by language
    played: list[str] = []
    level: int = 5
    start: str = ""  # a record from which the match goes on: its set may be another one, or it begins from a position
    record: str = ""  # of the match before a decision that is to be weighed
    action: str = ""  # that was decided


class Judged(Struct, frozen=True):
    """A decision, weighed: see learn/values.py."""

    best: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    exact: bool


class Answer(Struct, frozen=True):
    """What it thinks."""

    loaded: bool
    action: str = ""
    lines: list[HintLine] = []
    judged: Judged | None = None  # also where the code is not loaded yet: nobody simpler could weigh anything
    problem: str = ""


class BotProcess:
    """Answers questions, and remembers the matches that they were about."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, Match] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """Think."""
        try:
            loaded = [precompile.is_ready(find(name)) for name in question.compiled]
            whole = all(loaded) and len(loaded) == len(names())
            if question.kind == "look":
                return Answer(whole)
            if question.kind == "weigh":
                return Answer(whole, judged=self._judged(question))
            match, bot = self._match(question), self._bot(question)
            if question.kind == "choose":
                return Answer(whole, action=bot.choose(match))
            return Answer(whole, lines=self._lines(question, bot, match))
        except Exception as problem:  # the server goes on, with a simpler answer
            return Answer(False, problem=f"{type(problem).__name__}: {problem}"[:500])

    def _bot(self, question: Question) -> Bot:
        bot = make(question.game, level=question.level)
        waits = isinstance(bot, precompile.StandInBot) or bot.compiles
        return Beginner(bot.game, None, precompile.LOOKS) if waits and question.game not in question.compiled else bot

    def _match(self, question: Question) -> Match:
        """Give the match with all that was played, going on from where it was known."""
        match = self._matches.pop(question.table, None)
        if match is None or match.game.name != question.game or match.history != question.played[: len(match.history)]:
            match = self._begun(question)
        for action in question.played[len(match.history) :]:
            match.play(action)
        self._matches[question.table] = match
        if len(self._matches) > KEPT:
            self._matches.popitem(last=False)
        return match.copy()

    def _begun(self, question: Question) -> Match:
        if question.start:
            return load(question.start, find)
        game = find(question.game)
        return Match(game, game.setup(len(question.names["en"]), question.options), seed=0, chance="manual")

    def _judged(self, question: Question) -> Judged | None:
        if question.game not in question.compiled or not precompile.is_ready(find(question.game)):
            return None
        match = load(question.record, find)
        lines = analyst_for(match.game, match.players)(match, question.action)
        found = verdict(match, question.action, lines)
        return Judged(found.best, found.before, found.after, found.exact)

    def _lines(self, question: Question, bot: Bot, match: Match) -> list[HintLine]:
        def why(action: str) -> Sentence:
            languages: tuple[Language, Language] = ("en", "de")
            return Sentence(*(bot.explain(match, action, lang, question.names[lang]) for lang in languages))

        if isinstance(bot, Beginner) or question.level < STRONGEST:
            action = bot.choose(match)
            return [HintLine(action, 0.5, 0, why(action))]
        best = bot.analyse(match, HINT_SECONDS)[:HINTS]
        return [HintLine(line.action, line.value, line.visits, why(line.action)) for line in best]


def main() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server, which then closes our input
    if hasattr(os, "nice"):
        os.nice(KINDNESS)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not garble the answers
    thinker, decoder = BotProcess(), msgspec.json.Decoder(Question)
    with suppress(BrokenPipeError):  # nobody is left to hear it
        for line in sys.stdin.buffer:
            out.write(msgspec.json.encode(thinker.answer(decoder.decode(line))) + b"\n")
            out.flush()
    os._exit(0)  # code that is still being loaded must not keep us


if __name__ == "__main__":
    main()
