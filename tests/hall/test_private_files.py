"""Who may read what a hall keeps: its owner alone, from the first moment on."""

import os
import stat
from contextlib import closing

import pytest
from app_client import hall
from server_process import server
from test_database_admin import silent

from meadhall.hall import database_admin
from meadhall.hall.store import SQLiteStore

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have other rights there")


@pytest.fixture
def generous():
    """Let everybody read and write what is made, if nothing else is said."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def unchanged(monkeypatch):
    """Refuse to change rights afterwards."""

    def refuse(path, mode):
        raise AssertionError(f"{path} was made for others, too")

    monkeypatch.setattr(os, "chmod", refuse)


def modes(folder):
    """The rights to all files, by name."""
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_all_that_a_hall_makes_is_for_its_owner_from_the_first_moment_on(generous, unchanged, tmp_path):
    with hall(str(tmp_path / "new" / "hall.db")) as guest:
        guest.sits(guest.open("haugaz", "me", "here")).move("d4")
        found = modes(tmp_path / "new")
        assert set(found) == {"hall.db", "hall.db-wal", "hall.db-shm", "hall.db-lock"}
        assert set(found.values()) == {0o600}
        assert modes(tmp_path) == {"new": 0o700}
        database_admin.backup(str(tmp_path / "new" / "hall.db"), tmp_path / "kept.db", silent)
        assert modes(tmp_path)["kept.db"] == 0o600


def test_a_server_started_by_hand_keeps_its_database_to_its_owner(generous, houses, tmp_path):
    house = server(tmp_path / "hall.db")
    houses.append(house.start())
    assert set(modes(tmp_path).values()) == {0o600}
    assert house.complaints() == ""


def test_a_folder_that_was_there_stays_as_it_is(tmp_path):
    tmp_path.chmod(0o755)
    SQLiteStore(tmp_path / "hall.db").close()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_database_that_others_could_read_is_closed_to_them_and_that_is_told(tmp_path, caplog):
    SQLiteStore(tmp_path / "hall.db").close()
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    with closing(SQLiteStore(tmp_path / "hall.db")):
        assert set(modes(tmp_path).values()) == {0o600}
    assert "others could read" in caplog.text
    caplog.clear()
    SQLiteStore(tmp_path / "hall.db").close()
    assert caplog.text == ""
