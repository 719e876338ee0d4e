"""The log beside an SQLite file: put in its place when the hall is quiet, and missed when it is gone."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from server_process import Storm, server
from storage import copied
from test_database_admin import silent
from test_store import a_table

from meadhall.core.errors import BadOption
from meadhall.hall import database_admin
from meadhall.hall.store import SQLiteStore, open_beside, wal
from meadhall.hall.store.tables import how_many


def with_tables(store, *names):
    """Set tables up."""

    async def make():
        for name in names:
            kept, _ = a_table(name)
            await store.make(kept.table, kept.seats, kept.card)

    asyncio.run(make())


def tables_in(file):
    """Count the tables that a server finds."""
    with closing(SQLiteStore(file)) as store:
        return asyncio.run(store.read(how_many()))


@pytest.fixture
def busy(tmp_path):
    """A store in which something was written just now: its log is not in its place yet."""
    with closing(SQLiteStore(tmp_path / "hall.db")) as store:
        with_tables(store, "long-friday")
        yield store


@pytest.fixture
def quiet(tmp_path, monkeypatch):
    """A store whose hall became quiet after something was written."""
    placed, put_in_place = threading.Event(), wal.Log.put_in_place

    def put(log):
        put_in_place(log)
        if log.seconds_until_quiet() is None:
            placed.set()

    with closing(SQLiteStore(tmp_path / "hall.db")) as store:
        monkeypatch.setattr(wal.Log, "put_in_place", put)
        monkeypatch.setattr(wal, "QUIET_SECONDS", 0.0)
        with_tables(store, "long-friday")
        assert placed.wait(60)
        yield store


def test_a_quiet_hall_is_in_its_file_alone(quiet, tmp_path):
    assert Path(f"{quiet.file}-wal").stat().st_size == 0
    assert tables_in(copied(quiet.file, tmp_path / "copy.db")) == 1


def test_a_busy_hall_is_not_in_its_file_alone_and_that_is_told(busy, tmp_path):
    copied(busy.file, tmp_path / "copy.db")
    with pytest.raises(BadOption, match=r"'copy\.db-wal', which is missing.*meadhall restore"):
        SQLiteStore(tmp_path / "copy.db")
    assert sorted(file.name for file in tmp_path.iterdir() if "copy" in file.name) == ["copy.db"]


def test_with_its_log_a_busy_hall_is_whole(busy, tmp_path):
    assert tables_in(copied(busy.file, tmp_path / "copy.db", "-wal")) == 1


def test_without_what_lies_in_shared_memory_nothing_is_missing(busy, tmp_path):
    copied(busy.file, tmp_path / "copy.db", "-wal", "-shm")
    (tmp_path / "copy.db-shm").unlink()
    assert tables_in(tmp_path / "copy.db") == 1


@pytest.mark.parametrize("content", [b"", b"milk, bread, mead " * 1000])
def test_a_log_that_cannot_be_read_is_missing(busy, tmp_path, content):
    copied(busy.file, tmp_path / "copy.db")
    (tmp_path / "copy.db-wal").write_bytes(content)
    with pytest.raises(BadOption, match="is missing"):
        SQLiteStore(tmp_path / "copy.db")


def test_a_hall_that_goes_on_after_it_was_quiet_needs_its_log_again(quiet, monkeypatch, tmp_path):
    monkeypatch.setattr(wal, "QUIET_SECONDS", 60.0)
    with_tables(quiet, "short-friday")
    with pytest.raises(BadOption, match="is missing"):
        SQLiteStore(copied(quiet.file, tmp_path / "copy.db"))


def test_a_hall_that_was_closed_needs_no_log(tmp_path):
    with closing(SQLiteStore(tmp_path / "hall.db")) as store:
        with_tables(store, "long-friday")
    assert not (tmp_path / "hall.db-wal").exists() and tables_in(tmp_path / "hall.db") == 1


def test_whoever_else_puts_the_log_in_its_place_makes_the_file_whole(busy, tmp_path):
    copied(busy.file, tmp_path / "copy.db", "-wal")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as other:
        assert other.execute("select count(*) from tables").fetchone() == (1,)
    assert not (tmp_path / "copy.db-wal").exists() and tables_in(tmp_path / "copy.db") == 1


def test_a_hall_in_which_nothing_was_ever_written_may_begin_without_a_log(tmp_path):
    with closing(SQLiteStore(tmp_path / "hall.db")) as store:
        assert tables_in(copied(store.file, tmp_path / "copy.db")) == 0


def test_the_word_that_health_writes_stirs_nobody(tmp_path):
    with closing(SQLiteStore(tmp_path / "hall.db")) as store:
        asyncio.run(store.probe("health", "now"))
        assert tables_in(copied(store.file, tmp_path / "copy.db")) == 0


def test_a_file_of_an_older_meadhall_that_was_nothing_without_its_log(tmp_path):
    with closing(sqlite3.connect(tmp_path / "hall.db")) as old:
        old.execute("pragma journal_mode = wal")
    before = (tmp_path / "hall.db").read_bytes()
    assert len(before) == 4096
    with pytest.raises(BadOption, match=r"empty without 'hall\.db-wal', which is missing.*restore a backup"):
        SQLiteStore(tmp_path / "hall.db")
    assert (tmp_path / "hall.db").read_bytes() == before


@pytest.mark.parametrize("left", ["missing", "empty"])
def test_a_log_whose_database_is_missing_is_left_alone(busy, tmp_path, left):
    log = copied(f"{busy.file}-wal", tmp_path / "copy.db-wal").read_bytes()
    if left == "empty":
        (tmp_path / "copy.db").touch()
    with pytest.raises(BadOption, match=r"'copy\.db-wal' with its last moves is there"):
        SQLiteStore(tmp_path / "copy.db")
    assert (tmp_path / "copy.db-wal").read_bytes() == log


def test_without_its_log_a_database_is_neither_backed_up_nor_exported(busy, tmp_path):
    copied(busy.file, tmp_path / "copy.db")
    with pytest.raises(BadOption, match="is missing"):
        database_admin.backup(str(tmp_path / "copy.db"), tmp_path / "kept.db", silent)
    with pytest.raises(BadOption, match="is missing"):
        open_beside(str(tmp_path / "copy.db"))
    assert not (tmp_path / "kept.db").exists()


def test_what_is_there_without_the_log_can_be_put_into_a_new_file(quiet, monkeypatch, tmp_path, caplog):
    monkeypatch.setattr(wal, "QUIET_SECONDS", 60.0)
    with_tables(quiet, "short-friday")
    copied(quiet.file, tmp_path / "copy.db")
    assert database_admin.restore(str(tmp_path / "new.db"), tmp_path / "copy.db", silent)["tables"] == (1, 0)
    assert "what was written last is not in it" in caplog.text
    assert tables_in(tmp_path / "new.db") == 1


def test_a_backup_of_a_busy_hall_needs_no_log(busy, tmp_path):
    database_admin.backup(busy.file, tmp_path / "kept.db", silent)
    assert tables_in(tmp_path / "kept.db") == 1


def test_a_reader_delays_the_log_but_nobody_waits(busy):
    with closing(sqlite3.connect(busy.file, isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select * from tables").fetchall()
        with_tables(busy, "short-friday")
        busy._log.put_in_place()
        assert busy._log.seconds_until_quiet() > 0
        reader.execute("rollback")
    busy._log.put_in_place()
    assert busy._log.seconds_until_quiet() is None


def test_a_log_that_becomes_long_is_put_in_its_place_though_nobody_rests(busy, monkeypatch):
    monkeypatch.setattr(wal, "LONGEST_LOG_BYTES", 10_000)
    with_tables(busy, *(f"table-{k}" for k in range(10)))
    asyncio.run(busy.read(how_many()))
    asyncio.run(busy.probe("health", "all before this is done"))
    assert Path(f"{busy.file}-wal").stat().st_size < 50_000


def test_a_server_that_was_killed_at_play_misses_its_log(houses, tmp_path):
    house = server(tmp_path / "hall.db")
    houses.append(house.start())
    storm = Storm([house])

    def end_and_start():
        house.end()
        (tmp_path / "hall.db-wal").rename(tmp_path / "aside")
        with pytest.raises(BadOption, match=r"'hall\.db-wal', which is missing"):
            SQLiteStore(tmp_path / "hall.db")
        (tmp_path / "aside").rename(tmp_path / "hall.db-wal")
        house.start()

    async def faults():
        await storm.plays_on()
        await asyncio.to_thread(end_and_start)
        await storm.plays_on()

    assert asyncio.run(storm.during(faults, guests=2)) == []
