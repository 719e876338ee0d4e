"""The tally stick: known without signing up, moved by phrase, settled over a beer, and forgotten on demand."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Download, Page, expect
from test_pages import violations
from visitor import Visitor

from conftest import Visit


def open_table(visitor: Visitor, game: str) -> None:
    """Press Play in the hall, as somebody who comes for the first time."""
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name=f"Play {game} now").click()
    expect(visitor.page.locator(".status")).to_be_visible()


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes, I give up").click()
    expect(page.locator(".outcome")).to_be_visible()


def phrase_of(page: Page) -> str:
    page.get_by_role("button", name="Show it").click()
    return page.get_by_label("Your phrase").input_value()


def test_a_match_is_on_the_tally_stick_without_signing_up(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/profile")
    expect(runa.page.get_by_role("heading", name="A clean stick")).to_be_visible()
    runa.page.goto("/new/haugaz")
    runa.page.get_by_label("Seat 2", exact=True).select_option("bot")
    runa.page.get_by_role("radio", name="3", exact=True).check()
    runa.page.get_by_role("button", name="Open the table").click()
    runa.play_on("mouse")
    runa.page.goto("/profile")
    figures = runa.page.locator(".wide")
    expect(figures.get_by_role("heading", name="Haugaz")).to_be_visible()
    expect(figures).to_contain_text("a first guess")
    expect(figures).to_contain_text("from one rated match")
    expect(figures.get_by_role("img", name="Rating in Haugaz: from 1000 to")).to_be_visible()
    expect(figures.get_by_role("link", name="Look back at")).to_have_attribute(
        "href", re.compile("^/replay/[a-z0-9-]+$")
    )


@pytest.mark.parametrize("dark", [False, True], ids=["mead", "stout"])
@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_the_tally_stick_is_accessible_and_fits(visit: Visit, phone: bool, dark: bool) -> None:
    runa = visit(phone=phone, dark=dark)
    runa.page.goto("/profile")
    expect(runa.page.get_by_role("heading", name="A clean stick")).to_be_visible()
    assert violations(runa.page) == []
    for game in ("Haugaz", "Off to New Shores!"):
        open_table(runa, game)
        give_up(runa.page)
    runa.page.goto("/profile")
    expect(runa.page.get_by_role("img", name="Rating in Off to New Shores!")).to_be_visible()
    runa.page.get_by_label("Haugaz").check()
    expect(runa.page.get_by_role("img", name="Rating in Haugaz")).to_be_visible()
    runa.page.get_by_role("button", name="Show it").click()
    runa.page.get_by_role("button", name="Delete it all").click()
    for summary in runa.page.locator("summary").all():
        summary.click()
    assert violations(runa.page) == []
    assert runa.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phrase_brings_somebody_to_another_device(visit: Visit) -> None:
    runa, phone = visit(), visit(phone=True)
    open_table(runa, "Haugaz")
    give_up(runa.page)
    runa.page.goto("/profile")
    runa.page.get_by_label("Name").fill("Runa the Red")
    runa.page.get_by_role("button", name="Change it").click()
    expect(runa.page.get_by_text("Noted.")).to_be_visible()
    phrase = phrase_of(runa.page)

    phone.page.goto("/profile")
    phone.page.get_by_label("Phrase", exact=True).fill(phrase[:-1])
    phone.page.get_by_role("button", name="That is me").click()
    expect(phone.page.get_by_text("There is a slip in this phrase")).to_be_visible()
    assert phone.errors.pop().startswith("422 ") and not phone.errors
    phone.page.get_by_label("Phrase", exact=True).fill(f" {phrase.upper().replace(' ', '-')}")
    phone.page.get_by_role("button", name="That is me").click()
    expect(phone.page.get_by_text("Welcome back, Runa the Red.")).to_be_visible()
    expect(phone.page.get_by_role("img", name="Rating in Haugaz")).to_be_visible()
    expect(phone.page.get_by_label("Name")).to_have_value("Runa the Red")
    phone.page.goto("/")
    expect(phone.page.get_by_role("link", name="Runa the Red: your tally stick")).to_be_visible()


def test_what_the_hall_holds_can_be_taken_and_deleted(visit: Visit) -> None:
    runa, other = visit(), visit()
    open_table(runa, "Haugaz")
    give_up(runa.page)
    runa.page.goto("/profile")
    phrase = phrase_of(runa.page)
    with runa.page.expect_download() as taking:
        runa.page.get_by_role("button", name="Download it").click()
    download: Download = taking.value
    data = json.loads(download.path().read_text("utf-8"))
    assert len(data["matches"]) == len(data["tables"]) == 1 and "haugaz" in data["tables"][0]["record"]

    other.page.goto("/profile")
    other.page.get_by_label("Phrase", exact=True).fill(phrase)
    other.page.get_by_role("button", name="That is me").click()
    expect(other.page.get_by_role("heading", name="Haugaz")).to_be_visible()

    runa.page.get_by_role("button", name="Delete it all").click()
    expect(runa.page.get_by_role("button", name="No, keep it")).to_be_focused()
    runa.page.get_by_role("button", name="Yes, forget me").click()
    expect(runa.page.get_by_text("Forgotten.")).to_be_visible()
    expect(runa.page.get_by_role("heading", name="A clean stick")).to_be_visible()

    open_table(other, "Haugaz")  # the other device still has the phrase, and becomes somebody new
    expect(other.page.get_by_text("From now on you are somebody new.")).to_be_visible()
    assert other.errors.pop().startswith("404 ") and not other.errors
    assert other.page.evaluate("localStorage.getItem('meadhall.person')") not in (None, phrase)


def test_a_phrase_of_another_hall_at_this_address_is_not_lost(visit: Visit) -> None:
    runa = visit()
    open_table(runa, "Haugaz")
    elsewhere = "bababa bababa bababa bababa bababa"
    mine = runa.page.evaluate("localStorage.getItem('meadhall.person')")
    runa.page.evaluate(
        "([now, before]) => { localStorage['meadhall.person'] = now; localStorage['meadhall.person.before'] = before }",
        [elsewhere, mine],
    )
    open_table(runa, "Haugaz")
    assert runa.page.evaluate("localStorage['meadhall.person']") == mine
    assert runa.page.evaluate("localStorage['meadhall.person.before']") == elsewhere
    assert runa.errors.pop().startswith("404 ") and not runa.errors


def test_beers_are_struck_off_over_a_beer(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/")
    owed = beers_with_a_guest(runa)
    runa.page.goto("/profile")
    tab = runa.page.locator("section", has=runa.page.get_by_role("heading", name="Beer tab"))
    expect(tab).to_contain_text("You owe Opa Knut" if owed > 0 else "Opa Knut owes you")
    tab.get_by_role("button", name="with Opa Knut: drunk").click()
    expect(tab.get_by_role("alert")).to_contain_text("with Opa Knut off the tab?")
    tab.get_by_role("button", name="Yes, cheers").click()
    expect(tab).to_contain_text("You and Opa Knut are square.")
    expect(tab.get_by_role("button", name="drunk")).to_have_count(0)


def test_without_the_hall_nothing_is_lost_and_nothing_is_pretended(visit: Visit) -> None:
    runa = visit()
    open_table(runa, "Haugaz")
    give_up(runa.page)
    runa.page.goto("/profile")
    expect(runa.page.get_by_role("heading", name="Haugaz")).to_be_visible()
    runa.page.context.set_offline(True)
    runa.page.get_by_role("button", name="Download it").click()
    expect(runa.page.get_by_text("The hall does not answer.")).to_be_visible()
    runa.page.get_by_role("button", name="Close").click()
    expect(runa.page.get_by_text("The hall does not answer.")).to_have_count(0)
    runa.page.get_by_role("button", name="Delete it all").click()
    runa.page.get_by_role("button", name="Yes, forget me").click()
    expect(runa.page.get_by_text("The hall does not answer.")).to_be_visible()
    runa.page.context.set_offline(False)
    runa.page.route("**/api/people/me/profile", lambda route: route.abort())
    runa.page.reload()
    expect(runa.page.get_by_role("alert")).to_contain_text("The hall does not answer.")
    runa.page.unroute("**/api/people/me/profile")
    runa.page.get_by_role("button", name="Try again").click()
    expect(runa.page.get_by_role("heading", name="Haugaz")).to_be_visible()


def beers_with_a_guest(visitor: Visitor) -> int:
    """Have honky-tonk games played until somebody owes somebody, look at the result, and say what is owed."""
    ask = """async ([path, body, seats, person]) => (await fetch('/api/' + path, {
        method: body ? 'POST' : 'GET', body: body && JSON.stringify(body),
        headers: {'Content-Type': 'application/json', 'Meadhall-Person': person, 'Authorization': 'Bearer ' + seats}
    })).json()"""

    def call(path: str, body: object = None, seats: str = "", person: str = "") -> dict:  # type: ignore[type-arg]
        found: dict = visitor.page.evaluate(ask, [path, body, seats, person])  # type: ignore[type-arg]
        return found

    phrase = call("people", {"name": "Runa"})["phrase"]
    visitor.page.evaluate("phrase => localStorage.setItem('meadhall.person', phrase)", phrase)
    seats = [{"kind": "me", "name": "Runa"}, {"kind": "here", "name": "Opa Knut"}]
    for seed in range(20):
        wish = {"game": "new-shores", "seats": seats, "options": {"honky_tonk": "on"}, "seed": str(seed)}
        made = call("tables", wish, "", phrase)
        secrets = ",".join(made["seats"].values())
        state = call(f"tables/{made['table']}", None, secrets)
        while state["stage"] == "playing":
            action = visitor.random.choice(state["choices"])["action"]
            state = call(f"tables/{made['table']}/move", {"action": action, "number": state["number"]}, secrets)
        if state["result"]["beers"]:
            visitor.page.goto(f"/table/{made['table']}#seat={made['seats']['0']}")
            expect(visitor.page.locator(".outcome")).to_contain_text("In all:")
            return sum(many if owes == 0 else -many for owes, _, many in state["result"]["beers"])
    raise AssertionError("nobody ever spilt a beer")
