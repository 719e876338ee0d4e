"""The navigator: its turn is solved exactly, for every player, in every mode."""

import numpy as np
import pytest
from land_ahoy_table import GAME, ONE_ROCK, SCATTERED, drift, land, play, sail, table, win

import meadhall
from meadhall.games.land_ahoy import rules
from meadhall.games.land_ahoy.navigator import Navigator, learned
from meadhall.games.land_ahoy.turn_search import Room
from meadhall.games.land_ahoy.value_net import final_chances
from meadhall.search import by_name

LEAD = np.array([1.0])


def expectimax(state, turn, value, seen):
    """What a position is worth for each player, by the six rule functions alone."""
    key = state.tobytes()
    if key not in seen:
        seen[key] = by_rules(state, turn, value, seen)
    return seen[key]


def by_rules(state, turn, value, seen):
    actor, players = rules.actor(state), int(state[rules.PLAYERS])
    if actor == rules.OVER:
        points = np.zeros(4)
        rules.scores(state, points)
        return np.array(GAME.results(points[:players]))
    if state[rules.TURNS] != turn and state[rules.PHASE] != rules.LUCK:
        return value(state)
    worths = action_worths(state, turn, value, seen)
    if actor != rules.CHANCE:
        return max(worths, key=lambda worth: worth[actor])
    odds = np.zeros(rules.MAX_ACTIONS, np.int64)
    count = rules.odds(state, odds)
    return sum(weight * worth for weight, worth in zip(odds[:count], worths, strict=True)) / sum(odds[:count])


def action_worths(state, turn, value, seen):
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    worths = []
    for action in out[: rules.actions(state, out)]:
        after = state.copy()
        rules.apply(after, int(action))
        worths.append(expectimax(after, turn, value, seen))
    return worths


def lead(state):
    """The same as the navigator's look at the lead, in other words."""
    players = int(state[rules.PLAYERS])
    points = np.zeros(4)
    rules.scores(state, points)
    mine = [points[p] + rules.held(state, p, rules.SVEN) * 35 / 18 for p in range(players)]
    above = [mine[p] - min(mine[:p] + mine[p + 1 :]) for p in range(players)]
    return 1 / (1 + np.exp(-np.array(above) / 1.5))


def first_roll(match):
    return play(match, "roll 4 2")


POSITIONS = {
    "first voyage, islands face down": lambda: first_roll(table(2, SCATTERED)),
    "first voyage in the harbor, four players": lambda: first_roll(table(4, SCATTERED, harbor="on")),
    "nothing but the rock": lambda: first_roll(table(2, ONE_ROCK)),
    "one number before the end": lambda: first_roll(win(table(2), "1", "1", "1 2", "2")),
    "Svens and Hägar to steal": lambda: first_roll(win(table(3), "sven", "sven", "hagar", "1 2", "1", "")),
    "ashore directly, two rolls left": lambda: play(sail(win(table(2), "1 2", "1 2"), "e1"), "roll 3 6"),
    "ashore, one roll left": lambda: play(
        sail(win(table(2), "1 2", "1 1"), "e1"), "roll 3 6", "reroll red", "roll 1 6"
    ),
    "a claim": lambda: land(win(table(3), "sven", "1 2", "1 1"), "e1", "3 4"),
    "Helga with a choice": lambda: land(win(drift(table(2)), "1 2", "3"), "a1", "1 6"),
    "a choice of islands": lambda: sail(table(2, SCATTERED, board=CLOSE), "b1"),
}
CLOSE = "board helga/0 h1/0 rock/0 ship/0 h2/0 s1/0 h3/0 h4/0 s2/0"


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize("name", POSITIONS)
def test_a_turn_is_worth_what_the_rules_say_step_by_step(name, mode):
    match = POSITIONS[name]()
    state = match.state
    room = Room(mode)
    room.weigh(state, LEAD)
    expected = action_worths(state, state[rules.TURNS], lead, {})
    for seat in range(match.players):
        assert room.worths(seat) == pytest.approx([worth[seat] for worth in expected], abs=1e-12)


def test_the_chances_at_the_end_are_those_of_all_dice_of_the_svens():
    state = win(table(3), "sven", "1 2", "sven", "1 1", "2", "3").state
    assert state[rules.PHASE] == rules.LUCK
    out = np.zeros(4)
    final_chances(state, np.zeros(4), np.zeros(8), out, 0)
    assert out[:3] == pytest.approx(expectimax(state, -1, None, {}), abs=1e-12)


