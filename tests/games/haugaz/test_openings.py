"""The opening table of Haugaz: what the file may hold, how it is made, and the advice that comes of it."""

import re

import pytest
from app_client import hall
from haugaz_table import HAUGAZ
from rich.console import Console

from meadhall.core.errors import BadOption
from meadhall.games.haugaz import openings, pie
from meadhall.games.haugaz.notation import point_number
from meadhall.games.haugaz.openings import Opening
from meadhall.games.haugaz.research import opening_report
from meadhall.games.haugaz.research import opening_search as lab

ALL = [set_up for size in openings.SIZES for set_up in openings.set_ups(size)]


def set_up(text):
    size, black, white = text.split()
    return (int(size), point_number(black, int(size)), point_number(white, int(size)))


# -- the file ---------------------------------------------------------------------------------------


def test_every_set_up_is_in_the_shipped_table_exactly_once_and_in_order():
    lines = [line for line in openings.FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [line.rpartition(" ")[0] for line in lines] == [openings.name(each) for each in ALL]


def test_the_first_line_says_how_it_was_made():
    assert re.match(r"# .*[0-9]+ simulations", openings.FILE.read_text("utf-8"))


def test_the_chances_lie_between_0_and_1_and_what_is_proved_is_a_result():
    for opening in openings.shipped().values():
        assert 0 <= opening.black <= 1
        assert not opening.proved or opening.black in (0, 0.5, 1)


@pytest.mark.parametrize("size", openings.SIZES)
def test_the_forms_of_the_set_ups_are_all_ways_to_put_two_stacks_down(size):
    together = [form for each in openings.set_ups(size) for form in openings.forms(each)]
    assert len(together) == len(set(together)) == size**2 * (size**2 - 1)


def test_a_set_up_has_the_same_chance_however_the_board_is_turned():
    turned = [set_up(f"8 {each}") for each in ("b1 f2", "g1 c2", "b8 f7", "g8 c7", "a2 b6", "h2 g6", "a7 b3", "h7 g3")]
    assert openings.forms(set_up("8 b1 f2")) == set(turned)
    chances = {openings.replies(openings.shipped(), 8, black)[white] for _, black, white in turned}
    assert chances == {openings.shipped()[set_up("8 b1 f2")]}


def test_black_and_white_are_not_the_same():
    assert openings.kept_form(set_up("8 b1 f2")) != openings.kept_form(set_up("8 f2 b1"))


def test_what_is_written_is_read_again():
    table = {
        set_up("3 a1 c3"): Opening(1.0, proved=True),
        set_up("4 a1 d4"): Opening(0.5, proved=True),
        set_up("5 a1 d4"): Opening(0.0, proved=True),
        set_up("8 b1 f2"): Opening(0.512),
        set_up("8 b1 f3"): Opening(1.0),
    }
    text = "# how\n" + "\n".join(openings.write(*line) for line in table.items()) + "\n"
    assert "3 a1 c3 1!\n4 a1 d4 0.5!\n5 a1 d4 0!\n8 b1 f2 0.512\n8 b1 f3 1.000\n" in text
    assert openings.read(text) == table


@pytest.mark.parametrize(
    ("line", "why"),
    {
        "": "written like",
        "8 b1 f2": "written like",
        "8 b1 f2 0.5": "written like",
        "8 b1 f2 1.2": "written like",
        "8 b1 f2 1.001": "written like",
        "8 b1 f2 -0.100": "written like",
        "8 b1 f2 0.512!": "written like",
        "8 b1 f2 nan": "written like",
        "8 b1 f2 0.512 ": "written like",
        "9 b1 f2 0.512": "written like",
        "8 b1 i2 0.512": "written like",
        "8 b1 f9 0.512": "written like",
        "4 b1 f2 0.512": "not on the board",
        "8 b1 b1 0.512": "both stacks stand on b1",
        "8 g8 c7 0.512": "is kept as 8 b1 f2",
        "8 a1 c1 0.512": "there twice",
    }.items(),
)
def test_a_damaged_line_is_refused_with_its_number(line, why):
    with pytest.raises(ValueError, match=rf"^line 3: .*{why}"):
        openings.read(f"# made\n8 a1 c1 0.700\n{line}\n8 b1 f3 0.500\n")


# -- how it is made ---------------------------------------------------------------------------------


def made(file, simulations=5, sizes=(3,), resume=False, seed=1):
    return lab.make(sizes, simulations, seed, file, resume, 1, Console(stderr=True))


def test_a_quick_win_is_proved():
    assert lab.judge(lab.Question(set_up("8 d4 e6"), 1, 1)) == Opening(1.0, proved=True)


@pytest.mark.parametrize("simulations", [1, 2, 20])
def test_what_is_not_proved_is_searched_and_the_same_seed_says_the_same(simulations):
    opening = lab.judge(lab.Question(set_up("5 a1 e5"), simulations, 1))
    assert not opening.proved and 0 < opening.black < 1
    assert lab.judge(lab.Question(set_up("5 a1 e5"), simulations, 1)) == opening


def test_another_seed_searches_anew():
    assert len({lab.judge(lab.Question(set_up("5 a1 e5"), 20, seed)) for seed in range(4)}) > 1


def test_the_command_judges_a_board_and_says_which_set_ups_are_fair(run, tmp_path):
    status, out, _ = run("openings", "--size", "3", "--simulations", "5", "--out", "t.txt", "--workers", "1")
    assert status == 0 and "3×3: 12 of 12" in out and "Black is ahead in 100.0 %" in out and "Proved: Black wins" in out
    assert set(openings.read((tmp_path / "t.txt").read_text("utf-8"))) == set(openings.set_ups(3))


def test_a_search_that_was_stopped_keeps_what_it_found_and_goes_on(tmp_path, monkeypatch):
    at_once, in_two = tmp_path / "once", tmp_path / "two"
    table = made(at_once, sizes=(3, 4))
    real = lab.judged

    def stopped(missing, simulations, seed, workers):
        yield from real(missing[:20], simulations, seed, workers)
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "judged", stopped)
    assert len(made(in_two, sizes=(3, 4))) == 20
    assert len(openings.read(in_two.read_text("utf-8"))) == 20
    monkeypatch.setattr(lab, "judged", real)
    assert made(in_two, sizes=(3, 4), resume=True) == table
    assert in_two.read_text("utf-8") == at_once.read_text("utf-8")


