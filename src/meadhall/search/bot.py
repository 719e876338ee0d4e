"""What every player that is a program can do: choose, analyse, explain."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from meadhall.core.errors import BadOption, IllegalAction, shown
from meadhall.core.game import CHANCE, NAMES, Game, Language
from meadhall.core.match import Match
from meadhall.core.speaker import Speaker


@dataclass(frozen=True)
class Line:
    """An action, what it is worth (0 to 1, for the player to act), and how often it was tried.

    `values` says what it is worth to each player; `exact` that nothing in them is sampled or guessed.
    """

    action: str
    value: float
    visits: int
    line: tuple[str, ...]
    values: tuple[float, ...] = ()
    exact: bool = False


class Bot(ABC):
    """A player that is a program."""

    compiles = False  # whether it needs the compiler

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        self._random = random.Random(seed)

    @abstractmethod
    def choose(self, match: Match) -> str:
        """Choose one of the match's legal actions."""

    def choose_code(self, match: Match) -> int:
        """Choose the number of one of the match's legal actions."""
        (code,) = self.game.read(match.current, self.choose(match))
        return code

    @property
    def dice(self) -> object:
        """How its own dice will fall: another bot of its kind that is given them decides like it."""
        return self._random.getstate()

    @dice.setter
    def dice(self, state: Any) -> None:
        self._random.setstate(state)

    def warm_up(self, match: Match) -> None:
        """Compile or load what its decisions need in any match like this one."""
        self.choose(match)

    def analyse(self, match: Match, seconds: float = 2) -> list[Line]:
        """Find out what every action is worth; best first. Whatever the bot's level, this is as well as we can."""
        from .levels import analyst  # these know all the bots there are
        from .precompile import StandInBot

        self._check(match)
        check_seconds(seconds)
        return StandInBot(analyst(self.game, self._random.getrandbits(62))).analyse(match, seconds)

    def weigh(self, match: Match, action: str, seconds: float = 2) -> list[Line]:
        """Analyse a position for the sake of one action, which is looked at as closely as the best ones."""
        return self.analyse(match, seconds)

    def explain(self, match: Match, action: str, lang: Language = "en", names: Sequence[str] | None = None) -> str:
        """Say in one or two sentences what an action does for its player, by points and odds that are exact."""
        self._check(match)
        if not isinstance(lang, str) or lang not in ("en", "de"):
            raise BadOption(f"lang cannot be {shown(lang)}; it can be en, de")
        called = NAMES[: match.players] if names is None else check_names(names, match.players)
        if not isinstance(action, str):
            raise IllegalAction(f"an action is a text, not {shown(action)}")
        codes = self.game.read(match.current, action)
        return self.game.why(match.current, codes, Speaker(called, lang))

    def _check(self, match: Match) -> None:
        if not isinstance(match, Match):
            raise BadOption(f"a bot looks at a match, not at {shown(match)}")
        if match.game is not self.game:
            raise BadOption(f"this bot plays {self.game.name}, not {match.game.name}")
        if match.over:
            raise IllegalAction("the game is over, there is nothing to decide")
        if match.actor == CHANCE:
            raise IllegalAction("dice or a draw are due, there is nothing to decide")


def check_names(names: object, players: int) -> Sequence[str]:
    """Refuse what is not a name for each player."""
    if not isinstance(names, list | tuple) or len(names) != players or not all(isinstance(n, str) and n for n in names):
        raise BadOption(f"names are a text for each of the {players} players, not {shown(names)}")
    return names


def check_seconds(seconds: object) -> None:
    """Refuse a time to think that is none."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 3600:
        raise BadOption(f"seconds cannot be {shown(seconds)}; they can be more than 0, up to 3600")
