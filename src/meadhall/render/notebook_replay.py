"""A match to step through, decision by decision, in a notebook or any page.

It is the picture of `pictures.animated` with buttons: without scripts (a notebook that is not trusted yet) it plays by
itself, with them it stands at the end and goes where it is told. Nothing is loaded from elsewhere.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from meadhall.core.errors import BadOption, shown
from meadhall.core.files import read_text
from meadhall.core.game import Game, Language
from meadhall.core.match import Match
from meadhall.core.record import load

from . import match_pictures

LONGEST = 8_000_000  # bytes of a record
WORDS: dict[Language, tuple[str, ...]] = {
    "en": ("Beginning", "Back", "Forward", "End", "Moment"),
    "de": ("Anfang", "Zurück", "Weiter", "Ende", "Moment"),
}
SIGNS = ("«", "‹", "›", "»")
BUTTON = "min-width:2.4em;padding:.25em;border:1px solid currentColor;border-radius:.4em;font:inherit;cursor:pointer"

# Each part of the picture says in data-frames when it is to be seen: "0-3 7-9". The script shows those of one moment.
SCRIPT = """
(() => {
  const here = [...document.querySelectorAll('#NAME')].find((one) => !one.dataset.ready) // two cells may show it
  const bar = here.querySelector('.bar'), slider = bar.querySelector('input')
  here.dataset.ready = 'yes'
  const parts = [...here.querySelectorAll('svg g[data-frames]')].map((part) => [
    part, part.dataset.frames.split(' ').map((span) => span.split('-').map(Number))])
  const last = Number(slider.max)
  function show(moment) {
    slider.value = moment = Math.min(Math.max(moment, 0), last)
    for (const [part, spans] of parts) {
      part.style.animation = 'none'
      part.style.visibility = spans.some(([from, to]) => from <= moment && moment <= to) ? 'visible' : 'hidden'
    }
  }
  const leaps = [-last, -1, 1, last]
  bar.querySelectorAll('button').forEach((button, i) => (button.onclick = () => show(+slider.value + leaps[i])))
  slider.oninput = () => show(+slider.value)
  bar.hidden = false
  show(last)
})()
"""


class Replay:
    """A match to step through; a notebook shows it, `html` is the same as text."""

    def __init__(self, match: Match, lang: str, names: Sequence[str] | None, width: float) -> None:
        self.match = match
        language, _, wide = match_pictures.asked(match, lang, names, width)
        film = match_pictures.animated(match, lang, names, width)
        self.html = _page(film, language, wide)

    def _repr_html_(self) -> str:
        """Show it, for notebooks."""
        return self.html

    def __repr__(self) -> str:
        return f"<replay of {self.match!r}>"


def replay(match: object, find: Callable[[str], Game], lang: str, names: Sequence[str] | None, width: float) -> Replay:
    """Make a match steppable: a match, the text of its record, or a file with one."""
    if isinstance(match, str) and match.lstrip("\ufeff").startswith("meadhall record"):
        match = load(match, find)
    elif isinstance(match, str | os.PathLike):
        match = load(_read(match), find)
    if not isinstance(match, Match):
        raise BadOption(f"a replay is that of a match, a record or its file, not of {shown(match)}")
    return Replay(match, lang, names, width)


def _read(file: str | os.PathLike[str]) -> str:
    try:
        return read_text(Path(file), LONGEST)
    except ValueError as problem:
        raise BadOption(f"{shown(str(file))} cannot be read: {problem}") from None


def _page(film: str, lang: Language, width: float) -> str:
    """Put buttons below a picture that plays a match."""
    name = "mr" + hashlib.sha256(film.encode()).hexdigest()[:8]
    frames = int(film.split('data-frames="', 1)[1].split('"', 1)[0])
    words = WORDS[lang]
    buttons = "".join(
        f'<button type="button" title="{word}" aria-label="{word}" style="{BUTTON}">{sign}</button> '
        for word, sign in zip(words, SIGNS, strict=False)
    )
    reach = f'min="0" max="{frames - 1}" value="{frames - 1}"'
    slider = f'<input type="range" {reach} aria-label="{words[-1]}" style="width:calc(100% - 11em)">'
    bar = f'<div class="bar" hidden>{buttons}{slider}</div>'
    script = f"<script>{SCRIPT.replace('NAME', name)}</script>"
    return f'<div id="{name}" style="max-width:{width:g}px">{film}{bar}{script}</div>'
