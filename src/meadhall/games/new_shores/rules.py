"""Off to New Shores!: the rules, as six functions over one array (and `sample`, for speed).

A coaster has four fields and four borders between them; marks lie on either:

        +----N----+      fields  NW 0   NE 1      borders  N 4  E 5  S 6  W 7
        | NW | NE |              SW 2   SE 3
        W----+----E
        | SW | SE |      Turned clockwise by a quarter, NW lies where NE was.
        +----S----+

The i-th coaster laid has the fields 4 * i to 4 * i + 3, so the 48 fields of a whole table are the
bits of one word: a landscape, the Hägars of a player, the gold tokens are one number each.

The table is unbounded, but twelve coasters that hang together span at most twelve places, and the
first lies in the middle: place (x, y) is the number 25 * (x + 12) + y + 12. There is no map of the
table. The free places next to the coasters are listed, each with what it would touch across its eight
outer edges, two to a field:

          1     3          FREE    the place, and below it for each kind eight bits: the edges
        +---------+                behind which a field of this kind lies
      0 | NW | NE | 2      TOUCH   for each edge six bits: 1 + the field behind it, or 0
        |----+----|
      4 | SW | SE | 6      So edge 2 * field leads west or east, 2 * field + 1 north or south.
        +---------+        A coaster's word has the same 24 bits for its own fields: where both
          5     7          have a bit, like touches like.

Actions by phase: start, player; draw, coaster; lay, 4 * place + turn; token, field (Hägar) or
4 + field (gold); roll, number; last round, 0 to stay, or 1 + 48 * from + to.
"""

import numpy as np

from meadhall.core.jit import Scores, State, below, lowest, nth_lowest, popcount, rule, without_lowest

CHANCE, OVER = -1, -2
STARTING, DRAWING, LAYING, TOKEN, ROLLING, MOVING, ENDED = 0, 1, 2, 3, 4, 5, 6

# Where things are in the array.
PLAYERS, SKULLS, HONKY_TONK = 0, 1, 2
PHASE, STARTER, PLAYER, LAID, HAND, DRAWN, DIE, MOVED, FREE_COUNT = 3, 4, 5, 6, 7, 8, 9, 10, 11
HAGARS_LEFT, GOLD_LEFT, BEERS, HAGARS = 12, 15, 18, 21  # each for three players
GOLD, SKULL, KINDS = 24, 25, 26  # words of fields: gold tokens, skulls, and the three kinds
COASTER, X, Y, TURN = 30, 42, 54, 66  # of the twelve coasters as they were laid
LANDSCAPE = 78  # for each of the 48 fields the word of its landscape
FREE, TOUCH = 126, 152  # of up to 26 free places: twelve coasters have no more beside them
WORDS = 178  # the set: 12 coasters in 4 turns
DICE = 226  # where each number 1 to 6 is printed
SHIELDED = 232  # word of the fields with a shield on them or on their border
GOLD_ON = 233  # word of the fields with printed gold on them
GOLD_EAST, GOLD_SOUTH = 234, 235  # words of the fields with printed gold on their border to the east, to the south
LINE = 236  # word of the fields that count double, once the die is rolled
STATE_SIZE = 237

MAX_ACTIONS = 256
CODES = 2500  # what players decide is told by numbers below this
STAY = 0

# A coaster in one word: two bits of kind for each field, then skulls, gold, shields and beer, then its outer edges.
SKULL_BITS, GOLD_BITS, SHIELD_BITS, BEER_BIT, EDGE_BITS = 8, 12, 20, 28, 32
EDGES = (1 << 24) - 1  # eight outer edges for each of the three kinds
PLACE_BITS = 24  # where the place begins in a word of FREE

SEATS = np.array([[0, 0, 0], [0, 0, 0], [0, 2, 0], [0, 1, 2]], np.int64)  # quarter turns (NS-9)
FIELD_TURNED = np.array([[0, 1, 2, 3], [1, 3, 0, 2], [3, 2, 1, 0], [2, 0, 3, 1]], np.int64)
# The fields of a spot, as bits: a field itself, or the two on both sides of a border.
SPOT = np.array([1, 2, 4, 8, 0b0011, 0b1010, 0b1100, 0b0101], np.int64)
BIT = np.array([1 << field for field in range(48)], np.int64)
# To the north, east, south and west: the step to the next place, the outer edges that lead there, and by which bit
# their numbers differ from those of the edges that they meet.
STEP = np.array([1, 25, -1, -25], np.int64)
LEADING = np.array([[1, 3], [2, 6], [5, 7], [0, 4]], np.int64)
MEETING = np.array([4, 2, 4, 2], np.int64)


