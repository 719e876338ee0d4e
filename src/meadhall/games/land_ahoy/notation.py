"""Actions of Land Ahoy! as text, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from meadhall.core.errors import IllegalAction, listed, shown
from meadhall.core.game import Language
from meadhall.core.jit import State, lowest

from . import rules

TOKENS = ("1", "2", "3", "sven", "hagar")
_ROLL = re.compile(r"([1-6]) ([1-6])\Z")
KEEPS = ("keep", "reroll red", "reroll black", "reroll both")


def field(number: int) -> str:
    """Name a field by its column's letter and its row."""
    return "abcdef"[number // 6] + str(number % 6 + 1)


def dice(number: int) -> str:
    """Write a roll, red first."""
    return f"{number // 6 + 1} {number % 6 + 1}"


def rolled(text: str) -> int:
    """Give the number of the roll that a text ends with; -1 where it ends with none."""
    found = _ROLL.search(text)
    return 6 * int(found[1]) + int(found[2]) - 7 if found else -1


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


def path(action: str) -> list[str]:
    """Split an action into what is pointed at: dice are rolled or kept at once, tokens and islands one by one."""
    return [action] if action in KEEPS else action.split()


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


REASONS = {
    "en": {
        rules.BOARD: "a board is 'board' and the nine coasters in play like chief1/0, bottom left first, row by row",
        rules.STARTING: "a player from 1 to {players} starts",
        rules.KEEPING: "dice are kept or rolled again now",
        rules.CHOOSING: "you land on one of the islands beside your field",
        rules.REVEALING: "the tokens of this island are turned up, out of those that nobody has seen",
        rules.LUCK: "both dice are rolled for the next Lucky Fellow (sven)",
        rules.CLAIMING: "the dice show {red} and {black}, which does not allow it",
    },
    "de": {
        rules.BOARD: "ein Brett ist 'board' und neun Deckel wie chief1/0, von links unten, Reihe für Reihe",
        rules.STARTING: "einer der Spieler 1 bis {players} beginnt",
        rules.KEEPING: "jetzt bleiben Würfel liegen oder werden neu geworfen",
        rules.CHOOSING: "du landest auf einer der Inseln neben deinem Feld",
        rules.REVEALING: "aufgedeckt wird, was auf dieser Insel liegt, aus den Schätzen, die noch keiner gesehen hat",
        rules.LUCK: "für den nächsten Glückspilz (sven) rollen beide Würfel",
        rules.CLAIMING: "die Würfel zeigen {red} und {black}, das erlaubt es nicht",
    },
}


def reason(state: State, text: str, lang: Language) -> str | None:
    """Say why a text is no legal action."""
    red, black, german = state[rules.RED], state[rules.BLACK], lang == "de"
    if state[rules.PHASE] == rules.ROLLING:
        if state[rules.DICE] == 3:
            return "beide Würfel rollen, jeder zeigt 1 bis 6" if german else "both dice are rolled, each shows 1 to 6"
        if state[rules.DICE] == 2:
            return f"nur Schwarz rollt, Rot bleibt {red}" if german else f"only one die is rolled, red stays {red}"
        return f"nur Rot rollt, Schwarz bleibt {black}" if german else f"only one die is rolled, black stays {black}"
    return REASONS[lang][int(state[rules.PHASE])].format(red=red, black=black, players=state[rules.PLAYERS])
