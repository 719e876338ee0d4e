"""Photograph every page of the web app at both sizes: python docs/screenshots.py http://127.0.0.1:8000

It asks a running hall for tables, lets bots play at them for a while, and opens them in an installed Chromium.
"""

from __future__ import annotations

import base64
import json
import shutil
import sys
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import meadhall

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from visitor import Visitor

FOLDER = Path(__file__).parent / "screens"
SIZES = {"laptop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
PAGES = {
    "hall": "/",
    "new-table": "/new/new-shores",
    "lesson": "/lesson/land-ahoy?step=4",
    "puzzle": "/puzzles/haugaz",
    "daily": "/daily",
    "profile": "/profile",
    "sets": "/sets/new-shores",
    "nowhere": "/nowhere",
}
LONGEST_WEIGHING = 300_000  # milliseconds until all decisions of a match are weighed
TABLES: dict[str, dict[str, Any]] = {  # seats, how many actions are played, and the seed of the dice
    "haugaz": {"seats": ("me", "here"), "seed": "11", "actions": 44},
    "new-shores": {"seats": ("me", "here", "here"), "seed": "21", "actions": 26},
    "land-ahoy": {"seats": ("me", "here", "here", "here"), "seed": "5", "actions": 60},
}
NAMES = ("Runa", "Opa Knut", "Ulf", "Tuva")


def played(visitor: Visitor, game: str, until: int, phrase: str) -> str:
    """Have a table made and let bots decide for everybody; the match here and the one there have the same dice."""
    table = TABLES[game]
    seats = [{"kind": kind, "name": name} for kind, name in zip(table["seats"], NAMES, strict=False)]
    made = visitor.ask("/api/tables", {"game": game, "seats": seats, "seed": table["seed"]}, person=phrase)
    secrets = ",".join(made["seats"].values())
    match = meadhall.game(game).new(players=len(seats), seed=table["seed"])
    bots = [meadhall.bot(game, level=3, seed=seat, wait=True) for seat in range(len(seats))]
    number = 0
    while not match.over and (len(match.history) < until or undecided(match)):
        action = bots[match.actor].choose(match)
        visitor.ask(f"/api/tables/{made['table']}/move", {"action": action, "number": number}, secrets)
        match.play(action)
        number += 1
    for secret in made["seats"].values():
        visitor.page.goto(f"/table/{made['table']}#seat={secret}")
        visitor.page.wait_for_selector(".status")
        visitor.page.goto("/")
    visitor.page.goto(f"/table/{made['table']}")
    visitor.page.wait_for_selector(".status")
    visitor.choice = "" if match.over else bots[match.actor].choose(match)
    return str(made["table"])


def score_page() -> str:
    """Give the address of a real table to score: one that bots have played to its end, as the page would write it."""
    match = meadhall.game("new-shores").new(players=2, seed="21")
    bots = [meadhall.bot("new-shores", level=3, seed=seat, wait=True) for seat in range(2)]
    while not match.over:
        match.play(bots[match.actor].choose(match))
    view = match.view(None)
    coasters = [{key: coaster[key] for key in ("id", "at", "turn")} for coaster in view["laid"]]
    table = {"players": 2, "set": None, "coasters": coasters, "tokens": view["tokens"], "die": view["die"]}
    packer = zlib.compressobj(9, wbits=-15)
    text = json.dumps({"table": table, "names": list(NAMES[:2])})
    packed = packer.compress(text.encode()) + packer.flush()
    return f"/score/new-shores#table={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def undecided(match: meadhall.Match) -> bool:
    """Say whether the moment shows less than it could: in Haugaz and New Shores the second half of a turn is richer."""
    action = match.actions()[0]
    return {"haugaz": "-" not in match.actions()[-1], "new-shores": "/" not in action}.get(
        match.game.name, action != "keep"
    )


def point(page: Page, game: str, action: str) -> None:
    """Choose an action as a player would, without confirming it."""
    tokens = meadhall.game(game).path(action)
    if game == "haugaz":
        for token in tokens:
            page.locator(f'[data-point="{token}"]').click()
    elif game == "new-shores":
        page.locator(".board [role=button]").first.click()
    page.wait_for_timeout(500)


def pages(browser: Browser, hall: str, size: str, dark: bool) -> Iterator[tuple[str, Page]]:
    """Open page after page."""
    context = browser.new_context(
        base_url=hall,
        viewport=SIZES[size],  # type: ignore[arg-type]
        has_touch=size == "phone",
        locale="en-GB",
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    visitor = Visitor(context.new_page(), hall)
    page = visitor.page
    phrase = visitor.ask("/api/people", {"name": NAMES[0]})["phrase"]
    context.add_init_script(f"localStorage.setItem('meadhall.person', '{phrase}')")
    for game in TABLES:
        played(visitor, game, TABLES[game]["actions"], phrase)
        point(page, game, visitor.choice)
        yield game, page
    if not dark:
        for game in TABLES:
            table = played(visitor, game, 10_000, phrase)
            page.wait_for_selector(".outcome")
            yield f"{game}-result", page
            page.goto(f"/rules/{game}")
            yield f"{game}-rules", page
            if game == "new-shores":
                page.goto(f"/replay/{table}?move=30")
                page.wait_for_selector(".values .walk .btn:enabled", timeout=LONGEST_WEIGHING)
                page.wait_for_selector(".values progress", state="detached", timeout=LONGEST_WEIGHING)
                yield "replay", page
    for name, address in {**PAGES, "score": score_page()}.items():
        page.goto(address)
        yield name, page
    context.close()


def main(hall: str) -> None:
    """Take all the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for size in SIZES:
            for dark in (False, True):
                for name, page in pages(browser, hall.rstrip("/"), size, dark):
                    page.wait_for_timeout(700)
                    picture = Image.open(BytesIO(page.screenshot()))
                    picture.quantize(128, dither=Image.Dither.NONE).save(
                        FOLDER / f"{name}-{size}{'-stout' if dark else ''}.png", optimize=True
                    )
                    print(name, size, "Stout" if dark else "Mead")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
