"""What came of a tournament, in figures."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from meadhall.learn.ratings import skills

from .arena import ArenaGame, Tournament
from .ratings import elo, elo_table, interval


def summary(tournament: Tournament, games: Sequence[ArenaGame]) -> dict[str, Any]:
    """Give all figures as plain JSON; only whole rounds count, unless there is none yet."""
    whole = _whole_rounds(tournament, games)
    counted = whole or list(games)
    fair = [game for game in counted if game.forfeit is None]
    bots = [_figures(tournament, counted, bot) for bot in range(len(tournament.bots))]
    result: dict[str, Any] = {
        "game": tournament.game,
        "players": tournament.players,
        "options": {name: value for name, value in tournament.options.items() if name != "set"},
        "own_set": "set" in tournament.options,
        "seed": tournament.seed,
        "games": len(counted),
        "rounds": len({game.round for game in counted}),
        "round_size": tournament.round_size,
        "uncounted": len(games) - len(counted),
        "distinct": len({game.moves for game in fair}),
        "forfeited": len(counted) - len(fair),
        "bots": bots,
        "first": _first(fair) if tournament.players > 1 else None,
    }
    if counted and tournament.players > 1:
        _rate(tournament, counted, result)
    return result


def _whole_rounds(tournament: Tournament, games: Sequence[ArenaGame]) -> list[ArenaGame]:
    sizes: dict[int, int] = defaultdict(int)
    for game in games:
        sizes[game.round] += 1
    return [game for game in games if sizes[game.round] == tournament.round_size]


def _figures(tournament: Tournament, games: Sequence[ArenaGame], bot: int) -> dict[str, Any]:
    """Give the figures of one bot."""
    mine = [(game, seat) for game in games for seat, sitting in enumerate(game.seats) if sitting == bot]
    share = _share(mine, lambda game, seat: game.results[seat])
    scores = [game.scores[seat] for game, seat in mine if game.scores is not None]
    decisions = sum(game.decisions[seat] for game, seat in mine)
    reasons = [game.forfeit["why"] for game, seat in mine if game.forfeit and game.forfeit["seat"] == seat]
    return {
        "bot": tournament.bots[bot],
        "games": len(mine),
        **share,
        "score": fmean(scores) if scores else None,
        "decision_seconds": sum(game.seconds[seat] for game, seat in mine) / decisions if decisions else None,
        "longest_seconds": max((game.longest[seat] for game, seat in mine), default=None),
        "forfeits": len(reasons),
        "first_reason": reasons[0] if reasons else None,
    }


def _share(seats: Sequence[tuple[ArenaGame, int]], result: Callable[[ArenaGame, int], float]) -> dict[str, Any]:
    """Give the mean result of some seats, and its 95 % interval from the means of the rounds."""
    if not seats:
        return {"share": None, "low": None, "high": None}
    rounds: dict[int, list[float]] = defaultdict(list)
    for game, seat in seats:
        rounds[game.round].append(result(game, seat))
    means = [fmean(results) for results in rounds.values()]
    low, high = interval(means, len(seats))
    return {"share": fmean(means), "low": low, "high": high}


def _first(games: Sequence[ArenaGame]) -> dict[str, Any]:
    """Say what deciding first was worth, whoever did it."""
    first = [(game, game.first) for game in games if game.first is not None]
    fair = fmean(fmean(game.results) for game, _ in first) if first else None
    return {**_share(first, lambda game, seat: game.results[seat]), "fair": fair}


def _rate(tournament: Tournament, games: Sequence[ArenaGame], result: dict[str, Any]) -> None:
    """Add ratings: Elo at tables for two, openskill at larger ones."""
    if tournament.players > 2:
        rated = skills(len(tournament.bots), [(game.seats, game.results) for game in games])
        for figures, (mu, sigma) in zip(result["bots"], rated, strict=True):
            figures["openskill"] = {"mu": mu, "sigma": sigma}
        return
    if len(tournament.bots) == 2:
        against = _share([(game, game.seats.index(0)) for game in games], _points)
        values = {"difference": elo(against["share"]), "low": elo(against["low"]), "high": elo(against["high"])}
        result["elo"] = {name: value if math.isfinite(value) else None for name, value in values.items()}
        return
    points = np.zeros((len(tournament.bots),) * 2)
    for game in games:
        for seat, bot in enumerate(game.seats):
            points[bot, game.seats[1 - seat]] += _points(game, seat)
    for figures, rating, reach in zip(result["bots"], *elo_table(points), strict=True):
        figures["elo"] = {"rating": rating, "reach": reach}


def _points(game: ArenaGame, seat: int) -> float:
    """Give what a seat took from the other: 1, or half of it where both did alike."""
    return 0.5 + (game.results[seat] - game.results[1 - seat]) / 2
