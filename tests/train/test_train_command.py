"""`meadhall train`: a minute on a CPU, and one sentence for what is wrong, before anything is touched."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from meadhall.games.haugaz.training import TRAINING
from meadhall.search import nets
from meadhall.train import checkpoint, command, quantize, report
from meadhall.train.learn import Course
from meadhall.train.net import Net

TINY = ("--games", 16, "-o", "size=3", "--blocks", 1, "--width", 4)


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch):
    """As on a machine without a GPU, with short matches."""
    threads = torch.get_num_threads()
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    small = replace(TRAINING.cpu, match_games=16, match_simulations=2, memory=2000, batch=32)
    monkeypatch.setattr(command.TRAINING, "of", lambda game: replace(TRAINING, cpu=small))
    yield
    torch.set_num_threads(threads)


def test_help_says_what_can_be_asked_for(fine):
    out = fine("train", "--help")
    assert all(
        f"--{name}" in out
        for name in ("minutes", "resume", "games", "option", "last", "ladder", "export", "int8", "plot")
    )


class Clock:
    """A clock that a slow machine does not hurry: every look at it takes a fiftieth of a second."""

    now = 0.0

    def monotonic(self):
        self.now += 0.02
        return self.now


def test_a_short_course_is_told_kept_and_gone_on_with(fine, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "time", Clock())
    monkeypatch.setattr(quantize, "CALIBRATE", 64)
    monkeypatch.setattr(quantize, "COMPARE", 64)
    out = fine("train", "haugaz", "--minutes", 0.05, "--resume", "course", *TINY)
    assert out.startswith("No GPU was found: learning with a net of 1×4, size 3.\n")
    for word in ("games/s", "positions/s", "evaluations/s", "of ceiling", "opinions", "against after 0 s", "Elo"):
        assert word in out
    folder = tmp_path / "course"
    kept = checkpoint.load(TRAINING, folder)
    assert kept["steps"] > 0 and kept["log"][-1]["steps"] == kept["steps"]
    again = fine("train", "haugaz", "--minutes", 0.05, "--resume", "course", "--games", 16, "-o", "size=3", "--last")
    assert "a net of 1×4" in again
    later = checkpoint.load(TRAINING, folder)
    assert later["steps"] > kept["steps"] and later["seconds"] > kept["seconds"]
    ladder = fine("train", "haugaz", "--resume", "course", "--ladder", "-o", "size=3", "--plot", "elo.svg")
    assert ladder.count("Elo") >= 2 and ladder.endswith("The curve is in elo.svg.\n")
    assert "Elo above the beginning" in Path("elo.svg").read_text("utf-8")
    assert len(json.loads((folder / "ladder.json").read_text("utf-8"))["curve"]) >= 2
    assert "0.0" in fine("train", "haugaz", "--resume", "course", "--export", "net.onnx")
    small = fine("train", "haugaz", "--resume", "course", "--export", "small.onnx", "--int8")
    assert "KL divergence" in small and "evaluations/s on one core" in small
    assert {file.name for file in tmp_path.iterdir()} == {"course", "elo.svg", "net.onnx", "small.onnx"}


WRONG = {
    "no such game": ("chess --minutes 1 --resume d", ["chess", "haugaz"]),
    "a game without a learner": ("land-ahoy --minutes 1 --resume d", ["land-ahoy cannot be trained"]),
    "no minutes": ("haugaz --minutes 0 --resume d", ["minutes", "25"]),
    "too many minutes": ("haugaz --minutes 26 --resume d", ["26", "25"]),
    "no number of minutes": ("haugaz --minutes nan --resume d", ["nan", "25"]),
    "minutes in words": ("haugaz --minutes x --resume d", ["--minutes", "number"]),
    "nowhere to": ("haugaz --minutes 1", ["--resume"]),
    "nothing to do": ("haugaz --resume d", ["--minutes", "--ladder", "--export"]),
    "no checkpoint to export": ("haugaz --resume d --export net.onnx", ["no checkpoint", "'d'"]),
    "a curve without matches": ("haugaz --resume d --export x --plot x.svg", ["--plot", "--ladder"]),
    "a curve as a text": ("haugaz --resume d --ladder --plot x.txt", [".png", "'x.txt'"]),
    "no checkpoint to play": ("haugaz --resume d --ladder", ["no checkpoint", "'d'"]),
    "int8 of nothing": ("haugaz --minutes 1 --resume d --int8", ["--export"]),
    "no folder to export to": ("haugaz --minutes 1 --resume d --export no/net.onnx", ["'no/net.onnx'", "written"]),
    "a folder to export to": ("haugaz --minutes 1 --resume d --export .", ["written"]),
    "one game": ("haugaz --minutes 1 --resume d --games 1", ["--games"]),
    "a small board": ("haugaz --minutes 1 --resume d -o size=2", ["size", "'2'"]),
    "no such option": ("haugaz --minutes 1 --resume d -o wind=2", ["'wind'", "size"]),
    "a file for nothing": ("haugaz net.onnx --minutes 1 --resume d", ["'net.onnx'", "--export"]),
    "no net": ("haugaz --minutes 1 --resume d --blocks 0", ["--blocks"]),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_use_is_told_in_a_sentence_and_leaves_nothing(refused, tmp_path, wrong):
    words, told = WRONG[wrong]
    text = refused("train", *words.split())
    assert all(word in text for word in told), text
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_refused(refused, tmp_path):
    (tmp_path / "d").write_text("mine")
    assert "'d' cannot be written to" in refused("train", "haugaz", "--minutes", 1, "--resume", "d")
    assert (tmp_path / "d").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to_is_refused(refused, tmp_path):
    (tmp_path / "d").mkdir(mode=0o500)
    assert "'d' cannot be written to" in refused("train", "haugaz", "--minutes", 1, "--resume", "d")


def test_a_damaged_checkpoint_stays_as_it_is(refused, tmp_path):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "latest.pt").write_bytes(b"PK damaged")
    for words in (["--minutes", 1], ["--ladder"], ["--export", "net.onnx"]):
        assert "damaged" in refused("train", "haugaz", "--resume", "d", *words)
    assert (tmp_path / "d" / "latest.pt").read_bytes() == b"PK damaged"
    assert [file.name for file in tmp_path.rglob("*")] == ["d", "latest.pt"]


def test_a_net_of_another_shape_is_not_gone_on_with(refused, tmp_path):
    checkpoint.make_folder(tmp_path / "d")
    checkpoint.save(Course(TRAINING, TRAINING.cpu, "cpu", Net(TRAINING, 1, 4)), tmp_path / "d")
    text = refused("train", "haugaz", "--minutes", 1, "--resume", "d", "--width", 8)
    assert "width cannot be 8" in text and "has 4" in text


def test_without_a_file_the_net_goes_where_the_bots_look_and_the_first_that_was_there_is_kept(
    fine, tmp_path, monkeypatch
):
    (tmp_path / "room").mkdir()
    place, before = tmp_path / "room" / "net.onnx", tmp_path / "room" / "net.onnx.before"
    monkeypatch.setattr(nets, "net_file", lambda game: place)
    checkpoint.make_folder(tmp_path / "d")
    checkpoint.save(Course(TRAINING, TRAINING.cpu, "cpu", Net(TRAINING, 1, 4)), tmp_path / "d")
    export = ("train", "haugaz", "--resume", "d", "--export")
    assert "kept" not in fine(*export)
    assert nets.read_net(TRAINING.game, place).trained == "0" and not before.exists()
    place.write_bytes(b"shipped")
    assert f"The net that was there before is kept in {before}.\n" in fine(*export)
    assert before.read_bytes() == b"shipped" and nets.read_net(TRAINING.game, place)
    assert "kept" not in fine(*export)
    assert before.read_bytes() == b"shipped"
    fine(*export, "net.onnx")
    fine(*export, "net.onnx")
    assert {file.name for file in tmp_path.iterdir()} == {"d", "net.onnx", "room"}


EVERY_PART = """
import gc, sys
import meadhall, meadhall.cli, meadhall.engine, meadhall.http.server, meadhall.terminal
from meadhall.core.parts import Part
from meadhall.train.command import trainable
from meadhall.train.training import TRAINING
games = [meadhall.game(name) for name in meadhall.games()]
parts = [part for part in gc.get_objects() if isinstance(part, Part)]
found = [part.file for part in parts for game in games if part is not TRAINING and part.of(game) is not None]
print("haugaz" in trainable(), TRAINING in parts, len(set(found)) > 5, "torch" in sys.modules)
"""


def test_no_other_part_of_any_room_needs_pytorch_nor_does_the_question_what_can_be_trained():
    done = subprocess.run([sys.executable, "-c", EVERY_PART], capture_output=True, text=True, check=True)
    assert done.stdout == "True True True False\n"


@pytest.mark.parametrize("missing", ["torch", "onnx"])
def test_without_pytorch_it_is_said_how_to_get_it(refused, tmp_path, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    text = refused("train", "haugaz", "--minutes", 1, "--resume", "d")
    assert f"needs {missing}" in text and "pip install 'meadhall[train]'" in text
    assert list(tmp_path.iterdir()) == []


def test_a_gpu_that_numba_cannot_use_is_told(refused, monkeypatch):
    class Blind:
        is_available = staticmethod(lambda: False)

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr("meadhall.core.gpu.cuda", lambda: Blind)
    assert "Numba" in refused("train", "haugaz", "--minutes", 1, "--resume", "d")


def test_after_ctrl_c_all_is_kept_and_nothing_more_is_done(run, tmp_path, monkeypatch):
    looks = []

    def look(self):
        looks.append(self.course.positions)
        if len(looks) == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(report.CourseReport, "look", look)
    before = signal.getsignal(signal.SIGINT)
    words = ("--minutes", 25, "--resume", "d", *TINY, "--export", "net.onnx")
    status, out, err = run("train", "haugaz", *words)
    assert status == 0 and "once more Ctrl-C" in err
    assert "the same command goes on" in out and "Elo" not in out
    assert checkpoint.load(TRAINING, tmp_path / "d")["positions"] == looks[-1] == 3 * 16
    assert len(checkpoint.ages(tmp_path / "d")) >= 1
    assert [file.name for file in tmp_path.iterdir()] == ["d"]
    assert signal.getsignal(signal.SIGINT) == before
