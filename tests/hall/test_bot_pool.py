"""Bots in processes of their own: nobody waits for them, and a process that dies is replaced."""

import asyncio
import errno
import random
import subprocess
import sys
import threading
from types import SimpleNamespace

import msgspec
import pytest
from app_client import Quick, hall
from test_store import a_table

import meadhall
from meadhall.hall import bot_pool as service_workers
from meadhall.hall import bot_process
from meadhall.hall.bot_pool import NoAnswer, ProcessPool, _question
from meadhall.hall.bot_process import BotProcess, Question
from meadhall.hall.table import Table
from meadhall.search import precompile

SLOW = "import sys, time\nfor line in sys.stdin:\n    time.sleep(3600)"
FORGETFUL = """
import os, sys
for line in sys.stdin:
    if '"kind":"look"' not in line:
        if not os.path.exists(sys.argv[1]):
            open(sys.argv[1], 'w').close()
            os._exit(1)
    print('{"loaded": true, "action": "d4"}', flush=True)
"""


def ask(played, names=2, kind="choose", level=1, game="haugaz"):
    called = [f"P{number}" for number in range(names)]
    return Question(kind, [], "t", game, {}, {"en": called, "de": called}, played, level)


@pytest.fixture
def workers():
    opened = []

    def make(*command, count=1, **more):
        opened.append(ProcessPool(count, command, **more) if command else ProcessPool(count))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


def test_a_process_that_dies_is_replaced_and_asked_again(workers, tmp_path):
    mine = workers(sys.executable, "-c", FORGETFUL, str(tmp_path / "died"))
    table = Table(a_table()[0], None)
    assert asyncio.run(mine.choose(table, 1)) == "d4"
    assert (tmp_path / "died").exists()


def test_a_question_over_which_every_process_dies_has_no_answer(workers):
    mine = workers(sys.executable, "-c", "")
    with pytest.raises(NoAnswer):
        asyncio.run(mine.choose(Table(a_table()[0], None), 1))


@pytest.mark.parametrize("command", [(sys.executable, "-c", SLOW), ("/no/such/program",)])
def test_processes_that_are_stuck_or_cannot_begin_have_no_answer_and_hold_nobody(workers, command):
    mine = workers(*command, patience=0.3)
    for _ in range(2):
        with pytest.raises(NoAnswer):
            asyncio.run(mine.choose(Table(a_table()[0], None), 1))


def test_pages_are_answered_while_every_bot_thinks(workers, tmp_path):
    mine = workers(sys.executable, "-c", SLOW, count=2)
    with hall(tmp_path, mine) as guest:
        tables = [guest.open("haugaz", 5, 5) for _ in range(20)]
        for seated in tables:
            assert guest.get(f"/tables/{seated['table']}")["thinking"]
        both = guest.sits(guest.open("haugaz", "here", "here"))
        assert both.play_on(moves=5)["number"] == 5
        assert guest.client.get("/").status_code == 200


def test_a_real_bot_plays_and_gives_hints_in_its_process(workers):
    mine, table = workers(), Table(a_table()[0], None)
    assert asyncio.run(mine.choose(table, 1)) in table.match.actions()
    lines = asyncio.run(mine.hint(table, 5))
    assert 1 <= len(lines) <= 3 and all(line.action in table.match.actions() and line.why.de for line in lines)


# -- what the system refuses -----------------------------------------------------------------------

LOADED = "import sys\nfor line in sys.stdin:\n    print('{\"loaded\": true}', flush=True)"


class Compiler:
    """Compiles nothing, in no time, once the system lets it; and refuses whatever it is told to."""

    def __init__(self, monkeypatch, refusals, status=0):
        self.refusals, self.status, self.on_disk, self.tries = refusals, status, set(), []
        self.popen = subprocess.Popen
        monkeypatch.setattr(precompile, "PAUSES_SECONDS", (0.0,))
        monkeypatch.setattr(precompile, "on_disk", lambda game: game.name in self.on_disk)
        monkeypatch.setattr(precompile, "is_kept", lambda game: False)
        monkeypatch.setattr(service_workers.subprocess, "Popen", self)

    def __call__(self, command, **more):
        if "meadhall.search.precompile" not in command:
            return self.popen(command, **more)
        self.tries.append(command[-1])
        if len(self.tries) <= self.refusals and not self.status:
            raise OSError(errno.EMFILE, "Too many open files")
        if len(self.tries) > self.refusals:
            self.on_disk.add(command[-1])
        return SimpleNamespace(wait=lambda: self.status, terminate=lambda: None)


def warm(mine):
    """Wait until the bots are as good as they can be."""
    done = threading.Event()
    mine.when_warm(done.set)
    return not mine.warming or done.wait(30)


