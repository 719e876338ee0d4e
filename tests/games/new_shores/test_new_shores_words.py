"""What the rules of New Shores keep up to date in their array is what one finds by looking at the table again."""

import random

import numpy as np
import pytest

from meadhall.games.new_shores import coasters, rules

FIELDS = ("NW", "NE", "SW", "SE")
SPOTS = (*FIELDS, "N", "E", "S", "W")
KINDS = ("land", "forest", "water")


def any_set(chance):
    """A set of coasters with many marks, several of them on one spot."""
    found = []
    for number in range(12):
        kinds = [chance.choice(KINDS) for _ in FIELDS]
        marks = [
            {"on": spot, "is": mark} for spot in SPOTS for mark in ("gold", "shield") if chance.random() < 0.12
        ] + [{"on": field, "is": "skull"} for field in FIELDS if chance.random() < 0.12]
        if number < 6:
            arrow = chance.choice(["horizontal", "vertical"])
            marks.append({"on": chance.choice(FIELDS), "is": "die", "number": number + 1, "arrow": arrow})
        fields = [f"{kinds[0]} {kinds[1]}", f"{kinds[2]} {kinds[3]}"]
        found.append({"id": f"c{number}", "fields": fields, "beer": chance.random() < 0.3, "marks": marks})
    return coasters.read({"coaster": found})


def tables(seed):
    """A random game with a set of its own: every position on its way."""
    chance = random.Random(seed)
    options = [chance.randrange(2), chance.randrange(2), *coasters.pack(any_set(chance))]
    state, generator = np.zeros(rules.STATE_SIZE, np.int64), np.array([seed], np.int64)
    rules.new(state, 1 + seed % 3, np.array(options, np.int64))
    while rules.actor(state) != rules.OVER:
        rules.apply(state, rules.sample(state, generator))
        yield state


def lying(state):
    """The word of each coaster on the table, by its place."""
    return {
        (int(state[rules.X + i]), int(state[rules.Y + i])): int(rules.laid_word(state, i))
        for i in range(state[rules.LAID])
    }


def kinds(state):
    """The kind of each field, by column and row."""
    return {
        (2 * x + (field & 1), 2 * y + 1 - (field >> 1)): word >> 2 * field & 3
        for (x, y), word in lying(state).items()
        for field in range(4)
    }


def beside(x, y):
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def numbers(state):
    """The number of each field in the array, by column and row."""
    return {
        (int(rules.field_x(state, n >> 2, n & 3)), int(rules.field_y(state, n >> 2, n & 3))): n
        for n in range(4 * int(state[rules.LAID]))
    }


def landscape(kind_of, start):
    """The fields that one can walk to from a field."""
    found, left = {start}, [start]
    while left:
        for other in beside(*left.pop()):
            if kind_of.get(other) == kind_of[start] and other not in found:
                found.add(other)
                left.append(other)
    return found


def gold(state, fields, number_of, line):
    """Count the gold at a landscape mark by mark."""
    count = sum(1 + (at in line) for at in fields if int(state[rules.GOLD]) >> number_of[at] & 1)
    for i in range(state[rules.LAID]):
        word = int(rules.laid_word(state, i))
        for spot in range(8):
            ends = {at for at, n in number_of.items() if n >> 2 == i and int(rules.SPOT[spot]) >> (n & 3) & 1}
            if word >> rules.GOLD_BITS + spot & 1 and ends & fields:
                count += 2 if ends <= line else 1
    return count


@pytest.mark.parametrize("seed", range(12))
def test_landscapes_gold_and_free_places_are_what_one_sees(seed):
    for state in tables(seed):
        kind_of, number_of, places = kinds(state), numbers(state), lying(state)
        line = {at for at, n in number_of.items() if int(state[rules.LINE]) >> n & 1}
        for at, number in number_of.items():
            word = int(state[rules.LANDSCAPE + number])
            fields = landscape(kind_of, at)
            assert {there for there, n in number_of.items() if word >> n & 1} == fields
            assert rules.tally(state, word)[0] == gold(state, fields, number_of, line)
        free = {there for place in places for there in beside(*place)} - set(places) or {(0, 0)}
        listed = [int(rules.place_at(state, spot)) for spot in range(state[rules.FREE_COUNT])]
        assert sorted(listed) == sorted(25 * (x + 12) + y + 12 for x, y in free)


@pytest.mark.parametrize("seed", range(12))
def test_a_coaster_may_lie_where_like_touches_like_or_else_anywhere(seed):
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    nowhere = 0
    for state in tables(seed):
        if state[rules.PHASE] != rules.LAYING:
            continue
        kind_of, places = kinds(state), lying(state)
        first, many = int(rules.first_turn(state)), int(rules.number_of_turns(state))
        anywhere, good = [], []
        for x, y in {there for place in places for there in beside(*place)} - set(places) or {(0, 0)}:
            for turn in range(first, first + many):
                word = int(state[rules.WORDS + 4 * state[rules.HAND] + turn])
                action = 4 * (25 * (x + 12) + y + 12) + turn
                anywhere.append(action)
                own = {(2 * x + (f & 1), 2 * y + 1 - (f >> 1)): word >> 2 * f & 3 for f in range(4)}
                if any(kind_of.get(there) == kind for at, kind in own.items() for there in beside(*at)):
                    good.append(action)
        nowhere += not good
        assert out[: rules.actions(state, out)].tolist() == sorted(good or anywhere)
    assert nowhere >= 1  # the first coaster at least
