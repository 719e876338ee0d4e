"""The bots of Land Ahoy!: each solves its turn exactly, and they differ in what they think of the table after it."""

from meadhall.core.game import Game
from meadhall.search.bot import Bot
from meadhall.search.levels import Bots, Goal, Recipe

from .navigator import Navigator


def navigator(value: str = "learned", ahead: int = 0, noise: float = 0.0) -> Recipe:
    """Solve each turn exactly, and slip as often as the noise says."""

    def make(game: Game, seed: int | None, goal: Goal) -> Bot:
        return Navigator(game, seed, value, ahead, noise)

    return make


BOTS = Bots(
    levels=(
        navigator("points", noise=0.12),
        navigator("lead", noise=0.07),
        navigator("lead", noise=0.025),
        navigator(noise=0.015),
        navigator(ahead=1),
    ),
    strongest=navigator(ahead=1),
    named={
        "navigator": navigator(),
        "navigator:lead": navigator("lead"),
        "navigator:deep": navigator(ahead=1),
    },
    # The arena's shares in docs/bots.md; games in which both are last count half for each.
    measured=(0.712, 0.6815, 0.640, 0.630),
)
