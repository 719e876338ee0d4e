"""Backup, restore and export while the hall is open; and databases of older versions."""

import sqlite3
import threading
from contextlib import closing, contextmanager

import pytest
from app_client import hall
from older_databases import older_file, older_postgres
from postgres import run_sql

import meadhall
from meadhall.core.errors import BadOption
from meadhall.hall import database_admin
from meadhall.hall.store import open_store
from meadhall.hall.store.backup import KEPT, copy_file, unpacked
from meadhall.hall.store.schema import VERSION

KINDS = ("sqlite", "postgresql")
PASSING = {"claims", "pledges"}  # what is of use for a moment only: who thinks for a bot, tables not yet set up


def silent(done, total):
    assert 0 <= done <= total


@pytest.fixture
def place(request, tmp_path):
    """Find room for a new database of a kind: its address."""
    numbers = iter(range(100))

    def place(kind):
        if kind == "sqlite":
            return f"{tmp_path}/hall{next(numbers)}.db"
        return request.getfixturevalue("postgres").database()

    return place


def lively(guest, **dice):
    """Let all kinds of things happen: who sits where."""
    runa = guest.known("Runa")
    over = runa.sits(runa.open("haugaz", "me", "here", options={"size": 3}))
    over.play_on()
    running = runa.sits(runa.open("new-shores", "me", "here", **dice))
    running.play_on(5)
    running.client.post(f"/api/tables/{running.name}/talk", json={"text": "Skål!"}, headers=running.headers)
    guest.sits(guest.open("land-ahoy", "me", 1, **dice)).play_on(2)
    runa.get("/people/me")
    return {"over": over, "running": running}


def rows(file):
    """All that is in a backup, by kind."""
    with unpacked(file) as found:
        return {table: sorted(found.execute(f"select * from {table}").fetchall(), key=repr) for table in KEPT}


