"""A clock for tests: it stands still until it is moved."""

import pytest


class Sundial:
    """Gives the time that a test has set."""

    def __init__(self, now=1_000_000.0):
        self.now = now

    def __call__(self):
        return self.now

    def go_on(self, seconds):
        self.now += seconds


@pytest.fixture
def sundial(monkeypatch):
    """Let the hall look at a clock that only the test moves."""
    dial = Sundial()
    monkeypatch.setattr("meadhall.hall.clock.steady", dial)
    return dial
