"""Five levels for each game: fixed recipes of how much a bot looks at, and how carefully.

Level 1 plays like a beginner, level 5 is the strongest we have. docs/bots.md says how strong each of them is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from meadhall.core.game import Game
from meadhall.games.land_ahoy.navigator import Navigator

from .bot import Bot
from .mcts_bot import Search
from .mcts_tree import Manner
from .nets import find_net
from .puct_bot import GuidedSearch
from .simple import Beginner, Greedy

Goal = str
Recipe = Callable[[Game, int | None, Goal], Bot]
GOALS = ("rank", "points")  # of somebody who plays alone

# How the search goes about each game, as tried in the arena; another game gets the plain manner.
MANNERS: Mapping[str, Manner] = {
    "haugaz": Manner(curiosity=0.3, tries=2, patience=5, ripe=2),
    "new-shores": Manner(margin=0.5, full_lead=10.0, ripe=2),
}
# With many simulations: where a player has dozens of turns, a node that was visited less often says little about the
# best of them, and to play on by instinct says more.
PATIENT: Mapping[str, Manner] = {"new-shores": replace(MANNERS["new-shores"], ripe=150)}
MANY, LONG = 10_000, 0.2  # simulations, and seconds
ENOUGH_ALONE = 10_000  # simulations; with four times as many the same 100 games brought no more points
MOST_ENDING = 2_000_000  # positions, for an end that shall be known for certain
MANY_POINTS = 60.0  # more than anybody ever made alone
ALONE: Mapping[Goal, Manner] = {
    "rank": Manner(margin=0.3, full_lead=MANY_POINTS, ripe=2),
    "points": Manner(margin=1.0, full_lead=MANY_POINTS, ripe=2),
}


def beginner(looks: int) -> Recipe:
    """Look at a few turns."""
    return lambda game, seed, goal: Beginner(game, seed, looks)


def greedy() -> Recipe:
    """Look at every turn, and no further."""
    return lambda game, seed, goal: Greedy(game, seed)


def search(
    simulations: int | None = None, seconds: float | None = None, ending: int = 0, proofs: bool = False
) -> Recipe:
    """Search a tree, and play the last decisions out in every way if that takes few enough positions."""

    def make(game: Game, seed: int | None, goal: Goal) -> Bot:
        manner = MANNERS.get(game.name, Manner())
        if (simulations or MANY) >= MANY and (seconds or LONG) >= LONG:
            manner = PATIENT.get(game.name, manner)
        return Search(game, seed, manner, ALONE[goal], simulations, seconds, ending, ENOUGH_ALONE, proofs)

    return make


def guided(
    otherwise: Recipe,
    simulations: int | None = None,
    seconds: float | None = None,
    ending: int = 0,
    fancy: float = 0.0,
    proofs: bool = False,
) -> Recipe:
    """Search a tree with the help of the game's net; where there is none, play as `otherwise` says."""

    def make(game: Game, seed: int | None, goal: Goal) -> Bot:
        net = find_net(game)
        if net is None:
            return otherwise(game, seed, goal)
        return GuidedSearch(game, seed, net, simulations, seconds, ending, fancy, proofs)

    return make


def navigator(value: str = "learned", ahead: int = 0, noise: float = 0.0) -> Recipe:
    """Solve each turn of Land Ahoy! exactly, and slip as often as the noise says."""
    return lambda game, seed, goal: Navigator(game, seed, value, ahead, noise)


LEVELS: Mapping[str, tuple[Recipe, ...]] = {
    "haugaz": (
        beginner(3),
        search(100),
        guided(search(700), 1, fancy=0.35),
        guided(search(6_000, ending=300_000), 20, ending=300_000),
        guided(search(100_000, ending=2_000_000, proofs=True), 1_600, ending=2_000_000, proofs=True),
    ),
    "land-ahoy": (
        navigator("points", noise=0.12),
        navigator("lead", noise=0.07),
        navigator("lead", noise=0.025),
        navigator(noise=0.015),
        navigator(ahead=1),
    ),
    "new-shores": (
        beginner(2),
        beginner(12),
        search(100),
        search(1_000, ending=50_000),
        search(150_000, ending=1_000_000, proofs=True),
    ),
}
ANOTHER_GAME = (beginner(3), greedy(), search(500), search(4_000), search(40_000, proofs=True))


def recipe(game: Game, level: int) -> Recipe:
    """Give how a level of a game is made."""
    return LEVELS.get(game.name, ANOTHER_GAME)[level - 1]


def strongest(game: Game, seconds: float, ending: int = MOST_ENDING) -> Recipe:
    """Give how the best bot with so many seconds for a decision is made."""
    if game.name == "land-ahoy":
        return navigator(ahead=1)
    return guided(search(seconds=seconds, ending=ending, proofs=True), seconds=seconds, ending=ending, proofs=True)


def analyst(game: Game, seed: int | None, goal: Goal = "rank", ending: int = MOST_ENDING) -> Bot:
    """Make the bot that analyses a game; `ending` is how many positions it may take to know the end for certain."""
    return strongest(game, 1.0, ending)(game, seed, goal)
