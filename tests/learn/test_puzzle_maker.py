"""Making puzzles: the same seed finds the same ones, a search can be gone on with, and other files are left alone."""

import sys

import pytest

import meadhall
from meadhall.core.errors import BadOption
from meadhall.learn import puzzle_maker, puzzles
from meadhall.learn.quiz import Shelf


def made(file, count, seed=3, game="land-ahoy", resume=False):
    return puzzle_maker.make(meadhall.game(game), count, seed, file, resume, bar=False)


@pytest.mark.parametrize("game", ["haugaz", "new-shores"])
def test_it_finds_a_puzzle_that_is_proven(game, tmp_path):
    assert made(tmp_path / "p.jsonl", 1, game=game) == 1
    (puzzle,) = puzzles.read((tmp_path / "p.jsonl").read_text("utf-8"))
    assert puzzles.quiz(meadhall.game(game)).prove(puzzle)


def test_the_same_seed_finds_the_same_and_a_search_that_was_stopped_goes_on(tmp_path):
    at_once, in_two, other = (tmp_path / name for name in ("once", "two", "other"))
    assert made(at_once, 2) == 2
    lines = at_once.read_text("utf-8").splitlines(keepends=True)
    in_two.write_text(lines[0], "utf-8")
    assert made(in_two, 2, resume=True) == 2
    assert in_two.read_text("utf-8") == at_once.read_text("utf-8")
    made(other, 1, seed=4)
    assert other.read_text("utf-8") != lines[0]


def test_the_name_of_a_puzzle_that_was_taken_out_is_never_given_again(tmp_path):
    file = tmp_path / "p.jsonl"
    made(file, 2)
    file.write_text(file.read_text("utf-8").splitlines(keepends=True)[1], "utf-8")
    made(file, 2, resume=True)
    assert [puzzle.id for puzzle in puzzles.read(file.read_text("utf-8"))] == ["la-2", "la-3"]


def test_what_is_found_is_kept_when_somebody_stops_it(tmp_path, monkeypatch):
    def stopped(quiz, wanted, seed, found):
        yield puzzles.of(meadhall.game("land-ahoy"))["la-1"]
        raise KeyboardInterrupt

    monkeypatch.setattr(puzzle_maker, "search", stopped)
    assert made(tmp_path / "p.jsonl", 9) == 1
    assert len(puzzles.read((tmp_path / "p.jsonl").read_text("utf-8"))) == 1


def test_no_puzzle_twice_and_not_too_many_of_a_sort():
    game = meadhall.game("land-ahoy")
    quiz, known = puzzles.quiz(game), list(puzzles.of(game).values())
    shelf = Shelf(quiz, 100, known[:1])
    assert not shelf.welcomes(known[0])
    assert shelf.welcomes(known[1])
    same = [puzzle for puzzle in known if puzzle.kind == known[0].kind]
    full = Shelf(quiz, 2, same[:1])
    assert not full.welcomes(same[1])


def test_a_file_that_is_there_is_not_touched_without_resume(tmp_path):
    file = tmp_path / "p.jsonl"
    file.write_text("mine", "utf-8")
    with pytest.raises(BadOption, match="--resume"):
        made(file, 1)
    with pytest.raises(BadOption, match="no file of puzzles"):
        made(file, 1, resume=True)
    assert file.read_text("utf-8") == "mine"


def test_puzzles_of_another_game_are_not_gone_on_with(tmp_path):
    file = tmp_path / "p.jsonl"
    file.write_text(puzzles.write(puzzles.of(meadhall.game("haugaz"))["hz-1"]) + "\n", "utf-8")
    with pytest.raises(BadOption, match="another game"):
        made(file, 2, resume=True)


def test_the_command_says_where_they_are(tmp_path, monkeypatch, capsys):
    from meadhall.cli import main

    file = tmp_path / "p.jsonl"
    monkeypatch.setattr(sys, "argv", ["meadhall", "puzzles", "land-ahoy", "--count", "1", "--out", str(file)])
    main()
    assert "1 of 1 puzzles" in capsys.readouterr().err
    assert len(file.read_text("utf-8").splitlines()) == 1
    monkeypatch.setattr(sys, "argv", ["meadhall", "puzzles", "chess", "--out", str(tmp_path / "q")])
    with pytest.raises(SystemExit):
        main()
    assert "chess" in capsys.readouterr().err
