"""`meadhall bench batch` and `meadhall bench peers` measure what they say."""

import json
import os

import pytest

import meadhall
from meadhall.core.errors import BadOption
from meadhall.lab import bench_batch, bench_libraries, other_libraries


def test_batches_are_measured_on_one_core_and_on_all(run):
    status, told, _ = run("bench", "batch", "haugaz", "--sizes", "64,128", "--seconds", "0.01", "--json")
    rows = json.loads(told)
    assert status == 0
    assert {row["games"] for row in rows} == {64, 128} and min(row["cores"] for row in rows) == 1
    assert all(row["actions_per_second"] > 0 and row["steps_per_second"] > 0 for row in rows)


def test_figures_are_shown_and_written_down(run, tmp_path):
    status, told, _ = run("bench", "batch", "haugaz", "--sizes", "64", "--seconds", "0.01", "--out", "figures.json")
    assert status == 0 and "steps/s with mask and observation" in told
    assert json.loads((tmp_path / "figures.json").read_text("utf-8"))[0]["game"] == "haugaz"


@pytest.mark.parametrize("way", [bench_batch.acting, bench_batch.stepping])
def test_what_is_counted_was_played(way):
    batch = bench_batch.on_cpu(meadhall.game("haugaz"), 10, 1)
    before = batch.state.copy()
    assert way(batch)(3) == 30
    assert (batch.state != before).any(1).all()


def test_the_same_rules_by_other_roads_and_what_is_missing_is_said(run, monkeypatch):
    before = os.sched_getaffinity(0)

    def missing():
        raise BadOption("gymnasium is not installed: pip install gymnasium")

    roads = [
        ("Gymnasium loop", "same", missing),
        ("OpenSpiel skin under pyspiel", "same", other_libraries.open_spiel_skin),
    ]
    monkeypatch.setattr(other_libraries, "other_roads", lambda: roads)
    status, told, _ = run("bench", "peers", "--no-context", "--seconds", "0.01")
    assert status == 0
    assert "OpenSpiel skin under pyspiel" in told and "compiled, sampling" in told and "batch of 1,024" in told
    assert "left out: Gymnasium loop: gymnasium is not installed" in told
    assert os.sched_getaffinity(0) == before


@pytest.mark.parametrize(
    "road",
    [other_libraries.gymnasium, other_libraries.pettingzoo, other_libraries.open_spiel_skin],
    ids=lambda road: road.__name__,
)
def test_a_game_on_another_road_has_as_many_actions_as_games_have(road):
    assert 20 < road()(3) / 3 < 400  # 127 on average


@pytest.mark.parametrize("road", [other_libraries.open_spiel_game, other_libraries.open_spiel_alone])
def test_games_of_openspiel_are_played_to_their_ends(road):
    actions = road("hex")(2)
    assert (
        60 < actions / (2 if road is other_libraries.open_spiel_game else 2 * other_libraries.ROLLOUTS) <= 121
    )  # points of the board


def test_games_of_pgx_are_counted():
    pytest.importorskip("pgx")
    assert other_libraries.pgx("tic_tac_toe", 4)(1) == 4 * other_libraries.PGX_STEPS


def test_a_package_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(other_libraries, "find_spec", lambda name: None)
    loops, _, missing = bench_libraries._made(other_libraries.other_games())
    assert not loops
    assert missing["Pgx hex, 1,024 at once"] == "jax is not installed: pip install jax"
    assert missing["OpenSpiel hex, C++ alone"] == "open_spiel is not installed: pip install open_spiel"
