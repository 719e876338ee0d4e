"""A database with a page that cannot be read is found, told, and never takes the place of a good backup."""

import asyncio
import sqlite3
import subprocess
from contextlib import closing

import asyncpg
import pytest
from app_client import hall
from postgres import run_sql
from storage import PAGE_BYTES, copied, unused_pages, with_long_texts, zero_page
from test_database_admin import lively, rows, silent
from test_health import figures

from meadhall.core.errors import BadOption
from meadhall.hall import database_admin, health, metrics
from meadhall.hall.store import SQLiteStore, open_store, wal


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A closed database with pages of every kind: of trees, of indexes, of long texts, and free ones."""
    file = tmp_path_factory.mktemp("sound") / "hall.db"
    with hall(str(file)) as guest:
        lively(guest)
    return with_long_texts(file)


def damaged_in_turn(sound, file):
    """Write the database once for each of its pages, with that one zeroed: the pages."""
    content = sound.read_bytes()
    for page in range(1, len(content) // PAGE_BYTES + 1):
        start = (page - 1) * PAGE_BYTES
        file.write_bytes(content[:start] + bytes(PAGE_BYTES) + content[start + PAGE_BYTES :])
        yield page


def test_a_database_for_these_tests_has_pages_of_every_kind(sound):
    assert len(sound.read_bytes()) // PAGE_BYTES > 30 > len(unused_pages(sound)) > 3


def test_no_page_can_be_zeroed_without_the_backup_being_refused_and_the_last_one_kept(sound, tmp_path):
    kept, wrong = tmp_path / "kept.db", []
    database_admin.backup(str(sound), kept, silent)
    good, everything = kept.read_bytes(), rows(kept)
    for page in damaged_in_turn(sound, tmp_path / "hall.db"):
        try:
            database_admin.backup(str(tmp_path / "hall.db"), kept, silent)
        except BadOption:
            same = kept.read_bytes() == good
        else:
            same = page in unused_pages(sound) and rows(kept) == everything
            kept.write_bytes(good)
        wrong += [] if same else [page]
    assert wrong == []
    assert sorted(file.name for file in tmp_path.iterdir() if "kept" in file.name) == ["kept.db"]


def test_no_page_can_be_zeroed_without_a_server_that_refuses_or_says_so(sound, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(health, "FRESH", 0.0)
    wrong = []
    for page in damaged_in_turn(sound, tmp_path / "hall.db"):
        before = sum(metrics.CHECKS.counts)
        try:
            with hall(str(tmp_path / "hall.db")) as guest:
                while sum(metrics.CHECKS.counts) == before:
                    guest.client.get("/api/health")
                said = guest.client.get("/api/health").json()["status"]
        except BadOption as problem:
            said = "refused" if "meadhall restore" in str(problem) else str(problem)
        wrong += [] if said in ("refused", "damaged-database") or page in unused_pages(sound) else [(page, said)]
    assert wrong == []
    assert [record for record in caplog.records if record.exc_info] == []


def test_a_page_that_is_zeroed_while_the_hall_is_open_is_told_with_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(health, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(health, "MOST_OF_THE_TIME", 1.0)
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(wal, "QUIET_SECONDS", 0.0)
    with hall(str(tmp_path / "hall.db")) as guest:
        lively(guest)
        assert guest.get("/health")["status"] == "ready"
        for page in range(2, 30):  # not the first: whoever reads it sees the damage
            zero_page(tmp_path / "hall.db", page)
        for _ in range(1000):
            answer = guest.client.get("/api/health")
            if answer.status_code == 503:
                break
        told = answer.json()
        assert told["status"] == "damaged-database"
        assert "meadhall restore" in told["message"]["en"] and "meadhall restore" in told["message"]["de"]
        now = figures_of(guest)
        assert (now["meadhall_ready"], now["meadhall_database_sound"]) == (0, 0)
        assert now["meadhall_check_seconds_count"] >= 1


def figures_of(guest):
    guest.client.app.state.open_metrics = True
    return figures(guest)


@pytest.mark.parametrize("gone", ["removed", "replaced"])
def test_a_file_that_is_gone_while_the_hall_is_open_is_told(tmp_path, gone):
    with closing(SQLiteStore(tmp_path / "hall.db")) as store:
        assert asyncio.run(store.flaw()) is None
        (tmp_path / "hall.db").rename(tmp_path / "old.db")
        if gone == "replaced":
            copied(tmp_path / "old.db", tmp_path / "hall.db")
        assert "another one is in its place" in asyncio.run(store.flaw())


def test_one_damage_is_one_line_in_the_log_however_often_it_is_met(sound, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(health, "FRESH", 0.0)
    copied(sound, tmp_path / "hall.db")
    with closing(SQLiteStore(tmp_path / "hall.db")) as store, closing(sqlite3.connect(store.file)) as made:
        (page,) = made.execute("select rootpage from sqlite_master where name = 'notes'").fetchone()
        zero_page(store.file, page)

        async def ask():
            doctor = health.HealthCheck(store)
            watching = asyncio.create_task(doctor.watch())
            said = [(await doctor.look()).status for _ in range(20)]
            watching.cancel()
            return said

        assert asyncio.run(ask())[-1] == "damaged-database"
    assert (
        len([record for record in caplog.records if record.name == "meadhall" and "is damaged" in record.message]) == 1
    )


def test_a_watch_rests_so_long_that_it_takes_a_tenth_of_the_time(monkeypatch):
    rests, now = [], [0.0]

    class Large:
        place = "large.db"

        async def flaw(self):
            now[0] += 4.0

    async def rest(seconds):
        rests.append(seconds)
        raise asyncio.CancelledError

    monkeypatch.setattr(health.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(health.asyncio, "sleep", rest)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(health.HealthCheck(Large()).watch())
    assert rests == [40.0]


def test_the_command_says_that_the_database_is_damaged_and_what_to_do(refused, sound, tmp_path):
    database_admin.backup(str(sound), tmp_path / "kept.db", silent)
    before = (tmp_path / "kept.db").read_bytes()
    copied(sound, tmp_path / "hall.db")
    zero_page(tmp_path / "hall.db", 5)
    said = refused("backup", "kept.db", "--database", "hall.db")
    assert "is damaged" in said and "'kept.db' stays as it was" in said and "meadhall restore" in said
    assert "was not written" in refused("backup", "new.db", "--database", "hall.db")
    assert (tmp_path / "kept.db").read_bytes() == before and not (tmp_path / "new.db").exists()


def test_a_damaged_backup_is_not_put_back(refused, sound, tmp_path):
    database_admin.backup(str(sound), tmp_path / "kept.db", silent)
    zero_page(tmp_path / "kept.db", 5)
    assert "take another backup" in refused("restore", "kept.db", "--database", "new.db")
    assert not (tmp_path / "new.db").exists()


def test_nothing_is_put_back_into_a_damaged_database(refused, sound, tmp_path):
    database_admin.backup(str(sound), tmp_path / "kept.db", silent)
    copied(sound, tmp_path / "hall.db")
    zero_page(tmp_path / "hall.db", 5)
    assert "nothing was put back into it" in refused("restore", "kept.db", "--database", "hall.db")


@pytest.mark.parametrize(
    "loss",
    [
        "delete from events where number = 2",
        "delete from seats where seat = 0",
        "delete from tables where name = (select name from seats limit 1)",
        "update tables set number = 1000 where stage = 'over'",
    ],
)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_in_which_something_is_missing_is_refused(request, sound, tmp_path, kind, loss):
    """As when PostgreSQL has taken a page of zeros for one that nobody has written yet."""
    address = str(copied(sound, tmp_path / "hall.db"))
    if kind == "sqlite":
        with closing(sqlite3.connect(address, isolation_level=None)) as made:
            made.execute(loss)
    else:
        address = request.getfixturevalue("postgres").database()
        database_admin.restore(address, sound, silent)
        run_sql(address, f"set session_replication_role = replica; {loss}")
    with pytest.raises(BadOption, match=r"missing|belongs to"):
        database_admin.backup(address, tmp_path / "kept.db", silent)
    assert not (tmp_path / "kept.db").exists()


@pytest.mark.parametrize("relation", ["events", "events_pkey", "tables", "tables_pkey"])
def test_a_zeroed_page_of_a_postgresql_is_not_backed_up(postgres, sound, tmp_path, relation):
    address = postgres.database()
    database_admin.restore(address, sound, silent)
    file = asyncio.run(_file_of(address, relation))
    postgres.stop("fast")
    subprocess.run(
        ["dd", "if=/dev/zero", f"of={file}", "bs=8192", "count=1", "conv=notrunc", "status=none"], check=True
    )
    postgres.start()
    with pytest.raises(BadOption, match="is damaged"):
        database_admin.backup(address, tmp_path / "kept.db", silent)
    assert not (tmp_path / "kept.db").exists()


async def _file_of(address, relation):
    connection = await asyncpg.connect(address)
    try:
        folder = await connection.fetchval("show data_directory")
        return f"{folder}/{await connection.fetchval('select pg_relation_filepath($1::regclass)', relation)}"
    finally:
        await connection.close()


# -- files that are none, or cannot be opened ------------------------------------------------------

COMMANDS = {
    "the server": ["--port", "0", "--database", "hall.db"],
    "backup": ["backup", "kept.db", "--database", "hall.db"],
    "restore from": ["restore", "hall.db", "--database", "new.db"],
    "restore into": ["restore", "sound.db", "--database", "hall.db"],
    "export": ["export", "records", "--database", "hall.db"],
}


def spoil(file, content, how):
    """Make a file that cannot be used."""
    match how:
        case "garbage at its head":
            file.write_bytes(b"\x07mead" * 20 + content[100:])
        case "nothing but its head":
            file.write_bytes(content[:PAGE_BYTES])
        case "half of it":
            file.write_bytes(content[: len(content) // 2 + 100])
        case "a folder":
            file.mkdir()


@pytest.mark.parametrize("how", ["garbage at its head", "nothing but its head", "half of it", "a folder"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(refused, sound, tmp_path, command, how):
    copied(sound, tmp_path / "sound.db")
    spoil(tmp_path / "hall.db", sound.read_bytes(), how)
    said = refused(*COMMANDS[command])
    assert ("it is a folder" if how == "a folder" else "damaged" if command != "restore from" else "backup") in said
    assert not (tmp_path / "new.db").exists() and not (tmp_path / "kept.db").exists()


def test_a_database_that_is_damaged_is_exported_as_far_as_a_sentence(refused, sound, tmp_path):
    copied(sound, tmp_path / "hall.db")
    with closing(open_store(str(tmp_path / "hall.db"))):
        pass
    for page in range(4, 12):
        zero_page(tmp_path / "hall.db", page)
    assert "is damaged" in refused("export", "records", "--database", "hall.db")
