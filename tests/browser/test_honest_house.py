"""Honest dice raise no alarm: whatever may happen at an honest table, no page is red, and nothing is noted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cheating import CheatingHouse, Lie, house
from dice_player import NOWHERE, Player
from playwright.sync_api import Browser, BrowserContext, expect
from test_dice import FAIR, finish, noted, opened
from visitor import Visitor

from conftest import PATIENCE
from meadhall.core.seed_commitment import fingerprint

__all__ = ["house"]

Come = Callable[..., Player]
KEEPS_NOTHING = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
FOUND = """() => [
  ...Object.keys(localStorage).filter(key => key.startsWith('meadhall.table.'))
    .flatMap(key => JSON.parse(localStorage.getItem(key)).dice?.fouls ?? []),
  ...(JSON.parse(localStorage.getItem('meadhall.dice') ?? '{}').losses ?? []),
]"""


@pytest.fixture(scope="module")
def contexts(browser: Browser, house: CheatingHouse) -> Iterator[list[BrowserContext]]:
    """Make browsers for those who come: they are used again, for what they have loaded once need not be loaded anew."""
    sizes = ((1280, 800), (390, 844), (1280, 800))
    contexts = [
        browser.new_context(
            base_url=house.address,
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            service_workers="block",
        )
        for width, height in sizes
    ]
    yield contexts
    for context in contexts:
        context.close()


@pytest.fixture
def come(contexts: list[BrowserContext], house: CheatingHouse) -> Iterator[Come]:
    """Let people in, each with a browser of their own that knows nothing; nobody may leave with an alarm."""
    house.mouth.lie = Lie()
    players: list[Player] = []

    def enter(script: str = "") -> Player:
        context = contexts[len(players)]
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(NOWHERE)
        page.evaluate("localStorage.clear()")
        if script:
            page.add_init_script(script)
        players.append(Player(house, Visitor(page, house.address)))
        return players[-1]

    yield enter
    for player in players:
        expect(player.page.locator(".foul")).to_have_count(0)
        assert player.page.evaluate(FOUND) == []
        for page in player.page.context.pages:
            page.close()


def fine(player: Player, heading: str = FAIR) -> None:
    """See on the page that verifies that nothing is wrong."""
    player.verifies()
    expect(player.page.get_by_role("heading", name=heading)).to_be_visible()
    expect(player.page.get_by_role("img", name="wrong")).to_have_count(0)


def invitation(host: Player, seat: int = 1) -> str:
    return str(noted(host.page, host.table)["invitations"][str(seat)])


def sits_by_link(guest: Player, host: Player, seat: int = 1) -> None:
    guest.table = host.table
    guest.comes(invitation(host, seat))
    guest.sits()
    expect(guest.page.get_by_label("What do they call you?")).to_have_count(0)


def test_a_page_that_is_loaded_anew_in_the_middle_of_a_match(come: Come) -> None:
    runa = come()
    runa.table = opened(runa.visitor, "me", "here")
    for _ in range(2):
        finish(runa.visitor, runa.table, moves=3)
        runa.looks_again()
        expect(runa.page.locator(".status")).to_be_visible()
    finish(runa.visitor, runa.table)
    expect(runa.page.locator(".outcome")).to_be_visible()
    fine(runa)


def test_the_same_table_in_two_tabs(come: Come) -> None:
    runa = come()
    runa.table = opened(runa.visitor, "me")
    other = runa.page.context.new_page()
    other.goto(f"/table/{runa.table}")
    expect(other.locator(".status")).to_be_visible()
    finish(runa.visitor, runa.table)
    expect(other.locator(".outcome")).to_be_visible()
    fine(runa)


def test_a_guest_by_link_a_rematch_and_who_is_asked_for_it_twice(come: Come) -> None:
    runa, ulf = come(), come()
    runa.table = opened(runa.visitor, "me", "link")
    sits_by_link(ulf, runa)
    expect(runa.page.locator(".print")).to_be_visible()
    told = noted(runa.page, runa.table)["dice"]
    for player in (runa, ulf):
        expect(player.page.locator(".print .num")).to_have_text(fingerprint(told["commitment"], told["all"]))
    finish(runa.visitor, runa.table, moves=0, give_up=True)
    for player in (runa, ulf):
        expect(player.page.locator(".outcome")).to_be_visible()
    runa.page.get_by_role("button", name="Play it again").click()
    ulf.page.locator(".outcome .btn.go").click()  # it may say either: both ask at once
    for player in (runa, ulf):
        player.page.wait_for_url(lambda url: not url.endswith(player.table))  # noqa: B023 (it is asked at once)
        expect(player.page.locator(".print")).to_be_visible()
        player.table = player.page.url.rsplit("/", 1)[1]
    assert runa.table == ulf.table
    assert noted(runa.page, runa.table)["dice"]["all"] == noted(ulf.page, ulf.table)["dice"]["all"]
    finish(ulf.visitor, ulf.table, moves=0, give_up=True)
    for player in (runa, ulf):
        fine(player)


def test_whoever_is_invited_anew_while_the_dice_wait(come: Come) -> None:
    runa, ulf, tuva = come(), come(), come()
    runa.table = opened(runa.visitor, "me", "link", "link")
    sits_by_link(ulf, runa)
    secret = noted(runa.page, runa.table)["seats"]["0"]
    new = runa.visitor.ask(f"/api/tables/{runa.table}/invite", {"seat": 1}, secret)["invitations"]["1"]
    expect(ulf.page.get_by_role("alert").filter(has_text="opens no seat")).to_be_visible()
    tuva.table = runa.table
    tuva.comes(new)
    tuva.sits()
    gro = {"name": "Gro", "nonce": "cd" * 16}
    runa.visitor.ask(f"/api/tables/{runa.table}/sit", gro, invitation(runa, 2))
    for player in (runa, ulf, tuva):
        expect(player.page.locator(".print")).to_be_visible()
    told = noted(tuva.page, tuva.table)["dice"]
    assert told["all"][1] == told["nonces"]["1"] != noted(ulf.page, ulf.table)["dice"]["nonces"]["1"]
    both = f"{secret},{new}"
    state = runa.visitor.ask(f"/api/tables/{runa.table}/back", {}, both)
    while state["stage"] == "playing":
        every = f"{both},{invitation(runa, 2)}"
        state = runa.visitor.ask(f"/api/tables/{runa.table}/back", {}, every)
        if not state["choices"]:
            break
        move = {"action": state["choices"][0]["action"], "number": state["number"]}
        state = runa.visitor.ask(f"/api/tables/{runa.table}/move", move, every)
    fine(runa)
    fine(tuva)
    fine(ulf, "All dice are right")
    expect(ulf.page.locator("main li", has_text="its invitation was taken back")).to_be_visible()


def test_whoever_is_invited_anew_after_the_first_die_adds_nothing(come: Come) -> None:
    runa, ulf, tuva = come(), come(), come()
    runa.table = opened(runa.visitor, "me", "link")
    sits_by_link(ulf, runa)
    expect(runa.page.locator(".print")).to_be_visible()
    secret = noted(runa.page, runa.table)["seats"]["0"]
    new = runa.visitor.ask(f"/api/tables/{runa.table}/invite", {"seat": 1}, secret)["invitations"]["1"]
    tuva.table = runa.table
    tuva.comes(new)
    tuva.sits()
    expect(runa.page.locator(".players")).to_contain_text("Ulf")
    expect(tuva.page.locator(".print")).to_be_visible()
    assert noted(tuva.page, tuva.table)["dice"]["nonces"] == {}
    finish(tuva.visitor, tuva.table, moves=0, give_up=True)
    for player in (runa, ulf, tuva):
        expect(player.page.locator(".outcome")).to_be_visible()
        fine(player)


def test_a_second_device(come: Come) -> None:
    runa, phone = come(), come()
    runa.table = phone.table = opened(runa.visitor, "me", "here")
    finish(runa.visitor, runa.table, moves=3)
    phone.comes(noted(runa.page, runa.table)["seats"]["0"])
    finish(runa.visitor, runa.table)
    expect(phone.page.locator(".outcome")).to_be_visible()
    fine(phone)
    fine(runa)


def test_a_browser_that_keeps_nothing(come: Come) -> None:
    runa = come(KEEPS_NOTHING)
    runa.comes(runa.invited("me", "link")["invitations"]["1"])
    runa.sits()
    runa.page.locator(".print").click()
    expect(runa.page.get_by_role("heading", name="Still being played")).to_be_visible()
    runa.page.go_back()
    expect(runa.page.locator(".print")).to_be_visible()
    runa.page.reload()  # now nothing is known here any more
    expect(runa.page.locator(".players")).to_contain_text("You are watching.")


def test_two_seats_by_link_in_one_browser(come: Come) -> None:
    runa = come()
    for link in runa.invited("link", "link")["invitations"].values():
        runa.comes(link)
        runa.sits()
        expect(runa.page.get_by_label("What do they call you?")).to_have_count(0)
    expect(runa.page.locator(".status")).to_contain_text("lay the coaster")
    finish(runa.visitor, runa.table)
    expect(runa.page.locator(".outcome")).to_be_visible()
    fine(runa)


@pytest.mark.parametrize("answer", ["lost", "refused"])
def test_a_table_that_is_asked_for_twice_adds_the_same_nonces(come: Come, answer: str) -> None:
    runa = come()
    asked: list[Any] = []

    def fail_once(route: Any) -> None:
        asked.append(json.loads(route.request.post_data))
        if len(asked) > 1:
            route.continue_()
        elif answer == "lost":
            route.abort()
        else:
            route.fulfill(status=429, json={"code": "too-many", "message": {"en": "Wait.", "de": "Warte."}})

    runa.page.route("**/api/tables", fail_once)
    runa.page.goto("/new/new-shores")
    runa.page.get_by_label("Seat 2", exact=True).select_option("here")
    runa.page.get_by_role("button", name="Open the table").click()
    expect(runa.page.locator(".toast")).to_be_visible()
    runa.page.get_by_role("button", name="Open the table").click()
    expect(runa.page.locator(".status")).to_be_visible()
    first, second = asked
    assert first["commitment"] == second["commitment"] and first["seats"] == second["seats"]
    runa.table = runa.page.url.rsplit("/", 1)[1]
    finish(runa.visitor, runa.table, moves=0, give_up=True)
    fine(runa)


def test_a_bot_that_stands_in_where_the_network_has_failed(come: Come) -> None:
    runa, ulf = come(), come()
    runa.table = opened(runa.visitor, "me", "link")
    sits_by_link(ulf, runa)
    finish(runa.visitor, runa.table, moves=0, give_up=True)
    expect(ulf.page.locator(".outcome")).to_be_visible()
    runa.page.get_by_role("button", name="Play it again").click()
    expect(runa.page.locator(".status")).to_contain_text("The dice wait for Ulf.")
    ulf.page.route("**/claim", lambda route: route.abort())
    ulf.page.get_by_role("button", name="Go to the rematch").click()
    expect(ulf.page.locator(".toast")).to_contain_text("does not answer")
    again = runa.page.url.rsplit("/", 1)[1]
    assert noted(ulf.page, again)["dice"]["unsure"]
    secret = noted(ulf.page, ulf.table)["seats"]["1"]
    runa.visitor.ask(f"/api/tables/{again}/claim", {}, secret)  # as little as a bot adds that stands in
    runa.table = ulf.table = again
    ulf.page.unroute("**/claim")
    ulf.page.get_by_role("button", name="Go to the rematch").click()
    ulf.page.wait_for_url(f"**/{again}")
    expect(ulf.page.locator(".print")).to_be_visible()
    finish(ulf.visitor, again, moves=0, give_up=True)
    expect(ulf.page.locator(".outcome")).to_be_visible()
    fine(runa)
    fine(ulf, "All dice are right")
    expect(ulf.page.locator("main li", has_text="The network failed")).to_be_visible()


def test_who_gives_up_before_the_first_die(come: Come) -> None:
    runa = come()
    runa.table = opened(runa.visitor, "me", "link")
    finish(runa.visitor, runa.table, moves=0, give_up=True)
    expect(runa.page.locator(".outcome")).to_be_visible()
    runa.verifies()
    expect(runa.page.locator("main h2").first).to_be_visible()
    expect(runa.page.get_by_role("img", name="wrong")).to_have_count(0)


def test_whoever_only_watches_remembers_the_commitment(come: Come) -> None:
    runa, gro = come(), come()
    runa.table = gro.table = opened(runa.visitor, "me")
    gro.page.goto(f"/table/{gro.table}")
    expect(gro.page.locator(".print")).to_be_visible()
    finish(runa.visitor, runa.table)
    expect(gro.page.locator(".outcome")).to_be_visible()
    fine(gro)
    expect(gro.page.locator("main li", has_text="saw while the match was played")).to_be_visible()


def test_a_table_from_before_goes_on(come: Come) -> None:
    """What browsers kept until now: a nonce of its own, and no dice and draws."""
    runa = come()
    runa.table = opened(runa.visitor, "me", "here")
    runa.page.evaluate(
        """key => {
          const { dice, ...kept } = JSON.parse(localStorage.getItem(key))
          const { commitment, nonces } = dice
          localStorage.setItem(key, JSON.stringify({ ...kept, nonce: '0'.repeat(32), dice: { commitment, nonces } }))
        }""",
        f"meadhall.table.{runa.table}",
    )
    runa.looks_again()
    finish(runa.visitor, runa.table)
    expect(runa.page.locator(".outcome")).to_be_visible()
    fine(runa)


def test_a_match_that_goes_on_from_another_one(come: Come) -> None:
    runa = come()
    before = opened(runa.visitor, "me", "here")
    finish(runa.visitor, before)
    runa.page.goto(f"/replay/{before}?at=9")
    runa.page.get_by_role("button", name="Play on from here").click()
    runa.page.locator("dialog .btn.go").click()
    runa.page.wait_for_url("**/table/*")
    expect(runa.page.locator(".status")).to_be_visible()
    runa.table = runa.page.url.rsplit("/", 1)[1]
    runa.visitor.wait_for_turn()
    finish(runa.visitor, runa.table, moves=0, give_up=True)
    fine(runa)
