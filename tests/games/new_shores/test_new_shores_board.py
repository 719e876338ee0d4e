"""What the room of Off to New Shores! tells its board: paths, previews, warnings, aids, labels, examples."""

from pathlib import Path

import pytest
from test_new_shores import GAME, MEADOW, box, played, to_the_end, to_the_roll

import meadhall
from meadhall.core.speaker import Speaker

BEERS = box(a="land land / land land; beer", b="land land / land land; beer", c=MEADOW)
EXAMPLES = sorted((Path(meadhall.__file__).parent / "games" / "new_shores" / "examples").glob("*.txt"))
WATERS = "water water / water water"
TWO = ("Runa", "Ulf")


def codes(match, action):
    return GAME.read(match.current, action)


def previewed(match, action):
    return GAME.preview(match.current, codes(match, action))


def warned(match, action, lang="en"):
    return GAME.warning(match.current, codes(match, action), Speaker(TWO, lang))


def labelled(match, action, lang="en"):
    return GAME.label(match.current, codes(match, action)[0], Speaker(TWO, lang))


# -- paths -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "tokens"),
    [
        ("1,0/2", ["1,0", "2"]),
        ("-3,-2/0", ["-3,-2", "0"]),
        ("hagar NE", ["hagar", "NE"]),
        ("gold SW", ["gold", "SW"]),
        ("0,0NE>-1,0SW", ["0,0NE", "-1,0SW"]),
        ("stay", ["stay"]),
    ],
)
def test_a_path_is_what_one_points_at(action, tokens):
    assert GAME.path(action) == tokens


# -- previews --------------------------------------------------------------------------------------


def test_a_coaster_is_about_the_landscape_that_brings_most():
    coasters = box(a="land land / water water; shield N", b="land water / land forest; gold W", c=MEADOW)
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NW; draw c; 0,1/0; hagar NW; draw b")
    about = previewed(match, "1,0/0")["about"]
    after = match.copy()
    after.play("1,0/0")
    assert after.breakdown()["landscapes"][about["landscape"]]["kind"] == "land"


def test_a_coaster_says_what_its_landscape_was_and_will_be_worth():
    coasters = box(a="land land / water water; shield N", b="land water / land forest; gold W", c=WATERS)
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NW; draw c; 0,-1/0; hagar NW; draw b")
    assert previewed(match, "1,0/0")["about"] == {"landscape": 0, "player": 0, "was": 2, "now": 5}
    assert previewed(match, "1,0/0")["gains"] == [3, 0]


def test_a_coaster_that_pays_somebody_else_says_whom():
    coasters = box(a="land land / water water; shield N", b=MEADOW)
    match = played(coasters, "start 1; draw a; 0,0/0; hagar NW; draw b")
    assert previewed(match, "1,0/0")["about"] == {"landscape": 0, "player": 0, "was": 2, "now": 6}


def test_a_coaster_that_pays_nobody_is_about_its_player():
    match = played(box(a=MEADOW), "start 2; draw a")
    assert previewed(match, "0,0/0") == {
        "gains": [0, 0],
        "about": {"landscape": 0, "player": 1, "was": 0, "now": 0},
        "left": None,
    }


def test_a_token_is_about_the_landscape_of_its_field():
    coasters = box(a="land land / water water; shield S")
    match = played(coasters, "start 1; draw a; 0,0/0")
    about = previewed(match, "hagar SE")["about"]
    assert match.breakdown()["landscapes"][about["landscape"]]["kind"] == "water"
    assert (about["was"], about["now"]) == (0, 2)


def last_round():
    coasters = box(a="land land / water land; shield N", b="land water / water water; gold NW")
    laid = "start 1; draw a; 0,0/0; hagar SE; draw b; -1,0/0; hagar SE"
    match = to_the_roll(played(coasters, laid))
    match.play("roll 6")
    match.play("stay")
    return match


def test_a_move_is_about_where_it_leads_and_what_it_leaves():
    match = last_round()
    shown = previewed(match, "0,0SE>-1,0NW")
    assert shown["left"]["landscape"] != shown["about"]["landscape"]
    assert (shown["left"]["was"], shown["left"]["now"]) == (3, 0)
    assert (shown["about"]["was"], shown["about"]["now"]) == (0, 1)


def test_a_move_within_a_landscape_leaves_nothing():
    assert previewed(last_round(), "0,0SE>0,0NE")["left"] is None


def test_staying_is_about_no_landscape():
    assert previewed(last_round(), "stay") == {"gains": [0, 0], "about": None, "left": None}


# -- warnings --------------------------------------------------------------------------------------


def in_line(**options):
    return played(BEERS, "start 1; draw a; 0,0/0; hagar NW; draw b", **options)


def test_ns12_a_beer_in_line_is_warned_of():
    assert warned(in_line(honky_tonk="on"), "1,0/2") == (
        "This beer stands in line with another one: that costs you a beer, unless you win."
    )


def test_ns12_the_warning_speaks_german():
    assert "kostet dich eins" in warned(in_line(honky_tonk="on"), "1,0/2", "de")


def test_ns12_without_honky_tonk_nobody_is_warned():
    assert warned(in_line(), "1,0/2") is None


def test_ns12_alone_nobody_is_warned():
    match = played(BEERS, "start 1; draw a; 0,0/0; hagar NW; draw b", players=1, honky_tonk="on")
    assert warned(match, "1,0/0") is None


