"""What a position of Land Ahoy! between two turns is worth: for each player, the chance not to be last.

Once the game has ended that chance is known exactly, over the dice of the Svens that are still to be rolled. Before,
it comes from a small net that has learned from games against itself (games/land_ahoy/research/learn_value.py):

    inputs                     64 hidden units             a chance for each player
    the table, then each    →  that count what is     →    in the order of turns,
    player's own tokens        above zero                  beginning with who is to move

    the weights of a net, one after the other: from each input to all hidden units, the hidden units' own, from the
    hidden units to each player's chance, the chances' own

An array of one number instead of a net stands for the plain look at the points as they lie: the number says how much
the others' points count.

Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from math import exp

import numpy as np

from meadhall.core.jit import Scores, State, rule, sibling

from . import rules
from .rules import (
    DRAGON,
    DRAGON_OWNER,
    ENDED,
    FACE_DOWN,
    HAGAR,
    HAGARS,
    HARBOR,
    HELGA,
    HIDDEN,
    LUCK_ROLLED,
    OPEN,
    PHASE,
    PLAYER,
    PLAYERS,
    SVEN,
    SVENS,
    TAKEN,
    TREASURE,
    X2_KIND,
    X2_OWNER,
)

_rules = sibling("meadhall.games.land_ahoy.rules")
held, island_portrait, luck_owner = _rules.held, _rules.island_portrait, _rules.luck_owner
scores, svens, tokens_open = _rules.scores, _rules.svens, _rules.tokens_open

FEATURES = 1  # the version of the inputs: a net of another version is of no use
SEATS = 4
TABLE, SEAT, HIDDEN_UNITS = 30, 17, 64  # inputs of the table, inputs of each player
Thought = tuple[Scores, Scores, Scores, Scores]  # room for inputs, hidden units, points and luck
MOST_INPUTS = TABLE + SEAT * SEATS
SVEN_MEAN = 35 / 18  # the points that a Sven brings on average (LA-17)
USUAL_POINTS = 5.0  # what somebody needs not to be last, for who does not look at the others
LEAD_SPREAD, POINTS_SPREAD = 1.5, 4.0  # how many points make a player sure, with and without that look


def _luck() -> Scores:
    """Give the chance of each number of points that a Sven can bring."""
    chances = np.zeros(6, np.float64)
    state = np.zeros(rules.STATE_SIZE, np.int64)
    for roll in range(36):
        state[rules.LUCK_ROLLS] = roll
        chances[rules.luck_points(state, 0)] += 1 / 36
    return chances


LUCK = _luck()


def net_size(players: int) -> int:
    """Give the number of weights of a net."""
    return (TABLE + SEAT * players + 1 + players) * HIDDEN_UNITS + players


@rule
def final_chances(state: State, points: Scores, luck: Scores, out: Scores, at: int) -> None:
    """Give each player's chance not to be last if the game ended now, over all dice of the Svens (LA-17, LA-18)."""
    players = state[PLAYERS]
    scores(state, points)
    rolled = state[LUCK_ROLLED]
    due = svens(state) - rolled
    for player in range(players):
        out[at + player] = 0.0
    for first in range(6 if due > 0 else 1):
        for second in range(6 if due > 1 else 1):
            chance = 1.0
            for player in range(players):
                luck[player] = points[player]
            if due > 0:
                luck[luck_owner(state, rolled)] += first
                chance = LUCK[first]
            if due > 1:
                luck[luck_owner(state, rolled + 1)] += second
                chance *= LUCK[second]
            fewest = luck[0]
            for player in range(1, players):
                fewest = min(fewest, luck[player])
            for player in range(players):
                if luck[player] > fewest:  # LA-18
                    out[at + player] += chance


@rule
def mean_points(state: State, points: Scores) -> None:
    """Score the table as it lies, a Sven as what it brings on average."""
    scores(state, points)
    for player in range(state[PLAYERS]):
        points[player] += SVEN_MEAN * held(state, player, SVEN)


@rule
def margin(points: Scores, player: int, players: int, regard: float) -> float:
    """Give a player's points above the last of the others."""
    least = 1e9
    for other in range(players):
        if other != player:
            least = min(least, points[other])
    return points[player] - regard * least


@rule
def plain_chances(state: State, regard: float, points: Scores, out: Scores, at: int) -> None:
    """Guess the chances by the points as they lie."""
    players = state[PLAYERS]
    spread = regard * LEAD_SPREAD + (1.0 - regard) * POINTS_SPREAD
    mean_points(state, points)
    for player in range(players):
        above = margin(points, player, players, regard) - (1.0 - regard) * USUAL_POINTS
        out[at + player] = 1.0 / (1.0 + exp(-above / spread))


