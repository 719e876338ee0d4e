"""What is told while a course runs: a line now and then, and on a screen a bar with the time that is left."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from .learn import Course

HEAD = " seconds  games/s  positions/s  evaluations/s  of ceiling  play  "
WIDTH = 8  # of a loss


class CourseReport:
    """Tells how a course gets on."""

    def __init__(self, course: Course, ceiling: float, until: float) -> None:
        self.course, self.ceiling, self.until = course, ceiling, until
        columns = (TextColumn("Learning"), BarColumn(24), TimeRemainingColumn(), TextColumn("{task.description}"))
        self.bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self.task = self.bar.add_task("", total=max(until - time.monotonic(), 0.001))
        self.start = self._said = time.monotonic()
        self._before = self._counts()

    def _counts(self) -> tuple[float, ...]:
        course = self.course
        return course.memory.games_over, course.positions, course.evaluations, course.playing, course.learning

    def __enter__(self) -> CourseReport:
        print(f"The net alone could judge {self.ceiling:,.0f} positions a second.")
        print(HEAD + "  ".join(f"{name:>{WIDTH}}" for name in self.course.training.weights) + "  left", flush=True)
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()
        if kind is None and self._counts() != self._before:
            self.tell()

    def look(self) -> None:
        """Move the bar; tell a line if it is time."""
        now = time.monotonic()
        self.bar.update(self.task, completed=now - self.start, description=f"{self.course.memory.games_over:,} games")
        if now - self._said >= self.course.plan.row_every:
            self.tell()

    def tell(self) -> None:
        """Tell what happened since the last line, and note it in the course's log."""
        course, now, counts = self.course, time.monotonic(), self._counts()
        spent = max(now - self._said, 1e-9)
        games, positions, evaluations, playing, learning = (
            (b - a) / spent for a, b in zip(self._before, counts, strict=True)
        )
        self._said, self._before = now, counts
        lost = course.mean_losses()
        left = max(self.until - now, 0)
        course.log.append(
            {
                "seconds": round(course.seconds), "games": course.memory.games_over, "steps": course.steps,
                "games/s": round(games, 1), "positions/s": round(positions), "evals/s": round(evaluations),
                "ceiling": round(self.ceiling), "play": round(playing, 2), "learn": round(learning, 2),
                "filled": course.memory.filled, "lr": course.optimizer.param_groups[0]["lr"],
                **{name: round(value, 4) for name, value in lost.items()},
            }
        )  # fmt: skip
        said = (f"{lost[name]:.4f}" if name in lost else "-" for name in course.training.weights)
        numbers = "  ".join(text.rjust(WIDTH) for text in said)
        with_width = f"{games:>9,.1f}{positions:>13,.0f}{evaluations:>15,.0f}{evaluations / self.ceiling:>12.0%}"
        print(
            f"{course.seconds:>8.0f}{with_width}{playing:>6.0%}  {numbers}  {left // 60:.0f}:{left % 60:02.0f}",
            flush=True,
        )
