"""Dice at tables that several processes share: any of them honours a commitment, and all begin with the same dice."""

import pytest

from dice import nonce, opened, promised
from hall import hall
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
