"""A hundred thousand messages that nobody should send: see fuzz_socket.py."""

import os

import pytest
from fuzz_socket import SLACK, fuzz
from server_process import server

MESSAGES = int(os.environ.get("MEADHALL_FUZZ", "100000"))


@pytest.fixture
def house(tmp_path):
    with open(tmp_path / "log", "w") as log:
        house = server(tmp_path / "hall.db").start(stderr=log)
        yield house
        house.end()
        house.log.close()


def test_no_message_hurts_the_server_or_the_next_table(house, tmp_path):
    found = fuzz(house, MESSAGES, seed=20260101)
    assert found["messages"] >= MESSAGES and found["status"] == 200
    assert found["grown_kB"] < SLACK
    assert found["moves"] > MESSAGES / 1000
    assert {"welcome", 4400, 4403, 1002, 1007, 1009} <= set(found["ends"]), found["ends"]
    assert (tmp_path / "log").read_text() == ""
