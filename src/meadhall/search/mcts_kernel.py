"""One tree search for every game: it knows a game only by its rule functions.

A simulation starts from the position, goes down the tree, opens one node more, plays on at random to the
end, and adds the result to every node on its way. Chance is drawn anew from the real odds in every
simulation, so there is no order of a pile that the search could peek at. Every player wants their own
result, and every decision of a turn is a node of its own.

A node's children lie side by side, one for each legal action or outcome, in the order of the rules:

    node 0: FIRST = 1, COUNT = 3            tree    FIRST COUNT VISITS CODE of node 0, of node 1, …
    node 1, 2, 3: its children              values  the sum of results for each of four players, likewise
    node 4, 5: the children of node 2, …

How it goes about it is set by `knobs`: how curious it is, and how play-outs are played. At best a player
looks at a few random turns in them and takes the one that leaves the best lead, and they may be scored
as the table lies before the game is over.

Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt

from meadhall.core.jit import Scores, State, below, loop, rule, sibling

_playout = sibling("meadhall.core.playout")
pick, reset = _playout.pick, _playout.reset

CHANCE, OVER = -1, -2
FIRST, COUNT, VISITS, CODE, WORDS = 0, 1, 2, 3, 4  # of a node in the tree
SEATS = 4  # of a node in the values
DEEPEST = 2_000
RESULTS = 4  # where the results stand among the points, behind the scores

# The knobs; after them come the scores that count as steps of success for somebody who plays alone.
CURIOSITY = 0  # how much a child is favoured for having been tried little
UNTRIED = 1  # how much better than its parent a child is thought to be before it was tried
RIPE = 2  # visits before a node's children are opened
TRIES = 3  # turns that a player looks at in a play-out
PATIENCE = 4  # decisions, turns and outcomes of a play-out before it is scored as the table lies
MARGIN = 5  # how much of a result is the lead, not the win
FULL_LEAD = 6  # the lead (alone: the score) that counts as a full success
KNOBS = 7


@rule
def best_child(tree: State, values: Scores, node: int, player: int, random: State, knobs: Scores) -> int:
    """Choose the child whose value, for the player to decide, could still be the highest (UCB1)."""
    visits = max(tree[WORDS * node + VISITS], 1)
    mean = values[SEATS * node + player] / visits
    spread = knobs[CURIOSITY] * sqrt(log(visits + 1.0))
    count, first = tree[WORDS * node + COUNT], tree[WORDS * node + FIRST]
    begin = below(random, count)  # equal ones take turns
    best, chosen = -9.0, first
    for i in range(count):
        child = first + begin + i if begin + i < count else first + begin + i - count
        tried = tree[WORDS * child + VISITS]
        worth = mean + knobs[UNTRIED] + spread
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


@rule
def lead(points: Scores, player: int, players: int, lowest_loses: int) -> float:
    """Say how far a player is ahead of the one who has to be beaten."""
    if players == 1:
        return points[0]
    edge = -1000000.0
    if lowest_loses:
        edge = 1000000.0
    for other in range(players):
        if other != player:
            edge = min(edge, points[other]) if lowest_loses else max(edge, points[other])
    return points[player] - edge


@rule
def to_results(points: Scores, players: int, lowest_loses: int, knobs: Scores) -> None:
    """Write behind the scores what they are worth to each player, from 0 to 1; a win is shared."""
    margin, full = knobs[MARGIN], knobs[FULL_LEAD]
    if players == 1:
        steps = knobs.size - KNOBS
        reached = 0
        for i in range(KNOBS, knobs.size):
            reached += 1 if points[0] >= knobs[i] else 0
        grade = min(max(points[0] / full, 0.0), 1.0)
        points[RESULTS] = (1.0 - margin) * reached / max(steps, 1) + margin * grade
        return
    edge = points[0]
    for i in range(1, players):
        edge = min(edge, points[i]) if lowest_loses else max(edge, points[i])
    sharing = 0
    for i in range(players):
        sharing += 1 if points[i] == edge else 0
    for i in range(players):
        won = 1.0 / sharing if points[i] == edge else 0.0
        if lowest_loses:
            won = 0.0 if points[i] == edge else 1.0
        grade = min(max(0.5 + 0.5 * lead(points, i, players, lowest_loses) / full, 0.0), 1.0)
        points[RESULTS + i] = (1.0 - margin) * won + margin * grade


@rule
def meant(action: int) -> int:
    """Read what a room's instinct answers: ~action stands for an action that leaves no doubt."""
    return action if action >= 0 else ~action


@rule
def take_turn(
    actor: Callable[[State], int],
    apply: Callable[[State, int], None],
    scores: Callable[[State, Scores], None],
    sample: Callable[[State, State], int],
    state: State,
    trial: State,
    best: State,
    random: State,
    points: Scores,
    players: int,
    lowest_loses: int,
    tries: int,
) -> None:
    """Play on until somebody else decides: the best of some random turns, as the table lies after them."""
    player = actor(state)
    most = -1000000.0
    for _ in range(tries):
        reset(trial, state)
        action = sample(trial, random)
        if action < 0:
            apply(state, ~action)
            return
        apply(trial, action)
        while actor(trial) == player:
            apply(trial, meant(sample(trial, random)))
        scores(trial, points)
        ahead = lead(points, player, players, lowest_loses)
        if ahead > most:
            most = ahead
            reset(best, trial)
    reset(state, best)


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
    trial: State,
    best: State,
    out: State,
    random: State,
    tree: State,
    path: State,
    points: Scores,
    values: Scores,
    knobs: Scores,
    root: int,
    used: int,
    simulations: int,
    players: int,
    lowest_loses: int,
) -> int:
    """Run some simulations; return how many nodes the tree has now."""
    tries, patience = int(knobs[TRIES]), int(knobs[PATIENCE])
    for _ in range(simulations):
        reset(state, start)
        node, depth = root, 0
        path[0] = root
        player = actor(state)
        while player != OVER and depth + 1 < path.size:
            if tree[WORDS * node + FIRST] < 0:
                if node != root and tree[WORDS * node + VISITS] < knobs[RIPE]:
                    break
                grown = open_node(actions, state, out, tree, node, used)
                if grown == 0:
                    break
                used = grown
            if player == CHANCE:
                node = tree[WORDS * node + FIRST] + pick(odds, state, out, random)
            else:
                node = best_child(tree, values, node, player, random, knobs)
            apply(state, tree[WORDS * node + CODE])
            depth += 1
            path[depth] = node
            player = actor(state)
        played = 0
        while player != OVER and played < patience:
            if player == CHANCE or tries < 2:
                apply(state, meant(sample(state, random)))
            else:
                take_turn(
                    actor, apply, scores, sample, state, trial, best, random, points, players, lowest_loses, tries
                )
            played += 1
            player = actor(state)
        scores(state, points)
        to_results(points, players, lowest_loses, knobs)
        for i in range(depth + 1):
            tree[WORDS * path[i] + VISITS] += 1
            for seat in range(players):
                values[SEATS * path[i] + seat] += points[RESULTS + seat]
    return used
