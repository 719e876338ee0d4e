"""The command `meadhall` alone: it opens the hall, says where, and ends quietly."""

import gc
import os
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest
from at_once import AtOnce

import meadhall.http.server


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_hall_opens_and_closes_without_a_word_too_many(tmp_path, number):
    command = [sys.executable, "-m", "meadhall", "--port", "0", "--database", str(tmp_path / "hall.db")]
    env = {**os.environ, "LC_ALL": "de_DE.UTF-8", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env) as server:
        first, second = server.stdout.readline(), server.stdout.readline()
        address = first.split()[-1]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        assert b"haugaz" in opener.open(f"{address}api/games", timeout=30).read()
        server.send_signal(number)
        rest, status = server.stdout.read(), server.wait(30)
    assert first.startswith("Die Methalle ist offen: http://127.0.0.1:") and second == "Strg-C schließt sie.\n"
    assert (rest, status) == ("", 0)


def test_who_plays_waits_a_moment_only_while_others_look_back(tmp_path, monkeypatch):
    seen, before, sweeps = [], sys.getswitchinterval(), gc.get_threshold()
    monkeypatch.setattr(meadhall.http.server.Server, "run", lambda self, sockets: seen.append(sys.getswitchinterval()))
    monkeypatch.setattr(meadhall.http.server, "ProcessPool", AtOnce)
    monkeypatch.setattr(meadhall.http.server, "spare", lambda: None)
    try:
        meadhall.http.server.serve("127.0.0.1", 0, str(tmp_path / "hall.db"), "en")
    finally:
        sys.setswitchinterval(before)
        gc.set_threshold(*sweeps)
    assert seen == [pytest.approx(meadhall.http.server.SWITCH_SECONDS)]


def test_a_port_in_use(refused, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--port", port, "--database", tmp_path / "hall.db")
    assert f"port {port} is in use" in said and "--port" in said


def test_a_database_that_cannot_be_written(refused, tmp_path):
    (tmp_path / "file").write_text("no folder")
    said = refused("--port", 0, "--database", tmp_path / "file" / "hall.db")
    assert "--database" in said


@pytest.mark.parametrize("arguments", [("--port", "70000"), ("--port", "x"), ("--host", "no host"), ("--database",)])
def test_wrong_use(refused, arguments):
    assert refused(*arguments)
