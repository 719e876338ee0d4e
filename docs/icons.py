"""Draw the icons of the app for home screens, from our own mug: python docs/icons.py

They are needed as PNG files, so an installed Chromium draws them once into web/public/icons, and they are committed.
"""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "web" / "public" / "icons"
DRIP = "V17Q94 27 85 19 76 31 63 20 55 27 46 19 35 32 24 20 12 27 -2 18"
BUBBLES = ((14, 76, 5), (22, 50, 3), (87, 62, 6), (82, 86, 3), (91, 40, 2.5), (8, 60, 2), (50, 94, 2.5))
# Name, pixels, how much of the picture the mug fills, and how round the corners are; phones that cut a shape out of a
# picture themselves get one to the very edge, with everything that matters in the middle.
ICONS = (
    ("any-192", 192, 0.72, 22),
    ("any-512", 512, 0.72, 22),
    ("maskable-192", 192, 0.54, 0),
    ("maskable-512", 512, 0.54, 0),
    ("apple-touch-icon", 180, 0.66, 0),
)


def drawing(fills: float, corner: int) -> str:
    """Draw a mug before its own beer."""
    height = 100 * fills
    width = height * 32 / 36
    bubbles = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in BUBBLES)
    mug = f'<use href="#mug" x="{50 - width / 2 + 1:g}" y="{55 - height / 2:g}" width="{width:g}" height="{height:g}"/>'
    return f"""<svg class="icon" viewBox="0 0 100 100" xmlns="http://www.w3.org/2000/svg">
      <clipPath id="shape"><rect width="100" height="100" rx="{corner}"/></clipPath>
      <g clip-path="url(#shape)"><rect width="100" height="100" fill="var(--ground)"/>
      <g fill="none" stroke="var(--bubble)" stroke-width="1.8">{bubbles}</g>
      <path d="M-2 -5H102{DRIP}Z" fill="var(--bone)"/>
      <path d="M102 16{DRIP}" fill="none" stroke="var(--line)" stroke-width="2.4"/>{mug}</g>
    </svg>"""


def draw(page: Page, name: str, size: int, fills: float, corner: int) -> None:
    """Draw one icon into its file."""
    sprite = (ROOT / "web/src/sprite.svg").read_text()
    tokens = (ROOT / "web/src/tokens.css").read_text()
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>{tokens} body {{ margin: 0 }} symbol {{ overflow: visible }} .sprite {{ position: absolute }} "
        f".icon {{ width: {size}px; height: {size}px; display: block }}</style>{sprite}{drawing(fills, corner)}"
    )
    picture = Image.open(BytesIO(page.screenshot(omit_background=True)))
    picture.quantize(128).save(FOLDER / f"{name}.png", optimize=True)


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(color_scheme="light")
        for name, size, fills, corner in ICONS:
            draw(page, name, size, fills, corner)
        browser.close()


if __name__ == "__main__":
    main()
