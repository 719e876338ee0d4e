"""Fair dice in the browser: nonces are added without a word, and a page says what was checked, and by whom."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from test_pages import violations
from visitor import Visitor

import meadhall
from conftest import Visit

FAIR, FOUL = "The dice were fair", "Something is wrong with the dice"


def noted(page: Page, name: str) -> dict[str, Any]:
    """What a browser keeps of a table."""
    kept: dict[str, Any] = json.loads(page.evaluate(f"localStorage.getItem('meadhall.table.{name}')"))
    return kept


def opened(visitor: Visitor, *seats: str) -> str:
    """Open a table of New Shores by hand, and give its name."""
    page = visitor.page
    page.goto("/new/new-shores")
    page.locator(".count label").nth(len(seats) - 1).click()
    for number, kind in enumerate(seats):
        page.get_by_label(f"Seat {number + 1}", exact=True).select_option(kind)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".status")).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def finish(visitor: Visitor, name: str, moves: int = 10**6, give_up: bool = False) -> None:
    """Play a table to its end as a program, with the seats that this browser keeps."""
    secrets = ",".join(noted(visitor.page, name)["seats"].values())
    state = visitor.ask(f"/api/tables/{name}/back", {}, secrets)
    while state["choices"] and moves:
        move = {"action": visitor.random.choice(state["choices"])["action"], "number": state["number"]}
        state = visitor.ask(f"/api/tables/{name}/move", move, secrets)
        moves -= 1
    if give_up:
        visitor.ask(f"/api/tables/{name}/resign", {"number": state["number"]}, secrets)


@pytest.mark.parametrize(("phone", "dark"), [(True, False), (False, True)])
def test_who_played_sees_that_all_is_as_it_was_promised(visit: Visit, phone: bool, dark: bool) -> None:
    runa = visit(phone=phone, dark=dark)
    name = opened(runa, "me", "here")
    finish(runa, name)
    runa.page.get_by_role("link", name="Were the dice fair?").click()
    expect(runa.page.get_by_role("heading", name=FAIR)).to_be_visible()
    checks = runa.page.locator("main li")
    expect(checks).to_have_count(7)
    expect(checks.get_by_role("img", name="right", exact=True)).to_have_count(7)
    expect(checks.filter(has_text="Your browser")).to_have_count(6)
    expect(checks.filter(has_text="The hall").filter(has_text="dice and draws are right.")).to_have_count(1)
    dice = noted(runa.page, name)["dice"]
    for number in (dice["commitment"], *dice["nonces"].values()):
        expect(runa.page.locator("dl")).to_contain_text(number)
    expect(runa.page.locator("pre")).to_have_text(f"meadhall verify new-shores-{name}.txt")
    assert violations(runa.page) == []


def test_what_is_saved_there_can_be_verified_by_command(visit: Visit) -> None:
    runa = visit()
    name = opened(runa, "me")
    finish(runa, name, moves=4, give_up=True)
    runa.page.goto(f"/verify/{name}")
    expect(runa.page.get_by_role("heading", name=FAIR)).to_be_visible()
    with runa.page.expect_download() as download:
        runa.page.get_by_role("button", name="Save the record").click()
    record = download.value.path().read_text("utf-8")
    command = runa.page.locator("pre").inner_text()
    assert command.startswith(f'meadhall verify {download.value.suggested_filename} --seed "provable 1 ')
    assert meadhall.verify(record, seed=command.split('"')[1]).right


def test_who_only_watched_is_not_told_more_than_their_browser_can_know(visit: Visit) -> None:
    runa, gro = visit(), visit(phone=True, lang="de-DE")
    name = opened(runa, "me")
    finish(runa, name)
    gro.page.goto(f"/verify/{name}")
    expect(gro.page.get_by_role("heading", name="Alle Würfel stimmen")).to_be_visible()
    expect(gro.page.get_by_role("img", name="nicht bekannt")).to_have_count(1)
    expect(gro.page.get_by_role("img", name="stimmt", exact=True)).to_have_count(3)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("kept.dice.commitment = '0'.repeat(64)", "This browser saw another commitment"),
        ("kept.dice.nonces[0] = '0'.repeat(32)", "this browser had drawn another nonce"),
        ("kept.dice.all = ['-', '-']", "other nonces were told"),
    ],
)
def test_a_hall_that_changes_its_mind_is_caught(visit: Visit, change: str, said: str) -> None:
    runa = visit()
    name = opened(runa, "me", "here")
    finish(runa, name)
    expect(runa.page.locator(".outcome")).to_be_visible()
    key = f"meadhall.table.{name}"
    runa.page.evaluate(
        f"const kept = JSON.parse(localStorage.getItem('{key}')); {change}; "
        f"localStorage.setItem('{key}', JSON.stringify(kept))"
    )
    runa.page.goto(f"/verify/{name}")
    expect(runa.page.get_by_role("heading", name=FOUL)).to_be_visible()
    expect(runa.page.locator("main li", has_text=said).get_by_role("img", name="wrong")).to_be_visible()


def test_two_browsers_add_their_nonces_and_again_for_the_rematch(visit: Visit) -> None:
    runa, ulf = visit(), visit(phone=True)
    name = opened(runa, "me", "link")
    expect(runa.page.locator(".status")).to_contain_text("The dice wait for Guest.")
    ulf.page.goto(f"/table/{name}#seat={noted(runa.page, name)['invitations']['1']}")
    expect(ulf.page.locator(".status")).to_contain_text("The dice wait for Guest.")
    ulf.page.get_by_label("What do they call you?").fill("Ulf")
    ulf.page.get_by_role("button", name="Sit down").click()
    for visitor in (runa, ulf):
        expect(visitor.page.locator(".status")).not_to_contain_text("wait for Guest")
    theirs = {**noted(runa.page, name)["dice"]["nonces"], **noted(ulf.page, name)["dice"]["nonces"]}
    assert noted(runa.page, name)["dice"]["all"] == [theirs["0"], theirs["1"]]
    finish(runa, name, moves=0, give_up=True)

    runa.page.get_by_role("button", name="Play it again").click()
    expect(runa.page.locator(".status")).to_contain_text("The dice wait for Ulf.")
    ulf.page.get_by_role("button", name="Go to the rematch").click()
    expect(runa.page.locator(".status")).not_to_contain_text("wait for")
    again = runa.page.url.rsplit("/", 1)[1]
    assert again != name
    expect(ulf.page.locator(".status")).not_to_contain_text("wait for")
    both = {**noted(runa.page, again)["dice"]["nonces"], **noted(ulf.page, again)["dice"]["nonces"]}
    assert noted(ulf.page, again)["dice"]["all"] == [both["0"], both["1"]]
    assert not set(both.values()) & set(theirs.values())


def test_before_the_end_the_page_shows_what_the_hall_is_bound_to(visit: Visit) -> None:
    runa = visit(phone=True, lang="de-DE")
    name = runa.sit_down("haugaz", "me", "here")
    runa.page.goto(f"/verify/{name}")
    expect(runa.page.get_by_role("heading", name="Am Glück lag es nicht")).to_be_visible()
    made = runa.ask("/api/tables", {"game": "land-ahoy", "seats": [{"kind": "me"}, {"kind": "link"}]})
    runa.page.goto(f"/verify/{made['table']}")
    expect(runa.page.get_by_role("heading", name="Da wird noch gespielt")).to_be_visible()
    expect(runa.page.locator("main")).to_contain_text("Die Würfel warten auf Platz 2.")
    assert violations(runa.page) == []


def test_a_record_can_be_brought_along(visit: Visit) -> None:
    runa = visit(phone=True)
    match = meadhall.game("new-shores").new(players=1, seed=3)
    while not match.over:
        match.play(match.actions()[0])
    runa.page.goto("/verify")
    assert violations(runa.page) == []
    runa.page.get_by_role("button", name="Verify it").click()
    expect(runa.page.get_by_role("alert")).to_contain_text("There is nothing here yet")
    die = next(line for line in match.history if line.startswith("roll "))
    runa.page.get_by_label("Or paste its text").fill(match.record().replace(die, f"roll {7 - int(die[-1])}"))
    runa.page.get_by_role("button", name="Verify it").click()
    expect(runa.page.get_by_role("heading", name=FOUL)).to_be_visible()
    expect(runa.page.locator("main li")).to_contain_text(f"it should have been '{die}'")
    assert violations(runa.page) == []
    runa.page.goto("/verify")
    runa.page.get_by_label("Or paste its text").fill(match.record())
    runa.page.get_by_role("button", name="Verify it").click()
    expect(runa.page.get_by_role("heading", name="Dice from a chosen seed")).to_be_visible()
