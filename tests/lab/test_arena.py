"""The arena: fair schedules, honest intervals, one result for a seed, and a file that can be read back."""

import io
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import numpy as np
import pytest
from rich.console import Console

import meadhall
from meadhall.lab import arena, arena_table, ratings, results, schedule, standings
from meadhall.learn import ratings as study_ratings

HAUGAZ = meadhall.game("haugaz")
SMALL = ["haugaz", "greedy", "random", "-o", "size=3"]


def small(*bots, seed=1, **options):
    return arena.tournament(HAUGAZ, bots or ("greedy", "random"), None, {"size": 3, **options}, seed)


def untimed(games):
    """What a seed decides: all but the times."""
    lines = [game.line() for game in sorted(games, key=lambda game: game.number)]
    return [{key: value for key, value in line.items() if key not in ("seconds", "longest")} for line in lines]


# -- who sits where ---------------------------------------------------------------------------------

TABLES = [(2, 2), (3, 3), (4, 4), (3, 2), (5, 3), (2, 3), (2, 4), (3, 4), (4, 1)]


@pytest.mark.parametrize(("bots", "players"), TABLES)
@pytest.mark.parametrize("number", [0, 1, 5])
def test_every_bot_sits_on_every_seat_equally_often_in_a_round(bots, players, number):
    games = schedule.seatings(bots, players, number)
    for seat in range(players):
        counts = Counter(game[seat] for game in games)
        assert len(counts) == bots and len(set(counts.values())) == 1
    assert len(games) == len(schedule.seatings(bots, players))


def test_two_bots_swap_seats():
    assert schedule.seatings(2, 2) == [(0, 1), (1, 0)]


def test_more_bots_than_seats_meet_in_every_combination():
    assert {frozenset(game) for game in schedule.seatings(4, 2)} == {
        frozenset((a, b)) for a in range(4) for b in range(a)
    }


def test_neighbours_change_from_round_to_round():
    assert schedule.seatings(3, 3, 0)[0] == (0, 1, 2) and schedule.seatings(3, 3, 1)[0] == (0, 2, 1)


def test_the_games_of_a_round_share_the_dice_and_no_others_do():
    tournament = arena.tournament(meadhall.game("land-ahoy"), ["random", "greedy", "random"], 3, {}, "x")
    starts = [tournament.match(number).history for number in range(6)]
    assert starts[0] == starts[1] == starts[2] != starts[3] == starts[4] == starts[5]


def test_every_seat_of_every_game_has_bot_dice_of_its_own():
    seeds = {schedule.bot_seed(seed, game, seat) for seed in "12" for game in range(20) for seat in range(3)}
    assert len(seeds) == 2 * 20 * 3


def test_games_are_rounded_up_to_whole_rounds(run):
    assert [schedule.whole_rounds(games, 6) for games in (1, 6, 7)] == [6, 6, 12]
    _, out, err = run("arena", *SMALL, "--games", "3", "--workers", "1")
    assert "3 games become 4: a round has 2." in err and "4 games (2 × 2)" in out


# -- how sure it is ---------------------------------------------------------------------------------


def test_all_won_reaches_to_all_and_all_lost_to_nothing():
    ends = {(ratings.wilson(0.0, games)[0], ratings.wilson(1.0, games)[1]) for games in range(1, 501)}
    assert ends == {(0.0, 1.0)}


def test_wilsons_interval_is_that_of_the_books():
    assert ratings.wilson(1.0, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert ratings.wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.7764), (9, 2.2622), (30, 2.0423), (1000, 1.9623)])
def test_the_quantiles_are_students(freedom, quantile):
    assert ratings.t_quantile(freedom) == pytest.approx(quantile, abs=1e-3)


def test_the_interval_comes_from_the_spread_of_the_rounds():
    rounds = [0.5, 0.6] * 50  # variance 0.0025 · 100/99, so the mean is off by 0.005025
    low, high = ratings.interval(rounds, 200)
    assert (low, high) == pytest.approx((0.55 - 1.9842 * 0.005025, 0.55 + 1.9842 * 0.005025), abs=1e-4)


def test_rounds_that_are_few_or_alike_do_not_make_a_result_sure():
    assert ratings.interval([1.0] * 10, 20) == ratings.wilson(1.0, 20)
    assert ratings.interval([0.5, 1.0], 4) == ratings.wilson(0.75, 4)


def test_elo_is_that_of_the_formula():
    assert ratings.elo(0.5) == 0 and ratings.elo(10 / 11) == pytest.approx(400) and ratings.elo(1.0) == math.inf
    assert ratings.elo(0.0) == -math.inf


