"""Many games between bots, on all cores or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meadhall.core.chance import number_below
from meadhall.core.errors import BadOption
from meadhall.core.game import Game, Setup
from meadhall.core.match import Match
from meadhall.core.registry import find
from meadhall.search import Bot, by_name

from .spread import spread
from .tally import Tally

BOT_SEED = b"meadhall simulate bots 1"
QUICK = {"random": 20, "greedy": 5}  # games in a batch; of all other bots one


@dataclass(frozen=True)
class Batch:
    """A few games that are played in one go."""

    game: str
    setup: Setup
    bots: tuple[str, ...]  # one for each seat
    seed: int
    numbers: range  # of the games; each game follows from the seed and its number alone


def seats_for(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Name the bot of each seat; fewer names than seats go round."""
    if len(names) > players:
        raise BadOption(f"{len(names)} bots are too many for {players} players")
    return tuple(names[seat % len(names)] for seat in range(players))


def simulate(
    game: Game,
    setup: Setup,
    bots: Sequence[str],
    games: int,
    seed: int,
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[Tally]:
    """Play games; the tally so far comes out whenever some of them are over."""
    make_bots(game, bots, seed, 0)  # a wrong name is told before work begins
    size = min(QUICK.get(bot, 1) for bot in bots)
    if cluster is None and (workers == 1 or games <= size):
        size = workers = 1  # who plays all games here can show each as it ends
    numbers = [range(first, min(first + size, games)) for first in range(0, games, size)]
    batches = [Batch(game.name, setup, tuple(bots), seed, some) for some in numbers]
    return _add_up(spread(play, batches, workers=workers, cluster=cluster))


def _add_up(tallies: Iterator[tuple[int, Tally]]) -> Iterator[Tally]:
    total = Tally()
    for _, tally in tallies:
        total = total + tally
        yield total


def play(batch: Batch) -> Tally:
    """Play the games of a batch."""
    game, tally = find(batch.game), Tally()
    for number in batch.numbers:
        bots = make_bots(game, batch.bots, batch.seed, number)
        match = Match(game, batch.setup, seed=match_seed(batch.seed, number))
        while match.actor is not None:
            match.play(bots[match.actor].choose(match))
        tally.add(match)
    return tally


def make_bots(game: Game, names: Sequence[str], seed: int, number: int) -> list[Bot]:
    """Make the bots of one game, each with dice of its own."""
    seeds = [number_below(match_seed(seed, number), seat, 2**62, BOT_SEED) for seat in range(len(names))]
    return [by_name(name, game, own) for name, own in zip(names, seeds, strict=True)]


def match_seed(seed: int, number: int) -> str:
    """Give the seed of a game's draws and rolls."""
    return f"{seed}/{number}"
