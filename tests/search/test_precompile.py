"""Nobody waits for the compiler: a simple player answers until compiled code is at hand, and it is made only once."""

import errno
import os
import runpy
import sys
import threading
from types import SimpleNamespace

import pytest

import meadhall
from meadhall.core import code_cache, jit
from meadhall.search import levels, precompile
from meadhall.search.bot import Bot, Line
from meadhall.search.precompile import LOOKS
from meadhall.search.simple import Beginner

HAUGAZ = meadhall.game("haugaz")
every_game = pytest.mark.parametrize("name", meadhall.games())


class Strong(Bot):
    """Stands for a bot that needs the compiler."""

    compiles = True

    def choose(self, match):
        return "strong"

    def analyse(self, match, seconds=2):
        return [Line("strong", 1.0, 1, ("strong",))]


def begun(name):
    match = meadhall.game(name).new(seed=5, players=2)
    for _ in range(3):
        match.play(match.actions()[0])
    return match


@pytest.fixture
def uncompiled(monkeypatch):
    """Nothing is compiled, and whoever asks for compiled code is caught."""

    def caught(*_):
        raise AssertionError("this waits for the compiler")

    monkeypatch.setattr(precompile, "is_ready", lambda game: False)
    for name in ("compile_loop", "compile_rules", "_compiler"):
        monkeypatch.setattr(jit, name, caught)


@pytest.fixture
def compiler(monkeypatch, tmp_path):
    """Preparations as they are, but nothing is compiled; what would have been done is noted."""
    noted = SimpleNamespace(commands=[], prepared=[], may_end=threading.Event())

    def run(command, **_):
        noted.commands.append(command)
        (tmp_path / f"{command[-1]}.ready").touch()

    def prepare(game):
        noted.may_end.wait(30)
        noted.prepared.append(game.name)

    monkeypatch.setattr(precompile, "_preparations", {})
    monkeypatch.setattr(precompile, "_unstarted", {})
    monkeypatch.setattr(precompile, "subprocess", SimpleNamespace(run=run, DEVNULL=None))
    monkeypatch.setattr(precompile, "prepare", prepare)
    monkeypatch.setattr(code_cache, "folder", lambda: tmp_path)
    yield noted
    noted.may_end.set()
    for preparation in precompile._preparations.values():
        preparation.join(30)


@every_game
@pytest.mark.parametrize("how", [{"level": 5}, {"level": 3}, {"seconds": 3}], ids=str)
def test_before_anything_is_compiled_a_simple_player_stands_in(name, how, uncompiled):
    match = begun(name)
    chosen = meadhall.bot(name, seed=4, **how).choose(match)
    assert chosen in match.actions()
    assert chosen == Beginner(match.game, 4, LOOKS).choose(match)


@every_game
@pytest.mark.parametrize("level", [1, 5])
def test_before_anything_is_compiled_an_analysis_is_interpreted(name, level, uncompiled):
    match = begun(name)
    lines = meadhall.bot(name, seed=4, level=level).analyse(match, 0.05)
    values = [line.value for line in lines]
    assert sorted(line.action for line in lines) == sorted(match.actions())
    assert values == sorted(values, reverse=True) and all(0 <= value <= 1 for value in values)


def test_the_strong_bot_takes_over_in_the_middle_of_a_match(compiler):
    match = begun("haugaz")
    bot = precompile.StandInBot(Strong(HAUGAZ), seed=1)
    assert bot.choose(match) in match.actions()
    assert {line.action for line in bot.analyse(match, 0.01)} == set(match.actions())
    compiler.may_end.set()
    assert precompile._preparations["haugaz"].done.wait(30)
    assert bot.choose(match) == "strong" and bot.analyse(match)[0].action == "strong"


def test_a_preparation_compiles_elsewhere_loads_here_and_ends(compiler):
    assert not precompile.is_ready(HAUGAZ)
    preparation = precompile._preparations["haugaz"]
    assert preparation.daemon and not preparation.done.is_set()
    compiler.may_end.set()
    preparation.join(30)
    assert not preparation.is_alive() and preparation.done.is_set() and not preparation.loading
    assert compiler.commands == [[sys.executable, "-m", "meadhall.search.precompile", "haugaz"]]
    assert compiler.prepared == ["haugaz"]
    assert precompile.is_ready(HAUGAZ)


def test_a_game_is_prepared_once_however_often_it_is_asked_for(compiler):
    compiler.may_end.set()
    for _ in range(5):
        precompile.is_ready(HAUGAZ)
    precompile._preparations["haugaz"].join(30)
    assert precompile.is_ready(HAUGAZ) and compiler.prepared == ["haugaz"]


def test_code_that_lies_on_the_disk_is_not_compiled_again(compiler):
    precompile._marker(HAUGAZ).touch()
    compiler.may_end.set()
    precompile.is_ready(HAUGAZ)
    precompile._preparations["haugaz"].join(30)
    assert precompile.is_ready(HAUGAZ) and compiler.commands == [] and compiler.prepared == ["haugaz"]


def test_where_nothing_can_be_kept_it_is_compiled_here(compiler, monkeypatch):
    monkeypatch.setattr(code_cache, "folder", lambda: None)
    compiler.may_end.set()
    precompile.is_ready(HAUGAZ)
    precompile._preparations["haugaz"].join(30)
    assert precompile.is_ready(HAUGAZ) and compiler.commands == []


