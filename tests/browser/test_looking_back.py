"""After a game: luck and decisions. During one: hints at a level, and a coach who warns before it is too late."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from test_games import GAMES
from test_pages import in_both_themes, violations
from visitor import Visitor

from conftest import Visit

COMPILES = 300_000  # milliseconds: bots that lace their boots weigh nothing
on_both_sizes = pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])


def play_out(visitor: Visitor, game: str, players: int, **options: Any) -> str:
    """Have a whole match played at a table with seats of this browser, open it, and give its name."""
    seats = [{"kind": "me", "name": "Runa"}, *[{"kind": "here", "name": f"P{i}"} for i in range(1, players)]]
    made = visitor.ask("/api/tables", {"game": game, "seats": seats, "options": options, "seed": "2"})
    table, secrets, dice = f"/api/tables/{made['table']}", ",".join(made["seats"].values()), random.Random(2)
    hint = visitor.ask(f"{table}/hint", {"number": 0, "level": 1}, secrets)
    action, number = hint["lines"][0]["action"], 0
    while True:
        state = visitor.ask(f"{table}/move", {"action": action, "number": number}, secrets)
        if not state["choices"]:
            break
        action, number = dice.choice(state["choices"])["action"], state["number"]
    visitor.page.goto(f"/table/{made['table']}#seat={made['seats']['0']}")
    expect(visitor.page.locator(".outcome")).to_be_visible()
    return str(made["table"])


@pytest.mark.parametrize(("game", "phone"), [("haugaz", False), ("new-shores", True)])
def test_luck_and_decisions_are_told_after_a_game_once_somebody_asks(visit: Visit, game: str, phone: bool) -> None:
    runa = visit(phone=phone)
    asked: list[str] = []
    runa.page.on("request", lambda request: asked.append(request.url) if "/study" in request.url else None)
    play_out(runa, game, 2, **GAMES[game])
    assert asked == []
    runa.page.get_by_text("How did it go?").click()
    luck = runa.page.locator(".outcome .luck")
    expect(luck.get_by_role("progressbar")).to_be_visible()
    expect(luck.locator("dl")).to_be_visible(timeout=COMPILES)
    expect(luck.locator("dt").first).to_have_text("Own decisions" if game == "haugaz" else "Luck")
    expect(luck.get_by_role("progressbar")).to_be_hidden()
    expect(luck).to_contain_text("mistakes")
    assert runa.page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1280)
    luck.get_by_label("P1").check()
    expect(luck).to_contain_text("P1, this is for you:")


def test_a_moment_worth_a_look_is_one_click_away_and_the_account_stays_open(visit: Visit) -> None:
    runa = visit(lang="de-DE")
    play_out(runa, "haugaz", 2, size=4)
    runa.page.get_by_text("Wie lief es?").click()
    moment = runa.page.locator(".moments button").first
    expect(moment).to_be_visible(timeout=COMPILES)
    step = moment.locator("b").inner_text().split(" · ")[0]
    assert step.startswith("Schritt ")
    moment.click()
    expect(runa.page.locator(".status.past")).to_be_visible()
    runa.page.get_by_role("button", name="Zurück zu jetzt").click()
    expect(runa.page.locator(".luck dl")).to_be_visible()


@in_both_themes
def test_the_account_is_accessible(visit: Visit, dark: bool) -> None:
    runa = visit(dark=dark)
    play_out(runa, "new-shores", 3)
    runa.page.get_by_text("How did it go?").click()
    expect(runa.page.locator(".luck dl")).to_be_visible(timeout=COMPILES)
    assert violations(runa.page) == []


def test_weighing_can_be_stopped_and_goes_on(visit: Visit) -> None:
    runa = visit()
    play_out(runa, "new-shores", 2)
    held: list[Route] = []  # answers that wait until somebody has stopped it
    runa.page.route("**/api/study/values", lambda route: held.append(route))
    runa.page.get_by_text("How did it go?").click()
    luck = runa.page.locator(".luck")
    luck.get_by_role("button", name="Stop").click()
    for route in held:
        route.continue_()
    runa.page.unroute("**/api/study/values")
    luck.get_by_role("button", name="Go on").click()
    expect(luck.locator("dl")).to_be_visible(timeout=COMPILES)


def test_hints_come_from_the_level_that_was_chosen_and_remembered(visit: Visit) -> None:
    runa, levels = visit(), list[int]()
    runa.page.on("request", lambda one: levels.append(one.post_data_json["level"]) if "/hint" in one.url else None)
    runa.sit_down("haugaz", "me", "here", size=4)
    runa.wait_for_turn()
    runa.page.get_by_role("button", name="Hint").click()
    hints = runa.page.locator(".hints")
    expect(hints.locator("li").first).to_be_visible()
    hints.get_by_label("Ask a bot that").select_option("2")
    expect(hints.locator("li")).to_have_count(1)
    assert levels == [5, 2]
    runa.page.reload()
    runa.page.get_by_role("button", name="Hint").click()
    expect(hints.get_by_label("Ask a bot that")).to_have_value("2")
    assert levels == [5, 2, 2]
    assert violations(runa.page) == []


def coach_says(visitor: Visitor, bad: str) -> None:
    """Have a coach who dislikes one action."""

    def answer(route: Route) -> None:
        warns = route.request.post_data_json["action"] == bad
        warning = {"en": "A strong player would not: better e5.", "de": "Besser e5."} if warns else None
        route.fulfill(content_type="application/json", body=json.dumps({"lost": 0.2 * warns, "warning": warning}))

    visitor.page.route("**/coach", answer)


def want_a_coach(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_label("A coach warns me before a bad move").check()
    visitor.page.get_by_role("button", name="Close").click()


@on_both_sizes
def test_the_coach_marks_a_bad_choice_before_it_is_played_and_blocks_nothing(visit: Visit, phone: bool) -> None:
    runa = visit(phone=phone)
    runa.sit_down("haugaz", "me", "here")
    runa.wait_for_turn()
    want_a_coach(runa)
    coach_says(runa, "d4")
    warning = runa.page.get_by_text("A strong player would not")
    runa.page.locator(".board").get_by_role("button", name="d4").first.click()
    expect(warning).to_be_visible()
    assert violations(runa.page) == []
    runa.page.locator(".board").get_by_role("button", name="c3").first.click()
    expect(warning).to_be_hidden()
    runa.page.locator(".board").get_by_role("button", name="d4").first.click()
    expect(warning).to_be_visible()
    runa.page.locator(".actions .btn.go").click()
    expect(warning).to_be_hidden()
    expect(runa.page.locator(".log")).to_contain_text("d4")


@pytest.mark.parametrize("game", GAMES)
def test_every_board_asks_the_coach_about_what_lies_ready(visit: Visit, game: str) -> None:
    runa, asked = visit(), list[str]()
    runa.page.on("request", lambda one: asked.append(one.post_data_json["action"]) if "/coach" in one.url else None)
    runa.sit_down(game, "me", "here", **GAMES[game])
    runa.wait_for_turn()
    runa.play_on("mouse", 2)
    assert asked == []
    want_a_coach(runa)
    for _ in range(20):
        runa.play_on("mouse", 1)
        runa.page.wait_for_timeout(300)  # a choice must rest before the coach looks at it
        if asked:
            break
    assert asked


def test_no_coach_is_offered_where_the_table_plays_without_help(visit: Visit) -> None:
    runa = visit()
    made = runa.ask("/api/tables", {"game": "haugaz", "seats": [{"kind": "me"}, {"kind": "here"}], "aids": False})
    runa.page.goto(f"/table/{made['table']}#seat={made['seats']['0']}")
    runa.wait_for_turn()
    runa.page.get_by_role("button", name="Settings").click()
    expect(runa.page.get_by_label("Sounds")).to_be_visible()
    expect(runa.page.get_by_label("A coach warns me")).to_have_count(0)