def test_a_backup_knows_of_every_table(tmp_path, place):
    address = place("sqlite")
    open_store(address).close()
    with closing(sqlite3.connect(address)) as made:
        names = {name for (name,) in made.execute("select name from sqlite_master where type = 'table'")}
    assert names - PASSING == set(KEPT)


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_what_is_backed_up_comes_back_while_both_halls_are_open(place, tmp_path, source, target):
    here, there = place(source), place(target)
    with hall(here) as guest, hall(there) as other:
        sat = lively(guest)
        before = sat["running"].state()
        database_admin.backup(here, tmp_path / "kept.db", silent)
        stays = other.sits(other.open("haugaz", "me", "here"))
        stays.move("d4")
        counts = database_admin.restore(there, tmp_path / "kept.db", silent)
        assert counts["tables"] == (3, 0) and counts["people"] == (1, 0) and counts["played"][0] == 1
        assert stays.state()["number"] == 1
        moved = type(other)(other.client, sat["running"].name, *sat["running"].secrets)
        after = moved.state()
        assert (after["view"], after["number"]) == (before["view"], before["number"])
        assert moved.play_on(1)["number"] == before["number"] + 1
        again = database_admin.restore(there, tmp_path / "kept.db", silent)
        assert all(added == 0 for added, _ in again.values()) and again["tables"] == (0, 3)
        assert moved.state()["number"] == before["number"] + 1  # what is there stays
    kept = rows(tmp_path / "kept.db")
    database_admin.backup(here, tmp_path / "again.db", silent)
    assert {table: len(found) for table, found in kept.items()} | {"events": 0} == {
        table: len(found) for table, found in rows(tmp_path / "again.db").items()
    } | {"events": 0}  # (a bot has played meanwhile)


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_is_of_one_moment(place, tmp_path, kind):
    """While somebody plays on, each backup has as many moves as its tables say."""
    address, stopped = place(kind), threading.Event()
    with hall(address) as guest:

        def play():
            while not stopped.is_set():
                guest.sits(guest.open("haugaz", "me", "here", options={"size": 3})).play_on()

        playing = threading.Thread(target=play)
        playing.start()
        try:
            for _ in range(5):
                database_admin.backup(address, tmp_path / "kept.db", silent)
                with unpacked(tmp_path / "kept.db") as found:
                    wrong = found.execute(
                        "select name from tables t where number <> "
                        "(select count(*) from events e where e.name = t.name and kind = 'move')"
                    ).fetchall()
                    assert wrong == []
                    assert found.execute("pragma foreign_key_check").fetchall() == []
        finally:
            stopped.set()
            playing.join()
    assert sorted(file.name for file in tmp_path.iterdir() if "kept" in file.name) == ["kept.db"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_match_as_a_record(place, tmp_path, kind):
    address = place(kind)
    with hall(address) as guest:
        sat = lively(guest)
        found = database_admin.export(address, tmp_path / "records", silent)
        assert (found.written, found.there, found.other_rules) == (3, 0, [])
        for one in sat.values():
            text = (tmp_path / "records" / f"{one.name}.txt").read_text()
            assert text == one.client.get(f"/api/tables/{one.name}/record").text
            assert meadhall.load(text).history
        assert "seed" in (tmp_path / "records" / f"{sat['over'].name}.txt").read_text()
        assert "seed" not in (tmp_path / "records" / f"{sat['running'].name}.txt").read_text()
        sat["running"].play_on(1)
        again = database_admin.export(address, tmp_path / "records", silent)
        assert (again.written, again.there) == (2, 1)  # of what is over, nothing can change


def test_the_commands_say_what_they_did(fine, tmp_path, place):
    address = place("sqlite")
    with hall(address) as guest:
        lively(guest)
        assert "is written" in fine("backup", "kept.db", "--database", address)
        said = fine("restore", "kept.db", "--database", "new.db", "--lang", "de")
        assert "Tische: 3 dazu, 0 waren schon da" in said
        assert "matches: 3 written, 0 were there" in fine("export", "records", "--database", "new.db")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["backup", "kept.db", "--database", "none.db"], "there is no database"),
        (["backup", "missing/kept.db", "--database", "hall.db"], "cannot be written"),
        (["backup", "hall.db", "--database", "hall.db"], "is the database itself"),
        (["restore", "none.db", "--database", "hall.db"], "cannot be read"),
        (["restore", "notes.txt", "--database", "hall.db"], "cannot be read"),
        (["restore", "hall.db", "--database", "notes.txt"], "cannot be used"),
        (["export", "records", "--database", "none.db"], "there is no database"),
        (["export", "notes.txt", "--database", "hall.db"], "cannot be written"),
        (["export", "records", "--database", "postgresql:///none?host=/nowhere"], "see whether it runs"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(refused, tmp_path, arguments, why):
    open_store(str(tmp_path / "hall.db")).close()
    (tmp_path / "notes.txt").write_text("milk, bread, mead " * 100)
    before = sorted(tmp_path.iterdir())
    assert why in refused(*arguments)
    assert sorted(tmp_path.iterdir()) == before  # nothing half written is left


# -- older and newer versions ----------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path):
    """A hall where much has happened: its backup, who sits where, and what they saw.

    Its dice come from seeds alone: older versions knew of no nonces.
    """
    with hall(str(tmp_path / "lively.db")) as guest:
        sat = lively(guest, seed="7")
        seen = {name: one.state() for name, one in sat.items()}
    copy_file(tmp_path / "lively.db", tmp_path / "kept.db", silent)
    return tmp_path / "kept.db", sat, seen


@contextmanager
def goes_on(address, sat, seen):
    """See whether everything is there in another hall, and goes on."""
    with hall(address) as guest:
        for name, one in sat.items():
            now = type(guest)(guest.client, one.name, *one.secrets)
            state = now.state()
            assert (state["view"], state["number"]) == (seen[name]["view"], seen[name]["number"])
        assert now.play_on(1)["number"] == state["number"] + 1
        yield guest


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_database_of_an_older_version_is_brought_up_to_date_at_the_start(kept, place, kind, version):
    file, sat, seen = kept
    address = place(kind)
    (older_file if kind == "sqlite" else older_postgres)(file, address, version)
    with pytest.raises(BadOption, match="older"):
        database_admin.export(address, file.parent / "records", silent)
    with goes_on(address, sat, seen) as guest:
        guest.known("Ulf")


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_backup_of_an_older_version_can_be_made_and_put_back(kept, place, version):
    file, sat, seen = kept
    old = older_file(file, file.parent / "old.db", version)
    database_admin.backup(str(old), file.parent / "old-kept.db", silent)
    address = place("sqlite")
    assert database_admin.restore(address, file.parent / "old-kept.db", silent)["tables"] == (3, 0)
    with goes_on(address, sat, seen):
        pass


def test_a_newer_postgresql_is_refused(postgres, tmp_path):
    address = postgres.database()
    open_store(address).close()
    run_sql(address, "update meadhall set version = 99")
    for opened in (open_store, lambda address: database_admin.export(address, tmp_path / "records", silent)):
        with pytest.raises(BadOption, match="newer Meadhall"):
            opened(address)


def test_a_newer_backup_is_refused(tmp_path):
    open_store(str(tmp_path / "hall.db")).close()
    with closing(sqlite3.connect(tmp_path / "hall.db")) as made:
        made.execute("pragma user_version = 99")
    with pytest.raises(BadOption, match="newer Meadhall"):
        database_admin.restore(str(tmp_path / "other.db"), tmp_path / "hall.db", silent)
