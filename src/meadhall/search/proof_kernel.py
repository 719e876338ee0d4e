"""Prove what a player can force in a game for two without chance, however long it takes.

Proof-number search, depth first (df-pn). It answers one question: does player 0 get at least the target, a draw
or a win? For every position it keeps two numbers, about how many positions are still to be decided

    pn   to show that player 0 gets it; 0: it is shown
    dn   to show that the other player prevents it; 0: that is shown

Whoever decides needs one action that does it, so the smallest number of the actions is the position's, and all
actions have to fail before it is lost, so there the numbers add up. But a position comes about in several ways, and
where actions lead to the same ones a sum counts these again and again: so the largest number counts in full and
the others by an eighth. The search always goes on where least is missing, and comes back from a position when its
numbers have passed the limits at which another one is nearer:

    decision of player 0                      pn 3, dn 28    = the least of the pn; 24 and an eighth of 32
      a: pn 3, dn 9    b: pn 5, dn 24    c: pn 8, dn 23      a is tried until its pn is above b's, or
                                                             its dn so large that the whole is too much

    table   the key of a position; its two numbers, and how much effort they cost: in a full table what was
            cheap is forgotten
    frames  one for each decision on the way from the start to the position looked at
    moves   for each frame, the actions that matter: code, pn, dn, and the key of what comes after

A position never comes back, so there are no circles to care for. The game is known by its rule functions, and by two
that a room may have in its proving.py: `key`, equal for positions that come to the same, and `outlook`, a guess of
the numbers of a turn that nobody has looked at. Nothing that is answered depends on the guesses. Written like
rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Callable

from meadhall.core.jit import Scores, State, loop, rule, sibling

_playout = sibling("meadhall.core.playout")
_exact = sibling("meadhall.search.minimax_kernel")
reset, key_of, worth = _playout.reset, _exact.key_of, _exact.worth

CHANCE, OVER = -1, -2
LOSS, DRAW, WIN = 0, 1, 2
NO_ANSWER, REFUTED, PROVED = -1, 0, 1

BITS = 28  # of a number in the table
SURE = (1 << BITS) - 1  # what cannot be shown any more
MUCH = 1 << 26  # sums grow no further
NEAR = 4  # places of the table in which a position may lie
PATIENCE = 2  # a limit is so many halvings of itself higher than the next best, so that the search jumps less
SHARED = 3  # halvings of the numbers that are not the largest
DEEPEST = 200  # frames

PLAYER, KEY, COUNT, PN_LIMIT, DN_LIMIT, CHOSEN, BEGAN, FRAME = 0, 1, 2, 3, 4, 5, 6, 7  # of a frame
PN, DN, CHILD, MOVE = 1, 2, 3, 4  # of a move, after its code


@loop
def key(state: State) -> int:
    """Give a position's key in games whose rooms have none of their own."""
    return key_of(state, state.size)


@loop
def outlook(state: State, lead: int, out: State) -> None:
    """Guess nothing, in games whose rooms do not know better."""
    out[0] = 1
    out[1] = 1


