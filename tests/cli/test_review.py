"""`meadhall review`: a look back at a record, for people and for programs."""

import json
from random import Random

import pytest

import meadhall
from meadhall.learn import values

QUICK = ("--seconds", "0.01", "--seed", "1")


@pytest.fixture
def record(tmp_path):
    """Write the record of a random match into a file."""

    def write(game, players=None, stop=10**9, **options):
        match, random = meadhall.game(game).new(players=players, seed=3, **options), Random(3)
        while not match.over and len(match.history) < stop:
            match.play(random.choice(match.actions()))
        file = tmp_path / "game.txt"
        file.write_text(match.record())
        return file

    return write


@pytest.mark.parametrize(("lang", "luck", "own"), [("en", "luck", "own decisions"), ("de", "Glück", "eigene Züge")])
def test_a_match_is_told_in_a_table_and_sentences(fine, record, lang, luck, own):
    out = fine("review", record("new-shores", 2), "--lang", lang, "--plain", *QUICK)
    assert luck in out and own in out and "Runa" in out and "Ulf" in out and "\u00a0%" in out


def test_alone_it_is_told_in_points(fine, record):
    assert "\u00a0points" in fine("review", record("new-shores", 1), "--lang", "en", *QUICK)


def test_json_for_other_programs_adds_up(fine, record):
    told = json.loads(fine("review", record("new-shores", 3), "--json", *QUICK))
    assert told["unit"] == "share" and len(told["account"]) == 3 and told["decisions"]
    for share in told["account"]:
        total = share["luck"] + share["own"] + share["others"]
        assert total == pytest.approx(share["result"] - share["start"], abs=1e-9)
    assert all(one["lost"] >= 0 for one in told["decisions"])


def test_a_match_that_is_not_over_has_no_account_of_its_luck(fine, record):
    file = record("haugaz", stop=6, size=4)
    assert "not over" in fine("review", file, "--lang", "en", *QUICK)
    assert json.loads(fine("review", file, "--json", *QUICK))["account"] is None


def test_ctrl_c_ends_kindly_with_what_there_is(run, record, monkeypatch):
    file, judge, judged = record("haugaz", size=4), values.verdict, []

    def tired(*arguments):
        if len(judged) == 3:
            raise KeyboardInterrupt
        judged.append(judge(*arguments))
        return judged[-1]

    monkeypatch.setattr(values, "verdict", tired)
    status, out, err = run("review", file, "--json", "--lang", "en", *QUICK)
    assert status == 0 and len(json.loads(out)["decisions"]) == 3
    assert "Stopped after 3 of" in err


def test_what_is_no_record_is_refused(refused, tmp_path):
    (tmp_path / "no.txt").write_text("nothing")
    refused("review", tmp_path / "no.txt")
    refused("review", tmp_path / "nowhere.txt")
    refused("review", tmp_path / "no.txt", "--seconds", "0")
