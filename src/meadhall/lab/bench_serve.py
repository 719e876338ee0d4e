"""How much a server holds: real processes on this machine, the server in one and all guests in another.

What is confirmed was checked by the rules and is on the disk; at the end, every confirmed move is looked for there.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from meadhall.core.errors import BadOption

from .bench_rules import duel
from .load_generator import LoadReport, Plan

if TYPE_CHECKING:
    from rich.console import Console

GAMES = 12  # different games that are played
LONGEST_START = 600.0  # seconds: the compiler may have to be waited for
LOOK = 1.0  # seconds between two looks at the memory
SETTLED = 0.2  # of a soak: its memory is looked at from then on
MEGABYTE = 1e6
Kept = Callable[[str, Sequence[str]], dict[str, list[str]]]  # the moves of tables in a database


class Scene(Struct, frozen=True):
    """What is measured."""

    name: str
    tables: int
    seconds: float
    every: float | None = None
    watchers: int = 0
    play: bool = True
    by_http: bool = False
    soak: bool = False


def scenes(quick: bool) -> list[Scene]:
    """List what is measured; quick: the same in small, to see whether everything works."""
    if quick:
        return [
            Scene("by http", 4, 2.0, by_http=True),
            Scene("full speed", 10, 2.0),
            Scene("a move a second", 10, 3.0, every=1.0),
            Scene("spectators", 10, 1.0, watchers=50, play=False),
            Scene("soak", 10, 5.0, soak=True),
        ]
    return [
        Scene("by http", 16, 10.0, by_http=True),
        Scene("full speed", 500, 10.0),
        Scene("a move a second", 500, 20.0, every=1.0),
        Scene("spectators", 1000, 5.0, watchers=5000, play=False),
        Scene("soak", 500, 300.0, soak=True),
    ]


class House:
    """A server process, with a database that is there for it alone unless one is named."""

    def __init__(self, database: str | None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="meadhall-bench-")
        self.database = database or str(Path(self._folder.name) / "hall.db")
        command = [sys.executable, "-m", "meadhall", "--port", "0", "--database", self.database]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "LANG": "C"})
        said = _line(self._process)
        found = re.search(r":(\d+)/", said)
        if found is None:
            self.end()
            raise BadOption(f"the server did not open: {said.strip() or 'it said nothing'}")
        self.port = int(found.group(1))

    def wait_until_warm(self) -> None:
        """Wait until its tables use compiled rules."""
        address, end = f"http://127.0.0.1:{self.port}/api/hall", time.monotonic() + LONGEST_START
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        while time.monotonic() < end:
            request = urllib.request.Request(address, b'{"seats": []}', {"content-type": "application/json"})
            with opener.open(request, timeout=60) as answer:
                if not json.load(answer)["warming"]:
                    return
            time.sleep(0.5)
        raise BadOption(f"the server was still compiling after {LONGEST_START:.0f} s")

    @property
    def memory(self) -> float:
        """Its memory, in megabytes, without the processes in which bots think."""
        asked = subprocess.run(["ps", "-o", "rss=", "-p", str(self._process.pid)], capture_output=True, text=True)
        return int(asked.stdout or 0) * 1024 / MEGABYTE

    @property
    def processor(self) -> float | None:
        """Seconds of a core that it took so far; None where the system does not say."""
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return None

    def end(self) -> None:
        """End it as one ends a server, and wait until all is written."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)

    def clean(self) -> None:
        """Leave nothing behind, however it ended."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


@contextmanager
def guests(plan: Plan) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """Let guests come, in a process of their own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "meadhall.lab.load_generator"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(plan).decode() + "\n")
        process.stdin.flush()
        if _line(process).strip() != "ready":
            raise BadOption("the guests could not come in; what they said stands above")
        yield process, process.stdin
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def games() -> list[list[tuple[int, str]]]:
    """Play some games at random, to their end, but without passing: two who pass would end it early."""
    dice, played = random.Random(5), list[list[tuple[int, str]]]()
    while len(played) < GAMES:
        match = duel().new()
        while not match.over:
            match.play(dice.choice([action for action in match.actions() if action != "pass"] or ["pass"]))
        if len(match.entries) > 100:
            played.append([(entry.actor, entry.text) for entry in match.entries])
    return played


