"""`--quick` leaves a test out by what it asks for, not by a list."""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1] / "support"

CONFTEST = """
from quick import Quick

def pytest_configure(config):
    config.pluginmanager.register(Quick())
"""
TESTS = """
import asyncio, multiprocessing, socket, sqlite3, subprocess, sys, threading
import pytest

def test_plain(): pass
def test_wrong(): assert False
def test_long():
    while True: pass
def test_server(): socket.socket().bind(("127.0.0.1", 0))
def test_database(): sqlite3.connect(":memory:")
def test_process(): subprocess.run([sys.executable, "--version"])
def test_child(): multiprocessing.get_context("spawn").Process(target=print).start()
def test_compiler(): import numba
def test_compiler_again(): import numba

def test_thread():
    thread = threading.Thread(target=sqlite3.connect, args=(":memory:",))
    thread.start()
    thread.join()
    assert False, "no answer"

def test_task():
    async def wait():
        asyncio.create_task(asyncio.create_subprocess_exec(sys.executable))
        await asyncio.Event().wait()
    asyncio.run(wait())

@pytest.fixture
def store(): return sqlite3.connect(":memory:")
def test_fixture(store): pass
"""


def test_what_asks_for_a_server_a_database_a_process_a_compiler_or_much_time_is_skipped(tmp_path):
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_module.py").write_text("import numba\n\ndef test_any(): pass\n")
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-W", "ignore", "-c", "/dev/null"]
    done = subprocess.run(
        [*command, "--rootdir", tmp_path, "-o", f"pythonpath={HERE}", tmp_path], capture_output=True, text=True
    )
    assert re.findall(r"^(PASSED|FAILED|ERROR) \S*::(\w+)", done.stdout, re.MULTILINE) == [
        ("PASSED", "test_plain"),
        ("FAILED", "test_wrong"),
    ], done.stdout
    skipped = re.findall(r"^SKIPPED \[(\d+)\].*needs (.+)", done.stdout, re.MULTILINE)
    counts = {}
    for many, what in skipped:
        counts[what] = counts.get(what, 0) + int(many)
    assert counts == {"a server": 1, "a database": 3, "a process": 3, "a compiler": 3, "more time": 1}
