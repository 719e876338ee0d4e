"""People at one table: by link, in two tabs, after a reload, and when the network goes away."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from conftest import Visit

SMALL = {"size": 4}


def lines(page: Page) -> int:
    """Count the lines of the saga."""
    return page.locator(".log li").count()


def test_two_browsers_over_a_link_one_of_them_loses_its_connection(visit: Visit) -> None:
    runa, ulf = visit(), visit(phone=True)
    name = runa.sit_down("haugaz", "me", "link", **SMALL)
    ulf.page.goto(f"/table/{name}#seat={runa.invitations['1']}")
    ulf.page.get_by_label("What do they call you?").fill("Ulf")
    ulf.page.get_by_role("button", name="Sit down").click()
    expect(runa.page.locator(".players")).to_contain_text("Ulf")
    assert "#" not in ulf.page.url

    for turn in range(200):
        if turn == 6:
            ulf.page.context.set_offline(True)
            expect(ulf.page.get_by_text("The rope came loose")).to_be_visible()
            if runa.deciding:
                runa.play_on("mouse", 1)
            ulf.page.context.set_offline(False)
            expect(ulf.page.get_by_text("The rope came loose")).to_be_hidden()
        if runa.over:
            break
        for visitor in (runa, ulf):
            if visitor.deciding:
                visitor.play_on("mouse", 1)
    expect(ulf.page.locator(".outcome")).to_be_visible()
    assert {entry for entry in ulf.errors if "ERR_INTERNET_DISCONNECTED" not in entry} == set()
    ulf.errors.clear()


def test_a_reload_brings_you_back_into_your_turn(visit: Visit) -> None:
    runa = visit()
    runa.sit_down("haugaz", "me", "here", **SMALL)
    runa.page.locator(".board [role=button]").nth(3).click()
    expect(runa.page.locator(".log")).to_contain_text("black stack")
    before = runa.page.locator(".status").inner_text()
    runa.page.reload()
    expect(runa.page.locator(".status")).to_have_text(before, use_inner_text=True)
    expect(runa.page.locator(".log")).to_contain_text("black stack")


def test_a_second_tab_hears_what_happens_in_the_first(visit: Visit) -> None:
    runa = visit()
    runa.sit_down("haugaz", "me", "here", **SMALL)
    other = runa.page.context.new_page()
    other.goto(runa.page.url)
    runa.page.locator(".board [role=button]").nth(3).click()
    expect(other.locator(".log")).to_contain_text("black stack")


def test_what_happened_meanwhile_is_shown_once(visit: Visit) -> None:
    runa = visit(motion=True)
    name = runa.sit_down("haugaz", "me", "link", **SMALL)
    runa.play_on("mouse", 4)
    address = runa.page.url
    runa.page.goto("/")
    seat = runa.invitations["1"]
    runa.ask(f"/api/tables/{name}/sit", {"name": "Ulf"}, seat)
    state = runa.ask(f"/api/tables/{name}/move", {"action": "black", "number": 2}, seat)
    for _ in range(2):
        state = runa.ask(
            f"/api/tables/{name}/move", {"action": state["choices"][0]["action"], "number": state["number"]}, seat
        )
    runa.page.goto(address)
    expect(runa.page.locator(".log")).to_contain_text("moves")
    shown = lines(runa.page)
    runa.page.reload()
    expect(runa.page.locator(".log")).to_contain_text("moves")
    assert lines(runa.page) == shown


def test_a_friend_takes_a_free_seat_from_the_hall_and_they_play_again_with_swapped_seats(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    name = runa.sit_down("haugaz", "me", "link", **SMALL)
    ulf.page.goto(f"/table/{name}")
    ulf.page.get_by_role("button", name="Sit down here").click()
    ulf.page.get_by_label("Name").fill("Ulf")
    ulf.page.get_by_role("button", name="Sit down here").click()
    expect(ulf.page.locator(".players")).to_contain_text("(you)")
    runa.page.get_by_role("button", name="Settings").click()
    runa.page.get_by_role("button", name="Give up", exact=True).click()
    runa.page.get_by_role("button", name="Yes, I give up").click()
    expect(ulf.page.locator(".outcome")).to_contain_text("You win!")
    runa.page.get_by_role("button", name="Play it again").click()
    ulf.page.get_by_role("button", name="Go to the rematch").click()
    expect(ulf.page.locator(".players li", has_text="(you)")).to_contain_text("sets up")
    expect(runa.page.locator(".players li", has_text="(you)")).to_contain_text("picks")


def test_one_click_in_the_hall_and_you_play_against_a_bot(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/")
    runa.page.get_by_role("button", name="Play Land Ahoy! now").click()
    expect(runa.page.locator(".players")).to_contain_text("(you)")
    runa.wait_for_turn()


def test_a_hot_seat_table_from_the_form(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/new/new-shores")
    runa.page.get_by_label("Name").first.fill("Solveig")
    runa.page.locator("select").nth(1).select_option("here")
    runa.page.get_by_role("button", name="Open the table").click()
    expect(runa.page.locator(".players")).to_contain_text("Solveig")
    runa.play_on("mouse", 10)


def test_a_click_on_the_saga_shows_that_moment(visit: Visit) -> None:
    runa = visit()
    runa.sit_down("haugaz", "me", "here", **SMALL)
    runa.play_on("mouse", 12)
    runa.page.locator(".log li button").first.click()
    expect(runa.page.get_by_role("button", name="Back to now")).to_be_visible()
    runa.page.get_by_role("button", name="Back to now").click()
    expect(runa.page.get_by_role("button", name="Back to now")).to_be_hidden()


def test_a_hint_says_what_a_bot_would_do(visit: Visit) -> None:
    runa = visit()
    runa.sit_down("land-ahoy")
    runa.wait_for_turn()
    runa.page.get_by_role("button", name="Hint").click()
    expect(runa.page.get_by_text("What a bot would do")).to_be_visible()


def test_an_invitation_is_taken_back(visit: Visit) -> None:
    runa, ulf = visit(), visit()
    name = runa.sit_down("haugaz", "me", "link", **SMALL)
    runa.page.evaluate(
        """([key, invitations]) => {
          const kept = JSON.parse(localStorage[key])
          localStorage[key] = JSON.stringify({ ...kept, invitations })
        }""",
        [f"meadhall.table.{name}", runa.invitations],
    )
    runa.page.reload()
    old = runa.page.get_by_label("Invitation link").input_value()
    ulf.page.goto(old)
    ulf.page.get_by_label("What do they call you?").fill("Ulf")
    ulf.page.get_by_role("button", name="Sit down").click()
    expect(runa.page.locator(".players")).to_contain_text("Ulf")

    runa.page.get_by_role("button", name="Settings").click()
    runa.page.get_by_role("button", name="Take the invitation of Ulf back").click()
    expect(runa.page.get_by_label("Invitation link")).not_to_have_value(old)
    expect(ulf.page.get_by_text("This link opens no seat at this table")).to_be_visible()
    expect(ulf.page.locator(".players")).not_to_contain_text("Ulf")  # and watches

    between = runa.page.get_by_label("Invitation link").input_value()
    runa.page.get_by_role("button", name="Take the invitation back").click()
    expect(runa.page.get_by_label("Invitation link")).not_to_have_value(between)
    ulf.page.goto("/")
    ulf.page.goto(runa.page.get_by_label("Invitation link").input_value())
    ulf.page.get_by_label("What do they call you?").fill("Ulf")
    ulf.page.get_by_role("button", name="Sit down").click()
    expect(runa.page.locator(".players")).to_contain_text("Ulf")
    assert name in runa.page.url and "#" not in ulf.page.url
