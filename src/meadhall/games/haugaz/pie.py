"""What the opening table says while the pie is cut, for tables that allow it: which set-ups are even, what to take."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from meadhall.core.game import Words
from meadhall.core.jit import State, lowest

from . import openings, rules
from .notation import point
from .openings import Opening, Openings, fairest, replies

EVEN, TILTED = 45, 30  # games of 100 that are left for the worse colour, at least


def aids(options: Mapping[str, str | int], state: State) -> dict[str, Any] | None:
    """Say what is known of the set-up, or of those that can still be made; None where that is nothing.

    `points` are marks on the board, `key` says what they mean, `said` is all the rest.
    """
    size, phase = int(state[rules.SIZE]), state[rules.PHASE]
    if phase > rules.CHOOSE:
        return None
    movers, reach = str(options["movers"]), str(options["reach"])
    if phase == rules.SET_BLACK:
        return first_stack(size, movers, reach)
    black, table = int(lowest(state[rules.BLACK])), openings.known(movers, reach)
    if phase == rules.SET_WHITE:
        return second_stack(table, size, black)
    opening = replies(table, size, black).get(int(lowest(state[rules.WHITE])))
    return None if opening is None else {"points": {}, "key": None, "said": _colour(opening)}


@cache  # it looks at every set-up of the board
def first_stack(size: int, movers: str, reach: str) -> dict[str, Any] | None:
    """Mark the points from which a fair set-up can still be made, where not all are such points."""
    points, table = [8 * y + x for y in range(size) for x in range(size)], openings.known(movers, reach)
    best = {black: found[1] for black in points if (found := fairest(table, size, black))}
    if not best:
        return None
    even = {point(black): _mark(opening) for black, opening in best.items() if balance(opening) == "even"}
    if all(_is_won_by_black(opening) for opening in best.values()):
        return {"points": {}, "key": None, "said": _WON_ANYWAY}
    if not even or len(even) == len(best):
        return {"points": {}, "key": None, "said": _ALL_EVEN if even else _NONE_EVEN}
    fairest_point = max(best, key=lambda black: best[black].fairness)
    said = _SOME_DRAWN if best[fairest_point].proved else _SOME_EVEN
    marks = {name: {**mark, "percent": None} for name, mark in even.items()}
    return {"points": marks, "key": _RINGED, "said": _filled(said, where=point(fairest_point))}


def second_stack(table: Openings, size: int, black: int) -> dict[str, Any] | None:
    """Mark each point for the white stack with Black's chances."""
    known, best = replies(table, size, black), fairest(table, size, black)
    if best is None:
        return None
    marks = {point(white): _mark(opening) for white, opening in known.items()}
    if all(_is_won_by_black(opening) for opening in known.values()):
        return {"points": marks, "key": _NUMBERS, "said": _WON_FROM_HERE}
    if best[1] == Opening(0.5, proved=True):
        return {"points": marks, "key": _NUMBERS_AND_DRAWS, "said": _filled(_DRAWN, where=point(best[0]))}
    key = _NUMBERS_AND_RINGS if balance(best[1]) == "even" else _NUMBERS
    return {"points": marks, "key": key, "said": _filled(_FAIREST, where=point(best[0]), percent=_percent(best[1]))}


def _is_won_by_black(opening: Opening) -> bool:
    return opening.proved and opening.black == 1


def balance(opening: Opening) -> str:
    """Sort set-ups into three heaps, by what people read on the board."""
    left = min(_percent(opening), 100 - _percent(opening))
    return "even" if left >= EVEN else "tilted" if left >= TILTED else "lopsided"


def _mark(opening: Opening) -> dict[str, Any]:
    return {"balance": balance(opening), "percent": _percent(opening), "proved": opening.proved}


def _colour(opening: Opening) -> Words:
    """Say which colour to take, and who thinks so."""
    percent = _percent(opening)
    texts = _PROVED if opening.proved else _THOUGHT
    return _filled(texts[0 if percent == 50 else 1 if percent > 50 else 2], percent=percent)


def _filled(texts: Words, **values: object) -> Words:
    return {lang: text.format(**values) for lang, text in texts.items()}


def _percent(opening: Opening) -> int:
    """Round; what is not proved is never certain."""
    percent = round(100 * opening.black)
    return percent if opening.proved else min(max(percent, 1), 99)


