"""A real table, typed in: checked and set up for scoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from meadhall.core.errors import BadTable, listed, shown
from meadhall.core.jit import State
from meadhall.core.typed_tables import in_german, listing, mapping, needed, only_keys, whole_number

from . import rules
from .coasters import FIELDS, default, pack, read

FARTHEST = 1_000_000
MOST_SPILT = 11  # of twelve beer coasters all but the first
# The way to the place behind each outer edge of a coaster, as the rules number them.
_BEHIND = ((-1, 0), (0, 1), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 0), (0, -1))


def read_table(table: object) -> State:
    """Check a table as the contract describes it, and lay it out in the rules' array."""
    table = mapping(
        table,
        "a table has players, coasters and tokens",
        "ein Tisch hat Spieler (players), Deckel (coasters) und Plättchen (tokens)",
    )
    only_keys(table, ("players", "set", "coasters", "tokens", "die", "spilt"), "the table")
    players = whole_number(table, "players", 1, 3, "the table")
    coasters = default() if table.get("set") is None else read(table["set"])
    state = np.zeros(rules.STATE_SIZE, np.int64)
    rules.new(state, players, np.array([0, 0, *pack(coasters)], np.int64))
    _lay_coasters(state, listing(table, "coasters"), [coaster["id"] for coaster in coasters["coaster"]])
    _put_tokens(state, listing(table, "tokens"), players)
    if table.get("spilt") is not None:
        _note_beers(state, table["spilt"], players)
    if table.get("die") is not None:
        rules.roll(state, whole_number(table, "die", 1, 6, "the table"))
    state[rules.PHASE] = rules.ENDED
    return state


def _lay_coasters(state: State, coasters: list[Any], ids: list[str]) -> None:
    for number, coaster in enumerate(coasters, 1):
        where = f"coaster number {number}"
        mapping(
            coaster,
            f"{where} has an id, a place and a turn",
            f"{in_german(where)} hat einen Namen (id), einen Platz (at) und eine Drehung (turn)",
        )
        only_keys(coaster, ("id", "at", "turn"), where)
        name = needed(coaster, "id", where)
        if not isinstance(name, str) or name not in ids:
            raise BadTable(
                f"{where}: the set has no coaster {shown(name)}; it has {listed(ids, 12)}",
                f"{in_german(where)}: Der Satz hat keinen Deckel {shown(name)}; er hat {listed(ids, 12)}",
            )
        which = ids.index(name)
        i = int(state[rules.LAID])
        if which in state[rules.COASTER : rules.COASTER + i]:
            raise BadTable(
                f"{where}: {ids[which]} lies on the table already",
                f"{in_german(where)}: {ids[which]} liegt schon auf dem Tisch",
            )
        x, y = _place(coaster, where)
        if _coaster_at(state, x, y) is not None:
            raise BadTable(
                f"{where}: two coasters lie at {x},{y}", f"{in_german(where)}: Auf {x},{y} liegen zwei Deckel"
            )
        state[rules.COASTER + i], state[rules.X + i], state[rules.Y + i] = which, x, y
        state[rules.TURN + i] = whole_number(coaster, "turn", 0, 3, where, 0)
        for field in range(4):
            state[rules.LANDSCAPE + 4 * i + field] = rules.BIT[4 * i + field]
        rules.note_marks(state, i, rules.laid_word(state, i))
        state[rules.LAID] = i + 1
    for i in range(state[rules.LAID]):
        _join_landscapes(state, i)


def _join_landscapes(state: State, i: int) -> None:
    for a, b in ((0, 1), (0, 2), (1, 3), (2, 3)):
        _join(state, 4 * i + a, 4 * i + b)
    for edge in range(8):
        dx, dy = _BEHIND[edge]
        j = _coaster_at(state, int(state[rules.X + i] + dx), int(state[rules.Y + i] + dy))
        if j is not None:
            _join(state, 4 * i + (edge >> 1), 4 * j + (edge >> 1 ^ (2 if dy else 1)))


