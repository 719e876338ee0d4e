"""Land Ahoy!: the rules, as six functions over one array (and `sample`, for speed).

The board is 3 x 3 coasters of 2 x 2 fields. Fields are numbered column by column, so that a set of
fields is a word of 36 bits and the lowest bit of an island is the field that names it:

    6 |  5 11 17 23 29 35        coasters in the order      a coaster's fields
    5 |  4 10 16 22 28 34        of the `board` action:
    4 |  3  9 15 21 27 33            6  7  8                    NW 0   NE 1
    3 |  2  8 14 20 26 32            3  4  5                    SW 2   SE 3
    2 |  1  7 13 19 25 31            0  1  2
    1 |  0  6 12 18 24 30
      +------------------
         a  b  c  d  e  f        the red die is the column, the black one the row

The number of a roll is the number of its field: 6 * (red - 1) + black - 1.

Tokens are counted by kind: 0, 1, 2 for the numbers 1, 2, 3, then 3 for Sven and 4 for Hägar. What is
face down is not decided before it is turned up: HIDDEN counts all tokens that nobody has seen.

Actions by phase: board, 4 * coaster + turn, nine times; start, player; a roll, its number; keep, the
dice to roll again (1 red, 2 black, 3 both); landing, the island's first field; reveal, the hand as
digits; claim, see below; Sven, the roll.
"""

import numpy as np

from meadhall.core.jit import Scores, State, below, lowest, nth_lowest, popcount, rule, without_lowest

CHANCE, OVER = -1, -2
BOARD, STARTING, ROLLING, KEEPING, CHOOSING, REVEALING, CLAIMING, LUCK, ENDED = 0, 1, 2, 3, 4, 5, 6, 7, 8

# Where things are in the array.
PLAYERS, HARBOR, PHASE, PLAYER, TURNS, PLACED, USED = 0, 1, 2, 3, 4, 5, 6
RED, BLACK, DICE, ROLLS_LEFT, ASHORE, ISLAND, RIGHTS = 7, 8, 9, 10, 11, 12, 13
TAKEN, X2_OWNER, X2_KIND, DRAGON_OWNER, LUCK_ROLLED = 14, 15, 16, 17, 18
LUCK_ROLLS = 19  # of the two Svens, in the order of their rolls
HIDDEN = 21  # for each kind
COASTER, TURN, FIELDS, FACE_DOWN = 26, 35, 44, 53  # for each of the nine places
OPEN = 62  # for each place and kind
HELD = 107  # for each player and kind: the tokens that lie before them
WORDS = 127  # the ten coasters of the set
STATE_SIZE = 137

MAX_ACTIONS = 160
CODES = 36  # what players decide is told by numbers below this
LONGEST = 1000  # turns (LA-22)
SVEN, HAGAR = 3, 4

# A coaster in one word: four bits for the island's fields, then portrait, treasures and ship.
PORTRAIT_BITS, TREASURE_BITS, SHIP_BIT = 4, 7, 11
NAMELESS, HAGARS, SVENS, HELGA, DRAGON = 0, 1, 2, 3, 4

# Claims: take one of the five kinds, two numbers, steal from a player, then Helga, dragon, leave.
TAKE, TAKE_TWO, STEAL_HAGAR, STEAL_SVEN, PUT_HELGA, PUT_DRAGON, LEAVE = 0, 5, 14, 18, 22, 25, 26

FIELD_TURNED = np.array([[0, 1, 2, 3], [1, 3, 0, 2], [3, 2, 1, 0], [2, 0, 3, 1]], np.int64)
CORNER_X = np.array([0, 1, 0, 1], np.int64)
CORNER_Y = np.array([1, 1, 0, 0], np.int64)
TREASURE = np.array([3, 2, 1, 2, 1], np.int64)  # how many tokens of each kind there are (LA-3)
WAYS = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 2, 1, 0], [1, 3, 3, 1]], np.int64)
BIT = np.array([1 << field for field in range(36)], np.int64)


def _beside(field: int) -> int:
    x, y = divmod(field, 6)
    near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return sum(1 << (6 * a + b) for a, b in near if 0 <= a < 6 and 0 <= b < 6)


BESIDE = np.array([_beside(field) for field in range(36)], np.int64)  # the neighbours of a field