def test_the_net_runs_the_same_interpreted_and_compiled():
    for players in (2, 3, 4):
        state = land(win(table(players), "sven", "1 2", *[""] * (players - 2)), "e1", "3 4").state
        answers = []
        for mode in ("interpreted", "compiled"):
            room = Room(mode)
            room.weigh(state, learned(players))
            answers.append([room.worths(seat) for seat in range(players)])
        assert np.allclose(*answers, atol=1e-12)


@pytest.mark.parametrize("name", ["one number before the end", "ashore, one roll left", "a claim"])
def test_looking_one_turn_ahead_is_worth_what_the_rules_say_step_by_step(name):
    match = POSITIONS[name]()
    state = match.state
    turn = int(state[rules.TURNS])
    seen, ahead = {}, {}

    def next_turn(after):
        return expectimax(after, turn + 1, lead, seen)

    room = Room()
    room.weigh(state, LEAD)
    before = room.worths(0)
    assert room.look_ahead(LEAD) > room.leaves
    room.weigh_again(state)
    expected = action_worths(state, turn, next_turn, ahead)
    for seat in range(match.players):
        assert room.worths(seat) == pytest.approx([worth[seat] for worth in expected], abs=1e-12)
    assert room.worths(0) != before


def test_looking_two_turns_ahead_solves_the_turn_after_the_next():
    match = POSITIONS["a claim"]()
    room, closer = Room(), Room()
    room.weigh(match.state, LEAD)
    room.look_ahead(LEAD, 2)
    room.weigh_again(match.state)
    after = match.copy()
    after.play(after.actions()[0])
    closer.weigh(after.state, LEAD)
    closer.look_ahead(LEAD)
    closer.weigh_again(after.state)
    assert [room.worths(seat)[0] for seat in range(3)] == pytest.approx([closer.worths(seat)[0] for seat in range(3)])


def test_too_late_a_look_ahead_leaves_the_answer_as_it_was():
    state = POSITIONS["nothing but the rock"]().state
    room = Room()
    room.weigh(state, LEAD)
    before = room.worths(1)
    assert room.look_ahead(LEAD, 2, deadline=0.0) == 0
    room.weigh_again(state)
    assert room.worths(1) == before


def test_it_ends_the_game_that_it_wins_and_not_the_one_that_it_loses():
    ahead = win(table(2), "1 2", "1", "1", "2")  # five numbers are taken
    behind = win(table(2), "1", "1 2", "1", "2")
    for match, chosen in ((ahead, "take 3"), (behind, "leave")):
        choice = Navigator(GAME, 1, value="lead").choose(land(match, "e1", "3 6"))
        assert choice == chosen


def test_an_analysis_covers_all_actions_best_first():
    match = POSITIONS["a claim"]()
    lines = Navigator(GAME, 1).analyse(match, 0.2)
    assert {line.action for line in lines} == set(match.actions())
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    assert all(0 <= line.value <= 1 and line.visits > 0 for line in lines)


def test_the_same_seed_makes_the_same_slips():
    match = POSITIONS["first voyage, islands face down"]()
    bots = [Navigator(GAME, seed, value="points", noise=0.3) for seed in (1, 1, 2)]
    first, again, other = [[bot.choose(match) for _ in range(30)] for bot in bots]
    assert first == again != other


def test_it_is_for_land_ahoy_alone_and_says_what_it_can_be():
    with pytest.raises(meadhall.BadOption, match="there is no bot 'navigator'"):
        by_name("navigator", meadhall.game("haugaz"), 1)
    with pytest.raises(meadhall.BadOption, match="plays land-ahoy, not haugaz"):
        Navigator(meadhall.game("haugaz"), 1)
    with pytest.raises(meadhall.BadOption, match="points, lead, learned"):
        Navigator(GAME, 1, value="luck")
    assert isinstance(by_name("navigator:deep", GAME, 1), Navigator)


def test_a_net_for_other_inputs_is_refused(tmp_path):
    np.savez(tmp_path / "old.npz", features=0, players2=np.zeros(9))
    with pytest.raises(meadhall.BadOption, match="another version"):
        learned(2, tmp_path / "old.npz")
