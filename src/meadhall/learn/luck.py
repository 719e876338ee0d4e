"""The account of a finished match: how much of the result was luck, and how much was decided.

    result - start = luck + own decisions + the others' decisions         for each player, to the last digit

- Before a decision a position is worth what its best action is worth (`Verdict.before`), directly after it what the
  played one is (`Verdict.after`): if dice or a draw follow, the decision has changed the worth by the difference.
- Dice and draws change the worth from there to what the next decision finds, or to the final result. All chance
  between two decisions counts as one event: nobody could have decided anything between its parts. An action that was
  the only one is no decision, and parts nothing either.
- Where a decision follows another one at once, the later look is the better one: the gap between the two looks belongs
  to the decision before it. The same holds for a decision that ends the match.
- The start is fair: as much for everybody as the players had on average when the first of them decided. What the draws
  before that had made of it is luck, too. Alone, and where nothing was drawn before, it is just what the first decision
  finds. So a game without chance has no luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meadhall.core.errors import BadOption
from meadhall.core.game import CHANCE
from meadhall.core.match import Match

from .values import Values, Verdict, final


@dataclass(frozen=True)
class Event:
    """Something that changed what the match is worth: chance, or a decision with its verdict."""

    numbers: tuple[int, ...]  # of the actions that it consists of, counting from 0
    change: Values
    verdict: Verdict | None  # None: dice and draws

    @property
    def by_chance(self) -> bool:
        """Whether nobody has decided it."""
        return self.verdict is None


@dataclass(frozen=True)
class Share:
    """One player's part of an account."""

    seat: int
    start: float
    result: float
    luck: float
    own: float
    others: float
    lost: float  # by own decisions, against the best ones


@dataclass(frozen=True)
class Account:
    """A match in changes of what it was worth."""

    players: int
    start: Values
    result: Values
    events: tuple[Event, ...]

    def share(self, seat: int) -> Share:
        """Add a player's changes up."""
        luck = own = others = lost = 0.0
        for event in self.events:
            if event.verdict is None:
                luck += event.change[seat]
            elif event.verdict.actor == seat:
                own += event.change[seat]
                lost += event.verdict.lost
            else:
                others += event.change[seat]
        return Share(seat, self.start[seat], self.result[seat], luck, own, others, lost)

    def chances(self) -> list[Event]:
        """List what dice and draws did."""
        return [event for event in self.events if event.by_chance]

    def decisions(self, seat: int) -> list[Verdict]:
        """List what a player decided."""
        return [event.verdict for event in self.events if event.verdict is not None and event.verdict.actor == seat]


def account(match: Match, verdicts: Sequence[Verdict]) -> Account:
    """Make the account of a finished match from the verdicts on all its decisions."""
    if not match.over:
        raise BadOption("the match is not over, so nobody knows yet what its luck was worth")
    if not verdicts:
        raise BadOption("nothing was decided in this match, so there is nothing to account for")
    start = _start(match, verdicts)
    result = final(match)
    return Account(match.players, start, result, tuple(_events(match, verdicts, start, result)))


def _start(match: Match, verdicts: Sequence[Verdict]) -> Values:
    first = verdicts[0]
    if all(entry.actor != CHANCE for entry in match.entries[: first.number]):
        return first.before
    return (sum(first.before) / match.players,) * match.players


def _events(match: Match, verdicts: Sequence[Verdict], start: Values, result: Values) -> Iterator[Event]:
    worth, last = start, None  # what the match is worth, and the decision whose effect is not known yet
    begin = 0
    for found in [*verdicts, None]:
        until = len(match.entries) if found is None else found.number
        rolled = tuple(number for number in range(begin, until) if match.entries[number].actor == CHANCE)
        now = result if found is None else found.before
        if last is not None:
            after = last.after if rolled else now
            yield Event((last.number,), _less(after, worth), last)
            worth = after
        if rolled:
            yield Event(rolled, _less(now, worth), None)
        worth, last, begin = now, found, until


def _less(later: Values, earlier: Values) -> Values:
    return tuple(b - a for a, b in zip(earlier, later, strict=True))
