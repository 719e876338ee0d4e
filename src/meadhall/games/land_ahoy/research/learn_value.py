"""Learn what positions of Land Ahoy! are worth, from games against oneself.

    python -m meadhall.games.land_ahoy.research.learn_value --minutes 5 --workers 2 --folder land-ahoy-learning

Round by round: play games with the net as it is, solving every turn exactly; fit the net to what the turns were found
to be worth. All is kept in one folder after every round, so that it can be stopped at any time and goes on where it
was. The folder's value_net.npz is what belongs into src/meadhall/games/land_ahoy/.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import signal
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from meadhall.core.jit import Scores

from ..rules import PLAYER
from ..value_net import FEATURES, HIDDEN_UNITS, SEAT, TABLE
from .value_games import Sailor, Sea

PLAYERS = (2, 3, 4)
SHARES = {2: 0.4, 3: 0.3, 4: 0.3}  # of the time, by number of players
LEAST_REMEMBERED, REMEMBERED = 60_000, 600_000  # positions that are fitted again in later rounds
BATCH = 512
LEAD = np.array([1.0])
NAME = "value_net.npz"

Rows = NDArray[np.float32]
Lesson = dict[int, tuple[Rows, Rows]]  # inputs and targets, by number of players


class Net:
    """A net while it learns: its weights, and the memory of the steps they took (Adam)."""

    def __init__(self, players: int, seed: int = 0) -> None:
        random = np.random.default_rng(seed + players)
        inputs = TABLE + SEAT * players
        self.players = players
        self.parts = [
            random.normal(0, math.sqrt(2 / inputs), (inputs, HIDDEN_UNITS)),
            np.zeros(HIDDEN_UNITS),
            random.normal(0, math.sqrt(1 / HIDDEN_UNITS), (HIDDEN_UNITS, players)),
            np.zeros(players),
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def flat(self) -> Scores:
        """Give the weights in the order in which the bots take them."""
        first, own, last, chances = self.parts
        return np.concatenate([first.ravel(), own, last.T.ravel(), chances])

    def step(self, inputs: Scores, targets: Scores, pace: float) -> float:
        """Take one step towards the targets; return how far off the chances were (cross-entropy above the least)."""
        first, own, last, chances = self.parts
        hidden = np.maximum(inputs @ first + own, 0)
        guess = 1 / (1 + np.exp(-(hidden @ last + chances)))
        error = (guess - targets) / len(inputs)
        back = (error @ last.T) * (hidden > 0)
        self._move([inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(0)], pace)
        return float(_entropy(targets, guess) - _entropy(targets, targets))

    def _move(self, slopes: Sequence[Scores], pace: float) -> None:
        self.steps += 1
        rate = pace * math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for part, mean, square, slope in zip(self.parts, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            part -= rate * mean / (np.sqrt(square) + 1e-8)

    def state(self) -> dict[str, Any]:
        """Give all that has to be kept."""
        arrays = {"parts": self.parts, "means": self.means, "squares": self.squares}
        kept = {f"{name}{i}": array for name, group in arrays.items() for i, array in enumerate(group)}
        return {f"{self.players}/{name}": array for name, array in (kept | {"steps": self.steps}).items()}

    def restore(self, kept: Any) -> None:
        """Go on from what was kept."""
        for name, group in (("parts", self.parts), ("means", self.means), ("squares", self.squares)):
            for i in range(len(group)):
                group[i] = kept[f"{self.players}/{name}{i}"]
        self.steps = int(kept[f"{self.players}/steps"])


def _entropy(targets: Scores, guess: Scores) -> float:
    near = np.clip(guess, 1e-9, 1 - 1e-9)
    return float(-np.mean(targets * np.log(near) + (1 - targets) * np.log(1 - near)))


# -- in the workers --------------------------------------------------------------------------------------------------

_seas: dict[int, Sea] = {}


def _leave_stopping_to_the_learner() -> None:
    """Finish the round on Ctrl-C, which reaches every process of a terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _sea(seed: int) -> Sea:
    """Give this process its sea: it is costly to make."""
    if 0 not in _seas:
        _seas[0] = Sea(seed)
    return _seas[0]


def gather(weights: dict[int, Scores], seconds: float, trust: float, seed: int) -> Lesson:
    """Play games against oneself for some seconds."""
    sea = _sea(seed)
    lesson = {}
    for players in PLAYERS:
        rows: list[Rows] = []
        targets: list[Rows] = []
        deadline = time.monotonic() + seconds * SHARES[players]
        while not rows or time.monotonic() < deadline:
            voyage = sea.learn(weights[players], players, len(rows) % 2 == 1)
            rows.append(sea.room.describe(voyage.positions, players).astype(np.float32))
            seats = np.array([position[PLAYER] for position in voyage.positions])
            targets.append(_from_the_mover(voyage.targets(trust), seats).astype(np.float32))
        lesson[players] = np.concatenate(rows), np.concatenate(targets)
    return lesson


def _from_the_mover(targets: Scores, seats: Any) -> Scores:
    """Turn each row so that the player to move comes first."""
    players = targets.shape[1]
    order = (seats[:, None] + np.arange(players)) % players
    return np.take_along_axis(targets, order, axis=1)


