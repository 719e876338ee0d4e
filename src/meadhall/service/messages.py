"""What browser and server say to each other; web/src/wire.ts is generated from these types.

Sentences come in both languages, so that a change of language needs no answer from the server.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

SeatKind = Literal["me", "here", "link", "bot"]
Stage = Literal["playing", "over"]
Plain = dict[str, Any]  # a view, a breakdown: what it holds is the room's business


class Sentence(Struct, frozen=True):
    """A text in both languages."""

    en: str
    de: str


# -- what the hall offers --------------------------------------------------------------------------


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
    aids: Sentence | None  # what the table may show to help, in words; None where there is nothing
    options: list[OptionInfo]


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


# -- sitting down ----------------------------------------------------------------------------------


class SeatWish(Struct, frozen=True):
    """Who should sit in a seat of a new table."""

    kind: SeatKind
    name: str = ""
    level: int = 2  # of a bot


class NewTable(Struct, frozen=True):
    """A wish for a new table."""

    game: str
    seats: list[SeatWish]
    options: dict[str, str | int] = {}
    aids: bool = True  # the table shows odds and the like
    listed: bool = True  # the hall shows it, and anybody may take a free seat
    seed: str | None = None  # for tests and for teachers; by default a fresh secret


class Seated(Struct, frozen=True):
    """The table, and the secrets of the seats that are yours to use or to give away, by seat."""

    table: str
    seats: dict[int, str]
    invitations: dict[int, str]  # seats for people who come by link


class Sit(Struct, frozen=True):
    """Take a free seat, or with the secret of a seat, say who you are."""

    name: str


# -- at the table ----------------------------------------------------------------------------------


class Seat(Struct, frozen=True):
    """Who sits where."""

    name: str  # empty: still free
    kind: Literal["person", "bot"]
    level: int | None
    yours: bool
    online: bool


class Choice(Struct, frozen=True):
    """A legal action: its text, the tokens that a player points at one after the other, and a few words."""

    action: str
    path: list[str]
    label: Sentence


class Step(Struct, frozen=True):
    """One action that was played: what it was, what the table looked like after it, and its sentence."""

    number: int  # counting actions from 1, chance included
    actor: int  # -1 for dice and draws
    action: str
    said: Sentence
    view: Plain
    scores: list[float]  # the points as the table lay then


class Result(Struct, frozen=True):
    """How a match ended."""

    scores: list[float]
    winners: list[int]
    beers: list[tuple[int, int, int]]  # from, to, how many
    resigned: int | None
    breakdown: Plain
    lines: list[Sentence]  # the scoring in sentences


class TableState(Struct, frozen=True):
    """All that somebody at a table may know."""

    table: str
    game: str
    options: dict[str, str | int]
    number: int  # moves made and taken back: a move says which it has seen
    entries: int  # actions of the match so far, chance included
    turn: int
    stage: Stage
    seats: list[Seat]
    actor: int | None
    seat: int | None  # the actor's seat if it is yours to decide, else None
    ask: Sentence  # who must do what
    view: Plain
    standing: Plain  # the breakdown as the table lies
    choices: list[Choice]  # yours now; empty for everybody else
    can_undo: bool
    aids: Plain | None  # what helps to decide, where the table allows it
    thinking: bool  # a bot is at work
    warming: bool
    listed: bool
    result: Result | None
    rematch: str | None  # the table where it goes on


class News(Struct, frozen=True):
    """What a socket brings: the table as it is, and what was played since you last heard."""

    state: TableState
    steps: list[Step]


class Hello(Struct, frozen=True):
    """The first thing that a browser says on a socket: its seats' secrets, and how many actions it has seen."""

    seats: list[str] = []
    seen: int = 0


class Move(Struct, frozen=True):
    """An action, and the number of moves that its player had seen."""

    action: str
    number: int


class Seen(Struct, frozen=True):
    """A wish about the table as it was at a number: undo, resign, hint."""

    number: int


class Preview(Struct, frozen=True):
    """What an action would do, before it is played; dice and draws after it are left out."""

    action: str
    view: Plain
    standing: Plain
    said: Sentence
    why: Sentence
    warning: Sentence | None
    more: Plain  # what the room's board wants to show


class HintLine(Struct, frozen=True):
    """An action as the bot sees it."""

    action: str
    value: float
    visits: int
    why: Sentence


class Hint(Struct, frozen=True):
    """What a bot would do, best first."""

    lines: list[HintLine]


# -- looking back ----------------------------------------------------------------------------------


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
    steps: list[Step]


class PictureWish(Struct, frozen=True):
    """A record to draw: its end or the table after some actions, or all of it as one picture that moves."""

    record: str
    names: list[str] = []
    at: int | None = None
    lang: Literal["en", "de"] = "en"
    animated: bool = False


# -- rules -----------------------------------------------------------------------------------------


class RulePart(Struct, frozen=True):
    """A piece of the rules: text as HTML, or an example, a position that the game's board can draw."""

    html: str | None = None
    game: str | None = None
    caption: str | None = None
    view: Plain | None = None
    step: Step | None = None
    more: Plain | None = None  # what the room's board wants to show of the step


class Rulebook(Struct, frozen=True):
    """The rules of a game in one language."""

    title: str
    parts: list[RulePart]


class Problem(Struct, frozen=True):
    """What is wrong, for people."""

    code: str  # for programs, like not-your-turn
    message: Sentence
