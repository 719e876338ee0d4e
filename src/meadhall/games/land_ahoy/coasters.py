"""The coaster sets of Land Ahoy!: reading, checking, and packing them for the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from meadhall.core import sets
from meadhall.core.errors import BadSet, listed, shown

from . import rules

CORNERS = ("NW", "NE", "SW", "SE")
PORTRAITS = ("none", "hagar", "sven", "helga", "dragon")
SPACES = 9  # treasure spaces in play, one for each token


@cache
def default() -> dict[str, Any]:
    """Give our own set."""
    return read(Path(__file__).parent / "coasters.toml")


def read(value: object) -> dict[str, Any]:
    """Read and check a set; the result has every part filled in."""
    coasters = sets.coasters(sets.load(value), 10, _coaster)
    for what, german, found in (
        ("the ship", "das Schiff", [c["id"] for c in coasters if c["ship"]]),
        ("the dragon", "den Drachen", [c["id"] for c in coasters if c["portrait"] == "dragon"]),
    ):
        if len(found) != 1:
            raise BadSet(
                f"one coaster shows {what}; this set has {len(found)} of them{_named(found)}",
                f"ein Deckel zeigt {german}; in diesem Satz sind es {len(found)}{_named(found)}",
            )
    spaces = sum(c["treasures"] for c in coasters)
    if spaces != SPACES:
        raise BadSet(
            f"nine treasures need nine spaces; the coasters of this set have {spaces}",
            f"neun Schätze brauchen neun Plätze; die Deckel dieses Satzes haben {spaces}",
        )
    return {"coaster": coasters}


def _named(ids: list[str]) -> str:
    return f" ({listed(ids)})" if ids else ""


def _coaster(raw: Mapping[str, Any], where: str) -> dict[str, Any]:
    sets.only_keys(raw, ("id", "island", "portrait", "treasures", "ship"), where)
    german = sets.in_german(where)
    island = raw.get("island", [])
    if not isinstance(island, list):
        raise BadSet(
            f'{where}: island is a list of fields like ["SE"], not {shown(island)}',
            f'{german}: island ist eine Liste von Feldern wie ["SE"], nicht {shown(island)}',
        )
    for number, corner in enumerate(island):
        if not isinstance(corner, str) or corner not in CORNERS:
            raise BadSet(
                f"{where}: the fields of an island are {listed(CORNERS)}, not {shown(corner)}",
                f"{german}: Die Felder einer Insel sind {listed(CORNERS)}, nicht {shown(corner)}",
            )
        if corner in island[:number]:
            raise BadSet(
                f"{where}: the island's field {corner} stands twice",
                f"{german}: Das Feld {corner} der Insel gibt es zweimal",
            )
    portrait = sets.one_of(raw, "portrait", PORTRAITS, where, "none")
    treasures = sets.whole_number(raw, "treasures", 0, SPACES, where, 0)
    ship = sets.yes_or_no(raw, "ship", where)
    if ship and island:
        raise BadSet(
            f"{where}: the ship's coaster is all sea and has no island",
            f"{german}: Wo das Schiff fährt, ist nur Meer und keine Insel",
        )
    if treasures and (not island or portrait in ("helga", "dragon")):
        place = "a sea coaster" if not island else f"the island of {portrait}"
        raise BadSet(
            f"{where}: no treasure lies on {place}, so treasures is 0, not {treasures}",
            f"{german}: Hier liegt kein Schatz, also ist treasures 0, nicht {treasures}",
        )
    return {"id": raw["id"], "island": list(island), "portrait": portrait, "treasures": treasures, "ship": ship}


def pack(coasters: Mapping[str, Any]) -> list[int]:
    """Write a set as the numbers of the rules."""
    words = []
    for coaster in coasters["coaster"]:
        word = sum(1 << CORNERS.index(corner) for corner in coaster["island"])
        word |= PORTRAITS.index(coaster["portrait"]) << rules.PORTRAIT_BITS
        word |= coaster["treasures"] << rules.TREASURE_BITS
        words.append(word | int(coaster["ship"]) << rules.SHIP_BIT)
    return words
