"""Bots think in processes of their own, so that nobody waits for a page.

A thread for each process asks it one question at a time; a process that dies is replaced, and asked again.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Literal, Protocol

import msgspec

from meadhall.core.match import Match
from meadhall.core.registry import find, names
from meadhall.search import precompile

from .bot_process import Answer, Judged, Question
from .messages import HintLine
from .table import Table

log = logging.getLogger("meadhall")
ANSWERS = msgspec.json.Decoder(Answer)  # made once: msgspec crashes when two threads make one for a type at a time

TRIES = 3  # processes that may die over one question
PATIENCE = 120.0  # seconds for one answer; a process that takes longer is stuck
GLANCE = 0.5  # seconds between two looks whether compiled code is loaded
HURRY, LEISURE = 0, 9  # levels of bots lie between
COMMAND = (sys.executable, "-m", "meadhall.hall.bot_process")


class NoAnswer(Exception):
    """Nobody could think about it."""


class BotPool(Protocol):
    """Whoever thinks for the bots."""

    warming: bool

    def when_warm(self, call: Callable[[], object]) -> None:
        """Have something called, in some thread, when the bots are as good as they can be."""

    async def choose(self, table: Table, level: int) -> str:
        """Choose an action."""

    async def hint(self, table: Table, level: int) -> list[HintLine]:
        """Say what the best actions are, best first; of a lower level, what it would play."""

    async def weigh(self, match: Match, action: str, urgent: bool) -> Judged | None:
        """Weigh an action of a match; None where nobody can yet."""


def few() -> int:
    """Say how many processes think, on this machine."""
    return min(4, max(2, (os.cpu_count() or 2) - 1))


def _question(kind: Literal["choose", "hint"], table: Table, level: int) -> Question:
    """Ask about a table as it is now; what nobody at the table can know is not in it."""
    return Question(
        kind=kind,
        compiled=[],  # filled in when somebody has time for it
        table=table.name,
        game=table.game.name,
        options=dict(table.setup.options),
        names={"en": table.names("en"), "de": table.names("de")},
        played=table.match.history,
        level=level,
        start=table.row.start,
    )


class ProcessPool:
    """A few processes that think, and a queue before them: hints first, then the quickest bots."""

    def __init__(
        self,
        count: int | None = None,
        command: tuple[str, ...] = COMMAND,
        patience: float = PATIENCE,
        on_loaded: Callable[[], object] = lambda: None,
    ) -> None:
        self.warming = True
        self.patience = patience
        self._on_warm: Callable[[], object] = lambda: None
        self._command = command
        self._questions: queue.PriorityQueue[tuple[int, int, Question | None, Future[Answer]]] = queue.PriorityQueue()
        self._tickets = itertools.count()
        self._compiled = [name for name in names() if precompile.on_disk(find(name))]
        self._on_loaded = on_loaded  # called once this process has all its code
        self._quick = False  # whether the tables of this process use compiled rules, where there are some
        self._closing = threading.Event()
        self._compiler: subprocess.Popen[bytes] | None = None
        self._compiling: threading.Thread | None = None
        self._starting, self._unstarted = (
            threading.Lock(),
            precompile.Retry("no thread can be started to compile the games"),
        )
        self._workers = [PooledProcess(self) for _ in range(count or few())]
        self.see_to_compiling()

    def when_warm(self, call: Callable[[], object]) -> None:
        """Have something called, in some thread, when the bots are as good as they can be."""
        self._on_warm = call

    async def choose(self, table: Table, level: int) -> str:
        """Let a bot of a level choose."""
        return (await self._ask(_question("choose", table, level), level)).action

    async def hint(self, table: Table, level: int) -> list[HintLine]:
        """Let a bot say what it would do."""
        return (await self._ask(_question("hint", table, level), HURRY)).lines

    async def weigh(self, match: Match, action: str, urgent: bool) -> Judged | None:
        """Let the best bot weigh an action: at once where somebody waits, else when nobody else has a question."""
        question = Question("weigh", [], game=match.game.name, record=match.record(), action=action)
        return (await self._ask(question, HURRY if urgent else LEISURE)).judged

    async def _ask(self, question: Question, urgency: int) -> Answer:
        future: Future[Answer] = Future()
        self._questions.put((urgency, next(self._tickets), question, future))
        answer = await asyncio.wrap_future(future)
        if answer.problem:
            raise NoAnswer(answer.problem)
        return answer

    @property
    def has_compiler(self) -> bool:
        """Whether a thread compiles, or has done so."""
        return self._compiling is not None

    def see_to_compiling(self) -> None:
        """Have a thread compile, if there is none; where none can be started, somebody comes by again."""
        with self._starting:
            if self._compiling is None and self._unstarted.due:
                thread = threading.Thread(target=self._compile, name="meadhall-compiler", daemon=True)
                try:
                    thread.start()
                    self._compiling = thread
                except RuntimeError as problem:  # there are too many threads
                    self._unstarted.failed(problem)

    def _compile(self) -> None:
        """Have the code compiled that does not lie on the disk yet, whatever the system refuses for now."""
        left, retry = list(names()), precompile.Retry("the games cannot be compiled or loaded")
        while not self._closing.is_set():
            problems = {name: problem for name in left if (problem := self._refused(name))}
            left = list(problems)
            if not left:
                self._on_loaded()
                self._quick = True
                self.loaded()
                return
            if not self._closing.is_set():  # else it is no wonder
                self._closing.wait(retry.failed("; ".join(problems.values())))

    def _refused(self, name: str) -> str:
        """Have the code of a game compiled, and used by the tables here; give what stood in the way."""
        if self._closing.is_set():
            return "the hall closes"
        try:
            if name not in self._compiled:
                command = [sys.executable, "-m", "meadhall.search.precompile", name]
                self._compiler = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
                status = self._compiler.wait()
                if not precompile.on_disk(find(name)):
                    return f"{name}: the compiler has ended with status {status}"
                self._compiled = [*self._compiled, name]
            if precompile.is_kept(find(name)):
                find(name).quicken()
        except OSError as problem:
            return f"{name}: {problem}"
        except Exception:  # then they are interpreted
            log.exception("the compiled rules of %s cannot be used", name)
        return ""

    @property
    def compiled(self) -> list[str]:
        """The games whose code lies on the disk."""
        return self._compiled

    def loaded(self) -> None:
        """A worker has all its code, or this process: if all have, tell it."""
        if self.warming and self._quick and all(worker.loaded for worker in self._workers):
            self.warming = False
            self._on_warm()

    def close(self) -> None:
        """Send everybody home; questions that are still open stay so."""
        self._closing.set()
        if self._compiler is not None:
            self._compiler.terminate()
        for _ in self._workers:
            self._questions.put((-1, next(self._tickets), None, Future()))
        for worker in self._workers:
            worker.close()
        if self._compiling is not None:
            self._compiling.join()  # a program must not end while code is being loaded


class PooledProcess:
    """A process that thinks, and the thread that asks it."""

    def __init__(self, workers: ProcessPool) -> None:
        self._workers = workers
        self._process: subprocess.Popen[bytes] | None = None
        self.loaded = False
        self._thread = threading.Thread(target=self._work, name="meadhall-worker", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._workers._closing.is_set():
            try:
                waits = None if self.loaded and self._workers.has_compiler else GLANCE
                _, _, question, future = self._workers._questions.get(timeout=waits)
            except queue.Empty:
                self._workers.see_to_compiling()
                self._ask(Question("look", []))
                continue
            if question is None:
                return
            if future.set_running_or_notify_cancel():
                future.set_result(self._ask(question))

    def _ask(self, question: Question) -> Answer:
        """Ask, and if the process dies over it, ask another one."""
        line = msgspec.json.encode(msgspec.structs.replace(question, compiled=self._workers.compiled)) + b"\n"
        for _ in range(TRIES):
            if self._workers._closing.is_set():
                break
            answer = self._ask_once(line)
            if answer is not None:
                self._note(answer.loaded)
                return answer
        return Answer(self.loaded, problem="nobody could think about it")

    def _ask_once(self, line: bytes) -> Answer | None:
        try:
            process = self._process or self._begin()
            assert process.stdin is not None and process.stdout is not None
            patience = threading.Timer(self._workers.patience, process.kill)  # then no more lines come
            patience.start()
            try:
                process.stdin.write(line)
                process.stdin.flush()
                return ANSWERS.decode(process.stdout.readline())
            finally:
                patience.cancel()
        except (OSError, RuntimeError, msgspec.DecodeError):  # RuntimeError: no thread can be started to be patient
            self._end()
            return None

    def _begin(self) -> subprocess.Popen[bytes]:
        """Have a new process."""
        self.loaded = False
        self._process = subprocess.Popen(self._workers._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def _end(self) -> None:
        """Be without a process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was not sent yet is lost
                        pipe.close()

    def _note(self, loaded: bool) -> None:
        if loaded and not self.loaded:
            self.loaded = True
            self._workers.loaded()

    def close(self) -> None:
        """End the process, whatever it thinks about."""
        while self._thread.is_alive():
            if (process := self._process) is not None:
                process.kill()  # our thread wakes up from its question
            self._thread.join(0.2)
        self._end()
