"""TOML that anybody may have written: what would be costly to read is refused before it is read.

Python's reader takes a time, and memory, that grow with the square of how many parts a key has: 58 kB of `a.a.a…` cost
it 9 seconds and 3 GB. Everything else grows as the text does, so length, depth and the parts of a key are all that has
to be looked at, each in one pass.
"""

from __future__ import annotations

import re
import tomllib
from itertools import accumulate
from typing import Any

from .errors import cut

LONGEST = 100_000  # characters; our own sets have 3,000, and with every mark that can be on them 20,000
MOST_PARTS = 16  # of a key like a.b.c; a set or a table needs two
MOST_DEPTH = 32  # lists and tables in each other; a set or a table needs four
_QUOTED = re.compile(  # as tomllib takes texts and comments; what does not end ends the reading, and takes all the rest
    r"""\#[^\n]*+
      | \"{3}(?:[^"\\]|\\[\s\S]|"(?!""))*+\"{3,5}
      | '{3}(?:[^']|'(?!''))*+'{3,5}
      | "(?!"")(?:[^"\\\n]|\\.)*+"
      | '(?!'')[^'\n]*+'
      | ["'][\s\S]*+""",
    re.VERBOSE,
)
_PART = r'(?:[A-Za-z0-9_-]++|")'
_LONG_KEY = re.compile(rf'(?<![A-Za-z0-9_"-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}}')
_NO_BRACKETS = re.compile(r"[^\[\]{}]++")
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


class BadTOML(ValueError):
    """The text is no TOML, or too costly to read; `de` says it in German."""

    def __init__(self, message: str, de: str) -> None:
        super().__init__(message)
        self.de = de


def loads(text: str) -> dict[str, Any]:
    """Return what TOML holds; BadTOML says why it cannot be read."""
    _check(text)
    try:
        return tomllib.loads(text)
    except ValueError as problem:
        place = re.search(r"at line (\d+), column (\d+)", str(problem))
        where = "es lässt sich nicht lesen" if place is None else f"Zeile {place[1]}, Spalte {place[2]} geht nicht auf"
        raise BadTOML(cut(str(problem), 120), where) from None


def _check(text: str) -> None:
    """Refuse what is too long, too deep, or has a key of too many parts."""
    if len(text) > LONGEST:
        raise BadTOML(
            f"it is too long, over {LONGEST:,} characters",
            f"es ist zu lang, über {LONGEST:,} Zeichen".replace(",", "."),
        )
    bare = _QUOTED.sub('"', text)
    if _LONG_KEY.search(bare) is not None:
        raise BadTOML(
            f"a key like a.b.c has {MOST_PARTS} parts at most",
            f"ein Schlüssel wie a.b.c hat höchstens {MOST_PARTS} Teile",
        )
    if max(accumulate(map(_STEP.__getitem__, _NO_BRACKETS.sub("", bare))), default=0) > MOST_DEPTH:
        raise BadTOML(
            f"lists and tables in each other go {MOST_DEPTH} deep at most",
            f"Listen und Tabellen ineinander gehen höchstens {MOST_DEPTH} tief",
        )