@rule
def new(state: State, players: int, options: State) -> None:
    """Set an empty table; options are skulls and honky-tonk, then the set's words."""
    state[:] = 0
    state[PLAYERS] = players
    state[SKULLS] = options[0]
    state[HONKY_TONK] = options[1]
    for player in range(players):
        state[HAGARS_LEFT + player] = 3 if players == 3 else 4  # NS-2
        state[GOLD_LEFT + player] = 1
    state[HAND] = -1
    for i in range(54):
        state[WORDS + i] = options[2 + i]
    for i in range(48):
        state[WORDS + i] |= edges(options[2 + i]) << EDGE_BITS
    state[FREE] = 25 * 12 + 12 << PLACE_BITS
    state[FREE_COUNT] = 1


@rule
def coasters_in_play(state: State) -> int:
    return 9 if state[PLAYERS] == 1 else 12  # NS-3


@rule
def actor(state: State) -> int:
    phase = state[PHASE]
    if phase == ENDED:
        return OVER
    if phase == LAYING or phase == TOKEN or phase == MOVING:
        return state[PLAYER]
    return CHANCE


@rule
def edges(word: int) -> int:
    """Give for each kind the outer edges of a coaster behind which it has a field of this kind."""
    found = 0
    for field in range(4):
        found |= 3 << (8 * kind(word, field) + 2 * field)
    return found


@rule
def spot_of(state: State, place: int) -> int:
    """Find where a place stands in the list of free ones; -1 if it does not."""
    found = -1
    for spot in range(state[FREE_COUNT]):
        if state[FREE + spot] >> PLACE_BITS == place:
            found = spot
    return found


@rule
def place_at(state: State, spot: int) -> int:
    return state[FREE + spot] >> PLACE_BITS


@rule
def kind(word: int, field: int) -> int:
    return (word >> (2 * field)) & 3


@rule
def laid_word(state: State, i: int) -> int:
    """Give the word of the i-th coaster laid, turned as it lies."""
    return state[WORDS + 4 * state[COASTER + i] + state[TURN + i]]


@rule
def fits(state: State, word: int, spot: int) -> bool:
    """Say whether a field of the coaster would touch one of its own kind in a free place (NS-7)."""
    return state[FREE + spot] & (word >> EDGE_BITS) & EDGES != 0


@rule
def first_turn(state: State) -> int:
    """Give the turn of a beer coaster (NS-9), or the first of the four turns of another (NS-6)."""
    if state[WORDS + 4 * state[HAND]] >> BEER_BIT & 1:
        return SEATS[state[PLAYERS], state[PLAYER]]
    return 0


@rule
def number_of_turns(state: State) -> int:
    return 1 if state[WORDS + 4 * state[HAND]] >> BEER_BIT & 1 else 4


@rule
def fitting(state: State) -> tuple[int, int, int, int]:
    """Give for each turn where the coaster in hand may lie, as bits of the list of free places (NS-5 to NS-8)."""
    at = WORDS + 4 * state[HAND]
    edges_0, edges_1 = state[at] >> EDGE_BITS, state[at + 1] >> EDGE_BITS
    edges_2, edges_3 = state[at + 2] >> EDGE_BITS, state[at + 3] >> EDGE_BITS
    fits_0, fits_1, fits_2, fits_3 = 0, 0, 0, 0
    for spot in range(state[FREE_COUNT]):
        faces = state[FREE + spot] & EDGES
        fits_0 |= (1 if faces & edges_0 != 0 else 0) << spot
        fits_1 |= (1 if faces & edges_1 != 0 else 0) << spot
        fits_2 |= (1 if faces & edges_2 != 0 else 0) << spot
        fits_3 |= (1 if faces & edges_3 != 0 else 0) << spot
    turns = 15 if number_of_turns(state) == 4 else 1 << first_turn(state)
    may_0, may_1, may_2, may_3 = -(turns & 1), -(turns >> 1 & 1), -(turns >> 2 & 1), -(turns >> 3 & 1)  # all bits or 0
    if fits_0 & may_0 | fits_1 & may_1 | fits_2 & may_2 | fits_3 & may_3 != 0:
        return fits_0 & may_0, fits_1 & may_1, fits_2 & may_2, fits_3 & may_3
    anywhere = BIT[state[FREE_COUNT]] - 1  # NS-8
    return anywhere & may_0, anywhere & may_1, anywhere & may_2, anywhere & may_3


