"""A table as a picture: a beer mat with the game's name, its players, the board, and what happened last.

A room draws its board and says what lies before each player (its `picture.py`); the mat around it is drawn here. Games
without a drawing show the board of the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from meadhall.core.game import CHANCE, NAMES, Game, Language
from meadhall.core.match import Entry, Match
from meadhall.core.parts import Part as RoomPart
from meadhall.core.phrases import joined
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker

from . import svg

GROUND = 14.0  # around the mat
PAD = 16.0  # inside it
INNER = 480.0
SEAT_HEIGHT, GAP = 50.0, 8.0
LARGEST = 2.4  # how much a small board grows at most
TALLEST = 560.0  # of a board
MOST_LINES = 4  # of words below the board
MOST_FRAMES = 400
SAYING, LINE = 15.0, 19.5  # the size of these words, and the way from line to line
COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2}
BUBBLES = ((0.08, 0.03, 5), (0.5, 0.012, 4), (0.985, 0.3, 6), (0.012, 0.62, 5), (0.97, 0.985, 8), (0.2, 0.99, 4))


class Part(NamedTuple):
    """A piece of a drawing; those of greater depth number lie above others."""

    depth: float
    drawing: str


class Box(NamedTuple):
    """The part of the plane that is drawn."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Thing:
    """Something small beside a player's name: a drawing of the sprite, or a few words."""

    sign: str = ""
    faint: bool = False
    note: str = ""


@dataclass(frozen=True)
class Seat:
    """What is to be seen of a player."""

    crest: str  # the end of a name in the sprite: madder, woad, bone, tar
    points: str
    things: tuple[Thing, ...] = ()
    unit: str = ""  # of the points, where they are none


