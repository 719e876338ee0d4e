"""Puzzles over the web: asked without their answers, judged in words, and no wish that makes no sense gets far."""

import json

import pytest
from app_client import hall

import meadhall
from meadhall.hall import puzzles as service
from meadhall.learn import puzzles

GAMES = ("haugaz", "land-ahoy", "new-shores")
each_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module")
def guest(tmp_path_factory):
    with hall(tmp_path_factory.mktemp("hall")) as guest:
        yield guest


def first(game, **wanted):
    """Give the first puzzle of a game that is as wanted."""
    found = puzzles.of(meadhall.game(game)).values()
    return next(p for p in found if all(getattr(p, name) == value for name, value in wanted.items()))


def both(sentence):
    assert sentence["en"] and sentence["de"] and sentence["en"] != sentence["de"]
    return sentence["en"]


def tried(guest, game, puzzle, action, played=()):
    return guest.post(f"/puzzles/{game}/{puzzle.id}/try", {"action": action, "played": list(played)})


@each_game
def test_the_list_says_how_hard_each_is_and_the_hall_how_many_there_are(guest, game):
    cards = guest.get(f"/puzzles/{game}")
    assert [card["id"] for card in cards] == list(puzzles.of(meadhall.game(game)))
    assert {info["name"]: info["puzzles"] for info in guest.get("/games")}[game] == len(cards)


@each_game
def test_a_question_comes_with_a_table_and_without_its_answer(guest, game):
    puzzle = first(game)
    asked = guest.get(f"/puzzles/{game}/{puzzle.id}")
    both(asked["question"])
    state = asked["state"]
    assert state["seat"] == state["actor"] and len(state["choices"]) > 1
    assert state["aids"] is None
    assert asked["steps"][-1]["number"] == state["entries"] == state["number"]
    said = json.dumps({**asked, "state": None, "steps": None})
    assert not any(answer in said for answer in puzzle.answers)
    assert "answers" not in said and "values" not in said


@pytest.mark.parametrize("kind", ["reach", "direct", "shore", "claim", "any", "points", "treasure", "haul"])
def test_of_dice_all_choices_stand_side_by_side_once_the_answer_is_found(guest, kind):
    puzzle = first("land-ahoy", kind=kind)
    right = tried(guest, "land-ahoy", puzzle, puzzle.answers[0])
    assert right["verdict"] == "right" and right["state"]["seat"] is None
    assert sorted(row["action"] for row in right["rows"]) == sorted(puzzle.values)
    assert [row["action"] for row in right["rows"] if row["best"]] == puzzle.answers
    for row in right["rows"]:
        both(row["words"])
    both(right["said"])
    wrong = tried(guest, "land-ahoy", puzzle, next(a for a in puzzle.values if a not in puzzle.answers))
    assert wrong["verdict"] == "wrong" and wrong["rows"] == [] and wrong["state"]["seat"] is not None
    assert "better" in both(wrong["said"])


@pytest.mark.parametrize("kind", ["last", "answer", "lay"])
def test_a_last_move_is_judged_by_the_points_that_it_brings(guest, kind):
    puzzle = first("new-shores", kind=kind)
    state = guest.get(f"/puzzles/new-shores/{puzzle.id}")["state"]
    right = tried(guest, "new-shores", puzzle, puzzle.answers[0])
    assert right["verdict"] == "right" and right["played"][0] == puzzle.answers[0]
    assert right["state"]["stage"] == ("playing" if kind == "lay" else "over")
    assert right["rows"][0]["best"] and not right["rows"][-1]["best"]
    wrong = next(choice["action"] for choice in state["choices"] if choice["action"] not in puzzle.answers)
    judged = tried(guest, "new-shores", puzzle, wrong)
    assert judged["verdict"] == "wrong" and "There is better, by" in both(judged["said"])
    assert judged["played"] == [] and judged["state"]["choices"] == state["choices"]


def test_the_last_move_of_a_match_is_worth_what_the_match_then_says(guest):
    puzzle = first("new-shores", kind="last", players=2)
    right = tried(guest, "new-shores", puzzle, puzzle.answers[0])
    seat = guest.get(f"/puzzles/new-shores/{puzzle.id}")["state"]["seat"]
    mine, other = (right["state"]["result"]["scores"][who] for who in (seat, 1 - seat))
    assert f"{abs(mine - other):.0f} point" in right["said"]["en"] or mine == other


def test_a_forced_win_is_played_to_its_end_against_somebody_who_resists(guest):
    puzzle = first("haugaz", turns=2)
    solution = guest.get(f"/puzzles/haugaz/{puzzle.id}/solution")
    me, line, played = guest.get(f"/puzzles/haugaz/{puzzle.id}")["state"]["seat"], solution["played"], []
    assert solution["state"]["result"]["winners"] == [me]
    while len(played) < len(line):
        judged = tried(guest, "haugaz", puzzle, line[len(played)], played)
        assert judged["played"] == line[: len(judged["played"])]
        played = judged["played"]
        assert judged["verdict"] == ("right" if len(played) == len(line) else "going")
    assert judged["state"]["result"]["winners"] == [me]


