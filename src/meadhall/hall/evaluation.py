"""What positions are worth, for people who look back, and for a coach who looks over somebody's shoulder.

Bots weigh one decision at a time, so that nobody who plays has to wait for those who look back. What was weighed is
remembered for a while, by all that was played before it: matches with the same beginning share it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from threading import Lock
from typing import Any

from meadhall.core.game import CHANCE
from meadhall.core.match import Match
from meadhall.core.speaker import Speaker
from meadhall.learn import luck_words
from meadhall.learn.luck import Account, account
from meadhall.learn.luck_words import Measure, called
from meadhall.learn.values import Verdict, decisions

from . import problems
from .bot_pool import BotPool, NoAnswer
from .bot_process import Judged
from .messages import Coached, Luck, LuckMoment, LuckShare, Move, Sentence, StudyWish, Values, ValuesWish, Weighed
from .study import named, read
from .table import LANGUAGES, Table

log = logging.getLogger("meadhall")
MOST_JUDGED = 20_000  # decisions that are remembered
MOST_READ = 16  # records that are not played back again
WARNS = {False: 0.08, True: 2.0}  # what an action must lose before the coach speaks: of a win, alone in points

Key = tuple[str, str]  # the match before a decision, and what was decided
Aside = Callable[..., Awaitable[Any]]


class DecisionEvaluator:
    """Has decisions weighed, and remembers them."""

    def __init__(self, thinkers: BotPool) -> None:
        self._thinkers = thinkers
        self._judged: OrderedDict[Key, Judged] = OrderedDict()
        self._asked: dict[Key, asyncio.Future[Judged | None]] = {}
        self._read: OrderedDict[str, tuple[Match, list[int]]] = OrderedDict()
        self._lock = Lock()  # records are read, and accounts made, in other threads

    def known(self, match: Match, numbers: Iterable[int]) -> list[Verdict]:
        """Return the verdicts on those of a match's decisions, each after so many actions, that were weighed."""
        verdicts = []
        for number, before in zip(numbers, _digests(match, numbers), strict=True):
            entry = match.entries[number]
            with self._lock:
                judged = self._judged.get((before, entry.text))
            if judged is not None:
                verdicts.append(_verdict(number, entry.actor, entry.text, judged))
        return verdicts

    async def weigh(self, before: Match, action: str, urgent: bool) -> Verdict | None:
        """Weigh an action, once for all who ask; None where the bots are not ready yet."""
        key = _key(before, action)
        with self._lock:
            judged = self._judged.get(key)
            if judged is not None:
                self._judged.move_to_end(key)
        if judged is None:
            if key not in self._asked:
                self._asked[key] = asyncio.ensure_future(self._thinkers.weigh(before, action, urgent))
                self._asked[key].add_done_callback(lambda _: self._asked.pop(key))
            judged = await asyncio.shield(self._asked[key])
            if judged is not None:
                self._remember(key, judged)
        if judged is None:
            return None
        assert before.actor is not None
        return _verdict(len(before.entries), before.actor, action, judged)

    def _remember(self, key: Key, judged: Judged) -> None:
        with self._lock:
            self._judged[key] = judged
            if len(self._judged) > MOST_JUDGED:
                self._judged.popitem(last=False)

    def read(self, record: str) -> tuple[Match, list[int]]:
        """Play a record back, and find its decisions."""
        key = sha256(record.encode("utf-8", "surrogatepass")).hexdigest()
        with self._lock:
            if key in self._read:
                self._read.move_to_end(key)
                return self._read[key]
        match = read(record)
        found = match, decisions(match)
        with self._lock:
            self._read[key] = found
            if len(self._read) > MOST_READ:
                self._read.popitem(last=False)
        return found


def _key(before: Match, action: str) -> Key:
    (digest,) = _digests(before, [len(before.entries)])
    return digest, action


def _digests(match: Match, numbers: Iterable[int]) -> Iterator[str]:
    """Stand for a match as it was after each of these numbers of actions, which ascend."""
    whole = sha256(f"{match.game.name} {match.setup}".encode("utf-8", "surrogatepass"))
    done = 0
    for number in numbers:
        for entry in match.entries[done:number]:
            whole.update(f"\n{entry.text}".encode("utf-8", "surrogatepass"))
        done = number
        yield whole.hexdigest()


def _verdict(number: int, actor: int, action: str, judged: Judged) -> Verdict:
    return Verdict(number, actor, judged.best, action, judged.before, judged.after, judged.exact)


# -- looking back ----------------------------------------------------------------------------------


