"""What a process counts and measures about itself, written as Prometheus reads it. Nobody is named here.

A process has one set of figures, however many halls it opens; they begin at zero with it.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds, of what should be quick
LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)  # of what may take a while
STARTED = time.time()


class Counter:
    """Counts something, apart for each of its kinds."""

    def __init__(self, name: str, words: str, label: str) -> None:
        self.name, self.words, self.label = name, words, label
        self.kinds: dict[str, int] = {}

    def add(self, kind: str) -> None:
        """Count one more of a kind."""
        self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def lines(self) -> Iterator[str]:
        """Write it down."""
        yield from head(self.name, self.words, "counter")
        for kind, many in sorted(self.kinds.items()):
            yield f'{self.name}{{{self.label}="{kind}"}} {many}'


class Histogram:
    """Measures how many seconds something takes."""

    def __init__(self, name: str, words: str, bounds: tuple[float, ...]) -> None:
        self.name, self.words, self.bounds = name, words, bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        """Count one that took so long."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Measure what is done meanwhile, if it is done in the end."""
        before = time.perf_counter()
        yield
        self.note(time.perf_counter() - before)

    def lines(self) -> Iterator[str]:
        """Write it down: each bound counts all that took no longer."""
        yield from head(self.name, self.words, "histogram")
        many = 0
        for bound, count in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            many += count
            yield f'{self.name}_bucket{{le="{bound}"}} {many}'
        yield f"{self.name}_sum {self.sum:.6f}"
        yield f"{self.name}_count {many}"


EVENTS = Counter("meadhall_events_total", "Events written at tables, moves and others.", "kind")
TABLES_MADE = Counter("meadhall_tables_made_total", "Tables that were set up.", "game")
COMMITS = Histogram("meadhall_commit_seconds", "How long it takes until something is written for good.", SHORT)
UNWRITTEN = Counter("meadhall_unwritten_total", "What was not written: a conflict, or the database is away.", "why")
THINKING = Histogram("meadhall_bot_seconds", "How long bots think about a move.", LONG)
CHECKS = Histogram("meadhall_check_seconds", "How long looking through the whole database takes.", LONG)
NEWS_LAG = Histogram("meadhall_news_lag_seconds", "How late a move of another process is known here.", SHORT)
ANSWERS = Counter("meadhall_answers_total", "Answers to requests, by their HTTP status.", "status")
ALL = (EVENTS, TABLES_MADE, COMMITS, UNWRITTEN, THINKING, CHECKS, NEWS_LAG, ANSWERS)


def head(name: str, words: str, kind: str) -> list[str]:
    """Write what a figure is."""
    return [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]


def text(now: Mapping[str, tuple[str, float]]) -> str:
    """Write all figures down, with some as they are now: by name, what they are and how many."""
    lines = [line for one in ALL for line in one.lines()]
    for name, (words, value) in {**now, **_of_the_process()}.items():
        lines += [*head(name, words, "gauge"), f"{name} {value:.10g}"]
    return "\n".join(lines) + "\n"


def _of_the_process() -> dict[str, tuple[str, float]]:
    found = {"process_start_time_seconds": ("When the process began, in seconds since 1970.", STARTED)}
    with suppress(OSError, ValueError):  # where there is no /proc
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        memory = float(pages * os.sysconf("SC_PAGE_SIZE"))
        found["process_resident_memory_bytes"] = ("Memory in use.", memory)
        found["process_open_fds"] = ("Open files and connections.", float(len(os.listdir("/proc/self/fd"))))
    return found
