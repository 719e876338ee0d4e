"""Players that are programs. They decide from what their seat may know, with their own dice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from meadhall.core.errors import BadOption, shown

from .land_ahoy import NAVIGATORS, Navigator
from .searcher import Search
from .simple import Bot, Greedy, Line, Random, check_seconds

__all__ = ["Bot", "Greedy", "Line", "Navigator", "Random", "Search", "by_name", "make"]

if TYPE_CHECKING:
    from meadhall.core.game import Game

NAMES = "random, greedy, mcts:500 (simulations a decision), mcts:200ms (time a decision)"
NAMES += ", for land-ahoy navigator, navigator:lead, navigator:deep"


def by_name(name: str, game: Game, seed: int) -> Bot:
    """Make a bot by the name that the lab uses."""
    if name == "random":
        return Random(game, seed)
    if name == "greedy":
        return Greedy(game, seed)
    if name in NAVIGATORS:
        return Navigator(game, seed, **NAVIGATORS[name])
    found = re.fullmatch(r"mcts:([1-9][0-9]{0,6})(ms)?", name)
    if found is None:
        raise BadOption(f"there is no bot {shown(name)}; bots are {NAMES}")
    if found[2]:
        return Search(game, seed, seconds=int(found[1]) / 1000)
    return Search(game, seed, simulations=int(found[1]))


def make(game: str, level: object = None, seconds: object = None, seed: object = None) -> Bot:
    """Make a bot; level 1 plays at random, all others are greedy until stronger ones arrive."""
    from meadhall.games import find

    room = find(game)
    if level is not None and seconds is not None:
        raise BadOption("a bot takes a level or seconds, not both")
    if level is not None and (type(level) is not int or not 1 <= level <= 5):
        raise BadOption(f"level cannot be {shown(level)}; it can be 1, 2, 3, 4, 5")
    if seconds is not None:
        check_seconds(seconds)
    if seed is not None and type(seed) is not int:
        raise BadOption(f"a bot's seed cannot be {shown(seed)}; it can be a whole number")
    return Random(room, seed) if level == 1 else Greedy(room, seed)
