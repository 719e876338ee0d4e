"""Nobody waits for the compiler: it works beside the game, and until it is done another bot stands in.

Code that is not on disk yet is compiled by another process; then a thread of this one loads it. Where the system has no
file, process or thread left for that, it is tried again and again: a bot is weak for a while, not until a restart.
"""

from __future__ import annotations

import atexit
import itertools
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from meadhall.core import code_cache
from meadhall.core.game import Game
from meadhall.core.match import Match

from . import proved
from .bot import Bot, Line, check_seconds
from .mcts_tree import MctsTree
from .simple import Beginner

log = logging.getLogger("meadhall")
PAUSES_SECONDS = (1.0, 5.0, 30.0, 120.0, 600.0)  # before what the system refused is tried again; the last one for ever
LONGEST_LOADING = 60.0  # seconds that the end of the program waits for code that is being loaded
LOOKS = 40  # at turns, of the player who stands in: some hundredths of a second
_preparations: dict[str, Preparation] = {}
_unstarted: dict[str, Retry] = {}  # games for which no thread could be started


class Retry:
    """What the system refuses for now: it is told once, and tried again after growing pauses."""

    def __init__(self, what: str) -> None:
        self._what, self._next = what, 0.0
        self._pauses = itertools.chain(PAUSES_SECONDS, itertools.repeat(PAUSES_SECONDS[-1]))
        self._told = False

    @property
    def due(self) -> bool:
        """Whether the pause is over."""
        return time.monotonic() >= self._next

    def failed(self, problem: object) -> float:
        """Note that it was refused once more: the seconds until it is due again."""
        if not self._told:
            self._told = True
            log.warning("%s (%s); simpler bots play meanwhile, and it is tried again", self._what, problem)
        pause = next(self._pauses)
        self._next = time.monotonic() + pause
        return pause


class Preparation(threading.Thread):
    """Has a game's compiled code made and loaded, beside everything else."""

    def __init__(self, game: Game) -> None:
        super().__init__(daemon=True)
        self._game = game
        self.loading = False
        self.done = threading.Event()

    def run(self) -> None:
        retry = Retry(f"the code of {self._game.name} cannot be compiled or loaded")
        try:
            while (problem := self._refused()) is not None:
                time.sleep(retry.failed(problem))
        finally:
            self.done.set()  # after any other failure too: then the bot itself says what is wrong

    def _refused(self) -> OSError | None:
        """Have the code made and loaded; give what the system had against it."""
        try:
            marker = _marker(self._game)
            if marker is not None and not marker.exists():
                command = [sys.executable, "-m", "meadhall.search.precompile", self._game.name]
                subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
            self.loading = True  # a program must not end in the midst of this
            prepare(self._game)
            return None
        except OSError as problem:
            return problem
        finally:
            self.loading = False


def is_ready(game: Game) -> bool:
    """Say whether a game's compiled code is at hand; if not, have it made."""
    if game.name not in _preparations:
        retry = _unstarted.setdefault(game.name, Retry(f"no thread can be started to load the code of {game.name}"))
        if not retry.due:
            return False
        preparation = Preparation(game)
        try:
            preparation.start()
        except RuntimeError as problem:  # there are too many threads
            retry.failed(problem)
            return False
        _preparations[game.name] = preparation
    return _preparations[game.name].done.is_set()


@atexit.register
def _let_loading_end() -> None:
    for preparation in _preparations.values():
        if preparation.loading:
            preparation.join(LONGEST_LOADING)


def on_disk(game: Game) -> bool:
    """Say whether a game's code lies compiled on the disk, or could never lie there."""
    marker = _marker(game)
    return marker is None or marker.exists()


def is_kept(game: Game) -> bool:
    """Say whether a game's code lies compiled on the disk, so that it is loaded in a moment."""
    marker = _marker(game)
    return marker is not None and marker.exists()


def prepare(game: Game) -> None:
    """Compile or load all that a game's bots need."""
    from .levels import analyst

    analyst(game, 1).warm_up(game.new(seed=1))


def _marker(game: Game) -> Path | None:
    """Give the file that says that a game's code lies compiled on the disk; None where nothing can be kept."""
    folder = code_cache.of(game.folder())
    return folder and folder / f"{game.name}.ready"


@contextmanager
def _alone(game: Game) -> Iterator[None]:
    """Let one process at a time compile a game; the others wait, and find it done."""
    folder = code_cache.folder()
    try:
        import fcntl
    except ImportError:  # there are none on this system, so several may do the same work
        folder = None
    if folder is None:
        yield
        return
    with (folder / f"{game.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class StandInBot(Bot):
    """A bot that answers at once: until its code is compiled, a player who looks at some turns stands in."""

    def __init__(self, bot: Bot, seed: int | None = None) -> None:
        super().__init__(bot.game, seed)
        self._bot, self._stand_in = bot, Beginner(bot.game, seed, LOOKS)

    def choose(self, match: Match) -> str:
        self._check(match)
        bot = self._bot if is_ready(self.game) else self._stand_in
        return bot.choose(match)

    def analyse(self, match: Match, seconds: float = 2) -> list[Line]:
        self._check(match)
        check_seconds(seconds)
        if is_ready(self.game):
            return self._bot.analyse(match, seconds)
        searcher = MctsTree(match, self._random.getrandbits(62), mode="interpreted")
        searcher.grow_for(seconds, batch=1)
        return proved.together(proved.lines(match), searcher.lines())


if __name__ == "__main__":
    from meadhall.core.registry import find

    if hasattr(os, "nice"):
        os.nice(10)  # people who play meanwhile come first
    room = find(sys.argv[1])
    with _alone(room):
        ready = _marker(room)
        if ready is None or not ready.exists():
            prepare(room)
        if ready is not None:
            ready.touch()
