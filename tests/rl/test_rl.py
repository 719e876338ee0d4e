"""Our games in Gymnasium and PettingZoo: their own checks, and what the documents promise."""

import builtins
import copy
import itertools
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test
from test_readme import blocks

import meadhall
import meadhall.rl
from meadhall.core import jit
from meadhall.rl import gymnasium_env
from meadhall.search import by_name

every_game = pytest.mark.parametrize("name", meadhall.games())
TABLES = [(name, players) for name in meadhall.games() for players in meadhall.game(name).players]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
# PettingZoo warns of every observation that is not a single array: those with masks never are.
masked = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def episode(env, seed, policy_seed=1, **reset):
    """Play a game of random legal actions; give all that was seen, and the rewards."""
    rng = np.random.default_rng(policy_seed)
    seen, info = env.reset(seed=seed, **reset)
    told, rewards, over = [seen], [], False
    while not over:
        assert info["action_mask"].any()
        seen, reward, over, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert not truncated
        told.append(seen)
        rewards.append(reward)
    return told, rewards, info


# -- the frameworks' own checks -------------------------------------------------------------------


@every_game
def test_gymnasium_checks_each_game(name):
    check_env(gymnasium.make(gymnasium_env.env_id(name)).unwrapped)


@masked
@every_table
def test_pettingzoo_checks_the_turns_of_each_table(name, players):
    api_test(meadhall.rl.aec_env(name, players=players), num_cycles=150)
    seed_test(lambda: meadhall.rl.aec_env(name, players=players), num_cycles=30)


@masked
@every_table
def test_pettingzoo_checks_the_rounds_of_each_table(name, players):
    parallel_api_test(meadhall.rl.parallel_env(name, players=players), num_cycles=150)
    parallel_seed_test(lambda: meadhall.rl.parallel_env(name, players=players), num_cycles=30)


# -- Gymnasium ------------------------------------------------------------------------------------


@every_table
def test_a_seat_plays_to_the_end_and_is_paid_by_the_result(name, players):
    env = meadhall.rl.gym_env(name, players=players, seat=players - 1)
    _, rewards, info = episode(env, 3)
    match = env.match
    assert match.over and not any(rewards[:-1])
    assert rewards[-1] == 2 * match.game.results(match.scores)[players - 1] - 1
    assert info["scores"] == list(match.scores) and not info["action_mask"].any()
    assert meadhall.load(match.record()).scores == match.scores


@every_game
def test_the_same_seed_gives_the_same_game_and_the_dice_of_a_match(name):
    env = meadhall.rl.gym_env(name)
    first, again, other = (episode(env, seed)[0] for seed in (5, 5, 6))
    assert len(first) == len(again) and all((a == b).all() for a, b in zip(first, again, strict=True))
    assert len(first) != len(other) or any((a != b).any() for a, b in zip(first, other, strict=True))
    env.reset(seed=5)
    match = meadhall.game(name).new(seed=5)
    shared = min(len(match.history), len(env.match.history))
    assert env.match.history[:shared] == match.history[:shared]


def test_masks_are_the_legal_actions():
    env = meadhall.rl.gym_env("haugaz", size=4)
    _, info = env.reset(seed=1)
    assert np.flatnonzero(info["action_mask"]).tolist() == env.match.codes()
    assert (env.action_masks() == info["action_mask"].astype(bool)).all() and env.action_masks().dtype == bool


def test_an_illegal_action_loses_or_is_an_error_with_the_reason():
    env = meadhall.rl.gym_env("haugaz", size=4)
    env.reset(seed=1)
    seen, reward, over, _, info = env.step(576)
    assert (reward, over) == (-1.0, True) and env.observation_space.contains(seen)
    assert "576" in info["illegal"] and "(a1)" in info["illegal"] and not env.action_masks().any()
    strict = meadhall.rl.gym_env("haugaz", size=4, illegal="error")
    strict.reset(seed=1)
    for wrong in (576, 10**9, "a1", None, 1.5):
        with pytest.raises(meadhall.IllegalAction, match="possible"):
            strict.step(wrong)
    assert strict.match.history == []
    strict.step(0)
    with pytest.raises(meadhall.IllegalAction, match="reset"):
        env.step(0)


def test_opponents_are_told_one_by_one_in_the_order_of_play():
    env = meadhall.rl.gym_env("land-ahoy", players=3, seat=1, opponents=["greedy", "random"])
    env.reset(seed=1)
    assert {seat: type(bot).__name__ for seat, bot in env._bots.items()} == {2: "Greedy", 0: "Random"}


def test_random_opponents_choose_numbers_as_they_choose_texts():
    match = meadhall.game("haugaz").new(size=4)
    for seed in range(5):
        code = by_name("random", match.game, seed).choose_code(match)
        assert match.actions()[match.codes().index(code)] == by_name("random", match.game, seed).choose(match)


def test_a_seat_may_be_drawn_at_each_reset():
    env = meadhall.rl.gym_env("haugaz", size=3, seat=None)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1}
    assert env.match.actor == env.seat


