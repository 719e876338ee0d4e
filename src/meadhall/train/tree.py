"""Many search trees side by side, one for each game, all a simulation further at a time.

Written like rules, so that the same lines run on a CPU core and on a GPU, where each game has a thread, and
loaded once for each room whose game is learned. `g` is the game. A tree's nodes and edges lie in arrays with the game
in front:

    states[g, node]      the position of a node, as the rules keep it
    visits, worth[g, node]   how often simulations came by, and the sum of their results for seat 0
    many[g, node]        how many legal actions the node has; 0 before it was judged, and at the end of a game
    code, prior, child[g, node, edge]   an action, what the net thinks of it, the node it leads to or -1
    info[g], path[g]     the number of nodes, the depth and the leaf of the present simulation, and its way there
    judged, weighing[g]  what the net thinks the root is worth; and how values weigh against opinions there

At the root some actions are chosen by the net's opinion and a random number (Gumbel), and then by halves the worse
ones are dropped; further down it is the usual balance of value and opinion (PUCT).
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadhall.core.jit import State, rule, sibling

rules, planes, merit = sibling(".rules"), sibling(".planes"), sibling("meadhall.search.puct").merit
actor, actions, apply, new, scores = rules.actor, rules.actions, rules.apply, rules.new, rules.scores
prepare, describe, board = planes.prepare, planes.describe, planes.board
STATE_SIZE, OVER, MANY_PLANES = rules.STATE_SIZE, rules.OVER, planes.PLANES

Whole = NDArray[np.integer[Any]]
Real = NDArray[np.floating[Any]]

NODES, DEPTH, LEAF = 0, 1, 2  # of info
MIXED, LOW, FACTOR, MOST = 0, 1, 2, 3  # of weighing
EXPLORE = 0.7  # how much opinion weighs against value below the root
CAUTION = 0.1  # by how much an action that was never tried is thought to be worse than its node
LEAST = 1.0e-5  # share of any legal action, so that it can be told from one that is not
FIRM, SCALE = 50.0, 0.1  # how much values weigh against opinions at the root
NEVER = 1.0e6  # taken off the score of an action that is not to be chosen


@rule
def step(state: State, action: int) -> None:
    """Play an action, and prepare the position for the net."""
    apply(state, action)
    prepare(state)


@rule
def begin(
    g: int, current: Whole, states: Whole, visits: Whole, worth: Real, many: Whole, info: Whole, path: Whole
) -> None:
    """Plant a tree."""
    for k in range(STATE_SIZE):
        states[g, 0, k] = current[g, k]
    visits[g, 0] = 0
    worth[g, 0] = 0.0
    many[g, 0] = 0
    info[g, NODES] = 1
    info[g, DEPTH] = 0
    info[g, LEAF] = 0
    path[g, 0] = 0


@rule
def seen_by(player: int, result: float) -> float:
    """Turn a result of seat 0 into one of a player."""
    return result if player == 0 else 1.0 - result


@rule
def gained_by(player: int, sum_of_results: float, tried: int) -> float:
    """Turn a sum of results of seat 0 into one of a player."""
    return sum_of_results if player == 0 else tried - sum_of_results


@rule
def deeper_edge(
    g: int, node: int, player: int, visits: Whole, worth: Real, many: Whole, prior: Real, child: Whole
) -> int:
    """Choose below the root."""
    total = visits[g, node]
    mean = seen_by(player, worth[g, node] / max(total, 1))
    explore = EXPLORE * sqrt(float(total))
    best, chosen = -1.0e9, 0
    for edge in range(many[g, node]):
        below = child[g, node, edge]
        gained, tried = 0.0, 0
        if below >= 0:
            tried = visits[g, below]
            gained = gained_by(player, worth[g, below], tried)
        score = merit(gained, tried, prior[g, node, edge], mean, CAUTION, explore)
        if score > best:
            best, chosen = score, edge
    return chosen


@rule
def weigh_root(
    g: int,
    player: int,
    visits: Whole,
    worth: Real,
    many: Whole,
    prior: Real,
    child: Whole,
    judged: Real,
    weighing: Real,
) -> None:
    """Note what untried actions are worth, the range of values, and how much they weigh."""
    tried_prior, tried_value, total, most = 0.0, 0.0, 0, 0
    for edge in range(many[g, 0]):
        below = child[g, 0, edge]
        if below >= 0 and visits[g, below] > 0:
            tried = visits[g, below]
            total += tried
            most = max(most, tried)
            tried_prior += prior[g, 0, edge]
            tried_value += prior[g, 0, edge] * seen_by(player, worth[g, below] / tried)
    mixed = judged[g]
    if total > 0:
        mixed = (judged[g] + total * tried_value / max(tried_prior, 1.0e-8)) / (1.0 + total)
    low, high = mixed, mixed
    for edge in range(many[g, 0]):
        below = child[g, 0, edge]
        if below >= 0 and visits[g, below] > 0:
            value = seen_by(player, worth[g, below] / visits[g, below])
            low, high = min(low, value), max(high, value)
    weighing[g, MIXED] = mixed
    weighing[g, LOW] = low
    weighing[g, FACTOR] = (FIRM + most) * SCALE / max(high - low, 1.0e-8)
    weighing[g, MOST] = most


@rule
def root_score(
    g: int, edge: int, player: int, visits: Whole, worth: Real, prior: Real, child: Whole, weighing: Real
) -> float:
    """Say how good an action of the root is by opinion and value."""
    below = child[g, 0, edge]
    value = weighing[g, MIXED]
    if below >= 0 and visits[g, below] > 0:
        value = seen_by(player, worth[g, below] / visits[g, below])
    return log(prior[g, 0, edge] + 1.0e-8) + weighing[g, FACTOR] * (value - weighing[g, LOW])


@rule
def root_edge(
    g: int,
    due: int,
    player: int,
    visits: Whole,
    worth: Real,
    many: Whole,
    prior: Real,
    child: Whole,
    judged: Real,
    noise: Real,
    weighing: Real,
) -> int:
    """Choose at the root among those actions that were tried as often as is due."""
    weigh_root(g, player, visits, worth, many, prior, child, judged, weighing)
    best, chosen = -1.0e9, 0
    for edge in range(many[g, 0]):
        below = child[g, 0, edge]
        tried = visits[g, below] if below >= 0 else 0
        score = root_score(g, edge, player, visits, worth, prior, child, weighing) + noise[g, edge]
        if tried != due:
            score -= NEVER
        if score > best:
            best, chosen = score, edge
    return chosen


@rule
def descend(
    g: int,
    sim: int,
    schedule: Whole,
    states: Whole,
    visits: Whole,
    worth: Real,
    many: Whole,
    code: Whole,
    prior: Real,
    child: Whole,
    info: Whole,
    path: Whole,
    judged: Real,
    noise: Real,
    weighing: Real,
) -> None:
    """Walk down to a leaf."""
    node, depth = 0, 0
    while many[g, node] > 0:
        player = actor(states[g, node])
        if node == 0:
            width = min(many[g, 0], schedule.shape[0] - 1)
            due = schedule[width, sim]
            edge = root_edge(g, due, player, visits, worth, many, prior, child, judged, noise, weighing)
        else:
            edge = deeper_edge(g, node, player, visits, worth, many, prior, child)
        below = child[g, node, edge]
        if below < 0:
            below = info[g, NODES]
            info[g, NODES] = below + 1
            child[g, node, edge] = below
            for k in range(STATE_SIZE):
                states[g, below, k] = states[g, node, k]
            step(states[g, below], code[g, node, edge])
            visits[g, below] = 0
            worth[g, below] = 0.0
            many[g, below] = 0
        depth += 1
        path[g, depth] = below
        node = below
    info[g, DEPTH] = depth
    info[g, LEAF] = node


@rule
def judge(
    g: int,
    logits: Real,
    values: Real,
    states: Whole,
    visits: Whole,
    worth: Real,
    many: Whole,
    code: Whole,
    prior: Real,
    child: Whole,
    info: Whole,
    path: Whole,
    judged: Real,
    out: Whole,
    points: Real,
) -> None:
    """Give the leaf its actions and the net's opinion, and carry its value up."""
    leaf = info[g, LEAF]
    state = states[g, leaf]
    player = actor(state)
    if player == OVER:
        scores(state, points[g])
        result = points[g, 0]
    else:
        count = actions(state, out[g])
        highest = -1.0e9
        for edge in range(count):
            highest = max(highest, logits[g, out[g, edge]])
        total = 0.0
        for edge in range(count):
            share = exp(logits[g, out[g, edge]] - highest)
            code[g, leaf, edge] = out[g, edge]
            prior[g, leaf, edge] = share
            child[g, leaf, edge] = -1
            total += share
        for edge in range(count):
            prior[g, leaf, edge] /= total
        many[g, leaf] = count
        if leaf == 0:
            judged[g] = values[g]
        result = seen_by(player, values[g])
    for k in range(info[g, DEPTH] + 1):
        node = path[g, k]
        visits[g, node] += 1
        worth[g, node] += result


