"""A game is one folder: Little Morris, in fourth_game/, is played everywhere, and no other file names it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import meadhall

TESTS = Path(__file__).parent
ROOM = TESTS / "fourth_game"
HERE = {**os.environ, "MEADHALL_GAMES": str(ROOM)}


def run(*command, typed=""):
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        input=typed,
        env=HERE,
        cwd=TESTS.parents[1],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_it_passes_all_that_every_game_must_and_its_own_clauses():
    files = [TESTS / "test_every_game.py", TESTS / "test_golden.py", ROOM]
    passed = run("-m", "pytest", "-p", "no:cacheprovider", *files, "-k", "morris")
    assert "failed" not in passed and int(passed.split(" passed")[0].split()[-1]) > 60


def test_it_is_played_in_the_terminal():
    game = ("-m", "meadhall", "play", "little-morris", "--people", "2", "--plain", "--lang", "de")
    said = run(*game, typed="a1\na3\nb1\nb3\nd4\nc1\n")
    assert "Kleine Mühle" in said and "die Punkte heißen a1 bis c3" in said and "drei in einer Reihe" in said


def test_other_programs_play_it_through_the_engine_and_its_record_is_drawn(tmp_path):
    asks = [{"do": "new", "game": "little-morris", "options": {"moves": "anywhere", "seed": 1}}]
    asks += [{"do": "play", "action": action} for action in ("b2", "a1", "b1", "b3", "c1", "a3", "c1-a2")]
    asks += [{"do": "undo"}, {"do": "choose", "level": 2}, {"do": "view", "player": 1}, {"do": "record"}]
    lines = run("-m", "meadhall", "engine", typed="\n".join(map(json.dumps, asks))).splitlines()
    answers = [json.loads(line) for line in lines]
    assert [answer.get("ok") for answer in answers] == [True] * len(asks)
    assert answers[7]["over"] is False and answers[8]["number"] == 6
    assert answers[9]["action"] in ("c1-c2", "b1-c2", "b2-c2", "c1-a2", "b1-a2", "b2-a2", "c1-c3", "b1-c3", "b2-c3")
    assert answers[10]["view"]["pieces"] == [["b1", "c1", "b2"], ["a1", "a3", "b3"]]
    (tmp_path / "game.txt").write_text(answers[11]["record"], "utf-8")
    run("-m", "meadhall", "replay", tmp_path / "game.txt", "--svg", tmp_path / "game.svg", "--lang", "en")
    assert "Little Morris" in (tmp_path / "game.svg").read_text("utf-8")


def test_bots_of_all_kinds_meet_in_the_arena():
    arena = ("-m", "meadhall", "arena", "little-morris", "greedy", "level:1", "random")
    table = json.loads(run(*arena, "--games", "6", "--workers", "1", "--json"))
    assert {bot["bot"] for bot in table["bots"]} == {"greedy", "level:1", "random"}
    assert table["games"] == 6 and table["forfeited"] == 0


def test_a_folder_without_rooms_is_named_when_a_game_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr("meadhall._rooms.ELSEWHERE", [str(tmp_path / "nowhere"), str(ROOM)])
    with pytest.raises(meadhall.UnknownGame, match=r"no game's folder lies in '.*nowhere', which MEADHALL_GAMES names"):
        meadhall.game("little-moris")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "the folder my_game is no game: its __init__.py exports no GAME"),
        ("from fourth_game.little_morris import GAME", "calls itself 'little-morris'; its name has to be 'my-game'"),
    ],
)
def test_a_folder_that_is_not_quite_a_game_is_told_what_is_missing(monkeypatch, tmp_path, code, said):
    (tmp_path / "my_game").mkdir()
    (tmp_path / "my_game/__init__.py").write_text(code, "utf-8")
    monkeypatch.setattr("meadhall._rooms.ROOMS", [str(tmp_path)])
    monkeypatch.setattr(sys.modules["meadhall.games"], "__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "meadhall.games.my_game", raising=False)
    with pytest.raises(meadhall.UnknownGame, match=said):
        meadhall.game("my-game")
