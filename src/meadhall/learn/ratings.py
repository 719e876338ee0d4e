"""How strong players are: openskill's ratings, and what they say about bots and people.

A rating is a mean mu and how unsure it is, sigma. Everybody begins at 25 ± 8.3, and level 2, who plays for fun, has 25
in every game. Two players whose means differ by d win in the proportion 1 : exp(d / SCALE).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from meadhall.core.registry import find, names
from meadhall.search.levels import bots_of

Rating = tuple[float, float]  # mu and sigma

BETA = 25 / 6  # openskill's own: how much luck and mood there is in a game
SCALE = math.sqrt(2) * BETA
ANCHOR = 25.0  # level 2
BOT_SIGMA = 1.0  # bots are well measured, and do not learn
SURE = 0.99  # a share above this says little: nobody plays so many games against a bot
FIRST, PER_MU = 1000.0, 30.0  # points: 400 of them are about ten to one, as in chess


def ahead(share: float) -> float:
    """Give the difference of two means that makes one expect a share; who won all games counts as SURE."""
    share = min(share, SURE)
    return SCALE * math.log(share / (1 - share))


def bot_rating(game: str, level: int) -> Rating | None:
    """Give the fixed rating of a bot; None in games where nobody has measured it."""
    measured = bots_of(find(game)).measured if game in names() else None
    if measured is None:
        return None
    gaps = [ahead(share) for share in measured]
    return ANCHOR - gaps[0] + sum(gaps[: level - 1]), BOT_SIGMA


def points(rating: Rating) -> int:
    """Give the number that people see: what somebody is worth at least, so newcomers begin at 1000 and rise."""
    mu, sigma = rating
    return round(FIRST + PER_MU * (mu - 3 * sigma))


def beginner() -> Rating:
    """Give the rating of somebody of whom nothing is known."""
    return 25.0, 25 / 3


def rated(ratings: Sequence[Rating], results: Sequence[float]) -> list[Rating]:
    """Rate the players of one game by their results, higher ones are better, equal ones a draw."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in ratings]
    after = model.rate(teams, ranks=[-result for result in results])
    return [(float(team[0].mu), float(team[0].sigma)) for team in after]


def skills(bots: int, games: Sequence[tuple[Sequence[int], Sequence[float]]]) -> list[Rating]:
    """Rate bots by games of any number of seats, each with its bots and their results.

    A bot that has several seats in a game learns from each of them.
    """
    ratings = [beginner() for _ in range(bots)]
    for seats, results in games:
        before = [ratings[bot] for bot in seats]
        for bot, old, new in zip(seats, before, rated(before, results), strict=True):
            mu, sigma = ratings[bot]
            ratings[bot] = mu + new[0] - old[0], sigma * new[1] / old[1]
    return ratings
