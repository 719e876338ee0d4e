"""Coaster sets: TOML files, or the same already parsed. What a good coaster is, the rooms know."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from typing import Any

from . import toml
from .errors import BadSet, listed, shown
from .files import read_text

LARGEST = 4 * toml.LONGEST  # bytes: a character has up to four
LONGEST_ID = 40  # for it stands in every view
_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_ID}}}", re.ASCII)


def load(value: object) -> Any:
    """Take a parsed set as it is, and read one from a path."""
    if isinstance(value, Mapping):
        return value
    if not isinstance(value, str | os.PathLike) or not isinstance(os.fspath(value), str):
        raise BadSet(f"a set is the path of a TOML file or a parsed set, not {shown(value)}")
    name = shown(os.fspath(value))
    try:
        text = read_text(value, LARGEST, pipes=False)
    except ValueError as problem:
        raise BadSet(f"the set {name} cannot be read: {problem}") from None
    return parse(text, f"the set {name}")


def parse(text: str, name: str = "the set") -> Any:
    """Read the text of a set."""
    try:
        return toml.loads(text)
    except toml.BadTOML as problem:
        raise BadSet(f"{name} is no TOML: {problem}", f"das ist kein TOML: {problem.de}") from None


def write(checked: Mapping[str, Any]) -> str:
    """Write a set that was checked as TOML; what is off, none or empty is left out."""
    blocks = []
    for coaster in checked["coaster"]:
        lines = [f"{key} = {_toml(value)}\n" for key, value in coaster.items() if value]
        blocks.append("[[coaster]]\n" + "".join(lines))
    return "\n".join(blocks)


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    return json.dumps(value)  # texts, numbers, true and false are written alike


def coasters(raw: object, count: int, read: Callable[[Mapping[str, Any], str], dict[str, Any]]) -> list[dict[str, Any]]:
    """Check the frame of a set, and read its coasters one by one."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("coaster"), list | tuple):
        raise BadSet(
            "a set is a list of coasters, [[coaster]] in TOML",
            "ein Satz ist eine Liste von Deckeln, [[coaster]] in TOML",
        )
    if unknown := [key for key in raw if key != "coaster"]:
        raise BadSet(
            f"a set has nothing but coasters; {shown(unknown[0])} is unknown",
            f"ein Satz hat nur Deckel; {shown(unknown[0])} ist unbekannt",
        )
    if len(raw["coaster"]) != count:
        raise BadSet(
            f"a set has {count} coasters, not {len(raw['coaster'])}",
            f"ein Satz hat {count} Deckel, nicht {len(raw['coaster'])}",
        )
    result: list[dict[str, Any]] = []
    seen: set[str] = set()
    for number, coaster in enumerate(raw["coaster"], 1):
        if not isinstance(coaster, Mapping):
            raise BadSet(
                f"coaster number {number} is {shown(coaster)}, not a table of its parts",
                f"Deckel Nummer {number} ist {shown(coaster)}, keine Tabelle seiner Teile",
            )
        name = coaster.get("id")
        if not isinstance(name, str) or not _ID.fullmatch(name):
            raise BadSet(
                f"coaster number {number}: the id {shown(name)} is not made of letters, digits, - and _, "
                f"{LONGEST_ID} at most",
                f"Deckel Nummer {number}: Der Name {shown(name)} besteht nicht aus Buchstaben, Ziffern, - und _, "
                f"höchstens {LONGEST_ID}",
            )
        if name in seen:
            raise BadSet(
                f"coaster number {number}: the id {shown(name)} stands twice",
                f"Deckel Nummer {number}: Den Namen {shown(name)} gibt es zweimal",
            )
        seen.add(name)
        result.append(read(coaster, f"coaster {name}"))
    return result


def in_german(where: str) -> str:
    """Say in German where in a set something is wrong: coaster k01, mark die on NE."""
    coaster, comma, mark = where.removeprefix("coaster ").partition(", mark ")
    mark = mark.replace("number ", "Nummer ").replace(" on ", " auf ")
    return f"Deckel {coaster}{comma and f', Zeichen {mark}'}"


def only_keys(part: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    """Refuse parts that nobody knows: most often they are misspelt."""
    for key in part:
        if key not in keys:
            raise BadSet(
                f"{where}: {shown(key)} is unknown; known are {listed(keys)}",
                f"{in_german(where)}: {shown(key)} ist unbekannt; bekannt sind {listed(keys)}",
            )


def yes_or_no(part: Mapping[str, Any], key: str, where: str) -> bool:
    """Read a switch that is off where it is left out."""
    value = part.get(key, False)
    if not isinstance(value, bool):
        raise BadSet(
            f"{where}: {key} is true or false, not {shown(value)}",
            f"{in_german(where)}: {key} ist true oder false, nicht {shown(value)}",
        )
    return value


def one_of(part: Mapping[str, Any], key: str, choices: tuple[str, ...], where: str, default: str | None = None) -> str:
    """Read one word out of a list."""
    value = part.get(key, default)
    if not isinstance(value, str) or value not in choices:
        raise BadSet(
            f"{where}: {key!r} can be {listed(choices)}, not {shown(value)}",
            f"{in_german(where)}: {key!r} kann {listed(choices)} sein, nicht {shown(value)}",
        )
    return value


def whole_number(
    part: Mapping[str, Any], key: str, least: int, most: int, where: str, default: int | None = None
) -> int:
    """Read a whole number within its limits."""
    value = part.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise BadSet(
            f"{where}: {key!r} is a whole number from {least} to {most}, not {shown(value)}",
            f"{in_german(where)}: {key!r} ist eine ganze Zahl von {least} bis {most}, nicht {shown(value)}",
        )
    return value
