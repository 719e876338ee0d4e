"""A tree search that a net guides, for games between two without chance.

A simulation goes down the tree to a position that was not judged yet, and that is all: what the net thinks of it
is added to every node on the way, and its legal actions become its children, each with the net's opinion of how
much it deserves to be tried. A child is chosen for its value so far, and for its opinion as long as it was tried
little (PUCT). Nets judge several positions in little more time than one, so a few simulations are under way at
once; until a leaf is judged, its way counts as lost, which sends the next simulation elsewhere.

The tree lies in arrays as in mcts.py; of a node's four values two are sums of results, then come

    OPINION  the net's opinion of the action that leads to it
    UNDER_WAY  the simulations that wait for the net's answer below it

Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt

from meadhall.core.jit import Scores, State, loop, rule, sibling

_mcts, _playout = sibling("meadhall.search.mcts_kernel"), sibling("meadhall.core.playout")
open_node, reset, merit = _mcts.open_node, _playout.reset, sibling("meadhall.search.puct").merit

OVER = -2
FIRST, COUNT, VISITS, CODE, WORDS = 0, 1, 2, 3, 4  # of a node in the tree
OPINION, UNDER_WAY, SEATS = 2, 3, 4  # of a node in the values
DEEPEST = 500

# The knobs.
CURIOSITY = 0  # how much the net's opinion weighs against results
CAUTION = 1  # how much worse than its parent a child is thought to be before it was tried
KNOBS = 2


@rule
def best_child(tree: State, values: Scores, node: int, player: int, knobs: Scores) -> int:
    """Choose the child that deserves the next simulation."""
    visits = tree[WORDS * node + VISITS]
    mean = values[SEATS * node + player] / max(visits, 1)
    spread = knobs[CURIOSITY] * sqrt(visits + values[SEATS * node + UNDER_WAY])
    first = int(tree[WORDS * node + FIRST])
    best, chosen = -9.0, first
    for child in range(first, first + tree[WORDS * node + COUNT]):
        tried = tree[WORDS * child + VISITS] + values[SEATS * child + UNDER_WAY]
        gained, opinion = values[SEATS * child + player], values[SEATS * child + OPINION]
        worth = merit(gained, tried, opinion, mean, knobs[CAUTION], spread)
        if worth > best:
            best, chosen = worth, child
    return chosen


@rule
def carry_up(tree: State, values: Scores, path: State, first: int, depth: int, result: float) -> None:
    """Add a result of player 0 to every node on the way."""
    for i in range(first, first + depth + 1):
        tree[WORDS * path[i] + VISITS] += 1
        values[SEATS * path[i]] += result
        values[SEATS * path[i] + 1] += 1.0 - result


@rule
def shift(values: Scores, path: State, first: int, depth: int, by: float) -> None:
    """Note that so many simulations more are under way."""
    for i in range(first, first + depth + 1):
        values[SEATS * path[i] + UNDER_WAY] += by


@loop
def gather(
    actor: Callable[[State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    start: State,
    state: State,
    tree: State,
    path: State,
    depths: State,
    leaves: State,
    points: Scores,
    values: Scores,
    knobs: Scores,
    root: int,
    want: int,
) -> int:
    """Run some simulations down to leaves that have to be judged; where the game is over, the result is known.

    Return how many leaves there are: fewer than were wanted if a simulation came to one that waits already.
    """
    found, size = 0, start.size
    for _ in range(want):
        reset(state, start)
        first, node, depth = DEEPEST * found, root, 0
        path[first] = root
        player = actor(state)
        while player != OVER and tree[WORDS * node + FIRST] >= 0 and depth + 1 < DEEPEST:
            node = best_child(tree, values, node, player, knobs)
            apply(state, tree[WORDS * node + CODE])
            depth += 1
            path[first + depth] = node
            player = actor(state)
        if player == OVER:
            scores(state, points)
            carry_up(tree, values, path, first, depth, points[0])
            continue
        if values[SEATS * node + UNDER_WAY] > 0.0:  # somebody waits here already
            break
        shift(values, path, first, depth, 1.0)
        depths[found] = depth
        for i in range(size):
            leaves[size * found + i] = state[i]
        found += 1
    return found


@loop
def absorb(
    actor: Callable[[State], int],
    actions: Callable[[State, State], int],
    state: State,
    out: State,
    tree: State,
    path: State,
    depths: State,
    leaves: State,
    values: Scores,
    opinions: Scores,
    judged: Scores,
    used: int,
    many: int,
) -> int:
    """Take in what the net thinks of the leaves; return how many nodes the tree has now."""
    size = state.size
    for row in range(many):
        for i in range(size):
            state[i] = leaves[size * row + i]
        first, depth = DEEPEST * row, depths[row]
        node = path[first + depth]
        grown = open_node(actions, state, out, tree, node, used)
        if grown > 0:
            for i in range(grown - used):
                values[SEATS * (used + i) + OPINION] = opinions[out.size * row + i]
            used = grown
        shift(values, path, first, depth, -1.0)
        result = judged[row] if actor(state) == 0 else 1.0 - judged[row]
        carry_up(tree, values, path, first, depth, result)
    return used


@loop
def share(
    actions: Callable[[State, State], int],
    states: State,
    state: State,
    out: State,
    logits: Scores,
    priors: Scores,
    many: int,
) -> None:
    """Turn numbers for all action codes into shares of the legal actions of each position."""
    size, codes = state.size, logits.size // many
    for row in range(many):
        for i in range(size):
            state[i] = states[size * row + i]
        count = actions(state, out)
        highest = -1.0e9
        for i in range(count):
            highest = max(highest, logits[codes * row + out[i]])
        total = 0.0
        for i in range(count):
            priors[out.size * row + i] = exp(logits[codes * row + out[i]] - highest)
            total += priors[out.size * row + i]
        for i in range(count):
            priors[out.size * row + i] /= total
