"""Pictures of a game, saved from the browser: SVG, PNG, and a GIF of our own making, read by another program."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page, expect
from test_pages import in_both_sizes_and_themes, violations
from visitor import Visitor

import meadhall
from conftest import Visit


def finish(visitor: Visitor, game: str, decisions: int, **options: object) -> None:
    """Have some decisions of a game played, one seat give up, and look at the result."""
    seats = [{"kind": "me", "name": "Runa"}, {"kind": "here", "name": "Opa <b>Knut"}]
    made = visitor.ask("/api/tables", {"game": game, "seats": seats, "options": options, "seed": "1"})
    table, secrets = f"/api/tables/{made['table']}", ",".join(made["seats"].values())
    state = visitor.page.request.get(table, headers={"Authorization": f"Bearer {secrets}"}).json()
    for _ in range(decisions):
        if state["stage"] == "over":
            break
        choice = visitor.random.choice(state["choices"])
        state = visitor.ask(f"{table}/move", {"action": choice["action"], "number": state["number"]}, secrets)
    else:
        visitor.ask(f"{table}/resign", {"number": state["number"]}, secrets)
    visitor.page.goto(f"/replay/{made['table']}")
    visitor.page.get_by_role("button", name="Share").click()


def saved(page: Page, button: str, folder: Path) -> Path:
    """Press a button and keep the file that it gives."""
    with page.expect_download(timeout=120_000) as waiting:
        page.get_by_role("button", name=button).click()
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    return file


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ, from 0 to 255, on average."""
    means = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean
    return float(sum(means) / 3)


@pytest.mark.parametrize(("game", "options"), [("haugaz", {"size": 4}), ("land-ahoy", {}), ("new-shores", {})])
def test_a_game_is_saved_as_svg_png_and_gif(visit: Visit, tmp_path: Path, game: str, options: dict[str, int]) -> None:
    runa = visit(accept_downloads=True)
    finish(runa, game, 30, **options)
    drawing = saved(runa.page, "Picture (SVG)", tmp_path)
    root = ET.fromstring(drawing.read_text("utf-8"))
    assert drawing.name.startswith(game) and drawing.suffix == ".svg"
    wide, high = (round(float(root.attrib[side])) for side in ("width", "height"))

    picture = Image.open(BytesIO(saved(runa.page, "Picture (PNG)", tmp_path).read_bytes()))
    assert picture.format == "PNG" and picture.size == (2 * wide, 2 * high)
    assert len(picture.convert("RGB").getcolors(10**7) or []) > 20

    film = Image.open(BytesIO(saved(runa.page, "Animated picture (GIF)", tmp_path).read_bytes()))
    assert film.format == "GIF" and film.info["loop"] == 0
    frames, times = [], []
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        frames.append(film.convert("RGB"))
        times.append(film.info["duration"])
    match = meadhall.load(
        runa.page.evaluate("fetch(`/api/tables/${location.pathname.slice(8)}/record`).then(r => r.text())")
    )
    decisions = sum(entry.actor >= 0 for entry in match.entries)
    assert len(frames) in (decisions, decisions + 1)  # dice or a draw may have come after the last one
    assert times[-1] == 4000 and set(times[:-1]) == {1200}
    for number in {0, len(frames) // 2, len(frames) - 1}:
        shown = frame_by_the_browser(runa.page, number)
        assert shown.size == frames[number].size
        assert difference(frames[number], shown) < 1.5, number


def frame_by_the_browser(page: Page, number: int) -> Image.Image:
    """The animated SVG as Chromium itself shows it at the time of a frame, without any code of ours."""
    table = f"/api/tables/{page.url.rsplit('/', 1)[-1].partition('?')[0]}"
    names = [seat["name"] for seat in page.request.get(table).json()["seats"]]
    wish = {"record": page.request.get(f"{table}/record").text(), "names": names, "animated": True}
    drawing = page.request.post("/api/study/picture", data=wish).text()
    film = page.context.new_page()
    film.emulate_media(reduced_motion="no-preference")
    film.set_viewport_size({"width": 540, "height": 1000})
    film.set_content(drawing)
    film.evaluate(
        """number => {
          document.body.style.cssText = 'margin: 0; padding: 0; max-width: none'
          const svg = document.querySelector('svg')
          svg.style.display = 'block'
          for (const moving of document.getAnimations()) {
            moving.pause()
            moving.currentTime = 1000 * (number + 0.5) * svg.dataset.seconds
          }
        }""",
        number,
    )
    shot = film.locator("svg").screenshot()
    film.close()
    return Image.open(BytesIO(shot))


def test_a_film_can_be_stopped(visit: Visit) -> None:
    runa = visit(accept_downloads=True)
    finish(runa, "land-ahoy", 40)
    downloads: list[object] = []
    runa.page.on("download", lambda file: downloads.append(file))
    runa.page.get_by_role("button", name="Animated picture (GIF)").click()
    expect(runa.page.get_by_text(re.compile(r"Frame \d+ of"))).to_be_visible()
    expect(runa.page.get_by_role("dialog").get_by_role("button", name="Stop")).to_be_focused()
    runa.page.keyboard.press("Enter")
    expect(runa.page.get_by_role("button", name="Animated picture (GIF)")).to_be_enabled()
    expect(runa.page.get_by_role("button", name="Animated picture (GIF)")).to_be_focused()
    assert downloads == []


@in_both_sizes_and_themes
def test_pictures_are_accessible_and_fit(visit: Visit, phone: bool, dark: bool) -> None:
    runa = visit(dark=dark, phone=phone)
    finish(runa, "haugaz", 8, size=4)
    expect(runa.page.get_by_role("button", name="Picture (PNG)")).to_be_visible()
    assert violations(runa.page) == []
    assert runa.page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1280)


def test_a_hall_that_does_not_answer_is_told_kindly(visit: Visit) -> None:
    runa = visit()
    finish(runa, "haugaz", 8, size=4)
    expect(runa.page.get_by_role("button", name="Picture (PNG)")).to_be_visible()
    runa.page.context.set_offline(True)
    runa.page.get_by_role("button", name="Picture (PNG)").click()
    expect(runa.page.get_by_role("alert")).to_contain_text("The hall does not answer")  # or the curve
    expect(runa.page.get_by_role("button", name="Picture (PNG)")).to_be_enabled()
    runa.errors.clear()
