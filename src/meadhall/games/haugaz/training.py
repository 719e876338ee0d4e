"""How a net learns Haugaz: what tells moves apart, what else it learns, and how games are mixed."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from meadhall.train.plan import Options, Plan, on_cpu
from meadhall.train.training import Training

from . import GAME, planes, rules

SIDE = 8  # points of the largest board in a row
DIRECTIONS = 8
BITS = 7  # of a height, in the rules' array
LEAD = 1 / 4  # of which the net thinks in ones
OWN, OTHER, NOBODY = 0, 1, 2

MIX: dict[Options, float] = {  # how many of the games are played with which size, movers and reach
    (8, 0, 0): 0.56,
    (7, 0, 0): 0.12,
    (6, 0, 0): 0.12,
    (5, 0, 0): 0.10,
    (4, 0, 0): 0.03,
    (3, 0, 0): 0.01,
    (8, 1, 0): 0.015,
    (8, 0, 1): 0.015,
    (6, 1, 1): 0.01,
    (5, 1, 0): 0.01,
    (5, 0, 1): 0.01,
}


class Heads(nn.Module):
    """What the net tells of Haugaz: opinions about actions, and how a game may end on each point."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.acts = nn.Conv2d(width, 32, 1)
        self.acts_view = nn.Linear(2 * width, 32)
        self.acts_out = nn.Conv2d(32, 1 + DIRECTIONS, 1)  # to be placed on, and moves in each direction
        self.words = nn.Linear(2 * width, rules.CODES - rules.PASS)  # actions that have no place on the board
        self.ends = nn.Conv2d(width, 4, 1)  # own, other, empty; height
        self.lead = nn.Linear(2 * width, 1)

    def forward(self, x: Tensor, view: Tensor) -> tuple[Tensor, ...]:
        acts = self.acts_out(torch.relu(self.acts(x) + self.acts_view(view)[:, :, None, None]))
        return torch.cat([acts.flatten(1), self.words(view)], 1), self.ends(x), self.lead(view)[:, 0]


def setting_up(states: Tensor) -> Tensor:
    """Return which games have no position yet that both players have agreed on."""
    return states[:, rules.PHASE] < rules.CHOOSE


def ends(state: Tensor, final: Tensor, came_from: Tensor) -> tuple[Tensor, Tensor]:
    """Return who owned each point at the end, and how high it was; for the net it is as useful as knowing who won."""
    side = torch.where(state[:, rules.PHASE] >= rules.TURN, state[:, rules.SIDE], 0)  # as the planes tell it
    at = came_from.clamp(min=0)
    own = final.gather(1, (rules.BLACK + side)[:, None]) >> at & 1
    other = final.gather(1, (rules.WHITE - side)[:, None]) >> at & 1
    tall = torch.zeros_like(at)
    for k in range(BITS):
        tall += (final[:, rules.HEIGHT + k][:, None] >> at & 1) << k
    return torch.where(own == 1, OWN, torch.where(other == 1, OTHER, NOBODY)), tall


def leads(owner: Tensor, tall: Tensor) -> Tensor:
    """Return by how much the highest stack was higher at the end than the other one's."""
    mine, theirs = (torch.where(owner == who, tall, 0).amax(1) for who in (OWN, OTHER))
    return mine - theirs


def losses(state: Tensor, final: Tensor, came_from: Tensor, told: list[Tensor]) -> dict[str, Tensor]:
    """Compare what the heads told of the end with how it was."""
    ending, lead = told
    owner, tall = ends(state, final, came_from)
    who = F.cross_entropy(ending[:, :3].flatten(2), owner, reduction="none")
    high = F.smooth_l1_loss(ending[:, 3].flatten(1), torch.log2(1.0 + tall.float()), reduction="none")
    board = came_from >= 0
    many = board.sum(1)
    return {
        "owner": ((who * board).sum(1) / many).mean(),
        "height": ((high * board).sum(1) / many).mean(),
        "lead": F.smooth_l1_loss(lead, LEAD * leads(owner, tall).float()),
    }


TRAINING = Training(
    game=GAME,
    board=(planes.POINTS // SIDE, SIDE),
    heads=Heads,
    gpu=Plan(MIX),
    cpu=on_cpu({(4, 0, 0): 1.0}),
    longest=140,  # longer games need passes that nobody answers
    setting_up=setting_up,
    auxiliary={"owner": 0.2, "height": 0.1, "lead": 0.1},
    auxiliary_losses=losses,
)
