"""The engine for other programs: every line gets one line, and a wrong one changes nothing."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadhall
from meadhall.engine import Engine, serve

POSITION = "---/b1-w2/--- w - 0"
START = "--w1/---/b1-- b - 0"
NEW = {"do": "new", "game": "haugaz", "options": {"size": 3, "seed": 7}}


def no_constant(name):
    raise AssertionError(f"{name} is no JSON")


def read(line):
    """One line of strict JSON: an id, and ok or a sentence about what was wrong."""
    assert len(line.splitlines()) == 1
    answer = json.loads(line, parse_constant=no_constant)
    assert "id" in answer
    assert (answer.get("ok") is True) != ("error" in answer)
    if "error" in answer:
        assert set(answer) == {"id", "error"}
        assert answer["error"] and len(answer["error"].splitlines()) == 1 and len(answer["error"]) < 400
    return answer


def told(engine, **request):
    """The answer to a request that is fine."""
    answer = read(engine.answer(json.dumps({"id": "x", **request})))
    assert answer.pop("id") == "x"
    assert answer.pop("ok", None) is True, answer
    return answer


def everything(engine):
    """All that the engine says about its match."""
    asked = ("actions", "chances", "view", "breakdown", "history", "record")
    return [read(engine.answer(json.dumps({"id": 1, "do": do}))) for do in asked]


def refused(engine, line, *words):
    before = everything(engine)
    answer = read(engine.answer(line))
    assert "error" in answer, answer
    for word in words:
        assert word in answer["error"]
    assert everything(engine) == before
    assert engine.running
    return answer


def playing(**request):
    engine = Engine()
    told(engine, **(request or NEW))
    return engine


# -- what it can do ---------------------------------------------------------------------------------


def test_a_new_match_is_at_its_beginning():
    answer = told(Engine(), **NEW)
    assert answer == {"actor": 0, "over": False, "number": 0, "scores": None, "winners": []}


def test_players_seed_and_chance_may_stand_beside_the_options_or_in_them():
    beside, within = Engine(), Engine()
    told(beside, do="new", game="new-shores", players=3, seed=7, chance="manual", options={"skulls": "off"})
    told(within, do="new", game="new-shores", options={"players": 3, "seed": 7, "chance": "manual", "skulls": False})
    assert everything(beside) == everything(within)
    view = told(beside, do="view")["view"]
    assert (view["players"], view["actor"], view["options"]["skulls"]) == (3, meadhall.CHANCE, "off")


def test_a_game_is_played_to_its_end_with_the_same_answers_as_from_python():
    engine, match = playing(do="new", game="new-shores", players=2, seed=7), meadhall.game("new-shores")
    match = match.new(players=2, seed=7)
    while not match.over:
        actions = told(engine, do="actions")["actions"]
        assert actions == match.actions()
        match.play(actions[-1])
        answer = told(engine, do="play", action=actions[-1])
        assert (answer["actor"], answer["number"]) == (match.actor, len(match.history))
    assert answer["over"] and answer["scores"] == list(match.scores) and answer["winners"] == list(match.winners)
    assert told(engine, do="record")["record"] == match.record()
    assert told(engine, do="history")["history"] == match.history
    assert told(engine, do="breakdown")["breakdown"] == json.loads(json.dumps(match.breakdown()))
    assert told(engine, do="view", player=1)["view"] == json.loads(json.dumps(match.view(1)))


def test_undo_takes_one_decision_back():
    engine = playing()
    before = everything(engine)
    told(engine, do="play", action="a1")
    assert everything(engine) != before
    assert told(engine, do="undo")["number"] == 0
    assert everything(engine) == before


def test_load_goes_on_from_a_record():
    engine = playing()
    told(engine, do="play", action="b2")
    twin = Engine()
    assert told(twin, do="load", record=told(engine, do="record")["record"])["number"] == 1
    assert everything(twin) == everything(engine)


def test_position_goes_on_from_a_position():
    engine = playing(do="position", game="haugaz", position=START, options={"movers": "any"})
    view = told(engine, do="view")["view"]
    assert (view["position"], view["options"]["movers"], view["actor"]) == (START, "any", 0)


def test_chances_are_those_of_the_dice():
    engine = playing(do="new", game="new-shores", players=2, chance="manual")
    assert told(engine, do="actions")["actions"] == ["start 1", "start 2"]
    assert told(engine, do="chances")["chances"] == [0.5, 0.5]


@pytest.mark.parametrize("level", [None, 1, 5])
def test_choose_gives_a_legal_action_and_plays_nothing(level):
    engine = playing()
    before = everything(engine)
    assert told(engine, do="choose", level=level, seed=1)["action"] in told(engine, do="actions")["actions"]
    assert everything(engine) == before


def test_explain_gives_a_sentence_in_the_language_and_with_the_names_asked_for():
    engine = playing(do="position", game="haugaz", position=START)
    before = everything(engine)
    english = told(engine, do="explain", action="pass")["sentence"]
    assert english == "All stacks are equal: if White passes too, the game is drawn."
    german = told(engine, do="explain", action="pass", lang="de", names=["Ann", "Bo"])["sentence"]
    assert german == "Alle Stapel sind gleich: Passt Weiß auch, endet es unentschieden."
    assert everything(engine) == before


def test_odds_are_the_librarys():
    engine = playing(do="new", game="land-ahoy", seed=1)
    match = meadhall.game("land-ahoy").new(seed=1)
    assert told(engine, do="odds") == {"odds": meadhall.odds(match)}


def test_analyse_gives_lines_best_first_and_plays_nothing():
    engine = playing()
    before = everything(engine)
    lines = told(engine, do="analyse", seconds=0.01)["lines"]
    assert sorted(line["action"] for line in lines) == sorted(told(engine, do="actions")["actions"])
    values = [line["value"] for line in lines]
    assert values == sorted(values, reverse=True) and all(0 <= value <= 1 for value in values)
    assert everything(engine) == before


def test_a_new_match_takes_the_place_of_the_old_one():
    engine = playing()
    told(engine, do="new", game="land-ahoy", seed=1)
    assert told(engine, do="view")["view"]["game"] == "land-ahoy"


def test_quit_ends_it_and_later_lines_get_no_answer():
    answers = [read(line) for line in serve([b'{"id": 1, "do": "quit"}\n', b'{"id": 2, "do": "actions"}\n'])]
    assert answers == [{"id": 1, "ok": True}]


def test_an_empty_line_is_answered_like_any_other_that_is_no_request():
    assert ["error" in read(answer) for answer in serve([b"\n", b"  \r\n"])] == [True, True]


@pytest.mark.parametrize("identity", [None, 0, 1.5, "a\nb", "\ud800", [1, {"a": None}], 10**400, True])
def test_an_id_comes_back_as_it_was(identity):
    for do in ("actions", "nonsense", "new"):
        assert read(Engine().answer(json.dumps({"id": identity, "do": do})))["id"] == identity


# -- wrong requests ---------------------------------------------------------------------------------

WRONG = {
    "no JSON": ("hello", "no JSON", "hello"),
    "half of one": ('{"id": 1, "do": "act', "no JSON"),
    "two in a line": ('{"id": 1} {"id": 2}', "no JSON"),
    "not a number": ('{"id": NaN, "do": "actions"}', "no JSON"),
    "infinity": ('{"id": 1, "do": "analyse", "seconds": Infinity}', "no JSON"),
    "a number too large for a float": ('{"id": 1, "do": "analyse", "seconds": 1e999}', "seconds", "3600"),
    "a number too long to read": ('{"id": 1, "do": "analyse", "seconds": ' + "9" * 5000 + "}", "9"),
    "no object": ("[1]", "object", "[1]"),
    "a text": ('"actions"', "object"),
    "no command": ('{"id": 1}', "do", "new", "quit"),
    "an unknown command": ('{"id": 1, "do": "dance"}', "dance", "new", "play", "analyse", "quit"),
    "a list as command": ('{"id": 1, "do": ["actions"]}', "do", "new"),
    "no game": ('{"id": 1, "do": "new"}', "game", "None"),
    "an unknown game": ('{"id": 1, "do": "new", "game": "chess"}', "chess", "haugaz, land-ahoy, new-shores"),
    "a number as game": ('{"id": 1, "do": "new", "game": 3}', "game", "3"),
    "a wrong option": ('{"id": 1, "do": "new", "game": "haugaz", "options": {"size": 9}}', "size", "9", "3, 4, 5"),
    "an unknown option": ('{"id": 1, "do": "new", "game": "haugaz", "options": {"a\\nb": 9}}', "size, movers"),
    "an option called self": ('{"id": 1, "do": "new", "game": "haugaz", "options": {"self": 1}}', "self", "size"),
    "a list of options": ('{"id": 1, "do": "new", "game": "haugaz", "options": [1]}', "options", "[1]"),
    "an empty list of options": ('{"id": 1, "do": "new", "game": "haugaz", "options": []}', "options", "[]"),
    "false as options": ('{"id": 1, "do": "new", "game": "haugaz", "options": false}', "options", "False"),
    "wrong players": ('{"id": 1, "do": "new", "game": "haugaz", "players": 3}', "players", "3"),
    "wrong chance": ('{"id": 1, "do": "new", "game": "haugaz", "chance": 3}', "chance", "auto, manual"),
    "wrong set": ('{"id": 1, "do": "new", "game": "land-ahoy", "options": {"set": {"coaster": []}}}', "10", "0"),
    "no such set": ('{"id": 1, "do": "new", "game": "land-ahoy", "options": {"set": "no.toml"}}', "no.toml"),
    "no record": ('{"id": 1, "do": "load"}', "record", "None"),
    "a wrong record": ('{"id": 1, "do": "load", "record": "meadhall record 2\\n"}', "line 1", "version"),
    "no position": ('{"id": 1, "do": "position", "game": "haugaz"}', "position", "None"),
    "a wrong position": ('{"id": 1, "do": "position", "game": "haugaz", "position": "x"}', "'x'", "four"),
    "a position elsewhere": ('{"id": 1, "do": "position", "game": "land-ahoy", "position": "x"}', "land-ahoy"),
    "a position's option called text": (
        '{"id": 1, "do": "position", "game": "haugaz", "position": "---/b1-w2/--- w - 0", "options": {"text": 1}}',
        "text",
    ),
    "no action": ('{"id": 1, "do": "play"}', "action", "None"),
    "an illegal action": ('{"id": 1, "do": "play", "action": "z9"}', "z9", "a1 to c3"),
    "a number as action": ('{"id": 1, "do": "play", "action": 1}', "action", "1"),
    "undo at the beginning": ('{"id": 1, "do": "undo"}', "nothing"),
    "a third player's view": ('{"id": 1, "do": "view", "player": 2}', "2", "0 to 1"),
    "a view for true": ('{"id": 1, "do": "view", "player": true}', "True", "0 to 1"),
    "level 6": ('{"id": 1, "do": "choose", "level": 6}', "level", "6", "1, 2, 3, 4, 5"),
    "a list as level": ('{"id": 1, "do": "choose", "level": [1]}', "level", "[1]"),
    "a word as seed": ('{"id": 1, "do": "choose", "seed": "x"}', "seed", "'x'"),
    "no time": ('{"id": 1, "do": "analyse", "seconds": 0}', "seconds", "0"),
    "an illegal action to explain": ('{"id": 1, "do": "explain", "action": "z9"}', "z9"),
    "no action to explain": ('{"id": 1, "do": "explain"}', "action is a text"),
    "a language that is not spoken": ('{"id": 1, "do": "explain", "action": "a1", "lang": "fr"}', "lang", "en, de"),
    "too few names": ('{"id": 1, "do": "explain", "action": "a1", "names": ["Ann"]}', "names"),
    "odds without dice": ('{"id": 1, "do": "odds"}', "haugaz"),
    "a word as time": ('{"id": 1, "do": "analyse", "seconds": "long"}', "seconds", "long"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG.keys())
def test_a_wrong_request_gets_a_sentence_and_changes_nothing(case):
    line, *words = case
    for typed in (line, line.encode(), line.encode() + b"\r\n"):
        refused(playing(), typed, *words)


@pytest.mark.parametrize("do", ["actions", "chances", "view", "record", "undo", "choose", "analyse", "play", "history"])
def test_without_a_match_one_is_asked_for(do):
    answer = read(Engine().answer(json.dumps({"id": 5, "do": do, "action": "a1"})))
    assert answer["id"] == 5
    assert "no match" in answer["error"] and "new" in answer["error"]


@pytest.mark.parametrize("do", ["explain", "odds"])
def test_without_a_match_there_is_nothing_to_explain(do):
    assert "no match" in read(Engine().answer(json.dumps({"id": 5, "do": do, "action": "a1"})))["error"]


def test_after_the_end_nothing_is_played_or_chosen():
    engine = playing(do="position", game="haugaz", position="--w1/---/b1-- w - 2")
    assert told(engine, do="view")["view"]["over"]
    for request in ({"do": "play", "action": "a1"}, {"do": "choose"}, {"do": "analyse", "seconds": 0.01}):
        refused(engine, json.dumps({"id": 1, **request}), "over")


def test_a_long_number_in_an_action_changes_nothing():
    engine = playing(do="new", game="new-shores", players=1, seed=1)
    refused(engine, json.dumps({"id": 1, "do": "play", "action": "1" * 5000 + ",0/0"}), "no free place")


def test_dice_are_not_chosen():
    engine = playing(do="new", game="land-ahoy", chance="manual", seed=1)
    refused(engine, '{"id": 1, "do": "choose"}', "dice")


BYTES = {
    "no text": b"\xff\xfe\x00",
    "a zero byte": b'{"id": 1, "do": "\x00"}',
    "broken letters": b'{"id": 1, "do": "\xc3"}',
    "deep lists": b"[" * 200_000,
    "deep objects": b'{"a":' * 200_000,
    "a deep set": b'{"id": 1, "do": "new", "game": "land-ahoy", "options": {"set": ' + b"[" * 900 + b"]" * 900 + b"}}",
    "megabytes": b"x" * 9_000_000,
    "a long action": b'{"id": 1, "do": "play", "action": "' + b"a" * 3_000_000 + b'"}',
    "a long command": b'{"id": 1, "do": "' + b"a" * 3_000_000 + b'"}',
    "a long key": b'{"id": 1, "do": "new", "game": "haugaz", "options": {"' + b"a" * 3_000_000 + b'": 1}}',
}


@pytest.mark.parametrize("line", BYTES.values(), ids=BYTES.keys())
def test_whatever_comes_in_gets_a_sentence(line):
    refused(playing(), line)


@pytest.mark.parametrize("opening", ["[", '{"a":'], ids=["lists", "objects"])
def test_a_deep_id_is_given_back_or_refused(opening):
    closing = {"[": "]", '{"a":': "}"}[opening]
    for depth in (10, *range(900, 1010, 3), 50_000):
        line = '{"do": "actions", "id": ' + opening * depth + "1" + closing * depth + "}"
        assert Engine().answer(line).startswith('{"id": ')


def test_an_id_that_json_cannot_hold_is_not_given_back():
    read(playing().answer('{"id": 1e999, "do": "actions"}'))


def test_the_engine_goes_on_after_wrong_lines():
    lines = [b"\xff", b"[]", b'{"do": "new", "game": "haugaz", "id": 3}', b"nonsense", b'{"do": "view", "id": 5}']
    answers = [read(line) for line in serve(lines)]
    assert ["ok" in answer for answer in answers] == [False, False, True, False, True]
    assert [answer["id"] for answer in answers] == [None, None, 3, None, 5]


# -- fuzz -------------------------------------------------------------------------------------------

letters = st.characters(exclude_categories=())
atoms = st.none() | st.booleans() | st.integers() | st.floats() | st.text(letters, max_size=8)
values = st.recursive(atoms, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))
words = st.sampled_from(
    ["haugaz", "land-ahoy", "new-shores", "a1", "b2-b3", "pass", POSITION, "auto", "manual", "meadhall record 1\n"]
)
commands = ["new", "load", "position", "play", "undo", "actions", "chances", "view", "breakdown", "record", "choose"]
options = st.dictionaries(
    st.sampled_from(["size", "movers", "reach", "harbor", "set", "seed", "players", "chance", "x"]), values | words
)
requests = st.fixed_dictionaries(
    {"do": st.sampled_from(commands) | values},
    optional={
        "id": values,
        "game": words | values,
        "options": options | values,
        "action": words | values,
        "record": words | values,
        "position": words | values,
        "player": values | st.integers(-1, 3),
        "players": values | st.integers(0, 4),
        "level": values | st.integers(0, 6),
        "seed": values,
    },
)
fuzz = settings(derandomize=True, deadline=None, max_examples=150)


@fuzz
@given(st.lists(requests, min_size=1, max_size=4))
def test_fuzz_requests(several):
    engine = playing()
    for request in several:
        before = everything(engine)
        line = json.dumps(request)
        answer = read(engine.answer(line))
        if "error" in answer:
            assert everything(engine) == before
        if "NaN" not in line and "Infinity" not in line:
            assert answer["id"] == request.get("id")
        assert engine.running


@fuzz
@given(st.lists(st.binary() | st.text(letters).map(lambda text: text.encode("utf-8", "replace")), max_size=5))
def test_fuzz_bytes(lines):
    answers = list(serve([*lines, json.dumps({"id": "last", **NEW}).encode()]))
    assert len(answers) == 1 + len(lines)
    assert [read(answer) for answer in answers][-1]["id"] == "last"


@fuzz
@given(st.sampled_from([json.dumps({"id": 1, **NEW}), '{"id": 1, "do": "play", "action": "a1"}']), st.data())
def test_fuzz_mangled_lines(line, data):
    at, end = sorted(data.draw(st.tuples(*[st.integers(0, len(line))] * 2)))
    engine = playing()
    before = everything(engine)
    answer = read(engine.answer(line[:at] + data.draw(st.text(letters, max_size=4)) + line[end:]))
    if "error" in answer:
        assert everything(engine) == before


# -- as a program -----------------------------------------------------------------------------------


def test_the_program_answers_line_by_line_survives_garbage_and_quits():
    lines = [
        b'{"id": 1, "do": "new", "game": "haugaz", "options": {"size": 3}}',
        b"\xff\xfe garbage",
        b"",
        b'{"id": 2, "do": "play", "action": "a1"}',
        b'{"id": 3, "do": "play", "action": "a1"}\r',
        b'{"id": 4, "do": "history"}',
        b'{"id": 5, "do": "quit"}',
        b'{"id": 6, "do": "history"}',
    ]
    command = [sys.executable, "-c", "from meadhall.cli import main; main()", "engine"]
    done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [read(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert [answer["id"] for answer in answers] == [1, None, None, 2, 3, 4, 5]
    assert [answer.get("ok", False) for answer in answers] == [True, False, False, True, False, True, True]
    assert answers[5]["history"] == ["a1"]
