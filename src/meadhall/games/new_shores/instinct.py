"""Off to New Shores!: what a player sees without much thought, for the play-outs of a search.

A coaster goes where it leads furthest, of a few places that come to mind; then the best token is put on it, and
the last move goes where it gains most, because a game that ends with random moves says little about who stood
better. All of that is judged as the table lies, and nothing is laid for it: only the landscapes that would change
are counted anew. Of last moves that come to the same one is enough.
"""

from meadhall.core.jit import State, below, lowest, rule, sibling

rules = sibling("meadhall.games.new_shores.rules")
PLAYER, PHASE, LAID, HAND = rules.PLAYER, rules.PHASE, rules.LAID, rules.HAND
LAYING, TOKEN, MOVING, STAY = rules.LAYING, rules.TOKEN, rules.MOVING, rules.STAY
HAGARS, HAGARS_LEFT, GOLD_LEFT, LANDSCAPE = rules.HAGARS, rules.HAGARS_LEFT, rules.GOLD_LEFT, rules.LANDSCAPE
SHIELDED, GOLD_ON, GOLD_EAST, GOLD_SOUTH = rules.SHIELDED, rules.GOLD_ON, rules.GOLD_EAST, rules.GOLD_SOUTH
BIT, LINE, WORDS = rules.BIT, rules.LINE, rules.WORDS
draw_spot, field_kind, fitting, landscapes = rules.draw_spot, rules.field_kind, rules.fitting, rules.landscapes
note_marks, place_at, points, tally = rules.note_marks, rules.place_at, rules.points, rules.tally
laid_word, targets, usable_fields, worth = rules.laid_word, rules.targets, rules.usable_fields, rules.worth
rules_actions, rules_sample = rules.actions, rules.sample

LOOKS = 4  # places and turns that come to mind for a coaster


@rule
def alike(state: State, field: int) -> int:
    """Give the fields that are as good as this one: of its landscape, on the doubled line or off it like it."""
    line = state[LINE]
    on_line = line if line & BIT[field] != 0 else ~line
    return state[LANDSCAPE + field] & on_line


@rule
def lead(player: int, one: int, two: int, three: int) -> int:
    """Say how far a player is ahead with these points; alone, how many there are."""
    if player == 0:
        return one - max(two, three)
    if player == 1:
        return two - max(one, three)
    return three - max(one, two)


@rule
def brings(state: State, landscape: int) -> tuple[int, int, int]:
    """Say how many points a landscape brings to each player."""
    gold, fields, one, two, three = tally(state, landscape)
    return worth(gold, fields, one, two, three)


@rule
def change(state: State, landscape: int, hagars: int) -> tuple[int, int, int]:
    """Say what each player gains if whoever is to decide has so many Hägars more in a landscape."""
    player = state[PLAYER]
    gold, fields, one, two, three = tally(state, landscape)
    before = worth(gold, fields, one, two, three)
    one += hagars if player == 0 else 0
    two += hagars if player == 1 else 0
    three += hagars if player == 2 else 0
    after = worth(gold, fields, one, two, three)
    return after[0] - before[0], after[1] - before[1], after[2] - before[2]


@rule
def best_token(state: State, random: State, i: int, usable: int, one: int, two: int, three: int) -> tuple[int, int]:
    """Find the token for the i-th coaster that leaves the player furthest ahead: how far, and which it is.

    The points are those before it is put there. If there is none to put, it is -1.
    """
    player = state[PLAYER]
    best, chosen = -1000, -1
    begin = below(random, 4)  # equal ones take turns
    tried = 0
    for k in range(4):
        field = (begin + k) & 3
        landscape = state[LANDSCAPE + 4 * i + field]
        if usable >> field & 1 == 0 or tried & landscape != 0:
            continue
        tried |= landscape
        gold, fields, a, b, c = tally(state, landscape)
        before = worth(gold, fields, a, b, c)
        if state[HAGARS_LEFT + player] > 0:
            after = worth(gold, fields, a + (player == 0), b + (player == 1), c + (player == 2))
            ahead = lead(player, one - before[0] + after[0], two - before[1] + after[1], three - before[2] + after[2])
            if ahead > best:
                best, chosen = ahead, field
        if state[GOLD_LEFT + player] > 0:
            after = worth(gold + 1, fields, a, b, c)
            ahead = lead(player, one - before[0] + after[0], two - before[1] + after[1], three - before[2] + after[2])
            if ahead > best:
                best, chosen = ahead, 4 + field
    if chosen < 0:
        return lead(player, one, two, three), chosen
    return best, chosen


