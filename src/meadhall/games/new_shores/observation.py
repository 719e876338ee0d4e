"""What a learning program sees of Off to New Shores!, from the side of one player: a row for each coaster, and more.

Rows are in the order of the set, whether the coaster lies on the table, in the hand or in the pile. The four fields
of a coaster are NW, NE, SW, SE, its borders N, E, S, W, as it lies; those not laid yet are told as printed. Players
are told in the order of play: oneself first. The pile is a set: nobody knows its order.

The map has the places of rules.py: place 25 * (x + 12) + y + 12 is [0, x + 12, y + 12]. A table of planes for a
convolution can be gathered from it: each number is 1 + a row.
"""

from meadhall.core.jit import Bytes, State, lowest, popcount, rule, sibling
from meadhall.core.observation import planes, rows, vector

from .rules import (
    BEER_BIT,
    BEERS,
    COASTER,
    DICE,
    DIE,
    DRAWN,
    FIELD_TURNED,
    GOLD,
    GOLD_BITS,
    GOLD_LEFT,
    HAGARS,
    HAGARS_LEFT,
    HAND,
    HONKY_TONK,
    LAID,
    LANDSCAPE,
    LINE,
    MOVED,
    PHASE,
    PLAYER,
    PLAYERS,
    SEATS,
    SHIELD_BITS,
    SKULL_BITS,
    SKULLS,
    STARTER,
    STARTING,
    TURN,
    WORDS,
    X,
    Y,
)

_rules, _sight = sibling("meadhall.games.new_shores.rules"), sibling("meadhall.core.observation_writers")
actor, coasters_in_play, kind, points = _rules.actor, _rules.coasters_in_play, _rules.kind, _rules.points
write_choice, write_marks = _sight.write_choice, _sight.write_marks
write_number, write_zeros = _sight.write_number, _sight.write_zeros

ON_THE_TABLE = 31  # numbers of a row that only a laid coaster has

PARTS = (
    rows(
        "coasters", 12,
        ("left", 1, "it was not drawn yet"),
        ("hand", 1, "it is in hand, to be laid"),
        ("beer", 1, "it has a beer"),
        ("land", 4, "the field is land"),
        ("forest", 4, "the field is forest"),
        ("water", 4, "the field is water"),
        ("skull", 4, "a skull is printed on the field"),
        ("gold", 8, "gold is printed on the field, on the border"),
        ("shield", 8, "a shield is printed on the field, on the border"),
        ("laid", 1, "it was laid as the 1st to 12th, as a number; 0 if it was not", 12),
        ("x", 1, "its column plus 12, as a number", 23),
        ("y", 1, "its row plus 12, as a number", 23),
        ("hagars", 12, "a Hägar lies on the field: yours, the next player's, the third's"),
        ("gold_token", 4, "a gold token lies on the field"),
        ("doubled", 4, "the field counts double"),
        ("landscape", 4, "the number of the field's landscape: 1 + the first of its fields in the order of laying", 48),
        ("size", 4, "how many fields the landscape has", 48),
    ),
    planes("map", 25, 25, ("coaster", 1, "the coaster in this place, 1 to 12 by its row; 0 for none", 12)),
    rows(
        "die", 6,
        ("coaster", 1, "the coaster with this number of the die, 1 to 12; 0 for none", 12),
        ("field", 4, "the field on which it stands"),
        ("vertical", 1, "its arrow points along a column"),
    ),
    rows(
        "players", 3,
        ("hagars_left", 1, "how many Hägars the player still has", 4),
        ("gold_left", 1, "how many gold tokens", 1),
        ("spilt", 1, "how many beers the player owes", 11),
        ("score", 1, "the player's points as the table lies", 255),
        ("turn", 1, "it is the player's turn"),
        ("starter", 1, "the player began"),
    ),
    vector(
        "table",
        ("phase", 7, "start, draw, lay, token, roll, last round, over"),
        ("decides", 1, "it is your decision"),
        ("players", 3, "one, two, three play"),
        ("seat", 4, "the quarter turns of a beer that you lay"),
        ("to_draw", 1, "how many coasters are still to be drawn", 12),
        ("rolled", 6, "the die shows 1 to 6"),
        ("moved", 1, "how many players are done with the last round", 3),
        ("skulls", 1, "skulls keep tokens away"),
        ("honky_tonk", 1, "beers in line cost a beer"),
    ),
)  # fmt: skip


