"""What an opening table says, in a terminal: who is ahead, which set-ups are even, and a map of the best answers."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from meadhall.core.game import Language
from meadhall.lab.words import number, percent

from ..notation import point
from ..openings import Opening, Openings, SetUp, fairest, forms, set_ups
from ..words import COLOURS

MOST_EVEN = 10  # set-ups that are listed
RESULTS: Mapping[Language, Mapping[float, str]] = {
    "en": {0.0: "White wins", 0.5: "a draw", 1.0: "Black wins"},
    "de": {0.0: "Weiß gewinnt", 0.5: "unentschieden", 1.0: "Schwarz gewinnt"},
}
TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "head": "{size}×{size}: {known} of {all} set-ups, turned and mirrored ones counted once",
        "shares": "Of all ways to set up: Black is ahead in {black}, White in {white}, even {even}; {proved} proved.",
        "even": "The most even set-ups",
        "black": "black",
        "white": "white",
        "chance": "Black wins",
        "proved": "proved",
        "best": "Best for whoever sets up: {set_up}. The one who chooses takes {colour} and wins {chance}.",
        "proved_best": "Best for whoever sets up: {set_up}. Proved: {result}.",
        "map": "The best answer to a black stack on each point, and Black's chance then, in percent",
    },
    "de": {
        "head": "{size}×{size}: {known} von {all} Aufstellungen, gedrehte und gespiegelte nur einmal gezählt",
        "shares": "Von allen Aufstellungen: Schwarz vorn {black}, Weiß vorn {white}, gleich {even}; {proved} bewiesen.",
        "even": "Die ausgeglichensten Aufstellungen",
        "black": "Schwarz",
        "white": "Weiß",
        "chance": "Schwarz siegt",
        "proved": "bewiesen",
        "best": "Am besten für die aufbauende Seite: {set_up}. Wer wählt, nimmt {colour} und siegt in {chance}.",
        "proved_best": "Am besten für die aufbauende Seite: {set_up}. Bewiesen: {result}.",
        "map": "Die beste Antwort auf einen schwarzen Stapel, und wie oft Schwarz dann siegt, in Prozent",
    },
}


def show(openings: Openings, console: Console, lang: Language) -> None:
    """Print a section for each board."""
    for size in sorted({size for size, _, _ in openings}):
        board = {set_up: opening for set_up, opening in openings.items() if set_up[0] == size}
        _show_board(size, board, console, lang)


def _show_board(size: int, board: Openings, console: Console, lang: Language) -> None:
    texts = TEXTS[lang]
    many, all_of_them = (number(count, 0, lang) for count in (len(board), len(set_ups(size))))
    console.print(Text(_say(lang, "head", size=size, known=many, all=all_of_them), "bold"))
    console.print(_shares(board, lang), markup=False)
    by_fairness = sorted(board.items(), key=lambda line: (-line[1].fairness, line[0]))
    console.print(_best(*by_fairness[0], lang), markup=False)
    console.print(texts["even"], markup=False)
    table = Table(box=None, pad_edge=False)
    for column in ("black", "white", "chance"):
        table.add_column(texts[column])
    for (_, black, white), opening in by_fairness[:MOST_EVEN]:
        table.add_row(point(black), point(white), _chance(opening, lang))
    console.print(table)
    console.print(texts["map"], markup=False)
    console.print(_map(size, board), markup=False)


def _shares(board: Openings, lang: Language) -> str:
    """Count every way to put the stacks down, however it is turned."""
    weights = {set_up: len(forms(set_up)) for set_up in board}
    total = sum(weights.values())

    def share(counts: list[SetUp]) -> str:
        return percent(sum(weights[set_up] for set_up in counts) / total, lang)

    return _say(
        lang,
        "shares",
        black=share([each for each, opening in board.items() if opening.black > 0.5]),
        white=share([each for each, opening in board.items() if opening.black < 0.5]),
        even=share([each for each, opening in board.items() if opening.black == 0.5]),
        proved=share([each for each, opening in board.items() if opening.proved]),
    )


def _best(set_up: SetUp, opening: Opening, lang: Language) -> str:
    where = f"{point(set_up[1])} {point(set_up[2])}"
    if opening.proved:
        return _say(lang, "proved_best", set_up=where, result=RESULTS[lang][opening.black])
    colour = COLOURS[lang][0 if opening.black >= 0.5 else 1]
    return _say(lang, "best", set_up=where, colour=colour, chance=percent(1 - opening.fairness, lang))


def _chance(opening: Opening, lang: Language) -> str:
    return percent(opening.black, lang) + (f" ({TEXTS[lang]['proved']})" if opening.proved else "")


def _map(size: int, board: Openings) -> str:
    """Draw the board, on each point the best answer to a black stack there."""
    lines = []
    for y in range(size - 1, -1, -1):
        answers = [fairest(board, size, 8 * y + x) for x in range(size)]
        cells = ["–" if each is None else f"{point(each[0])} {100 * each[1].black:.0f}" for each in answers]
        lines.append(f"  {y + 1}  " + "".join(f"{cell:<8}" for cell in cells).rstrip())
    lines.append("     " + "".join(f"{file:<8}" for file in "abcdefgh"[:size]).rstrip())
    return "\n".join(lines) + "\n"


def _say(lang: Language, sentence: str, **values: object) -> str:
    return TEXTS[lang][sentence].format(**values)
