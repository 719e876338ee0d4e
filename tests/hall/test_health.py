"""Whether the hall is ready, and its figures as Prometheus reads them."""

import re

import pytest
from app_client import Guest, Quick
from litestar.testing import TestClient

from meadhall.hall import health
from meadhall.hall.metrics import Counter, Histogram
from meadhall.hall.store import SQLiteStore, Unkept
from meadhall.http.server import create_app

LINE = re.compile(r'([a-z_]+)(\{[a-z]+="[^"\n]*"\})? [-+.e0-9]+|# (HELP|TYPE) [a-z_]+ .+')


@pytest.fixture
def guest(tmp_path):
    store = SQLiteStore(tmp_path / "hall.db")
    with TestClient(create_app(store, Quick(), open_metrics=True)) as client:
        yield Guest(client)
    store.close()


@pytest.fixture
def store(guest):
    return guest.client.app.state.doctor._store


def figures(guest):
    """All figures, by name and label."""
    text = guest.client.get("/metrics").text
    assert all(LINE.fullmatch(line) for line in text.splitlines()), text
    return {name: float(value) for name, value in re.findall(r"^([a-z][^ ]*) (.*)$", text, re.M)}


def grown(before, after, name):
    return after[name] - before.get(name, 0)


def test_a_hall_is_ready_since_it_was_first_asked(guest):
    first = guest.get("/health")
    assert first["status"] == "ready" and first["since"].endswith("+00:00")
    assert guest.get("/health") == first


def test_a_database_that_cannot_be_written_is_told_until_it_can(guest, store, monkeypatch):
    monkeypatch.setattr(health, "FRESH", 0.0)
    ready = guest.get("/health")

    async def full(key, text):
        raise Unkept("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "probe", full)
        assert guest.get("/health", 503)["status"] == "no-database"
        assert figures(guest)["meadhall_ready"] == 0
    assert guest.get("/health")["status"] == ready["status"]
    assert figures(guest)["meadhall_ready"] == 1


def test_moves_and_their_commits_are_counted(guest):
    before = figures(guest)
    both = guest.sits(guest.open("haugaz", "me", "here"))
    both.move("d4")
    with both.listen() as socket:
        socket.receive_text()
        after = figures(guest)
        assert after["meadhall_sockets"] == 1
    assert grown(before, after, 'meadhall_events_total{kind="move"}') == 1
    assert grown(before, after, 'meadhall_tables_made_total{game="haugaz"}') == 1
    assert grown(before, after, "meadhall_commit_seconds_count") >= 2
    assert grown(before, after, 'meadhall_answers_total{status="201"}') == 1
    assert after["meadhall_tables_in_use"] == 1


def test_bots_thinking_is_measured(guest):
    before = figures(guest)
    guest.sits(guest.open("haugaz", 1, 1, options={"size": 3}))
    while not any(table.over for table in guest.client.app.state.hall._known.values()):
        guest.get("/health")
    assert grown(before, figures(guest), "meadhall_bot_seconds_count") >= 2


def test_nobody_is_named_and_no_secret_is_told(guest):
    runa = guest.known("Runa Rotbart")
    sits = runa.sits(runa.open("haugaz", "me", "here"))
    sits.move("d4")
    text = guest.client.get("/metrics").text
    assert [word for word in ("Runa", sits.name, runa.phrase, *sits.secrets) if word in text] == []


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.168.1.7", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "192.168.1.7"}, 404),
        ("127.0.0.1", {"forwarded": "for=192.168.1.7"}, 404),
    ],
)
def test_figures_are_for_this_machine_alone(tmp_path, address, headers, status):
    store = SQLiteStore(tmp_path / "hall.db")
    app = create_app(store, Quick())

    async def from_there(scope, receive, send):
        await app(scope | ({"client": (address, 40_000)} if scope["type"] == "http" else {}), receive, send)

    with TestClient(from_there) as client:
        assert client.get("/metrics", headers=headers).status_code == status
    store.close()


def test_a_histogram_counts_all_that_took_no_longer():
    seconds = Histogram("x_seconds", "X.", (0.1, 1.0))
    for one in (0.05, 0.1, 0.5, 3.0):
        seconds.note(one)
    assert list(seconds.lines()) == [
        "# HELP x_seconds X.",
        "# TYPE x_seconds histogram",
        'x_seconds_bucket{le="0.1"} 2',
        'x_seconds_bucket{le="1.0"} 3',
        'x_seconds_bucket{le="+Inf"} 4',
        "x_seconds_sum 3.650000",
        "x_seconds_count 4",
    ]


def test_a_counter_tells_its_kinds_apart():
    counter = Counter("x_total", "X.", "kind")
    for kind in ("b", "a", "b"):
        counter.add(kind)
    assert list(counter.lines())[2:] == ['x_total{kind="a"} 1', 'x_total{kind="b"} 2']