@rule
def decide(
    g: int,
    states: Whole,
    visits: Whole,
    worth: Real,
    many: Whole,
    code: Whole,
    prior: Real,
    child: Whole,
    judged: Real,
    noise: Real,
    weighing: Real,
    policy: Real,
    chosen: Whole,
) -> None:
    """Choose an action, and write down what would have been a better opinion; its row is zero before."""
    player = actor(states[g, 0])
    weigh_root(g, player, visits, worth, many, prior, child, judged, weighing)
    best, pick, highest = -1.0e9, 0, -1.0e9
    for edge in range(many[g, 0]):
        below = child[g, 0, edge]
        score = root_score(g, edge, player, visits, worth, prior, child, weighing)
        highest = max(highest, score)
        tried = visits[g, below] if below >= 0 else 0
        score += noise[g, edge]
        if tried < weighing[g, MOST]:
            score -= NEVER
        if score > best:
            best, pick = score, edge
    total = 0.0
    for edge in range(many[g, 0]):
        total += exp(root_score(g, edge, player, visits, worth, prior, child, weighing) - highest)
    for edge in range(many[g, 0]):
        share = exp(root_score(g, edge, player, visits, worth, prior, child, weighing) - highest) / total
        policy[g, code[g, 0, edge]] = max(share, LEAST)
    chosen[g] = code[g, 0, pick]