@rule
def next_spot(state: State, place: int) -> int:
    """Find the free place with the next higher number."""
    found, lowest_place = -1, 1000
    for spot in range(state[FREE_COUNT]):
        if place < place_at(state, spot) < lowest_place:
            found, lowest_place = spot, place_at(state, spot)
    return found


@rule
def layings(state: State, out: State) -> int:
    """List where the coaster in hand may lie, and how turned."""
    turned_0, turned_1, turned_2, turned_3 = fitting(state)
    count, place = 0, -1
    for _ in range(state[FREE_COUNT]):
        spot = next_spot(state, place)
        place = place_at(state, spot)
        turns = turned_0 >> spot & 1 | (turned_1 >> spot & 1) << 1
        turns |= (turned_2 >> spot & 1) << 2 | (turned_3 >> spot & 1) << 3
        while turns != 0:
            out[count] = 4 * place + lowest(turns)
            turns = without_lowest(turns)
            count += 1
    return count


@rule
def usable_fields(state: State, word: int) -> int:
    """Give the fields of a coaster that take a token, as four bits (NS-11)."""
    if state[SKULLS] == 0:
        return 15 & ~(word >> SKULL_BITS)
    return 15


@rule
def field_kind(state: State, field: int) -> int:
    return kind(laid_word(state, field >> 2), field & 3)


@rule
def targets(state: State, which: int) -> int:
    """Give the fields of a kind that a Hägar may move to in the last round (NS-14)."""
    taken = state[GOLD]
    for player in range(state[PLAYERS]):
        taken |= state[HAGARS + player]
    if state[SKULLS] == 0:
        taken |= state[SKULL]
    return state[KINDS + which] & ~taken


@rule
def actions(state: State, out: State) -> int:
    phase = state[PHASE]
    if phase == LAYING:
        return layings(state, out)
    count = 0
    if phase == TOKEN:
        fields = usable_fields(state, laid_word(state, state[LAID] - 1))
        if state[HAGARS_LEFT + state[PLAYER]] > 0:
            for field in range(4):
                if fields >> field & 1:
                    out[count] = field
                    count += 1
        if state[GOLD_LEFT + state[PLAYER]] > 0:
            for field in range(4):
                if fields >> field & 1:
                    out[count] = 4 + field
                    count += 1
    elif phase == MOVING:
        out[0] = STAY
        count = 1
        hagars = state[HAGARS + state[PLAYER]]
        while hagars != 0:
            start = lowest(hagars)
            hagars = without_lowest(hagars)
            ends = targets(state, field_kind(state, start))
            while ends != 0:
                out[count] = 1 + 48 * start + lowest(ends)
                ends = without_lowest(ends)
                count += 1
    elif phase == DRAWING:
        for coaster in range(12):
            if state[DRAWN] >> coaster & 1 == 0:
                out[count] = coaster
                count += 1
    elif phase == ROLLING:
        for number in range(1, 7):
            out[count] = number
            count += 1
    elif phase == STARTING:
        for player in range(state[PLAYERS]):
            out[count] = player
            count += 1
    return count


@rule
def odds(state: State, out: State) -> int:
    """Every player, coaster and number is as likely as the others (NS-3, NS-4)."""
    phase = state[PHASE]
    count = 0
    if phase == STARTING:
        count = state[PLAYERS]
    elif phase == DRAWING:
        count = 12 - popcount(state[DRAWN])
    elif phase == ROLLING:
        count = 6
    for i in range(count):
        out[i] = 1
    return count


@rule
def landscapes(state: State, word: int, spot: int) -> tuple[int, int, int, int]:
    """Give the landscapes of the four fields of a coaster, if it were laid next in a free place (NS-15)."""
    first = 4 * state[LAID]
    nw, ne, sw, se = BIT[first], BIT[first + 1], BIT[first + 2], BIT[first + 3]
    alike = state[FREE + spot] & (word >> EDGE_BITS) & EDGES
    while alike != 0:
        edge = lowest(alike) & 7
        alike = without_lowest(alike)
        joined = state[LANDSCAPE + (state[TOUCH + spot] >> (6 * edge) & 63) - 1]
        if edge < 2:
            nw |= joined
        elif edge < 4:
            ne |= joined
        elif edge < 6:
            sw |= joined
        else:
            se |= joined
    if kind(word, 0) == kind(word, 1):
        nw = ne = nw | ne
    if kind(word, 2) == kind(word, 3):
        sw = se = sw | se
    if kind(word, 0) == kind(word, 2):
        nw = sw = nw | sw
    if kind(word, 1) == kind(word, 3):
        ne = se = ne | se
    if nw & se != 0:  # round the corner: by the field between them, or by fields of other coasters
        nw = se = nw | se
    if ne & sw != 0:
        ne = sw = ne | sw
    return nw, ne, sw, se


