"""A replay in a notebook: stepped through by its buttons, with nothing but what is in it."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

import meadhall


def test_a_replay_is_stepped_through_with_its_buttons(browser: Browser) -> None:
    match = meadhall.game("haugaz").new(size=4, seed=1)
    for action in ("a1", "d4", "black", "a2"):
        match.play(action)
    page = browser.new_page()
    try:
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.set_content(meadhall.replay(match, names=["Ylva", "Odd"]).html * 2)  # twice: no cell minds another
        for cell in range(2):
            here = page.locator("div[id]").nth(cell)
            said = here.locator("text", has_text="Odd takes Black.")
            expect(here.locator("text", has_text="Odd places a stack on a2.")).to_be_visible()
            expect(said).to_be_hidden()
            here.get_by_role("button", name="Back").click()
            expect(said).to_be_visible()
            here.get_by_role("button", name="Beginning").click()
            expect(here.get_by_text("1/4")).to_be_visible()
            here.get_by_role("slider").press("ArrowRight")
            expect(here.get_by_text("2/4")).to_be_visible()
        assert errors == []
    finally:
        page.close()
