"""`meadhall train`: look at what was asked for, learn, play the ages against each other, and make files for the bots.

Nothing here needs PyTorch before it is known to be there.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from meadhall.core.errors import BadOption, listed, shown
from meadhall.core.game import Game, Setup
from meadhall.core.registry import find, names
from meadhall.search import nets

from .plan import Plan
from .training import TRAINING, Training

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
    options: Mapping[str, object] = field(default_factory=dict)  # of the rules, for all games
    last: bool = False
    ladder: bool = False
    export: bool = False
    file: Path | None = None  # to export to, instead of where the bots look for it
    int8: bool = False
    plot: Path | None = None


def train(game: Game, wish: Wish) -> None:
    """Do what was asked for, or say in one sentence why not, before anything is touched."""
    setup = _check(game, wish)
    device, training = find_device(), training_of(game)
    from . import checkpoint

    kept = checkpoint.load(training, wish.folder)
    plan = _plan(training, device, wish, setup, kept)
    if wish.minutes is None and kept is None:
        raise BadOption(f"there is no checkpoint in {shown(str(wish.folder))}; make one with --minutes")
    if wish.minutes is not None or wish.ladder:
        checkpoint.make_folder(wish.folder)
    if device == "cpu" and wish.minutes is not None and not wish.ladder:
        net = f"{plan.blocks}×{plan.width}"  # blocks and width
        print(f"No GPU was found: learning with a net of {net}{_unusual(game, plan)}.", flush=True)
    begun = time.monotonic()
    with stoppable() as stop:
        if wish.minutes is not None and not wish.ladder:
            learn(training, plan, device, wish, kept, begun + 60 * wish.minutes * (1 - LADDER_SHARE), stop)
        if wish.minutes is not None or wish.ladder:
            until = begun + 60 * wish.minutes if wish.minutes is not None else float("inf")
            climb(training, plan, device, wish, until, stop)
    if stop():
        print("Stopped; what was done is kept, and the same command goes on.", flush=True)
    elif wish.export:
        from .export import export

        export(training, wish.folder, wish.file or nets.net_file(game), wish.int8, keep=wish.file is None)


def _check(game: Game, wish: Wish) -> Setup:
    need_training(game)
    setup = game.setup(2, wish.options)
    if wish.minutes is None and not wish.ladder and not wish.export:
        raise BadOption("say how long to learn with --minutes, or what to do with a checkpoint: --ladder or --export")
    if wish.minutes is not None and not 0 < wish.minutes <= LONGEST:
        raise BadOption(f"minutes cannot be {wish.minutes:g}; they can be up to {LONGEST:g}")
    if wish.plot is not None:
        from meadhall.lab import plots

        plots.check(wish.plot)
        if wish.minutes is None and not wish.ladder:
            raise BadOption("--plot draws what matches have shown; add --ladder or --minutes")
    if (wish.int8 or wish.file is not None) and not wish.export:
        said = "--int8 says how" if wish.int8 else f"{shown(str(wish.file))} says where"
        raise BadOption(f"{said} to export; add --export")
    file = wish.file or nets.net_file(game)
    if wish.export and (file.is_dir() or not os.access(file.absolute().parent, os.W_OK)):
        raise BadOption(f"{shown(str(file))} cannot be written")
    need_packages()
    return setup


def trainable() -> list[str]:
    """List the games whose rooms say how they are learned."""
    return [name for name in names() if TRAINING.offered(find(name))]


def need_training(game: Game) -> None:
    """Refuse a game whose room does not say how it is learned."""
    if not TRAINING.offered(game):
        raise BadOption(f"{game.name} cannot be trained; games that can: {listed(trainable())}")


def training_of(game: Game) -> Training:
    """Return how a game is learned, once it is known that its room says so and that PyTorch is there."""
    training = TRAINING.of(game)
    assert training is not None
    return training


def need_packages() -> None:
    """Say what to install where something is missing."""
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as problem:
        raise BadOption(f"training needs {problem.name}, which is not installed: {INSTALL}") from None


def find_device() -> str:
    """Return the GPU if there is one that both PyTorch and Numba can use, otherwise the CPU."""
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


def _plan(training: Training, device: str, wish: Wish, setup: Setup, kept: dict[str, Any] | None) -> Plan:
    """Make the plan of a course; the net of a course that was begun stays as it is."""
    plan = training.gpu if device == "cuda" else training.cpu
    if wish.games is not None:
        plan = replace(plan, games=wish.games)
    if wish.options:
        plan = plan.only(tuple(training.game.option_codes(setup)))
    blocks, width = wish.blocks or plan.blocks, wish.width or plan.width
    if kept is not None:
        for name, wanted in (("blocks", wish.blocks), ("width", wish.width)):
            if wanted is not None and wanted != kept[name]:
                raise BadOption(f"{name} cannot be {wanted}: the net in {shown(str(wish.folder))} has {kept[name]}")
        blocks, width = kept["blocks"], kept["width"]
    return replace(plan, blocks=blocks, width=width)


def _unusual(game: Game, plan: Plan) -> str:
    """Tell which options are played with, as far as they are the same in all games and not the usual ones."""
    parts = []
    for place, option in enumerate(game.options):
        codes = {options[place] for options in plan.mix}
        unusual = [choice for choice in option.choices[1:] if codes == {option.code(choice)}]
        parts += [f", {option.name} {choice}" for choice in unusual]
    return "".join(parts)


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


def learn(
    training: Training, plan: Plan, device: str, wish: Wish, kept: dict[str, Any] | None, until: float, stop: Stop
) -> None:
    """Play and learn until the time is over or somebody stops it; keep the course every now and then."""
    from . import checkpoint
    from .fast import ceiling
    from .learn import Course
    from .net import Net
    from .report import CourseReport

    course = Course(training, plan, device, Net(training, plan.blocks, plan.width))
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
    """Return at what part of the full rate to learn in the last run of a course: from its middle on it falls."""
    return 1.0 if progress < 0.5 else 0.05 + 1.9 * (1 - min(progress, 1.0))


def climb(training: Training, plan: Plan, device: str, wish: Wish, until: float, stop: Stop) -> None:
    """Play ages against each other, and show the curve."""
    from .ladder import Ladder, told

    ladder = Ladder(training, wish.folder, plan, device)
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
