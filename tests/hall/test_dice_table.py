"""Dice at a table: the house commits itself, every seat adds a nonce, and the secret is told at the end alone."""

import hashlib

import pytest
from app_client import Guest, hall
from fake_clock import sundial
from seed_commitments import nonce, opened, promised

import meadhall
from meadhall.core import seed_commitment
from meadhall.hall import seed_commitments

__all__ = ["sundial"]

LUCKY = ["land-ahoy", "new-shores"]


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


@pytest.mark.parametrize("game", LUCKY)
def test_who_plays_alone_waits_for_nothing_and_can_recompute_everything(guest, game):
    nonces, seated, commitment = opened(guest, game, "me", "here", 1)
    table = guest.sits(seated)
    state = table.state()
    assert state["entries"] > 0
    assert state["dice"] == {"commitment": commitment, "waits": [], "nonces": [*nonces[:2], "bot"], "secret": ""}
    state = table.play_on()
    while state["stage"] != "over":
        state = table.play_on()
    secret = state["dice"]["secret"]
    assert hashlib.sha256(secret.encode()).hexdigest() == commitment
    record = table.client.get(f"/api/tables/{table.name}/record").text
    assert f"seed: provable 1 {secret} {nonces[0]} {nonces[1]} bot" in record.split("\n")
    verdict = meadhall.verify(record)
    assert verdict.right and verdict.draws > 5 and verdict.commitment == commitment
    told = guest.post("/study/verify", {"record": record})
    assert told["right"] is True and told["draws"] == verdict.draws and told["commitment"] == commitment
    assert [line["en"] for line in told["words"]] == verdict.words("en")


@pytest.mark.parametrize("game", LUCKY)
def test_the_dice_wait_for_everybody_who_comes_by_link(guest, game):
    nonces, seated, commitment = opened(guest, game, "me", "link", "link")
    runa, ulf, gro = (guest.sits(seated, seat) for seat in range(3))
    state = runa.state()
    assert state["entries"] == 0 and state["actor"] is None and not state["choices"]
    assert state["dice"] == {"commitment": commitment, "waits": [1, 2], "nonces": [], "secret": ""}
    assert state["ask"] == {
        "en": "The dice wait for Guest 1 and Guest 2.",
        "de": "Die Würfel warten auf Gast 1 und Gast 2.",
    }
    assert runa.problem("move", 409, action="anything", number=0) == "waiting"
    mine = nonce()
    ulf.wish("sit", name="Ulf", nonce=mine)
    assert runa.state()["entries"] == 0 and runa.state()["ask"]["en"] == "The dice wait for Guest."
    gro.wish("sit", name="Gro")  # a program that adds nothing
    state = runa.state()
    assert state["entries"] > 0 and state["actor"] is not None
    assert state["dice"]["nonces"] == [nonces[0], mine, "-"]


def test_a_seat_that_was_listed_as_free_adds_its_nonce_too(guest):
    _, seated, _ = opened(guest, "new-shores", "me", "link", listed=True)
    stranger, own = Guest(guest.client, seated["table"]), nonce()
    stranger.wish("sit", name="Ulf", nonce=own)
    assert stranger.state()["dice"]["nonces"][1] == own


def test_a_nonce_never_changes(guest):
    _, seated, _ = opened(guest, "new-shores", "me", "link", "link")
    ulf, own = guest.sits(seated, 1), nonce()
    ulf.wish("sit", name="Ulf", nonce=own)
    assert ulf.problem("sit", 409, name="Ulf the Bold", nonce=nonce()) == "nonce-given"
    assert ulf.problem("claim", 409, nonce=nonce()) == "nonce-given"
    for again in (own, ""):
        ulf.wish("sit", name="Ulf the Bold", nonce=again)
        ulf.wish("claim", nonce=again)
    guest.sits(seated, 2).wish("sit", name="Gro")
    assert ulf.state()["dice"]["nonces"][1] == own


def invited_anew(host, seat):
    """Take the invitation to a seat back: whoever has the new one."""
    return Guest(host.client, host.name, host.wish("invite", seat=seat)["invitations"][str(seat)])


