"""The clairvoyant: knows exactly what comes, never counts on anything else, and is measured by the same piles."""

import json
import random
from collections import Counter

import numpy as np
import pytest

import meadhall
from meadhall.core import jit
from meadhall.core.game import CHANCE
from meadhall.games.new_shores.research import clairvoyant
from meadhall.games.new_shores.research import clairvoyant_rules as rules
from meadhall.lab import bench_search, simulate
from meadhall.lab.tally import mean
from meadhall.search import mcts_kernel

GAME = meadhall.game("new-shores")


def begun(seed, decisions):
    """A game of somebody alone who has decided some times."""
    match, chooser = GAME.new(players=1, seed=seed), random.Random(seed)
    for _ in range(decisions):
        match.play(chooser.choice(match.actions()))
    return match


def drawn(match):
    """What chance has brought so far."""
    return [code for entry in match.entries if entry.actor == CHANCE for code in entry.codes]


def pair(number, simulations=20, rehearsals=1, bot="random"):
    return clairvoyant.Pair(GAME.setup(1, {}), bot, simulations, rehearsals, 7, number)


# -- what comes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("decisions", [0, 3, 9])
def test_what_comes_does_not_depend_on_the_decisions(seed, decisions):
    match, chooser = begun(seed, decisions), random.Random(seed + 100)
    coming = clairvoyant.outcomes(match)
    while not match.over:
        match.play(chooser.choice(match.actions()))
    assert drawn(match) == coming and len(coming) == 11  # who begins, nine coasters, the die


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize("decisions", [0, 4])
def test_odds_and_sample_give_the_draws_of_the_match_and_no_others(mode, decisions):
    match, chooser = begun(3, decisions), random.Random(5)
    known = jit.twin(rules.__name__, mode)
    state, out, dice = (
        clairvoyant.knowing(match, clairvoyant.outcomes(match)),
        np.zeros(256, np.int64),
        np.array([1], np.int64),
    )
    came = drawn(match)
    while (actor := GAME.rules().actor(state)) != mcts_kernel.OVER:
        codes = GAME.codes(state)
        if actor == CHANCE:
            weights = out[: known.odds(state, out)].tolist()
            assert len(weights) == len(codes) and sorted(weights)[-2:] in ([0, 1], [1])
            code = int(known.sample(state, dice))
            assert code == codes[weights.index(1)]
            came.append(code)
        else:
            code = chooser.choice(codes)
        known.apply(state, code)
    assert came == clairvoyant.outcomes(match)


# -- the search -------------------------------------------------------------------------------------


def test_its_tree_never_leaves_what_comes():
    match = begun(1, 2)
    searcher = clairvoyant.searcher(match, clairvoyant.outcomes(match), seed=1)
    searcher.grow(1000)
    tree = searcher._tree.reshape(-1, mcts_kernel.WORDS)
    nodes, chances = [(0, clairvoyant.knowing(match, clairvoyant.outcomes(match)))], 0
    while nodes:
        node, state = nodes.pop()
        children = [child for child in searcher._children(node) if tree[child, mcts_kernel.VISITS]]
        if children and GAME.rules().actor(state) == CHANCE:
            chances += 1
            assert [tree[child, mcts_kernel.CODE] for child in children] == [rules.next_outcome(state)]
        for child in children:
            after = state.copy()
            rules.apply(after, int(tree[child, mcts_kernel.CODE]))
            nodes.append((child, after))
    assert chances > 10


def test_its_tree_grows_alike_interpreted_and_compiled():
    trees = []
    for mode in ("interpreted", "compiled"):
        match = begun(2, 12)
        searcher = clairvoyant.searcher(match, clairvoyant.outcomes(match), seed=4, mode=mode)
        searcher.grow(10)
        trees.append((searcher._tree[: 4 * searcher._used].copy(), searcher._values[: 4 * searcher._used].copy()))
    assert np.array_equal(trees[0][0], trees[1][0]) and np.allclose(trees[0][1], trees[1][1])