# -- what the system refuses -----------------------------------------------------------------------

FULL = OSError(errno.EMFILE, "Too many open files")


@pytest.fixture
def at_once(monkeypatch):
    """Nobody pauses before trying again."""
    monkeypatch.setattr(precompile, "PAUSES_SECONDS", (0.0,))


def refused(times, work):
    """Work that the system refuses so often before it is done."""
    tries = []

    def refusing(*arguments, **more):
        tries.append(1)
        if len(tries) <= times:
            raise FULL
        return work(*arguments, **more)

    return refusing


@pytest.mark.parametrize("what", ["the process", "the loading"])
def test_a_preparation_survives_that_there_are_no_files_left(compiler, monkeypatch, at_once, caplog, what):
    compiler.may_end.set()
    if what == "the process":
        monkeypatch.setattr(precompile.subprocess, "run", refused(3, precompile.subprocess.run))
    else:
        monkeypatch.setattr(precompile, "prepare", refused(3, precompile.prepare))
    precompile.is_ready(HAUGAZ)
    assert precompile._preparations["haugaz"].done.wait(30)
    assert precompile.is_ready(HAUGAZ) and compiler.prepared == ["haugaz"]
    assert [(record.levelname, FULL.strerror in record.message) for record in caplog.records] == [("WARNING", True)]


def test_a_thread_that_cannot_be_started_is_started_later(compiler, monkeypatch, at_once, caplog):
    def full(self):
        raise RuntimeError("can't start new thread")

    compiler.may_end.set()
    with monkeypatch.context() as crowded:
        crowded.setattr(threading.Thread, "start", full)
        assert [precompile.is_ready(HAUGAZ) for _ in range(3)] == [False] * 3
    precompile.is_ready(HAUGAZ)
    assert precompile._preparations["haugaz"].done.wait(30) and compiler.prepared == ["haugaz"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_no_game_is_lost_while_no_file_can_be_opened():
    resource, games = pytest.importorskip("resource"), meadhall.games()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        found, room = meadhall.games(), meadhall.game("haugaz")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert found == games == meadhall.games() and room is HAUGAZ


def test_pauses_grow_and_the_last_one_stays():
    retry = precompile.Retry("nothing")
    assert retry.due
    pauses = [retry.failed("no") for _ in range(8)]
    assert pauses == [
        *precompile.PAUSES_SECONDS,
        *[precompile.PAUSES_SECONDS[-1]] * (8 - len(precompile.PAUSES_SECONDS)),
    ]
    assert pauses == sorted(pauses) and not retry.due


def test_what_is_no_fault_of_the_system_is_not_tried_again(compiler, monkeypatch):
    def broken(game):
        raise ValueError("this room is wrong")

    monkeypatch.setattr(precompile, "prepare", broken)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    precompile.is_ready(HAUGAZ)
    assert precompile._preparations["haugaz"].done.wait(30)  # the bot itself says what is wrong


def test_the_end_of_the_program_waits_for_code_that_is_being_loaded(compiler, monkeypatch):
    precompile.is_ready(HAUGAZ)
    preparation = precompile._preparations["haugaz"]
    while not preparation.loading:
        preparation.join(0.01)
    joined = []
    monkeypatch.setattr(preparation, "join", joined.append)
    precompile._let_loading_end()
    monkeypatch.undo()
    compiler.may_end.set()
    preparation.join(30)
    assert joined == [precompile.LONGEST_LOADING]


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
def test_the_compiling_process_leaves_a_mark_once_it_has_succeeded(monkeypatch, tmp_path):
    monkeypatch.setattr(code_cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(sys, "argv", ["ready", "haugaz"])

    def failing(game, seed):
        raise RuntimeError("out of memory")

    monkeypatch.setattr(levels, "analyst", failing)
    with pytest.raises(RuntimeError, match="out of memory"):
        runpy.run_module("meadhall.search.precompile", run_name="__main__")
    assert not (tmp_path / "haugaz.ready").exists()
    monkeypatch.setattr(levels, "analyst", lambda game, seed: Strong(game, seed))
    runpy.run_module("meadhall.search.precompile", run_name="__main__")
    assert (tmp_path / "haugaz.ready").exists()
    monkeypatch.setattr(levels, "analyst", failing)  # somebody else has done it meanwhile
    runpy.run_module("meadhall.search.precompile", run_name="__main__")


@pytest.mark.skipif(os.name == "nt", reason="several processes may compile there")
def test_one_process_at_a_time_compiles_a_game(monkeypatch, tmp_path):
    monkeypatch.setattr(code_cache, "folder", lambda: tmp_path)
    inside = threading.Event()

    def wait():
        with precompile._alone(HAUGAZ):
            inside.set()

    with precompile._alone(HAUGAZ):
        waiting = threading.Thread(target=wait)
        waiting.start()
        with precompile._alone(meadhall.game("new-shores")):  # another game does not wait
            assert not inside.is_set()
    waiting.join(30)
    assert inside.is_set()


def test_a_bot_that_waits_or_needs_no_compiler_is_no_prompt_one():
    assert isinstance(meadhall.bot("haugaz", level=5), precompile.StandInBot)
    assert not isinstance(meadhall.bot("haugaz", level=5, wait=True), precompile.StandInBot)
    assert not isinstance(meadhall.bot("haugaz", level=1), precompile.StandInBot)
