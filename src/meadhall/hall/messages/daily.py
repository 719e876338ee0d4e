"""The daily tables."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .hall import Sentence

DailyKind = Literal["solo", "duel"]  # alone, and against a bot


class DailyWish(Struct, frozen=True):
    """A wish for today's table: your name, and the secrets of your daily tables, for there is one a day."""

    name: str = ""
    day: str = ""  # that you think it is, like 2026-11-16; empty: whatever it is
    seats: list[str] = []


class DailyResult(Struct, frozen=True):
    """How a daily table ended for somebody."""

    name: str
    level: int | None  # of the bot that played in your place; None for people
    said: Sentence  # in a few words, like 27 points, or won 27:24
    table: str  # to look back at; empty for bots
    yours: bool


class DailyTable(Struct, frozen=True):
    """A daily table, the same for everybody; what others made of it is told once you have finished, or the day has."""

    kind: DailyKind
    game: str
    level: int | None  # of the bot on the other side; None where you are alone
    table: str  # yours; empty where you have not begun
    stage: Literal["new", "playing", "over"]
    yours: DailyResult | None
    bot: DailyResult | None  # None also while it is still playing
    finished: int  # tables of this kind and day in this hall
    results: list[DailyResult]  # the best first


class DailyDay(Struct, frozen=True):
    """The daily tables of a day."""

    day: str  # like 2026-11-16, in UTC
    tables: list[DailyTable]


class Daily(Struct, frozen=True):
    """The daily tables, as they stand for you."""

    day: str
    ends: int  # seconds until the next day begins
    tables: list[DailyTable]
    before: list[DailyDay]  # the latest first
    finished: list[str]  # days of these of which you have finished a table; to give up is not to finish
