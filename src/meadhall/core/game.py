"""What a game is: its rules, and the words and drawings that make them usable by people.

A room (a folder under games/) exports one instance of a class made from `Game` as `GAME`. The
rules are a module of plain functions; the class turns their numbers into texts and back.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import jit, standing
from .errors import BadOption, BadPosition, BadTable, IllegalAction, UnknownGame, is_whole, listed, shown
from .jit import Mode, State
from .position import CHANCE as CHANCE
from .position import OVER as OVER
from .position import Position
from .speaker import Speaker

if TYPE_CHECKING:
    from rich.text import Text

    from .match import Match
    from .observation import Observation

Language = Literal["en", "de"]
Words = Mapping[str, str]  # a text by language
NAMES = ("Runa", "Ulf", "Tuva", "Knut")  # of players who have not said theirs


@dataclass(frozen=True)
class Option:
    """One thing that can be set up differently; the first choice is the default."""

    name: str
    choices: tuple[str | int, ...]
    words: Words
    choice_words: Mapping[str | int, Words] = field(default_factory=dict)

    def read(self, value: object) -> str | int:
        """Understand a value from outside, True and False for on and off included."""
        if isinstance(value, bool) and set(self.choices) == {"on", "off"}:
            return "on" if value else "off"
        for choice in self.choices:
            if (is_whole(value) and value == choice) or (type(value) is str and value == str(choice)):
                return choice
        raise BadOption(f"{self.name} cannot be {shown(value)}; it can be {listed(self.allowed())}")

    def allowed(self) -> list[str | int]:
        """List the choices, numbers in their order."""
        numbers = [choice for choice in self.choices if isinstance(choice, int)]
        return [*sorted(numbers), *(choice for choice in self.choices if isinstance(choice, str))]

    def code(self, value: str | int) -> int:
        """Give the number that stands for a choice in the rules' array."""
        return value if isinstance(value, int) else self.choices.index(value)


@dataclass(frozen=True)
class Setup:
    """All that is fixed before the first action."""

    players: int
    options: Mapping[str, str | int]
    coasters: Mapping[str, Any] | None = None  # a parsed set, where it is not our own
    position: str | None = None


