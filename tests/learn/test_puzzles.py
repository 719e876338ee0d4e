"""The puzzles that we ship: each of them can be asked and judged, and a sample of them is proven anew."""

from collections import Counter
from fractions import Fraction

import pytest

import meadhall
from meadhall.games.haugaz.puzzles import turns_of
from meadhall.learn import puzzles
from meadhall.learn.quiz import HARDEST, lay

GAMES = ("haugaz", "land-ahoy", "new-shores")
each_game = pytest.mark.parametrize("game", GAMES)
LARGEST = 400_000  # bytes of a file


def all_of(game):
    return list(puzzles.of(meadhall.game(game)).values())


@each_game
def test_some_hundred_come_with_each_game_in_a_small_file(game):
    file = meadhall.game(game).package.replace(".", "/").removeprefix("meadhall/")
    path = puzzles.Path(meadhall.__file__).parent / file / puzzles.FILE
    assert len(all_of(game)) >= 200
    assert path.stat().st_size < LARGEST
    lines = path.read_text("utf-8").splitlines()
    assert [puzzles.write(puzzle) for puzzle in puzzles.read("\n".join(lines))] == lines


@each_game
def test_every_puzzle_can_be_set_up_and_asked_in_both_languages(game):
    room = meadhall.game(game)
    quiz = puzzles.quiz(room)
    for puzzle in all_of(game):
        match = lay(room, puzzle)
        assert match.actor is not None and match.actor >= 0, puzzle.id
        assert 1 <= puzzle.difficulty <= HARDEST
        legal = list(turns_of(match)) if game == "haugaz" else match.actions()
        assert puzzle.answers and set(puzzle.answers) < set(legal), puzzle.id
        assert len(set(puzzle.answers)) == len(puzzle.answers) <= 4
        asked = quiz.question(puzzle, match)
        assert asked["en"].strip() and asked["de"].strip() and asked["en"] != asked["de"]


@each_game
def test_no_two_puzzles_are_alike_and_they_vary(game):
    quiz, found = puzzles.quiz(meadhall.game(game)), all_of(game)
    assert len({quiz.alike(puzzle) for puzzle in found}) == len(found)
    assert len({puzzle.id for puzzle in found}) == len(found)
    levels = Counter(puzzle.difficulty for puzzle in found)
    assert set(levels) == set(range(1, HARDEST + 1))
    assert max(levels.values()) < 0.5 * len(found)


@pytest.mark.parametrize("game", ["land-ahoy", "new-shores"])
def test_the_answers_are_better_than_all_else_by_the_values_that_are_shipped(game):
    for puzzle in all_of(game):
        values = {action: Fraction(value) for action, value in puzzle.values.items()}
        if values:
            best = max(values.values())
            assert sorted(puzzle.answers) == sorted(action for action in values if values[action] == best), puzzle.id
            assert set(values) == set(lay(meadhall.game(game), puzzle).actions())


@each_game
def test_a_sample_is_proven_anew_in_another_way_than_it_was_found(game):
    quiz = puzzles.quiz(meadhall.game(game))
    for puzzle in all_of(game)[::20]:
        assert quiz.prove(puzzle), puzzle.id


@each_game
def test_a_proof_fails_where_the_answer_is_wrong(game):
    import msgspec

    quiz, puzzle = puzzles.quiz(meadhall.game(game)), all_of(game)[0]
    match = lay(quiz.game, puzzle)
    legal = list(turns_of(match)) if game == "haugaz" else match.actions()
    other = next(turn for turn in legal if turn not in puzzle.answers)
    values = dict(puzzle.values, **{other: "99"}) if puzzle.values else {}
    assert not quiz.prove(msgspec.structs.replace(puzzle, answers=[other], values=values))


def test_a_game_without_a_quiz_has_no_puzzles(monkeypatch):
    monkeypatch.setattr(puzzles.PUZZLES, "of", lambda game: None)
    assert puzzles.quiz(meadhall.game("haugaz")) is None and puzzles.of(meadhall.game("haugaz")) == {}