@rule
def new(state: State, players: int, options: State) -> None:
    """Set an empty board; options are the harbor, then the set's words."""
    state[:] = 0
    state[PLAYERS] = players
    state[HARBOR] = options[0]
    state[X2_OWNER] = -1
    state[DRAGON_OWNER] = -1
    state[ISLAND] = -1
    for kind in range(5):
        state[HIDDEN + kind] = TREASURE[kind]
    for i in range(10):
        state[WORDS + i] = options[1 + i]


@rule
def portrait(word: int) -> int:
    return word >> PORTRAIT_BITS & 7


@rule
def plays(state: State, coaster: int) -> bool:
    """Say whether a coaster is in this game: the dragon takes the ship's place (LA-20)."""
    if state[HARBOR] == 1:
        return state[WORDS + coaster] >> SHIP_BIT & 1 == 0
    return portrait(state[WORDS + coaster]) != DRAGON


@rule
def actor(state: State) -> int:
    phase = state[PHASE]
    if phase == ENDED:
        return OVER
    if phase == KEEPING or phase == CHOOSING or phase == CLAIMING:
        return state[PLAYER]
    return CHANCE


@rule
def held(state: State, player: int, kind: int) -> int:
    return state[HELD + 5 * player + kind]


@rule
def tokens_open(state: State, place: int) -> int:
    count = 0
    for kind in range(5):
        count += state[OPEN + 5 * place + kind]
    return count


@rule
def island_portrait(state: State, place: int) -> int:
    return portrait(state[WORDS + state[COASTER + place]])


@rule
def others_have(state: State, kind: int) -> bool:
    for player in range(state[PLAYERS]):
        if player != state[PLAYER] and held(state, player, kind) > 0:
            return True
    return False


@rule
def can_win(state: State, place: int) -> bool:
    """Say whether some roll could win something on an island (LA-13)."""
    if tokens_open(state, place) > 0:
        return True
    player = state[PLAYER]
    which = island_portrait(state, place)
    if which == HAGARS:
        return others_have(state, HAGAR)
    if which == SVENS:
        return others_have(state, SVEN)
    if which == HELGA:
        return held(state, player, 0) + held(state, player, 1) + held(state, player, 2) > 0
    if which == DRAGON:
        return held(state, player, 0) > 0
    return False


@rule
def islands_near(state: State, field: int) -> int:
    """Give the first fields of all islands beside a sea field (LA-7)."""
    islands = 0
    for place in range(9):
        if state[FIELDS + place] & BESIDE[field] != 0:
            islands |= BIT[lowest(state[FIELDS + place])]
    return islands


@rule
def field_hit(state: State) -> int:
    return 6 * (state[RED] - 1) + state[BLACK] - 1


