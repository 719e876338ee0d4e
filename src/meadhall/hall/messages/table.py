"""What is said at a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .hall import Problem, Sentence, Stage

Plain = dict[str, Any]  # a view, a breakdown: what it holds is the room's business


class Seat(Struct, frozen=True):
    """Who sits where."""

    name: str  # empty: still free
    kind: Literal["person", "bot"]
    level: int | None  # of the bot that plays here; at a person's seat, for as long as they are away
    yours: bool
    online: bool
    absent: bool  # a person who has been away for so long that a bot may play for them
    program: str = ""  # the bot here is a program of its own, of that name
    notice: Sentence | None = None  # what everybody should know about who plays here


class Clock(Struct, frozen=True):
    """How much time is left, in milliseconds, at the moment when this was said."""

    move: int | None  # seconds that a move may take
    game: int | None  # minutes that all moves of a seat may take
    started: bool  # with the first move once everybody sits
    running: int | None  # the seat whose time runs
    turn: int | None  # left for the move that is being thought about
    left: list[int | None]  # for the rest of the game, by seat; None for bots


class Dice(Struct, frozen=True):
    """How the dice and draws of a table can be verified."""

    commitment: str  # SHA-256 of the house's secret
    waits: list[int]  # seats that have not added their nonces yet: nothing is rolled before
    nonces: list[str]  # by seat, once all are known; `-` where it was waived, `bot`
    secret: str  # once the match is over; else empty


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
    coach: bool  # whether a coach is to be had
    rated: bool  # whether the match counts for ratings, as everybody sits now
    help: Literal["none", "board", "bots"]  # board: previews, odds and the like; bots: also what a bot thinks
    daily: str  # the day and the kind of a daily table, like 2026-11-16 solo; else empty
    goes_on: int | None  # where the match goes on from a record: how many of its actions; else None
    clock: Clock | None = None
    dice: Dice | None = None  # None: there is no luck, or the seed was chosen by somebody
    events: int = 0  # all that has happened here: moves, and who came or went


class MovedOn(Problem, frozen=True):
    """A wish came too late; the table as it is now."""

    table: TableState


class Line(Struct, frozen=True):
    """What somebody said at a table."""

    number: int  # from 1
    seat: int
    text: str
    at: float  # in seconds since 1970


class News(Struct, frozen=True):
    """What a socket brings: the table as it is, and what was played and said since you last heard."""

    state: TableState
    steps: list[Step]
    talk: list[Line]


class Hello(Struct, frozen=True):
    """The first thing that a browser says on a socket: its seats' secrets, and what it has seen and heard."""

    seats: list[str] = []
    seen: int = 0  # actions
    heard: int = 0  # lines of talk
    away: bool = False  # only looks: a bot that plays for somebody here shall go on
    lean: bool = False  # a program that knows the rules: told what is played, in Played, and no views
    number: int = 0  # of moves that were seen, perhaps at another server: nothing older is told
    events: int = 0  # the same of all that has happened


class Command(Struct, frozen=True):
    """A wish that comes over the socket, for the seats of its Hello."""

    do: Literal["move", "undo", "resign"]
    number: int  # of moves that were seen
    action: str = ""
    id: int | str | None = None  # comes back with the answer


class Done(Struct, frozen=True):
    """A command was carried out, and is kept; what comes of it is in the News."""

    id: int | str | None
    number: int  # of moves made and taken back, as they are now


class Declined(Struct, frozen=True):
    """A command was not carried out, and nothing has changed."""

    id: int | str | None
    code: str
    message: Sentence


class Played(Struct, frozen=True, omit_defaults=True):
    """What a lean socket brings: after `since` actions that stand as they were told, these were played."""

    number: int  # of moves made and taken back
    since: int
    played: list[tuple[int, str]]  # actor, -1 for dice and draws, and action
    stage: Stage
    actor: int | None
    id: int | str | None = None  # where this is also the answer to a command


class Move(Struct, frozen=True):
    """An action, and the number of moves that its player had seen."""

    action: str
    number: int


class Seen(Struct, frozen=True):
    """A wish about the table as it was at a number: undo, resign."""

    number: int


class Talk(Struct, frozen=True):
    """Something to say to everybody at the table."""

    text: str


class StandIn(Struct, frozen=True):
    """A bot shall play in a seat until its owner is back."""

    seat: int
    number: int  # of moves that were seen
    level: int = 2


class Preview(Struct, frozen=True):
    """What an action would do, before it is played; dice and draws after it are left out."""

    action: str
    view: Plain
    standing: Plain
    said: Sentence
    why: Sentence
    warning: Sentence | None
    more: Plain  # what the room's board wants to show


class HintWish(Struct, frozen=True):
    """A wish for a hint, from a bot of a level."""

    number: int
    level: Annotated[int, Meta(ge=1, le=5)] = 5


class HintLine(Struct, frozen=True):
    """An action as the bot sees it."""

    action: str
    value: float
    visits: int
    why: Sentence


class Hint(Struct, frozen=True):
    """What a bot would do, best first."""

    lines: list[HintLine]


class Coached(Struct, frozen=True):
    """What the coach says about an action before it is played."""

    lost: float | None  # against the best action: a share of a win, alone points; None: the coach is not awake yet
    warning: Sentence | None  # where it is much


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
