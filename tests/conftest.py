"""What every test has: dice that fall alike every time, and the command `meadhall`."""

import io
import random
import sys
from types import SimpleNamespace

import pytest
from postgres import Postgres
from quick import Quick

from meadhall import cli
from meadhall.core import match, seed_commitment
from meadhall.hall import names
from meadhall.search import mcts_bot


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="only what needs no browser, server, database or compiler")


def pytest_configure(config):
    if config.getoption("--quick"):
        config.pluginmanager.register(Quick())


@pytest.fixture(autouse=True)
def the_same_dice(request, monkeypatch):
    """Draw seeds of matches and names of tables and bots from the test's name, so that no test hangs on luck."""
    dice, tongue = random.Random(request.node.nodeid), random.Random(f"names of {request.node.nodeid}")
    monkeypatch.setattr(match, "secrets", SimpleNamespace(randbits=dice.getrandbits))
    monkeypatch.setattr(seed_commitment, "secrets", SimpleNamespace(token_hex=lambda size: dice.randbytes(size).hex()))
    monkeypatch.setattr(names, "secrets", SimpleNamespace(choice=tongue.choice))


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def houses():
    """Processes that are ended when the test is over."""
    begun = []
    yield begun
    for house in begun:
        if house.process is not None and house.process.poll() is None:
            house.end()
        house.log.close()


@pytest.fixture
def unhurried(monkeypatch):
    """Let simulations alone decide when a bot has thought enough, however busy the machine is."""
    monkeypatch.setattr(mcts_bot, "LONGEST", 600.0)


@pytest.fixture
def one_thread():
    """Keep PyTorch on one thread: for small nets several only wait for each other."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command in an empty folder, with these lines typed in: its status, output and complaints."""
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments, typed=""):
        stdin = typed if isinstance(typed, io.TextIOBase) else io.StringIO(typed)
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "argv", ["meadhall", *map(str, arguments)])
        status = 0
        try:
            cli.main()
        except SystemExit as end:
            status = end.code
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def fine(run):
    """Run a command that has nothing to complain about: its output."""

    def fine(*arguments, typed=""):
        status, out, err = run(*arguments, typed=typed)
        assert (status, err) == (0, ""), err
        return out

    return fine


@pytest.fixture
def refused(run):
    """Run a command that is wrong: its one sentence."""

    def refused(*arguments, typed=""):
        status, out, err = run(*arguments, typed=typed)
        assert status == 2, (status, out, err)
        assert err.startswith("meadhall: ") and err.count("\n") == 1 and err.endswith("\n"), err
        assert len(err) < 500 and "Traceback" not in err
        assert out == ""
        return err

    return refused