def test_whoever_is_invited_anew_while_the_dice_wait_adds_a_nonce_of_their_own(guest):
    nonces, seated, commitment = opened(guest, "new-shores", "me", "link", "link")
    runa, ulf, gro = (guest.sits(seated, seat) for seat in range(3))
    ulf.wish("sit", name="Ulf", nonce=nonce())
    assert runa.state()["dice"]["waits"] == [2]
    tuva = invited_anew(runa, 1)
    assert runa.state()["dice"]["waits"] == [1, 2]
    theirs, others = nonce(), nonce()
    gro.wish("sit", name="Gro", nonce=others)
    assert runa.state()["entries"] == 0
    tuva.wish("sit", name="Tuva", nonce=theirs)
    dice = runa.state()["dice"]
    assert dice["nonces"] == [nonces[0], theirs, others] and dice["commitment"] == commitment


def test_whoever_is_invited_anew_after_the_first_die_is_told_that_their_nonce_cannot_count(guest):
    _, seated, _ = opened(guest, "new-shores", "me", "link")
    runa, ulf = guest.sits(seated, 0), guest.sits(seated, 1)
    ulf.wish("sit", name="Ulf", nonce=nonce())
    before = runa.state()["dice"]
    tuva = invited_anew(runa, 1)
    assert tuva.problem("sit", 409, name="Tuva", nonce=nonce()) == "nonce-given"
    tuva.wish("sit", name="Tuva")
    assert runa.state()["dice"] == before and runa.state()["seats"][1]["name"] == "Tuva"


def test_a_seat_that_waits_again_still_does_after_a_new_start(tmp_path):
    with hall(tmp_path) as guest:
        _, seated, _ = opened(guest, "land-ahoy", "me", "link", "link")
        runa = guest.sits(seated, 0)
        guest.sits(seated, 1).wish("sit", name="Ulf", nonce=nonce())
        tuva = invited_anew(runa, 1)
    with hall(tmp_path) as guest:
        runa, tuva, own = guest.sits(seated, 0), Guest(guest.client, tuva.name, *tuva.secrets), nonce()
        assert runa.state()["dice"]["waits"] == [1, 2]
        guest.sits(seated, 2).wish("sit", name="Gro")
        tuva.wish("sit", name="Tuva", nonce=own)
        assert runa.state()["dice"]["nonces"][1] == own and runa.state()["entries"] > 0


def test_a_rematch_can_wait_for_a_nonce_that_is_drawn_once_its_commitment_is_seen(guest):
    _, seated, _ = opened(guest, "new-shores", "me", "here")
    both, own = guest.sits(seated), nonce()
    both.wish("resign", number=0)
    again = guest.sits(both.wish("rematch", later=True))
    state = again.state()
    assert state["dice"]["waits"] == [0, 1] and state["entries"] == 0 and len(state["dice"]["commitment"]) == 64
    again.wish("claim", nonce=own)
    assert again.state()["dice"]["nonces"] == [own, own] and again.state()["entries"] > 0


def test_without_luck_nobody_waits(guest):
    _, seated, _ = opened(guest, "haugaz", "me", "link")
    state = guest.sits(seated, 0).state()
    assert state["dice"] is None and state["actor"] is not None


def test_a_seed_by_hand_and_the_daily_tables_have_no_commitment(guest):
    assert guest.sits(guest.open("new-shores", "me", "link", seed="teacher")).state()["dice"] is None
    daily = guest.post("/daily/solo", {"name": "Runa"})
    assert guest.sits(daily).state()["dice"] is None


@pytest.mark.parametrize("wrong", ["0" * 31, "0" * 33, "F" * 32, "x" * 32, "-", "bot", "0" * 31 + " "])
def test_what_is_no_nonce_is_refused(guest, wrong):
    wish = {"game": "new-shores", "seats": [{"kind": "me", "nonce": wrong}], "commitment": promised(guest)}
    assert guest.post("/tables", wish, 422)["code"] == "bad-nonce"
    _, seated, _ = opened(guest, "new-shores", "me", "link")
    assert guest.sits(seated, 1).problem("sit", 422, name="Ulf", nonce=wrong) == "bad-nonce"


@pytest.mark.parametrize("wish", [{}, {"seed": "mine"}])
def test_a_nonce_without_a_commitment_before_it_is_refused(guest, wish):
    seats = [{"kind": "me", "nonce": nonce()}]
    assert guest.post("/tables", {"game": "new-shores", "seats": seats, **wish}, 422)["code"] == "bad-nonce"


