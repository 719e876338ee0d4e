"""Actions of Off to New Shores! as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from meadhall.core.errors import cut
from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .coasters import FIELDS

_LAY = re.compile(r"(-?[0-9]+),(-?[0-9]+)/([0-9]+)")


def write(state: State, code: int, ids: Sequence[str]) -> str:
    """Write an action; `ids` are the coasters of the set."""
    phase = state[rules.PHASE]
    if phase == rules.STARTING:
        return f"start {code + 1}"
    if phase == rules.DRAWING:
        return f"draw {ids[code]}"
    if phase == rules.LAYING:
        return f"{place(code >> 2)}/{code & 3}"
    if phase == rules.TOKEN:
        return f"{'hagar' if code < 4 else 'gold'} {FIELDS[code & 3]}"
    if phase == rules.ROLLING:
        return f"roll {code}"
    if code == rules.STAY:
        return "stay"
    return f"{field(state, (code - 1) // 48)}>{field(state, (code - 1) % 48)}"


def place(number: int) -> str:
    """Write a place of the table from the rules' number for it."""
    return f"{number // 25 - 12},{number % 25 - 12}"


def field(state: State, number: int) -> str:
    """Name a field of a coaster that lies."""
    i = number >> 2
    return f"{state[rules.X + i]},{state[rules.Y + i]}{FIELDS[number & 3]}"


REASONS = {
    "en": {
        rules.TOKEN: "one of your tokens goes on a free field of the coaster just laid, never on a skull",
        rules.MOVING: "one of your Vikings may move to a free field of its own kind, or stay",
        rules.DRAWING: "a coaster that is still in the pile is drawn",
        rules.STARTING: "a player from 1 to {players} starts",
        rules.ROLLING: "the die shows 1 to 6",
    },
    "de": {
        rules.TOKEN: "eins deiner Plättchen kommt auf ein Feld des neuen Deckels, nie auf einen Schädel",
        rules.MOVING: "einer deiner Wikinger darf auf ein freies Feld seiner Art, oder du bleibst (stay)",
        rules.DRAWING: "gezogen wird ein Deckel, der noch im Stapel liegt",
        rules.STARTING: "einer der Spieler 1 bis {players} beginnt",
        rules.ROLLING: "der Würfel zeigt 1 bis 6",
    },
}


def reason(state: State, text: str, lang: Language) -> str | None:
    """Say why a text is no legal action."""
    if state[rules.PHASE] == rules.LAYING:
        return _reason_for_laying(state, text, lang == "de")
    return REASONS[lang][int(state[rules.PHASE])].format(players=state[rules.PLAYERS])


def _reason_for_laying(state: State, text: str, german: bool) -> str | None:
    found = _LAY.fullmatch(text)
    if found is None:
        if german:
            return "ein Deckel wird wie 1,-2/3 gelegt: Platz, dann Vierteldrehungen im Uhrzeigersinn"
        return "a coaster is laid like 1,-2/3: place, then quarter turns clockwise"
    where, turn = f"{cut(found[1], 5)},{cut(found[2], 5)}", found[3]
    free = [place(int(rules.place_at(state, spot))) for spot in range(state[rules.FREE_COUNT])]
    if where not in free:
        if german:
            return f"{where} ist kein freier Platz neben einem Deckel"
        return f"{where} is no free place beside a coaster"
    if turn not in ("0", "1", "2", "3"):
        return "Drehungen gehen von 0 bis 3" if german else "turns go from 0 to 3"
    if rules.number_of_turns(state) == 1 and turn != str(rules.first_turn(state)):
        upright = rules.first_turn(state)
        if german:
            return f"das Bier muss für dich aufrecht stehen, das ist Drehung {upright}"
        return f"the beer has to stand upright for you, which is turn {upright}"
    if german:
        return "dort würde kein Feld an seinesgleichen grenzen"
    return "no field would touch one of its own kind there"
