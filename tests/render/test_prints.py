"""Print-and-play sheets: pages, sizes in millimetres, words in both languages, and wrong use."""

from functools import cache
from io import BytesIO

import pytest
from pypdf import PdfReader

import meadhall
from meadhall.core.errors import BadOption, BadSet
from meadhall.render import prints, svg
from meadhall.render.print_pieces import MM_COASTER, PRINT_PIECES
from meadhall.render.prints import path
from meadhall.render.prints.paper import GAP, HEAD, MARGIN, PAPERS, lay

GAMES = meadhall.games()
POINTS = 72 / 25.4  # of a millimetre
PAGES = {"haugaz": 2, "land-ahoy": 3, "new-shores": 3}  # of pieces; on both papers
WORDS = {
    ("haugaz", "en"): ["Haugaz · The board", "Compare the highest stack"],
    ("haugaz", "de"): ["Haugaz · Das Brett", "schräg", "Ragnarök"],
    ("land-ahoy", "en"): ["Treasures and two dice", "Fewest points: you lose"],
    ("land-ahoy", "de"): ["Schätze und zwei Würfel", "Glückspilz"],
    ("new-shores", "en"): ["Tokens and a die", "legendary conqueror"],
    ("new-shores", "de"): ["Plättchen und ein Würfel", "legendärer Eroberer"],
}


@cache
def made(game, lang="en", paper="a4"):
    """The PDF of a game, read again."""
    return PdfReader(BytesIO(prints.pdf(meadhall.game(game), None, lang, [lang], paper)))


def text_of(pdf):
    """All words of a PDF, with plain spaces."""
    return " ".join(" ".join(page.extract_text() for page in pdf.pages).split())


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_the_words_are_on_the_sheets_in_both_languages(game, lang):
    pdf = made(game, lang)
    found = text_of(pdf)
    assert all(words in found for words in WORDS[game, lang])
    assert pdf.metadata.title == meadhall.game(game).title[lang]


def test_the_rules_come_in_both_languages_if_asked_for():
    both = PdfReader(BytesIO(prints.pdf(meadhall.game("haugaz"), None, "de", ["de", "en"])))
    found = text_of(both)
    assert "Ragnarök" in found and "Compare the highest stack" in found
    assert len(both.pages) == len(made("haugaz", "de").pages) + 2


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_all_pieces_lie_on_the_paper_and_none_on_another(game, paper):
    width, height = PAPERS[paper]
    sheets = [page for cutouts in PRINT_PIECES.of(meadhall.game(game))(None) for page in lay(cutouts, paper)]
    assert len(sheets) == PAGES[game]
    for page in sheets:
        boxes = [(x, y, x + piece.width, y + piece.height) for piece, x, y in page]
        assert all(left >= MARGIN and top >= MARGIN + HEAD for left, top, _, _ in boxes)
        assert all(right <= width - MARGIN + 1e-9 and bottom <= height - MARGIN for _, _, right, bottom in boxes)
        for i, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[:i]:
                beside = left >= other[2] + GAP - 1e-9 or other[0] >= right + GAP - 1e-9
                assert beside or top >= other[3] + GAP - 1e-9 or other[1] >= bottom + GAP - 1e-9


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_is_as_large_as_the_paper(paper):
    for page in made("haugaz", paper=paper).pages:
        size = (float(page.mediabox.width) / POINTS, float(page.mediabox.height) / POINTS)
        assert size == pytest.approx(PAPERS[paper], abs=0.01)


@pytest.mark.parametrize(("game", "units", "pages"), [("new-shores", 72, (6, 6)), ("land-ahoy", 120, (6, 4))])
def test_a_coaster_is_75_millimetres_wide_in_the_pdf_itself(game, units, pages):
    scale = MM_COASTER * POINTS / units
    assert MM_COASTER == 75
    for page, coasters in zip(made(game).pages, pages, strict=False):
        words = page.get_contents().get_data().decode("latin-1").split()
        steps = [words[i - 6 : i] for i, word in enumerate(words) if word == "cm"]
        scales = [float(step[0]) for step in steps if step[3] == f"-{step[0]}"]  # of drawings, which stand upside down
        assert scales.count(pytest.approx(scale, abs=0.001)) == coasters


def test_tokens_are_as_many_as_the_rules_say():
    copies = [piece.copies for piece in PRINT_PIECES.of(meadhall.game("new-shores"))(None)[1].pieces]
    assert copies == [4, 4, 4, 3, 1]  # NS-2: Vikings of three players, their gold, and one die
    copies = [piece.copies for piece in PRINT_PIECES.of(meadhall.game("land-ahoy"))(None)[1].pieces]
    assert copies == [3, 2, 1, 2, 1, 9, 1, 1]  # LA-3: the treasures, nine backs, two dice


