"""`meadhall bench selfplay` measures what it says."""

import json
import sys
from dataclasses import replace

import pytest
import torch

from meadhall.games.haugaz.training import TRAINING
from meadhall.train import bench
from meadhall.train.fast import Fast
from meadhall.train.net import Net


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch):
    threads = torch.get_num_threads()
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(bench, "OPENING", 2)
    yield
    torch.set_num_threads(threads)


def test_games_are_measured_with_trees_beside_the_net_and_on_all_cores(fine):
    told = json.loads(fine("bench", "selfplay", "haugaz", "--games", 8, "--seconds", 0.05, "--json"))
    assert told["device"] == "cpu" and len(told["rows"]) == 2
    for row in told["rows"]:
        looks = round(row["evaluations"] / row["positions"], 6)
        assert 5 <= looks <= 17  # each search has 4 or 16 simulations, and a look first
        assert row["ceiling"] > 0


def test_what_was_measured_is_a_table(fine):
    out = fine("bench", "selfplay", "haugaz", "--games", 8, "--seconds", 0.05)
    assert all(word in out for word in ("positions/s", "of ceiling", "ratio", "1.00", "a second on one core"))


def test_threads_have_their_own_positions_judged():
    fast = Fast(Net(TRAINING, 1, 4), 4, "cpu")
    shift = bench.Shift(fast, 579, 2, 0.0)
    planes = torch.randint(2, (4, 64, 48), dtype=torch.uint8)
    wanted, worth = fast(planes)
    answers = {}

    class Asks:
        """Games of which each has one position."""

        def __init__(self, first):
            self.mine = slice(first, first + 2)

        def play(self, judge, turn):
            answers[self.mine.start] = [part.clone() for part in judge(planes[self.mine])]

    with bench.ThreadPoolExecutor(2) as pool:
        everybody = bench.Barrier(2, shift.start)
        for one in [pool.submit(shift.work, Asks(2 * thread), thread, everybody) for thread in (0, 1)]:
            one.result()
    for first, (logits, values) in answers.items():
        assert torch.allclose(logits, wanted[first : first + 2]) and torch.allclose(values, worth[first : first + 2])
    assert len(answers) == 2


def test_a_thread_that_fails_ends_the_others_and_says_why(monkeypatch):
    play, calls, failed = bench.Games.play, [], []

    def fails_once(games, judge, turn):
        calls.append(turn)
        if len(calls) >= 8 and not failed:
            failed.append(turn)
            raise ZeroDivisionError
        return play(games, judge, turn)

    monkeypatch.setattr(bench.Games, "play", fails_once)
    with pytest.raises(ZeroDivisionError):
        bench.on_the_host(TRAINING, replace(TRAINING.cpu, games=8), Net(TRAINING, 1, 4), "cpu", 2, 60.0)


def test_without_pytorch_it_is_said_how_to_get_it(refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    assert "pip install 'meadhall[train]'" in refused("bench", "selfplay")
