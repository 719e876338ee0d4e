"""Advice while the pie is cut: off until somebody asks, marks on the board, and a colour to take."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from test_pages import in_both_sizes_and_themes, violations
from visitor import Visitor

import meadhall
from conftest import Visit

HAUGAZ = meadhall.game("haugaz")


def told(lang: str, *played: str) -> str:
    """What the room says about a set-up on the board of five."""
    match = HAUGAZ.new(size=5)
    for action in played:
        match.play(action)
    aids = HAUGAZ.aids(match.current)
    assert aids
    return str(aids["said"][lang])


def point(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(f'[data-point="{name}"]')


def set_white(visitor: Visitor, name: str) -> None:
    point(visitor, name).click()
    visitor.page.locator(f'.actions [data-action="{name}"]').click()


@in_both_sizes_and_themes
def test_advice_is_off_until_asked_for_and_goes_with_the_seat(visit: Visit, phone: bool, dark: bool) -> None:
    runa = visit(phone=phone, dark=dark)
    page = runa.page
    runa.sit_down("haugaz", "me", "here", size=5)
    asking, said = page.get_by_role("button", name="Ask our strongest player"), page.locator(".advice p")
    expect(asking).to_be_visible()
    expect(said).to_have_count(0)
    asking.click()
    expect(said).to_contain_text(told("en"))
    point(runa, "a1").click()
    expect(said).to_contain_text(told("en", "a1"))
    expect(point(runa, "b1")).to_have_accessible_name(re.compile(r"^b1, empty, Black 100 %, proved, place here$"))
    expect(page.locator(".board text.lopsided").first).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="I’ll think for myself").click()
    expect(said).to_have_count(0)
    expect(point(runa, "b1")).to_have_accessible_name("b1, empty, place here")
    asking.click()
    set_white(runa, "e5")
    expect(page.locator("[data-token=black]")).to_be_visible()
    expect(said).to_have_count(0)  # who chooses has not asked
    asking.click()
    expect(said).to_contain_text(told("en", "a1", "e5"))
    assert violations(page) == []


def test_advice_speaks_german_and_the_bot_s_hint_is_still_there(visit: Visit) -> None:
    runa = visit(lang="de-DE")
    page = runa.page
    runa.sit_down("haugaz", "me", "here", size=5)
    point(runa, "a1").click()
    set_white(runa, "e5")
    expect(page.locator("[data-token=black]")).to_be_visible()  # until then it is still the first player who asks
    page.get_by_role("button", name="Den stärksten Bot fragen").click()
    expect(page.locator(".advice p")).to_contain_text(told("de", "a1", "e5"))
    page.get_by_role("button", name="Tipp").click()
    expect(page.locator(".hints li").first).to_be_visible()
    page.locator("[data-token=black]").click()
    page.locator(".actions [data-action=black]").click()
    expect(page.locator(".steps")).to_be_visible()
    expect(page.locator(".advice")).to_have_count(0)


def test_advice_can_be_asked_for_with_keys_alone(visit: Visit) -> None:
    runa = visit()
    page = runa.page
    runa.sit_down("haugaz", "me", "here", size=5)
    asking = page.get_by_role("button", name="Ask our strongest player")
    runa.choose(asking, "keys")
    expect(page.locator(".advice p")).to_contain_text(told("en"))
    expect(page.get_by_role("button", name="I’ll think for myself")).to_be_focused()


@pytest.mark.parametrize("wish", [{"aids": False}, {"options": {"reach": "ring"}}], ids=["not allowed", "not known"])
def test_nothing_is_offered_where_it_is_not_allowed_or_nothing_is_known(visit: Visit, wish: dict[str, object]) -> None:
    runa = visit()
    seats = [{"kind": "me", "name": "Runa"}, {"kind": "here", "name": "Opa Knut"}]
    made = runa.ask("/api/tables", {"game": "haugaz", "seats": seats, **wish})
    runa.page.goto(f"/table/{made['table']}#seat={made['seats']['0']}")
    expect(runa.page.get_by_role("heading", name="Cut the cake")).to_be_visible()
    expect(runa.page.locator(".advice")).to_have_count(0)


def test_a_draw_that_is_proved_is_called_one(visit: Visit) -> None:
    runa = visit()
    runa.sit_down("haugaz", "me", "here", size=3, movers="any")
    point(runa, "a1").click()
    runa.page.get_by_role("button", name="Ask our strongest player").click()
    expect(point(runa, "b2")).to_have_accessible_name("b2, empty, a draw, proved, place here")
    expect(point(runa, "c3")).to_have_accessible_name("c3, empty, Black 100 %, proved, place here")
