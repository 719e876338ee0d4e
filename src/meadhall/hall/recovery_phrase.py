"""The phrase by which somebody is known again: fifteen syllables that one can say, write down and type.

Fourteen syllables of six bits each are drawn, 84 bits in all; the last one is a check, so that a slip of the pen is
told from somebody we do not know. Only a digest of a phrase is ever kept.
"""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256

from . import problems

FIRST, SECOND = "bdfghklmnprstvwz", "aeio"
DRAWN = 14
WORD = 3  # syllables


def new_phrase() -> str:
    """Think of a phrase, like bakelo dimosa …"""
    drawn = [secrets.randbelow(64) for _ in range(DRAWN)]
    said = [FIRST[number // 4] + SECOND[number % 4] for number in [*drawn, _check(drawn)]]
    return " ".join("".join(said[place : place + WORD]) for place in range(0, len(said), WORD))


def phrase_digest(text: str) -> str:
    """Give what is kept of a phrase, however it was typed; a slip is refused."""
    letters = "".join(sign for sign in unicodedata.normalize("NFKC", text[:200]).lower() if sign.isalpha())
    pairs = [letters[place : place + 2] for place in range(0, len(letters), 2)]
    if len(pairs) != DRAWN + 1 or not all(len(pair) == 2 and pair[0] in FIRST and pair[1] in SECOND for pair in pairs):
        raise problems.bad_phrase()
    numbers = [4 * FIRST.index(pair[0]) + SECOND.index(pair[1]) for pair in pairs]
    if _check(numbers[:-1]) != numbers[-1]:
        raise problems.bad_phrase()
    return sha256(letters.encode()).hexdigest()


def _check(numbers: list[int]) -> int:
    """Add up with odd weights: every wrong syllable shows, and nearly every pair that changed places."""
    return sum((2 * place + 1) * number for place, number in enumerate(numbers)) % 64
