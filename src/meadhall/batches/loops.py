"""A batch on a CPU: loops over the games from `first` to `last` - 1, one after the other.

Written like rules; arrays have all games one behind the other. `origin` is what the dice of a game were when it
began and `log` holds its decisions, `room` of them at most (0: nobody wants to know): together they tell the game.
"""

from collections.abc import Callable

from meadhall.core.jit import Bytes, Codes, Marks, Reals, Scores, State, loop, rule, sibling

one = sibling("meadhall.batches.single_game")
begin, score, settle = one.begin, one.score, one.settle
OVER = -2
SEATS = 8  # at most
Actor = Callable[[State], int]
Sample = Callable[[State, State], int]
Apply = Callable[[State, int], None]
Count = Callable[[State, Scores], None]
Actions = Callable[[State, State], int]
Observe = Callable[[State, int, Bytes], None]


@rule
def forget(points: Reals, worth: Reals, over: Marks, players: int, g: int) -> None:
    """Forget how the last game ended."""
    if over[g]:
        for i in range(g * players, (g + 1) * players):
            points[i] = 0.0
            worth[i] = 0.0
        over[g] = False


@loop
def begin_games(
    actor: Actor,
    sample: Sample,
    apply: Apply,
    start: State,
    states: State,
    dice: State,
    origin: State,
    player: State,
    count: State,
    over: Marks,
    points: Reals,
    worth: Reals,
    wanted: Marks,
    first: int,
    last: int,
) -> None:
    """Begin new games where they are wanted."""
    size, players = start.size, points.size // player.size
    for g in range(first, last):
        if wanted[g]:
            forget(points, worth, over, players, g)
            origin[g] = dice[g]
            state = states[g * size : (g + 1) * size]
            player[g] = begin(actor, sample, apply, start, state, dice[g : g + 1])
            count[g] = 0


@rule
def advance(
    actor: Actor,
    sample: Sample,
    apply: Apply,
    scores: Count,
    start: State,
    states: State,
    dice: State,
    origin: State,
    player: State,
    count: State,
    over: Marks,
    points: Reals,
    worth: Reals,
    log: Codes,
    ends: Scores,
    players: int,
    lowest_loses: int,
    top: float,
    again: int,
    g: int,
    code: int,
) -> None:
    """Play a decision in a game that is not over; at its end note the scores, and begin another one if wanted.

    `ends` has the last scores, what they were worth, the number of ends, and the sums of what they were worth.
    """
    size, room = start.size, log.size // player.size
    state = states[g * size : (g + 1) * size]
    forget(points, worth, over, players, g)
    if room > 0:
        log[g * room + count[g]] = code
    count[g] += 1
    apply(state, code)
    player[g] = settle(actor, sample, apply, state, dice[g : g + 1])
    if player[g] == OVER:
        over[g] = True
        score(scores, state, ends[:SEATS], players, lowest_loses, top, ends[SEATS : 2 * SEATS])
        ends[2 * SEATS] += 1
        for i in range(players):
            points[g * players + i] = ends[i]
            worth[g * players + i] = ends[SEATS + i]
            ends[2 * SEATS + 1 + i] += ends[SEATS + i]
        if again:
            origin[g] = dice[g]
            player[g] = begin(actor, sample, apply, start, state, dice[g : g + 1])
            count[g] = 0


@loop
def step_games(
    actor: Actor,
    sample: Sample,
    apply: Apply,
    scores: Count,
    start: State,
    states: State,
    dice: State,
    origin: State,
    player: State,
    count: State,
    over: Marks,
    points: Reals,
    worth: Reals,
    log: Codes,
    ends: Scores,
    players: int,
    lowest_loses: int,
    top: float,
    again: int,
    actions: State,
    first: int,
    last: int,
) -> None:
    """Play one decision in each game; games that were over stay as they are."""
    for g in range(first, last):
        if player[g] != OVER:
            advance(
                actor, sample, apply, scores, start, states, dice, origin, player, count, over, points, worth, log,
                ends, players, lowest_loses, top, again, g, actions[g],
            )  # fmt: skip


@loop
def play_games(
    actor: Actor,
    sample: Sample,
    apply: Apply,
    scores: Count,
    start: State,
    states: State,
    dice: State,
    origin: State,
    player: State,
    count: State,
    over: Marks,
    points: Reals,
    worth: Reals,
    log: Codes,
    ends: Scores,
    players: int,
    lowest_loses: int,
    top: float,
    again: int,
    choice: State,
    steps: int,
    first: int,
    last: int,
) -> int:
    """Play so many decisions at random in each game, all legal ones equally likely; say how many it were in all."""
    played, size = 0, start.size
    for g in range(first, last):
        state = states[g * size : (g + 1) * size]
        for _ in range(steps):
            if player[g] == OVER:
                break
            code = sample(state, choice[g : g + 1])
            advance(
                actor, sample, apply, scores, start, states, dice, origin, player, count, over, points, worth, log,
                ends, players, lowest_loses, top, again, g, code,
            )  # fmt: skip
            played += 1
    return played


@loop
def draw_actions(
    sample: Sample, states: State, choice: State, player: State, drawn: State, size: int, first: int, last: int
) -> None:
    """Draw a legal action for each game, -1 where it is over."""
    for g in range(first, last):
        drawn[g] = -1
        if player[g] != OVER:
            drawn[g] = sample(states[g * size : (g + 1) * size], choice[g : g + 1])


@loop
def mark_legal(
    actions: Actions,
    states: State,
    player: State,
    out: State,
    mask: Marks,
    size: int,
    codes: int,
    first: int,
    last: int,
) -> None:
    """Mark the legal actions of each game among all codes."""
    for g in range(first, last):
        for code in range(codes):
            mask[g * codes + code] = False
        if player[g] != OVER:
            for i in range(actions(states[g * size : (g + 1) * size], out)):
                mask[g * codes + out[i]] = True


@loop
def find_illegal(
    actions: Actions, states: State, player: State, given: State, out: State, size: int, first: int, last: int
) -> int:
    """Find the first game that is not over and whose action is not legal; -1 if there is none."""
    for g in range(first, last):
        if player[g] != OVER:
            legal = False
            for i in range(actions(states[g * size : (g + 1) * size], out)):
                legal = legal or out[i] == given[g]
            if not legal:
                return g
    return -1


@loop
def observe_games(
    observe: Observe, states: State, player: State, seen: Bytes, size: int, numbers: int, first: int, last: int
) -> None:
    """Write what the player who decides sees of each game; of a game that is over, what player 0 sees."""
    for g in range(first, last):
        observe(states[g * size : (g + 1) * size], max(player[g], 0), seen[g * numbers : (g + 1) * numbers])
