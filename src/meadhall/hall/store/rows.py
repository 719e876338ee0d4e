"""What is kept: tables, seats, events and talk; people, their matches and their beers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from meadhall.learn.ratings import Rating

from ..messages import Line

Kind = Literal[
    "move",
    "undo",
    "sit",
    "name",
    "resign",
    "time",
    "stand-in",
    "back",
    "rematch",
    "invite",
    "nonce",
    "dismiss",
    "unrated",
]


class Conflict(Exception):
    """Somebody else has written this event or this table first."""


class Unkept(Exception):
    """The database cannot be reached or written just now; whether this was written, only reading can tell."""


class Damaged(Unkept):
    """The database cannot be read, and will not mend by itself."""


class Card(Struct, frozen=True):
    """What changes with every event and is seen from across the hall."""

    stage: Literal["playing", "over"]
    number: int
    actor: int | None
    free: int
    at: float
    bot: bool = False  # whether a bot must decide
    due: float | None = None  # when the actor's time is over
    guard: str = ""  # how a match began that is kept from the bots while it is played


class TableRow(Struct, frozen=True):
    """What is fixed when a table is set up."""

    name: str
    game: str
    options: dict[str, str | int]
    seed: str
    aids: bool
    listed: bool
    made: float
    start: str = ""  # a record from which the match goes on; empty where it begins anew
    clock: str = ""  # how long people may think, as JSON; empty for as long as they like
    daily: str = ""  # the day and the kind of a daily table, like 2026-11-16 solo; else empty
    rated: bool = True  # not where somebody chose the seed of the dice
    commitment: str = ""  # to the secret of the house, which is then the seed; empty where the seed is a whole one


class SeatRow(Struct, frozen=True):
    """Who sits in a seat."""

    seat: int
    kind: Literal["person", "bot"]
    level: int | None  # of the bot that plays here, for good or until the person is back; None: a person decides
    player: str
    digest: str | None
    person: str | None = None  # whose results these are, where they have said who they are
    nonce: str | None = None  # what this seat adds to the dice, once it is known; it never changes again
    program: str = ""  # the bot that plays here is a program of that name; its level is that of who stands in for it


class Event(Struct, frozen=True):
    """One thing that happened at a table."""

    number: int
    kind: Kind
    seat: int
    text: str
    at: float


class Kept(Struct, frozen=True):
    """All that is kept of a table."""

    table: TableRow
    card: Card
    seats: list[SeatRow]
    events: list[Event]
    talk: list[Line] = []


class PersonRow(Struct, frozen=True):
    """Somebody we know."""

    person: str  # a name for programs, longer than any name of people, and told to nobody
    name: str
    made: float


class Facts(Struct, frozen=True, omit_defaults=True):
    """What a match was for one of its players: nothing in it names anybody else."""

    players: int
    options: dict[str, str | int]
    counted: bool  # in the statistics: a whole match from its beginning
    result: float  # 0 to 1; -1 for who has left
    won: bool | None = None  # None alone
    score: float | None = None  # None where the match was not played out
    first: bool | None = None  # had the first turn
    levels: list[int] = []  # of the bots at the table
    feats: dict[str, int] = {}
    before: Rating | None = None  # None where the match was not rated
    after: Rating | None = None


class EndedSeat(Struct, frozen=True):
    """A seat of a match that is over."""

    seat: int
    person: str | None
    bot: Rating | None  # of a bot
    facts: Facts


class Ended(Struct, frozen=True):
    """All that a finished match means for people."""

    name: str
    game: str
    at: float
    rated: bool
    seats: list[EndedSeat]
    beers: list[tuple[str, str, int]]  # from, to, how many


class PastMatch(Struct, frozen=True):
    """A finished match of somebody."""

    name: str
    seat: int
    game: str
    at: float
    facts: Facts


class Owed(Struct, frozen=True):
    """A line on a tab; below zero, what was drunk."""

    name: str
    debtor: str
    creditor: str
    many: int
    at: float


class Life(Struct, frozen=True):
    """What is kept of somebody."""

    person: PersonRow
    played: list[PastMatch]  # the latest first
    ratings: dict[str, tuple[float, float, int]]  # by game: mu, sigma, rated matches
    beers: list[Owed]  # the latest first
    people: dict[str, str]  # the names of others on the tab
    players: dict[str, list[str]]  # who sat at the tables