def _join(state: State, a: int, b: int) -> None:
    """Join the landscapes of two fields that touch, if they are of one kind (NS-15)."""
    if rules.field_kind(state, a) == rules.field_kind(state, b):
        rules.note_landscape(state, int(state[rules.LANDSCAPE + a] | state[rules.LANDSCAPE + b]))


def _put_tokens(state: State, tokens: list[Any], players: int) -> None:
    taken = 0
    for number, token in enumerate(tokens, 1):
        where = f"token number {number}"
        if not isinstance(token, Mapping):
            raise BadTable(
                f"{where} says what it is and where it lies; {shown(token)} does not",
                f"{in_german(where)} sagt, was es ist und wo es liegt; {shown(token)} tut das nicht",
            )
        only_keys(token, ("is", "player", "at", "field"), where)
        what = needed(token, "is", where)
        if not isinstance(what, str) or what not in ("hagar", "gold"):
            raise BadTable(
                f"{where} is hagar or gold, not {shown(what)}",
                f"{in_german(where)} ist hagar oder gold, nicht {shown(what)}",
            )
        x, y = _place(token, where)
        i = _coaster_at(state, x, y)
        if i is None:
            raise BadTable(
                f"{where} lies off the table: no coaster is at {x},{y}",
                f"{in_german(where)} liegt neben dem Tisch: Auf {x},{y} ist kein Deckel",
            )
        field = needed(token, "field", where)
        if not isinstance(field, str) or field not in FIELDS:
            raise BadTable(
                f"{where}: a field is one of {listed(FIELDS)}, not {shown(field)}",
                f"{in_german(where)}: Ein Feld ist eines von {listed(FIELDS)}, nicht {shown(field)}",
            )
        here = int(rules.BIT[4 * i + FIELDS.index(field)])
        if taken & here:
            raise BadTable(
                f"{where}: a token lies on {x},{y}{field} already",
                f"{in_german(where)}: Auf {x},{y}{field} liegt schon ein Plättchen",
            )
        taken |= here
        player = None
        if what == "hagar" or token.get("player") is not None:  # whose a gold is makes no difference
            player = whole_number(token, "player", 0, players - 1, where)
        state[rules.HAGARS + player if what == "hagar" and player is not None else rules.GOLD] |= here


def _note_beers(state: State, spilt: Any, players: int) -> None:
    """Take how many beer coasters each player has laid in line with another one (NS-12)."""
    right = isinstance(spilt, list | tuple) and len(spilt) == players
    if not right or not all(type(beers) is int and 0 <= beers <= MOST_SPILT for beers in spilt):
        raise BadTable(
            f"spilt is a list of {players} whole numbers from 0 to {MOST_SPILT}, one for each player, "
            f"not {shown(spilt)}",
            f"spilt ist eine Liste von {players} ganzen Zahlen von 0 bis {MOST_SPILT}, eine für jeden Spieler, "
            f"nicht {shown(spilt)}",
        )
    state[rules.BEERS : rules.BEERS + players] = spilt


def _coaster_at(state: State, x: int, y: int) -> int | None:
    for i in range(state[rules.LAID]):
        if state[rules.X + i] == x and state[rules.Y + i] == y:
            return i
    return None


def _place(part: Mapping[str, Any], where: str) -> tuple[int, int]:
    at = needed(part, "at", where)
    if not isinstance(at, list | tuple) or len(at) != 2 or not all(type(v) is int and abs(v) <= FARTHEST for v in at):
        farthest = f"{FARTHEST:,}".replace(",", ".")
        raise BadTable(
            f"{where}: a place is two whole numbers like [1, -2], at most {FARTHEST:,}, not {shown(at)}",
            f"{in_german(where)}: Ein Platz sind zwei ganze Zahlen wie [1, -2], bis {farthest}, nicht {shown(at)}",
        )
    return at[0], at[1]
