"""What every game gets for free: a folder under games/ is tested here without being named."""

import inspect
import itertools
import json
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadhall
from meadhall.core import code_cache, playout
from meadhall.core.game import CHANCE, OVER
from meadhall.core.match import Match
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker

GAMES = [meadhall.game(name) for name in meadhall.games()]
SETUPS = [
    pytest.param(game, players, dict(zip([o.name for o in game.options], values, strict=True)),
                 id="-".join([game.name, str(players), *map(str, values)]))
    for game in GAMES
    for players in game.players
    for values in itertools.product(*[option.choices for option in game.options])
]  # fmt: skip
every_setup = pytest.mark.parametrize(("game", "players", "options"), SETUPS)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def played(game, players, options, seed, actions=10**6, chance="auto"):
    """A match of random actions, to its end or until it has so many."""
    rng = random.Random(f"{game.name} {players} {options} {seed}")
    match = game.new(players=players, seed=seed, chance=chance, **options)
    while not match.over and len(match.history) < actions:
        match.play(rng.choice(match.actions()))
    return match


def unfinished(game, players, options, seed, actions):
    """A match of random actions that is not over."""
    match = played(game, players, options, seed, actions)
    if match.over:
        match.undo()
    return match


def everything(match):
    """All that can be seen of a match."""
    return match.history, match.actions(), match.view(None), match.breakdown(), match.record(), match.position


# -- the rules alone ------------------------------------------------------------------------------


@every_setup
def test_random_games_end_and_their_legal_actions_are_sorted(game, players, options):
    rules, rng = game.rules(), random.Random(1)
    state = game.start(game.setup(players, options))
    out = np.empty(rules.MAX_ACTIONS, np.int64)
    for _ in range(20_000):
        if rules.actor(state) == OVER:
            return
        legal = out[: rules.actions(state, out)].tolist()
        assert legal and legal == sorted(set(legal))
        rules.apply(state, rng.choice(legal))
    raise AssertionError("this game does not end")


@every_setup
def test_odds_belong_to_the_outcomes_and_are_positive(game, players, options):
    rules, rng = game.rules(), random.Random(2)
    state = game.start(game.setup(players, options))
    out, weights = np.empty((2, rules.MAX_ACTIONS), np.int64)
    while rules.actor(state) != OVER:
        count = rules.actions(state, out)
        if rules.actor(state) == CHANCE:
            assert rules.odds(state, weights) == count and (weights[:count] > 0).all()
        rules.apply(state, rng.choice(out[:count].tolist()))


@every_setup
def test_interpreted_compiled_and_bounds_checked_agree_step_by_step(game, players, options):
    ways = [game.rules(mode) for mode in ("interpreted", "compiled", "checked")]
    setup, rng = game.setup(players, options), random.Random(3)
    states = [game.start(setup) for _ in ways]
    lists = [np.zeros(ways[0].MAX_ACTIONS, np.int64) for _ in ways]
    points = [np.zeros(8, np.float64) for _ in ways]
    randoms = [np.array([9], np.int64) for _ in ways]

    def same(values):
        return all(np.array_equal(values[0], value) for value in values[1:])

    def on_all(name, *arrays):
        return [getattr(rules, name)(*where) for rules, *where in zip(ways, states, *arrays, strict=True)]

    for _ in range(150):
        actors = on_all("actor")
        on_all("scores", points)
        assert same(actors) and same(points)
        if actors[0] == OVER:
            break
        if actors[0] == CHANCE:
            assert same(on_all("odds", lists)) and same(lists)
        assert same(on_all("sample", randoms))
        counts = on_all("actions", lists)
        assert same(counts) and same(lists)
        action = int(rng.choice(lists[0][: counts[0]]))
        for rules, state in zip(ways, states, strict=True):
            rules.apply(state, action)
        assert same(states)


