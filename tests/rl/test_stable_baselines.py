"""stable-baselines3 and sb3-contrib learn all our games, as they are made by their usual calls."""

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.preprocessing import is_image_space

import meadhall
import meadhall.rl
from meadhall.rl.gymnasium_env import env_id

SMALL = {
    "n_steps": 64,
    "batch_size": 64,
    "n_epochs": 1,
    "seed": 1,
    "device": "cpu",
    "policy_kwargs": {"net_arch": [16]},
}
pytestmark = pytest.mark.usefixtures("one_thread")
every_game = pytest.mark.parametrize("name", meadhall.games())
in_parts = pytest.mark.parametrize("parts", [False, True], ids=["flat", "parts"])
# The checker says of every plane that it looks like an image, and of every table of rows that it looks like nothing.
looks_like_an_image = pytest.mark.filterwarnings(
    "ignore:It seems that your observation space (board|map) is an image but the upper and lower bounds:UserWarning",
    "ignore:The minimal resolution for an image is 36x36:UserWarning",
    "ignore:Treating image space as channels-last:UserWarning",
    "ignore:Your observation (hands|coasters|die|players) has an unconventional shape:UserWarning",
)


@every_game
def test_ppo_learns_in_environments_that_are_made_by_name(name):
    envs = make_vec_env(env_id(name), n_envs=2, seed=1)
    learned = PPO("MlpPolicy", envs, **SMALL).learn(256)
    assert learned.num_timesteps == 256 and envs.render_mode == "rgb_array"


@in_parts
@every_game
def test_maskable_ppo_learns_and_plays_a_whole_game_of_legal_actions(name, parts):
    envs = make_vec_env(env_id(name), n_envs=2, seed=1, env_kwargs={"parts": parts})
    learned = MaskablePPO("MultiInputPolicy" if parts else "MlpPolicy", envs, **SMALL).learn(256)
    env = meadhall.rl.gym_env(name, parts=parts, illegal="error")
    seen, _ = env.reset(seed=2)
    over = False
    while not over:
        action, _ = learned.predict(seen, action_masks=env.action_masks())
        seen, _, over, _, _ = env.step(action)
    assert env.match.over


@looks_like_an_image
@in_parts
@every_game
def test_the_checker_finds_nothing_wrong(name, parts):
    check_env(meadhall.rl.gym_env(name, parts=parts))


@every_game
def test_no_part_of_an_observation_is_taken_for_a_picture(name):
    space = meadhall.rl.gym_env(name, parts=True).observation_space
    assert len(space.spaces) > 1
    assert not any(is_image_space(part) for part in space.spaces.values())


@every_game
def test_environments_are_rendered_side_by_side(name):
    envs = make_vec_env(env_id(name), n_envs=2, seed=1)
    envs.reset()
    drawn = envs.render()
    one = gymnasium.make(env_id(name), render_mode="rgb_array")
    one.reset(seed=1)
    assert drawn.dtype == np.uint8 and drawn.size == 2 * one.render().size
