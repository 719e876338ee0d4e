"""Why one might do it: what an action of Haugaz does to the stacks, tried out with the rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadhall.core.game import Language
from meadhall.core.jit import State, popcount

from . import rules
from .notation import point, stack, write
from .view import breakdown, skyline
from .words import COLOURS, rank

BLACK, WHITE = 0, 1


def why(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Say what an action is good for."""
    phase, after = state[rules.PHASE], applied(state, code)
    if phase == rules.SET_BLACK:
        return _first_stack(state, code, names, lang)
    if phase == rules.SET_WHITE:
        return _second_stack(after, names, lang)
    if phase == rules.CHOOSE:
        return _colour(after, code, lang)
    if code == rules.PASS:
        return _pass(after, lang)
    if phase == rules.TURN:
        return _place(after, lang)
    return f"{_raise(state, after, lang)} {_stacks_then(after, lang)}"


def applied(state: State, code: int) -> State:
    """Give the state after an action."""
    after = state.copy()
    rules.apply(after, code)
    return after


def legal(state: State) -> list[int]:
    """List the legal actions."""
    out = np.empty(rules.MAX_ACTIONS, np.int64)
    return [int(code) for code in out[: rules.actions(state, out)]]


# -- the pie ---------------------------------------------------------------------------------------


def _first_stack(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    steps = popcount(rules.landings(rules.BIT[code], 1) & rules.empty_points(state))
    if lang == "de":
        return (
            f"Von {point(code)} hat der schwarze Stapel {steps} Schritte zur Wahl; {names[1]} wählt später die Farbe."
        )
    return f"From {point(code)} the black stack has {steps} steps to choose from; later {names[1]} picks the colour."


def _second_stack(after: State, names: Sequence[str], lang: Language) -> str:
    turn = winning_turn(applied(after, rules.TAKE_BLACK))
    if turn:
        if lang == "de":
            return f"Vorsicht: Nimmt {names[1]} Schwarz, so gewinnt {turn} sofort."
        return f"Careful: if {names[1]} takes Black, {turn} wins at once."
    return f"{_apart(after, lang)}: {_no_quick_win(lang)}."


def _colour(after: State, code: int, lang: Language) -> str:
    turn, mine = winning_turn(after), code == rules.TAKE_BLACK
    if turn:
        if lang == "de":
            return f"Schwarz beginnt und gewinnt sofort mit {turn}" + ("." if mine else ": Vorsicht!")
        return f"Black begins and wins at once with {turn}" + ("." if mine else ": careful!")
    return f"{_apart(after, lang)}: {_no_quick_win(lang)}."


def _apart(state: State, lang: Language) -> str:
    black, white = (next(n for n in range(64) if stack(state, n)[0] == side) for side in "bw")
    steps = max(abs(black % 8 - white % 8), abs(black // 8 - white // 8))
    if lang == "de":
        return f"Die Stapel stehen {steps} {'Schritt' if steps == 1 else 'Schritte'} auseinander"
    return f"The stacks stand {steps} {'step' if steps == 1 else 'steps'} apart"


def _no_quick_win(lang: Language) -> str:
    return "Schwarz beginnt, kann aber nicht sofort gewinnen" if lang == "de" else "Black begins but cannot win at once"


def winning_turn(state: State) -> str | None:
    """Find a turn that ends the game and wins it, by trying them all."""
    side = int(state[rules.SIDE])
    for place in legal(state):
        if place == rules.PASS:
            continue
        placed = applied(state, place)
        for move in legal(placed):
            after = applied(placed, move)
            if winner(after) == side:
                return f"{point(place)} {write(placed, move)}"
    return None


# -- a turn ----------------------------------------------------------------------------------------


def ahead(state: State) -> int | None:
    """Give the side whose stacks are ahead, if any (HZ-13)."""
    scores = np.zeros(2, np.float64)
    rules.scores(state, scores)
    black = scores[state[rules.BLACK_SEAT]]
    return None if black == 0.5 else BLACK if black == 1 else WHITE


def winner(state: State) -> int | None:
    """Give the side that has won, once the game is over."""
    return ahead(state) if state[rules.PHASE] == rules.ENDED else None


def _pass(after: State, lang: Language) -> str:
    if after[rules.PHASE] == rules.ENDED:
        return _end(after, lang)
    other, leader = COLOURS[lang][after[rules.SIDE]], ahead(after)
    if leader is None:
        if lang == "de":
            return f"Alle Stapel sind gleich: Passt {other} auch, endet es unentschieden."
        return f"All stacks are equal: if {other} passes too, the game is drawn."
    colour = COLOURS[lang][leader]
    if lang == "de":
        return f"{colour} liegt vorn, {_compared(after, lang)}: Passt {other} auch, gewinnt {colour}."
    return f"{colour} is ahead, {_compared(after, lang)}: if {other} passes too, {colour} wins."


def _place(placed: State, lang: Language) -> str:
    """Say what the move can do that leaves the stacks best for the side to move."""
    side = int(placed[rules.SIDE])
    move = max(legal(placed), key=lambda code: (_worth(applied(placed, code), side), -code))
    after = applied(placed, move)
    if winner(after) == side:
        if lang == "de":
            return f"Danach gewinnt {write(placed, move)} sofort. {_end(after, lang)}"
        return f"Then {write(placed, move)} wins at once. {_end(after, lang)}"
    then = _then(placed, after, lang)
    if lang == "de":
        return f"Allein nach den Stapeln ist danach kein Zug besser als {write(placed, move)}. {then}"
    return f"By the stacks alone, no move then beats {write(placed, move)}. {then}"


def _then(before: State, after: State, lang: Language) -> str:
    """Make one sentence of what a move does and how it stands after it."""
    then = _stacks_then(after, lang)
    if after[rules.PHASE] != rules.ENDED:
        then = then[0].lower() + then[1:]
    return f"{_raise(before, after, lang)[:-1]}; {then}"


def _worth(state: State, side: int) -> tuple[int, int]:
    """Order boards for a side: a win first, a lost end last, between them by the stacks (HZ-13)."""
    end = winner(state)
    stacks = skyline(state)
    black, white = (sum(64**height for height in stacks[colour]) for colour in ("black", "white"))
    return (0 if end is None else 1 if end == side else -1), black - white if side == BLACK else white - black


def _raise(before: State, after: State, lang: Language) -> str:
    """Say how many stacks a move takes from the other side, and how many it gives away."""
    won, lost = _changed_hands(before, after)
    other = COLOURS[lang][1 - int(before[rules.SIDE])]
    if not won and not lost:
        return "Kein Stapel wächst." if lang == "de" else "No stack rises."
    if lang == "de":
        taken = f"nimmt {other} {won} Stapel" if won else ""
        given = f"gibt {lost} {'eigenen' if lost == 1 else 'eigene'} Stapel ab" if lost else ""
        return f"Das {' und '.join(filter(None, (taken, given)))}."
    taken = f"takes {_stacks(won)} from {other}" if won else ""
    given = f"gives {_stacks(lost)} away" if lost else ""
    return f"That {' and '.join(filter(None, (taken, given)))}."


def _stacks(number: int) -> str:
    return "1 stack" if number == 1 else f"{number} stacks"


def _changed_hands(before: State, after: State) -> tuple[int, int]:
    """Count the stacks that the side to move wins and loses; every raised stack changes hands (HZ-10)."""
    me, them = ("b", "w") if before[rules.SIDE] == BLACK else ("w", "b")
    owners = [(stack(before, n)[0], stack(after, n)[0]) for n in range(64)]
    return owners.count((them, me)), owners.count((me, them))


def _stacks_then(after: State, lang: Language) -> str:
    """Say who is ahead after a move, or who has won by it."""
    if after[rules.PHASE] == rules.ENDED:
        return _end(after, lang)
    leader = ahead(after)
    if leader is None:
        return "Dann sind alle Stapel gleich." if lang == "de" else "Then all stacks are equal."
    colour = COLOURS[lang][leader]
    if lang == "de":
        return f"Dann liegt {colour} vorn, {_compared(after, lang)}."
    return f"Then {colour} is ahead, {_compared(after, lang)}."


def _end(after: State, lang: Language) -> str:
    passed, leader = after[rules.PASSES] == 2, winner(after)
    stuck = COLOURS[lang][after[rules.SIDE]]
    if lang == "de":
        reason = "Beide haben gepasst" if passed else f"{stuck} kann nicht mehr setzen und ziehen"
        if leader is None:
            return f"{reason}: Es endet unentschieden."
        return f"{reason}: {COLOURS[lang][leader]} gewinnt, {_compared(after, lang)}."
    reason = "Both have passed" if passed else f"{stuck} can no longer place and move"
    if leader is None:
        return f"{reason}: the game is drawn."
    return f"{reason}: {COLOURS[lang][leader]} wins, {_compared(after, lang)}."


def _compared(state: State, lang: Language) -> str:
    """Name the pair of stacks that decides: highest stack 4 against 3."""
    table = breakdown(state, (0, 0))
    stacks, decided = table["stacks"], table["decided_by"]
    pair = [side[decided] if decided < len(side) else 0 for side in (stacks["black"], stacks["white"])]
    which, german = rank(decided + 1, lang), lang == "de"
    if decided > 0:
        which += " Stapel" if german else " stack"
    low = min(pair) or ("keinen" if german else "none")
    return f"{which} {max(pair)} {'gegen' if german else 'against'} {low}"
