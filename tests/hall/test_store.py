"""The store: what is written stays, and exactly one writer wins."""

import asyncio
import json
import sqlite3

import pytest

import meadhall
from meadhall.hall.messages import SeatWish
from meadhall.hall.problems import Refused
from meadhall.hall.store import Card, Conflict, Event, NoStore, SQLiteStore, TableRow, open_store
from meadhall.hall.store.schema import FIRST
from meadhall.hall.table import Table
from meadhall.hall.table_setup import new_table, seat


class Unheard:
    """Somebody who does not listen."""

    def hear(self, name):
        pass

    def meet(self, process, name, seats):
        pass


@pytest.fixture(params=["sqlite", "postgresql"])
def within(request, tmp_path):
    """Do something with a store of each kind, in a loop of its own."""
    address = f"{tmp_path}/hall.db" if request.param == "sqlite" else request.getfixturevalue("postgres").database()
    store = open_store(address)

    def within(work):
        async def open_and_work():
            await store.open(Unheard())
            try:
                return await work(store)
            finally:
                await store.shut()

        return asyncio.run(open_and_work())

    yield within
    store.close()


def a_table(name="long-friday"):
    seats, secrets = seat([SeatWish("here", "Runa"), SeatWish("here", "Ulf")])
    row = TableRow(name, "haugaz", dict(meadhall.game("haugaz").setup(2, {}).options), "7", True, True, 1.0)
    return new_table(row, seats), list(secrets.values())


def test_a_table_comes_back_as_it_was(within):
    kept, _ = a_table()

    async def keep(store):
        await store.make(kept.table, kept.seats, kept.card)
        return await store.load("long-friday"), await store.load("short-friday")

    assert within(keep) == (kept, None)


def test_one_of_many_writers_wins_and_the_others_neighbours_stay(within):
    kept, _ = a_table()

    async def race(store):
        await store.make(kept.table, kept.seats, kept.card)
        events = [Event(number, "move", 0, f"by {who}", 2.0) for number in range(1, 30) for who in "ab"]
        writes = [store.append("long-friday", event, kept.card) for event in events]
        answers = await asyncio.gather(*writes, return_exceptions=True)
        return answers, (await store.load("long-friday")).events

    answers, events = within(race)
    assert [event.number for event in events] == list(range(1, 30))
    assert answers.count(None) == 29
    assert all(answer is None or isinstance(answer, Conflict) for answer in answers)


def test_two_tables_of_one_name_cannot_be(within):
    kept, _ = a_table()

    async def twice(store):
        await store.make(kept.table, kept.seats, kept.card)
        await store.make(kept.table, kept.seats, kept.card)

    with pytest.raises(Conflict):
        within(twice)


def test_two_servers_at_one_table_the_slower_one_hears_that_it_has_moved_on(within):
    kept, secrets = a_table()

    async def both(store):
        await store.make(kept.table, kept.seats, kept.card)
        here, there = Table(kept, store), Table(kept, store)
        await here.move(secrets, "d4", 0)
        with pytest.raises(Refused) as refused:
            await there.move(secrets, "e5", 0)
        return refused.value.problem.code, there.match.history

    assert within(both) == ("moved-on", ["d4"])


def test_wishes_at_the_same_time_are_granted_one_after_the_other(within):
    kept, secrets = a_table()

    async def rush(store):
        await store.make(kept.table, kept.seats, kept.card)
        table = Table(kept, store)
        wishes = [table.move(secrets, point, 0) for point in ("a1", "b2", "c3")]
        return await asyncio.gather(*wishes, return_exceptions=True), table.match.history

    answers, history = within(rush)
    assert answers.count(None) == 1 and len(history) == 1


def test_a_match_of_other_rules_is_told_as_that(within):
    kept, _ = a_table()

    async def spoil(store):
        await store.make(kept.table, kept.seats, kept.card)
        await store.append("long-friday", Event(1, "move", 0, "z9", 2.0), kept.card)
        return await store.load("long-friday")

    with pytest.raises(Refused) as refused:
        Table(within(spoil), NoStore())
    assert refused.value.problem.code == "other-rules"


def test_a_newer_database_is_refused(tmp_path):
    SQLiteStore(tmp_path / "hall.db").close()
    connection = sqlite3.connect(tmp_path / "hall.db")
    connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(meadhall.BadOption, match="newer"):
        SQLiteStore(tmp_path / "hall.db")


