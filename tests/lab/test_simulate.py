"""Simulated games: tallies that add up, the same games on any number of processes, tables and pictures."""

import itertools
import json
import os
import random
import subprocess
import sys
from collections import Counter

import pytest

import meadhall
from meadhall.lab import plots
from meadhall.lab.report import watched
from meadhall.lab.simulate import Batch, play, seats_for, simulate
from meadhall.lab.tally import Tally, bins, deviation, fair_share, interval, mean, summary
from meadhall.learn import match_facts
from meadhall.learn.match_facts import Event, Grid, Spread, facts_of

GAMES = [meadhall.game(name) for name in meadhall.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SMALL = {"haugaz": {"size": 4}, "land-ahoy": {"harbor": "on"}, "new-shores": {"honky_tonk": "on"}}


def batch(game, numbers, players=None, bots=("random", "random"), seed=3):
    return Batch(game.name, game.setup(players, SMALL[game.name]), bots, seed, numbers)


# -- tallies ----------------------------------------------------------------------------------------


@every_game
def test_tallies_add_up_in_any_order(game):
    parts = [play(batch(game, numbers)) for numbers in (range(2), range(2, 3), range(3, 6))]
    whole = play(batch(game, range(6)))
    for order in itertools.permutations(parts):
        assert sum(order, Tally()) == whole
    assert whole.games == 6 and whole != play(batch(game, range(6), seed=4))


def test_means_and_deviations_are_those_of_the_values():
    counts = Counter([2, 4, 4, 4, 5, 5, 7, 9])
    assert (mean(counts), deviation(counts)) == (5.0, 2.0)


@pytest.mark.parametrize(
    ("results", "low", "high"),
    [
        ({1.0: 20}, 0.8389, 1.0),
        ({0.0: 20}, 0.0, 0.1611),
        ({1.0: 5, 0.0: 5}, 0.2366, 0.7634),
        ({0.5: 10}, 0.2366, 0.7634),
    ],
)
def test_intervals_are_wilsons(results, low, high):
    assert interval(results) == pytest.approx((low, high), abs=1e-4)


def test_few_numbers_get_a_bin_each_and_many_share_bins():
    assert bins({3: 1, 5: 2}, 10) == [("3", 1), ("4", 0), ("5", 2)]
    assert bins({9: 1, 10: 2, 31: 4}, 5) == [("0–9", 1), ("10–19", 2), ("20–29", 0), ("30–39", 4)]
    assert bins({0.0: 1, 0.5: 2, 1.0: 3}, 5) == [("0", 3), ("1", 3)]


def test_a_win_is_shared_and_coming_last_is_not_a_win():
    tally = Tally()
    draw = meadhall.game("haugaz").new(size=4)
    for action in ("a1", "d4", "black", "pass", "pass"):
        draw.play(action)
    tally.add(draw)
    assert tally.results == {(0, 0.5): 1, (1, 0.5): 1} and tally.first == {0.5: 1}
    assert fair_share(tally) == 0.5


@pytest.mark.parametrize(("takes", "black"), [("black", 1), ("white", 0)])
def test_hz6_the_first_turn_is_blacks(takes, black):
    match = meadhall.game("haugaz").new(size=4)
    for action in ("a1", "d4", takes):
        match.play(action)
    assert facts_of(match.game).first_player(match) == black == match.actor


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: game.name)
def test_the_first_turn_is_the_starting_players(game):
    starters = set()
    for seed in range(8):
        match = game.new(seed=seed)
        (start,) = [action for action in match.history if action.startswith("start")]
        match.play(match.actions()[0])
        assert facts_of(game).first_player(match) == int(start.split()[1]) - 1
        starters.add(start)
    assert len(starters) == 2


# -- playing ----------------------------------------------------------------------------------------


def test_fewer_bots_than_seats_go_round():
    assert seats_for(["a", "b"], 3) == ("a", "b", "a")
    with pytest.raises(meadhall.BadOption):
        seats_for(["a", "b", "c"], 2)


def test_a_game_follows_from_the_seed_and_its_number_alone():
    game = meadhall.game("haugaz")
    setup, bots = game.setup(2, {"size": 4}), ("greedy", "random")
    *_, three = simulate(game, setup, bots, 3, seed=8, workers=1)
    assert three == sum((play(Batch(game.name, setup, bots, 8, range(n, n + 1))) for n in (2, 0, 1)), Tally())


def test_two_workers_print_what_one_prints(run):
    arguments = ["simulate", "haugaz", "-o", "size=3", "--bots", "random", "--games", "41", "--json", "--workers"]
    one, two = run(*arguments, "1"), run(*arguments, "2")
    assert one[0] == two[0] == 0 and one[1] == two[1]
    assert json.loads(one[1])["games"] == 41


def test_ctrl_c_keeps_what_was_played(capsys):
    tally = play(batch(GAMES[0], range(2)))

    def interrupted():
        yield tally
        raise KeyboardInterrupt

    assert watched(interrupted(), 100, "en") is tally
    assert "played so far" in capsys.readouterr().err


def test_ctrl_c_before_the_first_game_is_over_leaves_nothing_to_show():
    def interrupted():
        yield from ()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        watched(interrupted(), 100, "en")


