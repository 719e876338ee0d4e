"""Before one sits down: whether a match counts, and what helps; afterwards nothing is offered that would be refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from test_games import GAMES
from test_pages import in_both_themes, violations
from visitor import Visitor

from conftest import Visit

BETWEEN = "This match is rated. Help: previews, exact odds; no hints and no coach, for it counts between people."
WITHOUT = "This match is rated. No help: no hints, no coach, no previews."
AGAINST_BOTS = "This match is rated. Help: hints, a coach, previews, exact odds."
HOT_SEAT = "This match is not rated. Help: hints, a coach, previews, exact odds."


def seat(page: Page, number: int, kind: str) -> None:
    page.get_by_label(f"Seat {number}", exact=True).select_option(kind)


def open_table(visitor: Visitor, game: str, kind: str, aids: bool = True) -> str:
    """Fill in the form, and give what it says before the table is opened."""
    visitor.page.goto(f"/new/{game}")
    seat(visitor.page, 2, kind)
    visitor.page.get_by_label("Help at the table").set_checked(aids)
    said = visitor.page.locator("form .terms").inner_text()
    visitor.page.get_by_role("button", name="Open the table").click()
    expect(visitor.page.locator(".status")).to_be_visible()
    return said


@pytest.mark.parametrize(
    ("kind", "aids", "says"),
    [
        ("link", True, (BETWEEN, True, "board")),
        ("link", False, (WITHOUT, True, "none")),
        ("bot", True, (AGAINST_BOTS, True, "bots")),
        ("here", True, (HOT_SEAT, False, "bots")),
    ],
)
def test_the_form_says_what_the_table_will_be(visit: Visit, kind: str, aids: bool, says: tuple[str, bool, str]) -> None:
    runa = visit()
    expect_words, rated, help_ = says
    runa.page.goto("/new/land-ahoy")
    expect(runa.page.locator("form .terms")).to_contain_text("exact odds")
    assert open_table(runa, "land-ahoy", kind, aids) == expect_words
    name = runa.page.url.rpartition("/")[2]
    state = runa.page.evaluate("name => fetch(`/api/tables/${name}`).then(answer => answer.json())", name)
    assert (state["rated"], state["help"]) == (rated, help_)


@pytest.mark.parametrize(
    ("lang", "says"), [("en-GB", BETWEEN), ("de-DE", "Diese Partie wird gewertet. Hilfe: Vorschau, genaue Chancen;")]
)
def test_who_is_invited_reads_it_before_sitting_down(visit: Visit, lang: str, says: str) -> None:
    runa, ulf = visit(), visit(phone=True, lang=lang)
    open_table(runa, "land-ahoy", "link")
    ulf.page.goto(runa.page.get_by_label("Invitation link").input_value())
    expect(ulf.page.locator("form.arrive .terms")).to_contain_text(says)
    assert ulf.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not violations(ulf.page)


def test_who_takes_a_free_seat_reads_it_before_sitting_down(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    runa.page.goto("/new/land-ahoy")
    runa.page.get_by_label("Show the table in the hall").check()
    runa.page.get_by_role("button", name="Open the table").click()
    expect(runa.page.locator(".status")).to_be_visible()
    ulf.page.goto(runa.page.url)
    expect(ulf.page.locator(".players .terms")).to_have_text(BETWEEN)


@pytest.mark.parametrize("game", GAMES)
def test_between_people_who_are_rated_no_bot_is_offered(visit: Visit, game: str) -> None:
    runa, ulf = visit(), visit()
    open_table(runa, game, "link")
    ulf.page.goto(runa.page.get_by_label("Invitation link").input_value())
    ulf.page.get_by_label("What do they call you?").fill("Ulf")
    ulf.page.get_by_role("button", name="Sit down").click()
    expect(runa.page.locator(".players")).to_contain_text("Ulf")
    for somebody in (runa, ulf):
        expect(somebody.page.get_by_role("button", name="Hint")).to_have_count(0)
        expect(somebody.page.get_by_role("button", name="advice")).to_have_count(0)
        somebody.page.get_by_role("button", name="Settings").click()
        expect(somebody.page.get_by_label("Ask before a move")).to_be_visible()
        expect(somebody.page.get_by_label("A coach warns me")).to_have_count(0)


@pytest.mark.parametrize(("game", "played"), [("haugaz", 0.0), ("new-shores", 0.7), ("land-ahoy", 0.95)])
def test_a_table_without_help_is_played_to_its_end_and_asks_for_none(visit: Visit, game: str, played: float) -> None:
    runa = visit()
    asked: list[str] = []
    runa.page.on("request", lambda one: asked.append(one.url))
    runa.sit_down_late(game, "me", "here", played=played, aids=False, **GAMES[game])
    expect(runa.page.get_by_role("button", name="Hint")).to_have_count(0)
    runa.play_on()
    expect(runa.page.locator(".outcome")).to_be_visible()
    assert asked and not [url for url in asked if url.endswith(("/preview", "/hint", "/coach"))]


@in_both_themes
def test_the_form_is_readable_for_everybody(visit: Visit, dark: bool) -> None:
    runa = visit(phone=True, dark=dark)
    runa.page.goto("/new/land-ahoy")
    expect(runa.page.locator("form .terms")).to_contain_text("exact odds")
    assert not violations(runa.page)
