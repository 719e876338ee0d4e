"""Many games at once are the same games as one at a time, and arrays are shared, not copied."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from test_every_game import every_setup
from test_readme import blocks

import meadhall
from meadhall.batches import batch as batches
from meadhall.batches import dlpack
from meadhall.core.game import CHANCE

every_game = pytest.mark.parametrize("name", meadhall.games())


class Alone:
    """A match beside a game of a batch, with the same dice."""

    def __init__(self, game, players, options, dice):
        self.match = game.new(players=players, chance="manual", **options)
        self.dice = np.array([dice])
        self.settle()

    def settle(self):
        match, rules = self.match, self.match.game.rules()
        while match.actor == CHANCE:
            state, codes = match.state, []
            for _ in range(match.game.span(match.current)):
                codes.append(rules.sample(state, self.dice))
                rules.apply(state, codes[-1])
            match.play(match.game.write(match.current, codes))

    def play(self, code):
        match = self.match
        match.play(match.game.write(match.current, (code,)))
        self.settle()


@every_setup
def test_every_game_of_a_batch_is_a_match_step_by_step(game, players, options):
    batch = meadhall.batch(game.name, 2, players=players, seed=5, history=True, **options)
    dice, _ = batches.generators("5", 2)
    alone = [Alone(game, players, options, word) for word in dice]
    for _ in range(40):
        mask, seen, player = batch.legal_mask(), batch.observe(), batch.player()
        for k, one in enumerate(alone):
            match, state = one.match, one.match.state
            assert (batch.state[k] == state).all()
            assert batch.over[k] == match.over
            assert np.flatnonzero(mask[k]).tolist() == ([] if match.over else game.codes(state))
            if not match.over:
                assert player[k] == match.actor
                assert (seen[k] == game.observation.of(state, match.actor)).all()
        actions = batch.random_actions()
        for one, action in zip(alone, actions.tolist(), strict=True):
            if not one.match.over:
                one.play(action)
        batch.step(actions)
    for k, one in enumerate(alone):
        assert batch.match(k).history == one.match.history


@every_game
def test_results_and_scores_at_the_end_are_those_of_the_match(name):
    game = meadhall.game(name)
    for players in game.players:
        batch = meadhall.batch(name, 4, players=players, seed=1, history=True)
        while not batch.over.all():
            batch.play_random(50)
        for k in range(4):
            match = meadhall.load(batch.match(k).record())
            assert match.over and (match.state == batch.state[k]).all()
            assert tuple(batch.scores()[k]) == match.scores
            assert batch.results()[k] == pytest.approx(game.results(match.scores), abs=1e-6)


@every_game
def test_the_number_of_threads_and_of_games_changes_no_game(name):
    shapes = [(300, 1), (300, 3), (200, 2)]
    one, three, fewer = (meadhall.batch(name, n, seed=2, auto_reset=True, threads=threads) for n, threads in shapes)
    first, second = one.play_random(60), three.play_random(60)
    fewer.play_random(60)
    assert (first.actions, first.games) == (second.actions, second.games)
    assert first.results == pytest.approx(second.results)  # threads add up in another order
    assert (one.state == three.state).all() and (one.state[:200] == fewer.state).all()


@every_game
def test_playing_at_random_in_one_go_is_what_single_steps_play(name):
    steps, at_once = (meadhall.batch(name, 20, seed=3, auto_reset=True, history=True) for _ in range(2))
    ends, results = 0, np.zeros(steps.players)
    for _ in range(60):
        steps.step(steps.random_actions())
        ends += steps.over.sum()
        results += steps.results().sum(0)
        assert not steps.results()[~steps.over].any() and not steps.scores()[~steps.over].any()
    played = at_once.play_random(60)
    assert (steps.state == at_once.state).all() and (steps.over == at_once.over).all()
    assert (played.actions, played.games) == (1200, ends)
    assert np.array(played.results) * max(ends, 1) == pytest.approx(results, abs=1e-4)
    assert steps.match(3).history == at_once.match(3).history


def test_a_game_that_is_over_stays_or_is_followed_by_another():
    stays = meadhall.batch("new-shores", 3, players=1, seed=4)
    goes_on = meadhall.batch("new-shores", 3, players=1, seed=4, auto_reset=True, history=True)
    while not stays.over.any():
        actions = stays.random_actions()
        stays.step(actions)
        goes_on.step(actions)
    assert (stays.over == goes_on.over).all() and (stays.results() == goes_on.results()).all()
    ended = int(np.flatnonzero(stays.over)[0])
    before = stays.state[ended].copy()
    assert stays.player()[ended] == -2 and stays.random_actions()[ended] == -1
    stays.step(stays.random_actions())
    assert (stays.state[ended] == before).all() and stays.over[ended]
    assert len(goes_on.match(ended).history) == 2  # the starting player and the first coaster
    assert goes_on.player()[ended] == 0


def test_a_reset_begins_other_games_and_with_the_same_seed_the_same_ones():
    batch = meadhall.batch("land-ahoy", 6, seed=1)
    first = batch.state.copy()
    batch.reset(mask=np.arange(6) < 2)
    assert (batch.state[2:] == first[2:]).all() and (batch.state[:2] != first[:2]).any(1).all()
    batch.reset(seed=1)
    assert (batch.state == first).all()
    assert (meadhall.batch("land-ahoy", 6).state != meadhall.batch("land-ahoy", 6).state).any()


def test_a_game_goes_on_as_a_match():
    batch = meadhall.batch("land-ahoy", 2, seed=9, history=True, players=3)
    batch.play_random(30)
    match = batch.match(1)
    decisions = len(match.history)
    match.undo()
    assert len(match.history) < decisions
    while not match.over:
        match.play(match.actions()[0])
    assert meadhall.load(match.record()).scores == match.scores


# -- arrays of other libraries ----------------------------------------------------------------------


def test_torch_shares_the_arrays_and_gives_its_own():
    batch = meadhall.batch("haugaz", 4, seed=1, size=4)
    seen, mask = torch.from_dlpack(batch.observe()), torch.from_dlpack(batch.legal_mask())
    assert seen.data_ptr() == batch.observe().ctypes.data and mask.dtype == torch.bool
    before = seen.clone()
    batch.step(mask.to(torch.int64).argmax(1))
    assert (seen == before).all()  # nothing was looked at yet
    batch.observe()
    assert (seen != before).any()
    batch.step(batch.random_actions().astype(np.int16))


def test_jax_shares_the_arrays():
    jax = pytest.importorskip("jax")
    batch = meadhall.batch("haugaz", 4, seed=1, size=4)
    seen = jax.dlpack.from_dlpack(batch.observe())
    assert seen.unsafe_buffer_pointer() == batch.observe().ctypes.data and (np.asarray(seen) == batch.observe()).all()
    batch.step(jax.numpy.asarray(batch.random_actions()))


@pytest.mark.parametrize("n", [1, 3, 1000])
def test_arrays_begin_where_jax_need_not_copy_them(n):
    batch = meadhall.batch("haugaz", n, seed=1)
    for array in (batch.observe(), batch.legal_mask(), batch.player(), batch.over, batch.results(), batch.state):
        assert array.ctypes.data % 64 == 0


def elsewhere(array):
    """An array as it would be on a GPU, but for the place."""
    strides = tuple(step // array.itemsize for step in array.strides)
    return dlpack.Shared(
        array,
        lambda: (array.ctypes.data, dlpack.CPU, 0),
        array.shape,
        strides,
        array.dtype,
        array.copy,
        lambda stream: None,
    )


@pytest.mark.parametrize("kind", [np.int64, np.int16, np.uint8, np.bool_, np.float32])
def test_our_own_capsules_say_where_an_array_lies_and_are_given_back(kind):
    array = np.arange(12).reshape(3, 4).astype(kind)
    before = dlpack.lent()
    for ours in (array, array.T, array[:, 1:3]):
        theirs = torch.from_dlpack(elsewhere(ours))
        assert theirs.data_ptr() == ours.ctypes.data and (theirs.numpy() == ours).all()
        taken = dlpack.Taken(theirs)
        assert (taken.address, taken.shape, taken.dtype) == (ours.ctypes.data, ours.shape, ours.dtype)
    assert dlpack.lent() > before
    del theirs, taken
    elsewhere(array).__dlpack__()  # made and never taken
    gc.collect()
    assert dlpack.lent() == before


# -- wrong input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n": 0}, "a batch cannot have 0 games"),
        ({"n": "many"}, "a batch cannot have 'many' games"),
        ({"n": True}, "a batch cannot have True games"),
        ({"n": 2_000_000_000}, "2,000,000,000 games of haugaz need 5.* GB of memory, and there are .*; ask for fewer"),
        ({"threads": 0}, "threads cannot be 0"),
        ({"device": "tpu"}, "device cannot be 'tpu'; it can be cpu, cuda"),
        ({"size": 9}, "size cannot be 9"),
        ({"colour": "red"}, "haugaz has no option 'colour'"),
        ({"players": 3}, "haugaz is not for 3 players"),
        ({"seed": ""}, "seed cannot be ''"),
    ],
)
def test_a_batch_that_cannot_be_is_refused_in_words(options, words):
    with pytest.raises(meadhall.BadOption, match=words.replace("(", r"\(")):
        meadhall.batch(**{"game": "haugaz", "n": 2, **options})


def test_an_unknown_game_is_refused():
    with pytest.raises(meadhall.UnknownGame):
        meadhall.batch("chess", 2)


def test_an_illegal_action_names_its_game_and_changes_nothing():
    batch = meadhall.batch("haugaz", 3, seed=1, size=3)
    batch.step([0, 1, 2])
    before = batch.state.copy()
    with pytest.raises(meadhall.IllegalAction, match=r"^game 2: action 2 \(c1\) is not legal now; legal: 0 \(a1\), 1"):
        batch.step([1, 2, 2])
    with pytest.raises(meadhall.IllegalAction, match=r"^game 0: action 9999 is not legal now"):
        batch.step(np.array([9999, -5, 0]))
    assert (batch.state == before).all()


@pytest.mark.parametrize("actions", [[1, 2], [[1, 2, 3]], [0.5, 1.0, 2.0], ["d4", "d5", "d6"], None, torch.ones(3)])
def test_what_is_no_list_of_actions_is_refused(actions):
    with pytest.raises(meadhall.BadOption, match="a step takes 3 whole numbers, one for each game"):
        meadhall.batch("haugaz", 3, seed=1).step(actions)


def test_other_wrong_input_is_refused_in_words():
    batch = meadhall.batch("haugaz", 3, seed=1)
    with pytest.raises(meadhall.BadOption, match="a reset takes 3 marks"):
        batch.reset(mask=[0, 1, 1])
    with pytest.raises(meadhall.BadOption, match="steps cannot be -1"):
        batch.play_random(-1)
    with pytest.raises(meadhall.BadOption, match="make it with history=True"):
        batch.match(0)
    with pytest.raises(meadhall.BadOption, match="there is no game 3; games are 0 to 2"):
        batch.match(3)


# -- the GPU ----------------------------------------------------------------------------------------


def simulated(*arguments):
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    script = Path(__file__).parents[1] / "support" / "simulated_gpu.py"
    done = subprocess.run([sys.executable, script, *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr}"
    return done.stdout


@every_game
def test_a_batch_on_a_gpu_is_the_one_on_a_cpu(name):
    assert "the same" in simulated(name)


def test_words_and_random_numbers_on_a_gpu_are_those_of_the_cpu():
    assert "the same" in simulated("words")


@pytest.mark.skipif("NUMBA_ENABLE_CUDASIM" in os.environ, reason="simulated GPUs are found everywhere")
def test_without_a_gpu_it_is_said():
    from meadhall.core import gpu

    if gpu.cuda().is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(meadhall.BadOption, match="no GPU with CUDA is found here"):
        meadhall.batch("haugaz", 2, device="cuda")


@pytest.mark.parametrize("number", range(len(blocks("docs/batches.md", "python"))))
def test_the_lines_in_the_documents_run(number):
    exec(compile(blocks("docs/batches.md", "python")[number], "docs/batches.md", "exec"), {})
