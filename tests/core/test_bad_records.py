"""Records that are cut off, edited, of another version or no records at all: the line is named."""

import json
import random
from dataclasses import replace

import pytest
from fourth_game.little_morris import LittleMorris
from refusals import HAUGAZ, OWN_SET, POSITION, RECORDS, SHORES, every_record, no_record, played, repr_in_short

import meadhall
from meadhall.core.match import Match
from meadhall.core.position import Position
from meadhall.core.record import load


@every_record
def test_a_record_cut_off_anywhere_is_refused(record):
    for cut in range(len(record)):
        if record[cut:].strip():
            no_record(record[:cut])
        else:
            assert meadhall.load(record[:cut]).record() == record


@every_record
@pytest.mark.parametrize("dress", ["\ufeff{}", "crlf", "\ufeffcrlf", "{}\n\n  \n"])
def test_windows_line_ends_a_mark_and_blank_lines_at_the_end_are_fine(record, dress):
    text = dress.replace("crlf", record.replace("\n", "\r\n")).replace("{}", record)
    assert text != record
    assert meadhall.load(text).record() == record


@every_record
def test_a_line_that_is_no_action_is_named(record):
    lines = record.split("\n")
    body = lines.index("")
    for i in range(body + 1, len(lines)):
        no_record("\n".join([*lines[:i], "nonsense", *lines[i:]]), line=i + 1)


@every_record
@pytest.mark.parametrize("needed", ["meadhall record 1", "game: ", "players: ", "chance: ", "result: "])
def test_a_record_without_one_of_its_first_lines_or_its_result_is_refused(record, needed):
    no_record("\n".join(line for line in record.split("\n") if not line.startswith(needed)))


@every_record
def test_a_header_or_result_that_stands_twice_is_refused(record):
    lines = record.split("\n")
    for i, line in enumerate(lines):
        if ": " in line:
            no_record("\n".join([*lines[: i + 1], line, *lines[i + 1 :]]), line=i + 2)


@pytest.mark.parametrize("name", ["haugaz", "new-shores"])
def test_a_finished_record_without_one_of_its_actions_is_refused(name):
    lines = RECORDS[name].split("\n")
    for i in range(lines.index("") + 1, len(lines) - 3):
        no_record("\n".join(lines[:i] + lines[i + 1 :]))


def test_a_record_with_two_lines_swapped_is_refused():
    lines = RECORDS["new-shores"].split("\n")
    for i in range(lines.index("") + 1, len(lines) - 4):
        no_record("\n".join([*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]))


HEADERS = {
    "game": ("haugaz", "game: haugaz", "game: chess", ["chess", "haugaz, land-ahoy, new-shores"]),
    "players": ("haugaz", "players: 2", "players: 3", ["3", "players can be 2"]),
    "players in words": ("haugaz", "players: 2", "players: two", ["two", "2"]),
    "many players": ("haugaz", "players: 2", "players: " + "2" * 9000, ["2"]),
    "chance": ("haugaz", "chance: auto", "chance: loaded", ["loaded", "auto, manual"]),
    "option": ("haugaz", "size: 3", "size: 33", ["size", "33", "3, 4, 5, 6, 7, 8"]),
    "unknown": ("haugaz", "size: 3", "shape: 3", ["shape", "size, movers, reach"]),
    "no colon": ("haugaz", "size: 3", "size 3", ["size 3", "name: value"]),
    "empty seed": ("haugaz", "seed: 7", "seed:", ["seed"]),
    "long seed": ("haugaz", "seed: 7", "seed: " + "7" * 10_000, ["seed"]),
    "a set in a game without": ("haugaz", "size: 3", "set: garbage", ["set"]),
    "other set of ours": ("new-shores", "set: ours", "set: ours 0", ["set"]),
    "set that is no JSON": ("new-shores", "set: ours", "set: {", ["set"]),
    "deep set": ("new-shores", "set: ours", "set: " + "[" * 100_000, ["set"]),
    "empty set": ("new-shores", "set: ours", "set: {}", ["coaster"]),
    "position": (
        "haugaz from a position",
        "position: ",
        "position: " + POSITION.replace("w -", "x -"),
        ["'x'", "b, w"],
    ),
    "position in a game without": ("new-shores", "skulls: on", "position: -", ["new-shores"]),
}


@pytest.mark.parametrize(("name", "good", "bad", "words"), HEADERS.values(), ids=HEADERS.keys())
def test_a_wrong_header_is_named_with_what_is_allowed(name, good, bad, words):
    lines = RECORDS[name].split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(good))
    lines[at] = bad
    no_record("\n".join(lines), *words, line=at + 1)


def test_a_position_of_another_size_than_its_record_names_is_refused():
    record = RECORDS["haugaz from a position"].replace("size: 3", "size: 4")
    at = next(i for i, line in enumerate(record.split("\n"), 1) if line.startswith("position: "))
    no_record(record, "size cannot be 4", "size 3", line=at)


