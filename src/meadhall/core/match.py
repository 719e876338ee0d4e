"""A match: a game, its set-up and its list of actions. Everything else follows from these."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from . import chance as dice
from .errors import BadOption, IllegalAction, is_whole, listed, shown
from .game import CHANCE, OVER, Game, Setup
from .jit import State
from .position import Position

LONGEST_SEED = 1300  # digits, or characters


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a match: its text, and its steps in the rules."""

    text: str
    codes: tuple[int, ...]
    actor: int


class Match:
    """One game being played. `play` checks every action; a refused one changes nothing."""

    def __init__(self, game: Game, setup: Setup, seed: object = None, chance: str = "auto") -> None:
        if not isinstance(chance, str) or chance not in ("auto", "manual"):
            raise BadOption(f"chance cannot be {shown(chance)}; it can be auto, manual")
        self.game = game
        self.setup = setup
        self.chance = chance
        self._seed = read_seed(seed)
        self._seed_is_whole = True  # False once outcomes came from elsewhere than the seed
        self._start = game.start(setup)
        self._entries: tuple[Entry, ...] = ()
        self._before: tuple[int, State, int, int] | None = None  # the last decision: entries, array, draws and actor
        self._rewind()
        self._settle()

    def _rewind(self) -> None:
        """Put the array where the entries lead."""
        apply = self.game.at_hand().apply
        self._state = self._start.copy()
        self._chance_steps = 0
        for entry in self._entries:
            for code in entry.codes:
                apply(self._state, code)
            if entry.actor == CHANCE:
                self._chance_steps += len(entry.codes)
        self._legal: list[str] | None = None
        self._meant: Entry | None = None
        self._actor = int(self.game.at_hand().actor(self._state))

    def _append(self, text: str, codes: Iterable[int]) -> None:
        self._add(Entry(text, tuple(codes), self._actor))

    def _add(self, entry: Entry) -> None:
        rules = self.game.at_hand()
        for code in entry.codes:
            rules.apply(self._state, code)
        if entry.actor == CHANCE:
            self._chance_steps += len(entry.codes)
        self._entries += (entry,)
        self._legal = self._meant = None
        self._actor = int(rules.actor(self._state))

    def _settle(self) -> None:
        """Roll and draw until somebody has to decide."""
        while self.chance == "auto" and self._actor == CHANCE:
            codes = self._drawn(dice.PURPOSE)
            self._append(self.game.write(self._position, codes), codes)

    def _drawn(self, purpose: bytes) -> tuple[int, ...]:
        """Draw the next outcome from the seed, without playing it."""
        state, codes = self._state.copy(), []
        for step in range(self.game.span(Position(self.game, self.setup, state))):
            outcome = dice.draw(self._seed, self._chance_steps + step, self.game.weights(state), purpose)
            codes.append(self.game.codes(state)[outcome])
            self.game.at_hand().apply(state, codes[-1])
        return tuple(codes)

    # -- playing -----------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many play."""
        return self.setup.players

    @property
    def actor(self) -> int | None:
        """The player who must decide, CHANCE, or None when the game is over."""
        return None if self._actor == OVER else self._actor

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._actor == OVER

    def actions(self) -> list[str]:
        """List every legal action in the game's notation.

        Where one action is made of so many steps that nobody could list them all (a board
        of many coasters), the list has one random example.
        """
        if self._legal is None:
            if self.over:
                self._legal = []
            elif self.game.span(self._position) > 1:
                self._legal = [self.game.write(self._position, self._drawn(dice.EXAMPLE))]
            else:
                self._legal = self.game.texts(self._position)
        return list(self._legal)

    def chances(self) -> list[float]:
        """Give the probabilities of the outcomes in `actions()`; empty unless chance decides.

        A single example stands for all outcomes and has probability 1.
        """
        if self.actor != CHANCE:
            return []
        if self.game.span(self._position) > 1:
            return [1.0]
        weights = self.game.weights(self._state)
        return [weight / sum(weights) for weight in weights]

    def play(self, action: str) -> None:
        """Play one action; IllegalAction says why not, and leaves the match as it was."""
        if not isinstance(action, str):
            raise IllegalAction(f"an action is a text, not {shown(action)}")
        if self.over:
            raise IllegalAction(f"{shown(action)}: the game is over")
        meant = self.meant(action)
        self._before = len(self._entries), self._state.copy(), self._chance_steps, self._actor
        self._add(meant)
        self._settle()

    def codes(self) -> list[int]:
        """List the legal actions as the numbers of the rules, in the order of `actions()`."""
        return [] if self.over else self.game.codes(self._state)

    def play_code(self, code: int) -> None:
        """Play one action by its number; IllegalAction says what is possible, and leaves the match as it was."""
        if self.over:
            raise IllegalAction(f"{shown(code)}: the game is over")
        if not is_whole(code) or code not in self.codes():
            possible = listed(f"{one} ({text})" for one, text in zip(self.codes(), self.actions(), strict=False))
            raise IllegalAction(f"{shown(code)}: that is no action that is possible now; possible: {possible}")
        codes = (int(code),)
        self._append(self.game.write(self._position, codes), codes)
        self._settle()

    def meant(self, action: str) -> Entry:
        """Find the legal action that a text means; who asks for it mostly plays it then, here or in a copy."""
        if self._meant is None or self._meant.text != action:
            codes = self.game.read(self._position, action)
            text = self.game.tidy(action) if len(codes) == 1 else self.game.write(self._position, codes)
            self._meant = Entry(text, codes, self._actor)
        return self._meant

    def follow(self, entry: Entry) -> None:
        """Play what was played in another copy of this match, without a check."""
        self._append(entry.text, entry.codes)

    def go_on(self, seed: object) -> None:
        """Go on with dice and draws from a seed, wherever those before came from."""
        self._seed, self._seed_is_whole = read_seed(seed), False
        self.chance = "auto"
        self._settle()

    def undo(self) -> None:
        """Take back the last decision and the chance after it; with manual chance, one action."""
        last = len(self._entries) - 1
        if self.chance == "auto":
            while last >= 0 and self._entries[last].actor == CHANCE:
                last -= 1
        if last < 0:
            raise IllegalAction("there is nothing to take back")
        self._entries = self._entries[:last]
        if self._before is None or self._before[0] != last:
            self._rewind()
        else:  # a table may take back one decision a thousand times, and none of them shall play all the others again
            _, state, self._chance_steps, self._actor = self._before
            self._state = state.copy()  # copies of this match share the other
            self._legal = self._meant = None
        self._before = None

    def at(self, number: int) -> Match:
        """Return the match as it was after so many actions; what chance was due then is due again."""
        past = Match(self.game, self.setup, seed=0, chance="manual")
        past._entries = self._entries[:number]
        past._rewind()
        return past

    # -- copying and comparing ---------------------------------------------------------------

    def copy(self) -> Match:
        """Return an independent copy: what the two still share never changes."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._state = self._state.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        kept = (self.game, self.setup, self.chance, self._seed, self._seed_is_whole, self._entries)
        return _unpickled, kept

    def __eq__(self, other: object) -> bool:
        """Return whether the same was played from the same set-up; who rolls from here on does not matter."""
        if not isinstance(other, Match):
            return NotImplemented
        return (self.game, self.setup, self._entries) == (other.game, other.setup, other._entries)

    __hash__ = None  # type: ignore[assignment]  # a match goes on

    # -- looking -----------------------------------------------------------------------------

    @property
    def history(self) -> list[str]:
        """Every action so far, chance included."""
        return [entry.text for entry in self._entries]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every action so far with its steps in the rules, for tools that retell the match."""
        return self._entries

    @property
    def scores(self) -> tuple[int | float, ...] | None:
        """The final score of each player; None before the end."""
        return self.game.scores(self._state, self.players) if self.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won; none before the end."""
        return self.game.winners(self.scores) if self.scores is not None else ()

    @property
    def beers(self) -> list[tuple[int, int, int]]:
        """Who owes whom how many beers: (from, to, beers), one entry a pair."""
        return self.game.beers(self._position) if self.over else []

    @property
    def position(self) -> str | None:
        """The position in one line, in games that have such a notation."""
        return self.game.write_position(self._position)

    @property
    def current(self) -> Position:
        """The position as it is now: it stays what it is when the match goes on."""
        return Position(self.game, self.setup, self._state.copy())

    @property
    def _position(self) -> Position:
        """The same without a copy, for a look."""
        return Position(self.game, self.setup, self._state)

    @property
    def state(self) -> State:
        """A copy of the rules' array, for bots and tools; it holds nothing that is hidden."""
        return self._state.copy()

    def view(self, player: int | None) -> dict[str, Any]:
        """Describe what a player may know (None: a spectator), as plain JSON.

        No game of ours has secrets between players, and what nobody knows (the order of the
        pile, a token's face) is not in the match before it turns up. So all views are alike but
        for the seat.
        """
        if player is not None and (type(player) is not int or not 0 <= player < self.players):
            raise BadOption(f"there is no player {shown(player)}; players are 0 to {self.players - 1}, or None")
        return {
            "game": self.game.name,
            "players": self.players,
            "options": dict(self.setup.options),
            "seat": player,
            "actor": self.actor,
            "number": len(self._entries),
            "over": self.over,
            "scores": None if self.scores is None else list(self.scores),
            "winners": list(self.winners),
            "beers": [list(owed) for owed in self.beers],
            **self.game.view(self._position),
        }

    def breakdown(self) -> dict[str, Any]:
        """Say where each point comes from; before the end, as the table lies."""
        return self.game.breakdown(self._position)

    def record(self) -> str:
        """Write the whole game as text, which `meadhall.load` plays back."""
        from .record import write

        return write(self)

    def _repr_svg_(self) -> str:
        """Draw the table, for notebooks."""
        drawn: str = import_module("meadhall").svg(self)  # as a user would: nothing in core draws
        return drawn

    def __repr__(self) -> str:
        state = "over" if self.over else f"{len(self._entries)} actions"
        return f"<{self.game.name} for {self.players}, {state}>"


def _unpickled(game: Game, setup: Setup, chance: str, seed: str, whole: bool, entries: tuple[Entry, ...]) -> Match:
    """Return the match that was pickled, its actions played again without a check."""
    match = Match(game, setup, seed, "manual")
    match.chance, match._seed_is_whole, match._entries = chance, whole, entries
    match._rewind()
    return match


def read_seed(seed: object) -> str:
    """Turn a seed into the text that the dice are keyed with; None gives a fresh secret one."""
    if seed is None:
        return str(secrets.randbits(128))
    if is_whole(seed) and abs(int(seed)) < 10**LONGEST_SEED:
        return str(int(seed))
    if isinstance(seed, str) and 0 < len(seed) <= LONGEST_SEED + 1 and seed.isprintable() and seed == seed.strip():
        return seed
    raise BadOption(f"seed cannot be {shown(seed)}; it can be a whole number or a line of text")
