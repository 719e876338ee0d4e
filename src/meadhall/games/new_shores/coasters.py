"""The coaster sets of Off to New Shores!: reading, checking, and packing them for the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from meadhall.core import sets
from meadhall.core.errors import BadSet, shown

from . import rules

KINDS = ("land", "forest", "water")
FIELDS = ("NW", "NE", "SW", "SE")
SPOTS = (*FIELDS, "N", "E", "S", "W")
MARKS = ("gold", "shield", "skull", "die")
ARROWS = ("horizontal", "vertical")


@cache
def default() -> dict[str, Any]:
    """Give our own set."""
    return read(Path(__file__).parent / "coasters.toml")


def read(value: object) -> dict[str, Any]:
    """Read and check a set; the result has every part filled in."""
    coasters = sets.coasters(sets.load(value), 12, _coaster)
    seen: dict[int, str] = {}
    for coaster in coasters:
        for mark in coaster["marks"]:
            if mark["is"] == "die":
                where = f"coaster {coaster['id']}, mark die {mark['number']} on {mark['on']}"
                if mark["number"] in seen:
                    first = seen[mark["number"]]
                    raise BadSet(
                        f"{where}: this number stands on coaster {first} already",
                        f"{sets.in_german(where)}: Diese Zahl steht schon auf Deckel {first}",
                    )
                seen[mark["number"]] = coaster["id"]
    return {"coaster": coasters}


def _coaster(raw: Mapping[str, Any], where: str) -> dict[str, Any]:
    sets.only_keys(raw, ("id", "fields", "beer", "marks"), where)
    german = sets.in_german(where)
    fields = raw.get("fields")
    if not isinstance(fields, list) or len(fields) != 2 or not all(isinstance(row, str) for row in fields):
        raise BadSet(
            f'{where}: fields are two rows like ["land forest", "water land"], not {shown(fields)}',
            f'{german}: fields sind zwei Reihen wie ["land forest", "water land"], nicht {shown(fields)}',
        )
    for row in fields:
        kinds = row.split()
        if len(kinds) != 2:
            raise BadSet(
                f"{where}: a row has two fields, {shown(row)} has {len(kinds)}",
                f"{german}: Eine Reihe hat zwei Felder, {shown(row)} hat {len(kinds)}",
            )
        for kind in kinds:
            if kind not in KINDS:
                raise BadSet(
                    f"{where}: a field is land, forest or water, not {shown(kind)}",
                    f"{german}: Ein Feld ist land, forest oder water, nicht {shown(kind)}",
                )
    marks = raw.get("marks", [])
    if not isinstance(marks, list):
        raise BadSet(
            f"{where}: marks are a list, not {shown(marks)}", f"{german}: marks sind eine Liste, nicht {shown(marks)}"
        )
    read_marks: list[dict[str, Any]] = []
    for number, mark in enumerate(marks, 1):
        read_marks.append(_mark(mark, f"{where}, mark number {number}", where))
        if read_marks[-1] in read_marks[:-1]:
            what, on = read_marks[-1]["is"], read_marks[-1]["on"]
            raise BadSet(
                f"{where}: the mark {what} on {on} stands twice",
                f"{german}: Das Zeichen {what} auf {on} gibt es zweimal",
            )
    return {
        "id": raw["id"],
        "fields": [" ".join(row.split()) for row in fields],
        "beer": sets.yes_or_no(raw, "beer", where),
        "marks": read_marks,
    }


def _mark(raw: object, numbered: str, coaster: str) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        raise BadSet(
            f'{numbered}: a mark is like {{ on = "NW", is = "skull" }}, not {shown(raw)}',
            f'{sets.in_german(numbered)}: Ein Zeichen ist wie {{ on = "NW", is = "skull" }}, nicht {shown(raw)}',
        )
    what = sets.one_of(raw, "is", MARKS, numbered)
    on = sets.one_of(raw, "on", SPOTS, f"{coaster}, mark {what}")
    where = f"{coaster}, mark {what} on {on}"
    if what in ("skull", "die") and on not in FIELDS:
        raise BadSet(
            f"{where}: a {what} lies on a field (NW, NE, SW, SE), not on a border",
            f"{sets.in_german(where)}: So etwas liegt auf einem Feld (NW, NE, SW, SE), nicht auf einer Grenze",
        )
    if what != "die":
        sets.only_keys(raw, ("on", "is"), where)
        return {"on": on, "is": what}
    sets.only_keys(raw, ("on", "is", "number", "arrow"), where)
    number = sets.whole_number(raw, "number", 1, 6, where)
    return {"on": on, "is": what, "number": number, "arrow": sets.one_of(raw, "arrow", ARROWS, where)}


def pack(coasters: Mapping[str, Any]) -> list[int]:
    """Write a set as the numbers of the rules: 12 coasters in 4 turns each, then the six dice."""
    words = [_word(coaster, turn) for coaster in coasters["coaster"] for turn in range(4)]
    dice = [-1] * 6
    for i, coaster in enumerate(coasters["coaster"]):
        for mark in coaster["marks"]:
            if mark["is"] == "die":
                field, arrow = FIELDS.index(mark["on"]), ARROWS.index(mark["arrow"])
                dice[mark["number"] - 1] = i << 3 | field << 1 | arrow
    return words + dice


def turned(spot: int, turn: int) -> int:
    """Say where a spot lies after a number of quarter turns clockwise."""
    if spot < 4:
        return int(rules.FIELD_TURNED[turn, spot])
    return 4 + (spot - 4 + turn) % 4


def kinds(coaster: Mapping[str, Any]) -> list[int]:
    """List the kinds of the four fields, unturned."""
    return [KINDS.index(kind) for row in coaster["fields"] for kind in row.split()]


def _word(coaster: Mapping[str, Any], turn: int) -> int:
    word = int(coaster["beer"]) << rules.BEER_BIT
    for field, kind in enumerate(kinds(coaster)):
        word |= kind << 2 * turned(field, turn)
    first = {"skull": rules.SKULL_BITS, "gold": rules.GOLD_BITS, "shield": rules.SHIELD_BITS}
    for mark in coaster["marks"]:
        if mark["is"] in first:
            word |= 1 << first[mark["is"]] + turned(SPOTS.index(mark["on"]), turn)
    return word
