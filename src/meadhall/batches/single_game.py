"""One game of a batch: what happens to it in a step.

Written like rules, so that the same lines run on a CPU core and on a GPU, where each game has a thread. The rule
functions come in as arguments: typed pointers on the CPU, so that one compiled loop serves every game. `dice` and
`choice` are generators of one word each, the first for chance, the second for decisions at random: which decisions
are made never changes what the dice would have shown.
"""

from collections.abc import Callable

from meadhall.core.jit import Scores, State, rule

CHANCE, OVER = -1, -2
Actor = Callable[[State], int]
Sample = Callable[[State, State], int]
Apply = Callable[[State, int], None]
Count = Callable[[State, Scores], None]


@rule
def settle(actor: Actor, sample: Sample, apply: Apply, state: State, dice: State) -> int:
    """Roll and draw until somebody has to decide, and say who."""
    player = actor(state)
    while player == CHANCE:
        apply(state, sample(state, dice))
        player = actor(state)
    return player


@rule
def begin(actor: Actor, sample: Sample, apply: Apply, start: State, state: State, dice: State) -> int:
    """Begin a game, and say who decides first."""
    for i in range(start.size):
        state[i] = start[i]
    return settle(actor, sample, apply, state, dice)


@rule
def share_out(points: Scores, players: int, lowest_loses: int, top: float, worth: Scores) -> None:
    """Say what final scores are worth to each player, from 0 to 1, as `Game.results` does."""
    if players == 1:
        worth[0] = min(max(points[0] / top, 0.0), 1.0)
        return
    best, worst, winners = points[0], points[0], 0
    for player in range(1, players):
        best, worst = max(best, points[player]), min(worst, points[player])
    for player in range(players):
        winners += 1 if points[player] == best else 0
    for player in range(players):
        if lowest_loses:
            worth[player] = 1.0 if points[player] > worst else 0.0
        else:
            worth[player] = 1.0 / winners if points[player] == best else 0.0


@rule
def score(
    scores: Count, state: State, points: Scores, players: int, lowest_loses: int, top: float, worth: Scores
) -> None:
    """Score a game that is over, and say what that is worth."""
    scores(state, points)
    share_out(points, players, lowest_loses, top, worth)