def test_half_a_turn_is_not_judged_and_can_be_taken_back(guest):
    puzzle = first("haugaz", turns=2)
    state = guest.get(f"/puzzles/haugaz/{puzzle.id}")["state"]
    for choice in state["choices"]:
        if choice["action"] != "pass":
            judged = tried(guest, "haugaz", puzzle, choice["action"])
            assert judged["verdict"] == "going" and judged["why"] == [] and judged["state"]["can_undo"]
            assert judged["said"]["en"] == "Now move a stack."


def test_a_turn_that_lets_the_win_slip_is_refuted(guest):
    puzzle = first("haugaz", turns=2)
    state = guest.get(f"/puzzles/haugaz/{puzzle.id}")["state"]
    wins = {answer.split()[0] for answer in puzzle.answers}
    bad = next(c["action"] for c in state["choices"] if c["action"] not in wins and c["action"] != "pass")
    half = tried(guest, "haugaz", puzzle, bad)
    judged = tried(guest, "haugaz", puzzle, half["state"]["choices"][0]["action"], half["played"])
    assert judged["verdict"] == "wrong" and judged["state"]["seat"] is None
    assert len(judged["played"]) > 2 or judged["state"]["stage"] == "over"
    both(judged["said"])


@each_game
def test_the_solution_is_what_the_verdict_calls_right(guest, game):
    puzzle = first(game)
    shown = guest.get(f"/puzzles/{game}/{puzzle.id}/solution")
    both(shown["said"])
    assert shown["verdict"] == "right"
    assert [row["action"] for row in shown["rows"] if row["best"]] == puzzle.answers


def test_a_solution_is_worked_out_once(guest, monkeypatch):
    first = guest.get("/puzzles/haugaz/hz-1/solution")
    monkeypatch.setattr(service, "posed", None)
    assert guest.get("/puzzles/haugaz/hz-1/solution") == first


def test_one_may_look_at_a_move_where_that_is_not_the_question(guest):
    puzzle = first("haugaz")
    place, move = puzzle.answers[0].split()
    body = {"action": move, "played": [place]}
    seen = guest.post(f"/puzzles/haugaz/{puzzle.id}/preview", body)
    assert seen["more"]["to"] and seen["warning"] is None and seen["why"]["en"] == ""
    for game in ("land-ahoy", "new-shores"):
        puzzle = first(game)
        said = guest.post(f"/puzzles/{game}/{puzzle.id}/preview", {"action": puzzle.answers[0]}, 409)
        assert said["code"] == "no-preview" and both(said["message"])


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/puzzles/chess", "no-game"),
        ("/puzzles/chess/hz-1", "no-game"),
        ("/puzzles/haugaz/la-1", "no-puzzle"),
        ("/puzzles/haugaz/hz-0", "no-puzzle"),
        ("/puzzles/haugaz/hz-99999999/solution", "no-puzzle"),
        ("/puzzles/haugaz/%00/solution", "no-puzzle"),
    ],
)
def test_what_is_not_there_is_not_found(guest, path, code):
    said = guest.get(path, 404)
    assert said["code"] == code and both(said["message"])


@pytest.mark.parametrize(
    ("game", "played", "action", "status", "code"),
    [
        ("haugaz", [], "z9", 422, "illegal"),
        ("haugaz", [], "", 422, "illegal"),
        ("haugaz", ["nonsense"], "pass", 422, "illegal"),
        ("haugaz", ["pass"], "pass", 409, "over"),  # the other one is to move
        ("haugaz", ["pass", "pass"], "pass", 409, "over"),
        ("haugaz", ["pass"] * 1000, "pass", 409, "over"),
        ("land-ahoy", [], "take 3", 422, "illegal"),
        ("land-ahoy", ["reroll both"], "roll 1 1", 409, "over"),  # nobody rolls here
        ("new-shores", [], "0,0NE>9,9NE", 422, "illegal"),
    ],
)
def test_wrong_answers_to_the_form_are_refused_kindly(guest, game, played, action, status, code):
    said = guest.post(f"/puzzles/{game}/{first(game).id}/try", {"action": action, "played": played}, status)
    assert said["code"] == code and both(said["message"])


@pytest.mark.parametrize("body", [{}, {"action": 7}, {"action": "pass", "played": "pass"}, {"action": None}, []])
def test_what_is_no_answer_at_all_is_not_understood(guest, body):
    answer = guest.client.post("/api/puzzles/haugaz/hz-1/try", json=body)
    assert answer.status_code == 400 and answer.json()["code"] == "not-understood"


def test_the_page_is_there_for_games_that_have_some(guest):
    assert guest.client.get("/puzzles/haugaz").status_code == 200
    assert guest.client.get("/puzzles/chess").status_code == 404
    assert guest.client.get("/puzzles").status_code == 404
