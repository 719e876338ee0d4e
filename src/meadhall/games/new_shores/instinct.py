"""Off to New Shores!: what a player sees without much thought, for the play-outs of a search.

Coasters and tokens go anywhere; the last move goes where it gains most, because a game that ends with
random moves says little about who stood better. Of last moves that come to the same one is enough.
"""

from meadhall.core.jit import State, lowest, rule, sibling

rules = sibling("meadhall.games.new_shores.rules")
BIT, HAGARS, LANDSCAPE, LINE, MOVING = rules.BIT, rules.HAGARS, rules.LANDSCAPE, rules.LINE, rules.MOVING
PHASE, PLAYER, PLAYERS, STAY = rules.PHASE, rules.PLAYER, rules.PLAYERS, rules.STAY
field_kind, points, points_at, targets = rules.field_kind, rules.points, rules.points_at, rules.targets
rules_actions, rules_sample = rules.actions, rules.sample


@rule
def alike(state: State, field: int) -> int:
    """Give the fields that are as good as this one: of its landscape, on the doubled line or off it like it."""
    line = state[LINE]
    on_line = line if line & BIT[field] != 0 else ~line
    return state[LANDSCAPE + field] & on_line


@rule
def lead(state: State, player: int, one: int, two: int, three: int) -> int:
    """Say how far a player is ahead with these points; alone, how many points there are."""
    if state[PLAYERS] == 1:
        return one
    if player == 0:
        return one - max(two, three)
    if player == 1:
        return two - max(one, three)
    return three - max(one, two)


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
def actions(state: State, out: State) -> int:
    """List the actions that differ, or the outcomes of chance, in ascending order."""
    if state[PHASE] == MOVING:
        return last_moves(state, out)
    return rules_actions(state, out)


@rule
def best_last_move(state: State) -> int:
    """Find the move that leaves the player furthest ahead; of fields that are alike one is tried.

    Only the landscape that a Hägar leaves and the one it comes to are counted anew.
    """
    player = state[PLAYER]
    own = state[HAGARS + player]
    one, two, three = points(state)
    best, chosen = lead(state, player, one, two, three), STAY
    starts = own
    while starts != 0:
        start = lowest(starts)
        starts &= ~alike(state, start)
        ends = targets(state, field_kind(state, start))
        left = state[LANDSCAPE + start]
        before = points_at(state, left)
        state[HAGARS + player] = own & ~BIT[start]
        after = points_at(state, left)
        while ends != 0:
            end = lowest(ends)
            ends &= ~alike(state, end)
            landscape = state[LANDSCAPE + end]
            empty = points_at(state, landscape)
            state[HAGARS + player] = own & ~BIT[start] | BIT[end]
            taken = points_at(state, landscape)
            state[HAGARS + player] = own & ~BIT[start]
            ahead = lead(
                state,
                player,
                one - before[0] + after[0] - empty[0] + taken[0],
                two - before[1] + after[1] - empty[1] + taken[1],
                three - before[2] + after[2] - empty[2] + taken[2],
            )
            if ahead > best:
                best, chosen = ahead, 1 + 48 * start + end
        state[HAGARS + player] = own  # before the targets of the next one are asked for
    return chosen


@rule
def sample(state: State, random: State) -> int:
    """Choose an action or draw an outcome; an action that leaves no doubt comes back as ~action."""
    if state[PHASE] == MOVING:
        return ~best_last_move(state)
    return rules_sample(state, random)
