"""What a learning program sees of Land Ahoy!, from the side of one player: 13 planes of 6 x 6 fields, and more.

The planes lie like the fields in rules.py, column by column: field 6 * x + y is [plane, x, y]. Players are told in
the order of play: oneself first, then who comes next; rows of those who do not play are zeros. What lies face down
is not decided before it is turned up: all that is known of it is how many tokens lie where, and which are left.
"""

from meadhall.core.jit import Bytes, State, rule, sibling
from meadhall.core.observation import planes, rows, vector

from .rules import (
    ASHORE,
    BLACK,
    DICE,
    DRAGON_OWNER,
    FACE_DOWN,
    FIELDS,
    HARBOR,
    HIDDEN,
    ISLAND,
    LUCK,
    LUCK_ROLLED,
    NAMELESS,
    OPEN,
    PHASE,
    PLACED,
    PLAYER,
    PLAYERS,
    RED,
    RIGHTS,
    ROLLING,
    ROLLS_LEFT,
    STARTING,
    TAKEN,
    TREASURE,
    TURNS,
    X2_KIND,
    X2_OWNER,
)

_rules, _sight = sibling("meadhall.games.land_ahoy.rules"), sibling("meadhall.core.observation_writers")
actor, field_hit, held = _rules.actor, _rules.field_hit, _rules.held
island_portrait, points = _rules.island_portrait, _rules.points
write_choice, write_marks = _sight.write_choice, _sight.write_marks
write_number, write_zeros = _sight.write_number, _sight.write_zeros

BOARD_SIZE, SEATS, HAND_SIZE = 13 * 36, 4, 11
KINDS = tuple(map(int, TREASURE))  # how many tokens of each kind there are

PARTS = (
    planes(
        "board", 6, 6,
        ("land", 1, "the field belongs to an island"),
        ("portrait", 4, "it belongs to that of Hägar, of Sven, of Helga, of the dragon"),
        ("face_down", 1, "how many tokens lie face down on the island, as a number", 9),
        ("open", 5, "how many lie open there: ones, twos, threes, Svens, Hägars", KINDS),
        ("landed", 1, "the island of this turn's landing"),
        ("hit", 1, "the field that the dice point to, while they are rolled at sea"),
    ),
    rows(
        "hands", SEATS,
        ("held", 5, "how many tokens lie before the player: ones, twos, threes, Svens, Hägars", KINDS),
        ("x2", 3, "the player's token on Helga is a one, a two, a three"),
        ("dragon", 1, "the player's token lies on the dragon"),
        ("score", 1, "the player's points as the table lies; a Sven counts once it is rolled for", 29),
        ("turn", 1, "it is the player's turn"),
    ),
    vector(
        "table",
        ("phase", 9, "board, start, roll, keep, choose, reveal, claim, luck, over"),
        ("decides", 1, "it is your decision"),
        ("players", 3, "two, three, four play"),
        ("seat", 4, "your number, from 0: claims that steal name players by theirs"),
        ("red", 6, "the red die shows 1 to 6"),
        ("black", 6, "the black die shows 1 to 6"),
        ("rolling", 2, "the red, the black die is about to be rolled"),
        ("rolls_left", 1, "rolls left, as a number", 3),
        ("ashore", 1, "the rolls are for the tokens of an island"),
        ("rights", 1, "rolls that the landing gives a right to, as a number", 3),
        ("hidden", 5, "how many tokens nobody has seen: ones, twos, threes, Svens, Hägars", KINDS),
        ("taken", 1, "how many number tokens are taken; the sixth ends the game", 6),
        ("turns", 1, "turns that are over, in fours, as a number", 250),
        ("luck", 1, "how many Svens were rolled for at the end", 2),
        ("harbor", 1, "it is Viking's Harbor: the dragon instead of the ship"),
    ),
)  # fmt: skip


@rule
def write_board(state: State, out: Bytes) -> int:
    """Write the islands, what lies on them, and where the ship is."""
    write_zeros(out, 0, BOARD_SIZE)
    for place in range(state[PLACED]):
        which = island_portrait(state, place)
        for field in range(36):
            if state[FIELDS + place] >> field & 1:
                out[field] = 1
                if which != NAMELESS:
                    out[36 * which + field] = 1
                out[36 * 5 + field] = state[FACE_DOWN + place]
                for kind in range(5):
                    out[36 * (6 + kind) + field] = state[OPEN + 5 * place + kind]
                out[36 * 11 + field] = 1 if state[ISLAND] == place else 0
    if state[RED] > 0 and state[ASHORE] == 0:
        out[36 * 12 + field_hit(state)] = 1
    return BOARD_SIZE


@rule
def write_hand(state: State, player: int, out: Bytes, at: int) -> int:
    """Write what lies before a player."""
    for kind in range(5):
        at = write_number(out, at, held(state, player, kind))
    at = write_choice(out, at, 3, state[X2_KIND] if state[X2_OWNER] == player else -1)
    at = write_number(out, at, 1 if state[DRAGON_OWNER] == player else 0)
    at = write_number(out, at, points(state, player))
    return write_number(out, at, 1 if state[PHASE] > STARTING and state[PLAYER] == player else 0)


@rule
def observe(state: State, player: int, out: Bytes) -> None:
    """Write what this player sees."""
    phase, players = state[PHASE], state[PLAYERS]
    rolled = state[DICE] if phase == ROLLING else 3 if phase == LUCK else 0
    at = write_board(state, out)
    for k in range(players):
        at = write_hand(state, (player + k) % players, out, at)
    at = write_zeros(out, at, HAND_SIZE * (SEATS - players))
    at = write_choice(out, at, 9, phase)
    at = write_number(out, at, 1 if actor(state) == player else 0)
    at = write_choice(out, at, 3, players - 2)
    at = write_choice(out, at, 4, player)
    at = write_choice(out, at, 6, state[RED] - 1)
    at = write_choice(out, at, 6, state[BLACK] - 1)
    at = write_marks(out, at, 2, rolled)
    at = write_number(out, at, state[ROLLS_LEFT])
    at = write_number(out, at, state[ASHORE])
    at = write_number(out, at, state[RIGHTS])
    for kind in range(5):
        at = write_number(out, at, state[HIDDEN + kind])
    at = write_number(out, at, state[TAKEN])
    at = write_number(out, at, state[TURNS] >> 2)
    at = write_number(out, at, state[LUCK_ROLLED])
    write_number(out, at, state[HARBOR])