def test_ns12_a_beer_out_of_line_costs_nothing():
    match = played(BEERS, "start 1; draw a; 0,0/0; hagar NW; draw c; 1,0/0; hagar NW; draw b", honky_tonk="on")
    assert warned(match, "1,1/0") is None
    assert warned(match, "2,0/0") is not None


def test_a_token_is_never_warned_of():
    assert warned(played(BEERS, "start 1; draw a; 0,0/0", honky_tonk="on"), "hagar NW") is None


# -- aids ------------------------------------------------------------------------------------------


def test_the_aids_name_the_coasters_left():
    match = played(BEERS, "start 1; draw a")
    pile = GAME.aids(match.current)
    assert pile == {"pile": ["b", "c", *(f"z{n:02}" for n in range(1, 10))], "beers": 1}


def test_the_aids_have_words():
    assert set(GAME.aid_words) == {"en", "de"}


# -- labels ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "en", "de"),
    [
        ("1,0/0", "1 east", "1 östlich"),
        ("0,-1/2", "1 south, turned twice", "1 südlich, zweimal gedreht"),
        ("-1,0/3", "1 west, turned three times", "1 westlich, dreimal gedreht"),
    ],
)
def test_a_laying_is_labelled_by_where_it_lies(action, en, de):
    match = played(box(a=MEADOW, b=MEADOW), "start 1; draw a; 0,0/0; hagar NW; draw b")
    assert (labelled(match, action), labelled(match, action, "de")) == (en, de)


def test_the_first_coaster_is_labelled_by_the_middle():
    match = played(box(a=MEADOW), "start 1; draw a")
    assert (labelled(match, "0,0/0"), labelled(match, "0,0/1", "de")) == (
        "in the middle",
        "in der Mitte, einmal gedreht",
    )


def test_a_token_is_labelled_by_its_field():
    match = played(box(a=MEADOW), "start 1; draw a; 0,0/0")
    assert (labelled(match, "hagar NW"), labelled(match, "gold NE", "de")) == (
        "Viking on LAND (NW)",
        "Gold auf LAND (NO)",
    )


def test_the_last_round_is_labelled_from_here_to_there():
    match = last_round()
    assert labelled(match, "stay") == "stay where you are"
    assert labelled(match, "0,0SE>0,0NE") == "Viking on LAND from 0,0SE to 0,0NE"
    assert labelled(match, "0,0SE>0,0NE", "de") == "Wikinger auf LAND von 0,0SE nach 0,0NE"


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_every_action_has_a_label_and_a_path(players, lang):
    match = GAME.new(players=players, seed=3)
    while not match.over:
        for action in match.actions():
            assert labelled(match, action, lang)
            assert "".join(GAME.path(action)) in action.replace("/", "").replace(" ", "").replace(">", "")
        match.play(match.actions()[-1])


# -- alone -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "rank", "en", "de"),
    [
        (
            24,
            "higher chief",
            "24 points: higher chief. 2 more and they sing of you.",
            "24 Punkte: höherer Häuptling. Noch 2, und man singt von dir.",
        ),
        (
            1,
            "simple drunkard",
            "1 point: simple drunkard. 15 more and you are a lower sailor.",
            "1 Punkt: einfacher Trunkenbold. Noch 15, und du bist niederer Seemann.",
        ),
        (
            26,
            "legendary conqueror",
            "26 points: legendary conqueror. They sing of you.",
            "26 Punkte: legendärer Eroberer. Man singt von dir.",
        ),
    ],
)
def test_ns20_the_rank_says_how_far_the_next_one_is(score, rank, en, de):
    breakdown = {"scores": [score], "landscapes": [], "rank": rank}
    assert GAME.explain(breakdown, Speaker(["Runa"], "en"))[-1] == en
    assert GAME.explain(breakdown, Speaker(["Runa"], "de"))[-1] == de


# -- the hall and the rules page -------------------------------------------------------------------


@pytest.mark.parametrize("words", [GAME.teaser, GAME.luck])
def test_the_hall_card_speaks_both_languages(words):
    assert all(words[lang] for lang in ("en", "de"))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rules_show_every_example(lang):
    text = GAME.rule_text(lang)
    assert EXAMPLES
    for example in EXAMPLES:
        assert text.count(f"](examples/{example.name})") == 1


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_can_be_played_back(example):
    match = meadhall.load(example.read_text("utf-8"))
    assert match.game is GAME
    assert match.setup.coasters is None


def test_a_whole_table_can_be_shown_at_its_end():
    match = to_the_end(played(box(a=MEADOW), "start 1"))
    assert match.view(None)["phase"] == "over"


# -- a coaster that fits nowhere -------------------------------------------------------------------


def test_ns8_the_table_says_when_a_coaster_fits_nowhere():
    match = played(box(a=MEADOW, b=WATERS), "start 1; draw a; 0,0/0; hagar NE; draw b")
    assert match.view(None)["fits_nowhere"]
    assert "fits nowhere" in GAME.ask(match.current, Speaker(TWO, "en"))
    assert "passt nirgends" in GAME.ask(match.current, Speaker(TWO, "de"))


@pytest.mark.parametrize("line", ["start 1; draw a", "start 1; draw a; 0,0/0; hagar NE; draw b"])
def test_ns8_the_table_says_nothing_where_it_fits(line):
    match = played(box(a=MEADOW, b=MEADOW), line)
    assert not match.view(None)["fits_nowhere"]
    assert "nowhere" not in GAME.ask(match.current, Speaker(TWO, "en"))
