"""What the owner of a house brings along: a game that is one folder elsewhere, and a bot that is a program."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import Visit, opened

ROOM = Path(__file__).parents[1] / "games" / "fourth_game"
GUEST = Path(__file__).parents[1] / "support" / "bot_program.py"
BOTS = {"Noda": "plays", "Loki": "cheats"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Open a hall with a fourth game and bots of its own."""
    bots = [f"{name}={shlex.join([sys.executable, str(GUEST), manner])}" for name, manner in BOTS.items()]
    more = [word for bot in bots for word in ("--bot", bot)]
    with opened(tmp_path_factory.mktemp("hall"), *more, MEADHALL_GAMES=str(ROOM)) as address:
        yield address


def test_a_fourth_game_is_in_the_hall_and_played_to_its_end(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/rules/little-morris")
    expect(runa.page.get_by_text("After 40 moves without a winner")).to_be_visible()
    runa.page.goto("/")
    runa.page.get_by_role("button", name="Play Little Morris now").click()
    runa.play_on("mouse")
    expect(runa.page.locator(".outcome")).to_be_visible()
    runa.page.locator(".outcome").get_by_role("link", name="Look back").click()
    expect(runa.page.locator(".reel")).to_be_visible()


def test_a_program_is_chosen_among_the_bots_and_one_that_cheats_is_replaced_before_all_eyes(visit: Visit) -> None:
    runa = visit()
    for name in BOTS:
        runa.page.goto("/new/little-morris")
        runa.page.get_by_label("Seat 2", exact=True).select_option("bot")
        runa.page.get_by_label("Strength, Seat 2").select_option(label=f"{name} (program)")
        runa.page.get_by_role("button", name="Open the table").click()
        expect(runa.page.locator(".players")).to_contain_text(name)
        runa.play_on("mouse", 4)
        runa.wait_for_turn()
        notice = runa.page.locator(".notice")
        expect(notice).to_have_count(1 if name == "Loki" else 0)
    expect(notice).to_contain_text("The program “Loki” gave no answer that counts.")