def play(scene: Scene, house: House, played: list[list[tuple[int, str]]]) -> tuple[dict[str, Any], LoadReport]:
    """Play a scene: what is told of it, and what the guests say."""
    warm_up = 0.0 if scene.soak else min(2.0, scene.seconds / 5)
    plan = Plan(
        port=house.port,
        game=duel().name,
        games=played,
        tables=scene.tables,
        seconds=scene.seconds,
        warm_up=warm_up,
        every=scene.every,
        watchers=scene.watchers,
        play=scene.play,
        by_http=scene.by_http,
    )
    loaded = os.getloadavg()[0]
    with guests(plan) as (process, orders):
        before, memory = house.processor, [house.memory]
        orders.write("\n")
        orders.flush()
        end = time.monotonic() + warm_up + scene.seconds
        while time.monotonic() < end:
            time.sleep(min(LOOK, max(0.0, end - time.monotonic())))
            memory.append(house.memory)
        took = None if before is None or house.processor is None else house.processor - before
        said = _line(process)
        if not said:
            raise BadOption("the guests did not come back; what they said stands above")
        report = msgspec.json.decode(said, type=LoadReport)
    confirmed = sum(many for _, many in report.confirmed.values())
    p50, p95, p99, worst = [1000 * latency for latency in report.latencies] if report.latencies else [None] * 4
    told: dict[str, Any] = {
        **{"scene": scene.name, "tables": scene.tables, "watchers": scene.watchers, "seconds": report.seconds},
        **{"moves": report.moves, "moves_per_second": report.moves / report.seconds, "matches": report.matches},
        **{"p50_ms": p50, "p95_ms": p95, "p99_ms": p99, "worst_ms": worst},
        **{"memory_mb": memory[-1], "most_memory_mb": max(memory), "load_average": loaded},
        "server_us_per_move": None if took is None or not confirmed else 1e6 * took / confirmed,
        "guests_us_per_move": 1e6 * report.processor / confirmed if confirmed else None,
        "refused": report.refused[:10],
        "confirmed": confirmed,
    }
    if scene.soak:
        told["memory_mb_per_minute"] = slope(memory[int(SETTLED * len(memory)) :])
    return told, report


def slope(memory: Sequence[float]) -> float:
    """Say by how many megabytes a minute memory grows: the straight line that fits best."""
    if len(memory) < 2:
        return 0.0
    return statistics.linear_regression([k * LOOK / 60 for k in range(len(memory))], memory).slope


def missing(report: LoadReport, played: list[list[tuple[int, str]]], kept: dict[str, list[str]]) -> int:
    """Count the confirmed moves that are not in the database."""
    lost = 0
    for name, (game, many) in report.confirmed.items():
        wanted = [action for _, action in played[game][:many]]
        there = kept.get(name, [])
        lost += sum(there[k : k + 1] != [action] for k, action in enumerate(wanted))
    return lost


def serve(
    database: str | None, wanted: Sequence[Scene], warm: bool, kept: Kept, tell: Callable[[str], None]
) -> dict[str, Any]:
    """Measure scene after scene, each with a server of its own, and look for every confirmed move at the end.

    A server that is not warm plays by interpreted rules: good enough to see whether everything works.
    """
    tell("games")
    played, results = games(), []
    for scene in wanted:
        tell(f"{scene.name}: the server warms up")
        house = House(database)
        try:
            if warm:
                house.wait_until_warm()
            tell(f"{scene.name}: {scene.tables} tables, {scene.watchers} spectators, {scene.seconds:.0f} s")
            told, report = play(scene, house, played)
            house.end()
            tell(f"{scene.name}: is every confirmed move in the database?")
            told["lost"] = missing(report, played, kept(house.database, list(report.confirmed)))
            results.append(told)
        finally:
            house.clean()
    store = "PostgreSQL" if database and database.startswith("postgres") else "SQLite"
    return {"machine": machine(), "store": store, "scenes": results}


def machine() -> dict[str, Any]:
    """Say what this was measured on."""
    model = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
        model = found.group(1) if found else model
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
    }


def show(result: dict[str, Any], console: Console) -> None:
    """Print a line for each scene."""
    from rich.table import Table

    where = result["machine"]
    console.print(f"{where['processor']}, {where['cores']} cores shared by server and guests, {result['store']}")
    table = Table("scene", box=None, pad_edge=False)
    heads = ("tables", "moves/s", "p50 ms", "p95 ms", "p99 ms", "µs/move", "MB", "MB/min", "lost", "load")
    for head in heads:
        table.add_column(head, justify="right")
    for row in result["scenes"]:
        table.add_row(
            row["scene"],
            f"{row['tables']:,}",
            f"{row['moves_per_second']:,.0f}",
            *("–" if row[key] is None else f"{row[key]:.1f}" for key in ("p50_ms", "p95_ms", "p99_ms")),
            "–" if row["server_us_per_move"] is None else f"{row['server_us_per_move']:.0f}",
            f"{row['most_memory_mb']:.0f}",
            f"{row['memory_mb_per_minute']:+.1f}" if "memory_mb_per_minute" in row else "–",
            f"{row['lost']:,} of {row['confirmed']:,}",
            f"{row['load_average']:.1f}",
        )
    console.print(table)
    for row in result["scenes"]:
        if row["refused"]:
            console.print(f"{row['scene']}: the server refused {', '.join(row['refused'])}", style="red")
