"""Players that are programs. They decide from what their seat may know, with their own dice."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from meadhall.core.errors import BadOption, listed, shown

from .bot import Bot, Line, check_seconds
from .simple import Greedy, Random

__all__ = ["Bot", "Line", "by_name", "make"]

if TYPE_CHECKING:
    from meadhall.core.game import Game
    from meadhall.core.jit import Mode

NAMES = "random, greedy, level:1 to level:5, mcts:500 (simulations a decision), mcts:200ms (time a decision)"
NAMES += "; with the game's net: net:500, net:200ms, with another: net:500@FILE"


def by_name(name: str, game: Game, seed: int, mode: Mode = "compiled") -> Bot:
    """Make a bot by the name that the lab uses; it waits for the compiler, "interpreted" only where it needs to."""
    from .levels import bots_of, recipe, search
    from .nets import net_file, read_net
    from .puct_bot import PuctBot

    if name == "random":
        return Random(game, seed)
    if name == "greedy":
        return Greedy(game, seed, mode)
    named = bots_of(game).named
    if name in named:
        return named[name](game, seed, "rank")
    if found := re.fullmatch(r"level:([1-5])", name):
        return recipe(game, int(found[1]))(game, seed, "rank")
    if found := re.fullmatch(r"mcts:([1-9][0-9]{0,6})(ms)?", name):
        amount = int(found[1])
        how = search(seconds=amount / 1000) if found[2] else search(simulations=amount)
        return how(game, seed, "rank")
    if found := re.fullmatch(r"net:([1-9][0-9]{0,6})(ms)?(?:@(.+))?", name):
        amount, net = int(found[1]), read_net(game, Path(found[3]) if found[3] else net_file(game))
        effort = {"seconds": amount / 1000} if found[2] else {"simulations": amount}
        return PuctBot(game, seed, net, **effort)
    more = f"; for {game.name} also {', '.join(named)}" if named else ""
    raise BadOption(f"there is no bot {shown(name)}; bots are {NAMES}{more}")


def make(
    game: str,
    level: object = None,
    seconds: object = None,
    seed: object = None,
    goal: object = None,
    wait: bool = False,
) -> Bot:
    """Make a bot of a level, by default 3, or with some seconds for each decision."""
    from meadhall.core.registry import find

    from .levels import GOALS, recipe, strongest
    from .precompile import StandInBot

    room = find(game)
    if level is not None and seconds is not None:
        raise BadOption("a bot takes a level or seconds, not both")
    if level is not None and (type(level) is not int or not 1 <= level <= 5):
        raise BadOption(f"level cannot be {shown(level)}; it can be 1, 2, 3, 4, 5")
    if seed is not None and type(seed) is not int:
        raise BadOption(f"a bot's seed cannot be {shown(seed)}; it can be a whole number")
    if goal is not None and (not room.steps or not isinstance(goal, str) or goal not in GOALS):
        allowed = f"it can be {listed(GOALS)}" if room.steps else f"{room.name} is not played alone"
        raise BadOption(f"goal cannot be {shown(goal)}; {allowed}")
    if seconds is not None:
        check_seconds(seconds)
        how = strongest(room, float(seconds))  # type: ignore[arg-type]
    else:
        how = recipe(room, level if isinstance(level, int) else 3)
    bot = how(room, seed, goal if isinstance(goal, str) else "rank")
    return StandInBot(bot, seed) if bot.compiles and not wait else bot
