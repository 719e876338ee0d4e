"""The door for trained nets: what a search asks of a net, an answer without one, and where nets are found.

A search that is given an `Evaluator` does not know whether a net stands behind it, so everything but
the net's strength can be tested with `Even`. A room that has a net says in `planes.py` what the net sees.
"""

from __future__ import annotations

import hashlib
import warnings
from functools import cache, cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meadhall.core import jit
from meadhall.core.errors import UnfitNet
from meadhall.core.game import OVER, Game
from meadhall.core.jit import Mode, Scores, State

Evaluation = tuple[Scores, Scores]
FILE = "net.onnx"  # in the room
LOOK_EVERY = 8  # positions of a random game, about


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

    def __init__(self, game: Game, session: Any, mode: Mode = "compiled", trained: str = "") -> None:
        self._game, self._session, self._mode, self.trained = game, session, mode, trained

    @cached_property
    def _ways(self) -> tuple[ModuleType, Any]:
        """Return what the net sees of the game, and the sharing of opinions, compiled when they are first needed."""
        sight = jit.twin("meadhall.search.sight_kernel", self._mode, self._game.package)
        share = jit.twin("meadhall.search.puct_kernel", self._mode).share
        if self._mode != "interpreted":
            jit.compile_loop(sight.look, *("array",) * 4, "number", "number")
            jit.compile_loop(sight.straighten, *("array",) * 3, *("scores array",) * 2, "number")
            jit.compile_loop(share, "actions", *("array",) * 3, *("scores array",) * 2, "number")
        return sight, partial(share, *self._game.functions(self._mode, ("actions",)))

    def evaluate(self, states: State, seed: int = 0) -> Evaluation:
        many, size = states.shape
        sight, share = self._ways
        most = self._game.rules().MAX_ACTIONS
        seen, turns = self.sight(states, seed)
        logits, values = self._session.run(["logits", "values"], {"planes": seen})
        rows, straight = np.ascontiguousarray(states).reshape(-1), np.zeros(many * sight.CODES)
        state, out = np.zeros(size, np.int64), np.zeros(most, np.int64)
        sight.straighten(rows, state, turns, logits.astype(np.float64).reshape(-1), straight, many)
        priors = np.zeros((many, most))
        share(rows, state, out, straight, priors.reshape(-1), many)
        return priors, values.reshape(-1).astype(np.float64)

    def sight(self, states: State, seed: int) -> tuple[NDArray[np.uint8], State]:
        """Give what it sees of positions, and how each is turned."""
        many, size = states.shape
        sight, _ = self._ways
        points, numbers = sight.POINTS, sight.PLANES
        seen, turns = np.zeros(many * points * numbers, np.int64), np.zeros(many, np.int64)
        sight.look(np.ascontiguousarray(states).reshape(-1), np.zeros(size, np.int64), turns, seen, many, seed)
        return seen.astype(np.uint8).reshape(many, points, numbers), turns


def fingerprint(game: Game, mode: Mode = "interpreted") -> str:
    """Give a short mark of how a game plays and what a net sees of it, by some random games with every option.

    It stays when only words of the rules change, and a net that was made for other rules is known by it.
    """
    digest, random = hashlib.sha256(), np.array([1], np.int64)
    net = Net(game, None, mode)
    for options in [{}, *({o.name: choice} for o in game.options for choice in o.choices[1:])]:
        state = game.start(game.setup(2, options))
        while (actor := game.rules().actor(state)) != OVER:
            codes = game.codes(state)
            digest.update(np.array([actor, *codes], np.int64).tobytes())
            if jit.below(random, LOOK_EVERY) == 0:
                digest.update(net.sight(state[None], seed=1)[0].tobytes())
            game.rules().apply(state, codes[jit.below(random, len(codes))])
        digest.update(np.array(game.scores(state, 2), np.float64).tobytes())
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
    if said.get("game") != game.name or find_spec(f"{game.package}.planes") is None:
        raise UnfitNet(f"the net at {path} plays {said.get('game', 'an unknown game')}, not {game.name}")
    if said.get("rules") != fingerprint(game):
        raise UnfitNet(f"the net at {path} was made for other rules of {game.name} or other planes: train one anew")
    return Net(game, session, trained=said.get("trained", ""))


def net_file(game: Game) -> Path:
    """Say where a game's net lies, if it has one."""
    return Path(str(import_module(game.package).__file__)).with_name(FILE)


@cache
def find_net(game: Game, expected: bool = False) -> Net | None:
    """Load the net that lies in a game's room; None where there is none, or, said once, where it cannot be used.

    A room whose levels expect one has lost it where there is none, and that is said too.
    """
    if find_spec(f"{game.package}.planes") is None or not (expected or net_file(game).exists()):
        return None
    try:
        return read_net(game, net_file(game))
    except UnfitNet as error:
        warnings.warn(f"{error}. The bots of {game.name} search without a net, and are weaker.", stacklevel=2)
        return None
