"""Each game is played to its end: by mouse, by keyboard alone, and with a thumb on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from visitor import Visitor

from conftest import Visit

GAMES = {"haugaz": {"size": 4}, "new-shores": {}, "land-ahoy": {}}
each_game = pytest.mark.parametrize("game", GAMES)


def sit_down(visitor: Visitor, game: str, *seats: str) -> None:
    """Sit down where a match ends after some dozens of clicks; a whole one is played on the phone."""
    if game == "haugaz":
        visitor.sit_down(game, *seats, **GAMES[game])
    else:
        visitor.sit_down_late(game, *seats, played=0.995 if game == "land-ahoy" else 0.7)


@each_game
def test_by_mouse_against_a_bot(visit: Visit, game: str) -> None:
    runa = visit()
    sit_down(runa, game)
    runa.play_on("mouse")
    expect(runa.page.locator(".outcome")).to_be_visible()


@each_game
def test_by_keyboard_alone_where_it_fits_two_at_one_screen(visit: Visit, game: str) -> None:
    runa = visit()
    sit_down(runa, game, "me", "here")
    runa.play_on("keyboard")
    expect(runa.page.locator(".outcome")).to_be_visible()


@each_game
def test_with_a_thumb_on_a_phone_in_german(visit: Visit, game: str) -> None:
    runa = visit(phone=True, lang="de-DE")
    runa.sit_down(game, **GAMES[game])
    runa.play_on("thumb")
    expect(runa.page.locator(".outcome")).to_contain_text("Noch einmal")


@each_game
def test_any_game_is_played_as_text_and_buttons_too(visit: Visit, game: str) -> None:
    runa = visit()
    sit_down(runa, game)
    runa.page.get_by_role("button", name="Settings").click()
    runa.page.get_by_label("Text and buttons instead of a board").check()
    runa.page.get_by_role("button", name="Close").click()
    runa.play_on("mouse")
    expect(runa.page.locator(".outcome")).to_be_visible()
