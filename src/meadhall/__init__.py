"""Meadhall: three Viking board games to play, to score, to study and to program with."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .core import registry as _rooms  # before the function `games`, which takes its name here
from .core.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    BadSet,
    BadTable,
    IllegalAction,
    UnfitNet,
    UnknownGame,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from .batches import Batch
    from .core.game import Game
    from .core.match import Match
    from .core.verify import Verdict
    from .render.notebook_replay import Replay
    from .search import Bot, Line

__version__ = "0.1.0"

CHANCE = -1

__all__ = [
    "CHANCE",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSet",
    "BadTable",
    "Batch",
    "Bot",
    "Game",
    "IllegalAction",
    "Line",
    "Match",
    "Replay",
    "UnfitNet",
    "UnknownGame",
    "Verdict",
    "animated",
    "batch",
    "bot",
    "game",
    "games",
    "gif",
    "load",
    "odds",
    "replay",
    "svg",
    "verify",
]


def games() -> list[str]:
    """List the names of all games."""
    return _rooms.names()


def game(name: str) -> Game:
    """Find a game by its name."""
    return _rooms.find(name)


def load(text: str) -> Match:
    """Play a record back, checking every action."""
    from .core.record import load

    return load(text, _rooms.find)


def verify(text: str, seed: str | None = None, after: int = 0) -> Verdict:
    """Recompute every die and draw of a record from its seed: `.right`, `.wrong` and `.words("en")` say how it went.

    A record that has no seed, of a match that was given up, can be verified with the seed that its table shows; where
    the match went on from another one, only after so many actions.
    """
    from .core.verify import verify

    return verify(text, _rooms.find, seed, after)


def odds(match: Match) -> dict[str, dict[str, float]]:
    """Give the exact chances after each choice of dice to roll again, in games that have such dice.

    On an island: `{"reroll red": {"take 1": 0.305…, …}, …}`, the chance to be able to make each claim
    in the end, if from then on one rolls for just that claim. At sea: `{"reroll red": {"c3 direct":
    0.166…, "a5 beside": 0.333…}, …}`, the chance to hit each island or to reach it from the sea.
    IllegalAction where no dice are to be kept or rolled again, BadOption for games that have none.
    """
    from .core.match import Match

    if not isinstance(match, Match):
        raise BadOption(f"odds are those of a match, not of {shown(match)}")
    from .learn.odds import odds

    return odds(match)


def svg(
    match: Match, lang: str = "en", names: Sequence[str] | None = None, width: float = 540, at: int | None = None
) -> str:
    """Draw a match as it stands, or as it stood after `at` actions: one SVG that needs nothing else."""
    from .render import match_pictures

    return match_pictures.svg(match, lang, names, width, at)


def animated(match: Match, lang: str = "en", names: Sequence[str] | None = None, width: float = 540) -> str:
    """Draw a match as one SVG that plays it, decision by decision; whoever wants no motion sees its end."""
    from .render import match_pictures

    return match_pictures.animated(match, lang, names, width)


def gif(match: Match, lang: str = "en", names: Sequence[str] | None = None, width: float = 540) -> bytes:
    """Draw a match as `animated` does, but as a GIF; needs `pip install 'meadhall[gif]'`."""
    from .render import gifs

    return gifs.gif(match, lang, names, width)


def replay(
    match: Match | str | PathLike[str], lang: str = "en", names: Sequence[str] | None = None, width: float = 540
) -> Replay:
    """Step through a match in a notebook: a match, the text of a record, or the path of one."""
    from .render import notebook_replay

    return notebook_replay.replay(match, _rooms.find, lang, names, width)


def bot(
    game: str,
    level: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    goal: str | None = None,
    wait: bool = False,
) -> Bot:
    """Make a player for a game, of a level from 1 to 5 or with some seconds for each decision.

    `goal` is what counts for a bot that plays alone, "rank" or "points". While code is
    being compiled on first use a simpler player stands in, unless `wait` is set.
    """
    from .search import make

    return make(game, level=level, seconds=seconds, seed=seed, goal=goal, wait=wait)


def batch(
    game: str,
    n: int,
    *,
    players: int | None = None,
    seed: int | str | None = None,
    device: str = "cpu",
    threads: int | None = None,
    auto_reset: bool = False,
    history: bool = False,
    **options: Any,
) -> Batch:
    """Begin n games at once, as arrays: `step` plays an action in each, `legal_mask` and `observe` tell of all.

    `device` is "cpu", on so many threads (all cores by default), or "cuda". The same seed gives the same games,
    wherever they are played. With `auto_reset` a game that ends is followed by another one; with `history` each can be
    had as a match.
    """
    from .batches import make

    return make(game, n, players, seed, device, threads, auto_reset, history, options)


def __getattr__(name: str) -> Any:
    """Give the classes of the public face when they are asked for, not before."""
    if name in ("Bot", "Line"):
        from . import search

        return getattr(search, name)
    if name == "Batch":
        from .batches import Batch

        return Batch
    if name == "Match":
        from .core.match import Match

        return Match
    if name == "Verdict":
        from .core.verify import Verdict

        return Verdict
    if name == "Replay":
        from .render.notebook_replay import Replay

        return Replay
    if name == "Game":
        from .core.game import Game

        return Game
    if name == "rl":
        return import_module("meadhall.rl")
    raise AttributeError(f"module 'meadhall' has no attribute {name!r}")