def compete(ours: Scores, theirs: Scores, players: int, seconds: float, seed: int) -> tuple[int, float, float]:
    """Play one of ours among theirs for some seconds: the games, and how often ours and theirs were not last."""
    sea = _sea(seed)
    games, won, rest = 0, 0.0, 0.0
    deadline = time.monotonic() + seconds
    while games % (2 * players) or games == 0 or time.monotonic() < deadline:
        seat = games % players
        sailors = [Sailor(ours if other == seat else theirs) for other in range(players)]
        result = sea.play(sailors, games // players % 2 == 1)
        games += 1
        won += result[seat]
        rest += (sum(result) - result[seat]) / (players - 1)
    return games, won, rest


# -- the learning ----------------------------------------------------------------------------------------------------


class Learner:
    """The nets, what they are fitted to, and the folder they are kept in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.nets = {players: Net(players) for players in PLAYERS}
        self.memory: Lesson = {}
        self.rounds = 0
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "state.npz").exists():
            with np.load(folder / "state.npz") as kept:
                self.rounds = int(kept["rounds"])
                for net in self.nets.values():
                    net.restore(kept)

    def weights(self) -> dict[int, Scores]:
        """Give the nets as the bots take them; before the first round the lead stands for them."""
        return {players: net.flat() if self.rounds else LEAD for players, net in self.nets.items()}

    def trust(self) -> float:
        """Trust in how games went on: at first all, then ever less."""
        return 1.0 if self.rounds == 0 else max(0.4, 0.9 - 0.02 * self.rounds)

    def study(self, lessons: Sequence[Lesson], pace: float) -> dict[int, float]:
        """Fit the nets to the new lessons and the remembered ones; return how far off they were."""
        losses = {}
        random = np.random.default_rng(self.rounds)
        for players, net in self.nets.items():
            parts = [lesson[players] for lesson in lessons]
            fresh = sum(len(rows) for rows, _ in parts)
            if players in self.memory and self.rounds > 1:
                parts.append(self.memory[players])
            kept = min(max(6 * fresh, LEAST_REMEMBERED), REMEMBERED)
            rows, targets = (np.concatenate([part[i] for part in parts])[:kept] for i in (0, 1))
            self.memory[players] = rows, targets
            seen = []
            for _ in range(max(1, 4 * fresh // BATCH)):
                chosen = random.integers(0, len(rows), BATCH)
                seen.append(net.step(rows[chosen].astype(np.float64), targets[chosen].astype(np.float64), pace))
            losses[players] = float(np.mean(seen))
        self.rounds += 1
        self.save()
        return losses

    def save(self) -> None:
        """Keep everything; a file is whole or it is the old one."""
        state: dict[str, Any] = {"rounds": self.rounds}
        for net in self.nets.values():
            state |= net.state()
        self._write("state.npz", state)
        shipped = {f"players{players}": net.flat().astype(np.float32) for players, net in self.nets.items()}
        self._write(NAME, {"features": np.array(FEATURES), **shipped})

    def _write(self, name: str, arrays: dict[str, Any]) -> None:
        with (self.folder / f"{name}.new").open("wb") as file:
            np.savez_compressed(file, **arrays)
        (self.folder / f"{name}.new").replace(self.folder / name)


def _shares(results: Sequence[tuple[int, float, float]]) -> str:
    games, ours, theirs = (sum(result[i] for result in results) for i in range(3))
    return f"{100 * ours / games:.1f} % : {100 * theirs / games:.1f} % of {games}"


def learn(folder: Path, minutes: float, workers: int, seconds: float, console: Console) -> None:
    """Play, fit and tell, until the time is over."""
    learner = Learner(folder)
    begin = time.monotonic()
    end = begin + 60 * minutes
    last = learner.weights()
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(workers, context, _leave_stopping_to_the_learner) as pool,
        console.status("playing and fitting; Ctrl-C stops after this round"),
    ):

        def ask(function: Any, *arguments: Any) -> list[Future[Any]]:
            seeds = [100_000 * learner.rounds + int(1e6 * (time.time() % 1)) + worker for worker in range(workers)]
            return [pool.submit(partial(function, *arguments), seed) for seed in seeds]

        waiting = ask(gather, learner.weights(), seconds, learner.trust())
        while waiting:
            lessons = [future.result() for future in waiting]
            left = end - time.monotonic()
            waiting = ask(gather, learner.weights(), seconds, learner.trust()) if left > seconds else []
            pace = 0.002 * max(0.05, min(1.0, left / (60 * minutes)))
            losses = learner.study(lessons, pace)
            positions = sum(len(rows) for lesson in lessons for rows, _ in lesson.values())
            told = "  ".join(f"{players}: {loss:.5f}" for players, loss in losses.items())
            passed = time.monotonic() - begin
            console.print(f"round {learner.rounds:4}  {passed:5.0f} s  {positions:7} positions  off {told}")
            if learner.rounds % 10 == 0 or not waiting:
                now = learner.weights()
                for name, others in (("the net before", last), ("the lead", dict.fromkeys(PLAYERS, LEAD))):
                    for players in (2, 3):
                        games = ask(compete, now[players], others[players], players, 3.0)
                        shares = _shares([game.result() for game in games])
                        console.print(f"  {players} players, not last against {name}: {shares}")
                last = now


def _more_than_nothing(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a time; it can be more than 0")
    return number


def main() -> None:
    """Read the command line and learn."""
    parser = argparse.ArgumentParser(
        prog="python -m meadhall.games.land_ahoy.research.learn_value",
        description=__doc__.split("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--minutes", type=_more_than_nothing, default=5.0, help="how long to learn")
    parser.add_argument(
        "--workers", type=int, choices=range(1, 257), metavar="N", default=2, help="processes that play"
    )
    parser.add_argument("--round", type=_more_than_nothing, default=10.0, help="seconds of playing a round")
    parser.add_argument("--folder", type=Path, default=Path("land-ahoy-learning"), help="where everything is kept")
    given = parser.parse_args()
    console = Console()
    try:
        learn(given.folder, given.minutes, given.workers, given.round, console)
    except KeyboardInterrupt:
        console.print(f"stopped; the last round is in {given.folder}")


if __name__ == "__main__":
    main()
