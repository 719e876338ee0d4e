"""Matches to step through, and as GIFs."""

import builtins
import io
import re

import pytest
from PIL import Image
from test_every_game import played
from test_pictures import checked

import meadhall
from meadhall.render import match_pictures, picture


@pytest.fixture
def match():
    return played(meadhall.game("haugaz"), 2, {"size": 3}, seed=3, actions=7)


def test_a_replay_is_the_moving_picture_with_buttons_in_both_languages(match):
    html = meadhall.replay(match, names=["Ylva", "Odd"])._repr_html_()
    film = re.search(r"<svg.*</svg>", html, re.DOTALL)[0]
    assert film == meadhall.animated(match, names=["Ylva", "Odd"]) and checked(film) is not None
    decisions = len(picture.decisions(match))
    assert f'max="{decisions - 1}"' in html and 'aria-label="Forward"' in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")  # nothing comes from elsewhere
    assert 'aria-label="Weiter"' in meadhall.replay(match, lang="de").html


def test_a_replay_takes_a_record_or_its_file(match, tmp_path):
    (tmp_path / "game.txt").write_text(match.record(), "utf-8")
    for what in (match.record(), tmp_path / "game.txt", str(tmp_path / "game.txt")):
        assert meadhall.replay(what).html == meadhall.replay(match).html
    assert repr(meadhall.replay(match)) == "<replay of <haugaz for 2, 7 actions>>"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (7, "a replay is that of a match, a record or its file, not of 7"),
        ("no-such-file.txt", "'no-such-file.txt' cannot be read: there is no such file"),
    ],
)
def test_a_replay_of_anything_else_is_refused(what, said):
    with pytest.raises(meadhall.BadOption, match=said):
        meadhall.replay(what)


def test_a_gif_has_a_frame_for_each_decision_and_stays_at_the_end(match, tmp_path, fine):
    (tmp_path / "game.txt").write_text(match.record(), "utf-8")
    fine("replay", tmp_path / "game.txt", "--gif", tmp_path / "game.gif", "--lang", "en")
    with Image.open(tmp_path / "game.gif") as film:
        decisions = len(picture.decisions(match))
        times = [film.seek(frame) or film.info["duration"] for frame in range(film.n_frames)]
        assert film.n_frames == decisions and film.size[0] == 540
        assert times == [1000 * match_pictures.step_of(decisions)] * (decisions - 1) + [1000 * match_pictures.HOLD]
        film.seek(film.n_frames - 1)
        assert len(film.convert("RGB").getcolors(10**6)) > 10


def test_a_gif_of_a_narrow_picture_is_narrow(match):
    while len(match.history) > 2:
        match.undo()
    with Image.open(io.BytesIO(meadhall.gif(match, lang="de", names=["Ylva"], width=120))) as film:
        assert film.size[0] == 120


def test_without_the_extra_a_gif_says_what_to_install(match, monkeypatch, tmp_path, refused):
    found = builtins.__import__

    def without(name, *rest):
        if name == "resvg_py":
            raise ImportError(name)
        return found(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    (tmp_path / "game.txt").write_text(match.record(), "utf-8")
    assert "pip install 'meadhall[gif]'" in refused("replay", tmp_path / "game.txt", "--gif", tmp_path / "game.gif")