@pytest.mark.parametrize("status", [0, 1], ids=["no files for a process", "a process that fails"])
def test_bots_are_strong_once_the_system_lets_the_compiler_work(workers, monkeypatch, caplog, status):
    compiler = Compiler(monkeypatch, 7, status)
    mine = workers(sys.executable, "-c", LOADED)
    assert warm(mine)
    assert set(mine.compiled) == compiler.on_disk == set(meadhall.games())
    assert len(compiler.tries) == 7 + len(meadhall.games())
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_compiled_rules_that_cannot_be_opened_for_now_are_used_later(workers, monkeypatch, caplog):
    Compiler(monkeypatch, 0)
    monkeypatch.setattr(precompile, "is_kept", lambda game: True)
    room, quickened = type(meadhall.game("haugaz")), []

    def quicken(self):
        quickened.append(self.name)
        if len(quickened) <= 3:
            raise OSError(errno.EMFILE, "Too many open files")

    for name in meadhall.games():
        monkeypatch.setattr(type(meadhall.game(name)), "quicken", quicken)
    assert warm(workers(sys.executable, "-c", LOADED))
    assert room.quicken is quicken and len(quickened) == 3 + len(meadhall.games())
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_compiler_that_got_no_thread_gets_one_later(workers, monkeypatch, caplog):
    compiler, start, crowded = Compiler(monkeypatch, 0), threading.Thread.start, [1, 1]

    def starting(self):
        if self.name == "meadhall-compiler" and crowded:
            crowded.pop()
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", starting)
    monkeypatch.setattr(service_workers, "GLANCE", 0.01)
    assert warm(workers(sys.executable, "-c", LOADED)) and not crowded
    assert compiler.on_disk == set(meadhall.games())
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_question_survives_that_no_thread_watches_over_it(workers, monkeypatch):
    Compiler(monkeypatch, 0)
    mine, start = workers(sys.executable, "-c", LOADED), threading.Thread.start

    def starting(self):
        if isinstance(self, threading.Timer):
            raise RuntimeError("can't start new thread")
        start(self)

    assert warm(mine)
    with monkeypatch.context() as crowded:
        crowded.setattr(threading.Thread, "start", starting)
        with pytest.raises(NoAnswer):
            asyncio.run(mine.choose(Table(a_table()[0], None), 1))
    assert asyncio.run(mine.choose(Table(a_table()[0], None), 1)) == ""


def test_a_hall_that_closes_does_not_complain_about_its_compiler(workers, monkeypatch, caplog):
    begun, may_end = threading.Event(), threading.Event()
    compiler = Compiler(monkeypatch, 10**6, -15)

    def wait():
        begun.set()
        may_end.wait(30)
        return -15

    def popen(command, **more):
        process = compiler(command, **more)
        if "meadhall.search.precompile" not in command:
            return process
        return SimpleNamespace(wait=wait, terminate=may_end.set)

    monkeypatch.setattr(service_workers.subprocess, "Popen", popen)
    mine = workers(sys.executable, "-c", LOADED)
    assert begun.wait(30)
    mine.close()
    assert not caplog.records


@pytest.mark.parametrize("kind", ["choose", "hint"])
def test_no_bot_is_told_the_seed(kind):
    kept, _ = a_table()
    table = Table(msgspec.structs.replace(kept, table=msgspec.structs.replace(kept.table, seed="a-secret-seed")), None)
    assert b"a-secret-seed" not in msgspec.json.encode(_question(kind, table, 5))


class Dead(Quick):
    """Has never an answer."""

    async def choose(self, table, level):
        raise NoAnswer("tired")


def test_a_table_goes_on_where_no_bot_has_an_answer(tmp_path):
    with hall(tmp_path, Dead()) as guest:
        me = guest.sits(guest.open("haugaz", "me", 1))
        with me.listen() as socket:
            while (news := socket.receive_json())["state"]["number"] < 3:
                if news["state"]["choices"]:
                    choice = news["state"]["choices"][0]["action"]
                    me.wish("move", action=choice, number=news["state"]["number"])


# -- what happens in such a process ----------------------------------------------------------------


@pytest.mark.parametrize("game", meadhall.games())
def test_a_thinker_follows_a_match_that_goes_on_and_back(game, monkeypatch):
    played = []
    start = bot_process.Match

    def counted(*arguments, **options):
        played.append(1)
        return start(*arguments, **options)

    monkeypatch.setattr(bot_process, "Match", counted)
    mind, match, dice = BotProcess(), meadhall.game(game).new(seed=3), random.Random(3)
    for _ in range(6):
        answer = mind.answer(ask(match.history, match.players, game=game))
        assert answer.action in match.actions(), answer
        match.play(dice.choice(match.actions()))
    assert len(played) == 1
    match.undo()
    match.undo()
    assert mind.answer(ask(match.history, match.players, game=game)).action in match.actions()
    assert len(played) == 2


def test_while_nothing_is_compiled_somebody_simpler_plays_and_gives_hints():
    mind = BotProcess()
    assert mind.answer(ask([], level=5)).action
    line = mind.answer(ask([], kind="hint", level=5)).lines[0]
    assert line.why.en and line.why.de


def test_a_question_that_makes_no_sense_is_answered_with_a_problem():
    assert "UnknownGame" in BotProcess().answer(ask([], game="chess")).problem
    assert "IllegalAction" in BotProcess().answer(ask(["z9"])).problem
