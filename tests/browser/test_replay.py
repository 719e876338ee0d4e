"""Looking back: every step by slider, keys and saga, records that people bring, links, and play on from there."""

from __future__ import annotations

import base64
import random
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from test_games import GAMES
from test_pages import forgive_not_found, violations
from visitor import Visitor

import meadhall
from conftest import Visit

NAMES = ("Ylva", "Opa Knut")
SMALL = {"size": 4}
DROP = """([text, name]) => {
  const data = new DataTransfer()
  data.items.add(new File([text], name, { type: 'text/plain' }))
  const event = kind => new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event('dragover'))
  document.body.dispatchEvent(event('drop'))
}"""


def played(game: str, seed: int = 1, stop: int = 10**9, **options: object) -> meadhall.Match:
    """Play at random."""
    match, dice = meadhall.game(game).new(seed=seed, **options), random.Random(seed)
    while not match.over and len(match.history) < stop:
        match.play(dice.choice(match.actions()))
    return match


def finished(visitor: Visitor, game: str, **options: object) -> tuple[str, meadhall.Match]:
    """Have a match played at a table of the hall, where the dice are the same: the table's name and the match."""
    seed = 5 if game == "land-ahoy" else 1  # a short one
    match = meadhall.game(game).new(seed=str(seed), **options)
    seats = [{"kind": "here", "name": name} for name in NAMES]
    made = visitor.ask("/api/tables", {"game": game, "seats": seats, "seed": str(seed), "options": options})
    secrets, dice, number = ",".join(made["seats"].values()), random.Random(seed), 0
    while not match.over:
        action = dice.choice(match.actions())
        visitor.ask(f"/api/tables/{made['table']}/move", {"action": action, "number": number}, secrets)
        match.play(action)
        number += 1
    return str(made["table"]), match


def slider(page: Page) -> Locator:
    return page.get_by_role("slider")


def at(page: Page, moment: int) -> None:
    """See that a moment is shown: by the slider, and by the line of the saga."""
    expect(slider(page)).to_have_value(str(moment))
    expect(page.locator(".log li.shown")).to_have_count(1 if moment else 0)
    if moment:
        expect(page.locator(".log li button").nth(moment - 1)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("game", "phone"), [("haugaz", False), ("new-shores", True), ("land-ahoy", False)])