@every_game
def test_a_new_array_is_the_same_interpreted_and_compiled(game):
    setup = game.setup(None, {})
    start = game.start(setup)
    for mode in ("compiled", "checked"):
        twin = game.rules(mode)
        state = np.full(twin.STATE_SIZE, 77, np.int64)
        options = np.array(game.option_codes(setup), np.int64)
        twin.new(state, setup.players, options)
        assert np.array_equal(state, start)


@every_game
def test_sampling_draws_every_legal_action_equally_often(game):
    rules, rng = game.rules(), random.Random(4)
    fast = game.rules("compiled")
    generator = np.array([5], np.int64)
    out = np.empty(rules.MAX_ACTIONS, np.int64)
    state = game.start(game.setup(max(game.players), {}))
    for step in range(60):
        if rules.actor(state) == OVER:
            break
        legal = out[: rules.actions(state, out)].tolist()
        if step % 4 == 0:
            weights = game.weights(state) if rules.actor(state) == CHANCE else [1] * len(legal)
            check_shares([fast.sample(state, generator) for _ in range(200 * len(legal))], legal, weights)
        rules.apply(state, rng.choice(legal))


def check_shares(drawn, legal, weights):
    """Compare with the expected counts by chi-square, far out in its tail (it never is by chance)."""
    assert set(drawn) <= set(legal)
    expected = [len(drawn) * weight / sum(weights) for weight in weights]
    square = sum((drawn.count(a) - e) ** 2 / e for a, e in zip(legal, expected, strict=True))
    freedom = len(legal) - 1
    assert square <= freedom + 6 * (2 * freedom) ** 0.5


@every_game
def test_random_games_by_listing_and_by_sampling_come_out_alike(game):
    from meadhall.lab.bench_rules import loop

    players = max(game.players)
    lengths = [loop(game, players, "compiled", way)(3000) / 3000 for way in ("listing", "sampling")]
    assert lengths[0] == pytest.approx(lengths[1], rel=0.05)


# -- what learning programs see -------------------------------------------------------------------


def positions(game, players, seed, options=None):
    """Every position of a random game, chance steps included."""
    rules, rng = game.rules(), random.Random(seed)
    state = game.start(game.setup(players, options or {}))
    while rules.actor(state) != OVER:
        yield state
        rules.apply(state, rng.choice(game.codes(state)))
    yield state


every_count = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(game, players, id=f"{game.name}-{players}") for game in GAMES for players in game.players],
)


@every_count
def test_what_players_decide_is_told_by_numbers_below_the_number_of_codes(game, players):
    decisions = 0
    for state in positions(game, players, 3):
        actor, codes = game.rules().actor(state), game.codes(state)
        if actor >= 0:
            decisions += 1
            assert codes[0] >= 0 and codes[-1] < game.action_codes
        elif actor == CHANCE:
            assert codes[0] >= 0 and codes[-1] < max(game.action_codes, game.rules().MAX_ACTIONS)
    assert decisions <= game.longest


@every_count
def test_an_observation_is_written_to_its_last_byte_and_the_same_in_every_mode(game, players):
    ways = [game.observation.function(mode) for mode in ("interpreted", "compiled")]
    for state in positions(game, players, 1):
        before = state.copy()
        for player in range(players):
            outs = [np.full(game.observation.size, filled, np.uint8) for filled in (99, 255)]
            for observe, out in zip(ways, outs, strict=True):
                observe(state, player, out)
            assert (outs[0] == outs[1]).all()
        assert (state == before).all()


@every_setup
def test_no_number_of_an_observation_is_above_what_it_can_be_at_most(game, players, options):
    observe, out = game.observation.function("compiled"), np.empty(game.observation.size, np.uint8)
    for state in positions(game, players, 1, options):
        for player in range(players):
            observe(state, player, out)
            assert (out <= game.observation.highest).all()


