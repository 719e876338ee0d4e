"""What a position is worth to each player, and what each decision of a match has cost.

A value is the share of the result that a player can expect if everybody goes on as our best bot would: of a win, or in
games where only the last loses, of not being the last. Whoever plays alone expects points instead.

Of every decision both the best action and the one that was played are weighed in one and the same look ahead, so that
the two can be compared. Where only one action was possible, nothing was decided and nothing is weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from meadhall.core.game import CHANCE, Game
from meadhall.core.match import Match
from meadhall.search.bot import Line
from meadhall.search.levels import MANY_POINTS, analyst

SECONDS = 0.25  # of thinking for a decision
ENDING = 200_000  # positions that it may take to know an end for certain: some tenths of a second

Values = tuple[float, ...]  # for each player
Analyse = Callable[[Match, str], Sequence[Line]]  # all actions of a position, with a closer look at one of them


@dataclass(frozen=True)
class Verdict:
    """What was decided, what would have been best, and what both are worth to each player."""

    number: int  # of the actions before it, chance included
    actor: int
    best: str
    played: str
    before: Values  # of the best action: what the position was worth
    after: Values  # of the one that was played
    exact: bool

    @property
    def lost(self) -> float:
        """How much worse the played action is for its player; never less than nothing."""
        return self.before[self.actor] - self.after[self.actor]


def analyst_for(game: Game, players: int, seconds: float = SECONDS, seed: int | None = None) -> Analyse:
    """Give a look ahead for matches of a game between so many."""
    bot = analyst(game, seed, "points" if players == 1 else "rank", ENDING)
    return lambda match, played: bot.weigh(match, played, seconds)


def scale(players: int) -> float:
    """Say what a bot's 1 stands for: a whole win, or alone so many points."""
    return MANY_POINTS if players == 1 else 1.0


def verdict(match: Match, played: str, lines: Sequence[Line]) -> Verdict:
    """Judge what was played, on the match before it and all that it was looked at."""
    actor, much = match.actor, scale(match.players)
    assert actor is not None and actor != CHANCE
    best = max(lines, key=lambda line: line.values[actor])
    chosen = next(line for line in lines if line.action == played)
    if chosen.values[actor] == best.values[actor]:
        best = chosen  # as good as any: whoever plays it has found the best
    return Verdict(
        number=len(match.entries),
        actor=actor,
        best=best.action,
        played=played,
        before=tuple(much * value for value in best.values),
        after=tuple(much * value for value in chosen.values),
        exact=best.exact and chosen.exact,
    )


def walk(match: Match) -> Iterator[tuple[Match, str]]:
    """Play a match again: it comes before every decision, with what was played then."""
    twin = Match(match.game, match.setup, seed=0, chance="manual")
    for entry in match.entries:
        if entry.actor != CHANCE and len(twin.actions()) > 1:
            yield twin.copy(), entry.text
        twin.follow(entry)


def decisions(match: Match) -> list[int]:
    """List before how many actions there was something to decide."""
    return [len(before.entries) for before, _ in walk(match)]


def verdicts(match: Match, analyse: Analyse) -> Iterator[Verdict]:
    """Judge every decision of a match, one after the other."""
    for before, played in walk(match):
        yield verdict(before, played, analyse(before, played))


def final(match: Match) -> Values:
    """Say what a finished match was worth to each player, in the terms of the values."""
    assert match.scores is not None
    if match.players == 1:
        return (float(match.scores[0]),)
    return tuple(match.game.results(match.scores))