@rule
def note_landscape(state: State, landscape: int) -> None:
    left = landscape
    while left != 0:
        state[LANDSCAPE + lowest(left)] = landscape
        left = without_lowest(left)


@rule
def take_place(state: State, spot: int) -> None:
    """Take a place out of the list of free ones; the last one moves up."""
    state[FREE_COUNT] -= 1
    last = state[FREE_COUNT]
    state[FREE + spot] = state[FREE + last]
    state[TOUCH + spot] = state[TOUCH + last]
    state[FREE + last] = 0
    state[TOUCH + last] = 0


@rule
def list_place(state: State, place: int) -> int:
    """Find a free place in the list, and put it there if it is new."""
    spot = spot_of(state, place)
    if spot < 0:
        spot = state[FREE_COUNT]
        state[FREE + spot] = place << PLACE_BITS
        state[FREE_COUNT] += 1
    return spot


@rule
def note_neighbour(state: State, spot: int, i: int, side: int) -> None:
    """Remember with a free place what the i-th coaster shows it on one of its sides."""
    word = laid_word(state, i)
    for half in range(2):
        edge = LEADING[side, half]
        met = edge ^ MEETING[side]
        state[FREE + spot] |= BIT[8 * kind(word, edge >> 1) + met]
        state[TOUCH + spot] |= (4 * i + (edge >> 1) + 1) << (6 * met)


@rule
def note_marks(state: State, i: int, word: int) -> None:
    """Remember where shields and gold are printed on the i-th coaster, for the scoring."""
    marks = word >> SHIELD_BITS & 255
    while marks != 0:
        state[SHIELDED] |= SPOT[lowest(marks)] << (4 * i)
        marks = without_lowest(marks)
    gold = word >> GOLD_BITS & 255
    if gold != 0:
        state[GOLD_ON] |= (gold & 15) << (4 * i)
        state[GOLD_EAST] |= (gold >> 4 & 1 | gold >> 4 & 4) << (4 * i)
        state[GOLD_SOUTH] |= (gold >> 7 & 1 | gold >> 4 & 2) << (4 * i)


@rule
def roll(state: State, number: int) -> None:
    state[DIE] = number
    state[LINE] = doubled_line(state)


@rule
def lay(state: State, place: int, turn: int) -> None:
    """Lay the coaster in hand, and join its landscapes with those it touches."""
    i = state[LAID]
    x, y = place // 25 - 12, place % 25 - 12
    word = state[WORDS + 4 * state[HAND] + turn]
    if word >> BEER_BIT & 1 and state[HONKY_TONK] == 1:
        state[BEERS + state[PLAYER]] += spills(state, x, y)
    state[COASTER + i] = state[HAND]
    state[X + i] = x
    state[Y + i] = y
    state[TURN + i] = turn
    for field in range(4):
        here = BIT[4 * i + field]
        state[KINDS + kind(word, field)] |= here
        if word >> (SKULL_BITS + field) & 1:
            state[SKULL] |= here
    note_marks(state, i, word)
    spot = spot_of(state, place)
    nw, ne, sw, se = landscapes(state, word, spot)
    note_landscape(state, nw)
    if ne != nw:
        note_landscape(state, ne)
    if sw != nw and sw != ne:
        note_landscape(state, sw)
    if se != nw and se != ne and se != sw:
        note_landscape(state, se)
    touched = state[TOUCH + spot]
    take_place(state, spot)
    for side in range(4):
        if touched >> (6 * LEADING[side, 0]) & 63 == 0:
            note_neighbour(state, list_place(state, place + STEP[side]), i, side)
    state[LAID] = i + 1
    state[HAND] = -1


@rule
def spills(state: State, x: int, y: int) -> int:
    """Give 1 if a beer coaster at this place would be in line with another one (NS-12)."""
    for i in range(state[LAID]):
        if (state[X + i] == x or state[Y + i] == y) and laid_word(state, i) >> BEER_BIT & 1:
            return 1
    return 0


