"""The door for trained nets: what a search asks of a net, an answer without one, and where nets are found.

A search that is given an `Evaluator` does not know whether a net stands behind it, so everything but
the net's strength can be tested with `Even`. A room that has a net says in `planes.py` what the net sees.
"""

from __future__ import annotations

import hashlib
import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from meadhall.core import jit
from meadhall.core.errors import UnfitNet
from meadhall.core.game import Game
from meadhall.core.jit import Mode, Scores, State

Evaluation = tuple[Scores, Scores]
FILE = "net.onnx"  # in the room


class Evaluator(Protocol):
    """Something that judges positions at a glance."""

    def evaluate(self, states: State, seed: int = 0) -> Evaluation:
        """Judge positions, one in each row, none of them over.

        The first array has a row for each position: how much each of its legal actions deserves to be
        tried, in the order of the rules' `actions`, adding up to 1, then zeros. The second array holds what
        each position is worth to the player who decides, from 0 to 1. Another seed may judge a little
        differently.
        """
        ...


class Even:
    """No opinion: all legal actions are alike, and every position is open."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def evaluate(self, states: State, seed: int = 0) -> Evaluation:
        priors = np.zeros((len(states), self._game.rules().MAX_ACTIONS))
        for row, state in zip(priors, states, strict=True):
            count = len(self._game.codes(state))
            row[:count] = 1 / count
        return priors, np.full(len(states), 0.5)


class Net:
    """A trained net: it sees planes and gives a number for each action code, and values from 0 to 1."""

    def __init__(self, game: Game, session: Any, mode: Mode = "compiled") -> None:
        self._session = session
        self._most = game.rules().MAX_ACTIONS
        self._planes = jit.twin(f"{game.package}.planes", mode)
        self._look, self._straighten = self._planes.look, self._planes.straighten
        self._share = jit.twin("meadhall.bots.puct", mode).share
        self._functions = game.functions(mode, ("actions",))
        if mode != "interpreted":
            jit.compile_loop(self._look, *("array",) * 4, "number", "number")
            jit.compile_loop(self._straighten, *("array",) * 2, *("scores array",) * 2, "number")
            jit.compile_loop(self._share, "actions", *("array",) * 3, *("scores array",) * 2, "number")

    @property
    def trained(self) -> str | None:
        """Say how many seconds it was trained, where its file tells."""
        said: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        return said.get("trained")

    def evaluate(self, states: State, seed: int = 0) -> Evaluation:
        many, size = states.shape
        points, planes, codes = self._planes.POINTS, self._planes.PLANES, self._planes.CODES
        rows, state = np.ascontiguousarray(states).reshape(-1), np.zeros(size, np.int64)
        seen, turns = np.zeros(many * points * planes, np.int64), np.zeros(many, np.int64)
        self._look(rows, state, turns, seen, many, seed)
        sight = seen.astype(np.uint8).reshape(many, points, planes)
        logits, values = self._session.run(["logits", "values"], {"planes": sight})
        straight, priors = np.zeros(many * codes), np.zeros((many, self._most))
        self._straighten(rows, turns, logits.astype(np.float64).reshape(-1), straight, many)
        out = np.zeros(self._most, np.int64)
        self._share(*self._functions, rows, state, out, straight, priors.reshape(-1), many)
        return priors, values.reshape(-1).astype(np.float64)


def fingerprint(game: Game) -> str:
    """Give a short mark of the rules that a net was made for, and of what it sees."""
    digest = hashlib.sha256()
    for name in ("rules", "planes"):
        spec = find_spec(f"{game.package}.{name}")
        if spec is None or spec.origin is None:
            raise UnfitNet(f"{game.name} has no {name}.py, so there are no nets for it")
        digest.update(Path(spec.origin).read_bytes())
    return digest.hexdigest()[:16]


def read_net(game: Game, path: Path) -> Net:
    """Read a net from a file, or say why it cannot be used."""
    try:
        import onnxruntime
    except ImportError:
        raise UnfitNet("nets need onnxruntime (pip install onnxruntime)") from None
    if not path.exists():
        raise UnfitNet(f"there is no net at {path}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        said = session.get_modelmeta().custom_metadata_map
    except Exception as error:  # onnxruntime has a dozen kinds, with no base of their own
        raise UnfitNet(f"the net at {path} is damaged: {str(error).splitlines()[0]}") from None
    if said.get("game") != game.name:
        raise UnfitNet(f"the net at {path} plays {said.get('game', 'an unknown game')}, not {game.name}")
    if said.get("rules") != fingerprint(game):
        raise UnfitNet(f"the net at {path} was made for other rules of {game.name} or other planes: train one anew")
    return Net(game, session)


def net_file(game: Game) -> Path:
    """Say where a game's net lies, if it has one."""
    return Path(str(import_module(game.package).__file__)).with_name(FILE)


@cache
def find_net(game: Game) -> Net | None:
    """Load the net that lies in a game's room; None where there is none, or, said once, where it cannot be used."""
    if find_spec(f"{game.package}.planes") is None:
        return None
    try:
        return read_net(game, net_file(game))
    except UnfitNet as error:
        warnings.warn(f"{error}. The bots of {game.name} search without a net, and are weaker.", stacklevel=2)
        return None
