"""Puzzles are solved in a browser: by mouse, by keyboard, with a thumb; wrong answers, the solution, the next one."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from test_pages import forgive_not_found, in_both_sizes_and_themes, violations
from visitor import Visitor

from conftest import Visit

GAMES = ("haugaz", "land-ahoy", "new-shores")


def asked(visitor: Visitor, path: str) -> Any:
    with urllib.request.urlopen(f"{visitor.hall}/api/puzzles/{path}", timeout=60) as answer:
        return json.load(answer)


def solution(visitor: Visitor, game: str, puzzle: str) -> Any:
    return asked(visitor, f"{game}/{puzzle}/solution")


def verdict(visitor: Visitor, which: str) -> Locator:
    return visitor.page.locator(f".verdict[data-verdict={which}]")


def open_one(visitor: Visitor, game: str, puzzle: str) -> None:
    visitor.page.goto(f"/puzzles/{game}?id={puzzle}")
    expect(visitor.page.locator(".question")).to_be_visible()


def roll(visitor: Visitor, action: str) -> None:
    """Lock and free the dice, and press the button that says so."""
    page = visitor.page
    for die in ("red", "black"):
        if action in (f"reroll {die}", "reroll both"):
            page.locator(f"[data-die={die}]").click()
    page.locator(f'.actions [data-action="{action}"]').first.click()


def test_which_dice_wrong_first_then_right_and_on_to_the_next(visit: Visit) -> None:
    runa = visit()
    open_one(runa, "land-ahoy", "la-1")
    rows = {row["action"]: row for row in solution(runa, "land-ahoy", "la-1")["rows"]}
    best = next(action for action, row in rows.items() if row["best"])
    worse = next(action for action, row in rows.items() if not row["best"])
    expect(runa.page.locator(".odds")).to_have_count(0)
    roll(runa, worse)
    expect(verdict(runa, "wrong")).to_contain_text("There is a better choice")
    expect(verdict(runa, "wrong").locator("table")).to_have_count(0)
    open_one(runa, "land-ahoy", "la-1")
    roll(runa, best)
    expect(verdict(runa, "right").locator("tr.best")).to_contain_text(rows[best]["words"]["en"])
    expect(verdict(runa, "right").locator("tbody tr")).to_have_count(4)
    expect(runa.page.locator(".choosing")).to_contain_text("1 of")
    runa.page.keyboard.press("Enter")  # the focus waits on the way onwards
    expect(runa.page.locator(".verdict")).to_have_count(0)
    expect(runa.page).not_to_have_url(f"{runa.hall}/puzzles/land-ahoy?id=la-1")
    runa.page.go_back()
    expect(runa.page.locator(".choosing")).to_contain_text("solved this one before")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_win_by_force_is_played_to_its_end(visit: Visit, by: str) -> None:
    runa = visit()
    first = [card["id"] for card in asked(runa, "haugaz")[:6]]
    ways = {puzzle: solution(runa, "haugaz", puzzle) for puzzle in first}
    puzzle = min(ways, key=lambda one: len(ways[one]["played"]))
    open_one(runa, "haugaz", puzzle)
    (me,) = (seat for seat, one in enumerate(ways[puzzle]["state"]["seats"]) if one["yours"])
    steps = ways[puzzle]["steps"][-len(ways[puzzle]["played"]) :]
    for action in [step["action"] for step in steps if step["actor"] == me]:
        expect(runa.page.locator(".steps .now")).to_contain_text("Move" if "-" in action else "Place")
        play(runa, action, by)
    expect(verdict(runa, "right")).to_contain_text("Won by force")


def play(visitor: Visitor, action: str, by: str) -> None:
    """Point at the points of an action of Haugaz; a placement is played at once, all else by the red button."""
    if action == "pass":
        choose(visitor, visitor.page.get_by_role("button", name="Pass", exact=True), by)
    else:
        for spot in action.split("-"):
            point = visitor.page.locator(f'[data-point="{spot}"]')
            if point.get_attribute("aria-pressed") != "true":  # a stack that alone can move is in hand at once
                choose(visitor, point, by)
    if action == "pass" or "-" in action:
        choose(visitor, visitor.page.locator(".actions .btn.go:not([disabled])"), by)


def choose(visitor: Visitor, choice: Locator, by: str) -> None:
    if by == "mouse":
        choice.click()
    else:
        assert visitor._reach(choice.element_handle())
        visitor.page.keyboard.press("Enter")


def test_a_win_that_slips_is_refuted_and_one_may_try_again(visit: Visit) -> None:
    runa = visit()
    open_one(runa, "haugaz", "hz-1")
    runa.page.get_by_role("button", name="Pass", exact=True).click()
    runa.page.locator(".actions .btn.go").click()
    expect(verdict(runa, "wrong")).to_be_visible()
    runa.page.keyboard.press("Enter")
    expect(runa.page.locator(".verdict")).to_have_count(0)
    expect(runa.page.get_by_role("button", name="Pass", exact=True)).to_be_enabled()


def test_the_best_last_move_with_a_thumb_on_a_phone(visit: Visit) -> None:
    runa = visit(phone=True, lang="de-DE")
    card = next(card for card in asked(runa, "new-shores") if card["difficulty"] == 1)
    action = solution(runa, "new-shores", card["id"])["played"][0]
    open_one(runa, "new-shores", card["id"])
    for spot in action.split(">"):
        runa.page.locator(f'.board [data-spot="{spot}"]').first.tap()
    runa.page.locator(".actions .btn.go:not([disabled])").tap()
    expect(verdict(runa, "right")).to_contain_text("Richtig!")
    expect(runa.page.locator(".choosing")).to_contain_text("1 von")


@pytest.mark.parametrize("game", GAMES)
def test_the_solution_is_shown_and_does_not_count(visit: Visit, game: str) -> None:
    runa = visit()
    runa.page.goto(f"/puzzles/{game}")
    runa.page.get_by_role("button", name="Show the solution").click()
    expect(verdict(runa, "shown")).to_contain_text("This is how")
    expect(runa.page.locator(".choosing")).to_contain_text("0 of")
    before = runa.page.url
    runa.page.get_by_role("button", name="Next puzzle").click()
    expect(runa.page.locator(".verdict")).to_have_count(0)
    assert runa.page.url != before


def test_the_next_one_is_as_strong_as_one_wishes(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/puzzles/land-ahoy")
    runa.page.get_by_role("combobox", name="How strong?").select_option("5 · Firewater")
    expect(runa.page.get_by_role("img", name="Difficulty 5 of 5")).to_be_visible()
    runa.page.reload()
    runa.page.get_by_role("button", name="Another one").click()
    expect(runa.page.get_by_role("img", name="Difficulty 5 of 5")).to_be_visible()


@in_both_sizes_and_themes
def test_puzzles_are_accessible_and_fit(visit: Visit, phone: bool, dark: bool) -> None:
    runa = visit(phone=phone, dark=dark, lang="de-DE")
    for game in GAMES:
        runa.page.goto(f"/puzzles/{game}")
        expect(runa.page.locator(".question")).to_be_visible()
        assert violations(runa.page) == [], game
        runa.page.get_by_role("button", name="Lösung zeigen").click()
        expect(verdict(runa, "shown")).to_be_visible()
        assert violations(runa.page) == [], game
        assert runa.page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1280)


def test_who_looks_for_a_puzzle_that_is_not_there_gets_a_kind_word(visit: Visit) -> None:
    runa = visit()
    lost = {"/puzzles/chess": "chess", "/puzzles/haugaz?id=hz-0": "hz-0", "/puzzles": "nothing at this address"}
    for path, words in lost.items():
        runa.page.goto(path)
        expect(runa.page.locator("main")).to_contain_text(words)
        forgive_not_found(runa.errors)