def test_a_set_of_ones_own_is_printed():
    room = meadhall.game("new-shores")
    own = room.default_set()
    for coaster in own["coaster"]:
        coaster["marks"] = [{"on": "N", "is": "shield"}]
    drawings = [piece.drawing for piece in PRINT_PIECES.of(room)(room.read_set(own))[0].pieces]
    assert len(drawings) == 12
    assert all(f"#{svg.PREFIX}shield" in drawing and "skull" not in drawing for drawing in drawings)


def test_a_game_with_nothing_to_cut_out_prints_its_rules(monkeypatch):
    room = meadhall.game("haugaz")
    monkeypatch.setattr(PRINT_PIECES, "of", lambda game: None)
    pdf = PdfReader(BytesIO(prints.pdf(room, None, "en", ["en"])))
    assert len(pdf.pages) == 2 and pdf.pages[0].extract_text().count("Haugaz") > 1
    assert "cut" not in text_of(pdf)


def test_the_same_sheets_are_the_same_file():
    room = meadhall.game("haugaz")
    assert prints.pdf(room, None, "en", ["en"]) == prints.pdf(room, None, "en", ["en"])


# -- outlines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("M1 2L3 4", (3, 4)),
        ("m1 2 3 4", (4, 6)),
        ("M1 1h5v-2H2V9", (2, 9)),
        ("M0 0q2.25-3 4.5 0t4.5 0", (9, 0)),
        ("M0 0c1 1 2 2 3 0s2-1 3 0", (6, 0)),
        ("M0 0a5 5 0 0 1 10 0", (10, 0)),
        ("M0 0C1 0 2 0 3 3", (3, 3)),
    ],
)
def test_a_path_ends_where_it_should(text, end):
    assert path.read(text)[-1].points[-1] == pytest.approx(end)


def test_a_path_that_is_closed_goes_on_from_its_start():
    assert path.read("M5 5h3Zl1 1")[-1].points == ((6, 6),)


def test_an_arc_bends_to_its_side():
    up, down = path.read("M0 0A5 5 0 0 1 10 0"), path.read("M0 0A5 5 0 0 0 10 0")
    assert up[1].points[-1] == pytest.approx((5, -5)) and down[1].points[-1] == pytest.approx((5, 5))
    assert path.bounds(path.ellipse(3, 4, 2, 1)) == pytest.approx((1, 3, 5, 5), abs=0.3)


# -- wrong use --------------------------------------------------------------------------------------


def test_other_paper_is_refused():
    with pytest.raises(BadOption, match="paper cannot be 'a3'; it can be a4, letter"):
        prints.pdf(meadhall.game("haugaz"), None, "en", ["en"], "a3")


def test_without_reportlab_it_is_said_what_is_missing(monkeypatch):
    monkeypatch.setattr(prints, "find_spec", lambda name: None)
    with pytest.raises(BadOption, match=r"needs reportlab, which is not installed: pip install 'meadhall\[print\]'"):
        prints.pdf(meadhall.game("haugaz"), None, "en", ["en"])


def test_the_command_writes_a_pdf(fine, tmp_path):
    file = tmp_path / "sheets.pdf"
    assert str(file) in fine("print", "haugaz", "--lang", "de", "--out", str(file))
    assert "Das Brett" in text_of(PdfReader(file))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["print"], ["GAME"]),
        (["print", "chess"], ["chess", "haugaz, land-ahoy, new-shores"]),
        (["print", "haugaz", "--set", "x.toml"], ["haugaz has no coaster sets"]),
        (["print", "new-shores", "--set", "x.toml"], ["x.toml", "there is no such file"]),
        (["print", "haugaz", "--paper", "a3"], ["'a3'", "a4, letter"]),
        (["print", "haugaz", "--out", "no/such/x.pdf"], ["cannot be written"]),
        (["print", "haugaz", "--lang", "fr"], ["'fr'", "en, de"]),
    ],
)
def test_wrong_use_is_said_in_one_sentence(refused, arguments, words):
    message = refused(*arguments)
    assert all(word in message for word in words)


def test_a_bad_set_is_refused_before_anything_is_printed():
    with pytest.raises(BadSet, match="12 coasters"):
        meadhall.game("new-shores").read_set({"coaster": []})