def test_parts_have_names():
    env = meadhall.rl.gym_env("new-shores", players=1, parts=True)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert seen["coasters"].shape == (12, 66) and seen["map"].shape == (1, 25, 25)


def test_a_table_can_be_drawn():
    drawn = {}
    for mode in ("ansi", "svg"):
        env = gymnasium.make("meadhall/Haugaz-v0", size=4, render_mode=mode)
        env.reset(seed=1)
        drawn[mode] = env.render()
    assert "4 " in drawn["ansi"] and drawn["svg"].startswith("<svg")


@every_game
def test_pictures_are_arrays_of_pixels_of_one_size_all_the_game(name):
    env = gymnasium.make(gymnasium_env.env_id(name), render_mode="rgb_array")
    _, info = env.reset(seed=1)
    first = env.render()
    assert first.shape == (720, 480, 3) and first.dtype == np.uint8 and first.std() > 10
    assert (env.render() == first).all()
    over = False
    while not over:
        _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    last = env.render()
    assert last.shape == first.shape and (last != first).any()


def test_what_pictures_need_is_named_when_one_is_drawn_and_not_before(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    env = gymnasium.make("meadhall/Haugaz-v0", size=4, render_mode="rgb_array")
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(meadhall.BadOption, match=r"pip install 'meadhall\[gif\]'"):
        env.render()


def test_an_action_may_be_an_array_of_one_number():
    env = meadhall.rl.gym_env("haugaz", size=4, illegal="error")
    env.reset(seed=1)
    env.step(np.array(9))
    assert env.match.history[0] == "b2"
    for wrong in (np.array([5]), np.array(5.0), np.array("a1")):
        with pytest.raises(meadhall.IllegalAction, match="possible"):
            env.step(wrong)


def pickled(env):
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize(
    ("name", "opponents"), [*itertools.product(meadhall.games(), ("random", "greedy")), ("haugaz", "level:1")]
)
def test_a_copy_goes_on_where_its_environment_stands(name, opponents, copied):
    env = meadhall.rl.gym_env(name, opponents=opponents, seat=None, **({"size": 4} if name == "haugaz" else {}))
    _, info = env.reset(seed=3)
    for _ in range(3):
        info = env.step(np.flatnonzero(info["action_mask"])[0])[-1]
    twin = copied(env)
    assert twin.match == env.match and (twin.action_masks() == env.action_masks()).all()
    history = env.match.history
    first = rest(twin, info)
    assert env.match.history == history
    assert all(np.array_equal(one, other) for one, other in zip(first, rest(env, info), strict=True))
    assert (twin.reset()[0] == env.reset()[0]).all() and twin.seat == env.seat and twin.match == env.match


def rest(env, info):
    """Play a game to its end by last legal actions, and give all that was seen and the reward."""
    told, over = [], False
    while not over:
        seen, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"])[-1])
        told += [seen, reward]
    return told


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_of_every_seat_goes_on_where_its_environment_stands(copied):
    for make in (meadhall.rl.aec_env, meadhall.rl.parallel_env):
        env = make("land-ahoy")
        env.reset(seed=1)
        before = env.unwrapped.match.history
        twin = copied(env)
        for one in (twin, env):
            mask = one.unwrapped.observe(one.unwrapped._decides())["action_mask"]
            action = int(np.flatnonzero(mask)[0])
            one.step(action if make is meadhall.rl.aec_env else {one.unwrapped._decides(): action})
            assert one is env or env.unwrapped.match.history == before
        assert twin.unwrapped.match == env.unwrapped.match and twin.unwrapped.match.history != before


def test_environments_that_are_made_by_name_are_copied_with_their_wrappers():
    env = gymnasium.make("meadhall/NewShores-v0")
    _, info = env.reset(seed=3)
    twin = copy.deepcopy(env)
    twin.step(np.flatnonzero(info["action_mask"])[0])
    assert twin.unwrapped.match != env.unwrapped.match
    early = copy.deepcopy(gymnasium.make("meadhall/NewShores-v0"))
    assert early.reset(seed=3)[1]["action_mask"].tolist() == info["action_mask"].tolist()


def test_environments_can_be_sent_to_other_processes():
    for make in (meadhall.rl.gym_env, meadhall.rl.aec_env, meadhall.rl.parallel_env):
        again = pickle.loads(pickle.dumps(make("haugaz", size=4)))
        again.reset(seed=1)
        assert again.unwrapped.match.setup.options["size"] == 4


def test_vectors_of_environments_work():
    envs = gymnasium.make_vec("meadhall/LandAhoy-v0", num_envs=3, vectorization_mode="sync")
    seen, info = envs.reset(seed=1)
    assert seen.shape == (3, meadhall.game("land-ahoy").observation.size)
    actions = [int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]]
    assert envs.step(np.array(actions))[1].tolist() == [0, 0, 0]


