"""Off to New Shores! as it is for somebody who knows the order of the pile and the die beforehand.

The rules themselves are the room's own. Behind their array stand more words, which they never look at:

    STEPS    how many draws and rolls there were
    COMING   what each of them gives, from the first of the game to the last

The odds leave only the outcome that will come. Written like rules, so that it runs interpreted and compiled.
"""

from __future__ import annotations

from meadhall.core.jit import State, rule, sibling

rules = sibling("meadhall.games.new_shores.rules")
actor, actions, rules_apply, CHANCE = rules.actor, rules.actions, rules.apply, rules.CHANCE
instinct_sample = sibling("meadhall.games.new_shores.instinct").sample

STEPS = rules.STATE_SIZE
COMING = STEPS + 1


@rule
def next_outcome(state: State) -> int:
    """Look up what the next draw or roll gives."""
    return state[COMING + state[STEPS]]


@rule
def odds(state: State, out: State) -> int:
    """Weigh the outcomes in the order of the rules: all but the one that comes are impossible."""
    count = actions(state, out)
    coming = next_outcome(state)
    for i in range(count):
        out[i] = 1 if out[i] == coming else 0
    return count


@rule
def apply(state: State, action: int) -> None:
    """Play an action; a draw or roll moves on to the next one."""
    if actor(state) == CHANCE:
        state[STEPS] += 1
    rules_apply(state, action)


@rule
def sample(state: State, random: State) -> int:
    """Give the outcome that comes, or an action by instinct."""
    if actor(state) == CHANCE:
        return next_outcome(state)
    return instinct_sample(state, random)
