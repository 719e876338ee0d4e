"""Looking back at a match."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .hall import SeatWish, Sentence
from .table import Plain, Step, TableState


class StudyWish(Struct, frozen=True):
    """A record to look at, and what its players are called."""

    record: str
    names: list[str] = []


class Study(Struct, frozen=True):
    """A match to look back at: all its steps, and the table as it lies after the last."""

    game: str
    names: list[str]
    record: str  # as we write it
    state: TableState
    start: Step  # number 0: the table before the first action
    steps: list[Step]
    standings: list[Plain]  # the breakdown at each moment, from the start on


class GoOn(Struct, frozen=True):
    """A wish for a table where a match goes on from a record, after so many of its actions."""

    record: str
    at: int
    seats: list[SeatWish]
    aids: bool = True
    listed: bool = False
    commitment: str = ""  # that was given for this table, before you chose the nonces of your seats


class VerifyWish(Struct, frozen=True):
    """A record whose dice and draws are to be recomputed."""

    record: str
    seed: str | None = None  # where the record has none
    after: Annotated[int, Meta(ge=0, le=100_000)] = 0  # actions that came from elsewhere


class WrongDraw(Struct, frozen=True):
    """A die or a draw that is not what the seed gives."""

    line: int
    played: str
    due: str


class Verified(Struct, frozen=True):
    """What came of recomputing the dice and draws of a record."""

    right: bool | None  # None: they cannot be recomputed
    draws: int  # that were recomputed
    wrong: list[WrongDraw]  # the first ones
    commitment: str  # empty where the seed is a plain one
    secret: str
    nonces: list[str]  # by seat, `-` where it was waived, `bot`
    words: list[Sentence]


class PictureWish(Struct, frozen=True):
    """A record to draw: its end or the table after some actions, or all of it as one picture that moves."""

    record: str
    names: list[str] = []
    at: int | None = None
    lang: Literal["en", "de"] = "en"
    animated: bool = False


class ValuesWish(Struct, frozen=True):
    """A record, and which of its decisions are to be weighed: so many from the first one on, counting from 0."""

    record: str
    names: list[str] = []
    first: Annotated[int, Meta(ge=0, le=100_000)] = 0
    count: Annotated[int, Meta(ge=1, le=8)] = 8


class Weighed(Struct, frozen=True):
    """A decision: what the position was worth to each player, and what was made of it."""

    number: int  # of the actions before it, chance included
    actor: int
    values: list[float]  # shares of a win, alone points, with the best action
    after: list[float]  # with the one that was played
    best: str
    played: str
    lost: float
    exact: bool
    said: Sentence  # what was played, and what was better


class Values(Struct, frozen=True):
    """Some decisions of a match, weighed."""

    total: int  # decisions in the match
    first: int
    weighed: list[Weighed]
    points: bool  # the values are points, not shares of a win
    little: float  # a loss that is not worth a word
    warming: bool  # the bots are not ready yet: ask again in a while


class LuckMoment(Struct, frozen=True):
    """A moment that is worth a look back."""

    number: int  # of the step that made it
    chance: bool  # dice or a draw, not a decision
    change: float
    said: Sentence


class LuckShare(Struct, frozen=True):
    """How a player's result came about: result - start = luck + own + others."""

    seat: int
    start: float
    result: float
    luck: float
    own: float
    others: float
    lost: float  # by own decisions, against the best ones
    sentences: list[Sentence]
    moments: list[LuckMoment]


class Luck(Struct, frozen=True):
    """Luck and decisions of a finished match."""

    points: bool  # the numbers are points, not shares of a win
    chance: bool  # whether there were dice or draws at all
    shares: list[LuckShare]
