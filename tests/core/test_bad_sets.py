"""Sets and tables with something wrong: the coaster, the mark or the token is named."""

import copy
import json
from pathlib import Path

import pytest
from refusals import AHOY, OWN_SET, SHORES, TABLE, TOML, edited, refused, refused_in_both

import meadhall

SETS = {
    "a coaster less": (SHORES, [3], None, ["12", "11"]),
    "a coaster less at sea": (AHOY, [3], None, ["10", "9"]),
    "a number as coaster": (SHORES, [3], 7, ["number 4", "7"]),
    "no id": (SHORES, [3, "id"], None, ["number 4", "id"]),
    "an id twice": (SHORES, [3, "id"], "k01", ["number 4", "k01", "twice"]),
    "an id with a blank": (AHOY, [3, "id"], "k 4", ["number 4", "k 4", "letters, digits, - and _"]),
    "an id without end": (AHOY, [3, "id"], "k" * 41, ["number 4", "40 at most"]),
    "a wrong kind": (SHORES, [3, "fields"], ["lava land", "land land"], ["k04", "lava", "land, forest or water"]),
    "one row": (SHORES, [3, "fields"], ["land land"], ["k04", "two rows"]),
    "beer in words": (SHORES, [3, "beer"], "yes", ["k04", "beer", "'yes'", "true or false"]),
    "a misspelt part": (SHORES, [3, "bear"], True, ["k04", "bear", "id, fields, beer, marks"]),
    "a mark of a wrong kind": (SHORES, [3, "marks", 0, "is"], "mead", ["k04", "mark number 1", "mead", "gold, shield"]),
    "a mark on a wrong spot": (SHORES, [3, "marks", 0, "on"], "X", ["k04", "mark gold", "'X'", "NW, NE, SW, SE, N,"]),
    "a die on a border": (SHORES, [3, "marks", 1, "on"], "N", ["k04", "mark die on N", "NW, NE, SW, SE"]),
    "a die with a seven": (SHORES, [3, "marks", 1, "number"], 7, ["k04", "mark die on SW", "1 to 6", "7"]),
    "a die without an arrow": (SHORES, [3, "marks", 1, "arrow"], None, ["k04", "mark die", "horizontal, vertical"]),
    "a number of another die": (SHORES, [3, "marks", 1, "number"], 1, ["k04", "mark die 1", "k01"]),
    "a number as mark": (SHORES, [3, "marks", 0], 7, ["k04", "mark number 1", "7"]),
    "a field off the coaster": (AHOY, [0, "island"], ["N"], ["chief1", "'N'", "NW, NE, SW, SE"]),
    "a portrait of nobody": (AHOY, [0, "portrait"], "olaf", ["chief1", "olaf", "hagar, sven"]),
    "ten treasures": (AHOY, [0, "treasures"], 10, ["chief1", "treasures", "10", "0 to 9"]),
    "a treasure too few": (AHOY, [0, "treasures"], 1, ["nine", "8"]),
    "treasure at sea": (AHOY, [0, "island"], [], ["chief1", "treasures"]),
    "two ships": (AHOY, [0], {"id": "boat", "ship": True}, ["ship", "2", "boat"]),
}


@pytest.mark.parametrize(("game", "path", "value", "words"), SETS.values(), ids=SETS.keys())
def test_a_bad_set_names_the_coaster_the_mark_and_what_is_allowed(game, path, value, words):
    refused(meadhall.BadSet, lambda: game.new(set=edited(game, path, value)), *words)


FILES = {
    "nothing": (b"", "coasters"),
    "no TOML": (b"[[coaster", "TOML"),
    "no text": (b"\xff\xfe" * 40, "no text"),
    "JSON": (json.dumps(OWN_SET).encode(), "TOML"),
    "too deep": (b"a = " + b"[" * 5000 + b"]" * 5000, "set"),
    "a long key twice": (b"a = {" + b"b" * 3000 + b" = 1, " + b"b" * 3000 + b" = 2}", "TOML"),
    "a long number": (b"a = " + b"1" * 5000, "TOML"),
    "too long": (TOML.encode() + b"#" * 2_000_000, "too long"),
    "half of it": (TOML[: len(TOML) // 2].encode(), "set"),
}


@pytest.mark.parametrize(("content", "word"), FILES.values(), ids=FILES.keys())
def test_a_bad_set_file_is_refused(tmp_path, monkeypatch, content, word):
    monkeypatch.chdir(tmp_path)
    Path("set.toml").write_bytes(content)
    refused(meadhall.BadSet, lambda: SHORES.new(set="set.toml"), word)


@pytest.mark.parametrize("path", ["nowhere.toml", ".", "no/such/folder.toml"])
def test_a_set_file_that_cannot_be_read_is_named(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    refused(meadhall.BadSet, lambda: SHORES.new(set=path), f"'{path}'", "cannot be read")
    refused(meadhall.BadSet, lambda: AHOY.new(set=Path(path)), f"'{path}'", "cannot be read")


TABLES = {
    "unknown part": (lambda t: t.update(beer=1), ["beer", "players, set, coasters"]),
    "players": (lambda t: t.update(players=4), ["players", "1 to 3", "4"]),
    "no players": (lambda t: t.pop("players"), ["players", "1 to 3"]),
    "die": (lambda t: t.update(die=7), ["die", "1 to 6", "7"]),
    "coasters": (lambda t: t.update(coasters=7), ["coasters", "7"]),
    "a coaster": (lambda t: t["coasters"].append(7), ["coaster number 3", "7"]),
    "unknown id": (lambda t: t["coasters"][1].update(id="k99"), ["coaster number 2", "k99", "k01", "k12"]),
    "repeated id": (lambda t: t["coasters"][1].update(id="k01"), ["coaster number 2", "k01", "already"]),
    "one place": (lambda t: t["coasters"][1].update(at=[0, 0]), ["coaster number 2", "0,0"]),
    "half a place": (lambda t: t["coasters"][1].update(at=[0.5, 0]), ["coaster number 2", "0.5", "whole numbers"]),
    "a far place": (lambda t: t["coasters"][1].update(at=[10**30, 0]), ["coaster number 2"]),
    "turn": (lambda t: t["coasters"][1].update(turn=4), ["coaster number 2", "turn", "0 to 3", "4"]),
    "off the table": (lambda t: t["tokens"][1].update(at=[5, 5]), ["token number 2", "5,5", "off the table"]),
    "one field": (lambda t: t["tokens"][1].update(at=[0, 0], field="NE"), ["token number 2", "0,0NE"]),
    "no such field": (lambda t: t["tokens"][1].update(field="N"), ["token number 2", "'N'", "NW, NE, SW, SE"]),
    "no such token": (lambda t: t["tokens"][1].update({"is": "sven"}), ["token number 2", "sven", "hagar or gold"]),
    "whose": (lambda t: t["tokens"][0].update(player=2), ["token number 1", "player", "0 to 1", "2"]),
    "whose gold": (lambda t: t["tokens"][1].update(player=2), ["token number 2", "player", "0 to 1", "2"]),
}


@pytest.mark.parametrize(("change", "words"), TABLES.values(), ids=TABLES.keys())
def test_a_bad_table_names_the_part_and_what_is_allowed(change, words):
    table = copy.deepcopy(TABLE)
    SHORES.score(table)
    change(table)
    refused_in_both(meadhall.BadTable, lambda: SHORES.score(table), *words)
