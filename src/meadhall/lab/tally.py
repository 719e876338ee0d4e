"""What came of many games, in numbers that add up.

Everything is a count of whole numbers, so two tallies make one, and the order does not matter.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from meadhall.core.game import Game
from meadhall.core.match import Match
from meadhall.learn.match_facts import Event, Fact, Spread, Topic, facts_of

from .ratings import wilson

Counts = Mapping[Any, int]  # how often each value came up


@dataclass
class Tally:
    """The games so far, counted."""

    games: int = 0
    scores: Counter[tuple[int, float]] = field(default_factory=Counter)  # by seat and score
    results: Counter[tuple[int, float]] = field(default_factory=Counter)  # by seat and result, 0 to 1
    first: Counter[float] = field(default_factory=Counter)  # results of whoever had the first turn
    actions: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    facts: Counter[Fact] = field(default_factory=Counter)
    games_with: Counter[Fact] = field(default_factory=Counter)  # in how many games a fact was seen

    def add(self, match: Match) -> None:
        """Count a finished match."""
        assert match.scores is not None
        results, counted = match.game.results(match.scores), facts_of(match.game)
        self.games += 1
        self.scores.update(enumerate(match.scores))
        self.results.update(enumerate(results))
        self.first[results[counted.first_player(match)]] += 1
        self.actions[len(match.entries)] += 1
        self.turns[counted.turns(match)] += 1
        facts = Counter(counted.facts(match))
        self.facts.update(facts)
        self.games_with.update(facts.keys())

    def __add__(self, other: Tally) -> Tally:
        """Count the games of both."""
        return Tally(**{part.name: getattr(self, part.name) + getattr(other, part.name) for part in fields(Tally)})

    def of_seat(self, counts: Mapping[tuple[int, float], int], seat: int) -> Counter[float]:
        """Take what belongs to one seat out of the scores or the results."""
        return Counter({value: count for (whose, value), count in counts.items() if whose == seat})

    def of_topic(self, topic: Topic) -> Counter[Fact]:
        """Take what belongs to a topic out of the facts; the name of the topic is left out."""
        return Counter({fact[1:]: count for fact, count in self.facts.items() if fact[0] == topic.name})


# -- what counts say ----------------------------------------------------------------------------


def mean(counts: Counts) -> float:
    """Give the average of all values."""
    return float(sum(value * counts[value] for value in sorted(counts)) / sum(counts.values()))


def deviation(counts: Counts) -> float:
    """Say how far values lie from their average, typically."""
    middle, games = mean(counts), sum(counts.values())
    return math.sqrt(sum(counts[value] * (value - middle) ** 2 for value in sorted(counts)) / games)


def interval(counts: Counts) -> tuple[float, float]:
    """Give Wilson's 95 % interval for an average of results.

    Shared wins lie between 0 and 1 and vary less than wins and losses, for which the interval is
    made: for them it is a little too wide, and never too narrow.
    """
    return wilson(mean(counts), sum(counts.values()))


def bins(counts: Counts, most: int) -> list[tuple[str, int]]:
    """Sort numbers into a few bins of equal width, the empty ones between them too."""
    low, high = math.floor(min(counts)), math.floor(max(counts))
    width = next(w for w in _widths() if high // w - low // w < most)
    found: Counter[int] = Counter()
    for value, count in counts.items():
        found[math.floor(value / width)] += count
    numbers = range(min(found), max(found) + 1)
    return [(str(n) if width == 1 else f"{n * width}–{(n + 1) * width - 1}", found[n]) for n in numbers]


def _widths() -> list[int]:
    return [digit * 10**zeros for zeros in range(9) for digit in (1, 2, 5)]


# -- the summary --------------------------------------------------------------------------------


def summary(tally: Tally, game: Game, bots: Sequence[str]) -> dict[str, Any]:
    """Give all figures as plain JSON."""
    return {
        "game": game.name,
        "games": tally.games,
        "seats": [_seat(tally, seat, bots) for seat in range(len(bots))],
        "first_turn": {**_share(tally.first), "fair": fair_share(tally)} if len(bots) > 1 else None,
        "actions": _distribution(tally.actions),
        "turns": _distribution(tally.turns),
        "census": {topic.name: _topic(tally, topic) for topic in facts_of(game).topics},
    }


def fair_share(tally: Tally) -> float:
    """Give the result of a seat like any other: the average over all seats."""
    return sum(result * tally.results[seat, result] for seat, result in sorted(tally.results)) / sum(
        tally.results.values()
    )


def _seat(tally: Tally, seat: int, bots: Sequence[str]) -> dict[str, Any]:
    result = _share(tally.of_seat(tally.results, seat)) if len(bots) > 1 else {}  # alone nobody is beaten
    scores = _distribution(tally.of_seat(tally.scores, seat))
    return {"seat": seat + 1, "bot": bots[seat], **result, "scores": scores}


def _share(counts: Counts) -> dict[str, Any]:
    return {"won": mean(counts), "interval": list(interval(counts))}


def _distribution(counts: Counts) -> dict[str, Any]:
    return {
        "mean": mean(counts),
        "spread": deviation(counts),
        "least": min(counts),
        "most": max(counts),
        "counts": {f"{value:g}": counts[value] for value in sorted(counts)},
    }


def _topic(tally: Tally, topic: Topic) -> dict[str, Any]:
    head = {"clause": topic.clause, "what": topic.words["en"]}
    if isinstance(topic, Event):
        fact = (topic.name,)
        count = tally.facts[fact]
        return {
            **head,
            "count": count,
            "per_game": count / tally.games,
            "in_games": tally.games_with[fact] / tally.games,
        }
    counts = tally.of_topic(topic)
    if isinstance(topic, Spread):
        return {**head, "counts": {str(value[0]): counts[value] for value in in_order(topic, counts)}}
    rows: dict[str, dict[str, int]] = {}
    for row, column in sorted(counts):
        rows.setdefault(str(row), {})[str(column)] = counts[row, column]
    return {**head, "counts": rows}


def in_order(topic: Spread, counts: Counts) -> list[Fact]:
    """List the ways in which something came out: as the room names them, or by number."""
    named: list[Fact] = [(way,) for way in topic.ways]
    return named or sorted(counts)