@every_game
def test_parts_and_entries_of_an_observation_have_names_and_room(game):
    parts = game.observation.parts
    assert len({part.name for part in parts}) == len(parts)
    for part in parts:
        assert len({entry.name for entry in part.entries}) == len(part.entries)
        columns = part.shape[0] if len(part.shape) == 3 else part.shape[-1]
        assert sum(entry.many for entry in part.entries) == columns


# -- matches --------------------------------------------------------------------------------------


@every_setup
def test_a_record_loads_into_the_same_match(game, players, options):
    for seed, actions in ((1, 10**6), (2, 17)):
        match = played(game, players, options, seed, actions)
        again = meadhall.load(match.record())
        assert everything(again) == everything(match)
        assert (again.scores, again.winners, again.beers) == (match.scores, match.winners, match.beers)


@every_game
def test_a_game_has_luck_if_it_says_so(game):
    match = played(game, game.usual_players, {}, seed=2)
    assert any(entry.actor == CHANCE for entry in match.entries) == game.has_luck


@every_setup
def test_only_the_record_of_a_finished_match_has_the_seed(game, players, options):
    assert "seed: 5" in played(game, players, options, 5).record().splitlines()
    assert "seed" not in unfinished(game, players, options, 5, 12).record()


@every_setup
def test_undo_and_redo_lead_to_the_same_match(game, players, options):
    match = played(game, players, options, 3, 40)
    while any(entry.actor != CHANCE for entry in match.entries):
        before = everything(match)
        decision = [entry for entry in match.entries if entry.actor != CHANCE][-1]
        match.undo()
        assert len(match.history) < len(before[0])
        match.play(decision.text)
        assert everything(match) == before
        match.undo()
    with pytest.raises(meadhall.IllegalAction):
        match.undo()


@every_game
def test_to_take_back_what_was_just_played_plays_nothing_again(game, monkeypatch):
    match = unfinished(game, game.usual_players, {}, 3, 9)
    before = everything(match)
    match.play(match.actions()[0])
    twin, after = match.copy(), everything(match)
    with monkeypatch.context() as patch:
        patch.setattr(Match, "_rewind", None)
        match.undo()
    assert everything(match) == before and everything(twin) == after
    match.play(match.actions()[-1])
    assert everything(twin) == after
    twin.undo()
    assert everything(twin) == before


@every_game
def test_a_manual_undo_takes_back_exactly_one_action(game):
    match = played(game, max(game.players), {}, 4, 30, chance="manual")
    while match.history:
        history = match.history
        match.undo()
        assert match.history == history[:-1]


@every_setup
def test_a_copy_is_independent(game, players, options):
    match = unfinished(game, players, options, 4, 9)
    twin, before = match.copy(), everything(match)
    assert everything(twin) == before
    while not twin.over:
        twin.play(twin.actions()[-1] if len(twin.history) % 2 else twin.actions()[0])
    assert everything(match) == before
    match.play(match.actions()[0])
    assert twin.over


@every_setup
def test_auto_chance_is_manual_replay_of_its_history(game, players, options):
    match = played(game, players, options, 6)
    by_hand = game.new(players=players, chance="manual", **options)
    for action in match.history:
        if by_hand.actor == CHANCE:
            assert sum(by_hand.chances()) == pytest.approx(1)
            assert action in by_hand.actions() or len(by_hand.actions()) == 1
        else:
            assert by_hand.chances() == []
        by_hand.play(action)
    assert everything(by_hand)[:4] == everything(match)[:4] and by_hand.scores == match.scores


@every_setup
def test_a_view_is_json_and_the_same_for_matches_that_differ_only_in_hidden_facts(game, players, options):
    match = played(game, players, options, 7, 20)
    other = game.new(players=players, seed="another", chance="manual", **options)
    for action in match.history:
        other.play(action)
    for player in [*range(players), None]:
        assert match.view(player) == other.view(player)
        assert json.loads(json.dumps(match.view(player))) == match.view(player)
    spoilt = match.view(None)
    for part in spoilt.values():
        if isinstance(part, list | dict):
            part.clear()
    assert match.view(None) == other.view(None)
    secret = game.new(players=players, seed="3141592653589793", **options)
    assert "3141592653589793" not in json.dumps(secret.view(0)) + secret.record() + repr(secret)


