"""What the hall offers, sitting down, rules, and problems."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

SeatKind = Literal["me", "here", "link", "bot"]
Stage = Literal["playing", "over"]
HealthStatus = Literal["ready", "no-database", "damaged-database"]


class Sentence(Struct, frozen=True):
    """A text in both languages."""

    en: str
    de: str


class OptionChoice(Struct, frozen=True):
    """One way to set an option."""

    value: str | int
    words: Sentence


class OptionInfo(Struct, frozen=True):
    """An option of a game; the first choice is the default."""

    name: str
    words: Sentence
    choices: list[OptionChoice]


class GameInfo(Struct, frozen=True):
    """A game of the hall."""

    name: str
    title: Sentence
    teaser: Sentence
    goal: Sentence
    players: list[int]
    usual_players: int
    minutes: int
    luck: Sentence  # in a word or two: no luck, tiles, dice
    has_luck: bool  # there are dice or draws, so that a table asks for nonces
    aids: Sentence | None  # what the table may show to help, in words; None where there is nothing
    aids_advise: bool  # it is a bot's advice: not to be had in a rated match between people
    options: list[OptionInfo]
    lesson: bool  # it can be learned in a first game
    puzzles: int  # how many there are to solve
    scores: bool  # a real table of it can be scored
    sets: bool  # it has coasters, and may be played with others than ours


class TableCard(Struct, frozen=True):
    """A table, seen from across the hall."""

    table: str  # its name, like long-friday
    game: str
    names: list[str]  # of all seats; empty where nobody sits yet
    stage: Stage
    number: int
    actor: int | None  # whose turn it is
    yours: list[int]  # your seats
    free: int  # seats that anybody may take
    at: float  # when something last happened, in seconds since 1970


class Look(Struct, frozen=True):
    """Somebody with these seats' secrets looks around in the hall."""

    seats: list[str] = []


class Hall(Struct, frozen=True):
    """What goes on in the hall."""

    yours: list[TableCard]
    open: list[TableCard]  # to join
    watch: list[TableCard]
    warming: bool  # the compiler is still at work: bots play a little weaker


class SeatWish(Struct, frozen=True):
    """Who should sit in a seat of a new table."""

    kind: SeatKind
    name: str = ""
    level: int = 2  # of a bot
    program: str = ""  # a bot that is a program of its own, by its name: one of those that the house has
    nonce: str = ""  # what a seat of yours adds to the dice: 32 hexadecimal digits; without one, it waives that


class Pledge(Struct, frozen=True):
    """A commitment to a secret of the house, for one table that is set up within some minutes."""

    commitment: str  # SHA-256 of the secret, in hexadecimal digits
    seconds: int  # for which it can be used


class ClockWish(Struct, frozen=True):
    """How long people may think; None: as long as they like."""

    move: int | None = None  # seconds for one move
    game: int | None = None  # minutes for all moves of a seat together


class NewTable(Struct, frozen=True):
    """A wish for a new table."""

    game: str
    seats: list[SeatWish]
    options: dict[str, str | int] = {}
    aids: bool = True  # the table shows odds and the like
    listed: bool = True  # the hall shows it, and anybody may take a free seat
    seed: str | None = None  # for tests and for teachers; by default a fresh secret
    clock: ClockWish | None = None
    commitment: str = ""  # that was given for this table, before you chose the nonces of your seats
    set: dict[str, Any] | None = None  # coasters of your own, parsed; such a match is not rated


class Seated(Struct, frozen=True):
    """The table, and the secrets of the seats that are yours to use or to give away, by seat."""

    table: str
    seats: dict[int, str]
    invitations: dict[int, str]  # seats for people who come by link
    events: int = 0  # all that has happened at the table: who asks for it with this number is told nothing older


class Sit(Struct, frozen=True):
    """Take a free seat, or with the secret of a seat, say who you are."""

    name: str
    nonce: str = ""  # what you add to the dice, chosen after you saw the table's commitment


class Again(Struct, frozen=True):
    """A wish for a rematch, with a commitment that was given for it and the nonce of your seats."""

    commitment: str = ""
    nonce: str = ""
    later: bool = False  # you add your nonce with a claim, once you have seen the commitment at the new table


class Claim(Struct, frozen=True):
    """Take your seats at a rematch, and add to its dice."""

    nonce: str = ""


class Invite(Struct, frozen=True):
    """Take the invitation to a seat back, and get a new one."""

    seat: int


class Problem(Struct, frozen=True):
    """What is wrong, for people."""

    code: str  # for programs, like not-your-turn
    message: Sentence


class Health(Struct, frozen=True, omit_defaults=True):
    """Whether the hall is ready for guests."""

    status: HealthStatus
    since: str  # when that was first seen, in UTC: 2026-11-16T13:20:11+00:00
    message: Sentence | None = None  # what the host can do, where it is not