@rule
def describe_table(state: State, reach: Scores, inputs: Scores) -> None:
    """Write what lies on the islands, and how easily one gets there."""
    for i in range(TABLE):
        inputs[i] = 0.0
    inputs[min(max(state[TAKEN], 0), 5)] = 1.0
    face_down = 0
    for kind in range(5):
        inputs[6 + kind] = state[HIDDEN + kind] / TREASURE[kind]
    for place in range(9):
        near = reach[place]
        face_down += state[FACE_DOWN + place]
        inputs[17] += near * state[FACE_DOWN + place]
        for kind in range(5):
            inputs[12 + kind] += near * state[OPEN + 5 * place + kind]
            inputs[25 + kind] += state[OPEN + 5 * place + kind] / TREASURE[kind]
        which = island_portrait(state, place)
        if which == HELGA:
            inputs[21] += near
        elif which == DRAGON:
            inputs[22] += near
        elif state[FACE_DOWN + place] == 0 and tokens_open(state, place) == 0:
            if which == HAGARS:
                inputs[18] += near
                inputs[19] = max(inputs[19], near)
            elif which == SVENS:
                inputs[20] += near
    inputs[11] = face_down / 9.0
    inputs[23] = state[HARBOR]
    inputs[24] = 1.0 if face_down == 0 else 0.0


@rule
def describe_player(state: State, player: int, points: Scores, chance: float, inputs: Scores, at: int) -> None:
    """Write what a player has."""
    numbers = 0
    for i in range(SEAT):
        inputs[at + i] = 0.0
    for kind in range(3):
        numbers += held(state, player, kind)
        for nth in range(held(state, player, kind)):
            inputs[at + (3 * kind if kind < 2 else 5) + nth] = 1.0
    for nth in range(held(state, player, SVEN)):
        inputs[at + 6 + nth] = 1.0
    inputs[at + 8] = held(state, player, HAGAR)
    if state[X2_OWNER] == player:
        inputs[at + 9 + state[X2_KIND]] = 1.0
        numbers += 1
    if state[DRAGON_OWNER] == player:
        inputs[at + 12] = 1.0
        numbers += 1
    inputs[at + 13] = points[player] / 8.0
    inputs[at + 14] = chance
    inputs[at + 15] = min(max(margin(points, player, state[PLAYERS], 1.0) / 4.0, -2.0), 2.0)
    inputs[at + 16] = numbers / 4.0


@rule
def describe(state: State, reach: Scores, inputs: Scores, points: Scores, luck: Scores) -> int:
    """Write all inputs of the net, the player to move first; return how many there are."""
    players = state[PLAYERS]
    describe_table(state, reach, inputs)
    final_chances(state, points, luck, luck, players)
    mean_points(state, points)
    for turn in range(players):
        player = (state[PLAYER] + turn) % players
        describe_player(state, player, points, luck[players + player], inputs, TABLE + SEAT * turn)
    return TABLE + SEAT * players


@rule
def ask_net(
    weights: Scores, inputs: Scores, count: int, hidden: Scores, players: int, first: int, out: Scores, at: int
) -> None:
    """Run the net; `first` is the player to move."""
    for unit in range(HIDDEN_UNITS):
        hidden[unit] = weights[count * HIDDEN_UNITS + unit]
    for i in range(count):
        given = inputs[i]
        if given != 0.0:
            for unit in range(HIDDEN_UNITS):
                hidden[unit] += given * weights[i * HIDDEN_UNITS + unit]
    for turn in range(players):
        row = (count + 1 + turn) * HIDDEN_UNITS
        total = weights[(count + 1 + players) * HIDDEN_UNITS + turn]
        for unit in range(HIDDEN_UNITS):
            total += max(hidden[unit], 0.0) * weights[row + unit]
        out[at + (first + turn) % players] = 1.0 / (1.0 + exp(-total))


@rule
def chances(state: State, weights: Scores, reach: Scores, thought: Thought, out: Scores, at: int) -> None:
    """Give each player's chance not to be last, at the end or before a turn."""
    inputs, hidden, points, luck = thought
    if state[PHASE] == ENDED or state[PHASE] == rules.LUCK:
        final_chances(state, points, luck, out, at)
    elif weights.size == 1:
        plain_chances(state, weights[0], points, out, at)
    else:
        count = describe(state, reach, inputs, points, luck)
        ask_net(weights, inputs, count, hidden, state[PLAYERS], state[PLAYER], out, at)
