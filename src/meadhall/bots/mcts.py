"""One tree search for every game: it knows a game only by its rule functions.

A simulation starts from the position, goes down the tree, opens one node more, plays on at random to the
end, and adds the result to every node on its way. Chance is drawn anew from the real odds in every
simulation, so there is no order of a pile that the search could peek at. Every player wants their own
result, and every decision of a turn is a node of its own.

A node's children lie side by side, one for each legal action or outcome, in the order of the rules:

    node 0: FIRST = 1, COUNT = 3            tree    FIRST COUNT VISITS CODE of node 0, of node 1, …
    node 1, 2, 3: its children              values  the sum of results for each of four players, likewise
    node 4, 5: the children of node 2, …

Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt

from meadhall.core.jit import Scores, State, below, loop, rule, sibling

_playout = sibling("meadhall.core.playout")
pick, reset, to_results = _playout.pick, _playout.reset, _playout.to_results

CHANCE, OVER = -1, -2
FIRST, COUNT, VISITS, CODE, WORDS = 0, 1, 2, 3, 4  # of a node in the tree
SEATS = 4  # of a node in the values
DEEPEST = 2_000
CURIOSITY = 0.6
UNTRIED = 0.15  # how much better than its parent a child is thought to be before it was tried


@rule
def best_child(tree: State, values: Scores, node: int, player: int, random: State) -> int:
    """Choose the child whose value, for the player to decide, could still be the highest (UCB1)."""
    visits = max(tree[WORDS * node + VISITS], 1)
    mean = values[SEATS * node + player] / visits
    spread = CURIOSITY * sqrt(log(visits + 1.0))
    count, first = tree[WORDS * node + COUNT], tree[WORDS * node + FIRST]
    begin = below(random, count)  # equal ones take turns
    best, chosen = -1.0, first
    for i in range(count):
        child = first + (begin + i) % count
        tried = tree[WORDS * child + VISITS]
        worth = mean + UNTRIED + spread
        if tried > 0:
            worth = values[SEATS * child + player] / tried + spread / sqrt(tried)
        if worth > best:
            best, chosen = worth, child
    return chosen


@rule
def open_node(
    actions: Callable[[State, State], int], state: State, out: State, tree: State, node: int, used: int
) -> int:
    """Give a node its children; return how many nodes are used then, or 0 if there is no room."""
    count = actions(state, out)
    if WORDS * (used + count) > tree.size:
        return 0
    tree[WORDS * node + FIRST] = used
    tree[WORDS * node + COUNT] = count
    for i in range(count):
        child = WORDS * (used + i)
        tree[child + FIRST] = -1
        tree[child + COUNT] = 0
        tree[child + VISITS] = 0
        tree[child + CODE] = out[i]
    return used + count


@loop
def search(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    odds: Callable[[State, State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    sample: Callable[[State, State], int],
    start: State,
    state: State,
    out: State,
    random: State,
    tree: State,
    path: State,
    points: Scores,
    values: Scores,
    used: int,
    simulations: int,
    players: int,
    lowest_loses: int,
    full_marks: float,
) -> int:
    """Run some simulations; return how many nodes the tree has now."""
    for _ in range(simulations):
        reset(state, start)
        node, depth = 0, 0
        path[0] = 0
        player = actor(state)
        while player != OVER and depth + 1 < path.size:
            if tree[WORDS * node + FIRST] < 0:
                grown = open_node(actions, state, out, tree, node, used)
                if grown == 0:
                    break
                used = grown
            if player == CHANCE:
                node = tree[WORDS * node + FIRST] + pick(odds, state, out, random)
            else:
                node = best_child(tree, values, node, player, random)
            apply(state, tree[WORDS * node + CODE])
            depth += 1
            path[depth] = node
            player = actor(state)
            if tree[WORDS * node + VISITS] == 0:
                break
        while actor(state) != OVER:
            apply(state, sample(state, random))
        scores(state, points)
        to_results(points, players, lowest_loses, full_marks)
        for i in range(depth + 1):
            tree[WORDS * path[i] + VISITS] += 1
            for seat in range(players):
                values[SEATS * path[i] + seat] += points[seat]
    return used
