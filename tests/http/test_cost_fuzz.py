"""Nothing that a stranger sends costs more than a quarter of a second of a core or 50 MB: see cost_fuzz.py.

MEADHALL_COSTS=100000 tries more inputs.
"""

import os
from contextlib import closing

import httpx
import pytest
from cost_fuzz import (
    MOST_BYTES,
    MOST_LOOP_SECONDS,
    MOST_SECONDS,
    TRIES,
    Asker,
    Cost,
    Meter,
    OtherGuest,
    World,
    fuzz,
    measured_house,
    storm,
)
from costly import OWN, Costly, Wish, dumped, records

INPUTS = int(os.environ.get("MEADHALL_COSTS", "10000"))
PARTS = 4  # that may run at the same time
ACCEPTED = {200, 201, 204, 101}


@pytest.fixture
def house(tmp_path):
    with measured_house(tmp_path) as house:
        yield house
    assert (tmp_path / "log").read_text() == ""


@pytest.mark.parametrize("part", range(PARTS))
def test_no_request_costs_much(house, part):
    found = fuzz(house, range(part * INPUTS // PARTS, (part + 1) * INPUTS // PARTS), seed=20260101)
    assert not found.wrong, "\n".join(found.wrong)
    routes = {route for route, _ in found.statuses}
    assert {"POST /api/sets/{game}", "POST /api/study", "GET /{page}", "socket Hello", "socket Command"} <= routes
    assert len(routes) > 50
    accepted = {route for route, status in found.statuses if status in ACCEPTED}
    assert len(accepted) > 0.8 * len(routes), routes - accepted


KNOWN = {
    "dots without end in a set": ("/api/sets/land-ahoy", {"toml": "a" + ".a" * 29_000 + "=1"}),
    "a name of accents": ("/api/people", {"name": "a" + "\u0301\u0323" * 15_000}),
    "a long record": ("/api/study", {"record": max(records(), key=len)}),
    "the account of a long record": ("/api/study/luck", {"record": max(records(), key=len)}),
    "a long record as a picture": ("/api/study/picture", {"record": records()[1], "animated": True}),
    "a match as a picture": ("/api/study/picture", {"record": records()[4], "animated": True}),
    "coasters to print": ("/api/print/new-shores", {"lang": "en", "set": OWN["new-shores"]}),
}


def test_what_once_cost_seconds_costs_little(house):
    with closing(Asker(house)) as asker:
        for path, body in KNOWN.values():
            wish = Wish(path, "POST", path, {"content-type": "application/json"}, dumped(body, True))
            asker.ask(wish)  # what is done only once
            costs = [asker.cost_alone(wish) for _ in range(TRIES)]
            assert not min(costs).too_much(), (path, costs)


def test_the_fuzzer_sees_what_a_request_costs(house):
    """Requests that cost what they may, and a little more."""
    meter = Meter(house.process.pid)
    before = meter.seconds()
    assert meter.loop_seconds() <= before
    assert meter.forget_peak() <= meter.peak()
    assert not Cost(MOST_SECONDS, MOST_LOOP_SECONDS, MOST_BYTES, 503).too_much()
    for cost in (Cost(0.3, 0, 0), Cost(0, 0.06, 0), Cost(0, 0, 60_000_000), Cost(0, 0, 0, 500)):
        assert cost.too_much()


def test_the_same_seed_and_number_give_the_same_request(house):
    schema = httpx.get(f"{house.address}/openapi.json", trust_env=False).json()
    world = World(house)
    first, again = ([Costly(schema, world).wish(7, number) for number in range(200)] for _ in range(2))
    assert first == again
    assert max(len(wish.body) for wish in first) > 60_000 and all(len(wish.body) <= 64_000 for wish in first)


def test_another_guest_plays_on_while_the_costliest_come_from_several_at_once(house):
    """How long they wait depends on how busy the machine is, so the command tells that; here nothing may be lost."""
    costliest = [
        (1.0, number, Wish(path, "POST", path, {"content-type": "application/json"}, dumped(body, True)))
        for number, (path, body) in enumerate(KNOWN.values())
    ]
    guest = OtherGuest(house.port)
    assert storm(house, costliest, 3.0) > 0
    assert guest.leave()
