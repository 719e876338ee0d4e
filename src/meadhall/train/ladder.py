"""Ages of a net against each other: whether learning helped, and by how much.

DIR/ladder.json keeps every match, so that a curve can be drawn and no match is played twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from meadhall.core.errors import BadOption, shown
from meadhall.lab.ratings import elo_table, wilson

from . import checkpoint
from .fast import Fast
from .plan import Options, Plan
from .selfplay import Judge, Trees
from .symmetry import Symmetry
from .training import Training

LADDER = "ladder.json"
OPENING = 12  # decisions in which chance has its say, so that games differ
Pair = tuple[int, int]  # the newer age, the older one


def match(
    one: Judge, two: Judge, games: int, simulations: int, options: Options, symmetry: Symmetry
) -> tuple[float, int]:
    """Let two nets play, half of the games with each in the first seat; return the first one's points, and the games.

    Chance has its say in the opening, so that games differ: set-ups alone are too few, and two nets that always play
    the same against each other would tell one game a hundred times. Then both play as well as they can.
    """
    device = symmetry.device
    trees = Trees(games, simulations, {options: 1.0}, symmetry)
    trees.renew()
    seat = torch.arange(games, device=device) % 2  # of the first net
    done = torch.zeros(games, dtype=torch.bool, device=device)
    points = torch.zeros(games, device=device)
    for decision in range(symmetry.training.longest):
        whose = trees.player == seat

        def judge(planes: Tensor, whose: Tensor = whose) -> tuple[Tensor, Tensor]:
            (logits, values), (others, other_values) = one(planes), two(planes)
            return torch.where(whose[:, None], logits, others), torch.where(whose, values, other_values)

        trees.search(judge, simulations, float(decision < OPENING))
        trees.play()
        over = (trees.over > 0) & ~done
        points = torch.where(over, torch.where(seat == 0, trees.result, 1 - trees.result), points)
        done |= over
        if bool(done.all()):
            break
        trees.renew()
    return float(points[done].sum()), int(done.sum())


def pairs_of(ages: list[int], newest: int) -> list[Pair]:
    """Pair an age with the first of all, and with those one, two, four … before it."""
    at = ages.index(newest)
    steps = [at, *(2**k for k in range(at.bit_length()) if 2**k < at)]
    return [(newest, ages[at - step]) for step in steps if step > 0]


class Ladder:
    """The matches of a course, and what they say."""

    def __init__(self, training: Training, folder: Path, plan: Plan, device: str) -> None:
        self.training, self.folder, self.plan, self.device = training, folder, plan, device
        self.options = max(plan.mix, key=lambda options: plan.mix[options])  # what is played most
        self.matches = self._read()

    def _read(self) -> list[dict[str, Any]]:
        file = self.folder / LADDER
        if not file.exists():
            return []
        try:
            found: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["matches"]
            for one in found:
                int(one["newer"]), int(one["older"]), float(one["points"]), int(one["games"]), one["played"]
        except (OSError, ValueError, TypeError, KeyError):
            raise BadOption(
                f"{shown(str(file), checkpoint.PATH)} is damaged; remove it, and its matches are played again"
            ) from None
        return found

    def _comparable(self) -> list[dict[str, Any]]:
        """Return the matches that were played like ours."""
        return [one for one in self.matches if one["played"] == self.manner]

    @property
    def manner(self) -> str:
        """How matches are played."""
        names = (option.name for option in self.training.game.options)
        told = [f"{name} {code}" for name, code in zip(names, self.options, strict=True)]
        return ", ".join([*told, f"{self.plan.match_simulations} simulations, free opening of {OPENING}"])

    def missing(self, newest_alone: bool) -> list[Pair]:
        """List the matches that were not played yet, the newest ages first."""
        ages = checkpoint.ages(self.folder)
        played = {(one["newer"], one["older"]) for one in self._comparable()}
        wanted = [pair for age in (ages[-1:] if newest_alone else ages[::-1]) for pair in pairs_of(ages, age)]
        return [pair for pair in wanted if pair not in played]

    def play(self, pairs: list[Pair], stop: Callable[[], bool]) -> Iterator[dict[str, Any]]:
        """Play matches one after the other until somebody says stop; each is kept at once."""
        fasts: list[Fast] = []
        symmetry = Symmetry(self.training, self.device)
        for newer, older in pairs:
            if stop():
                return
            nets = [checkpoint.read_age(self.training, self.folder, age) for age in (newer, older)]
            if not fasts or any(fast.net.width != net.width for fast, net in zip(fasts, nets, strict=True)):
                fasts = [Fast(net, self.plan.match_games, self.device) for net in nets]
            for fast, net in zip(fasts, nets, strict=True):
                fast.take(net.to(self.device))
            points, games = match(
                fasts[0], fasts[1], self.plan.match_games, self.plan.match_simulations, self.options, symmetry
            )
            self.matches.append(
                {"newer": newer, "older": older, "points": points, "games": games, "played": self.manner}
            )
            self.write()
            yield self.matches[-1]

    def curve(self) -> list[tuple[int, float, float]]:
        """Rate the ages that have played: seconds, Elo above the first of them, and its 95 % reach."""
        played = self._comparable()
        ages = sorted({age for one in played for age in (one["newer"], one["older"])})
        points = np.zeros((len(ages), len(ages)))
        for one in played:
            newer, older = ages.index(one["newer"]), ages.index(one["older"])
            points[newer, older] += one["points"]
            points[older, newer] += one["games"] - one["points"]
        if not played:
            return []
        ratings, reaches = elo_table(points)
        return [(age, rating - ratings[0], reach) for age, rating, reach in zip(ages, ratings, reaches, strict=True)]

    def write(self) -> None:
        """Keep all matches and the curve."""
        curve = [{"seconds": age, "elo": round(elo, 1), "reach": round(reach, 1)} for age, elo, reach in self.curve()]
        game = self.training.game.name
        text = json.dumps({"game": game, "played": self.manner, "matches": self.matches, "curve": curve}, indent=1)
        checkpoint.replace_file(self.folder / LADDER, lambda part: part.write_text(text + "\n", "utf-8"))


def told(one: dict[str, Any]) -> str:
    """Tell of a match in a line."""
    share = one["points"] / one["games"]
    low, high = wilson(share, one["games"])
    return (
        f"After {one['newer']} s against after {one['older']} s: {share:.1%} ({low:.1%} – {high:.1%}) "
        f"of {one['games']} games"
    )