@pytest.mark.parametrize("kind", ["link", "bot"])
def test_nobody_adds_a_nonce_for_somebody_else(guest, kind):
    seats = [{"kind": "me"}, {"kind": kind, "nonce": nonce()}]
    wish = {"game": "new-shores", "seats": seats, "commitment": promised(guest)}
    assert guest.post("/tables", wish, 422)["code"] == "bad-nonce"


def test_a_commitment_serves_once_and_not_for_ever(guest, monkeypatch):
    commitment = promised(guest)
    opened(guest, "new-shores", "me", commitment=commitment)
    assert opened(guest, "new-shores", "me", commitment=commitment, status=409)[1]["code"] == "no-pledge"
    assert opened(guest, "new-shores", "me", commitment="0" * 64, status=409)[1]["code"] == "no-pledge"
    monkeypatch.setattr(seed_commitments, "KEPT", -1)
    assert opened(guest, "new-shores", "me", status=409)[1]["code"] == "no-pledge"


def test_a_commitment_that_came_too_late_is_forgotten(guest, tmp_path, monkeypatch):
    monkeypatch.setattr(seed_commitments, "KEPT", -1)
    for _ in range(5):
        promised(guest)
    assert rows(tmp_path, "select count(*) from pledges") == [(1,)]


def rows(folder, sql):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(folder / "hall.db")) as database:
        return database.execute(sql).fetchall()


def test_a_match_that_was_given_up_shows_its_secret_and_can_be_verified(guest):
    _, seated, commitment = opened(guest, "new-shores", "me")
    table = guest.sits(seated)
    table.play_on(3)
    table.wish("resign", number=table.state()["number"])
    state = table.state()
    assert state["stage"] == "over" and state["dice"]["secret"]
    seed = seed_commitment.seed(state["dice"]["secret"], state["dice"]["nonces"])
    record = table.client.get(f"/api/tables/{table.name}/record").text
    assert meadhall.verify(record).right is None
    verdict = meadhall.verify(record, seed=seed)
    assert verdict.right and verdict.draws >= 3 and verdict.commitment == commitment


def test_a_rematch_has_dice_of_its_own_and_waits_for_whoever_has_not_come(guest):
    _, seated, commitment = opened(guest, "new-shores", "me", "link")
    runa, ulf = guest.sits(seated, 0), guest.sits(seated, 1)
    ulf.wish("sit", name="Ulf", nonce=nonce())
    runa.wish("resign", number=0)
    ours, promise = nonce(), promised(guest)
    again = runa.wish("rematch", commitment=promise, nonce=ours)
    there = guest.sits(again)
    state = there.state()
    assert state["dice"]["commitment"] == promise != commitment
    assert state["dice"]["waits"] == [0] and state["ask"]["en"] == "The dice wait for Ulf."
    theirs = nonce()
    assert Guest(guest.client, again["table"], *ulf.secrets).wish("claim", nonce=theirs)["table"] == again["table"]
    state = there.state()
    assert state["dice"]["nonces"] == [theirs, ours] and state["entries"] > 0


def test_a_program_that_sends_nothing_at_all_gets_a_rematch_too(guest):
    _, seated, _ = opened(guest, "new-shores", "me", "here")
    both = guest.sits(seated)
    both.wish("resign", number=0)
    for call in ("rematch", "rematch"):
        answer = guest.client.post(f"/api/tables/{both.name}/{call}", headers=both.headers)
        assert answer.status_code == 200
    again = guest.sits(answer.json())
    assert guest.client.post(f"/api/tables/{again.name}/claim", headers=again.headers).status_code == 200
    assert again.state()["dice"]["nonces"] == ["-", "-"] and again.state()["choices"]


def test_who_asks_for_a_rematch_later_adds_nothing_to_dice_that_they_have_not_seen(guest):
    _, seated, _ = opened(guest, "new-shores", "me", "link")
    runa, ulf = guest.sits(seated, 0), guest.sits(seated, 1)
    ulf.wish("sit", name="Ulf")
    runa.wish("resign", number=0)
    again = runa.wish("rematch", commitment=promised(guest), nonce=nonce())
    assert ulf.wish("rematch", commitment=promised(guest), nonce=nonce())["table"] == again["table"]
    assert guest.sits(again).state()["dice"]["waits"] == [0]
    assert ulf.wish("rematch")["table"] == again["table"]  # a program that asks for nothing
    assert guest.sits(again).state()["dice"]["nonces"][0] == "-"


