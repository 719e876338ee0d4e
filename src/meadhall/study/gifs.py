"""A match as an animated GIF, for places that show no SVG; drawn without a browser."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from meadhall.core import picture
from meadhall.core.errors import BadOption
from meadhall.core.match import Match

from .pictures import HOLD, asked, step_of, with_moments

MISSING = "a GIF needs pillow and resvg-py, which are not installed: pip install 'meadhall[gif]'"
COLOURS = 128


def gif(match: Match, lang: str = "en", names: Sequence[str] | None = None, width: float = 540) -> bytes:
    """Draw a match decision by decision, as `pictures.animated` does, into one GIF."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError:
        raise BadOption(MISSING) from None
    language, called, wide = asked(match, lang, names, width)
    frames = with_moments(picture.all_frames(match, called, language))
    on = picture.sheet(match.game, frames, language)

    def drawn() -> Iterator[Any]:
        for frame in frames:
            drawing = picture.document(on, picture.draw(on, frame), picture.title(on, frame), wide)
            with Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawing)))) as still:
                yield still.convert("RGB")

    stills = list(drawn())
    palette = _palette(stills, Image)
    flat = [still.quantize(palette=palette, dither=Image.Dither.NONE) for still in stills]
    times = [round(1000 * step_of(len(frames)))] * (len(frames) - 1) + [round(1000 * HOLD)]
    written = io.BytesIO()
    first, *rest = flat
    first.save(written, "GIF", save_all=True, append_images=rest, duration=times, loop=0, disposal=1)
    return written.getvalue()


def _palette(stills: Sequence[Any], image: Any) -> Any:
    """Choose the colours of all frames together, by the first, the middle and the last one."""
    chosen = [stills[0], stills[len(stills) // 2], stills[-1]]
    strip = image.new("RGB", (chosen[0].width, sum(still.height for still in chosen)))
    for place, still in enumerate(chosen):
        strip.paste(still, (0, place * still.height))
    return strip.quantize(COLOURS)
