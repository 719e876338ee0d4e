"""Many games between bots, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from meadhall.bots import Bot, by_name
from meadhall.core.errors import BadOption, shown
from meadhall.core.game import Game, Setup
from meadhall.core.match import Match


@dataclass
class Tally:
    """The results so far, by seat."""

    game: str
    bots: list[str]
    scores: list[list[float]] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    ranks: dict[str, int] = field(default_factory=dict)

    def add(self, match: Match) -> None:
        """Count a finished match."""
        assert match.scores is not None
        for seat, score in enumerate(match.scores):
            self.scores[seat].append(score)
            self.won[seat] += seat in match.winners
        self.lengths.append(len(match.history))
        rank = match.breakdown().get("rank")
        if rank is not None:
            self.ranks[rank] = self.ranks.get(rank, 0) + 1

    def summary(self) -> dict[str, Any]:
        """Give the figures as plain JSON."""
        games = len(self.lengths)
        seats = [
            {
                "seat": seat + 1,
                "bot": bot,
                "won": self.won[seat] / games if games else None,
                "mean": fmean(self.scores[seat]) if games else None,
                "spread": pstdev(self.scores[seat]) if games else None,
                "least": min(self.scores[seat], default=None),
                "most": max(self.scores[seat], default=None),
            }
            for seat, bot in enumerate(self.bots)
        ]
        return {
            "game": self.game,
            "games": games,
            "seats": seats,
            "actions": fmean(self.lengths) if games else None,
            "ranks": {rank: count / games for rank, count in self.ranks.items()},
        }


def bots_for(game: Game, names: Sequence[str], players: int, seed: int) -> list[Bot]:
    """Make a bot for each seat; fewer names than seats go round."""
    if len(names) > players:
        raise BadOption(f"{len(names)} bots are too many for {players} players")
    return [by_name(names[seat % len(names)], game, seed + seat) for seat in range(players)]


def simulate(
    game: Game, names: Sequence[str], games: int, seed: int, players: int | None, options: Mapping[str, Any]
) -> Iterator[Tally]:
    """Play games one by one; the tally so far comes out after each."""
    setup = game.setup(players, options)
    bots = bots_for(game, names, setup.players, seed)
    seats = [names[seat % len(names)] for seat in range(setup.players)]
    tally = Tally(game.name, seats, [[] for _ in seats], [0.0 for _ in seats])
    return _play(game, setup, bots, games, seed, tally)


def _play(game: Game, setup: Setup, bots: Sequence[Bot], games: int, seed: int, tally: Tally) -> Iterator[Tally]:
    for number in range(games):
        match = Match(game, setup, seed=f"{seed}/{number}")
        while match.actor is not None:
            match.play(bots[match.actor].choose(match))
        tally.add(match)
        yield tally


def check_plot(path: Path) -> None:
    """Say before the games what would keep their picture from being drawn."""
    if find_spec("matplotlib") is None:
        raise BadOption("pictures need matplotlib: pip install 'meadhall[plot]'")
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise BadOption(f"a picture's name ends in .png, .svg or .pdf, not like {shown(path.name)}")
    if path.is_dir():
        raise BadOption(f"{shown(str(path))} is a folder, not a picture")
    if not path.parent.is_dir():
        raise BadOption(f"there is no folder {shown(str(path.parent))} for the picture")


def plot(tally: Tally, path: Path) -> None:
    """Draw how often each seat got which score, and how long the games were."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
    colours = ("#C2301F", "#1F55A0", "#8A6D3B", "#2B211D")
    values = sorted({score for scores in tally.scores for score in scores})
    step = min((b - a for a, b in pairwise(values)), default=1)
    width = 0.8 * step / len(tally.bots)
    for seat, scores in enumerate(tally.scores):
        shares = [scores.count(value) / len(scores) for value in values]
        places = [value + (seat - (len(tally.bots) - 1) / 2) * width for value in values]
        label = f"seat {seat + 1}, {tally.bots[seat]}: {fmean(scores):.2f} on average"
        left.bar(places, shares, width, color=colours[seat], label=label)
    left.set(title=f"{tally.game}: scores of {len(tally.lengths)} games", xlabel="score", ylabel="share of games")
    left.legend(frameon=False)
    right.hist(tally.lengths, bins=min(30, len(set(tally.lengths))), color="#698B48")
    right.set(title="how long games are", xlabel="actions, chance included", ylabel="games")
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
