"""Strange names and hostile lines in a real browser: they are read, they do nothing, and nothing falls off the page."""

from __future__ import annotations

import pytest
from hostile import HARMLESS
from playwright.sync_api import Page, Request, expect
from visitor import Visitor

import meadhall
from conftest import Visit

STRANGE = [HARMLESS[kind] for kind in ("image", "script", "long word", "script of another kind")]
LINES = [*HARMLESS.values(), "W" * 200, "<iframe srcdoc='<script>parent.hacked = 1</script>'></iframe>" * 3]
OUT = """wide => document.documentElement.scrollWidth <= wide ? [] : [...document.querySelectorAll('main *')]
  .filter(part => part.getBoundingClientRect().right > wide).map(part => `${part.tagName}.${part.className}`)"""
HARM = "document.querySelectorAll('main :is(iframe, script, object, embed, img[src=\"\"])').length"


@pytest.fixture
def strange(visit: Visit) -> Visitor:
    """Somebody on whose page nothing foreign may run."""
    runa = visit(phone=True)
    runa.page.add_init_script("window.hack = () => { window.hacked = true }")
    runa.page.on("dialog", lambda dialog: pytest.fail(f"a page said {dialog.message}"))
    return runa


def is_well(page: Page, *texts: str) -> None:
    """Nothing ran, nothing sticks out, and the texts are there as they are."""
    for text in texts:
        expect(page.locator("body")).to_contain_text(text)
    assert page.evaluate("window.hacked") is None
    assert page.evaluate(HARM) == 0
    wide = page.viewport_size["width"]  # type: ignore[index]
    assert page.evaluate(OUT, wide) == []


@pytest.mark.parametrize("game", meadhall.games())
def test_strange_names_and_lines_are_only_text(strange: Visitor, game: str) -> None:
    page, names = strange.page, STRANGE[: min(2, max(meadhall.game(game).players))]
    if game == "land-ahoy":
        names = STRANGE
    seats = [{"kind": "here", "name": name} for name in names]
    made = strange.ask("/api/tables", {"game": game, "seats": seats, "seed": "1"})
    table, secrets = f"/api/tables/{made['table']}", ",".join(made["seats"].values())
    state = page.request.get(table, headers={"Authorization": f"Bearer {secrets}"}).json()
    for _ in range(6):
        choice = strange.random.choice(state["choices"])
        state = strange.ask(f"{table}/move", {"action": choice["action"], "number": state["number"]}, secrets)
    page.goto(f"/table/{made['table']}")
    is_well(page, *names)
    page.goto("/")
    is_well(page, names[0])
    if len(names) == 2:  # among more, the others play on
        strange.ask(f"{table}/resign", {"number": state["number"]}, secrets)
        page.goto(f"/replay/{made['table']}")
        expect(page.locator(".board")).to_be_visible()
        is_well(page, names[0])


def test_hostile_lines_are_talk_like_any_other(strange: Visitor) -> None:
    page = strange.page
    made = strange.ask("/api/tables", {"game": "haugaz", "seats": [{"kind": "here"}, {"kind": "here"}]})
    table, secrets = f"/api/tables/{made['table']}", list(made["seats"].values())
    for number, line in enumerate(LINES[:16]):  # as many as two seats may say at once
        request = page.request.post(
            f"{table}/talk", data={"text": line}, headers={"Authorization": f"Bearer {secrets[number % 2]}"}
        )
        assert request.status in (204, 429), request.text()
    page.goto(f"/table/{made['table']}#seat={secrets[0]}")
    page.get_by_role("button", name="talk").or_(page.get_by_text("Talk")).first.click()
    is_well(page, LINES[0], LINES[1])


def test_no_address_and_no_referrer_tells_a_secret(visit: Visit) -> None:
    runa = visit()
    asked: list[Request] = []
    runa.page.on("request", lambda request: asked.append(request))
    name = runa.sit_down("haugaz", "me", "bot", size=4)
    runa.play_on("mouse", 2)
    runa.page.reload()
    expect(runa.page.locator(".board")).to_be_visible()
    kept = runa.page.evaluate(f"JSON.parse(localStorage['meadhall.table.{name}']).seats")
    (secret,) = kept.values()
    carried = [request for request in asked if secret in (request.headers.get("authorization") or "")]
    assert carried, "the secret is used somewhere"
    for request in asked:
        assert secret not in request.url.partition("#")[0]
        assert not request.headers.get("referer")
        assert not request.headers.get("cookie")
