"""Owners of the real box in the browser: a table is tapped together and scored, coasters are drawn and played with."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from test_pages import violations

import meadhall
from conftest import Visit

PAGES = ["/score", *(f"/score/{game}" for game in meadhall.games()), "/sets", "/sets/new-shores", "/sets/land-ahoy"]
SHORES = meadhall.game("new-shores")


def lay(page: Page, name: str, place: str = "") -> None:
    """Take a coaster out of the box, and lay it on the table; the first one lies by itself."""
    page.get_by_role("button", name=f"Coaster {name}:").click()
    if place:
        page.locator(f'.board [data-spot="{place}"]').click()


def tool(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).check(force=True)


def build(page: Page) -> None:
    """Tap a small table together: a land of five fields with a shield, one Viking in it, and gold."""
    page.goto("/score/new-shores")
    lay(page, "k01")
    lay(page, "k10", "1,0")
    tool(page, "Runa’s Viking")
    page.locator('[data-spot="0,0NE"]').click()
    tool(page, "Gold")
    page.locator('[data-spot="1,0NW"]').click()


def totals(page: Page) -> list[str]:
    return page.locator(".verdict tfoot td").all_inner_texts()


def test_a_table_is_tapped_together_and_scored(visit: Visit) -> None:
    page = visit().page
    build(page)
    expect(page.locator(".verdict h2")).to_contain_text("Runa wins!")
    table = {
        "players": 2,
        "coasters": [{"id": "k01", "at": [0, 0]}, {"id": "k10", "at": [1, 0]}],
        "tokens": [
            {"is": "hagar", "player": 0, "at": [0, 0], "field": "NE"},
            {"is": "gold", "at": [1, 0], "field": "NW"},
        ],
    }
    expect(page.locator(".verdict tfoot td").first).to_have_text(str(SHORES.score(table)["scores"][0]))
    page.get_by_role("radio", name="1", exact=True).last.check(force=True)  # the die: its row is doubled
    expect(page.locator(".verdict tfoot td").first).to_have_text(str(SHORES.score({**table, "die": 1})["scores"][0]))
    page.get_by_label("Name of player 1").fill("Opa Knut")
    page.get_by_label("Name of player 1").blur()
    expect(page.locator(".verdict h2")).to_contain_text("Opa Knut wins!")


def test_neither_a_reload_nor_a_link_loses_the_table(visit: Visit) -> None:
    runa, ulf = visit(), visit(phone=True, lang="de-DE", dark=True)
    build(runa.page)
    expect(runa.page.locator(".verdict tfoot td").first).to_be_visible()
    before = totals(runa.page)
    link = runa.page.get_by_label("Link to this table").input_value()
    runa.page.reload()
    expect(runa.page.locator(".verdict h2")).to_contain_text("Runa wins!")
    assert totals(runa.page) == before
    ulf.page.goto(link)
    expect(ulf.page.locator(".verdict h2")).to_contain_text("Runa gewinnt!")
    assert totals(ulf.page) == before
    runa.page.goto("/")
    runa.page.goto("/score/new-shores")  # without the link, this browser has kept it
    expect(runa.page.locator(".verdict h2")).to_contain_text("Runa wins!")
    runa.page.get_by_role("button", name="Clear the table").click()
    expect(runa.page.locator(".verdict h2")).to_contain_text("The scoring")
    runa.page.get_by_role("button", name="Bring the last table back").click()
    expect(runa.page.locator(".verdict h2")).to_contain_text("Runa wins!")


def test_a_damaged_link_gives_an_empty_table_and_a_kind_word(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/score/new-shores#table=q1Z0damaged")
    expect(runa.page.get_by_text("shows no table")).to_be_visible()
    expect(runa.page.locator(".tray button")).to_have_count(12)


def test_a_table_is_laid_and_turned_by_keys_alone(visit: Visit) -> None:
    page = visit().page
    page.goto("/score/new-shores")
    page.get_by_role("button", name="Coaster k01:").press("Enter")
    page.get_by_role("button", name="Coaster k02:").press("Enter")
    page.locator('[data-spot="0,0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    laid = page.locator('[data-spot="1,0"]')
    expect(laid).to_have_attribute(
        "aria-label", "Coaster k02, 1 east, as printed. Enter turns it, Delete puts it back."
    )
    laid.focus()
    page.keyboard.press("r")
    expect(laid).to_have_attribute(
        "aria-label", "Coaster k02, 1 east, turned once. Enter turns it, Delete puts it back."
    )
    page.keyboard.press("Delete")
    expect(page.get_by_role("button", name="Coaster k02:")).to_be_visible()


def test_stacks_are_compared(visit: Visit) -> None:
    page = visit().page
    page.goto("/score/haugaz")
    for point in ("a1", "a1", "c3"):
        page.locator(f'[data-point="{point}"]').click()
    expect(page.locator(".verdict h2")).to_contain_text("Runa wins!")
    page.get_by_role("radio", name="White").check(force=True)  # the stack just tapped changes sides
    for _ in range(2):
        page.get_by_role("button", name="Higher").click()
    expect(page.locator(".verdict h2")).to_contain_text("Ulf wins!")
    page.locator('[data-point="a1"]').press("Delete")
    expect(page.locator(".verdict .decides")).to_contain_text("3")
    with page.expect_download() as download:
        page.get_by_role("button", name="Print one (PDF)").click()
    assert download.value.suggested_filename == "haugaz.pdf"


def test_treasures_are_added_up(visit: Visit) -> None:
    page = visit().page
    page.goto("/score/land-ahoy")
    for token in ("1", "2", "Chief"):
        page.get_by_role("button", name=f"Give {token} to Runa").click()
    for token in ("3", "Lucky Fellow"):
        page.get_by_role("button", name=f"Give {token} to Ulf").click()
    expect(page.get_by_role("button", name="Give 3 to Runa")).to_be_disabled()
    page.get_by_label("On Helga’s plate").select_option(label="Runa’s 1")
    expect(page.locator(".verdict")).to_contain_text("Roll for every Lucky Fellow")
    expect(page.locator(".verdict .total").first).to_have_text("8")
    page.get_by_label("Red die").select_option("6")
    page.get_by_label("Black die").select_option("1")
    expect(page.locator(".verdict .total").last).to_have_text("8")
    expect(page.locator(".verdict h2")).to_contain_text("Nobody wins")


def test_who_spilt_a_beer_owes_it_to_the_winner(visit: Visit) -> None:
    page = visit().page
    build(page)
    spilt = page.get_by_role("group", name="Honky-tonk: beers spilt")
    lay(page, "k03", "0,1")
    expect(spilt).to_be_hidden()  # one beer alone stands in no line
    lay(page, "k06", "0,-1")
    lay(page, "k09", "-1,0")
    spilt.get_by_label("Ulf").select_option("1")
    expect(page.locator(".verdict")).to_contain_text("Ulf owes Runa a beer.")
    page.reload()
    expect(page.locator(".verdict")).to_contain_text("Ulf owes Runa a beer.")
    assert spilt.get_by_label("Ulf").input_value() == "1"
    page.get_by_role("group", name="Players").get_by_role("radio", name="1").check(force=True)  # alone nobody owes
    expect(spilt).to_be_hidden()
    expect(page.locator(".verdict")).not_to_contain_text("owes")


def test_the_last_owes_a_beer_to_who_has_the_dragon(visit: Visit) -> None:
    page = visit(lang="de-DE").page
    page.goto("/score/land-ahoy")
    page.get_by_role("button", name="2 an Runa geben").click()
    page.get_by_label("Beim Drachen").select_option(label="1 von Runa")
    expect(page.locator(".verdict")).to_contain_text("Ulf schuldet Runa ein Bier.")


def test_coasters_are_drawn_saved_loaded_and_played_with(visit: Visit, tmp_path: Path) -> None:
    runa, ulf = visit(), visit(phone=True)
    page = runa.page
    page.goto("/sets/new-shores")
    page.get_by_role("button", name="Coaster k05").click()
    tool(page, "Shield")
    page.locator('[data-spot="E"]').click()
    tool(page, "Number")
    page.locator('[data-spot="SW"]').click()  # the 1 comes along from k01
    page.get_by_label("Its name").fill("mine")
    page.get_by_label("Its name").blur()
    expect(page.get_by_text("These coasters make a set.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "own.toml"
    download.value.save_as(file)
    own = {coaster["id"]: coaster for coaster in SHORES.read_set(file)["coaster"]}
    die = {"on": "SW", "is": "die", "number": 1, "arrow": "horizontal"}
    assert own["mine"]["marks"] == [{"on": "E", "is": "shield"}, die]
    assert own["k01"]["marks"] == [{"on": "N", "is": "shield"}]

    ulf.page.goto("/sets/new-shores")
    ulf.page.locator("input[type=file]").set_input_files(file)
    expect(ulf.page.get_by_role("button", name="Coaster mine")).to_be_visible()
    ulf.page.get_by_role("link", name="Play with them").click()
    ulf.page.get_by_label("Seat 2").select_option("here")
    ulf.page.get_by_role("button", name="Open the table").click()
    expect(ulf.page.locator(".actions")).to_be_visible()
    name = ulf.page.url.rsplit("/", 1)[1]
    found = ulf.page.request.get(f"/api/tables/{name}").json()
    assert "mine" in [coaster["id"] for coaster in found["view"]["coasters"]]


def test_what_makes_no_set_is_said_and_nothing_is_lost(visit: Visit, tmp_path: Path) -> None:
    runa = visit(lang="de-DE")
    page = runa.page
    page.goto("/sets/land-ahoy")
    page.get_by_label("0", exact=True).check(force=True)
    expect(page.get_by_text("neun Schätze brauchen neun Plätze")).to_be_visible()
    expect(page.get_by_role("link", name="Mit ihnen spielen")).to_be_hidden()
    page.reload()
    expect(page.get_by_text("neun Schätze brauchen neun Plätze")).to_be_visible()
    page.get_by_label("2", exact=True).check(force=True)
    expect(page.get_by_text("wird ein Satz")).to_be_visible()
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[[coaster]]\nid = 7\n")
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("ein Satz hat 10 Deckel, nicht 1")
    expect(page.get_by_role("button", name="Deckel chief1")).to_be_visible()
    assert all(entry.startswith("422 ") for entry in runa.errors)
    runa.errors.clear()


def test_pages_for_owners_are_accessible(visit: Visit) -> None:
    page = visit().page
    for path in PAGES:
        page.goto(path)
        expect(page.locator("main h2").first).to_be_visible()
        assert violations(page) == [], path
    build(page)
    assert violations(page) == []


@pytest.mark.parametrize("path", ["/score/new-shores", "/score/land-ahoy", "/sets/new-shores"])
def test_they_fit_a_narrow_phone_in_german_and_in_the_dark(visit: Visit, path: str) -> None:
    page = visit(lang="de-DE", dark=True).page
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(path)
    expect(page.locator("main h2").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