_ALL_EVEN = {
    "en": "Any point will do, thinks our strongest player: the second stack can still make it fair.",
    "de": "Jeder Punkt ist recht, meint unser stärkster Bot: Der zweite Stapel kann es noch gerecht machen.",
}
_SOME_EVEN = {
    "en": "Not from every point can it still become fair, thinks our strongest player. From {where} it can.",
    "de": "Nicht von jedem Punkt aus kann es noch gerecht werden, meint unser stärkster Bot. Von {where} aus schon.",
}
_SOME_DRAWN = {
    "en": "Proved: not from every point can it still become a draw. From {where} it can.",
    "de": "Bewiesen: Nicht von jedem Punkt aus kann es noch unentschieden werden. Von {where} aus schon.",
}
_NONE_EVEN = {
    "en": "There is no point from which it could become quite fair, thinks our strongest player. Do what you can.",
    "de": "Ganz gerecht wird es von keinem Punkt aus, meint unser stärkster Bot. Mach das Beste daraus.",
}
_WON_ANYWAY = {
    "en": "Proved: on this board Black wins, wherever the stacks stand. The one who chooses will be pleased.",
    "de": "Bewiesen: Auf diesem Brett gewinnt Schwarz, wo auch immer die Stapel stehen. Wer wählt, darf sich freuen.",
}
_WON_FROM_HERE = {
    "en": "Proved: with the black stack there, Black wins wherever you put the white one. The one who chooses will be "
    "pleased.",
    "de": "Bewiesen: So, wie der schwarze Stapel steht, gewinnt Schwarz, wohin du auch Weiß stellst. Wer wählt, darf "
    "sich freuen.",
}
_FAIREST = {
    "en": "Our strongest player would take {where}: it expects Black to win {percent} games of 100 there.",
    "de": "Unser stärkster Bot nähme {where}: Da traut er Schwarz {percent} von 100 Partien zu.",
}
_DRAWN = {
    "en": "Proved: with the white stack on {where} it is a draw if nobody makes a mistake. It does not get fairer.",
    "de": "Bewiesen: Mit dem weißen Stapel auf {where} ist es unentschieden, wenn niemand einen Fehler macht. "
    "Gerechter wird es nicht.",
}
_RINGED = {"en": "Ringed points can become fair.", "de": "Umringte Punkte können gerecht werden."}
_NUMBERS = {
    "en": "The numbers: Black’s wins in 100 games.",
    "de": "Die Zahlen: Siege von Schwarz in 100 Partien.",
}
_NUMBERS_AND_RINGS = {
    "en": "The numbers: Black’s wins in 100 games. Ringed points are fair.",
    "de": "Die Zahlen: Siege von Schwarz in 100 Partien. Umringte Punkte sind gerecht.",
}
_NUMBERS_AND_DRAWS = {
    "en": "The numbers: what Black gets of 100 games; a draw counts half. Where there is a ring it is a draw.",
    "de": "Die Zahlen: was Schwarz von 100 Partien bekommt; unentschieden zählt halb. Wo ein Ring ist, ist es so.",
}
# Which colour to take: no matter, Black, White.
_THOUGHT = (
    {
        "en": "Black is thought to win {percent} of 100. Our strongest player would toss a coin: take the colour that "
        "goes with your tunic.",
        "de": "Schwarz gewinnt wohl {percent} von 100 Partien. Unser stärkster Bot würde eine Münze werfen: Nimm, was "
        "zu deinem Kittel passt.",
    },
    {
        "en": "Black is thought to win {percent} of 100: take Black. That is our strongest player’s opinion; it will "
        "not swear to it.",
        "de": "Schwarz gewinnt wohl {percent} von 100 Partien: Nimm Schwarz. Das meint unser stärkster Bot; schwören "
        "will er nicht.",
    },
    {
        "en": "Black is thought to win {percent} of 100: take White. That is our strongest player’s opinion; it will "
        "not swear to it.",
        "de": "Schwarz gewinnt wohl nur {percent} von 100 Partien: Nimm Weiß. Das meint unser stärkster Bot; schwören "
        "will er nicht.",
    },
)
_PROVED = (
    {
        "en": "Proved: a draw if nobody makes a mistake. Take the colour that goes with your tunic.",
        "de": "Bewiesen: unentschieden, wenn niemand einen Fehler macht. Nimm, was zu deinem Kittel passt.",
    },
    {
        "en": "Proved: Black wins if Black makes no mistake. Take Black.",
        "de": "Bewiesen: Schwarz gewinnt, wenn Schwarz keinen Fehler macht. Nimm Schwarz.",
    },
    {
        "en": "Proved: White wins if White makes no mistake. Take White.",
        "de": "Bewiesen: Weiß gewinnt, wenn Weiß keinen Fehler macht. Nimm Weiß.",
    },
)