@rule
def find(table: State, key: int) -> int:
    """Give what the table knows about a position: pn, dn and effort in one word, or 0."""
    first = key & (table.size // 2 - NEAR)
    for i in range(NEAR):
        place = 2 * (first + i)
        if table[place] == key and table[place + 1] != 0:
            return table[place + 1]
    return 0


@rule
def keep(table: State, key: int, pn: int, dn: int, effort: int) -> None:
    """Write a position into the table, over the one that cost least where there is no place left."""
    first = key & (table.size // 2 - NEAR)
    chosen, least = 2 * first, 64
    for i in range(NEAR):
        place = 2 * (first + i)
        if table[place] == key or table[place + 1] == 0:
            chosen = place
            break
        if table[place + 1] >> 2 * BITS < least:
            least = table[place + 1] >> 2 * BITS
            chosen = place
    length = 0
    while effort > 0:
        effort >>= 1
        length += 1
    table[chosen] = key
    table[chosen + 1] = pn | dn << BITS | length << 2 * BITS


@rule
def write(moves: State, at: int, code: int, pn: int, dn: int, key: int) -> None:
    """Write down what is known of an action."""
    moves[at] = code
    moves[at + PN] = pn
    moves[at + DN] = dn
    moves[at + CHILD] = key


@rule
def look_ahead(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    key: Callable[[State], int],
    outlook: Callable[[State, int, State], None],
    state: State,
    child: State,
    out: State,
    guess: State,
    moves: State,
    frames: State,
    table: State,
    looked: State,
    points: Scores,
    depth: int,
    target: int,
    salt: int,
) -> bool:
    """Begin a frame: list the actions that are not lost, or the one that decides; say no where chance comes in."""
    frame, first = FRAME * depth, MOVE * out.size * depth
    player = actor(state)
    frames[frame + PLAYER] = player
    frames[frame + BEGAN] = looked[0]
    count = actions(state, out)
    left = 0
    for i in range(count):
        code = out[i]
        reset(child, state)
        apply(child, code)
        looked[0] += 1
        follower = actor(child)
        if follower == CHANCE:
            return False
        pn, dn, child_key = 1, 1, 0
        if follower == OVER:
            reached = worth(scores, child, points) >= target
            pn, dn = (0, SURE) if reached else (SURE, 0)
        else:
            child_key = key(child) ^ salt
            entry = find(table, child_key)
            if entry != 0:
                pn, dn = entry & SURE, entry >> BITS & SURE
            elif follower != player:
                value = worth(scores, child, points)
                outlook(child, value - DRAW if follower == 0 else DRAW - value, guess)
                pn, dn = (guess[0], guess[1]) if follower == 0 else (guess[1], guess[0])
        if pn == 0 or dn == 0:
            if (pn == 0) == (player == 0):
                write(moves, first, code, pn, dn, child_key)
                left = 1
                break
        else:
            write(moves, first + MOVE * left, code, pn, dn, child_key)
            left += 1
    frames[frame + COUNT] = left
    return True


@loop
def ask(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    key: Callable[[State], int],
    outlook: Callable[[State, int, State], None],
    start: State,
    states: State,
    state: State,
    child: State,
    out: State,
    guess: State,
    moves: State,
    frames: State,
    table: State,
    looked: State,
    points: Scores,
    target: int,
    budget: int,
    salt: int,
) -> int:
    """Say whether player 0 gets the target: PROVED, REFUTED, or NO_ANSWER.

    `looked[0]` counts the positions looked at; once they are more than the budget, what is known is written into the
    table, and the same question goes on from there. The salt keeps questions apart that share a table.
    """
    size, depth = start.size, 0
    reset(state, start)
    frames[PN_LIMIT] = SURE
    frames[DN_LIMIT] = SURE
    frames[KEY] = key(start) ^ salt
    while True:
        for i in range(size):
            states[size * depth + i] = state[i]
        if not look_ahead(
            actor, actions, apply, scores, key, outlook, state, child, out, guess, moves, frames, table, looked,
            points, depth, target, salt,
        ):  # fmt: skip
            return NO_ANSWER
        while True:
            frame, first = FRAME * depth, MOVE * out.size * depth
            player = frames[frame + PLAYER]
            # what the player who decides wants to bring to 0, and what the other one does
            least, second, total, most, chosen = SURE, SURE, 0, 0, 0
            for i in range(frames[frame + COUNT]):
                at = first + MOVE * i
                mine = moves[at + PN + player]
                total += moves[at + DN - player]
                most = max(most, moves[at + DN - player])
                if mine < least:
                    second = least
                    least = mine
                    chosen = i
                elif mine < second:
                    second = mine
            if least == 0:
                total = SURE
            elif least == SURE:
                total = 0
            else:
                total = min(most + (total - most >> SHARED), MUCH)
            my_limit, their_limit = frames[frame + PN_LIMIT + player], frames[frame + DN_LIMIT - player]
            if least >= my_limit or total >= their_limit or looked[0] > budget:
                pn, dn = (least, total) if player == 0 else (total, least)
                keep(table, frames[frame + KEY], pn, dn, looked[0] - frames[frame + BEGAN])
                if depth == 0:
                    return PROVED if pn == 0 else REFUTED if dn == 0 else NO_ANSWER
                depth -= 1
                at = MOVE * out.size * depth + MOVE * frames[FRAME * depth + CHOSEN]
                moves[at + PN] = pn
                moves[at + DN] = dn
                continue
            at = first + MOVE * chosen
            entry = find(table, moves[at + CHILD])
            pn, dn = entry & SURE, entry >> BITS & SURE
            if entry != 0 and (pn == 0 or dn == 0):  # decided meanwhile, on another way
                moves[at + PN] = pn
                moves[at + DN] = dn
                continue
            if depth + 1 == DEEPEST:
                return NO_ANSWER
            frames[frame + CHOSEN] = chosen
            frames[frame + FRAME + KEY] = moves[at + CHILD]
            frames[frame + FRAME + PN_LIMIT + player] = min(my_limit, second + 1 + (second >> PATIENCE))
            frames[frame + FRAME + DN_LIMIT - player] = their_limit - (total - moves[at + DN - player])
            break
        for i in range(size):
            state[i] = states[size * depth + i]
        apply(state, moves[at])
        depth += 1