@every_setup
def test_an_unfinished_match_has_no_result_and_a_finished_one_adds_up(game, players, options):
    match = unfinished(game, players, options, 8, 15)
    assert (match.scores, match.winners, match.beers) == (None, (), [])
    match = played(game, players, options, 8)
    assert len(match.scores) == players == len(match.breakdown()["scores"])
    assert match.breakdown()["scores"] == list(match.scores)
    assert match.actor is None and match.actions() == [] and match.chances() == []


@every_setup
@pytest.mark.parametrize("lang", ["en", "de"])
def test_everything_can_be_told_asked_drawn_and_explained(game, players, options, lang):
    names = ("Runa", "Ulf", "Tuva", "Knut")[:players]
    match = game.new(players=players, seed=9, **options)
    rng, told = random.Random(9), 0
    while not match.over:
        state = match.state
        assert game.ask(Position(game, match.setup, state), Speaker(names, lang))
        action = rng.choice(match.actions())
        told += (
            len(
                game.tell(
                    Position(game, match.setup, state),
                    game.read(Position(game, match.setup, state), action),
                    Speaker(names, lang),
                )
            )
            > 5
        )
        if len(match.history) % 5 == 0:
            assert len(game.draw(Position(game, match.setup, state), Speaker(names, lang), 80).plain.splitlines()) > 4
        match.play(action)
    assert told and game.explain(match.breakdown(), Speaker(names, lang))
    for entry in match.entries[:9]:
        assert entry.text


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.data())
def test_any_path_through_any_game_survives_record_undo_and_copy(data):
    game = data.draw(st.sampled_from(GAMES))
    players = data.draw(st.sampled_from(game.players))
    options = {option.name: data.draw(st.sampled_from(option.choices)) for option in game.options}
    chance = data.draw(st.sampled_from(["auto", "manual"]))
    match = game.new(players=players, seed=data.draw(st.integers(0, 99)), chance=chance, **options)
    for _ in range(data.draw(st.integers(0, 30))):
        if match.over:
            break
        legal = match.actions()
        match.play(legal[data.draw(st.integers(0, len(legal) - 1))])
    assert everything(meadhall.load(match.record())) == everything(match)
    assert everything(match.copy()) == everything(match)
    before = everything(match)
    with pytest.raises(meadhall.IllegalAction):
        match.play("no such action")
    assert everything(match) == before


# -- rule pages and golden files ------------------------------------------------------------------


def clauses(game, page):
    folder = Path(inspect.getfile(type(game))).parent
    return re.findall(r"^- \*\*([A-Z]{2}-\d+)\*\*", (folder / page).read_text("utf-8"), re.MULTILINE)


@every_game
def test_both_rule_pages_have_the_same_clauses_once_each(game):
    english = clauses(game, "RULES.md")
    assert english and len(english) == len(set(english))
    assert sorted(english) == sorted(clauses(game, "REGELN.md"))


@every_game
def test_every_clause_of_the_rules_has_a_test_that_names_it(game):
    sources = "".join(path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    named = set(re.findall(r"^def test_([a-z]{2}\d+)_", sources, re.MULTILINE))
    missing = [clause for clause in clauses(game, "RULES.md") if clause.lower().replace("-", "") not in named]
    assert not missing, f"no test names {', '.join(missing)}"


def test_there_is_a_workspace_for_every_game():
    for game in GAMES:
        state, out, random_state, points = playout.workspace(game.start(game.setup(None, {})).size, 5, 1)
        assert state.size and out.size == 5 and random_state.size == 1 and points.size >= max(game.players)


def test_compiled_code_is_kept_in_a_folder_named_by_all_sources():
    assert code_cache.folder() is None or code_cache.folder().name == code_cache.sources_hash()