def test_proofs_from_elsewhere_are_kept_and_gone_on_with(tmp_path):
    file = tmp_path / "t.txt"
    file.write_text("4 a1 d4 0!\n", "utf-8")
    assert made(file, resume=True, sizes=(3,))
    assert openings.read(file.read_text("utf-8"))[set_up("4 a1 d4")] == Opening(0.0, proved=True)
    assert made(file, resume=True, sizes=(4,))[set_up("4 a1 d4")] == Opening(0.0, proved=True)


def test_guesses_that_were_made_in_another_way_are_not_mixed(tmp_path):
    file = tmp_path / "t.txt"
    file.write_text(f"{lab.head(5, 2)}\n5 a1 e5 0.500\n", "utf-8")
    before = file.read_bytes()
    with pytest.raises(BadOption, match=r"made in another way: .*seed 2"):
        made(file, resume=True)
    assert file.read_bytes() == before


def test_a_file_that_is_there_or_no_table_is_not_touched(tmp_path):
    file = tmp_path / "t.txt"
    file.write_text("mine", "utf-8")
    with pytest.raises(BadOption, match="--resume"):
        made(file)
    with pytest.raises(BadOption, match="no opening table: line 1"):
        made(file, resume=True)
    with pytest.raises(BadOption, match="cannot be written"):
        made(tmp_path, resume=True)
    with pytest.raises(BadOption, match="cannot be written"):
        made(tmp_path / "nowhere" / "t.txt")
    assert file.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--size", "9"), "--size"),
        (("--size", "two"), "--size"),
        (("--simulations", "0"), "--simulations"),
        (("--resume",), "--out FILE"),
        (("--lang", "no"), "en, de"),
        (("--workers", "0"), "--workers"),
    ],
)
def test_wrong_use_is_refused(refused, arguments, why):
    assert why in refused("openings", *arguments)


