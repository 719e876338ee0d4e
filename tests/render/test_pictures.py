"""Pictures of matches: whole, harmless, and the same that the board shows."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from land_ahoy_table import ONE_ROCK
from refusals import refused
from test_every_game import every_game, every_setup, played

import meadhall
from meadhall import cli
from meadhall.core.game import CHANCE
from meadhall.core.match import Match
from meadhall.render import match_pictures, picture, svg
from meadhall.render.picture import PICTURE

SVG = "{http://www.w3.org/2000/svg}"
COLOURED = re.compile(r"#[0-9A-Fa-f]{3,6}|none|currentColor|url\(#[\w-]+\)")
NASTY = ["<script>alert(1)</script>", '"/><image href="http://evil.example/x"/>', "A & B ]]>", "\x00\x1b\ud800\uffff'"]


def checked(text):
    """A picture that stands alone: its ids are there, its colours are colours, and nothing comes from elsewhere."""
    root = ET.fromstring(text.encode("utf-8"))
    assert root.tag == f"{SVG}svg" and root.find(f"{SVG}title").text
    everything = list(root.iter())
    ids = [element.get("id") for element in everything if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in everything:
        assert element.tag.removeprefix(SVG) in {
            *("svg", "title", "defs", "symbol", "pattern", "g", "use", "rect", "circle", "ellipse", "path", "text"),
            *("tspan", "style"),
        }
        for name, value in element.attrib.items():
            assert not name.startswith("on") and "var(" not in value
            if name in ("fill", "stroke", "color"):
                assert COLOURED.fullmatch(value), (element.tag, name, value)
            for target in re.findall(r"url\(#([\w-]+)\)", value):
                assert target in ids
            assert name != "href" or (value.startswith("#") and value[1:] in ids)
    return root


def words(root):
    return [element.text for element in root.iter(f"{SVG}text")]


def so_far(match, actions):
    """The match after some actions."""
    twin = Match(match.game, match.setup, seed=0, chance="manual")
    for entry in match.entries[:actions]:
        twin.follow(entry)
    return twin


# -- stills ----------------------------------------------------------------------------------------


@every_setup
def test_every_position_can_be_drawn(game, players, options):
    match = played(game, players, options, seed=4)
    last = len(match.entries)
    for at in {*range(0, last, last // 12 + 1), *range(min(5, last)), last}:
        checked(meadhall.svg(match, lang="de" if at % 2 else "en", at=at))


def crowded(where):
    """A coaster of New Shores that has all on it that fits."""
    marks = [{"on": spot, "is": what} for spot in ("N", "SE", where) for what in ("gold", "shield")]
    return [*marks, {"on": "NW", "is": "skull"}]


def rich_shores():
    coasters = [
        {"id": f"k{n}", "fields": ["land land", "land land"], "beer": True, "marks": crowded("W")} for n in range(12)
    ]
    dice = [{"on": "SE", "is": "die", "number": n, "arrow": "vertical"} for n in range(1, 7)]
    coasters[3]["marks"] = [*coasters[3]["marks"], *dice]
    return {"coaster": coasters}


@pytest.mark.parametrize(("name", "own"), [("new-shores", rich_shores()), ("land-ahoy", ONE_ROCK)])
def test_sets_of_ones_own_can_be_drawn(name, own):
    match = played(meadhall.game(name), None, {"set": own}, seed=2)
    for at in range(0, len(match.entries), len(match.entries) // 10 + 1):
        checked(meadhall.svg(match, at=at))
    checked(meadhall.animated(match))


@pytest.mark.parametrize("count", range(12))
def test_tokens_lie_side_by_side_on_their_island(count):
    from meadhall.games.land_ahoy.picture import _spots

    spots = _spots(count)
    assert len(set(spots)) == len(spots) == count
    assert all(x >= 0 and x + size <= 60 and y + size <= 60 for x, y, size in spots)


def test_a_position_of_haugaz_can_be_drawn():
    match = meadhall.game("haugaz").position("---/b1-w2/--- w - 0")
    assert {"1", "2"} <= set(words(checked(meadhall.svg(match))))


def test_stacks_and_rings_are_where_they_were_put():
    match = meadhall.game("haugaz").new(size=4)
    for action in ("a1", "d4", "black", "b2", "a1-a2"):
        match.play(action)
    root = checked(meadhall.svg(match))
    rings = [c for c in root.iter(f"{SVG}circle") if c.get("stroke") == svg.colours()["ring"]]
    assert {(c.get("cx"), c.get("cy")) for c in rings} == {("54", "93"), ("18", "129"), ("18", "93")}
    numbers = [t.text for t in root.iter(f"{SVG}text") if t.get("font-size") in ("13.5", "11.5")]
    assert sorted(numbers) == sorted(stack[1:] for stack in match.view(None)["stacks"].values())


def test_the_last_decision_is_ringed_although_dice_came_after_it():
    match = played(meadhall.game("new-shores"), 2, {}, seed=1, actions=8)
    assert match.entries[-1].actor == CHANCE
    assert svg.colours()["ring"] in meadhall.svg(match)


@every_game
def test_names_points_and_result_can_be_read(game):
    match = played(game, None, {}, seed=5)
    read = words(checked(meadhall.svg(match, names=["Ylva", "Odd"])))
    assert {"Ylva", "Odd"} <= set(read)
    assert any("wins" in text or "win!" in text or "draw" in text.lower() or "Nobody" in text for text in read if text)


@every_game
def test_both_languages(game):
    match = played(game, None, {}, seed=5, actions=9)
    english, german = meadhall.svg(match), meadhall.svg(match, lang="de")
    assert english != german and match.game.title["de"] in german


@every_game
@pytest.mark.parametrize("name", NASTY)
def test_a_name_cannot_do_harm(game, name):
    match = played(game, None, {}, seed=5, actions=25)
    plain = checked(meadhall.svg(match, names=["a", "b"]))
    for text in (meadhall.svg(match, names=[name, "b"]), meadhall.animated(match, names=[name, "b"])):
        checked(text)
        assert "<script" not in text and "<image" not in text
    nasty = checked(meadhall.svg(match, names=[name, "b"]))
    shapes = [e.tag for e in plain.iter() if e.tag != f"{SVG}text"]
    assert [e.tag for e in nasty.iter() if e.tag != f"{SVG}text"] == shapes


def test_a_long_name_is_cut_and_not_written_over_the_points():
    match = played(meadhall.game("land-ahoy"), 3, {}, seed=5)
    (name,) = [
        text for text in words(checked(meadhall.svg(match, names=["W" * 200]))) if text and text.startswith("WW")
    ][:1]
    assert len(name) < 12 and name.endswith("…")


def test_without_a_drawing_of_its_own_a_game_shows_the_board_of_the_terminal(monkeypatch):
    match = played(meadhall.game("haugaz"), 2, {"size": 5}, seed=5, actions=12)
    monkeypatch.setattr(PICTURE, "of", lambda game: None)
    read = words(checked(meadhall.svg(match)))
    assert any("a     b     c" in text for text in read if text)
    checked(meadhall.animated(match))


def test_a_notebook_shows_a_match():
    match = played(meadhall.game("haugaz"), 2, {}, seed=5, actions=12)
    assert match._repr_svg_() == meadhall.svg(match)


def test_pictures_have_the_colours_of_the_app():
    colours = svg.colours()
    assert (colours["ground"], colours["turf"], colours["line"]) == ("#F4B93E", "#698B48", "#1D1411")
    used = re.findall(r"var\(--([\w-]+)\)", (svg.LOOK / "sprite.svg").read_text("utf-8"))
    assert used and set(used) <= set(colours)


# -- pictures that move ------------------------------------------------------------------------------


def shown_in(frame, element):
    """Whether a part of an animated picture is to be seen in a frame."""
    spans = [span.split("-") for span in element.get("data-frames").split()]
    return any(int(first) <= frame <= int(last) for first, last in spans)


def pieces(element, frame):
    """All that is drawn in a frame, one by one."""
    for child in element:
        if child.tag in (f"{SVG}defs", f"{SVG}style", f"{SVG}title"):
            continue
        spans = child.get("data-frames")
        if spans is None:
            yield child.tag, child.text, tuple(sorted(child.attrib.items()))
        if spans is None or shown_in(frame, child):
            yield from pieces(child, frame)


@every_game
def test_a_frame_is_the_table_after_its_decision(game):
    match = played(game, None, {}, seed=3)
    root = checked(meadhall.animated(match, names=["Ylva", "Odd"]))
    moments = picture.decisions(match)
    assert int(root.get("data-frames")) == len(moments)
    frames = list(picture.all_frames(match, ["Ylva", "Odd"], "en"))
    on = picture.sheet(game, frames, "en")
    for number in {0, 1, len(moments) // 2, len(moments) - 1}:
        frame = replace(frames[number], moment=f"{number + 1}/{len(frames)}")
        alone = ET.fromstring(picture.document(on, picture.draw(on, frame), "a title", 540))
        assert Counter(pieces(root, number)) == Counter(pieces(alone, number))


@every_game
def test_keyframes_show_what_the_frames_say(game):
    match = played(game, None, {}, seed=3)
    text = meadhall.animated(match)
    root = checked(text)
    frames, step, hold = (float(root.get(f"data-{key}")) for key in ("frames", "seconds", "hold"))
    seconds = step * (frames - 1) + hold
    (style,) = [element.text for element in root.iter(f"{SVG}style")]
    names = dict(re.findall(r"@keyframes mh\w+-(\d+)\{((?:[\d.e-]+%\{visibility:\w+\})+)\}", style))
    for part in root.iter(f"{SVG}g"):
        if part.get("data-frames"):
            steps = [
                (float(time), seen)
                for time, seen in re.findall(r"([\d.e-]+)%\{visibility:(\w+)\}", names[part.get("class")[1:]])
            ]
            for frame in range(int(frames)):
                now = 100 * (frame + 0.5) * step / seconds
                assert ([seen for time, seen in steps if time <= now][-1] == "visible") == shown_in(frame, part)


@every_game
def test_who_wants_no_motion_sees_the_end(game):
    root = checked(meadhall.animated(played(game, None, {}, seed=3)))
    (style,) = [element.text for element in root.iter(f"{SVG}style")]
    still, moving = style.split("@media (prefers-reduced-motion:no-preference)")
    assert "animation" not in still and moving.count("animation") == style.count("animation")
    last = int(root.get("data-frames")) - 1
    hidden = set(re.findall(r"\.(t\d+)[,{]", still))
    for part in root.iter(f"{SVG}g"):
        if part.get("data-frames"):
            assert (part.get("class") not in hidden) == shown_in(last, part)


@every_game
def test_a_picture_of_a_long_game_stays_small(game):
    assert len(meadhall.animated(played(game, max(game.players), {}, seed=3))) < 1_500_000


def test_a_very_long_game_is_played_in_leaps(monkeypatch):
    match = played(meadhall.game("haugaz"), 2, {}, seed=3)
    monkeypatch.setattr(picture, "MOST_FRAMES", 10)
    root = checked(meadhall.animated(match))
    frames = int(root.get("data-frames"))
    assert 5 <= frames <= 10 and f"{frames}/{frames}" in words(root)
    assert picture.result(match, ["Runa", "Ulf"], "en") in words(root)


def test_a_match_that_has_not_begun_has_one_frame():
    root = checked(meadhall.animated(meadhall.game("haugaz").new()))
    assert root.get("data-frames") == "1"


# -- bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"lang": "fr"}, ["fr", "en, de"]), ({"lang": None}, ["en, de"]), ({"lang": []}, ["en, de"]),
        ({"at": -1}, ["-1", "0 to"]), ({"at": 10**6}, ["0 to"]), ({"at": "3"}, ["'3'"]), ({"at": True}, ["True"]),
        ({"width": 0}, ["width", "0"]), ({"width": float("nan")}, ["nan"]), ({"width": "wide"}, ["wide"]),
        ({"width": True}, ["True"]), ({"width": 1e9}, ["width"]),
        ({"names": "Ulf"}, ["names"]), ({"names": [1]}, ["names"]), ({"names": {"a": 1}}, ["names"]),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(wish, said):
    match = played(meadhall.game("haugaz"), 2, {"size": 4}, seed=5)
    refused(meadhall.BadOption, lambda: meadhall.svg(match, **wish), *said)


def test_only_a_match_can_be_drawn():
    for thing in (None, "haugaz", 3, meadhall.game("haugaz")):
        refused(meadhall.BadOption, lambda thing=thing: meadhall.svg(thing), "match")
        refused(meadhall.BadOption, lambda thing=thing: meadhall.animated(thing), "match")


def test_drawing_changes_nothing():
    match = played(meadhall.game("land-ahoy"), 2, {}, seed=5, actions=30)
    before = match.record(), match.actor, match.actions()
    meadhall.svg(match, at=4)
    match_pictures.animated(match)
    assert (match.record(), match.actor, match.actions()) == before


# -- from the shell -----------------------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path, monkeypatch, capsys):
    """Run a command in an empty folder with a record; gives its status and what it said."""
    monkeypatch.chdir(tmp_path)
    match = played(meadhall.game("haugaz"), 2, {"size": 4}, seed=5)
    Path("game.txt").write_text(match.record(), "utf-8")

    def run(*command):
        monkeypatch.setattr("sys.argv", ["meadhall", *command, "--lang", "en"])
        try:
            cli.main()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        return status, capsys.readouterr()

    run.match = match
    return run


def test_a_record_is_drawn_from_the_shell(shell):
    status, said = shell("replay", "game.txt", "--svg", "end.svg", "--animate", "all.svg")
    assert status == 0 and "stack" in said.out
    assert Path("end.svg").read_text("utf-8") == meadhall.svg(shell.match)
    assert Path("all.svg").read_text("utf-8") == meadhall.animated(shell.match)
    assert shell("replay", "game.txt", "--svg", "then.svg", "--at", "3")[0] == 0
    assert Path("then.svg").read_text("utf-8") == meadhall.svg(so_far(shell.match, 3))


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (["--at", "3"], "--svg"), (["--svg", "x.svg", "--at", "9999"], "9999"),
        (["--svg", "x.svg", "--at", "x"], "--at"),
        (["--svg", "no/such/folder.svg"], "no/such/folder.svg"), (["--animate", "."], "'.'"), (["--svg", "a\0b"], "a"),
    ],
)  # fmt: skip
def test_a_wrong_wish_for_a_picture_gets_one_sentence(shell, wish, said):
    status, heard = shell("replay", "game.txt", *wish)
    assert status == 2 and heard.err.count("\n") == 1 and said in heard.err
