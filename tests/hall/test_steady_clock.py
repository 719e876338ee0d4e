"""Time goes on across restarts, whatever the system's clock says."""

import asyncio
import time
from contextlib import closing

import pytest
from app_client import hall

from meadhall.hall import clock, steady_clock
from meadhall.hall.store import SQLiteStore

HOUR = 3600.0


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine whose clock can be set, and that can be started again."""
    start = tmp_path / "boot_id"
    start.write_text("first\n")
    monkeypatch.setattr(steady_clock, "START", start)
    monkeypatch.setattr(clock, "_counted_from", clock._counted_from)  # as it was, in the end
    right = time.time

    class Machine:
        def set_clock(self, seconds):
            monkeypatch.setattr(time, "time", lambda: right() + seconds)

        def start_again(self, name="second"):
            start.write_text(name)

        def serve(self):
            """Start a server: how far its time is from the right one."""
            with closing(SQLiteStore(tmp_path / "hall.db")) as store:
                asyncio.run(steady_clock.agree(store))
            return clock.steady() - right()

    return Machine()


@pytest.mark.parametrize("hours", [5, -5])
def test_a_clock_that_is_set_while_the_server_is_away_changes_nothing(machine, hours):
    assert machine.serve() == pytest.approx(0, abs=60)
    machine.set_clock(hours * HOUR)
    assert machine.serve() == pytest.approx(0, abs=60)


def test_after_the_machine_was_started_again_its_clock_counts(machine):
    machine.serve()
    machine.start_again()
    machine.set_clock(5 * HOUR)
    assert machine.serve() == pytest.approx(5 * HOUR, abs=60)


def test_time_never_goes_back_behind_what_has_happened(machine, tmp_path):
    machine.set_clock(5 * HOUR)
    with hall(tmp_path) as guest:
        guest.sits(guest.open("haugaz", "me", "here")).move("d4")
    machine.start_again()
    machine.set_clock(0)
    assert machine.serve() == pytest.approx(5 * HOUR, abs=60)


def test_where_nobody_knows_when_the_machine_was_started_its_clock_counts(machine, monkeypatch, tmp_path):
    monkeypatch.setattr(steady_clock, "START", tmp_path / "nowhere")
    machine.serve()
    machine.set_clock(5 * HOUR)
    assert machine.serve() == pytest.approx(5 * HOUR, abs=60)
