"""Dice at tables that several processes share: any of them honours a commitment, and all begin with the same dice."""

import pytest
from app_client import Guest, hall
from seed_commitments import nonce, opened, promised
from test_shared_hall import elsewhere, until


@pytest.fixture
def two(postgres):
    """Guests of two servers that share a database."""
    address = postgres.database()
    with hall(address) as here, hall(address) as there:
        yield here, there


def test_a_commitment_that_was_given_here_is_honoured_there_once(two):
    here, there = two
    commitment = promised(here)
    _, seated, _ = opened(there, "new-shores", "me", commitment=commitment)
    assert there.sits(seated).state()["dice"]["commitment"] == commitment
    assert opened(here, "new-shores", "me", commitment=commitment, status=409)[1]["code"] == "no-pledge"


def test_the_last_nonce_comes_to_another_process(two):
    here, there = two
    nonces, seated, _ = opened(here, "land-ahoy", "me", "link", "link", 1)
    runa = here.sits(seated, 0)
    ulf, gro = elsewhere(here.sits(seated, 1), there), here.sits(seated, 2)
    assert ulf.state()["dice"]["waits"] == runa.state()["dice"]["waits"] == [1, 2]
    theirs = nonce()
    gro.wish("sit", name="Gro")
    assert until(lambda: ulf.state()["dice"]["waits"] == [1])
    ulf.wish("sit", name="Ulf", nonce=theirs)
    assert until(lambda: runa.state()["entries"] > 0)
    assert runa.state()["dice"] == ulf.state()["dice"]
    assert runa.state()["dice"]["nonces"] == [nonces[0], theirs, "-", "bot"]
    assert until(lambda: runa.state()["view"]["number"] == ulf.state()["view"]["number"])


def test_who_comes_to_a_rematch_at_two_processes_at_once_is_not_sent_away(two):
    here, there = two
    _, seated, _ = opened(here, "new-shores", "me", "link", "link")
    runa, ulf, gro = (here.sits(seated, seat) for seat in range(3))
    ulf.wish("sit", name="Ulf")
    gro.wish("sit", name="Gro")
    everybody = here.sits(seated)
    everybody.play_on()
    again = runa.wish("rematch")["table"]
    ulf, gro = Guest(here.client, again, *ulf.secrets), Guest(there.client, again, *gro.secrets)
    assert ulf.state()["dice"]["waits"] == gro.state()["dice"]["waits"]
    nonces = [nonce(), nonce()]
    ulf.wish("claim", nonce=nonces[0])
    gro.wish("claim", nonce=nonces[1])  # has hardly heard of the other
    assert until(lambda: ulf.state()["dice"]["nonces"] == [nonces[1], "-", nonces[0]])
    assert gro.state()["dice"] == ulf.state()["dice"]


def test_a_process_that_hears_of_the_nonce_and_of_moves_together_plays_the_same_match(two):
    here, there = two
    _, seated, _ = opened(here, "new-shores", "me", "link")
    watcher = elsewhere(here.sits(seated, 0).watcher(), there)
    assert watcher.state()["entries"] == 0
    here.sits(seated, 1).wish("sit", name="Ulf", nonce=nonce())
    state = here.sits(seated).play_on(5)
    assert until(lambda: watcher.state()["number"] == 5)
    assert watcher.state()["dice"] == state["dice"]
    assert watcher.get(f"/tables/{watcher.name}/steps") == here.get(f"/tables/{watcher.name}/steps")