class Game(ABC):
    """One game of the hall. Subclasses give it a name, a room and its words."""

    name: str
    title: Words
    goal: Words  # what it is about, in two sentences
    teaser: Words = {"en": "", "de": ""}  # to make one curious
    minutes = 15  # that a game takes
    longest = 10_000  # decisions that a game can have at most
    luck: Words = {"en": "", "de": ""}  # in a word or two
    has_luck = True  # there are dice or draws
    aid_words: Words | None = None  # what `aids` shows, as in "exact odds", in games that have some
    view_aids: tuple[str, ...] = ()  # parts of the view that people at a real table would have to remember
    aids_advise = False  # they say what a strong player thinks, not only what follows from the rules
    players: tuple[int, ...]
    usual_players: int
    options: tuple[Option, ...]
    package: str  # the room's package
    has_points = True  # its scores are points, not only won and lost
    lowest_loses = False  # everybody but the last wins, instead of the first
    steps: tuple[float, ...] = ()  # alone: the scores from which on one has come a step further
    takes_set = False
    scores_tables = False  # `score` takes a real table that somebody typed in
    unnamed_tables = False  # such a table that names no game is one of this game
    _at_hand: ModuleType | None = None

    # -- the rules ---------------------------------------------------------------------------

    def rules(self, mode: Mode = "interpreted") -> ModuleType:
        """Give the rule functions as they run in a mode."""
        return jit.twin(f"{self.package}.rules", mode)

    def at_hand(self) -> ModuleType:
        """Give the rule functions by which matches are played: interpreted, until `quicken` is done."""
        if self._at_hand is None:
            self._at_hand = self.rules()
        return self._at_hand

    def quicken(self) -> None:
        """Have matches played by compiled rules from now on; this may take as long as the compiler does."""
        self.functions("compiled", ("actor", "actions", "odds", "apply", "scores"))
        self._at_hand = self.rules("compiled")

    def functions(self, mode: Mode, names: Sequence[str], by_instinct: Sequence[str] = ()) -> list[Any]:
        """Give rule functions as play-outs and searches take them, compiled ones ready to be passed on.

        Some may be taken from the room's `instinct.py`, where it has one: what players do without thinking.
        """
        rules = self.rules(mode)
        instinct = jit.twin(f"{self.package}.instinct", mode) if by_instinct and self.has_instinct() else rules
        functions = {name: getattr(instinct if name in by_instinct else rules, name) for name in names}
        if mode != "interpreted":
            jit.compile_rules(functions)
        return list(functions.values())

    def has_instinct(self) -> bool:
        """Say whether the room has an `instinct.py`."""
        return find_spec(f"{self.package}.instinct") is not None

    def option_codes(self, setup: Setup) -> list[int]:
        """Give the set-up as the numbers that `rules.new` takes."""
        return [option.code(setup.options[option.name]) for option in self.options]

    @property
    def action_codes(self) -> int:
        """How many numbers there are for what players decide; which of them are legal differs."""
        return int(self.rules().CODES)

    @cached_property
    def observation(self) -> Observation:
        """What a learning program sees of a match."""
        from . import observation

        return observation.find(self)

    def start(self, setup: Setup) -> State:
        """Fill the array for a set-up."""
        rules = self.rules()
        state = np.zeros(rules.STATE_SIZE, np.int64)
        rules.new(state, setup.players, np.array(self.option_codes(setup), np.int64))
        return state

    def codes(self, state: State) -> list[int]:
        """List the numbers of all legal actions or chance outcomes, ascending."""
        rules = self.at_hand()
        out = np.empty(rules.MAX_ACTIONS, np.int64)
        codes: list[int] = out[: rules.actions(state, out)].tolist()
        return codes

    def weights(self, state: State) -> list[int]:
        """List the weights of the chance outcomes, in the order of `codes`."""
        rules = self.at_hand()
        out = np.empty(rules.MAX_ACTIONS, np.int64)
        weights: list[int] = out[: rules.odds(state, out)].tolist()
        return weights

    def scores(self, state: State, players: int) -> tuple[int | float, ...]:
        """Score the table as it lies."""
        out = np.zeros(max(self.players), np.float64)
        self.at_hand().scores(state, out)
        return tuple(int(score) if score == int(score) else float(score) for score in out[:players])

    def lead(self, position: Position, player: int) -> float:
        """Say how far a player is ahead as the table lies, for bots that look no further."""
        out = np.zeros(max(self.players), np.float64)
        standing.function(self, "interpreted")(position.state, out)
        return float(standing.lead(out, player, position.setup.players, int(self.lowest_loses)))

    def winners(self, scores: Sequence[int | float]) -> tuple[int, ...]:
        """Say who wins with these final scores."""
        if self.lowest_loses:
            worst = min(scores)
            return tuple(player for player, score in enumerate(scores) if score > worst)
        best = max(scores)
        return tuple(player for player, score in enumerate(scores) if score == best)

    def results(self, scores: Sequence[int | float]) -> list[float]:
        """Say what final scores are worth to each player, from 0 to 1; a win is shared."""
        if len(scores) == 1:
            return [min(max(scores[0] / max(self.steps, default=1.0), 0.0), 1.0)]
        winners = self.winners(scores)
        share = 1.0 if self.lowest_loses else 1.0 / len(winners)
        return [share if player in winners else 0.0 for player in range(len(scores))]

    # -- texts -------------------------------------------------------------------------------

    def span(self, position: Position) -> int:
        """Say how many steps of the rules make up the next action of the notation."""
        return 1

    @abstractmethod
    def write(self, position: Position, codes: Sequence[int]) -> str:
        """Write an action in the notation; `codes` has as many numbers as `span` says."""

    def tidy(self, text: str) -> str:
        """Bring a text that means an action into the one form that `write` gives."""
        return " ".join(text.split())

    def texts(self, position: Position) -> list[str]:
        """Write all legal actions."""
        return [self.write(position, (code,)) for code in self.codes(position.state)]

    def read(self, position: Position, text: str) -> tuple[int, ...]:
        """Find the legal action that a text means; where it is one step, its `tidy` form is what `write` gives."""
        tidy, legal = self.tidy(text), self.codes(position.state)
        likely = self.likely(position, tidy)
        for code in [likely, *legal] if likely in legal else legal:
            if self.write(position, (code,)) == tidy:
                return (code,)
        raise IllegalAction(self.complain(position, tidy))

    def likely(self, position: Position, text: str) -> int:
        """Say which number a text stands for if it is legal, where that is quicker than to write all; else -1."""
        return -1

    def complain(self, position: Position, text: str, lang: Language = "en") -> str:
        """Say why a text is no legal action now."""
        unknown, possible, in_all = (
            ("das geht jetzt nicht", "möglich", "insgesamt")
            if lang == "de"
            else ("that is not possible now", "possible", "in all")
        )
        reason = self.reason(position, text, lang) or unknown
        legal = "" if self.span(position) > 1 else f"; {possible}: {listed(self.texts(position), in_all=in_all)}"
        return f"{shown(text)}: {reason}{legal}"

    def reason(self, position: Position, text: str, lang: Language) -> str | None:
        """Say in the game's own words why a text is not legal, if there is more to say."""
        return None

    def join(self, texts: Sequence[str]) -> list[str]:
        """Group the actions of a match into the lines of its record."""
        return list(texts)

    def split(self, line: str) -> list[str]:
        """Take the actions out of a line of a record."""
        return [line]

    # -- what people see ---------------------------------------------------------------------

    @abstractmethod
    def view(self, position: Position) -> dict[str, Any]:
        """Describe what lies on the table. Nothing in the array is hidden from anybody."""

    @abstractmethod
    def breakdown(self, position: Position) -> dict[str, Any]:
        """Say where each point comes from."""

    def score(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """Score a real table as it lies: the same as `breakdown`."""
        raise BadTable(f"tables of {self.name} cannot be scored", f"Tische von {self.name} lassen sich nicht auszählen")

    def beers(self, position: Position) -> list[tuple[int, int, int]]:
        """Say who owes whom how many beers, once the game is over."""
        return []

    def write_position(self, position: Position) -> str | None:
        """Write the position in one line, in games that have such a notation."""
        return None

    @abstractmethod
    def tell(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        """Tell what an action does, in a sentence, on the state before it."""

    def why(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        """Say in one or two sentences what an action does for its player, on the state before it."""
        return self.tell(position, codes, speaker)

    @abstractmethod
    def ask(self, position: Position, speaker: Speaker) -> str:
        """Tell the player whose decision it is what to do; at a chance step, what to roll or draw."""

    def label(self, position: Position, code: int, speaker: Speaker) -> str:
        """Say in a few words what an action of the notation means, where it does not say so itself."""
        return ""

    def path(self, action: str) -> list[str]:
        """Split an action into the tokens that a player points at one after the other."""
        return [action]

    def preview(self, position: Position, codes: Sequence[int]) -> dict[str, Any]:
        """Say what a board wants to show of an action before it is played, beyond the view after it."""
        return {}

    def warning(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str | None:
        """Warn before an action that its player would regret at once."""
        return None

    def aids(self, position: Position) -> dict[str, Any] | None:
        """Give what helps to decide, such as exact odds, for tables that allow it.

        What `said` holds, a text by language, is also shown in a terminal with a hint.
        """
        return None

    def in_order(self, actions: Sequence[str]) -> list[str]:
        """Put actions into the order in which people look for them."""
        return list(actions)

    @abstractmethod
    def explain(self, breakdown: Mapping[str, Any], speaker: Speaker) -> list[str]:
        """Put a breakdown into sentences that add up before the reader's eyes."""

    @abstractmethod
    def draw(self, position: Position, speaker: Speaker, width: int) -> Text:
        """Draw the table for a terminal."""

    def folder(self) -> Path:
        """Give the folder of the room."""
        return Path(str(import_module(self.package).__file__)).parent

    @cache  # noqa: B019 (a game lives as long as the program)
    def rule_text(self, lang: Language) -> str:
        """Give the rules for people."""
        return (self.folder() / ("REGELN.md" if lang == "de" else "RULES.md")).read_text("utf-8")

    # -- new matches -------------------------------------------------------------------------

    def new(
        self,
        /,
        players: int | None = None,
        seed: int | str | None = None,
        chance: str = "auto",
        **options: Any,
    ) -> Match:
        """Start a match."""
        from .match import Match

        return Match(self, self.setup(players, options), seed=seed, chance=chance)

    def setup(self, players: object, options: Mapping[str, object]) -> Setup:
        """Check a set-up that came from outside, and fill in the defaults."""
        if players is None:
            players = self.usual_players
        if not is_whole(players) or players not in self.players:
            raise BadOption(f"{self.name} is not for {shown(players)} players; players can be {listed(self.players)}")
        known = {option.name: option for option in self.options}
        values = {option.name: option.choices[0] for option in self.options}
        coasters = None
        for name, value in options.items():
            if name == "set" and self.takes_set:
                coasters = self.read_set(value)
            elif name in known:
                values[name] = known[name].read(value)
            else:
                allowed = [*known, "set"] if self.takes_set else known
                raise BadOption(f"{self.name} has no option {shown(name)}; its options are {listed(allowed)}")
        return Setup(int(players), values, coasters)

    def own_set(self) -> Mapping[str, Any]:
        """Give our own coasters, in games that have some."""
        raise BadOption(f"{self.name} has no coaster sets")

    def own_set_mark(self) -> str:
        """Mark our own set in records, so that a record is never replayed with another one."""
        text = json.dumps(self.own_set(), sort_keys=True)
        return f"ours {hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def read_set(self, value: object) -> Mapping[str, Any] | None:
        """Read a coaster set from a path or a parsed one; None stands for our own."""
        raise BadOption(f"{self.name} has no coaster sets")

    def position(self, /, text: str, **options: Any) -> Match:
        """Start a match that goes on from a position in one line."""
        raise BadPosition(f"{self.name} has no notation for positions")

    # -- copying -----------------------------------------------------------------------------

    def __copy__(self) -> Game:
        """Return another game with the same rules, for whoever wants to change something about it."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Deep copies and pickles of a game are the game itself: there is one of each in a process."""
        return _game_in, (self.package, self.name)


def _game_in(package: str, name: str) -> Game:
    """Return the game of a room, for what was pickled with it."""
    try:
        game: Game = import_module(package).GAME
    except ModuleNotFoundError as problem:
        if not f"{package}.".startswith(f"{problem.name}."):
            raise
        raise UnknownGame(
            f"there is no game {shown(name)} here, and this was pickled with it; MEADHALL_GAMES can name its folder"
        ) from None
    return game