class Shore(LittleMorris):
    """Little Morris from a position, which is the points placed so far, in turn; it has no option called size."""

    name = "little-shore"

    def start(self, setup):
        state = super().start(setup)
        for text in (setup.position or "").split():
            self.rules().apply(state, self.read(Position(self, setup, state), text)[0])
        return state

    def position(self, /, text, **options):
        return Match(self, replace(self.setup(2, options), position=text))


def test_a_game_with_positions_but_without_a_size_loads_its_own_record():
    room = Shore()
    match = room.position("b2 a1 b1", moves="anywhere", longest=20)
    match.play("b3")
    again = load(match.record(), lambda name: room)
    assert again.record() == match.record()
    assert (again.actor, again.setup.options) == (match.actor, {"moves": "anywhere", "longest": 20})


@pytest.mark.parametrize("name", ["haugaz", "new-shores", "land-ahoy"])
@pytest.mark.parametrize("wrong", ["result: 9 9", "result: won", "result:", "result: 1 0 0"])
def test_a_wrong_result_is_named(name, wrong):
    lines = RECORDS[name].split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("result:"))
    right = lines[at].removeprefix("result: ")
    lines[at] = wrong
    no_record("\n".join(lines), right, wrong.removeprefix("result:").strip(), line=at + 1)


def test_another_version_is_named():
    no_record(RECORDS["haugaz"].replace("record 1", "record 2", 1), "version", "'meadhall record 2'", line=1)


@pytest.mark.parametrize("players", [1, 3])
def test_another_seed_does_not_fit_the_draws(players):
    record = played(SHORES, players=players).record()
    no_record(record.replace("seed: 7", "seed: 8"), "seed")


def test_every_changed_outcome_of_a_seeded_record_is_named():
    match = played(SHORES, players=1)
    lines = match.record().split("\n")
    body, twin = lines.index("") + 1, SHORES.new(players=1, chance="manual")
    changed = 0
    for i, action in enumerate(match.history):
        for other in twin.actions() if twin.actor == meadhall.CHANCE else []:
            if other != action:
                no_record("\n".join([*lines[: body + i], other, *lines[body + i + 1 :]]), other, line=body + i + 1)
                changed += 1
        twin.play(action)
    assert changed > 60


def test_an_automatic_record_that_ends_where_a_draw_is_due_is_refused():
    record = SHORES.new(players=2, seed=1).record()
    drawn = next(line for line in record.split("\n") if line.startswith("draw"))
    no_record(record.replace(f"{drawn}\n", ""))


def test_a_record_with_a_set_of_ones_own_names_its_wrong_coaster():
    record = SHORES.new(set=OWN_SET, seed=1).record()
    assert meadhall.load(record).record() == record
    no_record(record.replace('"land ', '"lava ', 1), "own0", "lava", line=7)


@pytest.mark.parametrize("seed", [0, -1, 10**250, 2**4095, "7", "a: b", "x" * 200, "ä 'ö'"], ids=repr_in_short)
def test_every_seed_that_is_taken_comes_back_from_its_record(seed):
    match = HAUGAZ.new(seed=seed, size=3)
    while not match.over:
        match.play(match.actions()[-1])
    assert meadhall.load(match.record()).record() == match.record()


GARBAGE = {
    "one letter": "x" * 10_000_000,
    "empty lines": "\n" * 10_000_000,
    "noise": random.Random(1).randbytes(10_000_000).decode("latin-1"),
    "a good beginning": RECORDS["haugaz"] * 80_000,
    "many headers": "meadhall record 1\n" + "".join(f"h{i}: x\n" for i in range(300_000)) + "\n",
    "a long header": "meadhall record 1\ngame: " + "x" * 3_900_000 + "\n\n",
    "many passes": RECORDS["haugaz"].replace("\nresult", "\npass" * 700_000 + "\nresult"),
    "a long line": RECORDS["haugaz"].replace("\nresult", "\n" + "pass " * 700_000 + "\nresult"),
    "a long word": RECORDS["haugaz"].replace("\nresult", "\n" + "a1-" * 1_200_000 + "\nresult"),
    "blanks": RECORDS["haugaz"].replace("result", "\n" * 3_900_000 + "resul"),
    "a long set": RECORDS["new-shores"].replace("set: ours", "set: " + json.dumps([OWN_SET] * 2_000) + " "),
    "a long position": RECORDS["haugaz from a position"].replace("---/", "-" * 3_900_000 + "/", 1),
    "many ranks": RECORDS["haugaz from a position"].replace("---/", "---/" * 900_000, 1),
}


@pytest.mark.parametrize("text", GARBAGE.values(), ids=GARBAGE.keys())
def test_megabytes_of_garbage_are_refused(text):
    no_record(text)
