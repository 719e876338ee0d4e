"""`meadhall train`: look at what was asked for, learn, play the ages against each other, and make files for the bots.

Nothing here needs PyTorch before it is known to be there.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from meadhall.core.errors import BadOption, shown
from meadhall.core.game import Game

from . import plan as plans
from .plan import Plan
from .room import GAME

LONGEST = 25.0  # minutes
INSTALL = "pip install 'meadhall[train]'"
LADDER_SHARE = 0.1  # of the time goes to matches


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    folder: Path
    minutes: float | None = None
    games: int | None = None
    blocks: int | None = None
    width: int | None = None
    size: int | None = None
    last: bool = False
    ladder: bool = False
    export: Path | None = None
    int8: bool = False
    plot: Path | None = None


def train(game: Game, wish: Wish) -> None:
    """Do what was asked for, or say in one sentence why not, before anything is touched."""
    _check(game, wish)
    device = find_device()
    from . import checkpoint

    kept = checkpoint.load(wish.folder)
    plan = _plan(device, wish, kept)
    if wish.minutes is None and kept is None:
        raise BadOption(f"there is no checkpoint in {shown(str(wish.folder))}; make one with --minutes")
    if wish.minutes is not None or wish.ladder:
        checkpoint.make_folder(wish.folder)
    if device == "cpu" and wish.minutes is not None and not wish.ladder:
        board, net = plan.options[0][0], f"{plan.blocks}×{plan.width}"  # blocks and width
        print(f"No GPU was found: learning on a {board}×{board} board with a net of {net}.", flush=True)
    begun = time.monotonic()
    with stoppable() as stop:
        if wish.minutes is not None and not wish.ladder:
            learn(plan, device, wish, kept, begun + 60 * wish.minutes * (1 - LADDER_SHARE), stop)
        if wish.minutes is not None or wish.ladder:
            until = begun + 60 * wish.minutes if wish.minutes is not None else float("inf")
            climb(plan, device, wish, until, stop)
    if stop():
        print("Stopped; what was done is kept, and the same command goes on.", flush=True)
    elif wish.export is not None:
        from .export import export

        export(wish.folder, wish.export, wish.int8)


def _check(game: Game, wish: Wish) -> None:
    if game.name != GAME:
        raise BadOption(f"{game.name} cannot be trained; {GAME} can")
    if wish.minutes is None and not wish.ladder and wish.export is None:
        raise BadOption("say how long to learn with --minutes, or what to do with a checkpoint: --ladder or --export")
    if wish.minutes is not None and not 0 < wish.minutes <= LONGEST:
        raise BadOption(f"minutes cannot be {wish.minutes:g}; they can be up to {LONGEST:g}")
    if wish.plot is not None:
        from meadhall.lab import plots

        plots.check(wish.plot)
        if wish.minutes is None and not wish.ladder:
            raise BadOption("--plot draws what matches have shown; add --ladder or --minutes")
    if wish.int8 and wish.export is None:
        raise BadOption("--int8 says how to export; add --export FILE")
    if wish.export is not None and (wish.export.is_dir() or not os.access(wish.export.absolute().parent, os.W_OK)):
        raise BadOption(f"{shown(str(wish.export))} cannot be written")
    need_packages()


def need_packages() -> None:
    """Say what to install where something is missing."""
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as problem:
        raise BadOption(f"training needs {problem.name}, which is not installed: {INSTALL}") from None


def find_device() -> str:
    """Give the GPU if there is one that both PyTorch and Numba can use, otherwise the CPU."""
    import torch

    from meadhall.core import gpu

    if not torch.cuda.is_available():
        torch.set_num_threads(1)  # a small net is no faster on more cores, and much slower where they are busy
        return "cpu"
    try:
        usable = bool(gpu.cuda().is_available())
    except ImportError:
        usable = False
    if not usable:
        raise BadOption(f"PyTorch sees a GPU, but Numba cannot use it: {INSTALL}, and see docs/training.md")
    torch.set_float32_matmul_precision("high")
    return "cuda"


def _plan(device: str, wish: Wish, kept: dict[str, Any] | None) -> Plan:
    """Make the plan of a course; the net of a course that was begun stays as it is."""
    plan = plans.GPU if device == "cuda" else plans.CPU
    if wish.games is not None:
        plan = replace(plan, games=wish.games)
    if wish.size is not None:
        plan = plan.on_size(wish.size)
    blocks, width = wish.blocks or plan.blocks, wish.width or plan.width
    if kept is not None:
        for name, wanted in (("blocks", wish.blocks), ("width", wish.width)):
            if wanted is not None and wanted != kept[name]:
                raise BadOption(f"{name} cannot be {wanted}: the net in {shown(str(wish.folder))} has {kept[name]}")
        blocks, width = kept["blocks"], kept["width"]
    return replace(plan, blocks=blocks, width=width)


class Stop:
    """Whether somebody has asked for an end: after Ctrl-C a round is finished and all is kept."""

    asked = False

    def __call__(self) -> bool:
        return self.asked

    def hear(self, *_: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        print("Stopping after this round; once more Ctrl-C stops at once.", file=sys.stderr)


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Listen for Ctrl-C."""
    stop = Stop()
    before = signal.signal(signal.SIGINT, stop.hear)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def learn(plan: Plan, device: str, wish: Wish, kept: dict[str, Any] | None, until: float, stop: Stop) -> None:
    """Play and learn until the time is over or somebody stops it; keep the course every now and then."""
    from . import checkpoint
    from .fast import ceiling
    from .learn import Course
    from .net import Net
    from .report import CourseReport

    course = Course(plan, device, Net(plan.blocks, plan.width))
    if kept is not None:
        course.restore(kept)
    if not (checkpoint.ages(wish.folder) and kept is not None):
        checkpoint.keep_age(course, wish.folder)
    start = saved = time.monotonic()
    aged = course.seconds
    with CourseReport(course, ceiling(course.fast), until) as report:
        while (now := time.monotonic()) < until and not stop():
            course.round(slower((now - start) / (until - start)) if wish.last else 1.0)
            report.look()
            if course.seconds - aged >= plan.age_every and until - now > plan.age_every / 2:
                aged = course.seconds
                checkpoint.keep_age(course, wish.folder)
            if time.monotonic() - saved >= plan.save_every:
                saved = time.monotonic()
                checkpoint.save(course, wish.folder)
    checkpoint.keep_age(course, wish.folder)
    checkpoint.save(course, wish.folder)


def slower(progress: float) -> float:
    """Say at what part of the full rate to learn in the last run of a course: from its middle on it falls."""
    return 1.0 if progress < 0.5 else 0.05 + 1.9 * (1 - min(progress, 1.0))


def climb(plan: Plan, device: str, wish: Wish, until: float, stop: Stop) -> None:
    """Play ages against each other, and show the curve."""
    from .ladder import Ladder, told

    ladder = Ladder(wish.folder, plan, device)
    pairs = ladder.missing(newest_alone=not wish.ladder)
    for one in ladder.play(pairs, lambda: stop() or time.monotonic() > until):
        print(told(one), flush=True)
    found = ladder.curve()
    for age, elo, reach in found:
        print(f"{age:>8} s {elo:>+7.0f} ± {reach:.0f} Elo")
    if wish.plot is not None and found:
        from . import curve

        curve.draw(found, ladder.manner, wish.plot)
        print(f"The curve is in {wish.plot}.")
