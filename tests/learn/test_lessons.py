"""Lessons: words and actions, which can never contradict the rules since the rules play them."""

import json

import pytest
from app_client import hall

import meadhall
from meadhall.hall import lessons as telling
from meadhall.learn import lessons

TAUGHT = [name for name in meadhall.games() if lessons.has_lesson(meadhall.game(name))]
HEAVIEST = 300_000  # bytes on the wire
each_lesson = pytest.mark.parametrize("game", TAUGHT)


@pytest.fixture
def guest(tmp_path):
    with hall(tmp_path) as guest:
        yield guest


@pytest.fixture
def no_lessons(monkeypatch):
    """Rooms as somebody builds them who has not thought of a lesson yet."""

    def forget():
        lessons.lesson.cache_clear()
        telling.packed_lesson.cache_clear()

    monkeypatch.setattr(lessons, "FILE", "no-such-lesson.toml")
    forget()
    yield
    forget()


def test_all_three_games_are_taught():
    assert {"haugaz", "land-ahoy", "new-shores"} <= set(TAUGHT)


# -- what is taught --------------------------------------------------------------------------------


@each_lesson
def test_every_step_is_played_by_the_rules(game):
    steps = lessons.lesson(game)
    for before, step in zip((None, *steps), steps, strict=False):
        assert meadhall.load(step.match.record()).history == step.match.history
        assert set(step.expected) <= set(step.match.actions())
        if step.lines.nudge:
            assert set(step.match.actions()) - set(step.expected)
        if before is not None and before.table == step.table:
            so_far = before.after(before.expected[0]) if before.expected else before.match
            assert step.match.history == so_far.history + step.lines.first


@each_lesson
def test_a_lesson_ends_with_a_real_ending_and_nothing_left_to_do(game):
    last = lessons.lesson(game)[-1]
    assert last.match.over and not last.lines.do and not last.lines.ask
    assert last.you in last.match.winners


@each_lesson
def test_something_is_touched_early_and_often(game):
    busy = [bool(step.lines.do or step.lines.ask) for step in lessons.lesson(game)]
    assert any(busy[:2])
    assert sum(busy) >= len(busy) / 2
    assert 10 <= len(busy) <= 22


@each_lesson
def test_both_languages_say_everything_and_not_the_same(game):
    for step in lessons.lesson(game):
        lines = step.lines
        said = [step.title, lines.say, lines.task, lines.right, lines.nudge, *(answer.why for answer in lines.ask)]
        for words in filter(None, said):
            assert words.en and words.de
            assert words.en != words.de or words.en in ("Gold",)


# -- what a browser gets ---------------------------------------------------------------------------


@each_lesson
def test_the_whole_lesson_comes_at_once(guest, game):
    lesson = guest.get(f"/lessons/{game}")
    assert lesson["game"] == game and len(lesson["steps"]) == len(lessons.lesson(game))
    seen, table = 0, -1
    for step in lesson["steps"]:
        seen, table = (seen if step["table"] == table else 0), step["table"]
        assert [one["number"] for one in step["steps"]] == list(range(seen + 1, step["state"]["entries"] + 1))
        seen = step["state"]["entries"]
        choices = [choice["action"] for choice in step["state"]["choices"]]
        assert bool(choices) == bool(step["moves"])
        assert {one["action"] for one in step["previews"]} <= set(choices)
        for move in step["moves"]:
            assert move["action"] in choices and move["state"]["choices"] == []
            assert move["steps"][0]["action"] == move["action"] and move["steps"][0]["number"] == seen + 1
            assert move["state"]["entries"] == seen + len(move["steps"])
        if step["moves"]:
            assert step["moves"][0]["action"] in {one["action"] for one in step["previews"]}
    numbers = [step["state"]["number"] for step in lesson["steps"]]
    assert numbers == sorted(set(numbers))  # boards begin anew with each


@each_lesson
def test_a_lesson_is_light(game):
    packed = telling.packed_lesson(meadhall.game(game))
    assert 2_000 < len(packed) < HEAVIEST


