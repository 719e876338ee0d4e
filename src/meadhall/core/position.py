"""One position of a game: what can be played in it, and what comes after. A position never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .errors import IllegalAction, shown

if TYPE_CHECKING:
    from .game import Game, Setup
    from .jit import State

CHANCE, OVER = -1, -2  # instead of a player's seat, as the rules answer `actor`


class Position:
    """A game, how it was set up, and how things lie: comparable, hashable, and independent of how it came about."""

    __slots__ = ("game", "setup", "state")

    def __init__(self, game: Game, setup: Setup, state: State) -> None:
        self.game, self.setup, self.state = game, setup, state

    @property
    def actor(self) -> int | None:
        """The player who must decide, CHANCE, or None when the game is over."""
        actor = int(self.game.at_hand().actor(self.state))
        return None if actor == OVER else actor

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor is None

    @property
    def text(self) -> str | None:
        """The position in one line, in games that have such a notation."""
        return self.game.write_position(self)

    def actions(self) -> list[str]:
        """Return every legal action in the game's notation; where chance decides, its outcomes."""
        return [] if self.over else self.game.texts(self)

    def codes(self) -> list[int]:
        """Return the legal actions as the numbers of the rules, in the order of `actions()`."""
        return [] if self.over else self.game.codes(self.state)

    def after(self, *codes: int) -> Position:
        """Return the position after some steps of the rules, which are trusted to be legal."""
        apply, state = self.game.at_hand().apply, self.state.copy()
        for code in codes:
            apply(state, code)
        return Position(self.game, self.setup, state)

    def play(self, action: str) -> Position:
        """Return the position after an action, or after a chance outcome; IllegalAction says why there is none."""
        if not isinstance(action, str):
            raise IllegalAction(f"an action is a text, not {shown(action)}")
        if self.over:
            raise IllegalAction(f"{shown(action)}: the game is over")
        return self.after(*self.game.read(self, action))

    def copy(self) -> Position:
        """Return a position that shares nothing with this one."""
        return Position(self.game, self.setup, self.state.copy())

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = self.setup, other.setup
        return (
            self.game.name == other.game.name
            and (mine.players, mine.options, mine.coasters) == (theirs.players, theirs.options, theirs.coasters)
            and np.array_equal(self.state, other.state)
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.setup.players, self.state.tobytes()))

    def __reduce__(self) -> tuple[object, ...]:
        return _found, (self.game.name, self.setup, self.state.tobytes())

    def __repr__(self) -> str:
        return f"<{self.game.name} for {self.setup.players}: {self.text or self.actor}>"


def _found(game: str, setup: Setup, state: bytes) -> Position:
    """Return a position that was pickled, with the game of that name."""
    from .registry import find

    return Position(find(game), setup, np.frombuffer(state, np.int64).copy())