# -- what is shown ----------------------------------------------------------------------------------


@every_game
def test_json_holds_every_count(run, game):
    arguments = ["--games", "4", "--bots", "random", "--workers", "1", "--json"]
    status, out, _ = run("simulate", game.name, *arguments)
    figures = json.loads(out)
    assert status == 0 and set(figures["census"]) == {topic.name for topic in facts_of(game).topics}
    assert all(sum(seat["scores"]["counts"].values()) == 4 for seat in figures["seats"])
    assert sum(figures["turns"]["counts"].values()) == sum(figures["actions"]["counts"].values()) == 4
    low, high = figures["first_turn"]["interval"]
    assert low <= figures["first_turn"]["won"] <= high


@every_game
def test_both_languages_fit_into_80_columns(run, game):
    texts = []
    for lang in ("en", "de"):
        arguments = ["--games", "3", "--bots", "random", "--workers", "1", "--lang", lang]
        status, out, _ = run("simulate", game.name, "--players", str(max(game.players)), *arguments)
        assert status == 0 and max(len(line) for line in out.splitlines()) <= 80
        assert all(topic.words[lang] in out for topic in facts_of(game).topics if isinstance(topic, Event))
        texts.append(out)
    assert game.title["en"] in texts[0] and game.title["de"] in texts[1] and "%" in texts[0]


@pytest.mark.parametrize(
    ("game", "players", "lang", "name"), [("new-shores", 1, "en", "x.png"), ("land-ahoy", 4, "de", "x.svg")]
)
def test_a_picture_is_drawn_alone_and_for_a_full_table(game, players, lang, name, tmp_path):
    pytest.importorskip("matplotlib")
    room, bots = meadhall.game(game), ("random",) * players
    plots.draw(play(batch(room, range(2), players, bots)), room, bots, lang, tmp_path / name)
    content = (tmp_path / name).read_bytes()
    assert content.startswith(b"\x89PNG") if lang == "en" else b"<svg" in content


def test_simulate_writes_the_picture(run, tmp_path):
    pytest.importorskip("matplotlib")
    status, _, _ = run(
        *["simulate", "haugaz", "--games", "2", "--bots", "random,greedy", "-o", "size=3", "--workers", "1"],
        *["--plot", "x.png"],
    )
    assert status == 0
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_the_picture_is_not_lost_where_nobody_reads_the_table(how, tmp_path):
    pytest.importorskip("matplotlib")
    reader, writer = os.pipe()
    os.close(reader)  # as `| head -1` does when it has seen its line
    few = ["--games", "2", "--bots", "random", "-o", "size=3", "--workers", "1"]
    command = [sys.executable, "-m", "meadhall", "simulate", "haugaz", *few, "--plot", "x.png", *how]
    subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=subprocess.DEVNULL, timeout=240)
    os.close(writer)
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_a_game_that_counts_nothing_is_simulated_too(run, monkeypatch, tmp_path):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(match_facts.MATCH_FACTS, "of", lambda game: None)
    arguments = ["simulate", "haugaz", "--games", "3", "--bots", "random", "-o", "size=3", "--workers", "1"]
    status, out, _ = run(*arguments, "--plot", "x.png")
    assert status == 0 and "Haugaz – 3 games" in out and "HZ-" not in out
    assert (tmp_path / "x.png").exists()
    assert json.loads(run(*arguments, "--json")[1])["census"] == {}


# -- what every room counts -------------------------------------------------------------------------


@every_game
def test_topics_speak_both_languages_and_name_clauses(game):
    names = [topic.name for topic in facts_of(game).topics]
    assert len(set(names)) == len(names)
    for topic in facts_of(game).topics:
        ways = [topic.words]
        ways += topic.ways.values() if isinstance(topic, Spread) else ()
        ways += topic.columns.values() if isinstance(topic, Grid) else ()
        assert all(set(words) == {"en", "de"} for words in ways)
        assert f"**{topic.clause.split(',')[0]}**" in game.rule_text("en")


@every_game
def test_facts_are_of_known_topics_and_ways(game):
    topics = {topic.name: topic for topic in facts_of(game).topics}
    rng = random.Random(5)
    for players in game.players:
        match = game.new(players=players, seed=players, **SMALL[game.name])
        while not match.over:
            match.play(rng.choice(match.actions()))
        for fact in facts_of(match.game).facts(match):
            topic, rest = topics[fact[0]], fact[1:]
            if isinstance(topic, Event):
                assert rest == ()
            elif isinstance(topic, Grid):
                assert rest[0] in topic.rows and rest[1] in topic.columns
            else:
                assert len(rest) == 1 and (rest[0] in topic.ways if topic.ways else type(rest[0]) is int)


@every_game
def test_the_summary_counts_every_fact_once(game):
    tally = play(batch(game, range(3)))
    census = summary(tally, game, ["random", "random"])["census"]

    def total(counts):
        return sum(total(part) if isinstance(part, dict) else part for part in counts.values())

    counted = sum(topic["count"] if "count" in topic else total(topic["counts"]) for topic in census.values())
    assert counted == sum(tally.facts.values()) > 0
