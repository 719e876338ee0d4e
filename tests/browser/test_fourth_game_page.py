"""A game that is one folder elsewhere is played in the browser too, as text and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import Visit, opened

ROOM = Path(__file__).parent.parent / "fourth_game"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Open a hall with a fourth game."""
    with opened(tmp_path_factory.mktemp("hall"), MEADHALL_GAMES=str(ROOM)) as address:
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
