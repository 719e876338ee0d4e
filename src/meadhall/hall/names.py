"""Names: of tables, of bots, and what people may call themselves."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Collection

from .problems import bad_name

LONGEST = 24
MOST_TYPED = 10  # signs for each letter: accents that stand alone, and blanks that go
MOST_MARKS = 4  # accents on one letter that some language needs; a tower of them paints over the lines around it
UNSEEN = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")  # that count as letters or signs, but show nothing


def _words(text: str) -> list[str]:
    return [word.replace("_", " ") for word in text.split()]


FIRST = _words("""
    amber bold brave bright calm clever cosy early fair fine foggy free gentle glad golden good grand green happy
    hearty high honest jolly keen kind late light little long lucky merry mild mossy new noble northern old patient
    proud quick quiet red round sandy silver snowy soft starry steady still stormy sunny swift tall true warm wide
    wild windy winter wise young
""")
LAST = _words("""
    anchor barrel bay bear beard bench birch boat bread bridge candle cave cliff coast cup drum eagle evening feast
    fern fjord fleet flute friday garden goat gull hammer harbor harp hearth hill honey horn island journey kettle
    lantern longship meadow mill moon morning mug oak oar otter puffin raven reef river saga sail salmon seal shield
    shore song spoon star stone summer thunder tide toast trout tunnel valley voyage wave whale willow wolf
""")
SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"  # 32, so 5 bits each; none looks like another one

BOTS = _words("""
    Ulf Tuva Solveig Bjarne Runa Sigrid Torben Astrid Leif Freya Halvar Ylva Gunnar Hedda Snorre Liv Egil Svea
    Asmund Thora Oma_Inga Opa_Knut Tante_Gerda Onkel_Ole
""")


def secret_table_name() -> str:
    """Return a name that nobody can guess, like long-friday-kx7q-2m9p-tw4d: who knows it was told."""
    groups = ["".join(secrets.choice(SIGNS) for _ in range(4)) for _ in range(3)]
    return "-".join([table_name(), *groups])


def table_name(third: bool = False) -> str:
    """Think of a name for a table, like long-friday."""
    words = [secrets.choice(FIRST), secrets.choice(LAST)]
    if third:
        words.insert(1, secrets.choice([word for word in FIRST if word != words[0]]))
    return "-".join(words)


def bot_name(taken: Collection[str]) -> str:
    """Name a bot as nobody at the table is named."""
    seen = {name.casefold() for name in taken}
    return secrets.choice([name for name in BOTS if name.casefold() not in seen])


def can_be_shown(line: str) -> bool:
    """Say whether a line is only text: nothing in it controls, hides, turns around, or climbs out of its line."""
    if not line.isprintable() or not UNSEEN.isdisjoint(line):
        return False
    marks = 0
    for sign in line:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return False
    return True


def one_line(text: str, longest: int) -> str:
    """Return a text as one line with its accents put together; nothing of one that is much too long.

    To put accents into their order takes a time that grows with the square of how many there are.
    """
    return " ".join(unicodedata.normalize("NFC", text).split()) if len(text) <= MOST_TYPED * longest else ""


def person_name(name: str, taken: Collection[str] = ()) -> str:
    """Tidy up what somebody calls themselves; a name that is taken gets a number."""
    tidy = one_line(name, LONGEST)
    if not 1 <= len(tidy) <= LONGEST or not can_be_shown(tidy):
        raise bad_name()
    seen = {name.casefold() for name in taken}
    numbered, number = tidy, 2
    while numbered.casefold() in seen:
        numbered, number = f"{tidy[: LONGEST - 1 - len(str(number))]} {number}", number + 1
    return numbered