def test_rules_run_interpreted_too(monkeypatch):
    monkeypatch.setattr(type(meadhall.game("haugaz")), "quicken", lambda self: pytest.fail("this compiles"))
    monkeypatch.setattr(jit, "compile_loop", lambda *arguments: pytest.fail("this compiles"))
    env = meadhall.rl.gym_env("haugaz", opponents="greedy", size=4, compiled=False)
    slow = episode(env, 2)[0]
    monkeypatch.undo()
    fast = episode(meadhall.rl.gym_env("haugaz", opponents="greedy", size=4), 2)[0]
    assert len(slow) == len(fast) and all((a == b).all() for a, b in zip(slow, fast, strict=True))


# -- PettingZoo -----------------------------------------------------------------------------------


def test_illegal_actions_of_agents_lose_or_are_errors():
    env = meadhall.rl.aec_env("haugaz", size=4)
    env.reset(seed=1)
    env.step(576)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0} and all(env.terminations.values())
    strict = meadhall.rl.aec_env("haugaz", size=4, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(meadhall.IllegalAction, match="possible"):
        strict.step(576)
    assert strict.agent_selection == "player_0" and strict.unwrapped.match.history == []


def test_in_rounds_only_who_decides_is_heard():
    env = meadhall.rl.parallel_env("haugaz", size=4)
    seen, _ = env.reset(seed=1)
    assert [seen[agent]["action_mask"].any() for agent in env.agents] == [True, False]
    env.step({"player_0": 0, "player_1": 999})
    assert env.match.history == ["a1"]
    env.step({"player_0": 1})
    assert env.match.history == ["a1", "b1"]
    with pytest.raises(meadhall.BadOption, match="player_1 has to decide"):
        env.step({"player_0": 1})
    _, rewards, over, _, infos = env.step({"player_1": 0})
    assert rewards == {"player_0": 0.0, "player_1": -1.0} and all(over.values()) and env.agents == []
    assert "0:" in infos["player_1"]["illegal"]
    with pytest.raises(meadhall.IllegalAction, match="reset"):
        env.step({"player_1": 0})


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [meadhall.rl.gym_env, meadhall.rl.aec_env, meadhall.rl.parallel_env])
def test_wrong_tables_are_refused_with_what_is_allowed(make):
    with pytest.raises(meadhall.UnknownGame, match="the games are haugaz"):
        make("chess")
    for wrong, words in [
        ({"size": 9}, "3, 4, 5"),
        ({"colour": 1}, "its options are size"),
        ({"players": 3}, "players can be 2"),
        ({"render_mode": "human"}, "ansi, svg"),
        ({"illegal": "ignore"}, "lose, error"),
        ({"compiled": "yes"}, "True, False"),
    ]:
        with pytest.raises(meadhall.BadOption, match=words):
            make("haugaz", **wrong)
    env = make("haugaz")
    for seed in (-1, "seven", 1.5, True):
        with pytest.raises(meadhall.BadOption, match="seed cannot be"):
            env.reset(seed=seed)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"opponents": "stockfish"}, "there is no bot 'stockfish'; bots are random"),
        ({"opponents": ["random", "random"]}, "needs 1 opponents, not 2"),
        ({"opponents": []}, "needs 1 opponents, not 0"),
        ({"opponents": 7}, "opponents are the name of a bot"),
        ({"seat": 2}, "seat cannot be 2; it can be None or 0, 1"),
        ({"seat": "black"}, "seat cannot be 'black'"),
    ],
)
def test_wrong_seats_are_refused(wrong, words):
    with pytest.raises(meadhall.BadOption, match=words):
        meadhall.rl.gym_env("haugaz", **wrong)


def test_nothing_can_be_done_before_the_first_reset():
    env = meadhall.rl.gym_env("haugaz", render_mode="ansi")
    for early in (env.render, lambda: env.step(0), lambda: env.match):
        with pytest.raises(meadhall.IllegalAction, match="no match yet; reset begins one"):
            early()


def test_a_reset_has_no_options():
    with pytest.raises(meadhall.BadOption, match="'size'"):
        meadhall.rl.gym_env("haugaz").reset(options={"size": 4})


WITHOUT = """
import importlib.util, sys
import meadhall
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {missing} else found(name, package)
import meadhall.rl
for make in ("gym_env", "aec_env", "parallel_env", "open_spiel_game"):
    try:
        getattr(meadhall.rl, make)("haugaz")
    except meadhall.BadOption as problem:
        print(problem)
sys.modules["pyspiel"] = None
try:
    import meadhall.rl.open_spiel
except ImportError as problem:
    print(problem)
"""


def test_what_is_missing_is_named_with_how_to_install_it():
    code = WITHOUT.format(missing=("gymnasium", "pettingzoo", "pyspiel"))
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    needs = ("gymnasium", "pettingzoo", "pettingzoo", "open_spiel", "open_spiel")
    lines = [f"this needs {need}, which is not installed: pip install 'meadhall[rl]'" for need in needs]
    assert said.splitlines() == lines


# -- the documents --------------------------------------------------------------------------------


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("number", range(len(blocks("docs/rl.md", "python"))))
def test_the_examples_of_the_document_run(number, capsys):
    code = blocks("docs/rl.md", "python")[number]
    exec(compile(code, f"docs/rl.md, example {number + 1}", "exec"), {"__builtins__": builtins})
    assert capsys.readouterr().out.strip()
