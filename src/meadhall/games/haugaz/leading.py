"""Haugaz where every stack may be moved: who finds an even number of empty points wins, mostly by staying ahead.

A turn takes one empty point away, so who finds an even number, the leader, also makes the last turn. If the leader is
ahead after each turn, the other one cannot pass, for the leader would pass too and win (HZ-11).

    empty points   14      13     12      11     …   2       1
    to move        leader  other  leader  other      leader  nobody: the last point is never filled

So what is left is a search of turns without passes. The leader needs one turn that stays ahead and holds against all
turns of the other one:

    even   the leader decides; first come the turns that leave the other one the fewest moves
    odd    the other one decides; first come the turns that leave the leader the fewest ways to be ahead

With four empty points and fewer, a leader that finds no way to stay ahead may also fall behind and come back, and both
may pass. Further from the end that is not looked at: that no turn holds does not mean that the leader cannot win.

    table    keys of positions in which the other one decides; the lowest bit says whether they hold
    frames   one for each decision with five empty points or more, and from LATE_FRAMES on one for each that is
             late; who stays ahead to the end is looked at without a frame
    turns    for each frame, the turns that are still to be tried, each with its order above it: the least is next
    boards   for each frame, the position

A turn is one number, six bits each: where to place, which stack to move, where it goes, how high it is. Written
like rules, over the rules' own ways to put and to carry stacks, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from meadhall.core.jit import State, loop, lowest, popcount, rule, sibling, without_lowest

rules = sibling("meadhall.games.haugaz.rules")
proving = sibling("meadhall.games.haugaz.proving")
SIZE, SIDE, LINES, RAISED, BIT = rules.SIZE, rules.SIDE, rules.LINES, rules.RAISED, rules.BIT
BLACK, WHITE, POSITION_SIZE = rules.BLACK, rules.WHITE, rules.POSITION_SIZE
black_ahead, carry, put, empty_points = rules.black_ahead, rules.carry, rules.put, rules.empty_points
movable_by_height, key = rules.movable_by_height, proving.key

UNKNOWN, FAILS, HOLDS = -1, 0, 1
NEAR = 4  # places of the table in which a position may lie
FRAMES = 64  # at most
LATE_FRAMES = 32  # the first of those that `wins_late` uses
LATE = 4  # empty points up to which everything is looked at
HANDFUL = 4  # turns of which the best is tried first, where there are four empty points
FRAMED = 5  # empty points from which on a decision has a frame
MANY = 1 << 20  # more ways than there are
TRIED = 1 << 62  # more than any turn with its order

TURN = (1 << 32) - 1  # of a turn with its order
ORDER = 32  # bits above which the order stands

PASSING = -1  # a turn that is a pass

COUNT, EMPTY, KEY, FRAME = 0, 1, 2, 3  # of a frame
NEXT, PASSED = 1, 2  # of a late one, instead of EMPTY and KEY


@rule
def find(table: State, key: int) -> int:
    """Say what the table knows about a position."""
    first = key & (table.size - NEAR)
    for i in range(NEAR):
        entry: int = table[first + i]
        if entry | 1 == key | 1:
            return entry & 1
    return UNKNOWN


@rule
def keep(table: State, key: int, holds: int) -> None:
    """Write into the table whether a position holds, over another one where there is no place left."""
    first = key & (table.size - NEAR)
    place = first + (key >> 32 & NEAR - 1)
    for i in range(NEAR):
        if table[first + i] == 0 or table[first + i] | 1 == key | 1:
            place = first + i
            break
    table[place] = key & ~1 | holds


@rule
def copy(state: State, to: State) -> None:
    """Write one position over another."""
    for i in range(POSITION_SIZE):
        to[i] = state[i]


@rule
def list_turns(state: State, out: State, first: int) -> int:
    """List the turns of the side to move from a place of the array on, and say how many they are."""
    empty, stacks, count = empty_points(state), movable_by_height(state), 0
    targets = empty
    while targets != 0:
        to = lowest(targets)
        targets = without_lowest(targets)
        for h in range(1, state[SIZE]):
            movers = stacks[h] & RAISED[LINES, h, to]
            while movers != 0:
                turn = lowest(movers) << 6 | to << 12 | h << 18
                movers = without_lowest(movers)
                places = empty & ~BIT[to]
                while places != 0:
                    out[first + count] = turn | lowest(places)
                    places = without_lowest(places)
                    count += 1
    return count


@rule
def take_turn(state: State, turn: int, after: State) -> None:
    """Give the position after a turn: place, move, raise (HZ-7). What never changes is in `after` already."""
    for i in range(BLACK, POSITION_SIZE):
        after[i] = state[i]
    after[SIDE] = state[SIDE]
    put(after, turn & 63)
    carry(after, turn >> 6 & 63, turn >> 12 & 63, turn >> 18)
    after[SIDE] ^= 1


@rule
def is_ahead(state: State, side: int) -> bool:
    """Whether a side would win if the game ended now."""
    more: int = black_ahead(state)
    return more > 0 if side == 0 else more < 0


@rule
def moves_left(state: State) -> int:
    """Count the moves that are there without a placement: few of them, few turns."""
    targets, stacks, count = empty_points(state), movable_by_height(state), 0
    while targets != 0:
        to = lowest(targets)
        targets = without_lowest(targets)
        for h in range(1, state[SIZE]):
            count += popcount(stacks[h] & RAISED[LINES, h, to])
    return count


@rule
def ways_ahead(state: State, after: State, enough: int) -> int:
    """Count the moves, with one placement each, after which the side to move is ahead, until they are enough."""
    empty, stacks, ways = empty_points(state), movable_by_height(state), 0
    targets = empty
    while targets != 0:
        to = lowest(targets)
        targets = without_lowest(targets)
        place = lowest(empty & ~BIT[to])
        for h in range(1, state[SIZE]):
            movers = stacks[h] & RAISED[LINES, h, to]
            while movers != 0:
                take_turn(state, place | lowest(movers) << 6 | to << 12 | h << 18, after)
                movers = without_lowest(movers)
                if is_ahead(after, state[SIDE]):
                    ways += 1
                    if ways == enough:
                        return ways
    return ways


@rule
def keeps_two(state: State, one: State) -> bool:
    """Whether the leader, to move with two empty points, ends the game ahead."""
    return ways_ahead(state, one, 1) == 1 or (moves_left(state) == 0 and is_ahead(state, state[SIDE]))


@rule
def holds_three(state: State, two: State, one: State, turns: State, first: int) -> bool:
    """Whether the leader wins after each turn of the other one, who is to move with three empty points."""
    count = list_turns(state, turns, first)
    for i in range(count):
        take_turn(state, turns[first + i], two)
        if not keeps_two(two, one):
            return False
    return True


@rule
def keeps_four(state: State, three: State, two: State, one: State, turns: State, first: int, looked: State) -> bool:
    """Whether the leader, to move with four empty points, stays ahead: of a handful of turns the best comes first."""
    looked[0] += 1
    side = state[SIDE]
    count = list_turns(state, turns, first)
    free = first + count
    held, i = 0, 0  # turns of the handful stand behind the list, each with its order
    while i < count or held > 0:
        while i < count and held < HANDFUL:
            take_turn(state, turns[first + i], three)
            if is_ahead(three, side):
                turns[free + held] = moves_left(three) << ORDER | turns[first + i]
                held += 1
            i += 1
        if held == 0:
            break
        best = 0
        for j in range(1, held):
            if turns[free + j] < turns[free + best]:
                best = j
        take_turn(state, turns[free + best] & TURN, three)
        if holds_three(three, two, one, turns, free + held):
            return True
        held -= 1
        turns[free + best] = turns[free + held]
    return count == 0 and is_ahead(state, side)


@loop
def wins_late(
    start: State, leader: int, passed: int, state: State, after: State, boards: State, frames: State, turns: State
) -> bool:
    """Whether the leader wins in any way, whoever is to move; `passed` is 1 after a pass of the one before.

    Whoever would win if the game ended now gains nothing from a pass of the other one, so only they are tried.
    """
    size, depth, answer = POSITION_SIZE, LATE_FRAMES, UNKNOWN
    copy(start, after)
    for i in range(size):
        boards[size * depth + i] = start[i]
    frames[FRAME * depth + COUNT] = UNKNOWN
    frames[FRAME * depth + PASSED] = passed
    while True:
        frame, first = FRAME * depth, turns.size // FRAMES * depth
        for i in range(size):
            state[i] = boards[size * depth + i]
        leads = state[SIDE] == leader
        if frames[frame + COUNT] == UNKNOWN:  # a position that nobody has looked at yet
            good = is_ahead(state, leader)
            count = list_turns(state, turns, first)
            if count == 0 or (frames[frame + PASSED] == 1 and good == leads):  # the game ends, or a pass ends it well
                answer = HOLDS if good else FAILS
            elif good == leads:
                turns[first + count] = PASSING
                count += 1
            frames[frame + COUNT] = count
            frames[frame + NEXT] = 0
        if answer == UNKNOWN:
            i, count = frames[frame + NEXT], frames[frame + COUNT]
            if i == count:
                answer = FAILS if leads else HOLDS
            else:
                frames[frame + NEXT] = i + 1
                turn = turns[first + (i if leads else count - 1 - i)]  # the leader passes last, the other one first
                if turn == PASSING:
                    state[SIDE] ^= 1
                else:
                    take_turn(state, turn, after)
                    for j in range(size):
                        state[j] = after[j]
                depth += 1
                for j in range(size):
                    boards[size * depth + j] = state[j]
                frames[frame + FRAME + COUNT] = UNKNOWN
                frames[frame + FRAME + PASSED] = 1 if turn == PASSING else 0
                continue
        # tell the frames above: one turn that wins is enough for the leader, one that fails for the other one
        while answer != UNKNOWN:
            if depth == LATE_FRAMES:
                return answer == HOLDS
            depth -= 1
            if (boards[size * depth + SIDE] == leader) != (answer == HOLDS):
                answer = UNKNOWN


@rule
def order_leaders_turns(state: State, after: State, turns: State, first: int) -> int:
    """List the turns after which the leader is ahead, each with its order, and say how many they are."""
    count, left = list_turns(state, turns, first), 0
    for i in range(count):
        take_turn(state, turns[first + i], after)
        if is_ahead(after, state[SIDE]):
            turns[first + left] = moves_left(after) << ORDER | turns[first + i]
            left += 1
    return left


@rule
def order_others_turns(state: State, after: State, last: State, turns: State, first: int) -> int:
    """List the turns of the other one, each with its order, and say how many they are."""
    count = list_turns(state, turns, first)
    for i in range(count):
        take_turn(state, turns[first + i], after)
        turns[first + i] |= ways_ahead(after, last, MANY) << ORDER
    return count


@loop
def list_ahead(state: State, after: State, turns: State, keys: State) -> int:
    """List the turns after which the side to move is ahead, each with its order and the key of what comes after."""
    copy(state, after)
    count = order_leaders_turns(state, after, turns, 0)
    for i in range(count):
        take_turn(state, turns[i] & TURN, after)
        keys[i] = key(after)
    return count


@loop
def list_all(state: State, turns: State) -> int:
    """List all turns of the side to move."""
    return list_turns(state, turns, 0)


@loop
def play(state: State, turn: int, after: State) -> None:
    """Give the position after a turn."""
    copy(state, after)
    take_turn(state, turn, after)


@loop
def holds(
    start: State, state: State, four: State, three: State, two: State, one: State, boards: State, frames: State,
    turns: State, table: State, looked: State,
) -> int:  # fmt: skip
    """Say whether the leader, who is ahead, wins against the one who is to move with an odd number of empty points.

    `looked[0]` counts the decisions with four empty points and more that were looked at, without those of `wins_late`.
    """
    size = POSITION_SIZE
    for each in (state, four, three, two, one):
        copy(start, each)
    depth, entering, answer = 0, True, UNKNOWN
    frames[EMPTY] = popcount(empty_points(start))
    while True:
        frame, first = FRAME * depth, turns.size // FRAMES * depth
        empty = frames[frame + EMPTY]
        if entering:  # a position that nobody has looked at yet, in `state`
            looked[0] += 1
            answer, count = UNKNOWN, 0
            if empty & 1 == 1:
                frames[frame + KEY] = key(state)
                answer = find(table, frames[frame + KEY])
                if answer == UNKNOWN:
                    count = order_others_turns(state, three, two, turns, first)
            else:
                count = order_leaders_turns(state, three, turns, first)
                if count == 0 and list_turns(state, turns, first) == 0 and is_ahead(state, state[SIDE]):
                    answer = HOLDS  # nobody can move, and the leader is ahead
            frames[frame + COUNT] = count
            for i in range(size):
                boards[size * depth + i] = state[i]
        if answer == UNKNOWN:  # go on with the turn that is the least in the order
            best, least = -1, TRIED
            for i in range(frames[frame + COUNT]):
                if turns[first + i] < least:
                    best = i
                    least = turns[first + i]
            if best < 0:
                answer = HOLDS if empty & 1 == 1 else FAILS
                if empty & 1 == 1:
                    keep(table, frames[frame + KEY], HOLDS)
            else:
                for i in range(size):
                    state[i] = boards[size * depth + i]
                take_turn(state, turns[first + best] & TURN, four)
                turns[first + best] = TRIED
                if empty == FRAMED:
                    free = first + frames[frame + COUNT]
                    if not (
                        keeps_four(four, three, two, one, turns, free, looked)
                        or wins_late(four, four[SIDE], 0, three, two, boards, frames, turns)
                    ):
                        answer = FAILS
                        keep(table, frames[frame + KEY], FAILS)
                    entering = False
                else:
                    for i in range(size):
                        state[i] = four[i]
                    frames[frame + FRAME + EMPTY] = empty - 1
                    depth += 1
                    entering = True
                if answer == UNKNOWN:
                    continue
        if depth == 0:
            return answer
        # tell the frame above: one turn that holds is enough for the leader, one that fails for the other one
        depth -= 1
        entering = False
        frame = FRAME * depth
        if frames[frame + EMPTY] & 1 == 1:
            if answer == FAILS:
                keep(table, frames[frame + KEY], FAILS)
            else:
                answer = UNKNOWN
        elif answer == FAILS:
            answer = UNKNOWN
