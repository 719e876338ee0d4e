"""The daily table in the browser: one try, a result beside the bot's, a streak, and a line to boast with."""

from __future__ import annotations

import json
import random
import urllib.request
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect
from test_pages import forgive_not_found, in_both_themes, violations
from visitor import Visitor

from conftest import Visit

KEPT = "() => JSON.parse(localStorage.getItem('meadhall.daily') ?? 'null')"
SECRET = "table => Object.values(JSON.parse(localStorage.getItem('meadhall.table.' + table)).seats)[0]"


ALONE = "Off to New Shores! alone"  # every day; the duel may be of the same game


def sit_down(visitor: Visitor) -> str:
    """Go to the daily table where one plays alone, and say which table it is."""
    visitor.page.goto("/daily")
    visitor.page.get_by_role("button", name=f"daily table: {ALONE}").click()
    expect(visitor.page.locator(".status")).to_be_visible()
    return visitor.page.url.rsplit("/", 1)[1]


def play_out(visitor: Visitor, table: str) -> None:
    """Play the rest at random, as a program would."""
    secret, dice = visitor.page.evaluate(SECRET, table), random.Random(3)
    state = _state(visitor, table, secret)
    while state["choices"]:
        move = {"action": dice.choice(state["choices"])["action"], "number": state["number"]}
        state = visitor.ask(f"/api/tables/{table}/move", move, secret)
    assert state["stage"] == "over"


def _state(visitor: Visitor, table: str, secret: str) -> Any:
    request = urllib.request.Request(
        f"{visitor.hall}/api/tables/{table}", headers={"Authorization": f"Bearer {secret}"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_a_day_at_the_daily_table(visit: Visit, phone: bool) -> None:
    runa = visit(phone=phone)
    runa.page.goto("/")
    runa.page.get_by_role("link", name="Daily table").click()
    expect(runa.page).to_have_url(f"{runa.hall}/daily")
    expect(runa.page.get_by_text("Finish a table today, and it begins.")).to_be_visible()
    table = sit_down(runa)
    runa.play_on("thumb" if phone else "mouse", 2)
    assert sit_down(runa) == table  # one try
    play_out(runa, table)
    runa.page.get_by_role("link", name="See how the others did").click()
    solo = runa.page.locator("section", has=runa.page.get_by_role("heading", name=ALONE))
    expect(solo.locator("li.yours")).to_contain_text("points")
    expect(solo.get_by_role("button")).to_have_count(0)
    expect(runa.page.get_by_text("Safe until tomorrow.")).to_be_visible()
    line = runa.page.get_by_label("What you send")
    today = datetime.now(UTC).date()
    value = line.input_value()
    assert f"/daily/{today}" in value and "alone: " in value and "streak 1 🍺" in value and table not in value
    assert violations(runa.page) == []
    runa.page.goto("/")
    expect(runa.page.get_by_role("link", name="Daily table")).to_contain_text("streak 1")


def test_a_streak_goes_on_where_yesterday_was_finished(visit: Visit) -> None:
    runa, today = visit(), datetime.now(UTC).date()
    days = [str(today - timedelta(days=ago)) for ago in (4, 2, 1)]
    runa.page.goto("/")
    runa.page.evaluate("days => localStorage.setItem('meadhall.daily', JSON.stringify({ days }))", days)
    runa.page.goto("/daily")
    expect(runa.page.get_by_text("2 days in a row")).to_be_visible()
    expect(runa.page.get_by_text("Finish one today to keep it.")).to_be_visible()
    play_out(runa, sit_down(runa))
    runa.page.goto("/daily")
    expect(runa.page.get_by_text("3 days in a row")).to_be_visible()
    assert runa.page.evaluate(KEPT)["days"] == [*days, str(today)]


def test_what_a_browser_keeps_may_be_garbled(visit: Visit) -> None:
    runa = visit()
    for kept in ("", "null", "7", "{", '{"tables": {"x": "y"}}'):
        runa.page.goto("/")
        runa.page.evaluate("kept => localStorage.setItem('meadhall.daily', kept)", kept)
        runa.page.goto("/daily")
        expect(runa.page.get_by_role("button", name="Sit down at the daily table").first).to_be_visible()


def test_the_line_is_copied(visit: Visit) -> None:
    runa = visit(permissions=["clipboard-read", "clipboard-write"])
    play_out(runa, sit_down(runa))
    runa.page.goto("/daily")
    runa.page.get_by_role("button", name="Copy").click()
    expect(runa.page.get_by_text("Now boast.")).to_be_visible()
    assert runa.page.evaluate("navigator.clipboard.readText()") == runa.page.get_by_label("What you send").input_value()


def test_yesterdays_link_leads_to_todays_table(visit: Visit) -> None:
    runa = visit(lang="de-DE")
    runa.page.goto(f"/daily/{datetime.now(UTC).date() - timedelta(days=1)}")
    expect(runa.page.get_by_text("um Mitternacht abgewischt")).to_be_visible()
    expect(runa.page.get_by_role("button", name="An den Tagestisch setzen").first).to_be_visible()


def test_a_page_from_before_midnight_learns_of_the_new_day(visit: Visit) -> None:
    runa = visit()
    yesterday = datetime.now(UTC).date() - timedelta(days=1)

    def old(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "day": str(yesterday)})

    runa.page.route("**/api/daily", old)
    runa.page.goto("/daily")
    button = runa.page.get_by_role("button", name="Sit down at the daily table").first
    expect(button).to_be_visible()
    runa.page.unroute("**/api/daily")
    button.click()
    expect(runa.page.get_by_text("wiped at midnight")).to_be_visible()
    assert [error[:4] for error in runa.errors] == ["409 "]
    runa.errors.clear()
    button.click()
    expect(runa.page.locator(".status")).to_be_visible()


def test_a_day_that_never_was(visit: Visit) -> None:
    runa = visit()
    for day in ("2999-01-01", "2026-02-30", "soon"):
        runa.page.goto(f"/daily/{day}")
        expect(runa.page.locator("main")).to_contain_text("fog")
        forgive_not_found(runa.errors)


@in_both_themes
def test_the_daily_page_is_accessible_and_fits(visit: Visit, dark: bool) -> None:
    runa = visit(dark=dark, lang="de-DE")
    runa.page.set_viewport_size({"width": 360, "height": 740})
    runa.page.goto("/daily")
    expect(runa.page.locator("#streak")).to_be_visible()
    assert violations(runa.page) == []
    assert runa.page.evaluate("document.documentElement.scrollWidth") <= 360