@rule
def place_of(field: int) -> int:
    """Give the coaster's place on which a field lies."""
    return 3 * (field % 6 // 2) + field // 12


@rule
def claims(state: State) -> int:
    """Give all claims that the last roll allows, a bit each, to leave always (LA-10 to LA-12)."""
    red, black, place = state[RED], state[BLACK], state[ISLAND]
    if tokens_open(state, place) == 0:
        return special_claims(state) | BIT[LEAVE]
    lucky = red + black == 7
    found = BIT[LEAVE]
    for kind in range(5):
        hit = red == black if kind >= SVEN else red == kind + 1 or black == kind + 1
        if (hit or lucky) and state[OPEN + 5 * place + kind] > 0:
            found |= BIT[TAKE + kind]
    low, high = min(red, black) - 1, max(red, black) - 1
    if high < SVEN and state[OPEN + 5 * place + low] > 0:
        if state[OPEN + 5 * place + high] > (1 if low == high else 0):
            found |= BIT[TAKE_TWO + 3 * low + high]
    return found


@rule
def special_claims(state: State) -> int:
    """Give what an empty Hägar or Sven island, Helga or the dragon allow (LA-14, LA-15, LA-20)."""
    red, black, player = state[RED], state[BLACK], state[PLAYER]
    lucky = red + black == 7
    which = island_portrait(state, state[ISLAND])
    found = 0
    if (which == HAGARS or which == SVENS) and (lucky or red == black):
        for other in range(state[PLAYERS]):
            if other != player and held(state, other, HAGAR if which == HAGARS else SVEN) > 0:
                found |= BIT[(STEAL_HAGAR if which == HAGARS else STEAL_SVEN) + other]
    elif which == HELGA:
        for kind in range(3):
            if held(state, player, kind) > 0 and (lucky or red == kind + 1 or black == kind + 1):
                found |= BIT[PUT_HELGA + kind]
    elif which == DRAGON and held(state, player, 0) > 0 and (lucky or red == 1 or black == 1):
        found |= BIT[PUT_DRAGON]
    return found


@rule
def reveals(state: State, out: State, weights: bool) -> int:
    """List the hands that may lie face down on the island, or their weights."""
    size = state[FACE_DOWN + state[ISLAND]]
    h = HIDDEN
    count = 0
    for ones in range(min(size, state[h]) + 1):
        for twos in range(min(size - ones, state[h + 1]) + 1):
            for threes in range(min(size - ones - twos, state[h + 2]) + 1):
                for svens in range(min(size - ones - twos - threes, state[h + SVEN]) + 1):
                    hagars = size - ones - twos - threes - svens
                    if hagars <= state[h + HAGAR]:
                        if weights:
                            ways = WAYS[state[h], ones] * WAYS[state[h + 1], twos]
                            ways *= WAYS[state[h + 2], threes] * WAYS[state[h + SVEN], svens]
                            out[count] = ways * WAYS[state[h + HAGAR], hagars]
                        else:
                            out[count] = hand_code(ones, twos, threes, svens, hagars)
                        count += 1
    return count


@rule
def hand_code(ones: int, twos: int, threes: int, svens: int, hagars: int) -> int:
    return (((ones * 3 + twos) * 2 + threes) * 3 + svens) * 2 + hagars


@rule
def in_hand(code: int, kind: int) -> int:
    """Give the number of tokens of a kind in a revealed hand."""
    if kind == HAGAR:
        return code % 2
    if kind == SVEN:
        return code // 2 % 3
    if kind == 2:
        return code // 6 % 2
    if kind == 1:
        return code // 12 % 3
    return code // 36


@rule
def actions(state: State, out: State) -> int:
    phase = state[PHASE]
    count = 0
    if phase == KEEPING:
        for dice in range(4):
            out[dice] = dice
        return 4
    if phase == CLAIMING or phase == CHOOSING:
        choices = claims(state) if phase == CLAIMING else islands_near(state, field_hit(state))
        while choices != 0:
            out[count] = lowest(choices)
            choices = without_lowest(choices)
            count += 1
    elif phase == ROLLING or phase == LUCK:
        for red in range(1, 7):
            for black in range(1, 7):
                if rolls(state, red, black):
                    out[count] = 6 * (red - 1) + black - 1
                    count += 1
    elif phase == REVEALING:
        return reveals(state, out, False)
    elif phase == BOARD:
        for coaster in range(10):
            if plays(state, coaster) and state[USED] >> coaster & 1 == 0:
                for turn in range(4):
                    out[count] = 4 * coaster + turn
                    count += 1
    elif phase == STARTING:
        for player in range(state[PLAYERS]):
            out[count] = player
            count += 1
    return count


@rule
def rolls(state: State, red: int, black: int) -> bool:
    """Say whether a roll can come up: dice that are not rolled again stay as they are."""
    if state[DICE] & 1 == 0 and red != state[RED]:
        return False
    return state[DICE] & 2 != 0 or black == state[BLACK]


@rule
def odds(state: State, out: State) -> int:
    phase = state[PHASE]
    count = 0
    if phase == ROLLING or phase == LUCK:
        count = 36 if state[DICE] == 3 else 6
    elif phase == REVEALING:
        return reveals(state, out, True)
    elif phase == BOARD:
        count = 4 * (9 - state[PLACED])
    elif phase == STARTING:
        count = state[PLAYERS]
    for i in range(count):
        out[i] = 1
    return count


@rule
def roll_dice(state: State, dice: int) -> None:
    state[DICE] = dice
    state[PHASE] = ROLLING


@rule
def start_turn(state: State, player: int) -> None:
    state[PLAYER] = player
    state[RED] = 0
    state[BLACK] = 0
    state[ASHORE] = 0
    state[ISLAND] = -1
    state[RIGHTS] = 0
    state[ROLLS_LEFT] = 2  # LA-6
    roll_dice(state, 3)


@rule
def end_turn(state: State) -> None:
    state[TURNS] += 1
    if state[TAKEN] == 6 or state[TURNS] == LONGEST:  # LA-16, LA-22
        state[DICE] = 3
        state[PHASE] = LUCK
        end_if_no_luck_left(state)
    else:
        start_turn(state, (state[PLAYER] + 1) % state[PLAYERS])


@rule
def svens(state: State) -> int:
    count = 0
    for player in range(state[PLAYERS]):
        count += held(state, player, SVEN)
    return count


@rule
def end_if_no_luck_left(state: State) -> None:
    if state[LUCK_ROLLED] == svens(state):
        state[PHASE] = ENDED


@rule
def luck_owner(state: State, nth: int) -> int:
    """Give the player whose Sven is rolled for as the nth one (LA-17)."""
    player = 0
    while nth >= held(state, player, SVEN):
        nth -= held(state, player, SVEN)
        player += 1
    return player


@rule
def arrive(state: State) -> None:
    """Land where the dice point to, if there is an island (LA-7)."""
    field = field_hit(state)
    place = place_of(field)
    if state[FIELDS + place] & BIT[field] != 0:
        land(state, place, 3)
        return
    islands = islands_near(state, field)
    if islands == 0:
        end_turn(state)
    elif without_lowest(islands) == 0:
        land(state, place_of(lowest(islands)), 1)
    else:
        state[PHASE] = CHOOSING


@rule
def land(state: State, place: int, rights: int) -> None:
    """Turn the island's tokens up and roll for them, as often as the landing gives a right to."""
    state[ISLAND] = place
    state[RIGHTS] = rights
    if state[FACE_DOWN + place] > 0:
        state[PHASE] = REVEALING  # LA-8
    elif can_win(state, place):
        roll_ashore(state)
    else:
        end_turn(state)


@rule
def roll_ashore(state: State) -> None:
    state[ASHORE] = 1
    state[ROLLS_LEFT] = state[RIGHTS]  # LA-9
    roll_dice(state, 3)


@rule
def after_roll(state: State) -> None:
    """Ask whether to roll again, or use the result."""
    if state[ROLLS_LEFT] > 0:
        state[PHASE] = KEEPING
    elif state[ASHORE] == 1:
        state[PHASE] = CLAIMING
    else:
        arrive(state)


@rule
def take(state: State, kind: int) -> None:
    state[OPEN + 5 * state[ISLAND] + kind] -= 1
    state[HELD + 5 * state[PLAYER] + kind] += 1
    if kind < SVEN:
        state[TAKEN] += 1


@rule
def claim(state: State, action: int) -> None:
    player = state[PLAYER]
    if action < TAKE_TWO:
        take(state, action - TAKE)
    elif action < STEAL_HAGAR:
        take(state, (action - TAKE_TWO) // 3)
        take(state, (action - TAKE_TWO) % 3)
    elif action < STEAL_SVEN:
        state[HELD + 5 * (action - STEAL_HAGAR) + HAGAR] -= 1
        state[HELD + 5 * player + HAGAR] += 1
    elif action < PUT_HELGA:
        state[HELD + 5 * (action - STEAL_SVEN) + SVEN] -= 1
        state[HELD + 5 * player + SVEN] += 1
    elif action < PUT_DRAGON:  # LA-14
        if state[X2_OWNER] >= 0:
            state[HELD + 5 * state[X2_OWNER] + state[X2_KIND]] += 1
        state[X2_OWNER] = player
        state[X2_KIND] = action - PUT_HELGA
        state[HELD + 5 * player + state[X2_KIND]] -= 1
    elif action == PUT_DRAGON:  # LA-20
        if state[DRAGON_OWNER] >= 0:
            state[HELD + 5 * state[DRAGON_OWNER]] += 1
        state[DRAGON_OWNER] = player
        state[HELD + 5 * player] -= 1
    end_turn(state)


@rule
def place_coaster(state: State, coaster: int, turn: int) -> None:
    place = state[PLACED]
    word = state[WORDS + coaster]
    state[COASTER + place] = coaster
    state[TURN + place] = turn
    state[FACE_DOWN + place] = word >> TREASURE_BITS & 15
    for corner in range(4):
        if word >> corner & 1:
            lies = FIELD_TURNED[turn, corner]
            x, y = 2 * (place % 3) + CORNER_X[lies], 2 * (place // 3) + CORNER_Y[lies]
            state[FIELDS + place] |= BIT[6 * x + y]
    state[USED] |= BIT[coaster]
    state[PLACED] = place + 1
    if state[PLACED] == 9:
        state[PHASE] = STARTING


@rule
def apply(state: State, action: int) -> None:
    phase = state[PHASE]
    if phase == ROLLING:
        state[RED] = action // 6 + 1
        state[BLACK] = action % 6 + 1
        state[ROLLS_LEFT] -= 1
        after_roll(state)
    elif phase == KEEPING:
        if action == 0:
            state[ROLLS_LEFT] = 0
            after_roll(state)
        else:
            roll_dice(state, action)
    elif phase == CLAIMING:
        claim(state, action)
    elif phase == CHOOSING:
        land(state, place_of(action), 1)
    elif phase == REVEALING:
        state[FACE_DOWN + state[ISLAND]] = 0
        for kind in range(5):
            state[OPEN + 5 * state[ISLAND] + kind] += in_hand(action, kind)
            state[HIDDEN + kind] -= in_hand(action, kind)
        roll_ashore(state)
    elif phase == LUCK:
        state[LUCK_ROLLS + state[LUCK_ROLLED]] = action
        state[LUCK_ROLLED] += 1
        end_if_no_luck_left(state)
    elif phase == BOARD:
        place_coaster(state, action >> 2, action & 3)
    else:
        start_turn(state, action)


@rule
def luck_points(state: State, nth: int) -> int:
    """Give the points of the nth Sven: the difference of its dice (LA-17)."""
    roll = state[LUCK_ROLLS + nth]
    return abs(roll // 6 - roll % 6)


@rule
def points(state: State, player: int) -> int:
    """Add up the tokens of a player as the table lies; Svens count once they are rolled (LA-17)."""
    found = 0
    numbers = 0
    for kind in range(3):
        numbers += held(state, player, kind)
        found += (kind + 1) * held(state, player, kind)
    if state[X2_OWNER] == player:
        numbers += 1
        found += 2 * (state[X2_KIND] + 1)
    if state[DRAGON_OWNER] == player:
        numbers += 1
        found += 1
    if held(state, player, HAGAR) > 0:
        found += numbers
    for nth in range(state[LUCK_ROLLED]):
        if luck_owner(state, nth) == player:
            found += luck_points(state, nth)
    return found


@rule
def scores(state: State, out: Scores) -> None:
    """Score the table as it lies."""
    for player in range(state[PLAYERS]):
        out[player] = points(state, player)


@rule
def sample_reveal(state: State, random: State) -> int:
    """Draw the tokens of an island one by one."""
    h = HIDDEN
    ones, twos, threes, svens, hagars = state[h], state[h + 1], state[h + 2], state[h + 3], state[h + 4]
    for _ in range(state[FACE_DOWN + state[ISLAND]]):
        choice = below(random, ones + twos + threes + svens + hagars)
        if choice < ones:
            ones -= 1
        elif choice < ones + twos:
            twos -= 1
        elif choice < ones + twos + threes:
            threes -= 1
        elif choice < ones + twos + threes + svens:
            svens -= 1
        else:
            hagars -= 1
    return hand_code(
        state[h] - ones, state[h + 1] - twos, state[h + 2] - threes, state[h + 3] - svens, state[h + 4] - hagars
    )


@rule
def sample(state: State, random: State) -> int:
    """Draw one of the legal actions, all equally likely, or an outcome by its odds."""
    phase = state[PHASE]
    if phase == KEEPING:
        return below(random, 4)
    if phase == ROLLING or phase == LUCK:
        red = below(random, 6) if state[DICE] & 1 else state[RED] - 1
        black = below(random, 6) if state[DICE] & 2 else state[BLACK] - 1
        return 6 * red + black
    if phase == CLAIMING or phase == CHOOSING:
        choices = claims(state) if phase == CLAIMING else islands_near(state, field_hit(state))
        return nth_lowest(choices, below(random, popcount(choices)))
    if phase == REVEALING:
        return sample_reveal(state, random)
    if phase == BOARD:
        while True:
            coaster = below(random, 10)
            if plays(state, coaster) and state[USED] >> coaster & 1 == 0:
                return 4 * coaster + below(random, 4)
    return below(random, state[PLAYERS])
