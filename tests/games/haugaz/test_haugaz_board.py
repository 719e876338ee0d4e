"""What the Haugaz board asks of its room: paths, previews, warnings, labels, and the examples of the rules page."""

import re
from importlib.resources import files

import pytest
from haugaz_table import HAUGAZ, at, played

import meadhall
from meadhall.core.game import NAMES
from meadhall.core.speaker import Speaker
from meadhall.hall.rulebook import rulebook

ROOM = files("meadhall.games.haugaz")
EXAMPLES = sorted(path.name for path in ROOM.joinpath("examples").iterdir())
BUSY = "---w1---w2/-w1w2---b1-/b3------w3/--b2-w4---/---b2-b1--/-w2b1----w1/----w1-b3-/b2----b1-- b c3 0"


def preview(match, action):
    return HAUGAZ.preview(match.current, HAUGAZ.read(match.current, action))


def warning(match, action, lang="en"):
    codes = HAUGAZ.read(match.current, action)
    return HAUGAZ.warning(match.current, codes, Speaker(NAMES, lang))


def labels(match, lang):
    return {
        action: HAUGAZ.label(match.current, code, Speaker(NAMES, lang))
        for action, code in zip(match.actions(), HAUGAZ.codes(match.state), strict=True)
    }


@pytest.mark.parametrize(
    ("action", "path"), [("c3", ["c3"]), ("d4-d6", ["d4", "d6"]), ("pass", ["pass"]), ("black", ["black"])]
)
def test_a_path_points_at_the_stack_and_then_where_it_lands(action, path):
    assert HAUGAZ.path(action) == path


def test_the_preview_of_a_move_shows_every_stack_that_rises_with_its_new_owner():
    assert preview(at(BUSY), "d4-f6")["risen"] == [
        {"point": "f4", "stack": "w2"},
        {"point": "h6", "stack": "b4"},
        {"point": "d8", "stack": "b2"},
        {"point": "h8", "stack": "b3"},
    ]


def test_the_preview_of_a_move_names_its_ends():
    shown = preview(at(BUSY), "d4-f6")
    assert (shown["from"], shown["to"]) == ("d4", "f6")


def test_the_preview_of_a_move_shows_how_far_it_reaches_on_the_lines():
    assert preview(at(BUSY), "d4-f6")["reach"] == ["d4", "f4", "h4", "d6", "h6", "d8", "f8", "h8"]


def test_the_reach_of_a_preview_stays_on_a_small_board_and_follows_the_ring():
    match = at("w1--/---/--b1 b - 0", "a1", reach="ring")
    assert preview(match, "c1-c2")["reach"] == ["b1", "c1", "b2", "b3", "c3"]


def test_a_preview_changes_nothing():
    match = at(BUSY)
    before = match.state.tolist()
    preview(match, "d4-f6")
    warning(match, "d4-f6")
    assert match.state.tolist() == before


def test_nothing_more_is_shown_of_a_placement_or_a_pass():
    match = at("--w1/---/b1-- b - 0")
    assert preview(match, "b2") == {} == preview(match, "pass")


@pytest.mark.parametrize("white", ["d5", "d6", "f6"])
def test_a_set_up_within_two_steps_is_warned_of(white):
    text = warning(played("d4"), white)
    assert re.fullmatch(r"Black could win at once, with \w\d d4–\w\d\. So Ulf takes Black\. .+", text)


@pytest.mark.parametrize("white", ["d7", "h8", "a1"])
def test_a_set_up_three_steps_apart_is_not_warned_of(white):
    assert warning(played("d4"), white) is None


def test_no_set_up_is_warned_of_where_white_may_move_any_stack():
    assert warning(played("d4", movers="any"), "d5") is None


def test_the_warning_of_a_set_up_is_right_on_every_board_of_three():
    """On 3x3 every set-up but corner to opposite corner loses at once, as the rules say."""
    for black in played(size=3).actions():
        match = played(black, size=3)
        safe = {white for white in match.actions() if warning(match, white) is None}
        opposite = {"a1": "c3", "c3": "a1", "a3": "c1", "c1": "a3"}.get(black)
        assert safe == ({opposite} if opposite else set())


def test_white_is_warned_of_when_black_could_win_at_once():
    match = played("d4", "d6")
    assert warning(match, "white").endswith("Better take Black.")
    assert warning(match, "black") is None


def test_a_second_pass_that_loses_is_warned_of():
    behind = at("--w2/---/b1-- b - 1")
    assert warning(behind, "pass") == "That ends the game, and Ulf wins."
    assert warning(behind, "pass", "de") == "Damit ist das Spiel aus, und Ulf gewinnt."


def test_a_first_pass_and_a_winning_one_are_not_warned_of():
    assert warning(at("--w2/---/b1-- b - 0"), "pass") is None
    assert warning(at("--w2/---/b1-- w - 1"), "pass") is None


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("actions", [(), ("d4",), ("d4", "h8"), ("d4", "h8", "black"), ("d4", "h8", "black", "a1")])
def test_every_action_has_a_label(actions, lang):
    assert all(labels(played(*actions), lang).values())


def test_the_label_of_a_second_pass_says_that_it_ends_the_game():
    match = at("--w1/---/b1-- w - 1")
    assert labels(match, "en")["pass"] == "ends the game"


def test_the_view_names_the_size_of_the_board_during_the_set_up_too():
    assert played(size=5).view(None)["size"] == 5


def test_the_hall_has_words_for_the_card():
    assert all(HAUGAZ.teaser[lang] and HAUGAZ.luck[lang] for lang in ("en", "de"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_the_rules_page_is_a_record(name):
    text = ROOM.joinpath("examples", name).read_text("utf-8")
    assert meadhall.load(text).record() == text


@pytest.mark.parametrize("page", ["RULES.md", "REGELN.md"])
def test_the_rules_link_every_example_in_a_paragraph_of_its_own(page):
    text = ROOM.joinpath(page).read_text("utf-8")
    assert sorted(re.findall(r"\n\n\[[^\]\n]+\]\(examples/([\w-]+\.txt)\)\n(?:\n|$)", text)) == EXAMPLES


def test_an_example_in_the_rules_says_which_stacks_its_move_has_raised():
    pictures = [part for part in rulebook(meadhall.game("haugaz"), "en").parts if part.view]
    assert [risen["point"] for risen in pictures[0].more["risen"]] == ["f4", "h6", "d8", "h8"]