@rule
def lead_if_laid(state: State, random: State, spot: int, turn: int, one: int, two: int, three: int) -> int:
    """Say how far the player would be ahead with the coaster in a free place and the best token on it.

    The points are those before. Its marks and landscapes are noted for as long as they are looked at.
    """
    i = state[LAID]
    shielded, on, east, south = state[SHIELDED], state[GOLD_ON], state[GOLD_EAST], state[GOLD_SOUTH]
    word = state[WORDS + 4 * state[HAND] + turn]
    note_marks(state, i, word)
    nw, ne, sw, se = landscapes(state, word, spot)
    at = LANDSCAPE + 4 * i
    state[at], state[at + 1], state[at + 2], state[at + 3] = nw, ne, sw, se
    inside = (nw | ne | sw | se) & (state[HAGARS] | state[HAGARS + 1] | state[HAGARS + 2])
    parts = inside
    while parts != 0:  # what was
        part = state[LANDSCAPE + lowest(parts)]
        parts &= ~part
        before = brings(state, part)
        one, two, three = one - before[0], two - before[1], three - before[2]
    field = 0
    while inside != 0:  # what would be
        whole = state[at + field]
        field += 1
        if whole & inside != 0:
            inside &= ~whole
            after = brings(state, whole)
            one, two, three = one + after[0], two + after[1], three + after[2]
    ahead, _ = best_token(state, random, i, usable_fields(state, word), one, two, three)
    state[SHIELDED], state[GOLD_ON], state[GOLD_EAST], state[GOLD_SOUTH] = shielded, on, east, south
    state[at], state[at + 1], state[at + 2], state[at + 3] = 0, 0, 0, 0
    return ahead


@rule
def good_laying(state: State, random: State) -> int:
    """Look at a few random places and turns for the coaster in hand, and choose the best of them."""
    one, two, three = points(state)
    turned_0, turned_1, turned_2, turned_3 = fitting(state)
    best, chosen = -1000, 0
    for _ in range(LOOKS):
        choice = draw_spot(random, turned_0, turned_1, turned_2, turned_3)
        ahead = lead_if_laid(state, random, choice >> 2, choice & 3, one, two, three)
        if ahead > best:
            best, chosen = ahead, choice
    return 4 * place_at(state, chosen >> 2) + (chosen & 3)


@rule
def good_token(state: State, random: State) -> int:
    """Choose the best token for the coaster just laid."""
    one, two, three = points(state)
    i = state[LAID] - 1
    return best_token(state, random, i, usable_fields(state, laid_word(state, i)), one, two, three)[1]


@rule
def last_moves(state: State, out: State) -> int:
    """List the moves of the last round, one for all that are alike."""
    out[0] = STAY
    count = 1
    starts = state[HAGARS + state[PLAYER]]
    while starts != 0:
        start = lowest(starts)
        starts &= ~alike(state, start)
        ends = targets(state, field_kind(state, start))
        while ends != 0:
            end = lowest(ends)
            ends &= ~alike(state, end)
            out[count] = 1 + 48 * start + end
            count += 1
    return count


@rule
def best_last_move(state: State) -> int:
    """Find the move that leaves the player furthest ahead; of fields that are alike one is tried."""
    player, line = state[PLAYER], state[LINE]
    own = state[HAGARS + player]
    one, two, three = points(state)
    best, chosen = lead(player, one, two, three), STAY
    starts = own
    while starts != 0:
        start = lowest(starts)
        starts &= ~alike(state, start)
        ends = targets(state, field_kind(state, start))
        lost = change(state, state[LANDSCAPE + start], -1 if line & BIT[start] == 0 else -2)
        state[HAGARS + player] = own & ~BIT[start]
        while ends != 0:
            end = lowest(ends)
            ends &= ~alike(state, end)
            won = change(state, state[LANDSCAPE + end], 1 if line & BIT[end] == 0 else 2)
            ahead = lead(player, one + lost[0] + won[0], two + lost[1] + won[1], three + lost[2] + won[2])
            if ahead > best:
                best, chosen = ahead, 1 + 48 * start + end
        state[HAGARS + player] = own  # before the targets of the next one are asked for
    return chosen


@rule
def actions(state: State, out: State) -> int:
    """List the actions that differ, or the outcomes of chance, in ascending order."""
    if state[PHASE] == MOVING:
        return last_moves(state, out)
    return rules_actions(state, out)


@rule
def sample(state: State, random: State) -> int:
    """Draw an outcome, or choose an action: since it leaves no doubt, it comes back as ~action."""
    phase = state[PHASE]
    if phase == LAYING:
        return ~good_laying(state, random)
    if phase == TOKEN:
        return ~good_token(state, random)
    if phase == MOVING:
        return ~best_last_move(state)
    return rules_sample(state, random)
