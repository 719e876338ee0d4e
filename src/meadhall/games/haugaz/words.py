"""Haugaz in sentences, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .notation import ends, point, stack

COLOURS = {"en": ("Black", "White"), "de": ("Schwarz", "Weiß")}


def player(state: State, names: Sequence[str]) -> str:
    """Name the player to act."""
    return names[rules.actor(state)]


def tell(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Tell what an action does."""
    who, phase, german = player(state, names), state[rules.PHASE], lang == "de"
    if phase == rules.SET_BLACK:
        where = point(code)
        return (
            f"{who} stellt den schwarzen Stapel auf {where}." if german else f"{who} puts the black stack on {where}."
        )
    if phase == rules.SET_WHITE:
        where = point(code)
        return f"{who} stellt den weißen Stapel auf {where}." if german else f"{who} puts the white stack on {where}."
    if phase == rules.CHOOSE:
        colour = COLOURS[lang][code - rules.TAKE_BLACK]
        return f"{who} nimmt {colour}." if german else f"{who} takes {colour}."
    if code == rules.PASS:
        return f"{who} passt." if german else f"{who} passes."
    if phase == rules.TURN:
        return f"{who} setzt einen Stapel auf {point(code)}." if german else f"{who} places a stack on {point(code)}."
    return _tell_move(state, code, who, names, lang)


def raised(state: State, code: int) -> tuple[State, list[int]]:
    """Give the board after a move, and the points of the stacks that it raises."""
    start, end = ends(state, code)
    after = state.copy()
    rules.apply(after, code)
    words = slice(rules.BLACK, rules.HEIGHT + 7)  # whose stacks stand where, and how high they are
    changed = int(np.bitwise_or.reduce(after[words] ^ state[words]))
    return after, [n for n in range(64) if changed >> n & 1 and n not in (start, end)]


def label(state: State, code: int, lang: Language) -> str:
    """Say what an action means, beyond the points that it names."""
    phase, german = state[rules.PHASE], lang == "de"
    if phase == rules.MOVE:
        _, risen = raised(state, code)
        points = " ".join(point(n) for n in risen) or ("nichts" if german else "nothing")
        return f"hebt {points}" if german else f"raises {points}"
    if code == rules.PASS:
        return _PASSES[lang][int(state[rules.PASSES])]
    if phase == rules.CHOOSE:
        return _TAKES[lang][code - rules.TAKE_BLACK]
    return _NEW_STACKS[lang][int(phase)]


def _tell_move(state: State, code: int, who: str, names: Sequence[str], lang: Language) -> str:
    start, end = ends(state, code)
    after, risen = raised(state, code)
    moved = (
        f"{who} zieht {point(start)} nach {point(end)}"
        if lang == "de"
        else f"{who} moves {point(start)} to {point(end)}"
    )
    if not risen:
        return f"{moved}. Kein Stapel wächst." if lang == "de" else f"{moved}. No stack rises."
    seats = [int(state[rules.BLACK_SEAT]), 1 - int(state[rules.BLACK_SEAT])]
    gains = []
    for side in (0, 1):
        taken = [f"{point(n)} ({stack(after, n)[1:]})" for n in risen if stack(after, n)[0] == "bw"[side]]
        if taken:
            to = "an" if lang == "de" else "to"
            gains.append(f"{', '.join(taken)} {to} {names[seats[side]]}")
    count = len(risen)
    if lang == "de":
        rise = "1 Stapel wächst" if count == 1 else f"{count} Stapel wachsen"
    else:
        rise = "1 stack rises" if count == 1 else f"{count} stacks rise"
    return f"{moved}. {rise}: {'; '.join(gains)}."


def ask(state: State, names: Sequence[str], lang: Language) -> str:
    """Say what the player to act has to do."""
    who, phase = player(state, names), state[rules.PHASE]
    colour = COLOURS[lang][state[rules.SIDE]]
    passed = state[rules.PASSES] == 1
    if lang == "de":
        return {
            rules.SET_BLACK: f"{who}, stell einen schwarzen Stapel auf, dann einen weißen; {names[1]} wählt die Farbe.",
            rules.SET_WHITE: f"{who}, stell den weißen Stapel auf, mehr als zwei Schritte weit: "
            "sonst kann Schwarz sofort gewinnen.",
            rules.CHOOSE: f"{who}, wähle deine Farbe: Schwarz beginnt.",
            rules.TURN: f"{who} ({colour}), setz einen neuen Stapel oder passe."
            + (" Passt du auch, ist das Spiel aus." if passed else ""),
            rules.MOVE: f"{who} ({colour}), zieh einen anderen Stapel um seine Höhe.",
        }[int(phase)]
    return {
        rules.SET_BLACK: f"{who}, put a black stack on the board. A white one follows; then {names[1]} picks a colour.",
        rules.SET_WHITE: f"{who}, put the white stack down, more than two steps away: nearer, Black may win at once.",
        rules.CHOOSE: f"{who}, choose your colour: Black begins.",
        rules.TURN: f"{who} ({colour}), place a new stack, or pass."
        + (" If you pass too, the game ends." if passed else ""),
        rules.MOVE: f"{who} ({colour}), move another stack as far as it is high.",
    }[int(phase)]


def explain(breakdown: Mapping[str, Any], names: Sequence[str], lang: Language) -> list[str]:
    """Compare the stacks for people, down to the pair that decides."""
    black, white = breakdown["stacks"]["black"], breakdown["stacks"]["white"]
    decided = breakdown["decided_by"]
    lines = [_ENDS[lang][breakdown["ended_by"]]] if breakdown["ended_by"] else []
    for i in range(len(black) if decided is None else decided + 1):
        b = str(black[i]) if i < len(black) else "–"
        w = str(white[i]) if i < len(white) else "–"
        lines.append(f"{rank(i + 1, lang)}: {COLOURS[lang][0]} {b}, {COLOURS[lang][1]} {w}")
    if breakdown["colours"] is None:
        return lines
    if decided is None:
        lines.append("Alles gleich: unentschieden." if lang == "de" else "All equal: a draw.")
    else:
        ahead = names[breakdown["scores"].index(1)]
        lines.append(f"Also gewinnt {ahead}." if lang == "de" else f"So {ahead} wins.")
    return lines


def rank(number: int, lang: Language) -> str:
    """Name the place of a stack in the order of heights."""
    if number == 1:
        return "höchster Stapel" if lang == "de" else "highest stack"
    if lang == "de":
        return f"{number}.-höchster"
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending} highest"


_NEW_STACKS = {
    "en": {rules.SET_BLACK: "black stack", rules.SET_WHITE: "white stack", rules.TURN: "new stack"},
    "de": {rules.SET_BLACK: "schwarzer Stapel", rules.SET_WHITE: "weißer Stapel", rules.TURN: "neuer Stapel"},
}
_TAKES = {"en": ("you begin", "the other begins"), "de": ("Schwarz, du beginnst", "Weiß, die andere Seite beginnt")}
_PASSES = {
    "en": ("skip your turn", "ends the game"),
    "de": ("passen", "passen, und das Spiel ist aus"),
}
_ENDS = {
    "en": {"passes": "Both passed.", "stuck": "Whoever is to move can no longer place and move a stack."},
    "de": {"passes": "Beide haben gepasst.", "stuck": "Wer dran wäre, kann nicht mehr setzen und ziehen."},
}
