"""The door for trained nets: what a search asks of a net, an answer without one, and where nets are found.

A search that is given an `Evaluator` does not know whether a net stands behind it, so everything but
the net's strength can be tested with `Even`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meadhall.core.game import Game
from meadhall.core.jit import State

Evaluation = tuple[NDArray[np.float64], NDArray[np.float64]]


class Evaluator(Protocol):
    """Something that judges positions at a glance."""

    def evaluate(self, states: State) -> Evaluation:
        """Judge positions, one in each row, none of them over.

        The first array has a row for each position: how much each of its legal actions deserves to be
        tried, in the order of the rules' `actions`, adding up to 1, then zeros. The second array holds what
        each position is worth to the player who decides, from 0 to 1.
        """
        ...


class Even:
    """No opinion: all legal actions are alike, and every position is open."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def evaluate(self, states: State) -> Evaluation:
        priors = np.zeros((len(states), self._game.rules().MAX_ACTIONS))
        for row, state in zip(priors, states, strict=True):
            count = len(self._game.codes(state))
            row[:count] = 1 / count
        return priors, np.full(len(states), 0.5)


class Net:
    """A trained net: it takes states and gives a number for each action code, and values from 0 to 1."""

    def __init__(self, game: Game, session: Any) -> None:
        self._game, self._session = game, session

    def evaluate(self, states: State) -> Evaluation:
        logits, values = self._session.run(["logits", "values"], {"states": states})
        priors = np.zeros((len(states), self._game.rules().MAX_ACTIONS))
        for row, state, judged in zip(priors, states, logits, strict=True):
            legal = judged[self._game.codes(state)].astype(np.float64)
            shares = np.exp(legal - legal.max())
            row[: len(legal)] = shares / shares.sum()
        return priors, values.reshape(-1).astype(np.float64)


def find_net(game: Game) -> Evaluator | None:
    """Load the net that lies in a game's room; None where there is none."""
    path = Path(str(import_module(game.package).__file__)).with_name("net.onnx")
    if not path.exists():
        return None
    import onnxruntime

    return Net(game, onnxruntime.InferenceSession(path))
