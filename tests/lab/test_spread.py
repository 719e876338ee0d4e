"""Work spread over processes and over a real Dask cluster."""

import json
import multiprocessing
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from test_arena import small, untimed

import meadhall
from meadhall.lab import arena, simulate, spread


def test_results_come_with_the_places_of_their_jobs():
    for workers in (1, 2):
        assert sorted(spread.spread(abs, [-3, 1, -2], workers=workers)) == [(0, 3), (1, 1), (2, 2)]


def test_no_jobs_no_results():
    assert list(spread.spread(abs, [])) == []


def test_closing_stops_the_work_and_its_processes():
    before = set(multiprocessing.active_children())
    work = spread.spread(time.sleep, [0.01, 60, 60], workers=2)
    assert next(work) == (0, None)
    work.close()
    until = time.monotonic() + 30  # far less than the jobs; the pool's own thread may still be noting who has gone
    while set(multiprocessing.active_children()) - before and time.monotonic() < until:
        time.sleep(0.01)
    assert set(multiprocessing.active_children()) <= before


def test_what_a_job_raises_is_raised_here():
    with pytest.raises(ValueError, match="invalid literal"):
        list(spread.spread(int, ["1", "x"], workers=2))


def test_a_process_that_dies_is_told_in_one_sentence():
    with pytest.raises(meadhall.BadOption, match="has died"):
        list(spread.spread(os._exit, [1, 1], workers=2))


KILLED = """
import multiprocessing, time
from meadhall.lab import spread

work = spread.spread(time.sleep, [0.01, 600, 600], workers=2)
next(work)
print(*(child.pid for child in multiprocessing.active_children()), flush=True)
time.sleep(600)
"""


def is_at_work(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "XZ"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_its_processes_end_when_it_is_killed():
    with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True) as command:
        processes = command.stdout.readline().split()
        assert len(processes) == 2 and all(map(is_at_work, processes))
        command.kill()
    until = time.monotonic() + 30  # far less than the jobs
    while any(map(is_at_work, processes)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(is_at_work, processes))


class Cluster:
    """A cluster whose workers have some version of meadhall."""

    def __init__(self, version):
        self.version = version

    def wait_for_workers(self, count, timeout):
        if self.version == "no workers":
            raise TimeoutError

    def run(self, function):
        assert function() == meadhall.__version__
        return {"tcp://one": meadhall.__version__, "tcp://two": self.version}


@pytest.mark.parametrize(
    ("version", "words"), [(None, "no meadhall"), ("0.0.1", "0.0.1"), ("no workers", "no workers")]
)
def test_a_cluster_that_would_play_other_games_is_refused(version, words):
    with pytest.raises(meadhall.BadOption, match=words):
        spread._check_workers(Cluster(version), "tcp://hall:8786")


def test_without_dask_a_cluster_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(spread, "find_spec", lambda name: None)
    with pytest.raises(meadhall.BadOption, match=r"meadhall\[cluster\]"):
        spread.spread(abs, [1], cluster="tcp://hall:8786")


@pytest.fixture
def cluster(tmp_path):
    """A scheduler and two workers on this machine: its address."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    environment = {**os.environ, "PYTHONPATH": str(Path(meadhall.__file__).parent.parent)}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
    here = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
    one = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path), "--death-timeout", "60"]
    with ExitStack() as stack:

        def start(*arguments):
            process = stack.enter_context(subprocess.Popen([*dask, *arguments], **quiet))
            stack.callback(process.kill)

        start("scheduler", "--port", "0", *here)
        for _ in range(2):
            start("worker", *one, *here)
        while not (file.exists() and file.stat().st_size):
            time.sleep(0.05)
        yield json.loads(file.read_text("utf-8"))["address"]


def test_a_cluster_gives_the_same_games_and_the_same_counts(cluster):
    tournament = small("greedy", "random", "random")
    there = list(arena.play(tournament, range(12), cluster=cluster))
    assert untimed(there) == untimed(arena.play(tournament, range(12), workers=1))
    shores = meadhall.game("new-shores")
    question = (shores, shores.setup(2, {}), ["random", "greedy"], 6, 1)
    assert list(simulate.simulate(*question, cluster=cluster))[-1] == list(simulate.simulate(*question, workers=1))[-1]
