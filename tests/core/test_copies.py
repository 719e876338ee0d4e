"""A copy of a match or of a batch shares nothing with it, however it was made; equal matches were played alike."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from test_every_game import every_game, every_setup, everything, played, unfinished

import meadhall
from meadhall.core.game import CHANCE

TESTS = Path(__file__).parents[1] / "games"


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


def methods(match):
    return match.copy()


WAYS = {"its method": methods, "copy.copy": copy.copy, "copy.deepcopy": copy.deepcopy, "pickle": pickled}
every_way = pytest.mark.parametrize("copied", WAYS.values(), ids=WAYS.keys())


def rest(match):
    """Play a match to its end, and give all that was played."""
    while not match.over:
        actions = match.actions()
        match.play(actions[len(match.history) % len(actions)])
    return match.history


# -- matches --------------------------------------------------------------------------------------


@every_way
@every_setup
def test_what_is_played_on_a_copy_leaves_the_match_alone_and_the_other_way_round(game, players, options, copied):
    match = unfinished(game, players, options, 4, 9)
    twin, before = copied(match), everything(match)
    assert everything(twin) == before
    twin.play(twin.actions()[0])
    assert everything(match) == before
    later = everything(twin)
    match.play(match.actions()[-1])
    match.undo()
    assert everything(twin) == later and everything(match) == before


@every_way
@pytest.mark.parametrize("chance", ["auto", "manual"])
@every_game
def test_a_copy_goes_on_with_the_dice_of_its_match(game, chance, copied):
    match = played(game, max(game.players), {}, 5, 12, chance)
    twin = copied(match)
    assert twin.chance == chance
    assert rest(twin) == rest(match)
    assert twin.record() == match.record()


@every_way
def test_a_copy_of_a_match_whose_dice_came_from_elsewhere_keeps_that_in_mind(copied):
    match = meadhall.game("land-ahoy").new(seed=3, chance="manual")
    while match.actor == CHANCE:
        match.play(match.actions()[0])
    match.go_on(8)
    twin = copied(match)
    assert rest(twin) == rest(match)
    assert "seed" not in twin.record()


@every_way
def test_a_copy_of_a_match_from_a_position_or_with_a_set_is_undone_to_its_own_beginning(copied):
    haugaz, shores = meadhall.game("haugaz"), meadhall.game("new-shores")
    coasters = shores.default_set()
    coasters["coaster"].reverse()
    for match in (haugaz.position("----/-b1--/--w2-/---- b - 0", reach="ring"), shores.new(seed=2, set=coasters)):
        match.play(match.actions()[0])
        twin = copied(match)
        assert twin.setup == match.setup and twin == match
        twin.undo()
        match.undo()
        assert everything(twin) == everything(match)


def test_matches_in_a_deep_copy_are_of_one_game_and_once_each():
    match = meadhall.game("haugaz").new(seed=1)
    first, second = copy.deepcopy([match, match])
    assert first is second and first is not match and first.game is match.game
    assert copy.deepcopy(match.game) is pickled(match.game) is match.game


def test_a_match_that_is_played_by_compiled_rules_can_be_copied_and_pickled():
    game = meadhall.game("land-ahoy")
    match = played(game, 3, {}, 1, 10)
    game.quicken()
    assert rest(copy.deepcopy(match)) == rest(pickled(match)) == rest(match)


THERE = "import pickle, sys; match = pickle.load(sys.stdin.buffer); print(match.record())"


def test_a_pickled_match_is_loaded_in_another_process():
    match = played(meadhall.game("new-shores"), 2, {"skulls": "off"}, 6, 11)
    done = subprocess.run([sys.executable, "-c", THERE], input=pickle.dumps(match), capture_output=True, check=True)
    assert done.stdout.decode().strip() == match.record().strip()


MORRIS = """
import pickle, sys, meadhall
match = meadhall.game("little-morris").new(moves="anywhere")
match.play("b2")
sys.stdout.buffer.write(pickle.dumps(match))
"""


def test_a_game_from_another_folder_is_pickled_by_its_name_and_missed_where_it_is_not_found():
    here = {**os.environ, "MEADHALL_GAMES": str(TESTS / "fourth_game")}
    packed = subprocess.run([sys.executable, "-c", MORRIS], env=here, capture_output=True, check=True).stdout
    done = subprocess.run([sys.executable, "-c", THERE], input=packed, env=here, capture_output=True, check=True)
    assert "game: little-morris" in done.stdout.decode() and "b2" in done.stdout.decode()
    if "little-morris" not in meadhall.games():
        with pytest.raises(meadhall.UnknownGame, match="no game 'little-morris' here"):
            pickle.loads(packed)


# -- equality -------------------------------------------------------------------------------------


@every_setup
def test_a_match_is_what_its_record_loads_and_no_longer_once_one_goes_on(game, players, options):
    match = unfinished(game, players, options, 7, 14)
    again = meadhall.load(match.record())
    assert again == match
    again.play(again.actions()[-1])
    assert again != match


def test_matches_of_another_game_set_up_position_or_order_of_actions_are_not_equal():
    haugaz, shores = meadhall.game("haugaz"), meadhall.game("new-shores")
    match = haugaz.new(size=4, seed=1)
    assert match == haugaz.new(size=4, seed=2)  # nothing was rolled
    assert match != haugaz.new(size=5) and match != haugaz.new(size=4, movers="any") and match != "haugaz"
    assert shores.new(players=2, chance="manual") != match
    assert shores.new(players=2, chance="manual") != shores.new(players=3, chance="manual")
    line = "----/-b1--/--w2-/---- b - 0"
    assert haugaz.position(line) == haugaz.position(line) != haugaz.position(line.replace("b -", "w -"))
    twin = match.copy()
    for one, actions in ((match, ("a1", "b1")), (twin, ("b1", "a1"))):
        for action in actions:
            one.play(action)
    assert match != twin


def test_who_rolls_makes_no_difference_to_what_was_played():
    rolled = meadhall.game("land-ahoy").new(seed=4)
    by_hand = meadhall.game("land-ahoy").new(chance="manual")
    for action in rolled.history:
        by_hand.play(action)
    assert by_hand == rolled


def test_a_match_goes_on_and_has_no_hash():
    with pytest.raises(TypeError, match="unhashable"):
        hash(meadhall.game("haugaz").new())


# -- batches --------------------------------------------------------------------------------------


@every_way
@every_game
def test_a_copy_of_a_batch_shares_nothing_and_goes_on_with_the_same_dice(game, copied):
    batch = meadhall.batch(game.name, 5, seed=3, history=True, auto_reset=True)
    batch.play_random(40)
    twin, before = copied(batch), [batch.state.copy(), batch.over.copy(), batch.results().copy(), batch.match(2)]
    assert (twin.results() == batch.results()).all() and (twin.over == batch.over).all()
    first = twin.play_random(90)
    after = [batch.state, batch.over, batch.results(), batch.match(2)]
    assert all(np.array_equal(one, other) for one, other in zip(before[:3], after[:3], strict=True))
    assert before[3] == after[3]
    assert batch.play_random(90) == first
    assert (twin.state == batch.state).all() and twin.match(2) == batch.match(2)
    twin.reset(seed=3)
    assert (twin.state == meadhall.batch(game.name, 5, seed=3).state).all() and (twin.state != batch.state).any()


def test_the_arrays_of_a_copied_batch_begin_where_jax_need_not_copy_them():
    twin = pickled(meadhall.batch("haugaz", 3, seed=1))
    assert all(array.ctypes.data % 64 == 0 for array in (twin.state, twin.over, twin.player(), twin.observe()))
