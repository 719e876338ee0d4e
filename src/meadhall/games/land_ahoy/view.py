"""What lies on the board of Land Ahoy!, as plain data, and where its points come from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from meadhall.core.jit import State

from . import rules
from .coasters import PORTRAITS
from .notation import field

PHASES = ("board", "start", "roll", "keep", "choose", "reveal", "claim", "luck", "over")
TOKEN_VALUES: tuple[int | str, ...] = (1, 2, 3, "sven", "hagar")


def view(state: State, coasters: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the board: islands with their open tokens, dice, and what each player has."""
    state = _quickly(state)
    players = range(int(state[rules.PLAYERS]))
    here = int(state[rules.ISLAND])
    red, black = int(state[rules.RED]), int(state[rules.BLACK])
    ids = [coaster["id"] for coaster in coasters["coaster"]]
    x2, dragon = int(state[rules.X2_OWNER]), int(state[rules.DRAGON_OWNER])
    lying = [island(state, place) for place in range(int(state[rules.PLACED])) if state[rules.FIELDS + place]]
    return {
        "phase": PHASES[state[rules.PHASE]],
        "player": int(state[rules.PLAYER]),  # whose turn it is, also while dice roll
        "board": [
            {"id": ids[state[rules.COASTER + place]], "turn": int(state[rules.TURN + place])}
            for place in range(int(state[rules.PLACED]))
        ],
        "islands": lying,
        "ship": _ship(state, coasters),
        "dice": {"red": red or None, "black": black or None},
        "rolling": _rolling(state),
        "rolls_left": int(state[rules.ROLLS_LEFT]),
        "field": field(int(rules.field_hit(state))) if red and not state[rules.ASHORE] else None,
        "landed": next((lie["name"] for lie in lying if lie["place"] == here), None),
        "hands": [hand(state, player) for player in players],
        "x2": {"player": x2, "token": int(state[rules.X2_KIND]) + 1} if x2 >= 0 else None,
        "dragon": {"player": dragon, "token": 1} if dragon >= 0 else None,
        "luck": [_luck(state, nth) for nth in range(int(state[rules.LUCK_ROLLED]))],
        "numbers_left": 6 - int(state[rules.TAKEN]),
        "face_down": {str(TOKEN_VALUES[kind]): int(state[rules.HIDDEN + kind]) for kind in range(5)},
        "turns": int(state[rules.TURNS]),  # that are over
        "coasters": [{**coaster, "island": [*coaster["island"]]} for coaster in coasters["coaster"]],
    }


def _quickly(state: State) -> State:
    """Return what is read as the state is, number by number, in half the time."""
    return cast(State, state.tolist())


def island(state: State, place: int) -> dict[str, Any]:
    """Describe an island: its fields, its face and its tokens."""
    fields = _fields(int(state[rules.FIELDS + place]))
    tokens = state[rules.OPEN + 5 * place : rules.OPEN + 5 * place + 5]
    return {
        "name": fields[0],
        "place": place,
        "fields": [*fields],
        "portrait": PORTRAITS[rules.island_portrait(state, place)],
        "face_down": int(state[rules.FACE_DOWN + place]),
        "open": [TOKEN_VALUES[kind] for kind in range(5) for _ in range(tokens[kind])],
    }


@lru_cache(maxsize=1024)  # of sets of fields; an island never changes its own
def _fields(word: int) -> tuple[str, ...]:
    return tuple(field(number) for number in range(36) if word >> number & 1)


def _rolling(state: State) -> list[str]:
    """Name the dice that are about to be rolled."""
    if state[rules.PHASE] not in (rules.ROLLING, rules.LUCK):
        return []
    return [name for bit, name in ((1, "red"), (2, "black")) if state[rules.DICE] & bit]


def _ship(state: State, coasters: Mapping[str, Any]) -> int | None:
    """Find the place of the ship's coaster on the board."""
    for place in range(int(state[rules.PLACED])):
        if coasters["coaster"][state[rules.COASTER + place]]["ship"]:
            return place
    return None


def _luck(state: State, nth: int) -> dict[str, int]:
    """Describe a roll for a Sven at the end."""
    roll = int(state[rules.LUCK_ROLLS + nth])
    return {"player": int(rules.luck_owner(state, nth)), "red": roll // 6 + 1, "black": roll % 6 + 1}


def hand(state: State, player: int) -> list[int | str]:
    """List the tokens that lie before a player."""
    return [TOKEN_VALUES[kind] for kind in range(5) for _ in range(rules.held(state, player, kind))]


def breakdown(
    state: State, scores: tuple[int | float, ...], over: bool, beers: list[tuple[int, int, int]]
) -> dict[str, Any]:
    """Count every token (LA-17); Svens that are not rolled yet count nothing."""
    state = _quickly(state)
    return {
        "scores": list(scores),
        "players": [_tokens(state, player) for player in range(len(scores))],
        "losers": [player for player, score in enumerate(scores) if score == min(scores)] if over else [],
        "beers": [list(owed) for owed in beers],
    }


def _tokens(state: State, player: int) -> dict[str, Any]:
    tokens = [
        {"token": number, "on": "hand", "points": number} for number in hand(state, player) if isinstance(number, int)
    ]
    if state[rules.X2_OWNER] == player:
        number = int(state[rules.X2_KIND]) + 1
        tokens.append({"token": number, "on": "x2", "points": 2 * number})
    if state[rules.DRAGON_OWNER] == player:
        tokens.append({"token": 1, "on": "dragon", "points": 1})
    svens: list[int | None] = []
    for nth in range(int(rules.svens(state))):
        if rules.luck_owner(state, nth) == player:
            svens.append(int(rules.luck_points(state, nth)) if nth < state[rules.LUCK_ROLLED] else None)
    return {
        "tokens": tokens,
        "hagar": len(tokens) if rules.held(state, player, rules.HAGAR) else None,
        "sven": svens,
    }
