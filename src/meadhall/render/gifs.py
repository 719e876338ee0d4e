"""A match as an animated GIF or as pixels, for places that show no SVG; drawn without a browser."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadhall.core.errors import BadOption
from meadhall.core.match import Match

from . import match_pictures, picture
from .match_pictures import HOLD, asked, step_of, with_moments

MISSING = "{} needs pillow and resvg-py, which are not installed: pip install 'meadhall[gif]'"
COLOURS = 128


def gif(match: Match, lang: str = "en", names: Sequence[str] | None = None, width: float = 540) -> bytes:
    """Draw a match decision by decision, as `pictures.animated` does, into one GIF."""
    draw, tools = _painter("a GIF")
    language, called, wide = asked(match, lang, names, width)
    frames = with_moments(picture.all_frames(match, called, language))
    on = picture.sheet(match.game, frames, language)

    def drawn() -> Iterator[Any]:
        for frame in frames:
            drawing = picture.document(on, picture.draw(on, frame), picture.title(on, frame), wide)
            yield draw(drawing)

    stills = list(drawn())
    palette = _palette(stills, tools)
    flat = [still.quantize(palette=palette, dither=tools.Dither.NONE) for still in stills]
    times = [round(1000 * step_of(len(frames)))] * (len(frames) - 1) + [round(1000 * HOLD)]
    written = io.BytesIO()
    first, *rest = flat
    first.save(written, "GIF", save_all=True, append_images=rest, duration=times, loop=0, disposal=1)
    return written.getvalue()


def pixels(match: Match, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a match as it stands in rows of pixels, each red, green and blue, on a ground of just this size."""
    draw, tools = _painter("a picture in pixels")
    width, height = size
    still = draw(match_pictures.svg(match, width=width))
    still.thumbnail(size)
    frame = tools.new("RGB", size, still.getpixel((0, 0)))
    frame.paste(still, ((width - still.width) // 2, (height - still.height) // 2))
    return np.array(frame)


def _painter(what: str) -> tuple[Callable[[str], Any], Any]:
    """Return what turns an SVG into an image, and what else can be done with images; or say what is missing."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError:
        raise BadOption(MISSING.format(what)) from None

    def draw(drawing: str) -> Any:
        with Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawing)))) as still:
            return still.convert("RGB")

    return draw, Image


def _palette(stills: Sequence[Any], image: Any) -> Any:
    """Choose the colours of all frames together, by the first, the middle and the last one."""
    chosen = [stills[0], stills[len(stills) // 2], stills[-1]]
    strip = image.new("RGB", (chosen[0].width, sum(still.height for still in chosen)))
    for place, still in enumerate(chosen):
        strip.paste(still, (0, place * still.height))
    return strip.quantize(COLOURS)