@pytest.mark.parametrize(("lang", "best"), [("en", "takes White and wins 60.0 %"), ("de", "nimmt Weiß")])
def test_the_summary_names_the_fairest_set_up_and_the_answers(lang, best, capsys):
    table = {set_up("4 a1 d4"): Opening(0.4), set_up("4 a1 b1"): Opening(1.0, proved=True)}
    opening_report.show(table, Console(width=120, highlight=False), lang)
    out = capsys.readouterr().out
    assert best in out and "a1 d4" in out
    assert re.search(r"^  1  d4 40 +– +– +a4 40$", out, re.M), out


# -- the advice -------------------------------------------------------------------------------------


@pytest.fixture
def table(monkeypatch):
    """Have another table than the shipped one: what is not said in it is even."""

    def know(size, **others):
        found = {each: Opening(0.5) for each in openings.set_ups(size)}
        for where, opening in others.items():
            black, white = where.split("_")
            known = [each for each in found if re.fullmatch(f"{size} {black} {white}", openings.name(each))]
            found |= dict.fromkeys(known, opening)
        monkeypatch.setattr(openings, "shipped", lambda: found)
        pie.first_stack.cache_clear()

    yield know
    pie.first_stack.cache_clear()


def advice(*played, **options):
    match = HAUGAZ.new(**options)
    for action in played:
        match.play(action)
    return HAUGAZ.aids(match.current)


def test_where_any_point_will_do_none_is_marked(table):
    table(5)
    assert advice(size=5)["points"] == {} and "Any point" in advice(size=5)["said"]["en"]


def test_points_that_can_still_become_fair_are_marked(table):
    table(5, **{"c3_..": Opening(0.9)})
    told = advice(size=5)
    assert "c3" not in told["points"] and len(told["points"]) == 24
    assert told["points"]["a1"] == {"balance": "even", "percent": None, "proved": False}
    assert "Ringed" in told["key"]["en"] and "From a1 it can" in told["said"]["en"]


def test_where_nothing_is_fair_that_is_said(table):
    table(5, **{".._..": Opening(0.2)})
    assert advice(size=5)["points"] == {} and "quite fair" in advice(size=5)["said"]["en"]
    assert "Ringed" not in advice("a1", size=5)["key"]["en"]


def test_a_board_on_which_black_always_wins_is_told_as_proved(table):
    table(3, **{".._..": Opening(1.0, proved=True)})
    assert advice(size=3)["said"]["en"].startswith("Proved: on this board Black wins")
    assert advice("a1", size=3)["said"]["de"].startswith("Bewiesen: So, wie der schwarze Stapel steht")


def test_the_second_stack_has_black_s_chances_on_every_point(table):
    table(
        5,
        a1_e5=Opening(0.556),
        a1_e4=Opening(0.554),
        a1_b1=Opening(1.0, proved=True),
        a1_d4=Opening(0.69),
        a1_c1=Opening(0.9999),
    )
    told = advice("e1", size=5)  # the same as a1, seen in a mirror
    assert len(told["points"]) == 24 and "e1" not in told["points"]
    assert told["points"]["a5"] == {"balance": "tilted", "percent": 56, "proved": False}
    assert told["points"]["b5"] == {"balance": "even", "percent": 55, "proved": False}
    assert told["points"]["d1"] == {"balance": "lopsided", "percent": 100, "proved": True}
    assert told["points"]["b4"] == {"balance": "tilted", "percent": 69, "proved": False}
    assert told["points"]["c1"] == {"balance": "lopsided", "percent": 99, "proved": False}
    assert told["points"]["d2"]["balance"] == "even"
    assert "50 games of 100" in told["said"]["en"] and "Ringed points are fair" in told["key"]["en"]


@pytest.mark.parametrize(
    ("opening", "en", "de"),
    [
        (Opening(0.541), "Black is thought to win 54 of 100: take Black", "54 von 100 Partien: Nimm Schwarz"),
        (Opening(0.46), "Black is thought to win 46 of 100: take White", "46 von 100 Partien: Nimm Weiß"),
        (Opening(0.502), "would toss a coin", "eine Münze"),
        (Opening(1.0), "win 99 of 100", "99 von 100"),
        (Opening(1.0, proved=True), "Proved: Black wins", "Bewiesen: Schwarz gewinnt"),
        (Opening(0.0, proved=True), "Proved: White wins", "Bewiesen: Weiß gewinnt"),
        (Opening(0.5, proved=True), "Proved: a draw", "Bewiesen: unentschieden"),
    ],
)
def test_who_chooses_hears_what_to_take_and_who_thinks_so(table, opening, en, de):
    table(5, a1_e5=opening)
    said = advice("a1", "e5", size=5)["said"]
    assert en in said["en"] and de in said["de"]
    assert ("strongest player" in said["en"]) == ("stärkster Bot" in said["de"]) == (not opening.proved)