@pytest.mark.parametrize("database", ["sqlite://", "sqlite:///", "mysql://"])
def test_a_database_that_we_do_not_know(database):
    with pytest.raises(meadhall.BadOption, match="it can be a file"):
        open_store(database)


def test_a_database_by_its_address(tmp_path):
    open_store(f"sqlite:///{tmp_path}/by-address.db").close()
    assert (tmp_path / "by-address.db").exists()


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "notes.txt").write_text("milk, bread, mead " * 100)
    with pytest.raises(meadhall.BadOption, match="--database"):
        SQLiteStore(tmp_path / "notes.txt")


def test_what_cannot_be_written_stops_nobody_else(within):
    kept, _ = a_table()

    async def write(store):
        await store.make(kept.table, kept.seats, kept.card)
        wrong = Event(1, "move", 0, "\ud800", 2.0)
        large = Event(2**70, "move", 0, "", 2.0)
        right = Event(1, "move", 0, "d4", 2.0)
        writes = [store.append("long-friday", event, kept.card) for event in (wrong, large, right)]
        answers = await asyncio.gather(*writes, return_exceptions=True)
        wrong = [isinstance(answer, ValueError | OverflowError) for answer in answers]
        return wrong, answers[2], (await store.load("long-friday")).events == [right]

    assert within(write) == ([True, True, False], None, True)


def test_a_database_is_for_one_server(tmp_path, monkeypatch):
    monkeypatch.setattr("meadhall.hall.store.sqlite.PATIENCE", 0.01)
    first = SQLiteStore(tmp_path / "hall.db")
    with pytest.raises(meadhall.BadOption, match="in use by another Meadhall"):
        SQLiteStore(tmp_path / "hall.db")
    first.close()
    SQLiteStore(tmp_path / "hall.db").close()


@pytest.mark.parametrize("version", [0, 1, 2])
def test_the_database_of_another_program_is_left_alone(tmp_path, version):
    file = tmp_path / "recipes.db"
    connection = sqlite3.connect(file)
    connection.executescript(f"create table recipes (mead text); pragma user_version = {version};")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(meadhall.BadOption, match="another program"):
        SQLiteStore(file)
    assert file.read_bytes() == before and [one.name for one in tmp_path.iterdir()] == ["recipes.db"]


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path):
    old = sqlite3.connect(tmp_path / "old.db")
    options = json.dumps(dict(meadhall.game("haugaz").setup(2, {}).options))
    old.executescript(f"pragma journal_mode = wal; {FIRST} pragma user_version = 1;")
    old.execute(
        "insert into tables values ('long-friday', 'haugaz', ?, '7', 1, 1, 1.0, 'playing', 0, 0, 0, 1.0)", (options,)
    )
    old.execute("insert into seats values ('long-friday', 0, 'person', null, 'Runa', 'abc')")
    old.execute("insert into seats values ('long-friday', 1, 'bot', 2, 'Ulf', null)")
    old.execute("insert into events values ('long-friday', 1, 'move', 0, 'd4', 2.0)")
    old.commit()
    old.close()
    store = SQLiteStore(tmp_path / "old.db")
    try:
        kept = asyncio.run(store.load("long-friday"))
        assert kept.table.start == "" and kept.seats[0].person is None and len(kept.events) == 1
        assert Table(kept, store).number == 1
    finally:
        store.close()


def test_moves_that_are_written_together_are_kept_as_if_one_by_one(within):
    tables = {f"table-{k}": a_table(f"table-{k}")[0] for k in range(40)}

    async def play(store):
        for kept in tables.values():
            await store.make(kept.table, kept.seats, kept.card)
        cards = {
            name: Card("over" if k % 2 else "playing", k, None if k % 3 else 1, k % 2, 1.8e9 + k / 7, k % 5 == 0, k / 3)
            for k, name in enumerate(tables)
        }
        events = {name: Event(1, "move", k % 2, f"ä'\"{k}", cards[name].at) for k, name in enumerate(tables)}
        await asyncio.gather(*(store.append(name, events[name], cards[name]) for name in tables))
        return cards, events, {name: await store.load(name) for name in tables}

    cards, events, found = within(play)
    for name, kept in found.items():
        assert kept.events == [events[name]] and kept.card == cards[name]
