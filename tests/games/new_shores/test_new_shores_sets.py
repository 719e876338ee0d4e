"""Off to New Shores!: coaster sets, and tables that cannot be scored."""

import random
from collections import Counter
from copy import deepcopy

import pytest
from test_new_shores import PLAIN, box, coaster, played
from test_new_shores_scoring import table

import meadhall

GAME = meadhall.game("new-shores")
TOML = """
[[coaster]]
id = "{}"
fields = ["land forest", "water land"]
"""


def changed(**change):
    """A good set, but for one coaster called `odd`."""
    coasters = box(PLAIN)
    coasters["coaster"][7] = {**coaster("odd", PLAIN), **change}
    return coasters


def marked(*marks):
    return changed(marks=list(marks))


def test_set_a_good_one_is_taken():
    assert GAME.new(players=2, set=changed()).actions()


BAD = {
    "unknown kind": changed(fields=["land forest", "water lava"]),
    "one row": changed(fields=["land forest"]),
    "three rows": changed(fields=["land forest", "water land", "land land"]),
    "three in a row": changed(fields=["land forest land", "water land"]),
    "fields that are no list": changed(fields=7),
    "beer that is no yes or no": changed(beer="please"),
    "marks that are no list": changed(marks="gold"),
    "unknown mark": marked({"on": "NW", "is": "mead"}),
    "unknown spot": marked({"on": "middle", "is": "gold"}),
    "no spot": marked({"is": "gold"}),
    "mark of nothing": marked({"on": "NW"}),
    "skull on a border": marked({"on": "N", "is": "skull"}),
    "die on a border": marked({"on": "N", "is": "die", "number": 1, "arrow": "vertical"}),
    "die with a seven": marked({"on": "NW", "is": "die", "number": 7, "arrow": "vertical"}),
    "die with a nought": marked({"on": "NW", "is": "die", "number": 0, "arrow": "vertical"}),
    "die without a number": marked({"on": "NW", "is": "die", "arrow": "vertical"}),
    "die without an arrow": marked({"on": "NW", "is": "die", "number": 1}),
    "die with a crooked arrow": marked({"on": "NW", "is": "die", "number": 1, "arrow": "diagonal"}),
    "gold twice on a spot": marked({"on": "N", "is": "gold"}, {"on": "N", "is": "gold"}),
    "skull twice on a spot": marked({"on": "NW", "is": "skull"}, {"on": "NW", "is": "skull"}),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_set_a_bad_coaster_is_refused_by_name(bad):
    with pytest.raises(meadhall.BadSet, match="odd"):
        GAME.new(players=2, set=bad)


@pytest.mark.parametrize("number", [0, 11, 13])
def test_set_has_exactly_twelve_coasters(number):
    entries = [coaster(f"k{n}", PLAIN) for n in range(number)]
    with pytest.raises(meadhall.BadSet, match="12"):
        GAME.new(players=2, set={"coaster": entries})


def test_set_an_id_comes_once():
    with pytest.raises(meadhall.BadSet, match="z01"):
        GAME.new(players=2, set=changed(id="z01"))


@pytest.mark.parametrize("ident", ["two words", "", "k/1", "k,1", "k.1"])
def test_set_an_id_is_letters_digits_dash_and_underscore(ident):
    with pytest.raises(meadhall.BadSet):
        GAME.new(players=2, set=changed(id=ident))


def test_set_an_odd_but_lawful_id_can_be_drawn():
    assert played(changed(id="A_b-9"), "start 1; draw A_b-9").history[-1] == "draw A_b-9"


@pytest.mark.parametrize("missing", ["id", "fields"])
def test_set_id_and_fields_may_not_be_left_out(missing):
    bad = changed()
    del bad["coaster"][7][missing]
    with pytest.raises(meadhall.BadSet):
        GAME.new(players=2, set=bad)


def test_set_a_die_number_comes_once():
    bad = marked({"on": "NW", "is": "die", "number": 5, "arrow": "vertical"})
    bad["coaster"][2]["marks"] = [{"on": "SE", "is": "die", "number": 5, "arrow": "horizontal"}]
    with pytest.raises(meadhall.BadSet, match="5"):
        GAME.new(players=2, set=bad)


@pytest.mark.parametrize("nonsense", [{}, {"coaster": 3}, {"coaster": [1] * 12}])
def test_set_nonsense_is_refused(nonsense):
    with pytest.raises(meadhall.BadSet):
        GAME.new(players=2, set=nonsense)


def test_set_beer_and_marks_may_be_left_out():
    plain = {"coaster": [{"id": f"k{n}", "fields": ["land forest", "water land"]} for n in range(12)]}
    match = played(plain, "start 1; draw k3")
    assert set(match.actions()) == {f"0,0/{turn}" for turn in range(4)}


def test_set_is_loaded_from_a_file(tmp_path):
    path = tmp_path / "real box.toml"
    path.write_text("".join(TOML.format(f"mine{n}") for n in range(12)), encoding="utf-8")
    match = GAME.new(players=2, chance="manual", set=str(path))
    match.play("start 1")
    assert set(match.actions()) == {f"draw mine{n}" for n in range(12)}


@pytest.mark.parametrize("text", ["[[coaster", TOML.format("alone"), ""])
def test_set_a_bad_file_is_refused(tmp_path, text):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(meadhall.BadSet):
        GAME.new(players=2, set=str(path))


def test_set_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(meadhall.BadSet):
        GAME.new(players=2, set=str(tmp_path / "nowhere.toml"))


def default_marks(kind):
    marks = [mark for entry in GAME.default_set()["coaster"] for mark in entry.get("marks", [])]
    return [mark for mark in marks if mark["is"] == kind]


def turned(entry):
    """The coaster as it looks after a quarter turn clockwise."""
    (nw, ne), (sw, se) = (row.split() for row in entry["fields"])
    after = {"NW": "NE", "NE": "SE", "SE": "SW", "SW": "NW", "N": "E", "E": "S", "S": "W", "W": "N"}
    other = {"horizontal": "vertical", "vertical": "horizontal"}
    new = {"fields": [f"{sw} {nw}", f"{se} {ne}"], "beer": entry.get("beer", False), "marks": []}
    for mark in entry.get("marks", []):
        new["marks"].append({**mark, "on": after[mark["on"]]})
        if "arrow" in mark:
            new["marks"][-1]["arrow"] = other[mark["arrow"]]
    return new


def looks(entry):
    """The same text for a coaster however it is turned."""
    faces = []
    for _ in range(4):
        entry = turned(entry)
        marks = sorted(sorted((key, str(value)) for key, value in mark.items()) for mark in entry["marks"])
        faces.append(str((entry["fields"], entry["beer"], marks)))
    return min(faces)


def test_default_set_has_twelve_different_coasters():
    assert len({looks(entry) for entry in GAME.default_set()["coaster"]}) == 12


def test_default_set_has_sixteen_fields_of_each_kind():
    rows = [row for entry in GAME.default_set()["coaster"] for row in entry["fields"]]
    assert Counter(" ".join(rows).split()) == {"land": 16, "forest": 16, "water": 16}


def test_default_set_has_four_beer_coasters():
    assert sum(entry.get("beer", False) for entry in GAME.default_set()["coaster"]) == 4


def test_default_set_has_all_six_numbers_and_three_arrows_each_way():
    dice = default_marks("die")
    assert sorted(mark["number"] for mark in dice) == [1, 2, 3, 4, 5, 6]
    assert Counter(mark["arrow"] for mark in dice) == {"horizontal": 3, "vertical": 3}


@pytest.mark.parametrize("kind", ["gold", "shield", "skull"])
def test_default_set_has_gold_shields_and_skulls(kind):
    assert default_marks(kind)


def test_default_set_is_what_a_match_is_played_with():
    match = GAME.new(players=2, chance="manual")
    match.play("start 1")
    assert set(match.actions()) == {f"draw {entry['id']}" for entry in GAME.default_set()["coaster"]}


def test_default_set_makes_a_lone_random_player_nearly_always_a_drunkard():
    dice, drunkards = random.Random(7), 0
    for seed in range(100):
        match = GAME.new(players=1, seed=seed)
        while not match.over:
            match.play(dice.choice(match.actions()))
        drunkards += match.breakdown()["rank"] == "simple drunkard"
    assert drunkards >= 90


GOOD = table(box(a=PLAIN, b=PLAIN), "a 0,0/0; b 1,0/0", "red 0,0NE; gold 1,0SW", die=4)


def broken(change):
    bad = deepcopy(GOOD)
    change(bad)
    return bad


UNFIT = {
    "an unknown id": broken(lambda t: t["coasters"][0].update(id="nobody")),
    "an id twice": broken(lambda t: t["coasters"][1].update(id="a")),
    "two coasters in one place": broken(lambda t: t["coasters"][1].update(at=[0, 0])),
    "a token off the table": broken(lambda t: t["tokens"][0].update(at=[5, 5])),
    "two tokens on one field": broken(lambda t: t["tokens"][1].update(at=[0, 0], field="NE")),
    "a third player of two": broken(lambda t: t["tokens"][0].update(player=2)),
    "player minus one": broken(lambda t: t["tokens"][0].update(player=-1)),
    "nobody at the table": broken(lambda t: t.update(players=0)),
    "four at the table": broken(lambda t: t.update(players=4)),
    "a turn too many": broken(lambda t: t["coasters"][0].update(turn=4)),
    "a turn backwards": broken(lambda t: t["coasters"][0].update(turn=-1)),
    "a seven": broken(lambda t: t.update(die=7)),
    "a nought": broken(lambda t: t.update(die=0)),
    "no such field": broken(lambda t: t["tokens"][0].update(field="N")),
    "no such token": broken(lambda t: t["tokens"][0].update({"is": "sven"})),
}


@pytest.mark.parametrize("bad", UNFIT.values(), ids=UNFIT.keys())
def test_table_that_cannot_be_is_refused(bad):
    with pytest.raises(meadhall.BadTable):
        GAME.score(bad)


def test_table_the_good_one_is_scored():
    assert list(GAME.score(GOOD)["scores"]) == [0, 0]


def test_table_nobody_asks_how_it_came_about():
    waste = box()  # coasters apart, tokens on skulls, and far too many of them
    tokens = "; ".join(f"red {x},{x}{field}" for x in (0, 3) for field in ("NW", "NE", "SW", "SE"))
    assert list(GAME.score(table(waste, "z01 0,0/0; z02 3,3/1", tokens))["scores"]) == [0, 0]


def test_table_set_may_be_a_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("".join(TOML.format(f"k{n}") for n in range(12)), encoding="utf-8")
    assert list(GAME.score(table(str(path), "k3 0,0/0", "red 0,0NW"))["scores"]) == [0, 0]


def test_table_set_may_be_left_to_us():
    ident = GAME.default_set()["coaster"][0]["id"]
    assert list(GAME.score(table(None, f"{ident} 0,0/0"))["scores"]) == [0, 0]


def test_table_a_bad_set_is_a_bad_set():
    with pytest.raises(meadhall.BadSet):
        GAME.score({**GOOD, "set": {"coaster": []}})
