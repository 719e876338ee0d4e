"""What can be found out about one game alone: its room's `research` says how, and brings commands for the shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from meadhall.core.parts import Part

if TYPE_CHECKING:
    from meadhall.core.game import Setup


class Solve(Protocol):
    """Finds out who wins each beginning of a game with best play, proves it, and prints it."""

    def __call__(
        self, setup: Setup, minutes: float | None, out: Path | None, resume: bool, memory_mb: int, workers: int
    ) -> tuple[int, int]:
        """Return how many beginnings are solved, of how many."""


@dataclass(frozen=True)
class Research:
    """The research of one room."""

    solve: Solve | None = None
    named: tuple[str, ...] = ()  # options that have to be named, so that nobody waits for years by mistake
    commands: Mapping[str, Callable[..., None]] = field(default_factory=dict)  # of the shell, by name


RESEARCH: Part[Research] = Part(
    "research", Research, "`meadhall solve`, and more commands for studies of this game alone"
)
