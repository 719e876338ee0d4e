"""Drawings as SVG, in the look of the web app: its colours, its sprite, and text that can do no harm.

A picture stands alone: colours are written out (the theme Mead), and whatever it uses of the sprite is put into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from xml.sax.saxutils import escape as escape_signs

LOOK = Path(__file__).parent.parent / "look"
PREFIX = "mh-"  # of all ids, since pictures are put into pages that have ids of their own
FONT = "'Atkinson Hyperlegible Next', system-ui, 'Segoe UI', Roboto, sans-serif"
UNDRAWABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold
HARMLESS = re.compile("[\t\n\r !#$%(-;=?-~]*+")  # nearly all that we write, and it takes no time to see that
USED = re.compile(rf'="(?:url\()?#{PREFIX}([\w-]+)')  # text has no quotes once it is escaped
NARROW, WIDE = set("iIjlt.,:;!|'()[] "), set("mwMWGOQ@%&")


@cache
def colours() -> dict[str, str]:
    """Read the colours of the theme Mead: the first of two, where there are two."""
    css = (LOOK / "tokens.css").read_text("utf-8")
    return dict(re.findall(r"--([\w-]+):\s*(?:light-dark\()?(#[0-9A-Fa-f]{6})", css))


def ink(text: str) -> str:
    """Write colours out: var(--line) becomes #1D1411."""
    return re.sub(r"var\(--([\w-]+)\)", lambda found: colours()[found[1]], text)


@cache
def sprite() -> dict[str, str]:
    """Read the drawings of the sprite by their names, with colours and ids as pictures have them."""
    text = re.sub(r"<!--.*?-->", "", (LOOK / "sprite.svg").read_text("utf-8"), flags=re.DOTALL)
    pip = 'font-size="17" font-weight="800" text-anchor="middle" fill="var(--line)"'
    text = ink(text.replace('class="pip"', pip))
    text = re.sub(r'(id="|href="#|url\(#)', rf"\1{PREFIX}", text)
    found = re.findall(r'(<(symbol|pattern) id="([^"]+)".*?</\2>)', text, re.DOTALL)
    return {name.removeprefix(PREFIX): drawing for drawing, _, name in found}


def defs(drawing: str) -> str:
    """Give all parts of the sprite that a drawing uses, and those that they use."""
    needed: dict[str, str] = {}
    unseen = [drawing]
    while unseen:
        for name in USED.findall(unseen.pop()):
            if name in sprite() and name not in needed:
                needed[name] = sprite()[name]
                unseen.append(needed[name])
    return "<defs>" + "".join(needed[name] for name in sorted(needed)) + "</defs>" if needed else ""


def escape(text: object) -> str:
    """Make a text harmless, for the inside of elements and of attributes."""
    said = str(text)
    if HARMLESS.fullmatch(said):
        return said
    return escape_signs(UNDRAWABLE.sub("", said), {'"': "&quot;", "'": "&#39;"})


def number(value: object) -> str:
    """Write a number as short as it can be read."""
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)  # 0, not -0


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    """Write an element; `stroke_width` stands for stroke-width, and a colour may be named by its token."""
    return f"<{name}{_said(**attributes)}>{inside}</{name}>" if inside else f"<{name}{_said(**attributes)}/>"


@lru_cache(maxsize=8192, typed=True)  # from frame to frame most of a picture stays as it was
def _said(**attributes: object) -> str:
    pairs = []
    for key, value in attributes.items():
        if value is None:
            continue
        if key in ("fill", "stroke", "color") and isinstance(value, str):
            value = colours().get(value, value)
        pairs.append(f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"')
    return "".join(pairs)


def group(parts: Iterable[str], /, **attributes: object) -> str:
    """Put elements together."""
    return tag("g", "".join(parts), **attributes)


def use(sign: str, x: float, y: float, width: float, height: float | None = None, /, **more: object) -> str:
    """Draw something of the sprite."""
    size = {"width": width, "height": width if height is None else height}
    return tag("use", href=f"#{PREFIX}{sign}", x=x, y=y, **size, **more)


def pattern(name: str) -> str:
    """Fill with a pattern of the sprite, or of the picture itself."""
    return f"url(#{PREFIX}{name})"


def words(text: object, x: float, y: float, size: float, /, **more: object) -> str:
    """Write a text; it is made harmless here."""
    style = {"font_size": size, "font_weight": 400, "fill": "ink", **more}
    return tag("text", escape(text), x=x, y=y, **style)


@lru_cache(maxsize=4096)
def width(text: str, size: float, bold: bool = False) -> float:
    """Guess how wide a text will be, in a font that is rather wide."""
    return size * sum(map(_wide, text)) * (1.12 if bold else 1)


@lru_cache(maxsize=4096)
def _wide(sign: str) -> float:
    letter = 0.36 if sign in NARROW else 0.96 if sign in WIDE else 0.72 if sign.isupper() else 0.61
    return letter + 0.45 if ord(sign) > 0x2E80 else letter  # signs of the East, and emoji


def fitted(text: str, size: float, room: float, bold: bool = False) -> str:
    """Cut a text to the room that it has."""
    text = " ".join(text.split())
    if width(text, size, bold) <= room:
        return text
    while text and width(f"{text}…", size, bold) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(fitted(word, size, room))
    return lines
