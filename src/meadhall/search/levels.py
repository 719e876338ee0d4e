"""Five levels for each game: fixed recipes of how much a bot looks at, and how carefully.

Level 1 plays like a beginner, level 5 is the strongest we have. docs/bots.md says how strong each of them is. A room's
`bots.py` says what its levels are, and how the search goes about its game; a game without one gets plain ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from meadhall.core.game import Game
from meadhall.core.parts import Part

from .bot import Bot
from .mcts_bot import MctsBot
from .mcts_tree import SearchParams
from .nets import find_net, net_file
from .puct_bot import PuctBot
from .simple import Beginner, Greedy

Goal = str
Recipe = Callable[[Game, int | None, Goal], Bot]
GOALS = ("rank", "points")  # of somebody who plays alone

MANY, LONG = 10_000, 0.2  # simulations, and seconds
ENOUGH_ALONE = 10_000  # simulations; with four times as many the same 100 games brought no more points
MOST_ENDING = 2_000_000  # positions, for an end that shall be known for certain
MANY_POINTS = 60.0  # more than anybody ever made alone
ALONE: Mapping[Goal, SearchParams] = {
    "rank": SearchParams(margin=0.3, full_lead=MANY_POINTS, ripe=2),
    "points": SearchParams(margin=1.0, full_lead=MANY_POINTS, ripe=2),
}


PLAIN_MANNER = SearchParams()


@dataclass(frozen=True)
class Bots:
    """How programs play a game."""

    levels: tuple[Recipe, Recipe, Recipe, Recipe, Recipe]
    manner: SearchParams = PLAIN_MANNER  # of the tree search, as tried in the arena
    patient: SearchParams | None = None  # with many simulations, where that is another one
    strongest: Recipe | None = None  # for any number of seconds, where it is no tree search
    named: Mapping[str, Recipe] = field(default_factory=dict)  # more bots, by the names that the lab uses
    measured: tuple[float, float, float, float] | None = None  # what each level takes from the one below it


BOTS: Part[Bots] = Part("bots", Bots, "levels, their measured strength, and how the search goes about the game")


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
        bots = bots_of(game)
        manner = bots.manner
        if (simulations or MANY) >= MANY and (seconds or LONG) >= LONG:
            manner = bots.patient or manner
        return MctsBot(game, seed, manner, ALONE[goal], simulations, seconds, ending, ENOUGH_ALONE, proofs)

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
        net = find_net(game, expected=True)
        if net is None:
            return otherwise(game, seed, goal)
        return PuctBot(game, seed, net, simulations, seconds, ending, fancy, proofs)

    return make


PLAIN = Bots((beginner(3), greedy(), search(500), search(4_000), search(40_000, proofs=True)))


def bots_of(game: Game) -> Bots:
    """Return how programs play a game."""
    return BOTS.of(game) or PLAIN


def recipe(game: Game, level: int) -> Recipe:
    """Give how a level of a game is made."""
    return bots_of(game).levels[level - 1]


def strongest(game: Game, seconds: float, ending: int = MOST_ENDING) -> Recipe:
    """Give how the best bot with so many seconds for a decision is made."""
    alone = search(seconds=seconds, ending=ending, proofs=True)
    asks_a_net = guided(alone, seconds=seconds, ending=ending, proofs=True) if net_file(game).exists() else alone
    return bots_of(game).strongest or asks_a_net


def analyst(game: Game, seed: int | None, goal: Goal = "rank", ending: int = MOST_ENDING) -> Bot:
    """Make the bot that analyses a game; `ending` is how many positions it may take to know the end for certain."""
    return strongest(game, 1.0, ending)(game, seed, goal)
