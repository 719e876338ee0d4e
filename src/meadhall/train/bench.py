"""How fast games against oneself are: with the trees where the net is, or on all cores of the host.

On the host the games are shared out to two shifts of threads, in each shift a thread for every core. While the net
judges for one shift, the other one walks its trees.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from threading import Barrier, BrokenBarrierError
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from .fast import Fast, ceiling, wait
from .net import Net
from .plan import Plan
from .selfplay import Judge, Trees
from .symmetry import Symmetry
from .training import Training

if TYPE_CHECKING:
    from rich.console import Console

SHIFTS = 2
OPENING = 60  # decisions that are hardly thought about, so that games are under way when the clock starts


@dataclass
class Row:
    """What was measured, in a second: decisions played, and positions that the net judged."""

    game: str
    how: str
    positions: float
    evaluations: float
    ceiling: float


class Games:
    """Some games that go on side by side."""

    def __init__(self, plan: Plan, games: int, symmetry: Symmetry) -> None:
        self._plan = plan
        self._trees = Trees(games, plan.most, plan.mix, symmetry)

    def play(self, judge: Judge, turn: int) -> int:
        """Play a decision of every game as late in a course; return how often each game was judged."""
        simulations = 1 if turn < OPENING else self._plan.simulations(float("inf"), turn)
        self._trees.renew()
        self._trees.search(judge, simulations)
        self._trees.play()
        return simulations + 1


def beside_the_net(training: Training, plan: Plan, fast: Fast, seconds: float) -> tuple[float, float]:
    """Play with the trees where the net is; return positions and evaluations a second."""
    games = Games(plan, plan.games, Symmetry(training, fast.device))
    for turn in range(OPENING):
        games.play(fast, turn)
    wait(fast.device)
    start, spent, turn, judged = time.monotonic(), 0.0, OPENING, 0
    while spent < seconds:
        judged += games.play(fast, turn)
        turn += 1
        wait(fast.device)
        spent = time.monotonic() - start
    return (turn - OPENING) * plan.games / spent, judged * plan.games / spent


class Shift:
    """Threads that play some games each, and have all of their positions judged at once."""

    def __init__(self, fast: Fast, codes: int, threads: int, seconds: float) -> None:
        self._fast, self._part, self._seconds = fast, fast.games // threads, seconds
        on_gpu = fast.device == "cuda"
        self._planes = torch.zeros(fast.planes.shape, dtype=torch.uint8, pin_memory=on_gpu)
        self._logits = torch.zeros(fast.games, codes, pin_memory=on_gpu)
        self._values = torch.zeros(fast.games, pin_memory=on_gpu)
        self._stream = torch.cuda.Stream() if on_gpu else None  # type: ignore[no-untyped-call]
        self._barrier = Barrier(threads, self._judge_all)
        self._start = self.spent = 0.0
        self.judged = self.turns = 0

    def _judge_all(self) -> None:
        with torch.cuda.stream(self._stream) if self._stream is not None else nullcontext():
            logits, values = self._fast(self._planes.to(self._fast.device, non_blocking=True))
            self._logits.copy_(logits, non_blocking=True)
            self._values.copy_(values, non_blocking=True)
        if self._stream is not None:
            self._stream.synchronize()
        self.judged += self._fast.games
        self.spent = time.monotonic() - self._start

    def start(self) -> None:
        """Start the clock."""
        self._start, self.spent, self.judged = time.monotonic(), 0.0, 0

    def work(self, games: Games, thread: int, everybody: Barrier) -> None:
        """Play on until the time is over; all threads of the shift end after the same decision."""
        mine = slice(thread * self._part, (thread + 1) * self._part)

        def judge(planes: Tensor) -> tuple[Tensor, Tensor]:
            self._planes[mine] = planes
            self._barrier.wait()
            return self._logits[mine], self._values[mine]

        try:
            for turn in range(OPENING):
                games.play(judge, turn)
            everybody.wait()
            turn = OPENING
            while self.spent < self._seconds:
                games.play(judge, turn)
                turn += 1
            self.turns = turn - OPENING
        except BaseException:
            self._barrier.abort()
            everybody.abort()
            raise


def on_the_host(
    training: Training, plan: Plan, net: Net, device: str, cores: int, seconds: float
) -> tuple[float, float]:
    """Play with the trees on the cores of the host; return positions and evaluations a second."""
    torch.set_num_threads(1)  # of each thread of ours
    part, codes = max(1, plan.games // (SHIFTS * cores)), training.rules.CODES
    fasts = [Fast(net, part * cores, device) for _ in range(SHIFTS)]
    for fast in fasts:  # what it compiles and records is done before there are threads
        fast(fast.planes)
    shifts = [Shift(fast, codes, cores, seconds) for fast in fasts]
    symmetry = Symmetry(training, "cpu")
    first = Games(plan, part, symmetry)
    first.play(lambda planes: (torch.zeros(part, codes), torch.zeros(part)), 0)

    def start() -> None:
        for shift in shifts:
            shift.start()

    everybody = Barrier(SHIFTS * cores, start)
    with ThreadPoolExecutor(SHIFTS * cores) as pool:
        games = [[Games(plan, part, symmetry) for _ in range(cores)] for _ in shifts]
        work = [
            pool.submit(shift.work, one, thread, everybody)
            for shift, ones in zip(shifts, games, strict=True)
            for thread, one in enumerate(ones)
        ]
        failures = [error for one in work if (error := one.exception()) is not None]
    for error in sorted(failures, key=lambda error: isinstance(error, BrokenBarrierError)):
        raise error  # what went wrong, not that others waited for it
    positions = sum(shift.turns * part * cores / shift.spent for shift in shifts)
    return positions, sum(shift.judged / shift.spent for shift in shifts)


def selfplay(training: Training, device: str, seconds: float, games: int | None) -> list[Row]:
    """Measure games against itself, with the net of a new course."""
    plan, game = training.gpu if device == "cuda" else training.cpu, training.game.name
    if games is not None:
        plan = replace(plan, games=games)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    net = Net(training, plan.blocks, plan.width)
    fast = Fast(net, plan.games, device)
    most = ceiling(fast)
    where = "the GPU" if device == "cuda" else "one core"
    rows = [Row(game, f"trees on {where}", *beside_the_net(training, plan, fast, seconds), most)]
    name = f"trees on {cores} cores of the host" if cores > 1 else "trees on a core of the host"
    rows.append(Row(game, name, *on_the_host(training, plan, net, device, cores, seconds), most))
    return rows


def show(device: str, rows: list[Row], console: Console) -> None:
    """Print what was measured as a table."""
    from rich.table import Table

    table = Table("", "", box=None, pad_edge=False)
    for column in ("positions/s", "evaluations/s", "of ceiling", "ratio"):
        table.add_column(column, justify="right")
    for row in rows:
        first = next(other for other in rows if other.game == row.game)
        share, ratio = row.evaluations / row.ceiling, row.evaluations / first.evaluations
        table.add_row(
            row.game, row.how, f"{row.positions:,.0f}", f"{row.evaluations:,.0f}", f"{share:.0%}", f"{ratio:.2f}"
        )
    console.print(table)
    where = "" if device == "cuda" else " on one core"
    for game, most in {row.game: row.ceiling for row in rows}.items():
        console.print(f"The net of {game} alone could judge {most:,.0f} positions a second{where}.")
