"""Pictures of matches: the table as it lies, and one that plays the whole game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from meadhall.core.errors import BadOption, is_whole, shown
from meadhall.core.game import Language
from meadhall.core.match import Match

from . import picture
from . import svg as shapes
from .picture import Frame, Part, Sheet

LEAST_WIDTH, MOST_WIDTH = 16, 8192
STEP, QUICKEST, LONGEST = 1.2, 0.4, 100.0  # seconds: of a frame, at least, and of all frames together
HOLD = 4.0  # seconds that the last frame stays


def svg(
    match: Match, lang: str = "en", names: Sequence[str] | None = None, width: float = 540, at: int | None = None
) -> str:
    """Draw a match as it stands, or as it stood after so many actions."""
    language, called, wide = asked(match, lang, names, width)
    return picture.of(_until(match, at), called, language, wide)


def animated(match: Match, lang: str = "en", names: Sequence[str] | None = None, width: float = 540) -> str:
    """Draw a match as one picture that plays it, decision by decision, and stays on the end for a while.

    Whoever wants no motion sees the end. What stays the same from frame to frame is drawn once; each part says in
    `data-frames` where it is to be seen, for programs that want the frames.
    """
    language, called, wide = asked(match, lang, names, width)
    frames = with_moments(picture.all_frames(match, called, language))
    on = picture.sheet(match.game, frames, language)
    name = "mh" + hashlib.sha256(match.record().encode()).hexdigest()[:8]
    film = _Film(name, len(frames))
    words = [[*picture.seats_of(on, frame), *_words(on, frame)] for frame in frames]
    body = film.show(words) + picture.board_group(on, film.show([frame.picture.parts for frame in frames]))
    drawing = shapes.tag("style", film.style()) + picture.ground(on) + body
    more = {"id": name, "data-frames": len(frames), "data-seconds": film.step, "data-hold": HOLD}
    return picture.document(on, drawing, picture.title(on, frames[-1]), wide, **more)


def with_moments(frames: Iterable[Frame]) -> list[Frame]:
    """Number frames, so that each says which one it is."""
    drawn = list(frames)
    return [replace(frame, moment=f"{number}/{len(drawn)}") for number, frame in enumerate(drawn, 1)]


def step_of(frames: int) -> float:
    """Say for how many seconds one of so many frames stays."""
    return round(min(STEP, max(QUICKEST, LONGEST / frames)), 2)


def _words(on: Sheet, frame: Frame) -> list[Part]:
    return [Part(90, picture.below(on, frame)), Part(91, picture.moment(frame))]


class _Film:
    """Which parts are to be seen when, as keyframes."""

    def __init__(self, name: str, frames: int) -> None:
        self.name, self.frames = name, frames
        self.step = step_of(frames)
        self.times: dict[tuple[int, ...], int] = {}  # the frames of parts, and the number of their keyframes

    def show(self, frames: Sequence[Sequence[Part]]) -> str:
        """Draw the parts of all frames, each once."""
        seen: dict[Part, list[int]] = {}
        for number, parts in enumerate(frames):
            for part in parts:
                when = seen.setdefault(part, [])
                if not when or when[-1] != number:
                    when.append(number)
        drawn = sorted(seen.items(), key=lambda item: item[0].depth)  # else in the order of their first frame
        return "".join(self._part(part, tuple(when)) for part, when in drawn)

    def _part(self, part: Part, when: tuple[int, ...]) -> str:
        if len(when) == self.frames:
            return part.drawing
        number = self.times.setdefault(when, len(self.times))
        spans = " ".join(f"{first}-{last}" for first, last in _spans(when))
        return shapes.tag("g", part.drawing, class_=f"t{number}", **{"data-frames": spans})

    def style(self) -> str:
        """Write the keyframes: a part appears when its frames begin, and goes when they end."""
        seconds = self.step * (self.frames - 1) + HOLD
        moving, still = [], []
        for when, number in self.times.items():
            steps = {0.0: "visible" if when[0] == 0 else "hidden"}
            for first, last in _spans(when):
                steps[100 * self.step * first / seconds] = "visible"
                if last + 1 < self.frames:
                    steps[100 * self.step * (last + 1) / seconds] = "hidden"
            frames = "".join(f"{time:.4g}%{{visibility:{seen}}}" for time, seen in steps.items())
            moving.append(f"@keyframes {self.name}-{number}{{{frames}}}")
            moving.append(f"#{self.name} .t{number}{{animation:{self.name}-{number} {seconds:.2f}s step-end infinite}}")
            if when[-1] != self.frames - 1:
                still.append(f"#{self.name} .t{number}")
        rules = f"{','.join(still)}{{visibility:hidden}}" if still else ""
        return f"{rules}@media (prefers-reduced-motion:no-preference){{{''.join(moving)}}}"


def _spans(when: Sequence[int]) -> list[tuple[int, int]]:
    """Join numbers that follow each other: 1 2 3 7 is 1-3 and 7-7."""
    starts = [when[0], *(b for a, b in pairwise(when) if b != a + 1)]
    ends = [*(a for a, b in pairwise(when) if b != a + 1), when[-1]]
    return list(zip(starts, ends, strict=True))


# -- what was asked for ------------------------------------------------------------------------------


def asked(match: object, lang: object, names: object, width: object) -> tuple[Language, list[str], float]:
    """Check what a picture is asked for with: its language, the names of all players, its width."""
    if not isinstance(match, Match):
        raise BadOption(f"a picture is that of a match, not of {shown(match)}")
    if lang != "en" and lang != "de":
        raise BadOption(f"lang cannot be {shown(lang)}; it can be en, de")
    given = () if names is None else names
    if not isinstance(given, list | tuple) or not all(isinstance(name, str) for name in given):
        raise BadOption(f"names are a list of texts, not {shown(names)}")
    language: Language = "de" if lang == "de" else "en"
    return language, picture.called(given, match.players), _width(width)


def _width(width: object) -> float:
    if isinstance(width, bool) or not isinstance(width, int | float) or not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise BadOption(f"width is a number from {LEAST_WIDTH} to {MOST_WIDTH}, not {shown(width)}")
    return width


def _until(match: Match, at: object) -> Match:
    """Give the match as it stood after so many actions."""
    if at is None:
        return match
    if not is_whole(at) or not 0 <= int(at) <= len(match.entries):
        raise BadOption(f"at is a whole number from 0 to {len(match.entries)}, not {shown(at)}")
    return match.at(int(at))