@rule
def end_turn(state: State) -> None:
    if state[LAID] == coasters_in_play(state):
        state[PHASE] = ROLLING
    else:
        state[PLAYER] = (state[PLAYER] + 1) % state[PLAYERS]
        state[PHASE] = DRAWING


@rule
def apply(state: State, action: int) -> None:
    phase = state[PHASE]
    player = state[PLAYER]
    if phase == LAYING:
        lay(state, action >> 2, action & 3)
        tokens = state[HAGARS_LEFT + player] + state[GOLD_LEFT + player]
        if tokens > 0 and usable_fields(state, laid_word(state, state[LAID] - 1)) != 0:  # NS-10, NS-11
            state[PHASE] = TOKEN
        else:
            end_turn(state)
    elif phase == TOKEN:
        here = BIT[4 * (state[LAID] - 1) + (action & 3)]
        if action < 4:
            state[HAGARS_LEFT + player] -= 1
            state[HAGARS + player] |= here
        else:
            state[GOLD_LEFT + player] -= 1
            state[GOLD] |= here
        end_turn(state)
    elif phase == DRAWING:
        state[HAND] = action
        state[DRAWN] |= BIT[action]
        state[PHASE] = LAYING
    elif phase == MOVING:
        if action != STAY:
            start, end = (action - 1) // 48, (action - 1) % 48
            state[HAGARS + player] = state[HAGARS + player] & ~BIT[start] | BIT[end]
        state[MOVED] += 1
        state[PLAYER] = (player + 1) % state[PLAYERS]
        if state[MOVED] == state[PLAYERS]:
            state[PHASE] = ENDED
    elif phase == ROLLING:
        roll(state, action)
        state[PLAYER] = (state[STARTER] + 1) % state[PLAYERS]  # NS-14
        state[PHASE] = MOVING
    else:
        state[STARTER] = action
        state[PLAYER] = action
        state[PHASE] = DRAWING


@rule
def doubled_line(state: State) -> int:
    """Give the fields of the row or column that counts double (NS-13)."""
    if state[DICE + state[DIE] - 1] < 0:
        return 0
    where = state[DICE + state[DIE] - 1]
    coaster, printed, arrow = where >> 3, where >> 1 & 3, where & 1
    line = 0
    for i in range(state[LAID]):
        if state[COASTER + i] == coaster:
            field = FIELD_TURNED[state[TURN + i], printed]
            vertical = arrow ^ (state[TURN + i] & 1)
            column, row = field_x(state, i, field), field_y(state, i, field)
            for other in range(4 * state[LAID]):
                if vertical and field_x(state, other >> 2, other & 3) == column:
                    line |= BIT[other]
                elif not vertical and field_y(state, other >> 2, other & 3) == row:
                    line |= BIT[other]
    return line


@rule
def field_x(state: State, i: int, field: int) -> int:
    return 2 * state[X + i] + (field & 1)


@rule
def field_y(state: State, i: int, field: int) -> int:
    return 2 * state[Y + i] + 1 - (field >> 1)


@rule
def shields_at(state: State, landscape: int) -> int:
    shields = 0
    for i in range(state[LAID]):
        marks = laid_word(state, i) >> SHIELD_BITS & 255
        while marks != 0:
            if (SPOT[lowest(marks)] << (4 * i)) & landscape != 0:
                shields += 1
            marks = without_lowest(marks)
    return shields


@rule
def count_on(state: State, fields: int) -> int:
    """Count what lies on some fields, on the doubled line twice."""
    return popcount(fields) + popcount(fields & state[LINE])


@rule
def gold_at(state: State, landscape: int) -> int:
    """Count the gold at a landscape, printed or token (NS-16, NS-18)."""
    gold = count_on(state, landscape & state[GOLD]) + count_on(state, landscape & state[GOLD_ON])
    east = (landscape | landscape >> 1) & state[GOLD_EAST]  # the field to the east has the next number,
    south = (landscape | landscape >> 2) & state[GOLD_SOUTH]  # the one to the south the next but one
    line = state[LINE]
    gold += popcount(east) + popcount(east & line & line >> 1)
    return gold + popcount(south) + popcount(south & line & line >> 2)


@rule
def tally(state: State, landscape: int) -> tuple[int, int, int, int, int]:
    """Count what a landscape has: its gold, its fields if there is a shield, and the Hägars of up to three players."""
    fields = popcount(landscape) if landscape & state[SHIELDED] != 0 else 0
    one = count_on(state, landscape & state[HAGARS])  # NS-17
    two = count_on(state, landscape & state[HAGARS + 1])
    three = count_on(state, landscape & state[HAGARS + 2])
    return gold_at(state, landscape), fields, one, two, three


