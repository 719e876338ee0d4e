"""Guests: bots that are programs of their own and speak the engine's protocol.

A guest is asked `new` (with manual chance, so that it learns of dice and draws when they turn up), then
`play` for every action so far and `choose` when it is its turn. `docs/engine.md` says all that it may be asked.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from meadhall.core.errors import cut, shown
from meadhall.core.match import Match

START = 10.0  # seconds for a program to get ready, where the limit for a decision is shorter
GOODBYE = 1.0  # seconds to leave after `quit`
LONGEST_LINE = 1_000_000


class Forfeit(Exception):
    """A player has lost its game by what it did, or did not do; the text says what."""


def command_of(name: str) -> list[str] | None:
    """Give the program and its arguments if the name is a command of this machine."""
    try:
        words = shlex.split(name)
    except ValueError:
        return None
    if not words or (shutil.which(words[0]) is None and not Path(words[0]).is_file()):
        return None
    return words


class ExternalBot:
    """One program at one table."""

    def __init__(self, name: str, limit: float) -> None:
        self._command = shlex.split(name)
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue(16)
        self._said = tempfile.TemporaryFile()  # what it writes to stderr, for the reason of its death  # noqa: SIM115
        self._asked = 0
        self.heard: list[str] = []  # the actions of the match that it has been told
        self._gone = False
        self._hangs = False

    def catch_up(self, match: Match) -> None:
        """Tell what happened since its last turn."""
        if self._process is None:
            self._start()
            self._begin(match)
        for action in match.history[len(self.heard) :]:
            self._ask("play", self._limit, action=action)
            self.heard.append(action)

    def _begin(self, match: Match) -> None:
        """Tell what is set up; a match that goes on from a position has no beginning to tell."""
        options: dict[str, Any] = dict(match.setup.options)
        if match.setup.coasters is not None:
            options["set"] = match.setup.coasters
        patience = max(START, self._limit)
        if match.setup.position is not None:
            self._ask("position", patience, game=match.game.name, position=match.setup.position, options=options)
        else:
            chance = {"players": match.players, "chance": "manual"}
            self._ask("new", patience, game=match.game.name, **chance, options=options)

    def choose(self, match: Match) -> str:
        """Ask for an action; the match itself says whether it is legal."""
        action = self._ask("choose", self._limit).get("action")
        if not isinstance(action, str):
            raise Forfeit(f"chose no action but {shown(action)}")
        return action

    def close(self) -> None:
        """Say goodbye, and make sure that it leaves."""
        process, self._gone = self._process, True
        if process is not None:
            with contextlib.suppress(OSError, ValueError):
                self._send({"id": self._asked + 1, "do": "quit"})
            with contextlib.suppress(OSError, ValueError):
                process.stdin.close()  # type: ignore[union-attr]
            self._leave(process)
        self._said.close()

    def _leave(self, process: subprocess.Popen[bytes]) -> None:
        try:
            process.wait(0 if self._hangs else GOODBYE)
        except subprocess.TimeoutExpired:
            pass
        finally:
            _kill(process)
            with contextlib.suppress(queue.Empty):  # the reader may wait for a place in a full queue
                while True:
                    self._lines.get_nowait()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                start_new_session=True,  # so that Ctrl-C is ours, and that it ends with all it started
            )
        except OSError as problem:
            raise Forfeit(f"cannot be started: {problem.strerror}") from None
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def _listen(self, stream: Any) -> None:
        """Put line after line where it can be waited for, and an empty one at the end."""
        with stream, contextlib.suppress(OSError, ValueError):
            while not self._gone:
                line = stream.readline(LONGEST_LINE)
                self._lines.put(line)
                if not line:
                    return

    def _send(self, request: dict[str, Any]) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()

    def _ask(self, command: str, limit: float, **rest: Any) -> dict[str, Any]:
        """Send a request and wait for its answer; anything else is a forfeit."""
        self._asked += 1
        try:
            self._send({"id": self._asked, "do": command, **rest})
            line = self._lines.get(timeout=limit)
        except OSError:
            line = b""
        except queue.Empty:
            self._hangs = True
            raise Forfeit(f"did not answer {command} in {limit:g} s") from None
        if not line:
            raise Forfeit(self._death())
        return self._read(command, line)

    def _read(self, command: str, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        known = isinstance(answer, dict) and ("error" in answer or answer.get("ok") is True)
        if not known or answer.get("id") != self._asked:
            raise Forfeit(f"answered {command} with {shown(line.decode('utf-8', 'replace').strip())}")
        if "error" in answer:
            raise Forfeit(f"answered {command} with an error: {cut(str(answer['error']), 120)}")
        return dict(answer)

    def _death(self) -> str:
        """Say how it died, and its last words."""
        assert self._process is not None
        deadline = time.monotonic() + GOODBYE
        while self._process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        status = self._process.returncode
        self._said.seek(0, os.SEEK_END)
        self._said.seek(max(0, self._said.tell() - 2000))
        words = self._said.read().decode("utf-8", "replace").split("\n")
        last = next((cut(word, 120) for word in reversed(words) if word.strip()), "")
        how = "closed its output" if status is None else f"died with status {status}"
        return f"{how}: {last}" if last else how


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it started."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
