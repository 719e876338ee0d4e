"""Work spread over the cores of this machine, or over a Dask cluster.

    for place, tally in spread(play_some, jobs, workers=4):
        …

A job is a small group of games; its result depends on the job alone, so the same jobs give the same
results wherever they are done. They come as they are ready, each with the place of its job.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from multiprocessing import active_children, get_context, parent_process
from typing import Any, TypeVar

import meadhall
from meadhall.core.errors import BadOption, cut, shown

Job = TypeVar("Job")
Result = TypeVar("Result")

PATIENCE = 10  # seconds for a cluster to answer
LAST_WORDS = 1.0  # seconds in which a process may end by itself
_ALONE = threading.Lock()


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    function: Callable[[Job], Result], jobs: Sequence[Job], *, workers: int | None = None, cluster: str | None = None
) -> Generator[tuple[int, Result], None, None]:
    """Do each job and give its place and its result as they are ready; closing the iterator stops the work.

    `function` stands at the top of a module, so that other processes find it. One worker is this process.
    """
    if workers is not None and workers < 1:
        raise BadOption(f"workers cannot be {shown(workers)}; there can be 1 or more")
    if cluster is not None:
        if workers is not None:
            raise BadOption("workers are counted by the cluster; say workers or cluster, not both")
        if find_spec("distributed") is None:
            raise BadOption("a cluster needs Dask: pip install 'meadhall[cluster]'")
        return _on_cluster(function, jobs, cluster)
    hands = min(workers or cores(), len(jobs))
    return _on_processes(function, jobs, hands) if hands > 1 else _here(function, jobs)


def _here(function: Callable[[Job], Result], jobs: Sequence[Job]) -> Generator[tuple[int, Result], None, None]:
    for place, job in enumerate(jobs):
        yield place, function(job)


# -- processes of this machine ------------------------------------------------------------------


def _on_processes(
    function: Callable[[Job], Result], jobs: Sequence[Job], hands: int
) -> Generator[tuple[int, Result], None, None]:
    before = set(active_children())
    pool = ProcessPoolExecutor(hands, mp_context=get_context("spawn"), initializer=_begin_worker)
    finished = False
    try:
        with _deaf_to_interrupts():
            places = {pool.submit(function, job): place for place, job in enumerate(jobs)}
        for done in as_completed(places):
            yield places[done], _result(done)
        finished = True
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            _stop(set(active_children()) - before)


def _result(done: Future[Result]) -> Result:
    try:
        return done.result()
    except BrokenProcessPool:
        raise BadOption("a process that was at work has died; perhaps there was too little memory") from None


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it is this process that stops them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin_worker() -> None:
    """Leave in an orderly way when asked to, so that what a job has started ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """See to it that nobody waits for jobs from a process that was killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST_WORDS)
    os._exit(1)


def _leave(*_: object) -> None:
    os.closerange(1, 3)  # whatever breaks on the way out is of no interest
    raise SystemExit


def _stop(processes: set[Any]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(LAST_WORDS)
        if process.is_alive():
            process.kill()
            process.join()


# -- a cluster ----------------------------------------------------------------------------------


def _on_cluster(
    function: Callable[[Job], Result], jobs: Sequence[Job], address: str
) -> Generator[tuple[int, Result], None, None]:
    import distributed

    def _do(packed: bytes) -> Any:  # travels as code: the scheduler looks at it too, and needs no meadhall
        from .spread import do_alone

        return do_alone(packed)

    client = _client(address)
    try:
        _check_workers(client, address)
        futures = client.map(_do, [pickle.dumps((function, job)) for job in jobs], pure=False)
        places = {future.key: place for place, future in enumerate(futures)}
        try:
            for done in distributed.as_completed(futures):
                yield places[done.key], done.result()
        except (distributed.KilledWorker, CancelledError, distributed.comm.CommClosedError):
            raise BadOption(f"the cluster at {shown(address)} has lost its work; look at its workers") from None
        finally:
            with contextlib.suppress(Exception):  # a cluster that is gone needs no telling
                client.cancel(futures)
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=PATIENCE)


def _client(address: str) -> Any:
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say ourselves what went wrong
    try:
        _knock(address)
        return distributed.Client(address, timeout=PATIENCE)
    except OSError as problem:
        why = cut(problem.strerror or str(problem)) or "no answer"
        raise BadOption(f"there is no Dask cluster at {shown(address)}: {why}") from None


def _knock(address: str) -> None:
    """Try the address before Dask does, which tries for long and does not let go."""
    found = re.fullmatch(r"(?:(?:tcp|tls)://)?([^/\s]+):([0-9]{1,5})", address)
    if found is None or int(found[2]) > 65535:
        raise BadOption(f"a cluster's address is like tcp://HOST:PORT, not {shown(address)}")
    socket.create_connection((found[1].strip("[]"), int(found[2])), PATIENCE).close()


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster on which the games would be others, or none."""

    def version() -> str | None:  # travels as code, since a worker may have nothing to look it up in
        try:
            import meadhall
        except ImportError:
            return None
        return meadhall.__version__

    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except (TimeoutError, OSError):
        raise BadOption(f"the cluster at {shown(address)} has no workers") from None
    for worker, found in client.run(version).items():
        if found != meadhall.__version__:
            has = "no meadhall" if found is None else f"meadhall {found}"
            raise BadOption(f"the worker {shown(worker)} has {has}; it needs {meadhall.__version__}, as here")


def do_alone(packed: bytes) -> Any:
    """Do one job at a time in a process, however many threads a worker has: rules are loaded for one."""
    with _ALONE:
        function, job = pickle.loads(packed)
        return function(job)