def test_elo_of_many_agrees_with_that_of_two():
    points = np.array([[0.0, 749.5], [249.5, 0.0]])
    (first, second), (reach, _) = ratings.elo_table(points)
    assert first - second == pytest.approx(400 * math.log10(3), abs=0.01) and first == pytest.approx(-second)
    assert reach == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(1000 * 0.75 * 0.25) / 2, rel=1e-3)


def test_elo_of_many_stays_finite_and_in_order():
    elos, _ = ratings.elo_table(np.array([[0, 20, 20], [0, 0, 20], [0, 0, 0]], float))
    assert elos[0] > 100 > elos[1] > -100 > elos[2] > -2000


def test_skills_put_winners_first():
    skills = study_ratings.skills(3, [((0, 1, 2), (1.0, 0.0, 0.0)), ((2, 0, 1), (0.0, 1.0, 0.0))] * 5)
    assert skills[0][0] > 27 > 25 > skills[1][0] and all(sigma < 8.3 for _, sigma in skills)


# -- results ----------------------------------------------------------------------------------------


def game(number, seats, outcome, first=0, **rest):
    """A game that was played, by its results."""
    seen = {"scores": outcome, "winners": [], "results": outcome, "first": first, "actions": 9, "moves": str(number)}
    times = {"decisions": [2, 2], "seconds": [0.2, 0.4], "longest": [0.15, 0.3]}
    return arena.ArenaGame(number=number, round=number // 2, seats=seats, seed="s", **{**seen, **times, **rest})


def test_the_figures_are_those_counted_by_hand():
    games = [
        game(0, (0, 1), (1.0, 0.0)),
        game(1, (1, 0), (0.5, 0.5)),
        game(2, (0, 1), (1.0, 0.0)),
        game(3, (1, 0), (1.0, 0.0)),
    ]
    figures = standings.summary(small(), games)
    first, second = figures["bots"]
    assert (first["share"], second["share"]) == (0.625, 0.375)
    assert (first["low"], first["high"]) == ratings.wilson(0.625, 4)
    assert first["decision_seconds"] == pytest.approx(1.2 / 8) and first["longest_seconds"] == 0.3
    assert figures["first"]["share"] == 0.875 and figures["first"]["fair"] == 0.5
    assert figures["elo"]["difference"] == pytest.approx(400 * math.log10(5 / 3))


def test_only_whole_rounds_count():
    games = [game(0, (0, 1), (1.0, 0.0)), game(1, (1, 0), (0.0, 1.0)), game(2, (0, 1), (0.0, 1.0))]
    figures = standings.summary(small(), games)
    assert (figures["games"], figures["uncounted"], figures["bots"][0]["share"]) == (2, 1, 1.0)
    assert standings.summary(small(), games[:1])["games"] == 1


def test_repeated_games_and_forfeits_are_told():
    lost = game(1, (1, 0), (0.0, 1.0), scores=None, forfeit={"seat": 0, "why": "fell asleep"})
    same = [game(2, (0, 1), (1.0, 0.0), moves="same"), game(3, (1, 0), (1.0, 0.0), moves="same")]
    figures = standings.summary(small(), [game(0, (0, 1), (1.0, 0.0)), lost, *same])
    assert (figures["distinct"], figures["forfeited"]) == (2, 1)
    assert [bot["forfeits"] for bot in figures["bots"]] == [0, 1]
    assert figures["bots"][1]["first_reason"] == "fell asleep"


def test_a_seed_gives_the_same_games_with_one_worker_and_with_two():
    tournament = small("greedy", "random", "random")
    alone, together = (list(arena.play(tournament, range(12), workers=workers)) for workers in (1, 2))
    assert untimed(alone) == untimed(together)
    assert untimed(alone) != untimed(arena.play(small("greedy", "random", "random", seed=2), range(12), workers=1))


# -- the command and its file -----------------------------------------------------------------------


def test_the_table_fits_80_columns_in_both_languages(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for lang, words in (("en", ["won", "Elo: greedy is", "Who decided first"]), ("de", ["Siege", "Elo: greedy liegt"])):
        status, out, _ = run("arena", *SMALL, "--games", "4", "--workers", "1", "--lang", lang)
        assert status == 0 and all(word in out for word in words)
        assert max(map(len, out.splitlines())) <= 80 and "greedy" in out.splitlines()[2]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_widest_figures_fit_80_columns(lang):
    tournament = arena.tournament(meadhall.game("land-ahoy"), ["mcts:7777777ms", "random"], 3, {}, 1)
    scores = {"scores": [10.5] * 3, "decisions": [9] * 3, "seconds": [5000.0] * 3, "longest": [999.4] * 3}
    games = [game(i, tournament.seats(i), (1.0, 1.0, 0.0), **scores) for i in range(6)]
    stream = io.StringIO()
    arena_table.show(standings.summary(tournament, games), Console(file=stream, width=80), lang)
    rows = stream.getvalue().splitlines()[1:4]
    assert all(len(row) <= 80 and "…" not in row for row in rows) and "999.4 s" in rows[1], rows


def test_larger_tables_get_openskill(run):
    arguments = ["arena", "new-shores", "random", "random", "--players", "3", "--games", "6", "--workers", "1"]
    _, out, _ = run(*arguments)
    assert "skill" in out and "mu ± sigma" in out and "3 players" in out


def test_bots_of_one_name_are_told_apart(run):
    _, out, _ = run("arena", "haugaz", "random", "random", "-o", "size=3", "--games", "2", "--workers", "1")
    assert "random (2)" in out


def test_alone_the_score_counts(run):
    status, out, _ = run("arena", "new-shores", "random", "random", "--players", "1", "--games", "2", "--workers", "1")
    assert status == 0 and "success" in out and "alone" in out


def test_json_has_the_figures(run):
    _, out, _ = run("arena", *SMALL, "--games", "4", "--workers", "1", "--json")
    figures = json.loads(out)
    assert (figures["games"], figures["rounds"], [bot["bot"] for bot in figures["bots"]]) == (
        4,
        2,
        ["greedy", "random"],
    )


def played_file(run, tmp_path, games=6):
    status, out, err = run("arena", *SMALL, "--games", games, "--workers", "1", "--out", "x.jsonl", "--records")
    assert status == 0, err
    return tmp_path / "x.jsonl", out


def test_a_file_is_read_back_as_the_same_table(run, tmp_path):
    file, out = played_file(run, tmp_path)
    assert run("arena", "--read", "x.jsonl")[1] == out
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert lines[0]["meadhall"] == "arena 1" and len(lines) == 7
    assert all(meadhall.load(line["record"]).winners == tuple(line["winners"]) for line in lines[1:])


@pytest.mark.parametrize("cut", [1, 30, 5000])
def test_a_file_that_was_cut_off_is_completed_to_the_same_games(run, tmp_path, cut):
    file, _ = played_file(run, tmp_path)
    _, whole, _ = results.read(file)
    content = file.read_bytes()
    file.write_bytes(content[:-cut])
    status, _, err = run("arena", *SMALL, "--games", "6", "--workers", "1", "--out", "x.jsonl", "--records", "--resume")
    assert (status, err) == (0, "")
    assert untimed(results.read(file)[1]) == untimed(whole)


def test_resume_plays_more_games_of_the_same_tournament(run, tmp_path):
    file, _ = played_file(run, tmp_path, 4)
    run("arena", *SMALL, "--games", "8", "--workers", "1", "--out", "x.jsonl", "--resume")
    tournament, games, _ = results.read(file)
    assert [game.number for game in games] == list(range(8))
    assert [line["moves"] for line in untimed(games)] == [
        game.moves for game in arena.play(tournament, range(8), workers=1)
    ]


OTHERS = {
    "size": ["haugaz", "greedy", "random", "-o", "size=4"],
    "bots": ["haugaz", "random", "greedy", "-o", "size=3"],
    "seed": [*SMALL, "--seed", "2"],
    "game": ["land-ahoy", "greedy", "random"],
    "limit": [*SMALL, "--limit", "1"],
}


@pytest.mark.parametrize(("what", "arguments"), OTHERS.items())
def test_a_file_of_another_tournament_is_left_alone(run, refused, tmp_path, what, arguments):
    file, _ = played_file(run, tmp_path, 2)
    before = file.read_bytes()
    sentence = refused("arena", *arguments, "--games", "2", "--out", "x.jsonl", "--resume")
    assert "another tournament" in sentence and what in sentence
    assert "already there" in refused("arena", *SMALL, "--out", "x.jsonl")
    assert file.read_bytes() == before


HEAD = json.dumps({"meadhall": "arena 1", **small().__dict__}).encode() + b"\n"
SPOILT = {
    "nothing": b"",
    "no JSON": b"garbage\n",
    "another file": b'{"meadhall": "record 1"}\n',
    "a list": b"[]\n",
    "half a head": HEAD[:40],
    "an unknown game": HEAD.replace(b"haugaz", b"chess"),
    "no bots": HEAD.replace(b'["greedy", "random"]', b"[]"),
    "a number for bots": HEAD.replace(b'["greedy", "random"]', b"7"),
    "nonsense for a game": HEAD + b"{}\n",
    "no text": HEAD + b"\xff\xfe\n",
    "deep lists": HEAD + b"[" * 100_000 + b"\n",
    "a bot in the wrong seat": HEAD + json.dumps(game(0, (1, 0), (1.0, 0.0)).line()).encode() + b"\n",
    "words for results": HEAD + json.dumps(game(0, (0, 1), ("a", "b")).line()).encode() + b"\n",
    "no number": HEAD + json.dumps({**game(0, (0, 1), (1.0, 0.0)).line(), "number": "0"}).encode() + b"\n",
}


@pytest.mark.parametrize("content", SPOILT.values(), ids=SPOILT.keys())
def test_a_file_of_something_else_gets_one_sentence(refused, tmp_path, content):
    (tmp_path / "x.jsonl").write_bytes(content)
    assert "x.jsonl" in refused("arena", "--read", "x.jsonl")


WRONG = {
    "nothing": ("arena", ["no game", "haugaz"]),
    "chess": ("arena chess greedy random", ["chess"]),
    "one bot": ("arena haugaz greedy", ["two bots"]),
    "unknown bot": ("arena haugaz greedy clever-one", ["clever-one", "mcts:500", "command"]),
    "too many players": ("arena haugaz greedy random --players 3", ["3"]),
    "no games": ("arena haugaz greedy random --games 0", ["--games"]),
    "no workers": ("arena haugaz greedy random --workers 0", ["--workers"]),
    "no time": ("arena haugaz greedy random --limit 0", ["--limit"]),
    "resume nothing": ("arena haugaz greedy random --resume", ["--out"]),
    "records of nothing": ("arena haugaz greedy random --records", ["--out"]),
    "read and play": ("arena haugaz greedy --read x.jsonl", ["--read"]),
    "read what is not there": ("arena --read x.jsonl", ["x.jsonl"]),
    "out into no folder": ("arena haugaz greedy random --out no/x.jsonl", ["no/x.jsonl"]),
    "out into a folder": ("arena haugaz greedy random --out .", ["'.'"]),
    "empty seed": ("arena haugaz greedy random --seed=", ["seed"]),
    "no cluster": ("arena haugaz greedy random --cluster 127.0.0.1:1", ["127.0.0.1:1", "no Dask cluster"]),
    "no address": ("arena haugaz greedy random --cluster hall", ["hall", "tcp://HOST:PORT"]),
    "workers of a cluster": ("arena haugaz greedy random --cluster a:1 --workers 2", ["not both"]),
}  # fmt: skip


@pytest.mark.parametrize(("command", "words"), WRONG.values(), ids=WRONG.keys())
def test_wrong_use_gets_one_sentence(refused, command, words):
    sentence = refused(*command.split())
    assert all(word in sentence for word in words), sentence


def test_a_command_that_failed_leaves_no_file_behind(refused, tmp_path):
    refused("arena", *SMALL, "--out", "x.jsonl", "--cluster", "127.0.0.1:1")
    assert not (tmp_path / "x.jsonl").exists()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(tmp_path, workers):
    file = tmp_path / "x.jsonl"
    hear = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # tests in the background are deaf
    code = f"{hear}; from meadhall.cli import main; main()"
    arguments = ["arena", "haugaz", "random", "random", "--games", "4000", "--workers", workers, "--out", str(file)]
    group = {"start_new_session": True} if hasattr(os, "killpg") else {}
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **group
    ) as process:
        while process.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") > 4):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "random" in out
    assert err.startswith("Stopped after") and "--resume" in err and err.count("\n") == 1, err
    assert 4 <= len(results.read(file)[1]) < 4000


@pytest.mark.parametrize("swapped", [False, True])
def test_who_won_every_game_is_the_one_ahead(swapped):
    """With many games the interval ends before infinity."""
    bots = [{"name": "level:4"}, {"name": "level:5"}]
    elo = {"difference": None, "low": -6261.0, "high": -477.0}
    if swapped:
        bots, elo = bots[::-1], {"difference": None, "low": 477.0, "high": 6261.0}
    said = arena_table._elo({"bots": bots, "elo": elo}, arena_table.WORDS["en"])
    assert said == "Elo: level:5 is ∞ ahead of level:4 (95 %: 477 to 6261)."
