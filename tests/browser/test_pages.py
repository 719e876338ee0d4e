"""Every page, in both themes and languages: nothing for axe to find, and kind words for whoever is lost."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from test_games import GAMES, sit_down

from conftest import Visit

PAGES = [
    "/",
    "/new/haugaz",
    "/new/new-shores",
    "/rules/haugaz",
    "/rules/new-shores",
    "/rules/land-ahoy",
    "/verify",
    "/nowhere",
]
in_both_themes = pytest.mark.parametrize("dark", [False, True], ids=["mead", "stout"])
in_both_sizes_and_themes = pytest.mark.parametrize(
    ("phone", "dark"), [(False, False), (True, True)], ids=["laptop-mead", "phone-stout"]
)


def violations(page: Page) -> list[str]:
    """Let axe look at a page."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


def forgive_not_found(errors: list[str]) -> None:
    """Somebody who is lost gets a kind page, and with it the status 404."""
    assert errors and all(entry.startswith("404 ") for entry in errors)
    errors.clear()


@in_both_themes
def test_pages_are_accessible(visit: Visit, dark: bool) -> None:
    runa = visit(dark=dark)
    for path in PAGES:
        runa.page.goto(path)
        expect(runa.page.locator("main h1, main h2").first).to_be_visible()
        assert violations(runa.page) == [], path
    forgive_not_found(runa.errors)


@in_both_sizes_and_themes
@pytest.mark.parametrize("game", GAMES)
def test_tables_are_accessible(visit: Visit, game: str, phone: bool, dark: bool) -> None:
    runa = visit(phone=phone, dark=dark)
    runa.sit_down(game, "me", "here", **GAMES[game])
    runa.play_on("mouse", 7)
    runa.wait_for_turn()
    assert violations(runa.page) == []
    runa.page.get_by_role("button", name="Settings").click()
    assert violations(runa.page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_result_is_accessible(visit: Visit, game: str) -> None:
    runa = visit()
    sit_down(runa, game)
    runa.play_on("mouse")
    assert violations(runa.page) == []


def test_german_by_the_browsers_setting_and_by_the_switch(visit: Visit) -> None:
    knut, runa = visit(lang="de-AT"), visit()
    for visitor in (knut, runa):
        visitor.page.goto("/")
    expect(knut.page.get_by_text("Drei Spiele, ein langer Tisch")).to_be_visible()
    expect(knut.page.locator("html")).to_have_attribute("lang", "de")
    expect(runa.page.get_by_text("Three games, one long")).to_be_visible()
    runa.page.get_by_role("button", name="DE").click()
    expect(runa.page.get_by_text("Drei Spiele, ein langer Tisch")).to_be_visible()
    runa.page.reload()
    expect(runa.page.get_by_text("Drei Spiele, ein langer Tisch")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/new/haugaz", "/rules/new-shores"])
def test_nothing_sticks_out_of_a_narrow_phone(visit: Visit, path: str) -> None:
    runa = visit(lang="de-DE")
    runa.page.set_viewport_size({"width": 360, "height": 740})
    runa.page.goto(path)
    expect(runa.page.locator("main")).to_be_visible()
    assert runa.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_a_laptop_without_scrolling(visit: Visit, game: str) -> None:
    runa = visit()
    runa.sit_down(game)
    runa.wait_for_turn()
    assert runa.page.evaluate("document.documentElement.scrollHeight") <= 800
    assert runa.page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_the_first_load_is_light(visit: Visit) -> None:
    runa, sizes = visit(), []
    runa.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    runa.page.goto("/", wait_until="networkidle")
    assert 20_000 < sum(sizes) < 150_000


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/table/no-such-table", "no table"),
        ("/nowhere/at/all", "fog"),
        ("/rules/chess", "chess"),
    ],
)
def test_who_is_lost_gets_a_kind_word(visit: Visit, path: str, words: str) -> None:
    runa = visit()
    runa.page.goto(path)
    expect(runa.page.locator("main")).to_contain_text(words)
    expect(runa.page.get_by_role("link", name="hall").first).to_be_visible()
    forgive_not_found(runa.errors)


def test_a_foreign_seat_link_is_refused_and_one_may_still_watch(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    name = runa.sit_down("haugaz", "me", "bot")
    ulf.page.goto(f"/table/{name}#seat=not-a-seat-of-this-table")
    expect(ulf.page.locator("main")).to_contain_text("opens no seat")
    ulf.page.goto("/")
    ulf.page.goto(f"/table/{name}")
    expect(ulf.page.locator(".board")).to_be_visible()
    expect(ulf.page.locator(".actions")).to_be_hidden()
    assert all(entry.startswith("403 ") for entry in ulf.errors)
    ulf.errors.clear()
