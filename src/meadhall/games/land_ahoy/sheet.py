"""A real table at the end, typed in: who has which tokens. Checked and set up for scoring."""

from __future__ import annotations

from typing import Any

import numpy as np

from meadhall.core.errors import BadTable, listed, shown
from meadhall.core.jit import State
from meadhall.core.typed_tables import in_german, listing, mapping, only_keys, whole_number

from . import rules
from .coasters import default, pack
from .view import TOKEN_VALUES

PLATES = {"x2": (1, 3), "dragon": (1, 1)}  # the tokens that Helga and the dragon take


def read_table(table: object) -> State:
    """Check a table with the names of a view, and lay it out in the rules' array.

    {"players": 2, "hands": [[1, 2, "hagar"], [3, "sven"]], "x2": {"player": 0, "token": 1}, "dragon": None,
    "luck": [{"player": 1, "red": 5, "black": 2}]}: what lies with Helga or the dragon is in no hand.
    """
    table = mapping(
        table,
        "a table has players and their hands",
        "ein Tisch hat Spieler (players) und was sie haben (hands)",
    )
    only_keys(table, ("players", "hands", "x2", "dragon", "luck"), "the table")
    players = whole_number(table, "players", 2, 4, "the table")
    state = np.zeros(rules.STATE_SIZE, np.int64)
    rules.new(state, players, np.array([0, *pack(default())], np.int64))
    _read_hands(state, listing(table, "hands"), players)
    for plate, (least, most) in PLATES.items():
        if table.get(plate) is not None:
            _read_plate(state, plate, table[plate], least, most)
    for kind, value in enumerate(TOKEN_VALUES):
        if _count(state, kind) > rules.TREASURE[kind]:
            raise BadTable(
                f"the box has {rules.TREASURE[kind]} of the token {value}, the table {_count(state, kind)}",
                f"die Schachtel hat {rules.TREASURE[kind]} vom Plättchen {value}, der Tisch {_count(state, kind)}",
            )
    _read_luck(state, listing(table, "luck"), players)
    state[rules.PHASE] = rules.ENDED if state[rules.LUCK_ROLLED] == rules.svens(state) else rules.LUCK
    return state


def _read_hands(state: State, hands: list[Any], players: int) -> None:
    if len(hands) != players:
        raise BadTable(
            f"hands are a list for each of the {players} players, not {len(hands)}",
            f"hands sind eine Liste für jeden der {players} Spieler, nicht {len(hands)}",
        )
    for player, hand in enumerate(hands):
        if not isinstance(hand, list | tuple):
            raise BadTable(
                f"the hand of player {player} is a list of tokens, not {shown(hand)}",
                f"was Spieler {player} hat, ist eine Liste von Plättchen, nicht {shown(hand)}",
            )
        for token in hand:
            if type(token) not in (int, str) or token not in TOKEN_VALUES:
                raise BadTable(
                    f"the hand of player {player}: a token is {listed(TOKEN_VALUES)}, not {shown(token)}",
                    f"was Spieler {player} hat: Ein Plättchen ist {listed(TOKEN_VALUES)}, nicht {shown(token)}",
                )
            state[rules.HELD + 5 * player + TOKEN_VALUES.index(token)] += 1


def _read_plate(state: State, plate: str, put: object, least: int, most: int) -> None:
    put = mapping(
        put, f"{plate} has a player and a token", f"{plate} hat einen Spieler (player) und ein Plättchen (token)"
    )
    only_keys(put, ("player", "token"), plate)
    player = whole_number(put, "player", 0, int(state[rules.PLAYERS]) - 1, plate)
    token = whole_number(put, "token", least, most, plate)
    if plate == "x2":
        state[rules.X2_OWNER], state[rules.X2_KIND] = player, token - 1
    else:
        state[rules.DRAGON_OWNER] = player


def _count(state: State, kind: int) -> int:
    """Count the tokens of a kind on the whole table."""
    held = sum(int(rules.held(state, player, kind)) for player in range(int(state[rules.PLAYERS])))
    doubled = state[rules.X2_OWNER] >= 0 and state[rules.X2_KIND] == kind
    with_dragon = state[rules.DRAGON_OWNER] >= 0 and kind == 0
    return held + int(doubled) + int(with_dragon)


def _read_luck(state: State, rolls: list[Any], players: int) -> None:
    """Take the rolls for the Lucky Fellows, in the order of their owners (LA-17)."""
    for nth, roll in enumerate(rolls):
        where = f"luck, roll number {nth + 1}"
        roll = mapping(roll, f"{where} has a player, red and black", f"{in_german(where)} hat player, red und black")
        only_keys(roll, ("player", "red", "black"), where)
        player = whole_number(roll, "player", 0, players - 1, where)
        if nth >= rules.svens(state):
            raise BadTable(
                f"{where}: only {rules.svens(state)} sven lie before the players",
                f"{in_german(where)}: Vor den Spielern liegen nur {rules.svens(state)} sven",
            )
        owner = rules.luck_owner(state, nth)
        if player != owner:
            raise BadTable(
                f"{where} is for player {owner}, who has this sven, not for {player}",
                f"{in_german(where)} ist für Spieler {owner}, der diesen sven hat, nicht für {player}",
            )
        red, black = (whole_number(roll, die, 1, 6, where) for die in ("red", "black"))
        state[rules.LUCK_ROLLS + nth] = 6 * (red - 1) + black - 1
        state[rules.LUCK_ROLLED] = nth + 1
