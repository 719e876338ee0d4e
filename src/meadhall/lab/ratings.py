"""How sure a result is, and what it says about strength: intervals and Elo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, variance

import numpy as np
from numpy.typing import NDArray

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations
FEWEST_ROUNDS = 5  # from so many on, their spread tells more than a formula for single games
Interval = tuple[float, float]


def interval(rounds: Sequence[float], games: int) -> Interval:
    """Give the 95 % interval of a share from its means in each round.

    The games of a round share dice and bots, so it is the rounds that are independent: their spread says
    how many independent games the share is worth. Where they are few or all alike it says nothing, and
    the games count as they are.
    """
    mean = fmean(rounds)
    if len(rounds) < FEWEST_ROUNDS or min(rounds) == max(rounds):
        return wilson(mean, games)
    worth = mean * (1 - mean) / (variance(rounds) / len(rounds))
    return wilson(mean, worth, t_quantile(len(rounds) - 1))


def t_quantile(freedom: int) -> float:
    """Give the 97.5 % quantile of Student's distribution, for 4 degrees of freedom or more.

    Fisher's expansion around the normal one; it is off by less than 0.001.
    """
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def wilson(share: float, games: float, quantile: float = Z) -> Interval:
    """Give Wilson's 95 % interval: 20 of 20 is a share between 84 and 100 %, not 100 for sure."""
    spread = quantile * quantile / games
    middle = (share + spread / 2) / (1 + spread)
    reach = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    low = 0.0 if share == 0 else max(0.0, middle - reach)  # to the letter: a rounding error would be thousands of Elo
    return low, 1.0 if share == 1 else min(1.0, middle + reach)


def elo(share: float) -> float:
    """Give the difference in Elo that makes one expect this share; infinite for all or nothing."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def elo_table(points: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    """Rate bots by what each took from each other: their Elo around a mean of 0, and its 95 % reach.

    The most likely ratings (Bradley and Terry), with one drawn game added to each pair that has met, which
    keeps ratings finite where one of them always won.
    """
    met = points + points.T > 0
    points = points + met / 2
    games = points + points.T
    rating = np.zeros(len(points))
    for _ in range(100):
        expected = 1 / (1 + np.exp(rating[None, :] - rating[:, None]))
        weights = games * expected * (1 - expected)
        information = np.diag(weights.sum(axis=1)) - weights
        covariance = np.linalg.pinv(information)
        step = covariance @ (points - games * expected).sum(axis=1)
        rating += step / max(1.0, float(np.abs(step).max()))
    scale = 400 / math.log(10)
    reach = Z * np.sqrt(np.maximum(np.diag(covariance), 0))
    return [float(value) for value in scale * rating], [float(value) for value in scale * reach]
