"""Haugaz on paper: positions, histories and records (HZ-3, HZ-6, HZ-7, HZ-9, HZ-10)."""

import pytest
from haugaz_table import HAUGAZ, at, played

import meadhall


@pytest.mark.parametrize(
    "text",
    [
        "---/b1-w2/--- w - 0",
        "---/b1-w2/--- b - 1",
        "--w1/---/b1-- w - 2",
        "--w1/---/b1-b1 b c1 0",
        "b12--w64/----/-b1--/---- w - 0",
        "b1-w120/---/--- w - 0",
        "--------/" * 6 + "---b1----/----w1--- b - 0",
    ],
)
def test_hz3_a_position_line_comes_back_as_it_was(text):
    assert HAUGAZ.position(text).position == text


@pytest.mark.parametrize(
    ("text", "actor"), [("--w1/---/b1-- b - 0", 0), ("--w1/---/b1-- w - 0", 1), ("--w1/---/w1-w1 w c1 0", 1)]
)
def test_hz6_in_a_position_player_0_is_black(text, actor):
    match = HAUGAZ.position(text)
    assert match.actor == actor
    assert match.breakdown()["colours"] == ["black", "white"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "--w1/---/b1--",  # nothing but the board
        "--w1/---/b1-- b -",  # no passes
        "--w1/---/b1-- b - 0 0",  # one word too many
        "w1-/b1- b - 0",  # two ranks
        "w1--/b1-- b - 0",  # not square
        "--w1/--/b1-- b - 0",  # a short rank
        "--w1/----/b1-- b - 0",  # a long rank
        "---------/" * 8 + "b1-------w1 b - 0",  # nine ranks
        "--w0/---/b1-- b - 0",  # no height
        "--w/---/b1-- b - 0",
        "--w121/---/b1-- b - 0",  # too high: with seven empty points it could grow past 127
        "--r1/---/b1-- b - 0",  # no such colour
        "--w1/---/b1-- x - 0",  # no such side
        "--w1/---/b1-- b - 3",  # one pass too many
        "--w1/---/b1-- b - -1",
        "--w1/---/b1-- b d1 0",  # placed off the board
        "--w1/---/b1-- b c1 0",  # nothing was placed there
        "--w1/---/b1-w1 b c1 0",  # placed by the other side
        "--w1/---/b1-b2 b c1 0",  # placed two high
        "--w1/---/b1-b1 b c1 1",  # placing wipes out the pass
    ],
)
def test_hz3_what_is_no_position_is_refused(text):
    with pytest.raises(meadhall.BadPosition):
        HAUGAZ.position(text)


@pytest.mark.parametrize("option", [{"movers": "mine"}, {"reach": "far"}])
def test_hz9_and_hz10_a_position_checks_its_options(option):
    with pytest.raises(meadhall.BadOption):
        HAUGAZ.position("--w1/---/b1-- b - 0", **option)


def a_few_turns():
    return played("d4", "g7", "black", "c3", "d4-d5", "pass", "a8")


def test_hz7_the_history_lists_placing_and_moving_singly():
    assert list(a_few_turns().history) == ["d4", "g7", "black", "c3", "d4-d5", "pass", "a8"]


def test_hz7_in_a_record_a_turn_is_one_entry():
    assert "c3 d4-d5" in a_few_turns().record()


def test_hz7_a_record_can_break_off_in_the_middle_of_a_turn():
    match = a_few_turns()
    again = meadhall.load(match.record())
    assert list(again.history) == list(match.history)
    assert again.position == match.position


def test_hz7_a_record_with_an_impossible_move_is_refused():
    record = a_few_turns().record()
    with pytest.raises(meadhall.BadRecord):
        meadhall.load(record.replace("d4-d5", "d4-d6"))


@pytest.mark.parametrize("options", [{}, {"movers": "any", "reach": "ring"}])
def test_hz9_and_hz10_a_record_from_a_position_keeps_the_options(options):
    match = at("----/w1---/---w2/b2--- b - 0", "d4", **options)
    again = meadhall.load(match.record())
    assert again.position == match.position
    assert again.actions() == match.actions()
