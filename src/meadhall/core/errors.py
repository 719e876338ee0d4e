"""What can be wrong, for people: each message says what, where, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import SupportsInt, TypeGuard


class UnknownGame(KeyError):
    """There is no game of that name."""

    def __str__(self) -> str:  # a KeyError would print its message in quotes
        return str(self.args[0])


class BadOption(ValueError):
    """A game cannot be set up like that."""


class IllegalAction(ValueError):
    """The rules do not allow this action now; the match is as it was."""


class BadPosition(ValueError):
    """The text is no position of the game."""


class _InBoth(ValueError):
    """What pages show too: `de` says it in German."""

    def __init__(self, message: str, de: str | None = None) -> None:
        super().__init__(message)
        self.de = de or message


class BadRecord(_InBoth):
    """The text is no record of a game that was played by the rules; `de` says it in German."""


class BadSet(_InBoth):
    """The coaster set breaks a rule for sets; `de` says it in German."""


class BadTable(_InBoth):
    """The table cannot be scored; `de` says it in German."""


class UnfitNet(ValueError):
    """The file is no net that can play this game."""


ERRORS = (UnknownGame, BadOption, IllegalAction, BadPosition, BadRecord, BadSet, BadTable, UnfitNet)


def shown(value: object, most: int = 60) -> str:
    """Show a value that came from outside, in one line and never too long."""
    try:
        text = repr(value[: most + 1]) if isinstance(value, str | bytes) else repr(value)
    except Exception as problem:  # a foreign object's repr may raise anything
        text = f"a {type(value).__name__} ({type(problem).__name__} when shown)"
    return cut(text, most)


def cut(text: str, most: int = 60) -> str:
    """Make one line of a text, and cut it where it is too long."""
    line = " ".join(text.split()).encode("utf-8", "backslashreplace").decode()
    return line if len(line) <= most else f"{line[:most]} …"


def is_whole(value: object) -> TypeGuard[SupportsInt]:
    """Say whether a value is a whole number, of Python's or NumPy's kind; True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def listed(choices: Iterable[object], most: int = 8, in_all: str = "in all") -> str:
    """List what is allowed, the first few of it where it is much."""
    texts = [str(choice) for choice in choices]
    if len(texts) > most:
        return ", ".join(texts[:most]) + f" … ({len(texts)} {in_all})"
    return ", ".join(texts)