def test_what_is_proved_with_the_usual_options_is_in_the_table_too():
    proved = openings.proved("own", "lines")
    assert {each[0] for each in proved} == {3, 4, 5}
    assert {each: openings.shipped()[each] for each in proved} == proved


def test_with_other_options_what_is_proved_is_told():
    others = {"movers": "any", "reach": "ring"}
    assert advice(size=3, **others)["said"]["en"].startswith("Proved: on this board Black wins")
    assert advice("b1", size=3, **others)["points"]["b2"] == {"balance": "lopsided", "percent": 100, "proved": True}
    assert advice("b1", "b2", size=3, **others)["said"]["de"].startswith("Bewiesen: Schwarz gewinnt")


def test_the_draw_of_3x3_is_told_where_it_can_be_had():
    """Black in a corner, White in the middle, every stack may be moved."""
    draw = advice(size=3, movers="any")
    assert set(draw["points"]) == {"a1", "a3", "c1", "c3"} and "From a1 it can" in draw["said"]["en"]
    assert "Proved" in draw["said"]["en"] and "Bewiesen" in draw["said"]["de"]
    fair = advice("c1", size=3, movers="any")
    assert "Proved: with the white stack on b2 it is a draw" in fair["said"]["en"]
    assert "auf b2 ist es unentschieden" in fair["said"]["de"] and "a draw counts half" in fair["key"]["en"]
    assert fair["points"]["b2"] == {"balance": "even", "percent": 50, "proved": True}
    assert {mark["percent"] for name, mark in fair["points"].items() if name != "b2"} == {100}
    assert advice("c1", "b2", size=3, movers="any")["said"]["en"].startswith("Proved: a draw")
    assert "Black wins wherever" in advice("b1", size=3, movers="any")["said"]["en"]


def test_there_is_no_advice_where_nothing_is_known_or_once_the_pie_is_cut(table):
    assert advice(size=5, reach="ring") is None
    assert advice("a1", size=5, movers="any") is None
    assert advice("a1", "e5", "black", size=5) is None
    table(4)
    assert advice(size=5) is advice("a1", size=5) is advice("a1", "e5", size=5) is None


# -- at a table -------------------------------------------------------------------------------------


def test_a_table_gives_advice_where_it_is_allowed(tmp_path):
    with hall(tmp_path) as guest:
        info = next(game for game in guest.get("/games") if game["name"] == "haugaz")
        assert info["aids"]["en"] and info["aids"]["de"]
        me = guest.sits(guest.open("haugaz", "me", "here", options={"size": 5}))
        assert me.state()["aids"]["said"]["en"]
        me.move("a1")
        assert set(me.state()["aids"]["points"]) == {choice["action"] for choice in me.state()["choices"]}
        me.move("e5")
        assert me.state()["aids"]["said"]["de"]
        assert me.wish("hint", number=2, level=5)["lines"][0]["action"] == "black"
        me.move("white")
        assert me.state()["aids"] is None


def test_a_table_without_aids_gives_no_advice(tmp_path):
    with hall(tmp_path) as guest:
        me = guest.sits(guest.open("haugaz", "me", "here", options={"size": 5}, aids=False))
        for action in ("a1", "e5"):
            assert me.state()["aids"] is None
            me.move(action)
        assert me.state()["aids"] is None
        assert me.problem("hint", 403, number=2, level=5) == "no-help"


@pytest.mark.parametrize(("lang", "asks"), [("en", "hint"), ("de", "tipp")])
def test_a_hint_in_the_terminal_tells_it_too(fine, lang, asks):
    typed = f"a1\ne5\n{asks}\nquit\n"
    out = fine("play", "haugaz", "-o", "size=5", "--people", "2", "--lang", lang, "--plain", typed=typed)
    assert advice("a1", "e5", size=5)["said"][lang] in " ".join(out.split())
