"""Lessons are taken on the real boards: by keyboard alone, with a thumb, left and resumed, and helped along."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect
from pupil import Pupil
from test_games import GAMES
from test_pages import forgive_not_found, violations

from conftest import Visit

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_a_lesson_by_keyboard_alone(visit: Visit, game: str) -> None:
    runa = visit()
    pupil = Pupil(runa, game, "keyboard")
    pupil.come()
    pupil.take_steps()
    pupil.press(runa.page.get_by_role("button", name="Play your first game"))
    runa.page.wait_for_url("**/table/*")
    expect(runa.page.locator(".board")).to_be_visible()
    with urllib.request.urlopen(runa.page.url.replace("/table/", "/api/tables/"), timeout=20) as answer:
        seats = json.load(answer)["seats"]
    assert {seat["level"] for seat in seats} == {None, 1}


@pytest.mark.parametrize("game", ["haugaz", "land-ahoy"])
def test_a_lesson_with_a_thumb_on_a_phone_in_german(visit: Visit, game: str) -> None:
    runa = visit(phone=True, lang="de-DE")
    pupil = Pupil(runa, game, "thumb")
    pupil.come()
    pupil.take_steps()
    expect(runa.page.get_by_role("button", name="Spiel deine erste Partie")).to_be_visible()
    runa.page.goto("/")
    expect(runa.page.locator(".offer")).to_be_visible()
    expect(runa.page.locator(f'.offer a[href="/lesson/{game}"]')).to_have_accessible_name(re.compile("geschafft"))


@pytest.mark.parametrize("game", ["haugaz"])
def test_a_lesson_moves_as_a_table_does(visit: Visit, game: str) -> None:
    runa = visit(motion=True)
    pupil = Pupil(runa, game)
    pupil.come()
    pupil.take_steps(5)


@pytest.mark.parametrize("game", ["new-shores"])
def test_a_lesson_can_be_taken_as_text_and_buttons(visit: Visit, game: str) -> None:
    runa = visit()
    runa.page.goto("/")
    runa.page.evaluate("localStorage.setItem('meadhall.likes', JSON.stringify({plain: true}))")
    pupil = Pupil(runa, game)
    pupil.come()
    for number, step in enumerate(pupil.steps[:-1]):
        pupil.expect_step(number)
        if step["moves"]:
            pupil.press(runa.page.get_by_role("button", name="Show me where"))
            pupil.press(runa.page.get_by_role("button", name="Do it for me"))
        elif step["answers"]:
            pupil.press(runa.page.get_by_role("button", name="Tell me"))
        if not step["moves"] or step["right"]:
            pupil.press(runa.page.locator(".lesson .btn.go"))
    pupil.expect_step(len(pupil.steps) - 1)


def test_something_else_gets_a_nudge_and_changes_nothing(visit: Visit) -> None:
    runa = visit()
    pupil = Pupil(runa, "haugaz")
    pupil.come(3)
    pupil.press(runa.page.locator('[data-point="a1"]'))
    expect(runa.page.locator(".lesson .remark")).to_contain_text("take e5")
    pupil.expect_step(2)
    ring, point = runa.page.locator(".ring"), runa.page.locator('[data-point="e5"]')
    expect(ring).to_be_visible()
    around, inside = ring.bounding_box(), point.bounding_box()
    assert around and inside and around["x"] < inside["x"] and around["y"] < inside["y"]
    pupil.take_step()
    expect(ring).to_be_hidden()


def test_a_wrong_answer_is_explained(visit: Visit) -> None:
    runa = visit()
    pupil = Pupil(runa, "haugaz", "keyboard")
    pupil.come(2)
    pupil.press(runa.page.get_by_role("button", name="White", exact=True))
    expect(runa.page.locator(".lesson .remark")).to_contain_text("two stacks of two")
    expect(runa.page.get_by_role("button", name="White", exact=True)).to_have_attribute("aria-disabled", "true")
    pupil.press(runa.page.get_by_role("button", name="Black", exact=True))
    expect(runa.page.locator(".lesson .remark.right")).to_be_visible()
    assert runa.page.evaluate("document.activeElement.textContent").strip() == "Go on"


def test_one_may_leave_and_come_back(visit: Visit) -> None:
    runa = visit()
    pupil = Pupil(runa, "land-ahoy")
    pupil.come()
    pupil.take_steps(3)
    runa.page.get_by_role("link", name="Meadhall").click()
    runa.page.get_by_role("link", name="Learn Land Ahoy! in a first game").click()
    runa.page.get_by_role("button", name="Go on with step 4").click()
    pupil.expect_step(3)
    pupil.take_step()
    runa.page.reload()
    pupil.expect_step(4)
    runa.page.get_by_role("button", name="Back").click()
    pupil.expect_step(3)
    runa.page.get_by_role("button", name="Skip").click()
    pupil.expect_step(4)
    pupil.come()
    runa.page.get_by_role("button", name="From the start").click()
    pupil.expect_step(0)


def test_a_step_that_is_not_there_becomes_one_that_is(visit: Visit) -> None:
    runa = visit()
    pupil = Pupil(runa, "new-shores")
    for step, shown in (("999", -1), ("-3", 0), ("2.7", 1), ("0", 0), ("999", -1), ("much", 0), ("2", 1), ("", 0)):
        runa.page.goto(f"/lesson/new-shores?step={step}")
        runa.page.evaluate("localStorage.removeItem('meadhall.lessons')")
        pupil.expect_step(shown % len(pupil.steps))


def test_nonsense_in_the_store_counts_as_nothing(visit: Visit) -> None:
    runa = visit()
    pupil = Pupil(runa, "haugaz")
    for kept in ("{", "null", "[]", '"x"', {"haugaz": 3}, {"haugaz": {"step": "x"}}, {"haugaz": {"step": -7}}):
        runa.page.goto("/")
        text = kept if isinstance(kept, str) else json.dumps(kept)
        runa.page.evaluate("text => localStorage.setItem('meadhall.lessons', text)", text)
        pupil.come()
        pupil.expect_step(0)
    pupil.take_steps(2)


def test_a_step_beyond_the_end_in_the_store_is_clamped(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/")
    runa.page.evaluate("localStorage.setItem('meadhall.lessons', '{\"haugaz\": {\"step\": 500}}')")
    pupil = Pupil(runa, "haugaz")
    pupil.come()
    runa.page.get_by_role("button", name=f"Go on with step {len(pupil.steps)}").click()
    pupil.expect_step(len(pupil.steps) - 1)


def test_it_goes_on_without_a_network(visit: Visit) -> None:
    runa = visit()
    pupil = Pupil(runa, "new-shores")
    pupil.come()
    expect(runa.page.locator(".lesson")).to_be_visible()
    runa.page.context.set_offline(True)
    pupil.take_steps()
    runa.page.context.set_offline(False)


def test_newcomers_are_offered_lessons_until_they_have_played_or_refuse(visit: Visit) -> None:
    runa, ulf = visit(), visit(phone=True)
    for visitor in (runa, ulf):
        visitor.page.goto("/")
        expect(visitor.page.locator(".offer a")).to_have_count(len(GAMES))
    runa.page.get_by_role("button", name="No, thanks").click()
    runa.page.reload()
    expect(runa.page.locator(".games article").first).to_be_visible()
    expect(runa.page.locator(".offer")).to_be_hidden()
    ulf.page.get_by_role("button", name="Play Haugaz now").click()
    expect(ulf.page.locator(".board")).to_be_visible()
    ulf.page.goto("/")
    expect(ulf.page.locator(".games article").first).to_be_visible()
    expect(ulf.page.locator(".offer")).to_be_hidden()


def test_a_lesson_that_is_not_there_gets_a_kind_word(visit: Visit) -> None:
    runa = visit()
    for path in ("/lesson/chess", "/lesson"):
        runa.page.goto(path)
        expect(runa.page.locator("main .mat")).to_be_visible()
        expect(runa.page.get_by_role("link", name="Back to the hall")).to_be_visible()
        forgive_not_found(runa.errors)


@pytest.mark.parametrize(
    ("game", "phone", "dark"), [("haugaz", False, False), ("new-shores", True, True), ("land-ahoy", True, False)]
)
def test_lessons_are_accessible(visit: Visit, game: str, phone: bool, dark: bool) -> None:
    runa = visit(phone=phone, dark=dark)
    pupil = Pupil(runa, game)
    pupil.come()
    for step in (0, 1, 3, len(pupil.steps) - 1):
        pupil.come(step + 1)
        pupil.expect_step(step)
        assert violations(runa.page) == [], step
    runa.page.goto("/")
    expect(runa.page.locator(".offer")).to_be_visible()
    assert violations(runa.page) == []


@each_game
def test_nothing_of_a_lesson_sticks_out(visit: Visit, game: str) -> None:
    ulf, runa = visit(lang="de-DE"), visit(lang="de-DE")
    ulf.page.set_viewport_size({"width": 360, "height": 740})
    for visitor, wide in ((ulf, 360), (runa, 1280)):
        pupil = Pupil(visitor, game)
        for step in range(1, len(pupil.steps) + 1, 3):
            pupil.come(step)
            pupil.expect_step(step - 1)
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= wide
            if wide == 1280:
                assert visitor.page.evaluate("document.documentElement.scrollHeight") <= 800