@rule
def play(g: int, current: Whole, chosen: Whole, over: Whole, result: Real, points: Real) -> None:
    """Play what was chosen; at the end, note the result of seat 0."""
    step(current[g], chosen[g])
    over[g] = 0
    if actor(current[g]) == OVER:
        over[g] = 1
        scores(current[g], points[g])
        result[g] = points[g, 0]


@rule
def renew(g: int, current: Whole, over: Whole, options: Whole, pick: Whole) -> None:
    """Begin another game where one is over."""
    if over[g] != 0:
        new(current[g], 2, options[pick[g]])


@rule
def whose(g: int, current: Whole, player: Whole) -> None:
    """Note who decides in a game."""
    player[g] = actor(current[g])


@rule
def which_board(i: int, states: Whole, boards: Whole) -> None:
    """Note on which board a position lies: the first index of the tables of what is seen."""
    boards[i] = board(states[i])


@rule
def see(
    i: int, point: int, states: Whole, turned: Whole, points_turned: Whole, ways_turned: Whole, seen: Whole
) -> None:
    """Describe a point for the net, on the board as it looks after a symmetry."""
    came_from = points_turned[board(states[i]), turned[i], point]
    if came_from >= 0:
        describe(states[i], came_from, ways_turned[turned[i]], seen[i, point], 0)
    else:
        for k in range(MANY_PLANES):
            seen[i, point, k] = 0
