"""Nobody waits for the compiler: it works beside the game, and until it is done another bot stands in.

Code that is not on disk yet is compiled by another process; then a thread of this one loads it.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from meadhall.core import code_cache
from meadhall.core.game import Game
from meadhall.core.match import Match

from . import proved
from .bot import Bot, Line, check_seconds
from .searcher import Searcher
from .simple import Beginner

LONGEST_LOADING = 60.0  # seconds that the end of the program waits for code that is being loaded
LOOKS = 40  # at turns, of the player who stands in: some hundredths of a second
_preparations: dict[str, Preparation] = {}


class Preparation(threading.Thread):
    """Has a game's compiled code made and loaded, beside everything else."""

    def __init__(self, game: Game) -> None:
        super().__init__(daemon=True)
        self._game = game
        self.loading = False
        self.done = threading.Event()

    def run(self) -> None:
        marker = _marker(self._game)
        if marker is not None and not marker.exists():
            command = [sys.executable, "-m", "meadhall.bots.ready", self._game.name]
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.loading = True  # a program must not end in the midst of this
        try:
            prepare(self._game)
        finally:
            self.loading = False
            self.done.set()  # after a failure too: then the bot itself says what is wrong


def is_ready(game: Game) -> bool:
    """Say whether a game's compiled code is at hand; if not, have it made."""
    if game.name not in _preparations:
        _preparations[game.name] = Preparation(game)
        _preparations[game.name].start()
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


class Prompt(Bot):
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
        searcher = Searcher(match, self._random.getrandbits(62), mode="interpreted")
        searcher.grow_for(seconds, batch=1)
        return proved.together(proved.lines(match), searcher.lines())


if __name__ == "__main__":
    from meadhall.games import find

    if hasattr(os, "nice"):
        os.nice(10)  # people who play meanwhile come first
    room = find(sys.argv[1])
    with _alone(room):
        ready = _marker(room)
        if ready is None or not ready.exists():
            prepare(room)
        if ready is not None:
            ready.touch()
