"""People, what they have done, and what they owe."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .hall import Sentence


class NewPerson(Struct, frozen=True):
    """Somebody who wants to be known again, or to be called otherwise."""

    name: str


class Known(Struct, frozen=True):
    """Somebody we know, and the phrase by which we know them again: it is told this once."""

    name: str
    phrase: str


class Person(Struct, frozen=True):
    """Somebody we know."""

    name: str
    since: float  # in seconds since 1970


class Share(Struct, frozen=True):
    """How often somebody won, of some kind of matches."""

    words: Sentence
    matches: int
    wins: int


class Shares(Struct, frozen=True):
    """How often somebody won, by one thing in which matches differ."""

    title: Sentence
    shares: list[Share]


class Bar(Struct, frozen=True):
    """How often a number came out."""

    value: int
    many: int


class Spread(Struct, frozen=True):
    """How often each number came out."""

    title: Sentence
    bars: list[Bar]


class Best(Struct, frozen=True):
    """The best of something, and the table where it was."""

    words: Sentence
    value: Sentence
    table: str


class RatedMatch(Struct, frozen=True):
    """Where somebody's rating stood after a match."""

    table: str
    at: float
    points: int


class BotMark(Struct, frozen=True):
    """Where a bot stands, to compare with."""

    level: int
    points: int


class GameProfile(Struct, frozen=True):
    """What somebody has done in a game."""

    game: str
    title: Sentence
    matches: int
    contests: int  # against others, and whole
    wins: int
    points: int | None  # the rating; None before the first rated match
    rated: int  # matches that it comes from
    sure: Sentence  # how sure it is
    history: list[RatedMatch]  # the latest last
    bots: list[BotMark]
    shares: list[Shares]
    spreads: list[Spread]
    bests: list[Best]


class PlayedMatch(Struct, frozen=True):
    """A finished match of somebody."""

    table: str
    game: str
    at: float
    names: list[str]
    seat: int
    won: bool | None  # None alone
    draw: bool
    left: bool
    score: float | None  # None where the match was not played out, or has no points
    gain: int | None  # rating points; None where the match was not rated


class TabLine(Struct, frozen=True):
    """What a match or a round of beers has changed; above zero, you owe more."""

    table: str  # empty where beers were drunk
    at: float
    many: int


class Debt(Struct, frozen=True):
    """Who owes whom, netted between two."""

    key: str
    name: str
    kind: Literal["person", "bot", "guest"]
    many: int  # that you owe; below zero, that they owe you
    lines: list[TabLine]  # the latest first


class Profile(Struct, frozen=True):
    """All that the profile page shows."""

    person: Person
    games: list[GameProfile]
    matches: list[PlayedMatch]  # the latest first
    tab: list[Debt]


class Drunk(Struct, frozen=True):
    """So many beers of a debt were drunk."""

    key: str
    many: int
