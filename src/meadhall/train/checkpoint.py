"""A course on disk: DIR/latest.pt to go on from, and DIR/ages/SECONDS.pt, the net as it was so long into the course."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

import torch

from meadhall.core.errors import BadOption, shown
from meadhall.core.game import Game
from meadhall.search import nets

from .learn import Course
from .net import Net
from .training import Training

LATEST = "latest.pt"
PATH = 200  # letters of a path that are shown
NEEDED = {
    "net": dict,
    "mean": dict,
    "optimizer": dict,
    "blocks": int,
    "width": int,
    "steps": int,
    "evaluations": int,
    "positions": int,
    "seconds": float,
    "log": list,
    "games": int,
}


@cache
def fingerprint(game: Game) -> str:
    """Return a text that changes with the rules and with what a net sees of a position."""
    return nets.fingerprint(game)


def replace_file(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file beside its place and then put it there, so that it is never half there."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        write(part)
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make sure that a course can be written into a folder."""
    try:
        (folder / "ages").mkdir(parents=True, exist_ok=True)
        replace_file(folder / ".writable", lambda part: part.touch())
        (folder / ".writable").unlink()
    except OSError as problem:
        raise BadOption(f"{shown(str(folder), PATH)} cannot be written to: {problem.strerror}") from None


def save(course: Course, folder: Path) -> None:
    """Write down where a course stands."""
    game = course.training.game
    kept = {
        "net": course.net.state_dict(), "mean": course.mean.state_dict(), "optimizer": course.optimizer.state_dict(),
        "blocks": course.net.blocks_many, "width": course.net.width,
        "steps": course.steps, "evaluations": course.evaluations, "positions": course.positions,
        "seconds": course.seconds, "log": course.log, "games": course.memory.games_over,
        "game": game.name, "rules": fingerprint(game),
    }  # fmt: skip
    replace_file(folder / LATEST, lambda part: torch.save(kept, part))


def load(training: Training, folder: Path) -> dict[str, Any] | None:
    """Read where a course stands; None where none was begun."""
    file = folder / LATEST
    if not file.exists():
        return None
    kept, game = _read(file), training.game
    if any(not isinstance(kept.get(name), kind) for name, kind in NEEDED.items()):
        raise BadOption(f"{shown(str(file), PATH)} is no checkpoint of a course")
    if kept.get("game", game.name) != game.name:
        raise BadOption(f"{shown(str(file), PATH)} is a course of {shown(kept['game'])}, not of {game.name}")
    if kept.get("rules", fingerprint(game)) != fingerprint(game):
        raise BadOption(
            f"{shown(str(file), PATH)} was made for other rules of {game.name}; begin a new course in another folder"
        )
    net_of(training, kept, file, "mean")
    return kept


def _read(file: Path) -> dict[str, Any]:
    try:
        kept = torch.load(file, map_location="cpu", weights_only=True)
    except OSError as problem:
        raise BadOption(f"{shown(str(file), PATH)} cannot be read: {problem.strerror}") from None
    except Exception:  # torch raises whatever the damage makes it stumble over
        raise BadOption(f"{shown(str(file), PATH)} is damaged or no checkpoint of a course") from None
    if not isinstance(kept, dict):
        raise BadOption(f"{shown(str(file), PATH)} is no checkpoint of a course")
    return kept


def net_of(training: Training, kept: dict[str, Any], file: Path, name: str) -> Net:
    """Make the net that a file tells of."""
    try:
        net = Net(training, kept["blocks"], kept["width"])
        net.load_state_dict(kept[name])
    except (KeyError, TypeError, ValueError, RuntimeError):
        raise BadOption(f"the net in {shown(str(file), PATH)} has another shape than ours") from None
    return net


def keep_age(course: Course, folder: Path) -> None:
    """Keep the net as it is now, to play against later ones; at half the exactness, since many are kept."""
    state = {name: part.half().cpu() for name, part in course.mean.state_dict().items()}
    kept = {"blocks": course.net.blocks_many, "width": course.net.width, "seconds": course.seconds, "net": state}
    replace_file(folder / "ages" / f"{ceil(course.seconds)}.pt", lambda part: torch.save(kept, part))


def ages(folder: Path) -> list[int]:
    """List the ages that were kept, by their seconds."""
    return sorted(int(file.stem) for file in (folder / "ages").glob("*.pt") if file.stem.isdecimal())


def read_age(training: Training, folder: Path, seconds: int) -> Net:
    """Read the net as it was at an age."""
    file = folder / "ages" / f"{seconds}.pt"
    return net_of(training, _read(file), file, "net")
