"""What a room says about learning its game: its `training.py` exports a `Training` as TRAINING.

That file may import PyTorch: it is loaded for nothing but training. This one does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from meadhall.core import jit
from meadhall.core.game import Game
from meadhall.core.parts import Part

from .plan import Plan

if TYPE_CHECKING:
    from torch import Tensor, nn

    Losses = dict[str, Tensor]


@dataclass(frozen=True)
class Training:
    """How a net learns a game for two without luck, whose scores are 1, 0.5 and 0 for a win, a draw and a loss.

    What the net sees of a position, and from which sides, is told by the room's `planes.py`.
    """

    game: Game
    board: tuple[int, int]  # rows of the largest board, and points in a row
    heads: Callable[[int], nn.Module]  # as net.py takes them, for a tower of this width
    gpu: Plan  # of a course on a GPU
    cpu: Plan  # on one core, where it has to learn something in a minute
    longest: int  # decisions of a game that are kept
    setting_up: Callable[[Tensor], Tensor] | None = None  # which positions are set up still: `Plan.wild` is about them
    auxiliary: Mapping[str, float] = field(default_factory=dict)  # what else the heads tell, and how much it weighs
    auxiliary_losses: Callable[[Tensor, Tensor, Tensor, list[Tensor]], Losses] | None = None
    """How far that is from the truth, by name: for positions, how their games ended, which point of the board each
    point is that the net sees (or -1), and what the heads told."""

    @property
    def rules(self) -> Any:
        """The rules, interpreted."""
        return self.game.rules()

    @property
    def planes(self) -> ModuleType:
        """What the net sees, interpreted."""
        return jit.twin(f"{self.game.package}.planes", "interpreted")

    @property
    def weights(self) -> dict[str, float]:
        """How much each loss weighs, by name."""
        return {"opinions": 1.0, "result": 1.0, **self.auxiliary}


TRAINING: Part[Training] = Part("training", Training, "`meadhall train`: a net that learns the game by itself")