@each_lesson
def test_a_lesson_comes_packed_or_plain(guest, game):
    plain = guest.client.get(f"/api/lessons/{game}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and json.loads(plain.content)["game"] == game
    assert guest.client.get(f"/api/lessons/{game}").headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("name", ["chess", "HAUGAZ", "haugaz%20", "..%2F", "%F0%9F%8D%BA"])
def test_an_unknown_game_has_no_lesson(guest, name):
    assert guest.get(f"/lessons/{name}", 404)["code"] in ("no-game", "no-page")
    assert guest.client.get(f"/lesson/{name}").status_code == 404


def test_only_lessons_that_are_there_have_a_page(guest):
    assert all(guest.client.get(f"/lesson/{game}").status_code == 200 for game in TAUGHT)
    assert guest.client.get("/lesson").status_code == 404
    assert guest.client.get("/lesson/haugaz/2").status_code == 404


def test_a_room_without_a_lesson_is_still_a_room(guest, no_lessons):
    assert [game["lesson"] for game in guest.get("/games")] == [False] * len(meadhall.games())
    said = guest.get("/lessons/haugaz", 404)
    assert said["code"] == "no-lesson" and "Haugaz" in said["message"]["de"]
    assert guest.client.get("/lesson/haugaz").status_code == 404
    assert lessons.lesson("haugaz") == ()


def test_the_hall_knows_who_teaches(guest):
    assert {game["name"] for game in guest.get("/games") if game["lesson"]} == set(TAUGHT)


# -- what authors get wrong ------------------------------------------------------------------------

WORDS = '{ en = "Look", de = "Schau" }'


def a_lesson(step, table='table = { position = "---/b1-w2/--- b - 0" }', more=""):
    return f"""
        [[chapter]]
        title = {WORDS}
        {table}
        [[chapter.step]]
        say = {WORDS}
        {step}
        {more}
    """


def test_a_small_lesson_is_read():
    steps = lessons.read(
        meadhall.game("haugaz"),
        a_lesson(f'do = ["c3"]\ntask = {WORDS}\nnudge = {WORDS}', more=f"[[chapter.step]]\nsay = {WORDS}"),
    )
    assert [step.expected for step in steps] == [("c3",), ()]
    assert steps[1].match.history == ["c3"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("chapter = [", "lesson.toml: "),
        ("", "chapter"),
        ("chapter = []", "needs a step"),
        ("chapter = 3", "chapter"),
        (a_lesson("shout = true"), "shout"),
        (a_lesson("").replace(', de = "Schau"', ""), "de"),
        (a_lesson("").replace("Schau", "  "), "chapter 1: title has no words in de"),
        (a_lesson("").replace('say = { en = "Look"', f'say = {{ en = "{"o" * 400}"'), "400 characters"),
        (a_lesson('first = ["z9"]'), "chapter 1, step 1: 'z9'"),
        (a_lesson(f'do = ["z9"]\ntask = {WORDS}\nnudge = {WORDS}'), "no legal action is like 'z9'"),
        (a_lesson(f'do = ["c3"]\ntask = {WORDS}'), "a nudge is needed"),
        (a_lesson(f'do = ["*"]\ntask = {WORDS}\nnudge = {WORDS}'), "nothing else is legal"),
        (a_lesson(f'do = ["c3"]\nnudge = {WORDS}'), "has a task"),
        (a_lesson(f"task = {WORDS}"), "has a task"),
        (a_lesson(f"right = {WORDS}"), "belong to something to do"),
        (a_lesson(f'do = ["c3"]\nask = [{{ en = "a", de = "b", why = {WORDS} }}]'), "not both"),
        (a_lesson(f'task = {WORDS}\nask = [{{ en = "a", de = "b", why = {WORDS} }}]'), "just one answer"),
        (a_lesson(f'task = {WORDS}\nask = [{{ en = "a", de = "b", right = true, why = {WORDS} }}]'), "two answers"),
        (a_lesson("", 'table = { position = "---" }'), "chapter 1: "),
        (a_lesson("", "table = { options = { size = 99 } }"), "size cannot be 99"),
        (a_lesson("", "table = { players = 5 }"), "not for 5 players"),
        (a_lesson("", "table = { you = 3 }"), "no player 3"),
        (a_lesson("", "table = { you = 0 }"), "no player 0"),
        (a_lesson(f'do = ["*"]\ntask = {WORDS}', 'table = { you = 2, before = ["a1"] }'), "somebody else"),
        (
            a_lesson(f'do = ["*"]\ntask = {WORDS}', more=f"[[chapter.step]]\nsay = {WORDS}"),
            "chapter 1, step 2: several actions were right",
        ),
    ],
)
def test_authors_are_told_what_to_mend(text, said):
    with pytest.raises(lessons.BadLesson, match=r"^haugaz, lesson\.toml") as problem:
        lessons.read(meadhall.game("haugaz"), text)
    assert said in str(problem.value)


def test_dice_cannot_be_asked_to_act():
    with pytest.raises(lessons.BadLesson, match="dice or a draw"):
        lessons.read(meadhall.game("new-shores"), a_lesson(f'do = ["*"]\ntask = {WORDS}', ""))