def test_bots_cannot_reach_it():
    with pytest.raises(meadhall.BadOption):
        meadhall.search.by_name("clairvoyant", GAME, 1)


# -- comparing --------------------------------------------------------------------------------------


def test_the_bot_plays_the_games_of_simulate_and_the_clairvoyant_has_their_piles():
    both = clairvoyant.play_both(pair(2, bot="greedy"))
    (tally,) = simulate.simulate(GAME, GAME.setup(1, {}), ["greedy"], 1, 7, workers=1)
    assert tally == clairvoyant.play_both(pair(0, bot="greedy")).bot != both.bot
    match = clairvoyant.best_rehearsal(pair(2))
    assert drawn(match) == clairvoyant.outcomes(GAME.new(players=1, seed="7/2"))


def test_it_plays_the_best_rehearsal():
    scores = [clairvoyant.rehearse(pair(1, 5), again).scores for again in range(4)]
    assert clairvoyant.best_rehearsal(pair(1, 5, 4)).scores == max(scores) > min(scores)


def test_it_is_ahead_of_greed():
    total = sum(
        (clairvoyant.play_both(pair(number, 200, 1, "greedy")) for number in range(4)), clairvoyant.Comparison()
    )
    assert total.games == 4 and mean(total.gaps) > 0
    assert mean(total.gaps) == pytest.approx(
        mean(total.clairvoyant.of_seat(total.clairvoyant.scores, 0)) - mean(total.bot.of_seat(total.bot.scores, 0))
    )


def test_the_interval_is_that_of_paired_gaps():
    low, high = clairvoyant.gap_interval(Counter([1.0, 2.0, 3.0, 6.0]))  # mean 3, standard error 1.0801
    assert (low, high) == pytest.approx((3 - 1.96 * 1.0801, 3 + 1.96 * 1.0801), abs=1e-3)
    assert clairvoyant.gap_interval(Counter([1.0])) is None


COMMAND = [
    "clairvoyant",
    "--games",
    "2",
    "--simulations",
    "30",
    "--rehearsals",
    "1",
    "--bot",
    "greedy",
    "--workers",
    "1",
]


@pytest.mark.parametrize(("lang", "words"), [("en", "clairvoyant is"), ("de", "Hellseher hat im Mittel")])
def test_the_command_shows_both_and_the_gap(fine, lang, words):
    out = fine(*COMMAND, "--lang", lang)
    assert words in out and "95 %" in out and "greedy" in out and out.count(" %\n") == 4


def test_the_command_prints_json_with_all_ranks(fine):
    figures = json.loads(fine(*COMMAND, "--json"))
    assert figures["games"] == 2 and figures["gap"]["interval"][0] <= figures["gap"]["mean"]
    for who in ("bot", "clairvoyant"):
        assert sum(figures[who]["ranks"].values()) == pytest.approx(1) and len(figures[who]["ranks"]) == 4


# -- how fast the search is -------------------------------------------------------------------------


def test_bench_search_measures_every_opening(run):
    status, out, _ = run("bench", "search", "--seconds", "0.01", "--json")
    rows = json.loads(out)
    assert status == 0
    assert [(row["game"], row["players"]) for row in rows] == [
        ("haugaz", 2), ("land-ahoy", 2), ("new-shores", 1), ("new-shores", 2)
    ]  # fmt: skip
    assert all(row["plain"] > 0 for row in rows)
    assert [row["levels"] is None for row in rows] == [False, True, False, False]


def test_bench_search_prints_a_table(run):
    status, out, _ = run("bench", "search", "haugaz", "--seconds", "0.01")
    assert status == 0 and "simulations/s" in out and "haugaz" in out and "new-shores" not in out


def test_a_bench_runs_as_many_simulations_as_it_says(monkeypatch):
    trees = []
    monkeypatch.setattr(bench_search, "TREE", 8)
    monkeypatch.setattr(bench_search.MctsTree, "grow", lambda self, simulations: trees.append(simulations))
    assert bench_search.loop(meadhall.game("haugaz"), 2, bench_search.SearchParams())(20) == 20
    assert trees == [8, 8, 4]