@rule
def order_of(state: State, coaster: int) -> int:
    """Say as which a coaster was laid, from 0; -1 if it was not."""
    for i in range(state[LAID]):
        if state[COASTER + i] == coaster:
            return i
    return -1


@rule
def write_face(word: int, out: Bytes, at: int) -> int:
    """Write what is printed on a coaster."""
    at = write_marks(out, at, 1, word >> BEER_BIT)
    for which in range(3):
        for field in range(4):
            out[at + field] = 1 if kind(word, field) == which else 0
        at += 4
    at = write_marks(out, at, 4, word >> SKULL_BITS)
    at = write_marks(out, at, 8, word >> GOLD_BITS)
    return write_marks(out, at, 8, word >> SHIELD_BITS)


@rule
def write_laid(state: State, i: int, player: int, out: Bytes, at: int) -> int:
    """Write where the i-th coaster lies, and what lies on it."""
    players, first = state[PLAYERS], 4 * i
    at = write_number(out, at, i + 1)
    at = write_number(out, at, state[X + i] + 12)
    at = write_number(out, at, state[Y + i] + 12)
    for k in range(3):
        at = write_marks(out, at, 4, state[HAGARS + (player + k) % players] >> first if k < players else 0)
    at = write_marks(out, at, 4, state[GOLD] >> first)
    at = write_marks(out, at, 4, state[LINE] >> first)
    for field in range(4):
        out[at + field] = 1 + lowest(state[LANDSCAPE + first + field])
        out[at + 4 + field] = popcount(state[LANDSCAPE + first + field])
    return at + 8


@rule
def write_coaster(state: State, coaster: int, player: int, out: Bytes, at: int) -> int:
    """Write all there is to know about a coaster."""
    i = order_of(state, coaster)
    at = write_number(out, at, 1 - (state[DRAWN] >> coaster & 1))
    at = write_number(out, at, 1 if state[HAND] == coaster else 0)
    at = write_face(state[WORDS + 4 * coaster + (state[TURN + i] if i >= 0 else 0)], out, at)
    if i < 0:
        return write_zeros(out, at, ON_THE_TABLE)
    return write_laid(state, i, player, out, at)


@rule
def write_map(state: State, out: Bytes, at: int) -> int:
    """Write which coaster lies where."""
    write_zeros(out, at, 625)
    for i in range(state[LAID]):
        out[at + 25 * (state[X + i] + 12) + state[Y + i] + 12] = state[COASTER + i] + 1
    return at + 625


@rule
def write_die(state: State, number: int, out: Bytes, at: int) -> int:
    """Write where a number of the die is printed, as it lies."""
    where = state[DICE + number]
    if where < 0:
        return write_zeros(out, at, 6)
    i = order_of(state, where >> 3)
    turn = state[TURN + i] if i >= 0 else 0
    at = write_number(out, at, (where >> 3) + 1)
    at = write_choice(out, at, 4, FIELD_TURNED[turn, where >> 1 & 3])
    return write_number(out, at, (where ^ turn) & 1)


@rule
def write_player(state: State, player: int, score: int, out: Bytes, at: int) -> int:
    """Write what a player has."""
    started = state[PHASE] != STARTING
    at = write_number(out, at, state[HAGARS_LEFT + player])
    at = write_number(out, at, state[GOLD_LEFT + player])
    at = write_number(out, at, state[BEERS + player])
    at = write_number(out, at, score)
    at = write_number(out, at, 1 if started and state[PLAYER] == player else 0)
    return write_number(out, at, 1 if started and state[STARTER] == player else 0)


@rule
def observe(state: State, player: int, out: Bytes) -> None:
    """Write what this player sees."""
    players, at = state[PLAYERS], 0
    for coaster in range(12):
        at = write_coaster(state, coaster, player, out, at)
    at = write_map(state, out, at)
    for number in range(6):
        at = write_die(state, number, out, at)
    counted = points(state)
    for k in range(players):
        other = (player + k) % players
        at = write_player(state, other, counted[other], out, at)
    at = write_zeros(out, at, 6 * (3 - players))
    at = write_choice(out, at, 7, state[PHASE])
    at = write_number(out, at, 1 if actor(state) == player else 0)
    at = write_choice(out, at, 3, players - 1)
    at = write_choice(out, at, 4, SEATS[players, player])
    at = write_number(out, at, coasters_in_play(state) - popcount(state[DRAWN]))
    at = write_choice(out, at, 6, state[DIE] - 1)
    at = write_number(out, at, state[MOVED])
    at = write_number(out, at, 1 - state[SKULLS])
    write_number(out, at, state[HONKY_TONK])
