"""A turn of Land Ahoy!, solved exactly.

First the turn is laid out: every landing that the dice can lead to, every hand that may turn up there, every claim that
each pair of dice allows, and every position that can be on the table when the turn is over, a leaf. Then somebody says
what the leaves are worth for each player. At last the worth is carried back: the best of the player's choices, the mean
of the dice, from the last roll to the first.

    a plan     LEAVES, SCENES, ANSWERS          how many there are
               FIRST_SCENE, SCENES_AT           of each place; a scene is an island with its tokens turned up
               LANDINGS                         of each field, a bit for each place: 2 * place, directly one more
               for each scene                   what each pair of dice can claim, the leaf of each claim, the odds

    a table    the worth of each pair of dice for each player, with 0, 1 or 2 rolls left

Leaf 0 is the turn that wins and turns up nothing. Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from meadhall.core.jit import Scores, State, lowest, rule, sibling, without_lowest

from .rules import (
    ASHORE,
    BIT,
    BLACK,
    CHOOSING,
    CLAIMING,
    DICE,
    FIELDS,
    ISLAND,
    LEAVE,
    PHASE,
    PLAYER,
    PLAYERS,
    RED,
    REVEALING,
    RIGHTS,
    ROLLING,
    ROLLS_LEFT,
    STATE_SIZE,
    TURNS,
)
from .value_net import SEATS

_rules = sibling("meadhall.games.land_ahoy.rules")
_playout = sibling("meadhall.core.playout")
actions, odds, apply, claims, end_turn = _rules.actions, _rules.odds, _rules.apply, _rules.claims, _rules.end_turn
field_hit, islands_near, land, place_of = _rules.field_hit, _rules.islands_near, _rules.land, _rules.place_of
reset = _playout.reset

# Where things are in a plan.
LEAVES, SCENES, ANSWERS, FIRST_SCENE, SCENES_AT, LANDINGS, FIRST = 0, 1, 2, 3, 12, 21, 57
ALLOWED, LEAF_OF, WEIGHT, SCENE_SIZE = 0, 36, 63, 64
MOST_SCENES, MOST_LEAVES = 100, 1200  # nine tokens on nine islands of any set make at most 72 and 900

# Where things are on the sheet: tables of SEATS numbers for each pair of dice, means, landings, and the answer.
KEPT, ONCE, TWICE, MEANS, LANDED, ANSWER, SHEET_SIZE = 0, 144, 288, 432, 484, 556, 716
BESIDE_WORTH = 0.4  # of a landing with one roll, against one with three, where an island's nearness is measured

Desk = tuple[State, State, State, State, State]  # three positions to try things on, actions, and their odds


# -- laying a turn out -----------------------------------------------------------------------------------------------


@rule
def lay_out(state: State, plan: State, leaves: State, desk: Desk) -> None:
    """Write down all that the rest of a turn can bring, from any decision or chance in it."""
    here, _, after, out, _ = desk
    plan[LEAVES], plan[SCENES] = 0, 0
    for place in range(9):
        plan[FIRST_SCENE + place], plan[SCENES_AT + place] = 0, 0
    reset(after, state)
    end_turn(after)
    add_leaf(plan, leaves, after)
    if state[PHASE] == CHOOSING:
        for i in range(actions(state, out)):
            lay_out_landing(state, place_of(out[i]), plan, leaves, desk)
            actions(state, out)
    elif state[ISLAND] >= 0:
        reset(here, state)
        lay_out_scenes(state, state[ISLAND], plan, leaves, desk)
    else:
        lay_out_voyage(state, plan, leaves, desk)


@rule
def lay_out_voyage(state: State, plan: State, leaves: State, desk: Desk) -> None:
    """Find out where each field leads to (LA-7), then what can be won there."""
    here, _, _, out, _ = desk
    reached = 0
    for field in range(36):
        reset(here, state)
        here[PHASE], here[ROLLS_LEFT] = ROLLING, 1
        apply(here, field)
        landings = 0
        if here[TURNS] == state[TURNS] and here[PHASE] == CHOOSING:
            for i in range(actions(here, out)):
                landings |= BIT[2 * place_of(out[i])]
        elif here[TURNS] == state[TURNS]:
            landings = BIT[2 * here[ISLAND] + (1 if here[RIGHTS] == 3 else 0)]
        plan[LANDINGS + field] = landings
        reached |= landings
    for place in range(9):
        if reached >> 2 * place & 3:
            lay_out_landing(state, place, plan, leaves, desk)


@rule
def lay_out_landing(state: State, place: int, plan: State, leaves: State, desk: Desk) -> None:
    """Write down what can be won on an island, if anything can (LA-13)."""
    here = desk[0]
    reset(here, state)
    land(here, place, 3)
    if here[TURNS] == state[TURNS]:
        lay_out_scenes(state, place, plan, leaves, desk)


@rule
def lay_out_scenes(state: State, place: int, plan: State, leaves: State, desk: Desk) -> None:
    """Write down every hand that may turn up on an island, from the landing on the desk."""
    here, shore, _, out, weights = desk
    plan[FIRST_SCENE + place] = plan[SCENES]
    turned_up = here[PHASE] == REVEALING
    hands, weights[0] = 1, 1
    if turned_up:
        hands = odds(here, weights)
    for i in range(hands):
        reset(shore, here)
        if turned_up:
            actions(here, out)
            apply(shore, out[i])
        lay_out_scene(plan, leaves, desk, weights[i], turned_up)
    plan[SCENES_AT + place] = plan[SCENES] - plan[FIRST_SCENE + place]


@rule
def lay_out_scene(plan: State, leaves: State, desk: Desk, weight: int, turned_up: bool) -> None:
    """Write down what each pair of dice can claim, and the position after each claim."""
    shore, after = desk[1], desk[2]
    scene = FIRST + SCENE_SIZE * plan[SCENES]
    plan[SCENES] += 1
    plan[scene + WEIGHT] = weight
    shore[PHASE] = CLAIMING
    possible = 0
    for roll in range(36):
        shore[RED], shore[BLACK] = roll // 6 + 1, roll % 6 + 1
        plan[scene + ALLOWED + roll] = claims(shore)
        possible |= plan[scene + ALLOWED + roll]
    while possible != 0:
        claim = lowest(possible)
        possible = without_lowest(possible)
        if claim == LEAVE and not turned_up:
            plan[scene + LEAF_OF + claim] = 0
        else:
            plan[scene + LEAF_OF + claim] = plan[LEAVES]
            reset(after, shore)
            apply(after, claim)
            add_leaf(plan, leaves, after)


@rule
def add_leaf(plan: State, leaves: State, after: State) -> None:
    """Write a position after the turn down."""
    at = STATE_SIZE * plan[LEAVES]
    for i in range(STATE_SIZE):
        leaves[at + i] = after[i]
    plan[LEAVES] += 1


@rule
def look_at_leaf(leaves: State, leaf: int, state: State) -> None:
    """Take one of the positions that lie one after the other."""
    for i in range(STATE_SIZE):
        state[i] = leaves[STATE_SIZE * leaf + i]


# -- carrying the worth back -----------------------------------------------------------------------------------------


@rule
def copy_worth(source: Scores, at: int, sheet: Scores, to: int, players: int) -> None:
    """Copy what something is worth for each player."""
    for seat in range(players):
        sheet[to + seat] = source[at + seat]


@rule
def average(sheet: Scores, table: int, players: int) -> None:
    """Write the means of a table: for each black die over the red ones, for each red over the black ones, over all."""
    for i in range(13 * SEATS):
        sheet[MEANS + i] = 0.0
    for roll in range(36):
        for seat in range(players):
            worth = sheet[table + SEATS * roll + seat]
            sheet[MEANS + SEATS * (roll % 6) + seat] += worth / 6.0
            sheet[MEANS + SEATS * (6 + roll // 6) + seat] += worth / 6.0
            sheet[MEANS + SEATS * 12 + seat] += worth / 36.0


@rule
def mean_of(roll: int, dice: int) -> int:
    """Find the mean that stands for rolling these dice again (1 red, 2 black, 3 both)."""
    if dice == 1:
        return MEANS + SEATS * (roll % 6)
    if dice == 2:
        return MEANS + SEATS * (6 + roll // 6)
    return MEANS + SEATS * 12


@rule
def allow_reroll(sheet: Scores, table: int, to: int, player: int, players: int) -> None:
    """Make the table with one roll more: the player keeps the dice, or goes on to the given table."""
    average(sheet, table, players)
    for roll in range(36):
        best = KEPT + SEATS * roll
        for dice in range(1, 4):
            again = mean_of(roll, dice)
            if sheet[again + player] > sheet[best + player]:
                best = again
        copy_worth(sheet, best, sheet, to + SEATS * roll, players)


@rule
def table_for(sheet: Scores, rolls: int, player: int, players: int) -> int:
    """Give the table with so many rolls left; the one for the last roll is there."""
    if rolls == 0:
        return KEPT
    allow_reroll(sheet, KEPT, ONCE, player, players)
    if rolls == 1:
        return ONCE
    allow_reroll(sheet, ONCE, TWICE, player, players)
    return TWICE


@rule
def claim_worths(plan: State, number: int, worth: Scores, sheet: Scores, player: int, players: int) -> None:
    """Fill the table of the last roll ashore with the best claims."""
    scene = FIRST + SCENE_SIZE * number
    for roll in range(36):
        allowed = plan[scene + ALLOWED + roll]
        best = -1
        while allowed != 0:
            leaf = SEATS * plan[scene + LEAF_OF + lowest(allowed)]
            allowed = without_lowest(allowed)
            if best < 0 or worth[leaf + player] > worth[best + player]:
                best = leaf
        copy_worth(worth, best, sheet, KEPT + SEATS * roll, players)


@rule
def landing_worth(plan: State, place: int, worth: Scores, sheet: Scores, player: int, players: int) -> None:
    """Work out a landing, indirect and direct, over all hands that may turn up."""
    to = LANDED + 2 * SEATS * place
    if plan[SCENES_AT + place] == 0:
        copy_worth(worth, 0, sheet, to, players)
        copy_worth(worth, 0, sheet, to + SEATS, players)
        return
    for i in range(2 * SEATS):
        sheet[to + i] = 0.0
    total = 0
    for number in range(plan[FIRST_SCENE + place], plan[FIRST_SCENE + place] + plan[SCENES_AT + place]):
        weight = plan[FIRST + SCENE_SIZE * number + WEIGHT]
        total += weight
        claim_worths(plan, number, worth, sheet, player, players)
        for direct in range(2):
            average(sheet, table_for(sheet, 2 * direct, player, players), players)
            for seat in range(players):
                sheet[to + SEATS * direct + seat] += weight * sheet[MEANS + SEATS * 12 + seat]
    for i in range(2 * SEATS):
        sheet[to + i] /= total


@rule
def voyage_worths(plan: State, worth: Scores, sheet: Scores, player: int, players: int) -> None:
    """Fill the table of the last roll at sea with the best landings."""
    for place in range(9):
        landing_worth(plan, place, worth, sheet, player, players)
    for field in range(36):
        landings = plan[LANDINGS + field]
        copy_worth(worth, 0, sheet, KEPT + SEATS * field, players)  # no island near: the turn is over
        best = -1
        while landings != 0:
            landing = LANDED + SEATS * lowest(landings)
            landings = without_lowest(landings)
            if best < 0 or sheet[landing + player] > sheet[best + player]:
                best = landing
        if best >= 0:
            copy_worth(sheet, best, sheet, KEPT + SEATS * field, players)


@rule
def answer(state: State, plan: State, worth: Scores, sheet: Scores, out: State) -> int:
    """Say what each legal action is worth for each player, or what the chance step is worth; return how many."""
    player, players = state[PLAYER], state[PLAYERS]
    if state[PHASE] == REVEALING:
        landing_worth(plan, state[ISLAND], worth, sheet, player, players)
        direct = 1 if state[RIGHTS] == 3 else 0
        copy_worth(sheet, LANDED + SEATS * (2 * state[ISLAND] + direct), sheet, ANSWER, players)
        return 1
    count = actions(state, out)
    if state[PHASE] == CHOOSING:
        for i in range(count):
            landing_worth(plan, place_of(out[i]), worth, sheet, player, players)
            copy_worth(sheet, LANDED + 2 * SEATS * place_of(out[i]), sheet, ANSWER + SEATS * i, players)
        return count
    if state[PHASE] == CLAIMING:
        for i in range(count):
            copy_worth(worth, SEATS * plan[FIRST + LEAF_OF + out[i]], sheet, ANSWER + SEATS * i, players)
        return count
    if state[ASHORE] == 1:
        claim_worths(plan, plan[FIRST_SCENE + state[ISLAND]], worth, sheet, player, players)
    else:
        voyage_worths(plan, worth, sheet, player, players)
    average(sheet, table_for(sheet, state[ROLLS_LEFT] - 1, player, players), players)
    if state[PHASE] == ROLLING:
        at = MEANS + SEATS * 12 if state[DICE] == 3 else mean_of(field_hit(state), state[DICE])
        copy_worth(sheet, at, sheet, ANSWER, players)
        return 1
    copy_worth(sheet, KEPT + SEATS * field_hit(state), sheet, ANSWER, players)
    for dice in range(1, 4):
        copy_worth(sheet, mean_of(field_hit(state), dice), sheet, ANSWER + SEATS * dice, players)
    return 4


@rule
def survey(state: State, sheet: Scores, reach: Scores) -> None:
    """Measure how easily each island is reached with the two rolls of a voyage, if that is all one wants."""
    player, players = state[PLAYER], state[PLAYERS]
    for i in range(SEATS * 36):
        sheet[KEPT + i] = 0.0
    for place in range(9):
        island = state[FIELDS + place]
        reach[place] = 0.0
        if island != 0:
            for field in range(36):
                near = 0.0
                if island & BIT[field]:
                    near = 1.0
                elif state[FIELDS + place_of(field)] & BIT[field] == 0:
                    near = BESIDE_WORTH if islands_near(state, field) & BIT[lowest(island)] else 0.0
                sheet[KEPT + SEATS * field + player] = near
            average(sheet, table_for(sheet, 1, player, players), players)
            reach[place] = sheet[MEANS + SEATS * 12 + player]
