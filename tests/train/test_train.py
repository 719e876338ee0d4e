"""Learning by games against oneself: it learns, stops and goes on, and what is learned leaves as ONNX."""

import copy
import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from refusals import refused

import meadhall
from meadhall.games.haugaz import planes, rules
from meadhall.games.haugaz.training import TRAINING, ends, leads
from meadhall.train import checkpoint, export, quantize
from meadhall.train.command import Stop, slower
from meadhall.train.fast import Fast
from meadhall.train.ladder import Ladder, match, pairs_of, told
from meadhall.train.learn import Course
from meadhall.train.memory import Memory
from meadhall.train.net import Net
from meadhall.train.symmetry import Symmetry

CPU, GPU = TRAINING.cpu, TRAINING.gpu
SMALL = replace(CPU, games=16, blocks=2, width=8, growth=((0, 4),), memory=600, batch=32, match_games=16)
SMALL = SMALL.only((3, 0, 0))
QUICK = replace(CPU, growth=((0, 8),), memory=8192, batch=64)  # learns from few positions, and often
LEARN_ROUNDS = 40


@pytest.fixture(autouse=True)
def one_thread():
    """On one core, so that the same seed gives the same numbers, and tests side by side do not wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    yield
    torch.set_num_threads(threads)


def course_of(plan=SMALL, rounds=0):
    course = Course(TRAINING, plan, "cpu", Net(TRAINING, plan.blocks, plan.width))
    for _ in range(rounds):
        course.round()
    return course


def unlike_its_beginning(net):
    """A net whose every number was shaken, BatchNorms too, so that nothing is 0 or 1 by chance."""
    with torch.no_grad():
        for name, part in net.state_dict().items():
            if part.is_floating_point() and name != "fade":
                part += 0.3 * torch.rand_like(part)
    return net.eval()


# -- learning ---------------------------------------------------------------------------------------


def test_a_net_learns_to_beat_its_beginning_on_a_board_of_4x4():
    torch.manual_seed(3)
    course = course_of(QUICK)
    beginner = copy.deepcopy(course.mean)
    for _ in range(LEARN_ROUNDS):
        course.round()
    assert course.steps > 10 and course.memory.games_over > 250
    points, games = match(Fast(course.mean, 128, "cpu"), Fast(beginner, 128, "cpu"), 128, 8, (4, 0, 0), course.symmetry)
    assert games == 128
    assert points / games > 0.6  # with five seeds it was 0.65 to 0.81


def test_a_net_against_itself_wins_half():
    net = Fast(Net(TRAINING, 2, 8), 128, "cpu")
    points, games = match(net, net, 128, 2, (3, 0, 0), Symmetry(TRAINING, "cpu"))
    assert games == 128 and 0.35 < points / games < 0.65


def test_losses_are_told_once_and_the_memory_never_holds_more_than_it_can():
    course = course_of(rounds=60)
    assert course.memory.filled == SMALL.memory
    told = course.mean_losses()
    assert set(told) == {"opinions", "result", "owner", "height", "lead"} and all(
        0 < value < 10 for value in told.values()
    )
    assert course.mean_losses() == {}
    assert course.positions == 60 * 16 and course.evaluations == 16 * (15 * 5 + 45 * 2)


class Finished:
    """Games that are over, as the memory looks at them."""

    def __init__(self, games, result):
        self.current = torch.arange(games)[:, None].expand(games, rules.STATE_SIZE).clone()
        self.policy = torch.zeros(games, 579)
        self.player = torch.zeros(games, dtype=torch.int32)
        self.over = torch.zeros(games, dtype=torch.int32)
        self.result = torch.tensor(result)


def test_a_result_is_remembered_as_the_player_saw_it():
    memory, games = Memory(TRAINING, 2, 10, "cpu"), Finished(2, [1.0, 0.5])
    for player in (0, 1, 0):
        games.player[:] = player
        memory.note(games, 1.0)
    games.over[0] = 1
    memory.harvest(games)
    assert memory.filled == 3 and memory.kept["result"][:3].tolist() == [1, 0, 1]
    games.over[:] = torch.tensor([0, 1])
    memory.harvest(games)
    assert memory.filled == 6 and memory.kept["result"][3:6].tolist() == [0.5, 0.5, 0.5]
    assert memory.kept["final"][:6, 0].tolist() == [0, 0, 0, 1, 1, 1]


def test_more_positions_at_once_than_fit_leave_whole_ones():
    memory, games = Memory(TRAINING, 5, 7, "cpu"), Finished(5, [1.0] * 5)
    for _ in range(3):
        memory.note(games, 1.0)
    games.over[:] = 1
    memory.harvest(games)
    assert memory.filled == 7
    assert torch.equal(memory.kept["final"], memory.kept["state"])  # both hold the number of their game


def test_who_owns_a_point_at_the_end_is_told_to_the_player_who_decides():
    haugaz = meadhall.game("haugaz")
    final = torch.tensor(haugaz.position("---/b3-w2/--- b - 0").state)[None]
    came_from = torch.arange(64)[None]
    for side, mine in (("b", 0), ("w", 1)):
        state = torch.tensor(haugaz.position(f"---/b1-w1/--- {side} - 0").state)[None]
        owner, tall = ends(state, final, came_from)
        assert [owner[0, 8].item(), owner[0, 10].item(), owner[0, 9].item()] == [mine, 1 - mine, 2]
        assert [tall[0, 8].item(), tall[0, 10].item(), tall[0, 9].item()] == [3, 2, 0]


@pytest.mark.parametrize(
    ("position", "lead"),
    [("---/b3-w2/--- b - 0", 1), ("w5b4w1/b3-w2/--- b - 0", -1), ("w4b4w1/b3-w2/--- b - 0", 0)],
)
def test_who_has_the_highest_stack_at_the_end_leads_by_what_it_is_higher(position, lead):
    haugaz, came_from = meadhall.game("haugaz"), torch.tensor(planes.POINT_SEEN)[3, :1].long()
    final = torch.tensor(haugaz.position(position).state)[None]
    for side, seen in (("b", lead), ("w", -lead)):
        state = torch.tensor(haugaz.position(f"---/b1-w1/--- {side} - 0").state)[None]
        assert leads(*ends(state, final, came_from)).tolist() == [seen]


def test_searches_grow_with_the_course_and_most_are_quick():
    assert [GPU.simulations(seconds, 0) for seconds in (0, 519, 520, 1039, 1040, 9999)] == [32, 32, 48, 48, 64, 64]
    assert [GPU.simulations(0, turn) for turn in range(8)] == [32, 8, 8, 8, 32, 8, 8, 8]
    assert [GPU.rate(seconds) for seconds in (0, 519, 520, 1040)] == [1.5e-3, 1.5e-3, 1.2e-3, 1e-3]


def test_the_last_run_learns_slower_from_its_middle_on():
    rates = [slower(k / 10) for k in range(11)]
    assert rates[:6] == pytest.approx([1, 1, 1, 1, 1, 1]) and rates[10] == pytest.approx(0.05)
    assert rates == sorted(rates, reverse=True)


# -- checkpoints and ages ---------------------------------------------------------------------------


def same(one, two):
    return all(torch.equal(a, b) for a, b in zip(one.state_dict().values(), two.state_dict().values(), strict=True))


def test_a_course_goes_on_where_it_was(tmp_path):
    course = course_of(rounds=40)
    checkpoint.make_folder(tmp_path)
    checkpoint.save(course, tmp_path)
    resumed = course_of()
    resumed.restore(checkpoint.load(TRAINING, tmp_path))
    assert same(resumed.net, course.net) and same(resumed.mean, course.mean) and same(resumed.fast.net, course.mean)
    for name in ("steps", "evaluations", "positions", "seconds", "log"):
        assert getattr(resumed, name) == getattr(course, name)
    assert resumed.memory.games_over == course.memory.games_over > 0
    resumed.round()
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["latest.pt"]


def test_a_checkpoint_from_before_rules_were_noted_is_read(tmp_path):
    checkpoint.save(course_of(), tmp_path)
    kept = torch.load(tmp_path / "latest.pt", weights_only=True)
    del kept["game"], kept["rules"]
    torch.save(kept, tmp_path / "latest.pt")
    assert checkpoint.load(TRAINING, tmp_path)["blocks"] == 2


DAMAGE = {
    "cut": (lambda content: content[: len(content) // 2], "damaged"),
    "nothing": (lambda content: b"", "damaged"),
    "a text": (lambda content: b"no net at all", "damaged"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_checkpoint_is_refused(tmp_path, damage):
    checkpoint.save(course_of(), tmp_path)
    file = tmp_path / "latest.pt"
    change, word = DAMAGE[damage]
    file.write_bytes(change(file.read_bytes()))
    refused(meadhall.BadOption, lambda: checkpoint.load(TRAINING, tmp_path), "latest.pt", word)


WRONG = {
    "rules": ({"rules": "0123456789abcdef"}, "other rules"),
    "game": ({"game": "chess"}, "chess"),
    "width": ({"width": 12}, "shape"),
    "blocks": ({"blocks": "two"}, "no checkpoint"),
    "parts": ({"optimizer": None}, "no checkpoint"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_checkpoint_of_something_else_is_refused(tmp_path, wrong):
    checkpoint.save(course_of(), tmp_path)
    changes, words = WRONG[wrong]
    kept = torch.load(tmp_path / "latest.pt", weights_only=True)
    torch.save({**kept, **changes}, tmp_path / "latest.pt")
    refused(meadhall.BadOption, lambda: checkpoint.load(TRAINING, tmp_path), words)


def test_a_file_is_whole_or_as_it_was(tmp_path):
    file = tmp_path / "file"
    file.write_text("before")

    def fails(part):
        part.write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        checkpoint.replace_file(file, fails)
    assert file.read_text() == "before" and list(tmp_path.iterdir()) == [file]


def test_ages_meet_the_first_and_those_one_two_four_before():
    ages = [0, 10, 20, 30, 40, 50, 60]
    assert pairs_of(ages, 60) == [(60, 0), (60, 50), (60, 40), (60, 20)]
    assert pairs_of(ages, 10) == [(10, 0)] and pairs_of(ages, 0) == []


def test_matches_of_ages_are_kept_and_not_played_twice(tmp_path):
    checkpoint.make_folder(tmp_path)
    course = course_of()
    for seconds in (0, 5, 9):
        course.seconds = seconds
        checkpoint.keep_age(course, tmp_path)
    assert checkpoint.ages(tmp_path) == [0, 5, 9]
    ladder = Ladder(TRAINING, tmp_path, replace(SMALL, match_simulations=2), "cpu")
    assert ladder.missing(newest_alone=True) == [(9, 0), (9, 5)]
    first = next(ladder.play(ladder.missing(False), lambda: False))
    assert (first["newer"], first["older"], first["games"]) == (9, 0, 16) and "of 16 games" in told(first)
    again = Ladder(TRAINING, tmp_path, ladder.plan, "cpu")
    assert again.missing(False) == [(9, 5), (5, 0)]
    assert len(list(again.play(again.missing(False), lambda: False))) == 2 and again.missing(False) == []
    kept = json.loads((tmp_path / "ladder.json").read_text("utf-8"))
    assert [one["seconds"] for one in kept["curve"]] == [0, 5, 9] and kept["curve"][0]["elo"] == 0
    assert list(again.play([(9, 0)], lambda: True)) == []
    (tmp_path / "ladder.json").write_text("[]", "utf-8")
    refused(meadhall.BadOption, lambda: Ladder(TRAINING, tmp_path, ladder.plan, "cpu"), "ladder.json", "remove it")


def test_an_age_that_won_twice_as_much_stands_higher(tmp_path):
    manner = Ladder(TRAINING, tmp_path, SMALL, "cpu").manner
    matches = [
        {"newer": 5, "older": 0, "points": 150.0, "games": 200, "played": manner},
        {"newer": 9, "older": 5, "points": 150.0, "games": 200, "played": manner},
        {"newer": 9, "older": 0, "points": 1.0, "games": 200, "played": "otherwise"},
    ]
    (tmp_path / "ladder.json").write_text(json.dumps({"matches": matches}), "utf-8")
    curve = Ladder(TRAINING, tmp_path, SMALL, "cpu").curve()
    assert [(age, round(elo, -1)) for age, elo, _ in curve] == [(0, 0), (5, 190), (9, 380)]


def test_the_first_ctrl_c_asks_and_the_second_stops(capsys):
    stop = Stop()
    assert not stop()
    stop.hear()
    assert stop() and "once more" in capsys.readouterr().err
    with pytest.raises(KeyboardInterrupt):
        stop.hear()


# -- nets as files ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shaken():
    torch.manual_seed(1)
    return unlike_its_beginning(Net(TRAINING, 2, 8))


@pytest.fixture(scope="module")
def seen(shaken):
    return quantize.positions(TRAINING, shaken, 64, seed=1, games=16)


@pytest.mark.parametrize("many", [1, 7, 64])
def test_an_exported_net_judges_like_the_one_that_was_trained(shaken, seen, many):
    planes = seen[0][:many]
    assert {int(size) for size in seen[0][:, 0, 40]} > {8}  # boards of several sizes
    logits, values = quantize.session(export.model(TRAINING, shaken, 60)).run(["logits", "values"], {"planes": planes})
    wanted, worth = Fast(shaken, many, "cpu")(torch.tensor(planes))
    assert logits.shape == (many, 579) and values.shape == (many,)
    assert np.allclose(logits, wanted.numpy(), atol=1e-4 * np.abs(wanted.numpy()).max())
    assert np.allclose(values, worth.numpy(), atol=1e-4)


def test_a_net_says_what_it_was_made_for(shaken):
    made = export.model(TRAINING, shaken, 90.4)
    said = quantize.session(made).get_modelmeta().custom_metadata_map
    assert said == {"game": "haugaz", "planes": "48", "rules": checkpoint.fingerprint(TRAINING.game), "trained": "90"}


def test_a_net_in_whole_numbers_is_smaller_and_judges_almost_alike(seen):
    net = course_of(replace(SMALL, width=32), rounds=40).mean.eval()
    whole = export.model(TRAINING, net, 60)
    small = quantize.quantized(whole, seen[0])
    assert len(small.SerializeToString()) < 0.8 * len(whole.SerializeToString())
    assert small.metadata_props == whole.metadata_props
    found = quantize.compared(whole, small, *seen)
    assert 0 < found["kl"] < 0.05 and 0 < found["value"] <= found["value, worst"] < 0.1
    assert found["same choice"] > 0.7 and found["evaluations/s"] > 0


def test_a_net_compared_with_itself_is_not_apart(shaken, seen):
    made = export.model(TRAINING, shaken, 60)
    found = quantize.compared(made, made, *seen)
    assert found["kl"] == found["value"] == 0 and found["same choice"] == 1
