"""What browser and server say to each other; web/src/wire.ts is generated from these types.

Sentences come in both languages, so that a change of language needs no answer from the server.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

SeatKind = Literal["me", "here", "link", "bot"]
Stage = Literal["playing", "over"]
DailyKind = Literal["solo", "duel"]  # alone, and against a bot
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
    lesson: bool  # it can be learned in a first game
    puzzles: int  # how many there are to solve


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
    level: int | None  # of the bot that plays here; at a person's seat, for as long as they are away
    yours: bool
    online: bool
    absent: bool  # a person who has been away for so long that a bot may play for them


class Clock(Struct, frozen=True):
    """How much time is left, in milliseconds, at the moment when this was said."""

    move: int | None  # seconds that a move may take
    game: int | None  # minutes that all moves of a seat may take
    started: bool  # with the first move once everybody sits
    running: int | None  # the seat whose time runs
    turn: int | None  # left for the move that is being thought about
    left: list[int | None]  # for the rest of the game, by seat; None for bots


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
    coach: bool  # whether the table allows a coach
    daily: str  # the day and the kind of a daily table, like 2026-11-16 solo; else empty
    goes_on: int | None  # where the match goes on from a record: how many of its actions; else None
    clock: Clock | None = None


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
    start: Step  # number 0: the table before the first action
    steps: list[Step]
    standings: list[Plain]  # the breakdown at each moment, from the start on


# -- people ----------------------------------------------------------------------------------------


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


# -- the daily tables ------------------------------------------------------------------------------


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


# -- lessons ---------------------------------------------------------------------------------------


class LessonMove(Struct, frozen=True):
    """An action that is right, and where it leads."""

    action: str
    state: TableState
    steps: list[Step]


class LessonAnswer(Struct, frozen=True):
    """An answer to a question, and what is said to it."""

    words: Sentence
    right: bool
    why: Sentence


class LessonStep(Struct, frozen=True):
    """One idea: what is said, what to do or to answer, and the table as it stands."""

    table: int  # steps on one table follow from each other
    title: Sentence  # of the chapter
    say: Sentence
    task: Sentence | None
    right: Sentence | None  # said when it was done; None: go on at once
    nudge: Sentence | None  # said when something else was tried
    state: TableState
    steps: list[Step]  # what was played since the step before, counted from where the table was laid
    moves: list[LessonMove]  # to do; the first is the one that is shown
    previews: list[Preview]  # as many as come cheaply
    answers: list[LessonAnswer]


class Lesson(Struct, frozen=True):
    """A first game in small steps."""

    game: str
    steps: list[LessonStep]


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


# -- puzzles ---------------------------------------------------------------------------------------


class PuzzleCard(Struct, frozen=True):
    """A puzzle in the list of them all."""

    id: str
    difficulty: int  # from 1 to 5


class PuzzleAsked(Struct, frozen=True):
    """A puzzle without its answer; of the steps only the last few are told."""

    id: str
    game: str
    difficulty: int
    question: Sentence
    foresees: bool  # whether one may ask what a move does before it is made
    state: TableState
    steps: list[Step]


class PuzzleTry(Struct, frozen=True):
    """An action in a puzzle, and what was played in it before, by both sides."""

    action: str
    played: list[str] = []


class PuzzleRow(Struct, frozen=True):
    """An action beside the others, and what it is worth."""

    action: str
    words: Sentence
    value: Sentence
    best: bool


class PuzzleVerdict(Struct, frozen=True):
    """What is said about an action: `going` if the puzzle goes on, and the table as it lies now."""

    verdict: Literal["going", "right", "wrong"]
    said: Sentence
    why: list[Sentence]
    rows: list[PuzzleRow]  # of the answers side by side, once they are no secret any more
    played: list[str]  # in the puzzle so far, with what the others answered
    state: TableState
    steps: list[Step]


class GoOn(Struct, frozen=True):
    """A wish for a table where a match goes on from a record, after so many of its actions."""

    record: str
    at: int
    seats: list[SeatWish]
    aids: bool = True
    listed: bool = False


class HintWish(Struct, frozen=True):
    """A wish for a hint, from a bot of a level."""

    number: int
    level: Annotated[int, Meta(ge=1, le=5)] = 5


class Coached(Struct, frozen=True):
    """What the coach says about an action before it is played."""

    lost: float | None  # against the best action: a share of a win, alone points; None: the coach is not awake yet
    warning: Sentence | None  # where it is much


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