async def values(scales: DecisionEvaluator, aside: Aside, wish: ValuesWish) -> Values:
    """Weigh some decisions of a record, one after the other."""
    match, numbers = await aside(scales.read, wish.record)
    names, measure = named(wish.names, match.players), Measure(match.players == 1)
    weighed, warming = list[Weighed](), False
    for number in numbers[wish.first : wish.first + wish.count]:
        before = await aside(match.at, number)
        try:
            verdict = await scales.weigh(before, match.entries[number].text, urgent=False)
        except NoAnswer as problem:
            log.warning("a decision could not be weighed: %s", problem)
            raise problems.no_answer() from None
        if verdict is None:
            warming = True
            break
        weighed.append(await aside(_weighed, before, verdict, names))
    return Values(len(numbers), wish.first, weighed, measure.alone, measure.little, warming)


def _weighed(before: Match, verdict: Verdict, names: Sequence[str]) -> Weighed:
    return Weighed(
        number=verdict.number,
        actor=verdict.actor,
        values=list(verdict.before),
        after=list(verdict.after),
        best=verdict.best,
        played=verdict.played,
        lost=verdict.lost,
        exact=verdict.exact,
        said=better(before, verdict, names),
    )


def better(before: Match, verdict: Verdict, names: Sequence[str]) -> Sentence:
    """Say what was played, what it lost, and what was better."""
    measure, said = Measure(before.players == 1), []
    for lang in LANGUAGES:
        played, best = (called(before, action, names, lang) for action in (verdict.played, verdict.best))
        much = measure.amount(verdict.lost, lang)
        name, than = names[verdict.actor], "Besser" if lang == "de" else "Better"
        said.append(f"{name}: {played} (−{much}). {than}: {best}." if verdict.lost > 0 else f"{name}: {played}.")
    return Sentence(*said)


def luck(scales: DecisionEvaluator, wish: StudyWish) -> Luck:
    """Make the account of a finished match, from decisions that have all been weighed."""
    match, numbers = scales.read(wish.record)
    if not match.over:
        raise problems.not_over()
    verdicts = scales.known(match, numbers)
    if len(verdicts) < len(numbers) or not verdicts:
        raise problems.not_weighed()
    made, names = account(match, verdicts), named(wish.names, match.players)
    shares = [_share(made, seat, match, names) for seat in range(match.players)]
    return Luck(match.players == 1, any(entry.actor == CHANCE for entry in match.entries), shares)


def _share(made: Account, seat: int, match: Match, names: Sequence[str]) -> LuckShare:
    share = made.share(seat)
    en, de = (luck_words.sentences(made, seat, match, names, lang) for lang in LANGUAGES)
    return LuckShare(
        seat=seat,
        start=share.start,
        result=share.result,
        luck=share.luck,
        own=share.own,
        others=share.others,
        lost=share.lost,
        sentences=[Sentence(*both) for both in zip(en, de, strict=True)],
        moments=_moments(made, seat, match, names),
    )


def _moments(made: Account, seat: int, match: Match, names: Sequence[str]) -> list[LuckMoment]:
    """List what is worth a look back: a player's worst decisions, and what dice and draws did to them most."""
    moments = [
        LuckMoment(verdict.number + 1, False, -verdict.lost, better(match.at(verdict.number), verdict, names))
        for verdict in luck_words.mistakes(made, seat)
    ]
    for event in luck_words.strokes(made, seat):
        last = event.numbers[-1]
        before, codes = match.at(last), match.entries[last].codes
        said = (match.game.tell(before.current, codes, Speaker(names, lang)) for lang in LANGUAGES)
        moments.append(LuckMoment(last + 1, True, event.change[seat], Sentence(*said)))
    return moments


# -- the coach -------------------------------------------------------------------------------------


async def coach(scales: DecisionEvaluator, table: Table, secrets: Iterable[str], move: Move) -> Coached:
    """Say whether a strong player would play an action, to whoever has to decide, where the table allows it."""
    await table.check_bots("no-coach")
    table.deciding(secrets, move.number)
    action, before = table.understood(move.action), table.match
    if len(before.actions()) == 1:
        return Coached(0.0, None)
    try:
        verdict = await scales.weigh(before, action, urgent=True)
    except NoAnswer as problem:
        log.warning("the coach had no answer: %s", problem)
        raise problems.no_answer() from None
    if verdict is None:
        return Coached(None, None)
    alone = before.players == 1
    return Coached(verdict.lost, _warned(before, verdict, table) if verdict.lost >= WARNS[alone] else None)


def _warned(before: Match, verdict: Verdict, table: Table) -> Sentence:
    measure, names = Measure(before.players == 1), table.both_names()
    en, de = (called(before, verdict.best, names[lang], lang) for lang in LANGUAGES)
    return Sentence(
        f"A strong player would not: it loses about {measure.amount(verdict.lost, 'en')}. Better: {en}.",
        f"Ein starker Spieler ließe das: Es kostet etwa {measure.amount(verdict.lost, 'de')}. Besser: {de}.",
    )
