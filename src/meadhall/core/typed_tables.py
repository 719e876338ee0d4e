"""Real tables that people type in: what the rooms' readers share. Every complaint names the part it is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import BadTable, listed, shown

_GERMAN = {"the table": "der Tisch", "coaster": "Deckel", "token": "Plättchen", "roll": "Wurf", "number": "Nummer"}


def in_german(where: str) -> str:
    """Say in German where on a table something is wrong: coaster number 3."""
    for english, german in _GERMAN.items():
        where = where.replace(english, german)
    return where


def mapping(value: object, what: str, de: str) -> Mapping[str, Any]:
    """Take a part that has parts of its own; `what` and `de` say which, for people."""
    if not isinstance(value, Mapping):
        raise BadTable(f"{what}; {shown(value)} is none", f"{de}; {shown(value)} ist das nicht")
    return value


def only_keys(part: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    """Refuse parts that nobody knows: most often they are misspelt."""
    for key in part:
        if key not in keys:
            raise BadTable(
                f"{where}: {shown(key)} is unknown; known are {listed(keys)}",
                f"{in_german(where)}: {shown(key)} ist unbekannt; bekannt sind {listed(keys)}",
            )


def needed(part: Mapping[str, Any], key: str, where: str) -> Any:
    """Return what may not be left out."""
    if part.get(key) is None:
        raise BadTable(f"{where}: {key} is missing", f"{in_german(where)}: {key} fehlt")
    return part[key]


def whole_number(
    part: Mapping[str, Any], key: str, least: int, most: int, where: str, default: int | None = None
) -> int:
    """Read a whole number within its limits."""
    value = part.get(key, default)
    if value is None:
        raise BadTable(
            f"{where}: {key} is missing; it is a whole number from {least} to {most}",
            f"{in_german(where)}: {key} fehlt; es ist eine ganze Zahl von {least} bis {most}",
        )
    if type(value) is not int or not least <= value <= most:
        raise BadTable(
            f"{where}: {key} is a whole number from {least} to {most}, not {shown(value)}",
            f"{in_german(where)}: {key} ist eine ganze Zahl von {least} bis {most}, nicht {shown(value)}",
        )
    return value


def listing(part: Mapping[str, Any], key: str) -> list[Any]:
    """Read a list, which may be left out."""
    value = part.get(key, [])
    if not isinstance(value, list | tuple):
        raise BadTable(f"{key} are a list, not {shown(value)}", f"{key} sind eine Liste, nicht {shown(value)}")
    return list(value)