@rule
def conqueror(one: int, two: int, three: int) -> int:
    """Give the player who has the most Hägars of these; -1 for nobody (NS-17)."""
    if one > two and one > three:
        return 0
    if two > one and two > three:
        return 1
    if three > one and three > two:
        return 2
    return -1


@rule
def worth(gold: int, fields: int, one: int, two: int, three: int) -> tuple[int, int, int]:
    """Say how many points a landscape with this tally brings to each player (NS-16, NS-17)."""
    leader = conqueror(one, two, three)
    return (
        (gold if one > 0 else 0) + (fields if leader == 0 else 0),
        (gold if two > 0 else 0) + (fields if leader == 1 else 0),
        (gold if three > 0 else 0) + (fields if leader == 2 else 0),
    )


@rule
def points(state: State) -> tuple[int, int, int]:
    """Count the points of up to three players as the table lies, landscape by landscape."""
    one, two, three = 0, 0, 0
    present = state[HAGARS] | state[HAGARS + 1] | state[HAGARS + 2]
    while present != 0:
        landscape = state[LANDSCAPE + lowest(present)]
        present &= ~landscape
        gold, fields, a, b, c = tally(state, landscape)
        first, second, third = worth(gold, fields, a, b, c)
        one, two, three = one + first, two + second, three + third
    return one, two, three


@rule
def scores(state: State, out: Scores) -> None:
    """Score the table as it lies."""
    counted = points(state)
    for player in range(state[PLAYERS]):
        out[player] = counted[player]


@rule
def draw_spot(random: State, turned_0: int, turned_1: int, turned_2: int, turned_3: int) -> int:
    """Draw a free place and a turn, as 4 * spot + turn, from what `fitting` gives; all are equally likely."""
    upto_0 = popcount(turned_0)
    upto_1 = upto_0 + popcount(turned_1)
    upto_2 = upto_1 + popcount(turned_2)
    choice = below(random, upto_2 + popcount(turned_3))
    if choice < upto_0:
        return 4 * nth_lowest(turned_0, choice)
    if choice < upto_1:
        return 4 * nth_lowest(turned_1, choice - upto_0) + 1
    if choice < upto_2:
        return 4 * nth_lowest(turned_2, choice - upto_1) + 2
    return 4 * nth_lowest(turned_3, choice - upto_2) + 3


@rule
def sample_laying(state: State, random: State) -> int:
    turned_0, turned_1, turned_2, turned_3 = fitting(state)
    choice = draw_spot(random, turned_0, turned_1, turned_2, turned_3)
    return 4 * place_at(state, choice >> 2) + (choice & 3)


@rule
def sample_last_move(state: State, random: State) -> int:
    choices = 1
    hagars = state[HAGARS + state[PLAYER]]
    left = hagars
    while left != 0:
        choices += popcount(targets(state, field_kind(state, lowest(left))))
        left = without_lowest(left)
    choice = below(random, choices) - 1
    while choice >= 0:
        start = lowest(hagars)
        ends = targets(state, field_kind(state, start))
        if choice < popcount(ends):
            return 1 + 48 * start + nth_lowest(ends, choice)
        choice -= popcount(ends)
        hagars = without_lowest(hagars)
    return STAY


@rule
def sample(state: State, random: State) -> int:
    """Draw one of the legal actions or outcomes, all equally likely, without listing them."""
    phase = state[PHASE]
    if phase == LAYING:
        return sample_laying(state, random)
    if phase == TOKEN:
        fields = usable_fields(state, laid_word(state, state[LAID] - 1))
        many = popcount(fields)
        hagars = many if state[HAGARS_LEFT + state[PLAYER]] > 0 else 0
        gold = many if state[GOLD_LEFT + state[PLAYER]] > 0 else 0
        choice = below(random, hagars + gold)
        if choice < hagars:
            return nth_lowest(fields, choice)
        return 4 + nth_lowest(fields, choice - hagars)
    if phase == DRAWING:
        pile = 0xFFF & ~state[DRAWN]
        return nth_lowest(pile, below(random, popcount(pile)))
    if phase == MOVING:
        return sample_last_move(state, random)
    if phase == ROLLING:
        return 1 + below(random, 6)
    return below(random, state[PLAYERS])
