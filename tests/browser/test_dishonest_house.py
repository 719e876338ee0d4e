"""A house that cheats with dice, in a real browser: whatever it does, the page shows it in red, and says what it was.

Each test lets a real server lie in one way (lies.py). What was seen once stays red when the house is honest again:
after a reload, and on the page that verifies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import lies
import pytest
from cheating import CheatingHouse, Lie, house
from dice_player import NOWHERE, Player
from playwright.sync_api import Browser, BrowserContext, expect
from test_dice import FOUL, finish, noted, opened
from test_pages import violations
from visitor import Visitor

from conftest import PATIENCE

__all__ = ["house"]

DE = "Mit den Würfeln stimmt etwas nicht"


@pytest.fixture(scope="module")
def context(browser: Browser, house: CheatingHouse) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=house.address,
        viewport={"width": 1280, "height": 800},
        locale="en-GB",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def ulf(context: BrowserContext, house: CheatingHouse) -> Iterator[Player]:
    house.mouth.lie = Lie()
    page = context.new_page()
    page.goto(NOWHERE)
    page.evaluate("localStorage.clear()")
    player = Player(house, Visitor(page, house.address))
    yield player
    page.close()
    refused = ("409 ", "404 ", "503 ")  # of a lie
    assert [error for error in player.visitor.errors if not error.startswith(refused)] == []


# -- ways to cheat ---------------------------------------------------------------------------------


def swaps_before_the_nonce(ulf: Player) -> None:
    made = ulf.invited("me", "link")
    ulf.meets(lies.Swap())
    ulf.comes(made["invitations"]["1"])
    ulf.lie.on = True
    ulf.looks_again()
    ulf.sits()
    expect(ulf.page.get_by_role("alert").filter(has_text="adds nothing to these dice")).to_be_visible()
    assert ulf.lie.nonces == []


def swaps_after_the_nonce(ulf: Player) -> None:
    ulf.joins(lies.Swap(after_nonce=True))


def searches_for_a_better_secret(ulf: Player) -> None:
    ulf.joins(lies.Search(house=ulf.house))
    expect(ulf.page.locator(".foul")).to_be_visible()
    assert ulf.lie.tried > 0
    assert ulf.house.table(ulf.table).match.history[0] == "start 1"


def tries_again_with_another_commitment(ulf: Player) -> None:
    ulf.joins(lies.Retry())
    expect(ulf.page.get_by_role("alert").filter(has_text="Something went wrong")).to_be_visible()
    ulf.sits()
    expect(ulf.page.locator(".foul")).to_be_visible()
    assert len(ulf.lie.nonces) == 2 and len(set(ulf.lie.nonces)) == 1


def begins_anew_after_the_first_dice(ulf: Player) -> None:
    ulf.joins(lies.BeginAnew())
    expect(ulf.page.locator(".print")).to_be_visible()
    ulf.lie.on = True
    ulf.looks_again()
    expect(ulf.page.locator(".foul")).to_contain_text("has changed its commitment")


def exchanges_our_nonce(ulf: Player) -> None:
    ulf.joins(lies.Exchange())


def drops_our_nonce(ulf: Player) -> None:
    ulf.joins(lies.Drop())


def commits_itself_too_late(ulf: Player) -> None:
    ulf.joins(lies.Late())
    expect(ulf.page.locator(".foul")).to_be_visible()
    assert ulf.lie.nonces == []


def acts_as_if_it_had_not_committed_itself(ulf: Player) -> None:
    ulf.joins(lies.Gone())


def tells_two_seats_different_commitments(ulf: Player) -> None:
    made = ulf.invited("link", "link")
    first, second = made["invitations"].values()
    ulf.comes(first)
    ulf.sits()
    expect(ulf.page.locator(".arrive form, form.arrive")).to_have_count(0)
    ulf.meets(lies.TwoFaces(others=lambda seats: seats == [second]))
    ulf.comes(second)


def tells_those_who_watch_other_nonces(ulf: Player) -> None:
    ulf.joins(lies.TwoLists())


def invites_anew_and_exchanges_a_nonce(ulf: Player) -> None:
    ulf.table = opened(ulf.visitor, "me", "link")
    guest = noted(ulf.page, ulf.table)["invitations"]["1"]
    ulf.visitor.ask(f"/api/tables/{ulf.table}/sit", {"name": "Gro", "nonce": "cd" * 16}, guest)
    expect(ulf.page.locator(".print")).to_be_visible()
    ulf.meets(lies.Exchange())
    ulf.looks_again()


def rolls_before_our_nonce(ulf: Player) -> None:
    made = ulf.invited("me", "link")
    ulf.visitor.ask(f"/api/tables/{ulf.table}/claim", {}, made["invitations"]["1"])
    ulf.meets(lies.Early())
    ulf.comes(made["invitations"]["1"])
    expect(ulf.page.locator(".foul")).to_be_visible()
    assert ulf.lie.nonces == []


def tells_its_secret_early(ulf: Player) -> None:
    ulf.joins(lies.Foretell(house=ulf.house))


def tells_no_secret(ulf: Player) -> None:
    ulf.meets(lies.AtTheEnd())
    ulf.plays_alone()


def tells_another_secret(ulf: Player) -> None:
    ulf.meets(lies.AtTheEnd(lies.SECRET))
    ulf.plays_alone()


def changes_what_has_fallen(ulf: Player) -> None:
    ulf.joins(lies.Rewrite())
    expect(ulf.page.locator(".print")).to_be_visible()
    ulf.lie.on = True
    ulf.looks_again()


def sets_up_with_another_commitment(ulf: Player) -> None:
    ulf.meets(lies.Swap(on=True))
    ulf.table = opened(ulf.visitor, "me", "here")


def has_two_rematches(ulf: Player) -> None:
    ulf.table = opened(ulf.visitor, "me")
    ulf.meets(lies.Rematches())
    finish(ulf.visitor, ulf.table, moves=0, give_up=True)
    expect(ulf.page.get_by_role("button", name="Go to the rematch")).to_be_visible()
    ulf.lie.to = "second-rematch"
    ulf.looks_again()


CHANGED = "The hall has changed its commitment from"
AT_THE_TABLE: list[tuple[Callable[[Player], None], str]] = [
    (swaps_before_the_nonce, CHANGED),
    (swaps_after_the_nonce, CHANGED),
    (searches_for_a_better_secret, CHANGED),
    (tries_again_with_another_commitment, CHANGED),
    (begins_anew_after_the_first_dice, "Dice fell before everybody had added to them"),
    (exchanges_our_nonce, "What stands for Ulf is not the nonce that this browser gave."),
    (drops_our_nonce, "What stands for Ulf is not the nonce that this browser gave."),
    (commits_itself_too_late, "has committed itself to nothing"),
    (acts_as_if_it_had_not_committed_itself, "now acts as if it had not"),
    (tells_two_seats_different_commitments, "does not tell everybody the same"),
    (tells_those_who_watch_other_nonces, "does not tell everybody the same"),
    (invites_anew_and_exchanges_a_nonce, "are not those that were told first"),
    (rolls_before_our_nonce, "Dice fell before everybody had added to them"),
    (tells_its_secret_early, "told its secret before the end"),
    (tells_no_secret, "does not tell its secret"),
    (tells_another_secret, "The secret is not the one"),
    (changes_what_has_fallen, "Dice that had fallen were changed afterwards"),
    (sets_up_with_another_commitment, CHANGED),
    (has_two_rematches, "The hall had a rematch already"),
]


@pytest.mark.parametrize(("cheats", "said"), AT_THE_TABLE, ids=lambda one: getattr(one, "__name__", ""))
def test_it_is_shown_at_the_table_and_stays(ulf: Player, cheats: Callable[[Player], None], said: str) -> None:
    cheats(ulf)
    foul = ulf.page.locator(".foul.red")
    expect(foul.get_by_role("img", name="wrong")).to_be_visible()
    expect(foul.get_by_role("heading", name=FOUL)).to_be_visible()
    expect(foul).to_contain_text(said)
    ulf.meets(Lie())  # too late
    ulf.looks_again()
    expect(foul).to_contain_text(said)
    ulf.verifies()
    expect(ulf.page.get_by_role("heading", name=FOUL)).to_be_visible()
    expect(ulf.page.locator("main")).to_contain_text(said)


# -- what only shows when the match is over --------------------------------------------------------


def writes_another_die_into_the_record(ulf: Player) -> None:
    ulf.plays_alone()
    ulf.meets(lies.Rerecord())
    ulf.verifies()


def rolls_as_it_likes_and_says_that_all_is_right(ulf: Player) -> None:
    ulf.meets(lies.Rerecord(always=True))
    ulf.plays_alone("me", "here")
    ulf.verifies()


def answers_about_another_record(ulf: Player) -> None:
    ulf.plays_alone()
    ulf.meets(lies.OtherSeed())
    ulf.verifies()


def changes_everything_at_the_end(ulf: Player) -> None:
    ulf.plays_alone()
    ulf.meets(lies.OtherSeed(state_too=True))
    ulf.verifies()


def gives_away_a_record_with_another_secret(ulf: Player) -> None:
    ulf.plays_alone()
    record = ulf.page.request.get(f"/api/tables/{ulf.table}/record").text()
    secret = record.split("provable 1 ")[1].split(" ")[0]
    ulf.meets(lies.Rerecord())
    ulf.page.goto("/verify")
    ulf.page.get_by_label("Or paste its text").fill(record.replace(secret, lies.SECRET))
    ulf.page.get_by_role("button", name="Verify it").click()


IN_THE_END: list[tuple[Callable[[Player], None], str]] = [
    (writes_another_die_into_the_record, "fall, but in the record stands “roll"),
    (rolls_as_it_likes_and_says_that_all_is_right, "of 2 dice are wrong. First there is “roll"),
    (answers_about_another_record, "The record has another secret or other nonces than the table shows."),
    (changes_everything_at_the_end, "This browser saw another commitment before the match"),
    (gives_away_a_record_with_another_secret, "This browser saw another commitment before the match"),
]


@pytest.mark.parametrize(("cheats", "said"), IN_THE_END, ids=lambda one: getattr(one, "__name__", ""))
def test_it_is_shown_on_the_page_that_verifies(ulf: Player, cheats: Callable[[Player], None], said: str) -> None:
    cheats(ulf)
    expect(ulf.page.get_by_role("heading", name=FOUL)).to_be_visible()
    wrong = ulf.page.locator("main li", has_text=said)
    expect(wrong.get_by_role("img", name="wrong")).to_be_visible()
    expect(wrong).to_contain_text("Your browser")  # it did not need the hall to find that out


# -- tables that come to nothing -------------------------------------------------------------------


def sets_up(ulf: Player) -> None:
    ulf.page.get_by_role("button", name="Open the table").click()


def refuses_until_it_likes_the_dice(ulf: Player) -> None:
    ulf.meets(lies.Refuse())
    ulf.page.goto("/new/new-shores")
    for often in range(3):
        sets_up(ulf)
        expect(ulf.page.locator(".toast")).to_contain_text("Used already.")
        expect(ulf.page.locator(".foul.red")).to_contain_text("3 times" if often == 2 else "")
        ulf.page.locator(".toast button").click()
    sets_up(ulf)
    ulf.page.wait_for_url("**/table/*")


def lets_tables_fall_until_it_likes_the_dice(ulf: Player) -> None:
    for often in range(3):
        ulf.meets(Lie())
        opened(ulf.visitor, "me")
        ulf.meets(lies.Vanish())
        ulf.looks_again()
        expect(ulf.page.locator(".foul")).to_contain_text("of yours came to nothing")
        expect(ulf.page.locator(".foul.red")).to_have_count(1 if often == 2 else 0)  # once may be an accident


def commits_itself_to_a_secret_that_is_known(ulf: Player) -> None:
    name = opened(ulf.visitor, "me")
    ulf.meets(lies.Reuse(noted(ulf.page, name)["dice"]["commitment"]))
    ulf.page.goto("/new/new-shores")
    sets_up(ulf)
    expect(ulf.page.locator(".toast")).to_contain_text("adds nothing to these dice")
    assert ulf.lie.nonces == []


def commits_itself_to_nothing(ulf: Player) -> None:
    ulf.meets(lies.Reuse("a promise"))
    ulf.page.goto("/new/new-shores")
    sets_up(ulf)
    expect(ulf.page.locator(".toast")).to_contain_text("adds nothing to these dice")
    assert ulf.lie.nonces == []


IN_THE_HALL: list[tuple[Callable[[Player], None], str]] = [
    (refuses_until_it_likes_the_dice, "3 times the hall went back on its commitment"),
    (lets_tables_fall_until_it_likes_the_dice, "3 tables of yours came to nothing"),
    (commits_itself_to_a_secret_that_is_known, "has given a commitment that was used before"),
    (commits_itself_to_nothing, "was asked for a commitment, and gave none"),
]


@pytest.mark.parametrize(("cheats", "said"), IN_THE_HALL, ids=lambda one: getattr(one, "__name__", ""))
def test_it_is_shown_in_the_hall(ulf: Player, cheats: Callable[[Player], None], said: str) -> None:
    cheats(ulf)
    foul = ulf.page.locator(".foul.red")
    expect(foul).to_contain_text(said)
    ulf.meets(Lie())
    for page in ("/", "/verify"):
        ulf.page.goto(page)
        expect(foul.get_by_role("heading", name=FOUL)).to_be_visible()
        expect(foul).to_contain_text(said)


@pytest.mark.parametrize(
    ("cheats", "said"),
    [
        (swaps_after_the_nonce, "Die Halle hat ihre Festlegung geändert"),
        (drops_our_nonce, "Für Ulf steht dort nicht die Nonce, die dieser Browser gab."),
        (refuses_until_it_likes_the_dice, "3 Mal hat die Halle ihre Festlegung verleugnet"),
    ],
)
def test_it_is_shown_in_german_and_to_everybody(ulf: Player, cheats: Callable[[Player], None], said: str) -> None:
    cheats(ulf)
    expect(ulf.page.locator(".foul.red")).to_be_visible()
    ulf.page.evaluate("localStorage.setItem('meadhall.lang', 'de')")
    ulf.looks_again()
    foul = ulf.page.locator(".foul.red")
    expect(foul.get_by_role("heading", name=DE)).to_be_visible()
    expect(foul).to_contain_text(said)
    assert violations(ulf.page) == []
