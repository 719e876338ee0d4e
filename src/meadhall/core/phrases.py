"""Small phrases that sentences of every game are made of, English and German."""

from __future__ import annotations

from collections.abc import Sequence

from .game import Language

LINKS = {"en": {"and": " and ", "or": " or "}, "de": {"and": " und ", "or": " oder "}}


def joined(items: Sequence[str], lang: Language, link: str = "and") -> str:
    """Write a list as people say it."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + LINKS[lang][link] + items[-1]


def points(number: float, lang: Language) -> str:
    """Count points."""
    if lang == "de":
        return "1 Punkt" if number == 1 else f"{number} Punkte"
    return "1 point" if number == 1 else f"{number} points"


def debts(beers: Sequence[tuple[int, int, int]], names: Sequence[str], lang: Language) -> list[str]:
    """Write who owes whom how many beers, a sentence for each pair."""
    told = {"de": "{who} schuldet {to} {count} Bier.", "en": "{who} owes {to} {count} beer{s}."}[lang]
    return [
        told.format(who=names[who], to=names[to], count=count, s="" if count == 1 else "s") for who, to, count in beers
    ]


def capital(sentence: str) -> str:
    """Begin a sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def standing(names: Sequence[str], scores: Sequence[float], gains: Sequence[float]) -> str:
    """Write how a game stands, and by what it has changed: Runa 8 (+3), Ulf 5."""
    changes = [f" ({gain:+})" if gain else "" for gain in gains]
    return ", ".join(f"{name} {score}{change}" for name, score, change in zip(names, scores, changes, strict=True))
