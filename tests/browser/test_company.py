"""Company at a table: talk, clocks, bots for those who are away, and the call when it is your turn."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from test_pages import violations
from visitor import Visitor

from conftest import Visit

SMALL = {"size": 4}
HIDE = """hidden => {
  Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}"""
CALLS = """window.calls = []
window.Notification = class {
  static permission = 'default'
  static async requestPermission() { return (this.permission = window.answer ?? 'granted') }
  constructor(title, more) { window.calls.push(`${title} ${more.body}`) }
}"""


def pair(runa: Visitor, ulf: Visitor, game: str = "haugaz", **more: Any) -> tuple[str, list[str]]:
    """Seat two people in two browsers: the table, and their secrets."""
    seats = [{"kind": "me", "name": "Runa"}, {"kind": "link"}]
    made = runa.ask("/api/tables", {"game": game, "seats": seats, "seed": "1", **more})
    name, secrets = made["table"], [made["seats"]["0"], made["invitations"]["1"]]
    runa.ask(f"/api/tables/{name}/sit", {"name": "Ulf"}, secrets[1])
    for visitor, secret in zip((runa, ulf), secrets, strict=True):
        visitor.page.goto(f"/table/{name}#seat={secret}")
        expect(visitor.page.locator(".status")).to_be_visible()
    return name, secrets


class Rope:
    """The socket of a page, which can be cut and tied again."""

    def __init__(self, page: Page) -> None:
        self.page, self.loose = page, False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/socket$"), self._tie)

    def _tie(self, socket: WebSocketRoute) -> None:
        if self.loose:
            socket.close()
        else:
            socket.connect_to_server()
            self.sockets.append(socket)

    def cut(self) -> None:
        self.loose = True
        self.sockets[-1].close()
        expect(self.page.get_by_text("The rope came loose")).to_be_visible()

    def tie(self) -> None:
        self.loose = False
        expect(self.page.get_by_text("The rope came loose")).to_be_hidden()


def unfold(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Talk at the table|Gespräch am Tisch")).click()


def first(visitor: Visitor, name: str, secrets: list[str]) -> dict[str, Any]:
    """Let three moves be made, so that a clock runs: the table after them."""
    both, state = ",".join(secrets), {"number": 0, "choices": [{"action": "a1"}]}
    for _ in range(3):
        move = {"action": state["choices"][0]["action"], "number": state["number"]}  # type: ignore[index]
        state = visitor.ask(f"/api/tables/{name}/move", move, both)
    return state


# -- talk ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["mead", "stout"])
def test_two_people_talk_one_of_them_on_a_phone(visit: Visit, dark: bool) -> None:
    runa, ulf = visit(dark=dark), visit(phone=True, lang="de-DE", dark=dark)
    pair(runa, ulf)
    unfold(runa.page)
    runa.page.get_by_label("Say something").fill("<b>Skål</b>, Ulf!")
    runa.page.keyboard.press("Enter")
    expect(runa.page.locator(".talk li")).to_have_text("Runa <b>Skål</b>, Ulf!")
    expect(runa.page.get_by_label("Say something")).to_have_value("")
    expect(runa.page.get_by_label("Say something")).to_be_focused()
    runa.page.get_by_role("button", name="Well played.").click()

    expect(ulf.page.locator(".talk .badge")).to_have_text("2 neu")
    expect(ulf.page.locator(".talk li")).to_have_count(0)
    assert violations(ulf.page) == []
    ulf.page.get_by_role("button", name="2 neu am Tisch: lesen").tap()
    expect(ulf.page.locator(".talk li").last).to_have_text("Runa Well played.")
    expect(ulf.page.locator(".badge")).to_have_count(0)
    ulf.page.get_by_role("button", name="Moment noch.").tap()
    expect(runa.page.locator(".talk li").last).to_have_text("Ulf Moment noch.")
    assert violations(runa.page) == [] and violations(ulf.page) == []

    ulf.page.reload()
    expect(ulf.page.locator(".talk")).to_be_visible()
    expect(ulf.page.locator(".badge")).to_have_count(0)


def test_what_was_said_while_the_rope_was_loose_comes_afterwards(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    rope = Rope(ulf.page)
    pair(runa, ulf)
    unfold(runa.page)
    unfold(ulf.page)
    runa.page.get_by_role("button", name="Skål!").click()
    expect(ulf.page.locator(".talk li")).to_have_count(1)
    rope.cut()
    runa.page.get_by_role("button", name="Your turn!").click()
    expect(runa.page.locator(".talk li")).to_have_count(2)
    rope.tie()
    expect(ulf.page.locator(".talk li")).to_have_text(["Runa Skål!", "Runa Your turn!"])


def test_muted_for_a_table_and_for_good(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    pair(runa, ulf)
    unfold(ulf.page)
    ulf.page.get_by_role("button", name="Mute this table").click()
    expect(ulf.page.get_by_text("You are not listening")).to_be_visible()
    ulf.page.reload()
    unfold(runa.page)
    runa.page.get_by_role("button", name="Skål!").click()
    expect(runa.page.locator(".talk li")).to_have_text(["Runa Skål!"])
    expect(ulf.page.locator(".talk")).to_be_visible()
    unfold(ulf.page)
    expect(ulf.page.get_by_text("You are not listening")).to_be_visible()
    expect(ulf.page.get_by_text("Skål!")).to_have_count(0)
    ulf.page.get_by_role("button", name="Listen again").click()
    expect(ulf.page.locator(".talk li")).to_have_text(["Runa Skål!"])
    ulf.page.get_by_role("button", name="Settings").click()
    ulf.page.get_by_label("Show what people say at tables").uncheck()
    ulf.page.get_by_role("button", name="Close").click()
    expect(ulf.page.locator(".talk")).to_have_count(0)


def test_watchers_read_and_nobody_talks_to_bots(visit: Visit) -> None:
    runa, ulf, ole = visit(), visit(), visit()
    name, _ = pair(runa, ulf)
    unfold(runa.page)
    runa.page.get_by_role("button", name="Skål!").click()
    ole.page.goto(f"/table/{name}")
    unfold(ole.page)
    expect(ole.page.locator(".talk li")).to_have_text(["Runa Skål!"])
    expect(ole.page.get_by_label("Say something")).to_have_count(0)
    ole.sit_down("haugaz", "me", "bot", **SMALL)
    expect(ole.page.locator(".status")).to_be_visible()
    expect(ole.page.locator(".talk")).to_have_count(0)


def test_who_talks_too_fast_is_told_so_and_keeps_the_words(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    name, secrets = pair(runa, ulf)
    for _ in range(8):
        request = {"text": "!"}
        runa.page.request.post(
            f"/api/tables/{name}/talk", data=request, headers={"Authorization": f"Bearer {secrets[0]}"}
        )
    unfold(runa.page)
    runa.page.get_by_label("Say something").fill("And then")
    runa.page.keyboard.press("Enter")
    expect(runa.page.get_by_role("alert")).to_contain_text("One sip between two sentences")
    expect(runa.page.get_by_label("Say something")).to_have_value("And then")
    assert all(entry.startswith("429 ") for entry in runa.errors)
    runa.errors.clear()


# -- clocks -------------------------------------------------------------------------------------------


def test_a_clock_from_the_form_waits_for_the_first_move(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/new/haugaz")
    runa.page.locator("select").nth(1).select_option("here")
    runa.page.get_by_label("Clock").select_option("30 s a move + 10 min a game")
    assert violations(runa.page) == []
    runa.page.get_by_role("button", name="Open the table").click()
    expect(runa.page.locator(".clock")).to_have_count(2)
    expect(runa.page.locator(".clock").first).to_contain_text("10:00")
    expect(runa.page.locator(".clock.runs")).to_have_count(0)
    runa.play_on("mouse", 4)
    expect(runa.page.locator(".clock.runs")).to_have_count(1)
    assert violations(runa.page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_a_clock_runs_down_and_the_other_one_wins(visit: Visit, phone: bool) -> None:
    runa, ulf = visit(), visit(phone=phone)
    name, secrets = pair(runa, ulf, clock={"move": 4, "game": 10})
    first(runa, name, secrets)
    expect(ulf.page.locator(".clock.runs.soon")).to_contain_text("0:0")
    assert violations(ulf.page) == []
    expect(runa.page.locator(".outcome")).to_contain_text("Time ran out for")
    expect(ulf.page.locator(".outcome")).to_contain_text("Time ran out for")
    expect(ulf.page.locator(".clock")).to_have_count(0)
    for visitor in (runa, ulf):  # their boards may have asked about a table that moved on without them
        assert all("/preview" in entry for entry in visitor.errors)
        visitor.errors.clear()


# -- stand-ins ----------------------------------------------------------------------------------------


def test_somebody_steps_away_and_comes_back_to_their_seat(visit: Visit) -> None:
    runa, ulf = visit(), visit(phone=True)
    rope = Rope(ulf.page)
    pair(runa, ulf, "new-shores")
    ulf.page.get_by_role("button", name="Settings").tap()
    ulf.page.get_by_role("button", name="Let a bot play for me").tap()
    expect(ulf.page.get_by_role("heading", name="A bot plays for you")).to_be_visible()
    expect(runa.page.locator(".players")).to_contain_text("Bot for Ulf")
    assert violations(ulf.page) == []
    rope.cut()  # and when it is tied again, nobody has come back
    rope.tie()
    expect(runa.page.locator(".players")).to_contain_text("Bot for Ulf")
    ulf.page.get_by_role("button", name="I am back").tap()
    expect(runa.page.locator(".players")).not_to_contain_text("Bot for")
    expect(ulf.page.get_by_role("heading", name="A bot plays for you")).to_be_hidden()


def test_a_seat_that_was_left_to_a_bot_is_ours_when_we_open_its_link(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    name, secrets = pair(runa, ulf, "new-shores")
    ulf.page.goto("/")
    state = runa.ask(f"/api/tables/{name}/stand-in", {"seat": 1, "level": 1, "number": 0}, secrets[1])
    assert state["seats"][1]["level"] == 1
    expect(runa.page.locator(".players")).to_contain_text("Bot for Ulf")
    ulf.page.goto(f"/table/{name}")
    expect(runa.page.locator(".players")).not_to_contain_text("Bot for")


def test_a_bot_is_offered_for_somebody_who_is_away_and_the_server_has_the_last_word(visit: Visit) -> None:
    runa = visit()
    seats = [{"kind": "me", "name": "Runa"}, {"kind": "link"}]
    made = runa.ask("/api/tables", {"game": "new-shores", "seats": seats})
    name = made["table"]
    runa.ask(f"/api/tables/{name}/sit", {"name": "Ulf"}, made["invitations"]["1"])

    def away(socket: WebSocketRoute) -> None:
        """Let it look as if Ulf had been away for long."""
        server = socket.connect_to_server()

        def change(message: str | bytes) -> None:
            news = json.loads(message)
            news["state"]["seats"][1]["absent"] = True
            socket.send(json.dumps(news))

        server.on_message(change)

    runa.page.route_web_socket(re.compile("/socket$"), away)
    runa.page.goto(f"/table/{name}#seat={made['seats']['0']}")
    expect(runa.page.get_by_role("heading", name="Ulf is away")).to_be_visible()
    assert violations(runa.page) == []
    runa.page.get_by_label("How strong the bot plays").select_option("3: knows the game")
    runa.page.get_by_role("button", name="Let a bot play", exact=True).click()
    expect(runa.page.get_by_role("alert")).to_contain_text("Ulf has only just gone")
    assert all(entry.startswith("409 ") for entry in runa.errors)
    runa.errors.clear()


# -- your turn ----------------------------------------------------------------------------------------


def test_the_tab_and_the_browser_say_when_it_is_your_turn(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    ulf.page.add_init_script(CALLS)
    name, secrets = pair(runa, ulf)
    ulf.page.get_by_role("button", name="Settings").click()
    ulf.page.get_by_label("Call me when it is my turn").check()
    ulf.page.get_by_role("button", name="Close").click()
    expect(ulf.page).to_have_title("Haugaz · Meadhall")
    ulf.page.evaluate(HIDE, True)
    runa.ask(f"/api/tables/{name}/move", {"action": "a1", "number": 0}, secrets[0])
    state = runa.ask(f"/api/tables/{name}/move", {"action": "b2", "number": 1}, secrets[0])
    assert state["actor"] == 1
    expect(ulf.page).to_have_title("● Your turn · Haugaz · Meadhall")
    expect(ulf.page.locator("link[rel=icon]")).to_have_attribute("href", "/mug-turn.svg")
    ulf.page.wait_for_function("window.calls.length === 1")
    assert ulf.page.evaluate("window.calls[0]").startswith("Your turn! Haugaz: ")
    ulf.page.evaluate(HIDE, False)
    expect(ulf.page).to_have_title("Your turn · Haugaz · Meadhall")
    expect(ulf.page.locator("link[rel=icon]")).to_have_attribute("href", "/mug.svg")
    ulf.page.goto("/")
    expect(ulf.page).to_have_title("Your turn at a table · Meadhall")


def test_who_looks_at_the_table_or_has_not_asked_for_it_is_not_called(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    for visitor in (runa, ulf):
        visitor.page.add_init_script(CALLS)
    name, secrets = pair(runa, ulf)
    runa.page.evaluate("window.answer = 'denied'")
    runa.page.get_by_role("button", name="Settings").click()
    runa.page.get_by_label("Call me when it is my turn").click()
    expect(runa.page.get_by_role("alert")).to_contain_text("does not let us call you")
    expect(runa.page.get_by_label("Call me when it is my turn")).not_to_be_checked()
    for number, action in enumerate(("a1", "b2")):
        runa.ask(f"/api/tables/{name}/move", {"action": action, "number": number}, secrets[0])
    expect(ulf.page).to_have_title("Your turn · Haugaz · Meadhall")
    assert ulf.page.evaluate("window.calls") == runa.page.evaluate("window.calls") == []
