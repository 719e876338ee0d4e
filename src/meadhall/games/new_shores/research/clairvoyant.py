"""How much luck is left in New Shores alone: a bot against somebody who knows the pile and the die.

The clairvoyant searches each decision like the bots do (search/mcts_kernel.py), but every draw is the one that the
match will really bring. Since nothing is left to chance it rehearses the whole game some times and plays the
best rehearsal. It is a yardstick, not a player: it stands in the lab, where no bot for play can reach it.

Nobody who has to draw can expect more points than somebody who knows the pile and plays it as well as can be.
The clairvoyant searches, though, and may overlook the best: its mean is a lower bound of that upper bound.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

import numpy as np

from meadhall.core import jit
from meadhall.core.chance import number_below
from meadhall.core.errors import BadOption
from meadhall.core.game import CHANCE, Setup
from meadhall.core.jit import Mode, State
from meadhall.core.match import Match
from meadhall.core.registry import find
from meadhall.lab.simulate import Batch, make_bots, match_seed, play
from meadhall.lab.spread import spread
from meadhall.lab.tally import Tally, deviation, mean
from meadhall.search.levels import ALONE
from meadhall.search.mcts_tree import RULES, MctsTree

GAME = "new-shores"
OWN_SEED = b"meadhall clairvoyant 1"
KNOWING = ("odds", "apply", "sample")  # what is different for somebody who knows
# As tried on twelve piles: less curious than a bot, because every surprise but the own play-outs is gone.
MANNER = replace(ALONE["points"], curiosity=0.2, untried=0.05, tries=8)
SURE = 1.96  # standard errors to each side of a 95 % interval


# -- searching ----------------------------------------------------------------------------------


def outcomes(match: Match) -> list[int]:
    """List what chance brings in a match, from its first draw to its last.

    What a seed draws does not depend on the decisions: the pile of somebody alone is drawn from without
    regard to the table. So any way of playing on shows it.
    """
    ahead = match.copy()
    while not ahead.over:
        ahead.play(ahead.actions()[0])
    return [code for entry in ahead.entries if entry.actor == CHANCE for code in entry.codes]


def knowing(match: Match, coming: Sequence[int]) -> State:
    """Give a match's array with all the game's draws behind it."""
    drawn = sum(len(entry.codes) for entry in match.entries if entry.actor == CHANCE)
    return np.concatenate([match.state, np.array([drawn, *coming], np.int64)])


def functions(mode: Mode) -> list[Any]:
    """Give the rule functions that a search takes, with the odds of somebody who knows."""
    known = jit.twin("meadhall.games.new_shores.research.clairvoyant_rules", mode)
    own = {name: getattr(known, name) for name in KNOWING}
    if mode != "interpreted":
        jit.compile_rules(own)
    usual = find(GAME).functions(mode, RULES)
    return [own.get(name, function) for name, function in zip(RULES, usual, strict=True)]


def searcher(match: Match, coming: Sequence[int], seed: int, mode: Mode = "compiled") -> MctsTree:
    """Plant the tree of somebody who knows what comes and wants points."""
    return MctsTree(match, seed, MANNER, mode, start=knowing(match, coming), functions=functions(mode))


def choose(match: Match, coming: Sequence[int], simulations: int, seed: int) -> str:
    """Give the action that was tried most by somebody who knows what comes."""
    legal = match.actions()
    if len(legal) == 1:
        return legal[0]
    tree = searcher(match, coming, seed)
    tree.grow(simulations)
    return tree.best()


# -- comparing ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """One game that is played twice: by the bot, and by the clairvoyant with the same pile."""

    setup: Setup
    bot: str
    simulations: int
    rehearsals: int
    seed: int
    number: int


@dataclass
class Comparison:
    """What came of the games so far."""

    bot: Tally = field(default_factory=Tally)
    clairvoyant: Tally = field(default_factory=Tally)
    gaps: Counter[float] = field(default_factory=Counter)  # points that the clairvoyant was ahead in a game

    @property
    def games(self) -> int:
        """How many games both have played."""
        return self.bot.games

    def __add__(self, other: Comparison) -> Comparison:
        """Count the games of both."""
        return Comparison(self.bot + other.bot, self.clairvoyant + other.clairvoyant, self.gaps + other.gaps)


def compare(
    setup: Setup,
    bot: str,
    games: int,
    simulations: int,
    rehearsals: int,
    seed: int,
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[Comparison]:
    """Play games with the piles of `simulate`; the comparison so far comes out as they end."""
    if setup.players != 1:
        raise BadOption("the clairvoyant plays alone")
    make_bots(find(GAME), [bot], seed, 0)  # a wrong name is told before work begins
    pairs = [Pair(setup, bot, simulations, rehearsals, seed, number) for number in range(games)]
    return accumulate(both for _, both in spread(play_both, pairs, workers=workers, cluster=cluster))


def play_both(pair: Pair) -> Comparison:
    """Play one game by the bot and by the clairvoyant."""
    bot = play(Batch(GAME, pair.setup, (pair.bot,), pair.seed, range(pair.number, pair.number + 1)))
    clairvoyant = Tally()
    clairvoyant.add(best_rehearsal(pair))
    (score,), (best,) = (tally.of_seat(tally.scores, 0) for tally in (bot, clairvoyant))
    return Comparison(bot, clairvoyant, Counter([best - score]))


def best_rehearsal(pair: Pair) -> Match:
    """Play one game as often as the clairvoyant rehearses, and give the match with the most points."""
    return max((rehearse(pair, again) for again in range(pair.rehearsals)), key=lambda match: match.scores or ())


def rehearse(pair: Pair, again: int) -> Match:
    """Play one game to the end, each time with other dice for the search and the same pile."""
    seed = match_seed(pair.seed, pair.number)
    own = random.Random(number_below(seed, again, 2**62, OWN_SEED))
    match = Match(find(GAME), pair.setup, seed=seed)
    coming = outcomes(match)
    while not match.over:
        match.play(choose(match, coming, pair.simulations, own.getrandbits(62)))
    return match


def gap_interval(gaps: Counter[float]) -> tuple[float, float] | None:
    """Give the 95 % interval of the mean gap; None for fewer than two games, which say nothing of it."""
    games = sum(gaps.values())
    if games < 2:
        return None
    error = deviation(gaps) / math.sqrt(games - 1)
    return mean(gaps) - SURE * error, mean(gaps) + SURE * error
