"""Our games in OpenSpiel: its own tests and its MCTS bot, and what the document promises."""

import json
import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.rl_environment import Environment
from open_spiel.python.tests import games_sim_test

import meadhall
import meadhall.rl
from meadhall.core.position import Position

TABLES = [(name, players) for name in meadhall.games() for players in meadhall.game(name).players]
every_game = pytest.mark.parametrize("name", meadhall.games())
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def play(state, rng, decide=None, decisions=10**6):
    """Play on at random, or as `decide` does, until so many decisions are made."""
    while not state.is_terminal() and decisions > 0:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(odds) - 1) < 1e-9
            state.apply_action(rng.choice(outcomes, p=odds))
        else:
            state.apply_action(decide(state) if decide else rng.choice(state.legal_actions()))
            decisions -= 1
    return state


@every_table
def test_openspiels_random_simulations_pass(name, players):
    game = meadhall.rl.open_spiel_game(name, players=players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_game
def test_openspiels_python_simulations_pass(name):
    games_sim_test.GamesSimTest().sim_game(meadhall.rl.open_spiel_game(name))


@every_game
def test_openspiels_environment_steps_through_a_game(name):
    env, rng = Environment(meadhall.rl.open_spiel_game(name)), np.random.RandomState(4)
    env.seed(4)
    now, steps = env.reset(), 0
    while not now.last():
        legal = now.observations["legal_actions"][now.observations["current_player"]]
        now, steps = env.step([rng.choice(legal)]), steps + 1
    assert steps > 3 and len(now.rewards) == env.num_players


@every_game
def test_openspiels_mcts_plays_a_whole_game(name):
    game, rng = meadhall.rl.open_spiel_game(name), np.random.RandomState(3)
    bot = mcts.MCTSBot(game, 1.4, 2, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    thought = []

    def decide(state):
        if len(thought) < 12:  # then at random, to the end
            thought.append(bot.step(state))
            assert thought[-1] in state.legal_actions()
            return thought[-1]
        return rng.choice(state.legal_actions())

    state = play(game.new_initial_state(), rng, decide)
    assert len(thought) > 1 and len(state.returns()) == game.num_players()


def test_openspiels_mcts_beats_random_play():
    game, rng = meadhall.rl.open_spiel_game("haugaz", size=5), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 60, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    won = 0.0
    for _ in range(4):
        state = play(
            game.new_initial_state(),
            rng,
            lambda now: bot.step(now) if now.current_player() == 1 else rng.choice(now.legal_actions()),
        )
        won += state.returns()[1]
    assert won >= 2


@every_game
def test_a_game_in_openspiel_is_the_match_of_the_hall(name):
    room, rng = meadhall.game(name), np.random.RandomState(7)
    game = meadhall.rl.open_spiel_game(name)
    state, match = game.new_initial_state(), room.new(chance="manual")
    waiting = []  # steps that the notation writes as one word
    while not state.is_terminal():
        assert state.current_player() == match.actor
        span = room.span(match.current)
        if state.is_chance_node():
            codes, odds = zip(*state.chance_outcomes(), strict=True)
            if span == 1:
                assert list(odds) == pytest.approx(match.chances())
            action = rng.choice(codes, p=odds)
        else:
            codes = state.legal_actions()
            action = rng.choice(codes)
        if span == 1:
            assert [state.action_to_string(code) for code in codes] == match.actions()
            match.play(state.action_to_string(action))
        else:
            waiting.append(int(action))
            if len(waiting) == span:
                match.play(room.write(match.current, waiting))
        state.apply_action(action)
    assert match.over
    assert state.returns() == [2 * result - 1 for result in room.results(match.scores)]
    assert state.history() == [code for entry in match.entries for code in entry.codes]


@every_game
def test_observations_are_those_of_the_room(name):
    room, game = meadhall.game(name), meadhall.rl.open_spiel_game(name)
    state = play(game.new_initial_state(), np.random.RandomState(1), decisions=9)
    for player in range(game.num_players()):
        seen = room.observation.of(state.array, player)
        assert (np.array(state.observation_tensor(player)) == seen).all()
        look = make_observation(game)
        look.set_from(state, player)
        parts = room.observation.split(seen)
        assert look.dict.keys() == parts.keys() and all((look.dict[part] == parts[part]).all() for part in parts)
        view = json.loads(state.observation_string(player))
        assert (
            view["seat"] == player
            and view["phase"] == room.view(Position(room, state.shared.setup, state.array))["phase"]
        )
        assert state.information_state_string(player).endswith(state.history_str())
    assert state.drawn().strip()


@every_game
def test_copies_and_files_go_their_own_way(name):
    game, rng = meadhall.rl.open_spiel_game(name), np.random.RandomState(2)
    state = play(game.new_initial_state(), rng, decisions=5)
    before, copy, again = str(state), state.clone(), pickle.loads(pickle.dumps(state))
    assert str(copy) == str(again) == before
    play(copy, rng, decisions=2)
    assert str(state) == before != str(copy)
    assert copy.shared is state.shared  # what all states have in common is not copied


def test_the_games_are_told_as_they_are():
    kinds = {name: meadhall.rl.open_spiel_game(name).get_type() for name in meadhall.games()}
    chance = {name: kind.chance_mode for name, kind in kinds.items()}
    modes = pyspiel.GameType.ChanceMode
    assert chance == {
        name: modes.EXPLICIT_STOCHASTIC if meadhall.game(name).has_luck else modes.DETERMINISTIC for name in kinds
    }
    assert kinds["haugaz"].utility == pyspiel.GameType.Utility.ZERO_SUM
    assert {"meadhall_haugaz", "meadhall_land_ahoy", "meadhall_new_shores"} <= set(pyspiel.registered_names())


def test_options_are_parameters():
    game = pyspiel.load_game("meadhall_haugaz(size=5,movers=any)")
    assert game.new_initial_state().shared.setup.options == {"size": 5, "movers": "any", "reach": "lines"}
    assert len(game.new_initial_state().legal_actions()) == 25
    slow = meadhall.rl.open_spiel_game("haugaz", size=5, movers="any", compiled=False)
    assert slow.new_initial_state().legal_actions() == game.new_initial_state().legal_actions()
    own = meadhall.rl.open_spiel_game("new-shores", skulls=False)
    assert own.new_initial_state().shared.setup.options["skulls"] == "off"


def test_a_set_of_ones_own_is_a_path(tmp_path):
    from meadhall.games import new_shores

    ours = (meadhall.core.game.Path(new_shores.__file__).parent / "coasters.toml").read_text("utf-8")
    path = tmp_path / "box.toml"
    path.write_text(ours.replace("k01", "mine"), "utf-8")
    state = meadhall.rl.open_spiel_game("new-shores", set=str(path)).new_initial_state()
    assert state.shared.room.ids(state.shared.setup)[0] == "mine"


def test_wrong_parameters_are_refused():
    with pytest.raises(meadhall.UnknownGame, match="the games are"):
        meadhall.rl.open_spiel_game("chess")
    for wrong in ({"size": 9}, {"players": 3}, {"colour": 1}, {"compiled": "yes"}):
        with pytest.raises(meadhall.BadOption):
            meadhall.rl.open_spiel_game("haugaz", **wrong)
    with pytest.raises(meadhall.BadOption, match="3, 4, 5, 6, 7, 8"):
        pyspiel.load_game("meadhall_haugaz(size=9)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        pyspiel.load_game("meadhall_haugaz(colour=1)")