def test_every_game_can_be_looked_back_at(visit: Visit, game: str, phone: bool) -> None:
    runa = visit(phone=phone)
    name, match = finished(runa, game, **GAMES[game])
    page, last = runa.page, len(match.history)
    page.goto(f"/replay/{name}")
    at(page, 0)
    expect(page.locator(".status")).to_contain_text("Nothing has happened yet")
    assert violations(page) == []
    slider(page).fill(str(last // 2))
    at(page, last // 2)
    said = page.locator(".log li.shown").text_content() or ""
    expect(page.locator(".status")).to_contain_text(said.strip())
    assert violations(page) == []
    page.get_by_role("button", name="To the end").click()
    at(page, last)
    expect(page.locator(".outcome h2")).to_be_visible()
    assert page.locator(".outcome .btn").count() == 0
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1280)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_laptop_nothing_scrolls_and_on_a_phone_the_way_is_in_reach(visit: Visit, game: str) -> None:
    runa, ulf = visit(), visit(phone=True, lang="de-DE")
    name, match = finished(runa, game, **GAMES[game])
    for visitor in (runa, ulf):
        visitor.page.goto(f"/replay/{name}?move={len(match.history) // 2}")
        expect(slider(visitor.page)).to_be_visible()
    assert runa.page.evaluate("document.documentElement.scrollHeight") <= 800
    for button in ulf.page.locator(".reel .btn, .reel select").all():
        box = button.bounding_box()
        assert box is not None and box["y"] + box["height"] <= 844
        assert box["width"] >= 44 and box["height"] >= 44


def test_keys_lead_through_the_match_but_not_while_somebody_types(visit: Visit) -> None:
    runa = visit()
    name, match = finished(runa, "haugaz", **SMALL)
    page, last = runa.page, len(match.history)
    page.goto(f"/replay/{name}?move=5")
    at(page, 5)
    for key, moment in {"ArrowRight": 6, "ArrowLeft": 5, "End": last, "Home": 0}.items():
        page.keyboard.press(key)
        at(page, moment)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    slider(page).focus()
    page.keyboard.press("ArrowRight")  # a slider knows its own keys: one step, not two
    at(page, 1)
    page.get_by_role("button", name="Share").click()
    page.get_by_label("Link to this step").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("Escape")
    at(page, 1)


def test_a_click_in_the_saga_jumps_there(visit: Visit) -> None:
    runa = visit()
    name, match = finished(runa, "haugaz", **SMALL)
    runa.page.goto(f"/replay/{name}")
    for moment in (7, len(match.history), 2):
        runa.page.locator(".log li button").nth(moment - 1).click()
        at(runa.page, moment)
        expect(runa.page.locator(".num").first).to_have_text(f"{moment} / {len(match.history)}")


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_it_plays_by_itself_until_somebody_says_stop(visit: Visit, motion: bool) -> None:
    runa = visit(motion=motion)
    page = runa.page
    page.clock.install(time="2026-11-16T20:00:00")
    name, match = finished(runa, "new-shores")
    last = len(match.history)
    page.goto(f"/replay/{name}")
    at(page, 0)
    page.clock.pause_at("2026-11-17T20:00:00")  # from here on, time goes by only where we say so
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(2 * 450)
    at(page, 1)  # a draw: it takes twice as long to look at
    page.clock.run_for(2 * 450)
    at(page, 1)
    page.clock.run_for(2 * 450)
    at(page, 2)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(60_000)
    at(page, 2)
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(900 * last)
    at(page, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()  # once more from the beginning
    at(page, 0)
    page.locator(".log li button").nth(9).click()  # who looks somewhere wants to stay there
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_those_who_cannot_see_hear_the_sentence_of_the_step(visit: Visit) -> None:
    runa = visit()
    name, match = finished(runa, "haugaz", **SMALL)
    runa.page.goto(f"/replay/{name}?move=3")
    at(runa.page, 3)
    told = runa.page.locator("p.unseen[aria-live]").first
    for key, moment in {"ArrowRight": 4, "End": len(match.history)}.items():
        runa.page.keyboard.press(key)
        line = runa.page.locator(".log li button span").nth(moment - 1).text_content()
        expect(told).to_contain_text(line or "?")
    value = slider(runa.page).get_attribute("aria-valuetext") or ""
    assert value.startswith(f"{len(match.history)} of {len(match.history)}: ") and (line or "?") in value


# -- sharing -----------------------------------------------------------------------------------------


def shared(page: Page) -> str:
    """The link that the share sheet offers."""
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to this step").input_value()
    assert violations(page) == []
    page.get_by_role("button", name="Close").click()
    return link


def test_a_link_opens_a_match_of_the_hall_at_this_step_for_anybody(visit: Visit) -> None:
    runa, ulf = visit(), visit(phone=True, lang="de-DE")
    name, _ = finished(runa, "haugaz", **SMALL)
    runa.page.goto(f"/replay/{name}?move=8")
    at(runa.page, 8)
    runa.page.keyboard.press("ArrowRight")
    link = shared(runa.page)
    assert link == f"{runa.hall}/replay/{name}?move=9"
    ulf.page.goto(link)
    at(ulf.page, 9)
    expect(ulf.page.locator(".players")).to_contain_text("Ylva")


@pytest.mark.parametrize("game", ["haugaz", "land-ahoy"])
def test_a_link_carries_a_record_and_its_names(visit: Visit, game: str, tmp_path: Path) -> None:
    runa, ulf = visit(), visit()
    match = played(game, stop=60, **GAMES[game])
    file = tmp_path / "ours.txt"
    file.write_text(match.record())
    runa.page.goto("/replay")
    runa.page.get_by_label("Who played?").fill("Ylva, Ölm & Søn")
    runa.page.get_by_label("Choose a file").set_input_files(file)
    at(runa.page, 0)
    slider(runa.page).fill("6")
    link = shared(runa.page)
    assert link.startswith(f"{runa.hall}/replay#record=") and link.endswith("&move=6") and len(link) < 6100
    runa.page.wait_for_url(link)
    ulf.page.goto(link)
    at(ulf.page, 6)
    expect(ulf.page.locator(".players")).to_contain_text("Ölm & Søn")
    assert shared(ulf.page) == link
    ulf.page.reload()
    at(ulf.page, 6)


def test_what_is_too_long_for_a_link_goes_as_a_file(visit: Visit) -> None:
    runa = visit()
    nothing_is_squeezed = "window.CompressionStream = class extends TransformStream { constructor() { super() } }"
    runa.page.add_init_script(nothing_is_squeezed)
    record = played("land-ahoy").record()
    runa.page.goto("/replay")
    runa.page.get_by_label("Or paste its text").fill(record)
    runa.page.get_by_role("button", name="Replay it").click()
    at(runa.page, 0)
    runa.page.get_by_role("button", name="Share").click()
    expect(runa.page.get_by_role("dialog")).to_contain_text("too long for a link")
    with runa.page.expect_download() as download:
        runa.page.get_by_role("button", name="Save the record").click()
    assert Path(download.value.path()).read_text() == record


# -- records that people bring -----------------------------------------------------------------------


def test_a_file_is_dropped_and_another_one_onto_it(visit: Visit) -> None:
    runa = visit()
    page, first, second = runa.page, played("haugaz", **SMALL), played("land-ahoy", stop=30)
    page.goto("/replay")
    expect(page.get_by_label("Or paste its text")).to_be_visible()
    assert violations(page) == []
    page.evaluate(DROP, [first.record(), "first.txt"])
    at(page, 0)
    expect(page.locator("h1")).to_have_text("Haugaz")
    page.evaluate(DROP, [second.record(), "second.txt"])
    expect(page.locator("h1")).to_have_text("Land Ahoy!")
    page.evaluate(DROP, ["nothing of the kind", "third.txt"])
    expect(page.locator(".toast")).to_contain_text("line 1")
    expect(page.locator("h1")).to_have_text("Land Ahoy!")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Haugaz")
    page.go_back()
    expect(page.get_by_label("Or paste its text")).to_be_visible()
    assert all(entry.startswith("422 ") for entry in runa.errors)
    runa.errors.clear()


def test_a_broken_record_is_refused_with_its_line_and_can_be_mended(visit: Visit) -> None:
    runa = visit()
    record = played("haugaz", **SMALL).record()
    runa.page.goto("/replay")
    paste = runa.page.get_by_label("Or paste its text")
    runa.page.get_by_role("button", name="Replay it").click()
    expect(runa.page.get_by_role("alert").first).to_contain_text("paste a record first")
    paste.fill(record.replace("size: 4", "size: 44"))
    runa.page.get_by_role("button", name="Replay it").click()
    expect(runa.page.get_by_role("alert").first).to_contain_text("line 6")
    assert violations(runa.page) == []
    paste.fill(paste.input_value().replace("size: 44", "size: 4"))
    runa.page.get_by_role("button", name="Replay it").click()
    at(runa.page, 0)
    assert len(runa.errors) == 1 and runa.errors[0].startswith("422 ")
    runa.errors.clear()


def test_a_file_that_is_no_record_is_refused_before_it_is_sent(visit: Visit, tmp_path: Path) -> None:
    runa, file = visit(), tmp_path / "file.txt"
    wrong = [(b"\xff\xfe\x00\x01" * 9, "no text"), (b"x" * 64_001, "too big"), (b"\x00" * 9, "no text"), (b"", "paste")]
    for content, words in wrong:
        file.write_bytes(content)
        runa.page.goto("/replay")
        runa.page.get_by_label("Choose a file").set_input_files(file)
        expect(runa.page.get_by_role("alert").first).to_contain_text(words)


def test_a_torn_link_gets_a_plain_word_and_the_page_where_records_are_brought(visit: Visit) -> None:
    runa = visit(lang="de-DE")
    for record in ("", "%FF", "!!!", "AAAA", "7Z0", "é"):
        runa.page.goto("/")  # a new fragment alone would load nothing
        runa.page.goto(f"/replay#record={record}")
        expect(runa.page.get_by_role("alert").first).to_contain_text("beschädigt")
        expect(runa.page.get_by_label("Oder füg ihren Text ein")).to_be_visible()


def test_a_link_with_a_bomb_in_it_does_no_harm(visit: Visit) -> None:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = base64.urlsafe_b64encode(squeeze.compress(b"x" * 4_000_000) + squeeze.flush()).decode().rstrip("=")
    runa = visit()
    runa.page.goto(f"/replay#record={bomb}")
    expect(runa.page.get_by_role("alert").first).to_contain_text("too big")


def test_a_step_that_does_not_exist_is_the_nearest_one(visit: Visit) -> None:
    runa = visit()
    name, match = finished(runa, "haugaz", **SMALL)
    for move, moment in (("9999", -1), ("abc", 0), ("2.9", 2), ("-3", 0), ("1e999", -1), ("", 0)):
        runa.page.goto(f"/replay/{name}?move={move}")
        at(runa.page, moment % (len(match.history) + 1))


def test_a_table_that_is_still_played_leads_there_and_none_leads_home(visit: Visit) -> None:
    runa = visit()
    name = runa.sit_down("haugaz", "me", "here", **SMALL)
    runa.page.goto(f"/replay/{name}")
    expect(runa.page.locator("main")).to_contain_text("Still being played")
    assert violations(runa.page) == []
    runa.page.get_by_role("link", name="Go to the table").click()
    expect(runa.page.locator(".board")).to_be_visible()
    assert [entry[:4] for entry in runa.errors] == ["409 "]
    runa.errors.clear()
    runa.page.goto("/replay/no-such-table")
    expect(runa.page.locator("main")).to_contain_text("no table")
    forgive_not_found(runa.errors)


# -- and on from there -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "phone"), [("haugaz", True), ("new-shores", False), ("land-ahoy", True)])
def test_play_on_from_here(visit: Visit, game: str, phone: bool) -> None:
    runa = visit(phone=phone)
    record = played(game, stop=16, **GAMES[game]).record()
    page = runa.page
    page.goto("/replay")
    page.get_by_label("Or paste its text").fill(record)
    page.get_by_role("button", name="Replay it").click()
    slider(page).fill("9")
    page.get_by_role("button", name="Play on from here").click()
    assert violations(page) == []
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    runa.wait_for_turn()
    if phone and page.get_by_role("button", name="Open the saga").count():
        page.get_by_role("button", name="Open the saga").click()
    expect(page.locator(".log")).to_contain_text("Up to here a record tells the tale")
    before = page.locator(".log li button").count()
    runa.play_on("thumb" if phone else "mouse", 12)
    assert before >= 9 and page.locator(".log li button").count() > before
    page.go_back()
    at(page, 9)  # the replay is still where it was


def test_nobody_plays_on_after_the_end(visit: Visit) -> None:
    runa = visit()
    name, match = finished(runa, "haugaz", **SMALL)
    runa.page.goto(f"/replay/{name}?move={len(match.history)}")
    expect(runa.page.get_by_role("button", name="Play on from here")).to_be_disabled()
    runa.page.keyboard.press("ArrowLeft")
    expect(runa.page.get_by_role("button", name="Play on from here")).to_be_enabled()


# -- the ways there ----------------------------------------------------------------------------------


def test_from_the_outcome_and_from_the_hall_one_looks_back(visit: Visit) -> None:
    runa = visit()
    name = runa.sit_down("haugaz", "me", "here", size=3)
    runa.play_on("mouse")
    runa.page.get_by_role("link", name="Look back").click()
    runa.page.wait_for_url(f"**/replay/{name}*")
    at(runa.page, 0)
    runa.page.goto("/")
    runa.page.get_by_role("link", name="Look back").click()
    runa.page.wait_for_url(f"**/replay/{name}*")
    runa.page.get_by_role("link", name="To the table").click()
    expect(runa.page.locator(".outcome")).to_be_visible()
    runa.page.goto("/")
    runa.page.get_by_role("link", name="Replay it").click()
    expect(runa.page.get_by_label("Or paste its text")).to_be_visible()


def test_text_and_buttons_look_back_too(visit: Visit) -> None:
    runa = visit()
    name, _ = finished(runa, "haugaz", **SMALL)
    runa.page.goto(f"/replay/{name}?move=4")
    runa.page.get_by_role("button", name="Settings").click()
    runa.page.get_by_label("Text and buttons instead of a board").check()
    runa.page.get_by_role("button", name="Close").click()
    expect(runa.page.locator(".board dl")).to_be_visible()
    at(runa.page, 4)
    runa.page.keyboard.press("ArrowRight")
    at(runa.page, 5)


@pytest.mark.parametrize("path", ["/replay", "table"])
def test_nothing_sticks_out_of_a_narrow_phone(visit: Visit, path: str) -> None:
    runa = visit(lang="de-DE")
    name, _ = finished(runa, "haugaz", **SMALL)
    runa.page.set_viewport_size({"width": 360, "height": 740})
    runa.page.goto("/replay" if path == "/replay" else f"/replay/{name}?move=7")
    expect(runa.page.locator("main")).to_be_visible()
    assert runa.page.evaluate("document.documentElement.scrollWidth") <= 360
    for part in runa.page.locator(".reel .btn, .reel select, .reel .num").all():
        box, mat = part.bounding_box(), runa.page.locator(".mat.board").bounding_box()
        assert box is not None and mat is not None and box["x"] + box["width"] <= mat["x"] + mat["width"]