def test_a_bot_adds_nothing_for_whoever_does_not_come_to_a_rematch(guest, sundial):
    _, seated, _ = opened(guest, "new-shores", "me", "link")
    runa, ulf = guest.sits(seated, 0), guest.sits(seated, 1)
    ulf.wish("sit", name="Ulf")
    runa.wish("resign", number=0)
    again = guest.sits(runa.wish("rematch"))
    assert again.problem("stand-in", 409, seat=0, number=0) == "no-stand-in"
    sundial.go_on(30)
    assert again.wish("stand-in", seat=0, number=0)["dice"]["nonces"] == ["-", "-"]


def test_who_gives_an_invitation_back_adds_nothing(guest):
    nonces, seated, _ = opened(guest, "new-shores", "me", "here", "link")
    guest.sits(seated, 2).wish("resign", number=0)
    state = guest.sits(seated, 0).state()
    assert state["dice"]["nonces"] == [*nonces[:2], "-"] and state["entries"] > 0


def test_a_match_goes_on_from_a_record_with_dice_that_can_be_verified(guest):
    record = meadhall.game("new-shores").new(players=2, seed=5)
    for _ in range(6):
        record.play(record.actions()[0])
    at, own = len(record.history) - 2, nonce()
    wish = {"record": record.record(), "at": at, "seats": [{"kind": "me", "nonce": own}, {"kind": "link"}]}
    seated = guest.post("/study/go-on", {**wish, "commitment": promised(guest)}, 201)
    runa, ulf = guest.sits(seated, 0), guest.sits(seated, 1)
    assert runa.state()["entries"] == at and runa.state()["dice"]["waits"] == [1] and runa.state()["actor"] is None
    ulf.wish("sit", name="Ulf", nonce=nonce())
    both = guest.sits(seated)
    state = both.play_on()
    assert state["stage"] == "over"
    text = guest.client.get(f"/api/tables/{both.name}/record").text
    seed = seed_commitment.seed(state["dice"]["secret"], state["dice"]["nonces"])
    verdict = meadhall.verify(text, seed=seed, after=state["goes_on"])
    assert verdict.right and verdict.draws > 3
    assert meadhall.verify(text, seed=seed).right is False  # the first draws came from another seed
    told = guest.post("/study/verify", {"record": text, "seed": seed, "after": state["goes_on"]})
    assert told["right"] is True and told["draws"] == verdict.draws


def test_waiting_dice_survive_a_new_start(tmp_path):
    with hall(tmp_path) as guest:
        _, seated, _ = opened(guest, "land-ahoy", "me", "link")
        name = seated["table"]
    with hall(tmp_path) as guest:
        runa, ulf = guest.sits(seated, 0), guest.sits(seated, 1)
        assert runa.state()["dice"]["waits"] == [1]
        ulf.wish("sit", name="Ulf", nonce=nonce())
        steps = guest.get(f"/tables/{name}/steps")
        guest.sits(seated).play_on(4)
        before = runa.state()
    with hall(tmp_path) as guest:
        after = guest.sits(seated, 0).state()
        assert after["view"] == before["view"] and after["dice"] == before["dice"]
        assert guest.get(f"/tables/{name}/steps")[: len(steps)] == steps


def test_who_is_forgotten_leaves_a_nonce(tmp_path):
    with hall(tmp_path) as guest:
        runa, own = guest.known("Runa"), nonce()
        seats = [{"kind": "me", "name": "Runa", "nonce": own}, {"kind": "here"}]
        seated = runa.post("/tables", {"game": "new-shores", "seats": seats, "commitment": promised(guest)}, 201)
        guest.sits(seated).play_on(2)
        runa.post("/people/me/forget")
        before = guest.sits(seated).state()
        assert before["dice"]["nonces"] == [own, "-"]
    with hall(tmp_path) as guest:
        assert guest.sits(seated).state()["view"] == before["view"]