@dataclass(frozen=True)
class Picture:
    """What a room draws."""

    box: Box
    ground: str  # a colour of the look, below everything
    parts: tuple[Part, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Frame:
    """A picture, and what the mat around it says."""

    picture: Picture
    names: tuple[str, ...]
    turn: int | None  # with whom the mug stands
    headline: str
    said: str
    moment: str = ""


WORDS = {
    "en": {"over": "The game is over.", "draw": "A draw. Clink mugs.", "nobody": "Nobody wins. Everybody drinks."},
    "de": {"over": "Das Spiel ist aus.", "draw": "Unentschieden. Stoßt an.", "nobody": "Keiner gewinnt. Alle trinken."},
}


PICTURE: RoomPart[Callable[[Position, Sequence[Entry], Speaker], Picture]] = RoomPart(
    "picture", Callable, "the table as a picture, the last action marked: `meadhall.svg`, replays, notebooks"
)


def of(match: Match, names: Sequence[str] = (), lang: Language = "en", width: float = 540) -> str:
    """Draw a match as it stands."""
    frame = last_frame(match, called(names, match.players), lang)
    on = sheet(match.game, [frame], lang)
    return document(on, draw(on, frame), title(on, frame), width)


def title(on: Sheet, frame: Frame) -> str:
    """Say in words what a picture shows."""
    return f"{on.title}: {', '.join(frame.names)}. {frame.headline or frame.said}"


# -- from a match to frames --------------------------------------------------------------------------


def last_frame(match: Match, names: Sequence[str], lang: Language) -> Frame:
    """Draw a match as it stands, with what was done last: the last decision, and the chance before or after it."""
    ends = decisions(match)
    since = ends[-2] if len(ends) > 1 else 0
    if since and match.entries[-1].actor == CHANCE:
        since -= 1
    return next(_frames(match, names, lang, ends[-1:], since))


def all_frames(match: Match, names: Sequence[str], lang: Language) -> Iterator[Frame]:
    """Draw a match decision by decision, each with the chance before it, and the end; a very long one in leaps."""
    ends = decisions(match)
    leap = -(-len(ends) // MOST_FRAMES)
    return _frames(match, names, lang, ends[::-1][::leap][::-1], 0)


def decisions(match: Match) -> list[int]:
    """Count the actions up to each decision, and up to the end."""
    ends = [number for number, entry in enumerate(match.entries, 1) if entry.actor != CHANCE]
    everything = len(match.entries)
    return ends if ends and ends[-1] == everything else [*ends, everything]


def _frames(match: Match, names: Sequence[str], lang: Language, ends: Sequence[int], since: int) -> Iterator[Frame]:
    game, setup = match.game, match.setup
    twin = Match(game, setup, seed=0, chance="manual")
    said: list[str] = []
    for entry in match.entries[:since]:
        twin.follow(entry)
    for end in ends:
        for entry in match.entries[len(twin.entries) : end]:
            said.append(game.tell(twin.current, entry.codes, Speaker(names, lang)))
            twin.follow(entry)
        picture = _drawn(twin, Speaker(names, lang))
        if not said and not twin.over:
            said.append(game.ask(twin.current, Speaker(names, lang)))
        actor = twin.actor
        turn = actor if actor is not None and actor >= 0 else None
        headline = result(twin, names, lang) if twin.over else ""
        yield Frame(picture, tuple(names), turn, headline, " ".join(said))
        said = []


def _drawn(match: Match, speaker: Speaker) -> Picture:
    draw = PICTURE.of(match.game)
    return in_letters(match, speaker) if draw is None else draw(match.current, match.entries, speaker)


def called(names: Sequence[str], players: int) -> list[str]:
    """Give each player a name; those who have none get a Viking's."""
    return [names[seat] if seat < len(names) and names[seat].strip() else NAMES[seat] for seat in range(players)]


def result(match: Match, names: Sequence[str], lang: Language) -> str:
    """Say who has won."""
    winners = [names[player] for player in match.winners]
    if match.players == 1:
        return WORDS[lang]["over"]
    if not winners:
        return WORDS[lang]["nobody"]
    if len(winners) == match.players:
        return WORDS[lang]["draw"]
    verb = {"en": ("wins", "win"), "de": ("gewinnt", "gewinnen")}[lang][len(winners) > 1]
    return f"{joined(winners, lang)} {verb}!"


def in_letters(match: Match, speaker: Speaker) -> Picture:
    """Draw the board of the terminal, for games that have no other picture."""
    game, setup = match.game, match.setup
    lines = game.draw(match.current, speaker, 80).plain.rstrip("\n").split("\n")
    style = {"font_family": "ui-monospace, Menlo, Consolas, monospace", "xml:space": "preserve"}
    parts = [Part(row, svg.words(line, 8, 18 + 15 * row, 12, **style)) for row, line in enumerate(lines)]
    scores = game.scores(match.state, setup.players)
    seats = tuple(Seat(CRESTS[seat], str(score)) for seat, score in enumerate(scores))
    return Picture(Box(0, 0, 16 + 7.3 * max(map(len, lines)), 15 * len(lines) + 16), "well", tuple(parts), seats)


CRESTS = ("madder", "woad", "bone", "tar")


# -- the mat -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sheet:
    """Where everything lies, the same in all frames of one picture."""

    title: str
    players: int
    box: Box
    ground: str
    headed: bool  # whether a line above the words is kept for the result
    lines: int

    @property
    def scale(self) -> float:
        """How much larger the board is drawn than the room draws it."""
        return min(INNER / self.box.width, TALLEST / self.box.height, LARGEST)

    @property
    def board_top(self) -> float:
        """Where the board begins."""
        rows = -(-self.players // COLUMNS[self.players])
        return GROUND + PAD + 42 + rows * (SEAT_HEIGHT + GAP)

    @property
    def words_top(self) -> float:
        """Where the words below the board begin."""
        return self.board_top + self.box.height * self.scale + 10

    @property
    def size(self) -> tuple[float, float]:
        """The size of the whole picture."""
        words = self.lines * LINE + (24 if self.headed else 0)
        return 2 * (GROUND + PAD) + INNER, ceil(self.words_top + words + PAD + GROUND + 6)  # of whole pixels


def sheet(game: Game, frames: Sequence[Frame], lang: Language) -> Sheet:
    """Lay out a mat that all frames fit on."""
    boxes = [frame.picture.box for frame in frames]
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    lines = max(len(_lines(frame)) for frame in frames)
    headed = any(frame.headline for frame in frames)
    picture = frames[0].picture
    return Sheet(game.title[lang], len(picture.seats), Box(x, y, right - x, bottom - y), picture.ground, headed, lines)


def draw(on: Sheet, frame: Frame) -> str:
    """Draw one frame."""
    words = [*(part.drawing for part in seats_of(on, frame)), below(on, frame), moment(frame)]
    board = board_group(on, "".join(part.drawing for part in sorted(frame.picture.parts, key=lambda part: part.depth)))
    return ground(on) + "".join(words) + board


def document(on: Sheet, drawing: str, title: str, width: float, /, **more: object) -> str:
    """Make a whole picture out of a drawing."""
    wide, high = on.size
    box = {"viewBox": f"0 0 {svg.number(wide)} {svg.number(high)}", "width": width, "height": width * high / wide}
    inside = svg.tag("title", svg.escape(title)) + svg.defs(drawing) + drawing
    return svg.tag("svg", inside, xmlns="http://www.w3.org/2000/svg", **box, role="img", font_family=svg.FONT, **more)


def ground(on: Sheet) -> str:
    """Draw the mead, the mat on it, its title, and what the board lies on."""
    wide, high = on.size
    bubbles = [
        svg.tag("circle", cx=wide * x, cy=high * y, r=r, fill="none", stroke="bubble", stroke_width=2)
        for x, y, r in BUBBLES
    ]
    mat = {"x": GROUND, "width": wide - 2 * GROUND, "height": high - 2 * GROUND - 4, "rx": 20, "stroke_width": 2.5}
    y = GROUND + PAD
    x = GROUND + PAD
    bar = svg.tag("tspan", "|", dx=11, font_weight=400)
    heading = svg.escape("Meadhall") + bar + svg.tag("tspan", svg.escape(on.title), dx=11)
    style = {"x": x + 34, "y": y + 22, "font_size": 20, "font_weight": 800, "fill": "ink"}
    return "".join([
        svg.tag("rect", width=wide, height=high, fill="ground"), *bubbles,
        svg.tag("rect", y=GROUND + 4, fill="edge", stroke="rule", **mat),
        svg.tag("rect", y=GROUND, fill="mat", stroke="rule", **mat),
        svg.use("mug", x, y - 2, 27, 30),
        svg.tag("text", heading, **style),
        svg.tag("rect", x=x, y=on.board_top, width=INNER, height=on.box.height * on.scale, rx=14, fill=on.ground),
    ])  # fmt: skip


def board_group(on: Sheet, drawing: str) -> str:
    """Put what a room has drawn where the board is."""
    left = GROUND + PAD + (INNER - on.box.width * on.scale) / 2 - on.box.x * on.scale
    top = on.board_top - on.box.y * on.scale
    place = f"translate({svg.number(left)} {svg.number(top)}) scale({on.scale:.4f})"
    return svg.tag("g", drawing, transform=place)


def seats_of(on: Sheet, frame: Frame) -> list[Part]:
    """Draw the players above the board: crest, name, points, and what lies before them."""
    columns = COLUMNS[on.players]
    wide = (INNER - GAP * (columns - 1)) / columns
    parts = []
    for number, (seat, name) in enumerate(zip(frame.picture.seats, frame.names, strict=True)):
        x = GROUND + PAD + number % columns * (wide + GAP)
        y = GROUND + PAD + 42 + number // columns * (SEAT_HEIGHT + GAP)
        parts.append(Part(number, _seat(seat, name, frame.turn == number, Box(x, y, wide, SEAT_HEIGHT))))
    return parts


def _seat(seat: Seat, name: str, turn: bool, at: Box) -> str:
    edge = {"stroke": "rule", "stroke_width": 2} if turn else {}
    room = at.width - 58 - max(svg.width(seat.points, 21, bold=True), svg.width(seat.unit, 12, bold=True))
    right = at.x + at.width - 10
    return svg.group([
        svg.tag("rect", x=at.x, y=at.y, width=at.width, height=at.height - 2, rx=11, fill="well", **edge),
        svg.use(f"seat-{seat.crest}", at.x + 7, at.y + 8, 32),
        svg.words(svg.fitted(name, 15, room, bold=True), at.x + 46, at.y + 21, 15, font_weight=700),
        svg.words(seat.points, right, at.y + (25 if seat.unit else 31), 21, font_weight=800, text_anchor="end"),
        svg.words(seat.unit, right, at.y + 40, 12, font_weight=700, text_anchor="end") if seat.unit else "",
        _things(seat.things, at.x + 46, at.y + 27, room),
        svg.use("mug", at.x - 9, at.y - 9, 18, 20) if turn else "",
    ])  # fmt: skip


def _things(things: Sequence[Thing], x: float, y: float, room: float) -> str:
    """Draw small things in a row; where there is little room they overlap."""
    wide = [svg.width(thing.note, 12) + 6 if thing.note else 18.0 for thing in things]
    step = min(1.0, max(room - wide[-1], 1) / max(sum(wide[:-1]), 1)) if things else 1.0
    drawn = []
    for thing, width in zip(things, wide, strict=True):
        if thing.note:
            drawn.append(svg.words(svg.fitted(thing.note, 12, room), x, y + 13, 12, fill="ink-2"))
        else:
            drawn.append(svg.use(thing.sign, x, y, 18, opacity=0.3 if thing.faint else None))
        x += step * width
    return "".join(drawn)


def below(on: Sheet, frame: Frame) -> str:
    """Write what happened below the board, and who has won."""
    x, y = GROUND + PAD + 2, on.words_top
    drawn = []
    if frame.headline:
        drawn.append(svg.words(svg.fitted(frame.headline, 18, INNER, bold=True), x, y + 17, 18, font_weight=800))
    if on.headed and frame.headline:
        y += 24
    for row, line in enumerate(_lines(frame)):
        drawn.append(svg.words(line, x, y + 15 + LINE * row, SAYING, fill="ink-2"))
    return svg.group(drawn)


def moment(frame: Frame) -> str:
    """Write which frame this is, in pictures that have several."""
    x, y = GROUND + PAD + INNER, GROUND + PAD + 21
    return svg.words(frame.moment, x, y, 14, fill="ink-2", text_anchor="end") if frame.moment else ""


def _lines(frame: Frame) -> list[str]:
    lines = svg.wrapped(frame.said, SAYING, INNER - 4)
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[: MOST_LINES - 1], svg.fitted(" ".join(lines[MOST_LINES - 1 :]), SAYING, INNER - 4)]
