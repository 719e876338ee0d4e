"""Actions of Land Ahoy! as text, and back."""

from __future__ import annotations

from collections.abc import Sequence

from meadhall.core.errors import IllegalAction, listed, shown
from meadhall.core.jit import State, lowest

from . import rules

TOKENS = ("1", "2", "3", "sven", "hagar")
KEEPS = ("keep", "reroll red", "reroll black", "reroll both")


def field(number: int) -> str:
    """Name a field by its column's letter and its row."""
    return "abcdef"[number // 6] + str(number % 6 + 1)


def dice(number: int) -> str:
    """Write a roll, red first."""
    return f"{number // 6 + 1} {number % 6 + 1}"


def island(state: State, place: int) -> str:
    """Name the island on a coaster by its first field."""
    return field(int(lowest(state[rules.FIELDS + place])))


def hand(code: int) -> list[str]:
    """List the tokens of a revealed hand."""
    return [name for kind, name in enumerate(TOKENS) for _ in range(rules.in_hand(code, kind))]


def write(state: State, codes: Sequence[int], ids: Sequence[str]) -> str:
    """Write an action; `ids` are the coasters of the set."""
    phase, code = state[rules.PHASE], codes[0]
    if phase == rules.BOARD:
        return " ".join(["board", *(f"{ids[code >> 2]}/{code & 3}" for code in codes)])
    if phase == rules.STARTING:
        return f"start {code + 1}"
    if phase == rules.ROLLING:
        return f"roll {dice(code)}"
    if phase == rules.KEEPING:
        return KEEPS[code]
    if phase == rules.CHOOSING:
        return f"land {field(code)}"
    if phase == rules.REVEALING:
        return " ".join(["reveal", island(state, int(state[rules.ISLAND])), *hand(code)])
    if phase == rules.LUCK:
        return f"sven {rules.luck_owner(state, state[rules.LUCK_ROLLED]) + 1} {dice(code)}"
    return write_claim(code)


def write_claim(code: int) -> str:
    """Write what is done after the last roll on an island."""
    if code < rules.TAKE_TWO:
        return f"take {TOKENS[code]}"
    if code < rules.STEAL_HAGAR:
        low, high = divmod(code - rules.TAKE_TWO, 3)
        return f"take {TOKENS[low]} {TOKENS[high]}"
    if code < rules.STEAL_SVEN:
        return f"steal hagar {code - rules.STEAL_HAGAR + 1}"
    if code < rules.PUT_HELGA:
        return f"steal sven {code - rules.STEAL_SVEN + 1}"
    if code < rules.PUT_DRAGON:
        return f"helga {code - rules.PUT_HELGA + 1}"
    return "dragon" if code == rules.PUT_DRAGON else "leave"


def tidy(text: str) -> str:
    """Put the tokens of a hand into their order."""
    words = text.split()
    if len(words) > 2 and words[0] == "reveal" and all(word in TOKENS for word in words[2:]):
        words[2:] = sorted(words[2:], key=TOKENS.index)
    return " ".join(words)


def read_board(state: State, text: str, ids: Sequence[str]) -> tuple[int, ...]:
    """Read the nine coasters of a board."""
    words = text.split()
    if not words or words[0] != "board" or len(words) != 10:
        raise IllegalAction(f"{shown(text)}: a board is 'board' and nine coasters like {ids[0]}/0, bottom left first")
    in_play = [name for i, name in enumerate(ids) if rules.plays(state, i)]
    codes: list[int] = []
    for word in words[1:]:
        name, _, turn = word.rpartition("/")
        if name not in in_play:
            raise IllegalAction(f"{shown(word)}: no such coaster is in this game; there are {listed(in_play, 9)}")
        if turn not in ("0", "1", "2", "3"):
            raise IllegalAction(f"{shown(word)}: a coaster has 0 to 3 quarter turns after its name")
        if any(code >> 2 == ids.index(name) for code in codes):
            raise IllegalAction(f"{shown(word)}: this coaster lies on the board already")
        codes.append(4 * ids.index(name) + int(turn))
    return tuple(codes)


def reason(state: State, text: str) -> str | None:
    """Say why a text is no legal action."""
    phase = state[rules.PHASE]
    if phase == rules.STARTING:
        return f"a player from 1 to {state[rules.PLAYERS]} starts"
    if phase == rules.ROLLING:
        if state[rules.DICE] == 3:
            return "both dice are rolled, each shows 1 to 6"
        kept = f"red stays {state[rules.RED]}" if state[rules.DICE] == 2 else f"black stays {state[rules.BLACK]}"
        return f"only one die is rolled, {kept}"
    if phase == rules.KEEPING:
        return "dice are kept or rolled again now"
    if phase == rules.CHOOSING:
        return "you land on one of the islands beside your field"
    if phase == rules.REVEALING:
        return "the tokens of this island are turned up, out of those that nobody has seen"
    if phase == rules.LUCK:
        return "both dice are rolled for the next Sven"
    return f"the dice show {state[rules.RED]} and {state[rules.BLACK]}, which does not allow it"
