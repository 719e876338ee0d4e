"""Guests who mean no good, and days on which everything goes wrong: the hall stays open."""

import asyncio
import sqlite3
import time

import pytest
from app_client import Quick, hall

from meadhall.hall import hall as halls
from meadhall.hall.bot_pool import NoAnswer
from meadhall.hall.hall import Hall
from meadhall.hall.messages import NewTable, SeatWish
from meadhall.hall.store import SQLiteStore


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


@pytest.fixture
def store(tmp_path):
    store = SQLiteStore(tmp_path / "hall.db")
    yield store
    store.close()


# -- requests ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"\xff", b'{"game":"\xff"}', b"[" * 60000, b'{"game":' * 6000, b'{"seats":' + b"9" * 5000],
    ids=["nothing", "open", "null", "no text", "no text inside", "deep", "deep inside", "large number"],
)
def test_a_body_that_is_no_message_is_not_our_fault(guest, body):
    answer = guest.client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "not-understood")
    assert answer.json()["message"]["en"] != answer.json()["message"]["de"]


def test_a_body_that_is_too_long(guest):
    answer = guest.client.post("/api/tables", content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "not-understood")


@pytest.mark.parametrize(
    "origin",
    [
        *("https://elsewhere.example", "null", "http://[::", "http://testserver.local:99", "https://testserver.local"),
        *("https://testserver.local:80", "ftp://testserver.local", "http://", "http://testserver.local:x"),
    ],
)
def test_no_foreign_page_plays(guest, origin):
    answer = guest.client.post("/api/hall", json={}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")


@pytest.mark.parametrize("path", ["a" * 5000, "a/" * 900, "C:/x", "c:x", "%00", "%ff", "..%2fserver.py", "assets"])
def test_an_address_that_leads_nowhere(guest, path):
    answer = guest.client.get(f"/{path}")
    assert answer.status_code == 404 and "def " not in answer.text


def test_what_can_be_done_at_an_address_is_told(guest):
    answer = guest.client.delete("/api/games")
    assert answer.status_code == 405 and "GET" in answer.headers["allow"]
    assert answer.json()["code"] == "not-understood"


def test_what_browsers_may_keep(guest):
    assert guest.client.get("/api/games").headers["cache-control"] == "no-store"
    page = guest.client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    again = guest.client.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_steps_come_packed_or_plain(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    both.play_on(moves=3)
    answers = [
        guest.client.get(f"/api/tables/{both.name}/steps", headers={"accept-encoding": coding})
        for coding in ("gzip", "identity")
    ]
    assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip", None]
    assert answers[0].json() == answers[1].json() and len(answers[0].json()) == 3


# -- bots on bad days ----------------------------------------------------------------------------------


class Asleep(Quick):
    """Never answers."""

    async def choose(self, table, level):
        await asyncio.sleep(3600)


def wait_for(number, guest):
    """Wait until the only table has moved on, without going there."""
    for _ in range(200):
        card = guest.post("/hall")["watch"][0]
        if card["number"] >= number:
            return
        time.sleep(0.05)
    raise AssertionError(card)


def test_after_a_restart_bots_go_on_by_themselves(tmp_path):
    with hall(tmp_path, Asleep()) as guest:
        guest.open("land-ahoy", 1, 1)
    with hall(tmp_path) as guest:
        wait_for(3, guest)


def test_a_bot_tries_again_what_could_not_be_written(tmp_path, monkeypatch):
    append, failures = SQLiteStore.append, [sqlite3.OperationalError("disk full")] * 2

    async def fail(self, *args):
        if failures:
            raise failures.pop()
        await append(self, *args)

    monkeypatch.setattr(SQLiteStore, "append", fail)
    monkeypatch.setattr(halls, "PAUSES", (0.01,))
    with hall(tmp_path) as guest:
        guest.open("land-ahoy", 1, 1)
        wait_for(3, guest)
    assert not failures


def test_a_move_that_cannot_be_written_has_not_happened(guest, monkeypatch, caplog):
    async def fail(self, *args):
        raise sqlite3.OperationalError("database or disk is full")

    both = guest.sits(guest.open("haugaz", "here", "here", seed="a-secret-seed"))
    with monkeypatch.context() as patch:
        patch.setattr(SQLiteStore, "append", fail)
        assert both.problem("move", 500, action="d4", number=0) == "failed"
    assert "disk is full" in caplog.text
    assert not any(secret in caplog.text for secret in (*both.secrets, "a-secret-seed"))
    assert both.move("d4", number=0)["number"] == 1


class Confused(Quick):
    """Chooses what nobody can play, or trips over itself."""

    async def choose(self, table, level):
        if table.number % 2:
            raise ZeroDivisionError
        return "nonsense"


def test_a_table_goes_on_with_a_bot_that_talks_nonsense(tmp_path, monkeypatch):
    monkeypatch.setattr(halls, "PAUSES", (0.01,))
    with hall(tmp_path, Confused()) as guest:
        guest.open("land-ahoy", 1, 1)
        wait_for(3, guest)


# -- the hall from inside ------------------------------------------------------------------------------


def wish():
    return NewTable("haugaz", [SeatWish("here"), SeatWish("here")])


def test_two_tables_at_once_never_get_one_name(store, monkeypatch):
    names = iter(["long-friday", "long-friday", "short-friday"])
    monkeypatch.setattr(halls, "table_name", lambda third: next(names))

    async def open_two():
        hall = Hall(store, Quick())
        seated = await asyncio.gather(hall.open(wish()), hall.open(wish()))
        await hall.close()
        return {one.table for one in seated}

    assert asyncio.run(open_two()) == {"long-friday", "short-friday"}


def test_tables_where_nobody_is_are_let_go_and_come_back(store, monkeypatch):
    monkeypatch.setattr(halls, "MOST_TABLES", 2)

    async def many():
        hall = Hall(store, Quick())
        seated = [await hall.open(wish()) for _ in range(6)]
        watched = await hall.table(seated[0].table)
        watched.listeners.add(print)
        for one in seated * 2:
            table = await hall.table(one.table)
            await table.move(one.seats.values(), table.match.actions()[0], table.number)
        assert await hall.table(watched.name) is watched
        kept = len(hall._tables)
        await hall.close()
        return kept, [len((await store.load(one.table)).events) for one in seated]

    assert asyncio.run(many()) == (2, [2] * 6)


def test_who_asks_twice_for_a_hint_makes_nobody_think_twice(store):
    class Slow(Quick):
        asked = 0

        async def hint(self, table, level):
            self.asked += 1
            await asyncio.sleep(0.01)
            if self.asked == 2:
                raise NoAnswer("tired")
            return []

    async def ask():
        slow = Slow()
        hall = Hall(store, slow)
        seated = await hall.open(wish())
        table, secrets = await hall.table(seated.table), list(seated.seats.values())
        await asyncio.gather(*[hall.hint(table, secrets, 0, 5) for _ in range(5)])
        answers = await asyncio.gather(*[hall.hint(table, secrets, 0, 5) for _ in range(5)], return_exceptions=True)
        await hall.close()
        return slow.asked, {answer.problem.code for answer in answers}, hall._hints

    assert asyncio.run(ask()) == (2, {"no-answer"}, {})


def test_what_many_ask_is_worked_out_once(store, monkeypatch):
    said, state = [], halls.table_view.state

    def counted(*args):
        said.append(args)
        return state(*args)

    monkeypatch.setattr(halls.table_view, "state", counted)

    async def ask():
        hall = Hall(store, Quick())
        table = await hall.table((await hall.open(wish())).table)
        news = await asyncio.gather(*[hall.news(table, frozenset(), 0) for _ in range(50)])
        table.come([])  # somebody who only watches is no news
        await hall.news(table, frozenset(), 0)
        before = len(said)
        table.come([1])
        await hall.news(table, frozenset(), 0)
        await hall.close()
        return len(set(news)), before, len(said)

    assert asyncio.run(ask()) == (1, 1, 2)


def test_answers_to_many_questions_do_not_pile_up(guest):
    both = guest.sits(guest.open("haugaz", "here", "here"))
    both.play_on(moves=2)
    for since in range(100):
        guest.get(f"/tables/{both.name}/steps?from={since}")
    table = guest.client.app.state.hall._tables[both.name]
    assert len(table.said) <= halls.MOST_SAID
