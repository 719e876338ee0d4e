"""`meadhall bench serve`: it finds every confirmed move, and says so if one is lost."""

import json

import pytest

import meadhall
from meadhall.lab import bench_serve as bench
from meadhall.lab.load_generator import LoadReport


def test_every_scene_in_small(run, tmp_path):
    status, out, err = run("bench", "serve", "--quick", "--out", "figures.json")
    assert status == 0, err
    figures = json.loads((tmp_path / "figures.json").read_text())
    scenes = {row["scene"]: row for row in figures["scenes"]}
    assert list(scenes) == ["by http", "full speed", "a move a second", "spectators", "soak"]
    assert all(name in out for name in scenes) and figures["store"] == "SQLite"
    for name, row in scenes.items():
        assert row["lost"] == 0 and row["refused"] == []
        assert row["memory_mb"] > 0
        if name != "spectators":
            assert row["moves"] > 0 and row["p50_ms"] <= row["p99_ms"] <= row["worst_ms"]
    assert scenes["a move a second"]["moves"] <= 10 * 4
    assert "memory_mb_per_minute" in scenes["soak"]


def test_the_same_on_postgresql(run, postgres):
    status, out, err = run(
        "bench", "serve", "--quick", "--scene", "full speed", "--database", postgres.database(), "--json"
    )
    assert status == 0, err
    (row,) = json.loads(out)["scenes"]
    assert row["moves"] > 0 and row["lost"] == 0 and row["refused"] == []


def test_a_scene_that_is_not_known_is_refused(run):
    status, _, err = run("bench", "serve", "--scene", "riot")
    assert status == 2 and "riot" in err and "full speed" in err and len(err.splitlines()) == 1


def test_a_move_that_is_not_kept_is_counted():
    played = [[(0, "d4"), (0, "e5"), (1, "black")]]
    report = LoadReport(1.0, 3, 0, [], [], {"long-friday": (0, 3), "short-friday": (0, 1)}, 0.0)
    assert bench.missing(report, played, {"long-friday": ["d4", "e5", "black"], "short-friday": ["d4", "e5"]}) == 0
    assert bench.missing(report, played, {"long-friday": ["d4", "black"], "short-friday": ["d4"]}) == 2
    assert bench.missing(report, played, {"long-friday": ["d4", "e5", "black"]}) == 1


def test_the_games_of_the_bench_are_whole_matches():
    for game in bench.games():
        match = meadhall.game("haugaz").new()
        for actor, action in game:
            assert match.actor == actor
            match.play(action)
        assert match.over


@pytest.mark.parametrize(("memory", "grows"), [([5.0] * 90, 0.0), ([float(k) for k in range(90)], 60.0), ([7.0], 0.0)])
def test_memory_that_grows_is_told_by_the_minute(memory, grows):
    assert bench.slope(memory) == pytest.approx(grows)
