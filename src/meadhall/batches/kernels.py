"""A batch on a GPU: one thread for each game, from the same rule functions as everywhere.

    states[word, g]   the games' arrays: neighbouring threads read neighbouring words; each thread copies its own
    start[word]       what all games begin with
    dice, choice, origin, player, count, over[g], points, worth[g, seat], log[g, number]   as in loops.py

Threads of a warp run the same line at a time, or wait for each other. So where the rules keep a PHASE, numbered up to
ENDED, `play` goes through the phases in their order and plays in each the games that are in it: a game that just began
catches up with the others within one round, and all are in step again. The games are the same either way.

Rows of masks and observations are made in the memory that a block of threads shares, and leave it eight bytes at a
time, neighbour beside neighbour; alone, each thread would write single bytes far apart.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from meadhall.core import gpu, jit
from meadhall.core.game import CHANCE, OVER, Game

from .common import ENDS, SEATS

cuda = gpu.cuda()
THREADS = 128  # of a block
SHARED = 48 * 1024  # bytes that a block may share without asking
STAGE = 64  # threads of a block that makes rows together


class Kernels:
    """The kernels of one game, made when they are first needed."""

    def __init__(self, game: Game, in_step: bool = True) -> None:
        self.game = game
        self.rules, self.one = game.rules("cuda"), jit.twin("meadhall.batches.single_game", "cuda")
        self.in_step = in_step and hasattr(self.rules, "PHASE") and hasattr(self.rules, "ENDED")

    @cached_property
    def begin(self) -> Any:
        """Begin games where they are wanted."""
        i64, size = gpu.types().int64, self.rules.STATE_SIZE
        actor, sample, apply, start_game = self.rules.actor, self.rules.sample, self.rules.apply, self.one.begin

        def kernel(states, start, dice, origin, player, count, over, points, worth, wanted):  # type: ignore[no-untyped-def]
            g = cuda.grid(1)
            if g < player.size and wanted[g]:
                state, random = cuda.local.array(size, i64), cuda.local.array(1, i64)
                random[0] = dice[g]
                origin[g] = dice[g]
                player[g] = start_game(actor, sample, apply, start, state, random)
                dice[g] = random[0]
                count[g] = 0
                over[g] = False
                for i in range(points.shape[1]):
                    points[g, i] = 0.0
                    worth[g, i] = 0.0
                for i in range(size):
                    states[i, g] = state[i]

        return cuda.jit(kernel)

    @cached_property
    def step(self) -> Any:
        """Play one decision in each game that is not over."""
        types, size = gpu.types(), self.rules.STATE_SIZE
        i64, f64 = types.int64, types.float64
        actor, sample, apply, scores = self.rules.actor, self.rules.sample, self.rules.apply, self.rules.scores
        start_game, settle, score = self.one.begin, self.one.settle, self.one.score

        def kernel(  # type: ignore[no-untyped-def]
            states, start, dice, origin, player, count, over, points, worth, log, remember, lowest_loses, top, again,
            actions,
        ):  # fmt: skip
            g = cuda.grid(1)
            if g < player.size and player[g] != OVER:
                state, random = cuda.local.array(size, i64), cuda.local.array(1, i64)
                for i in range(size):
                    state[i] = states[i, g]
                random[0] = dice[g]
                players = points.shape[1]
                if over[g]:
                    for i in range(players):
                        points[g, i] = 0.0
                        worth[g, i] = 0.0
                    over[g] = False
                code = i64(actions[g])
                if remember:
                    log[g, count[g]] = code
                count[g] += 1
                apply(state, code)
                who = settle(actor, sample, apply, state, random)
                if who == OVER:
                    table, shares = cuda.local.array(SEATS, f64), cuda.local.array(SEATS, f64)
                    score(scores, state, table, players, lowest_loses, top, shares)
                    for i in range(players):
                        points[g, i] = table[i]
                        worth[g, i] = shares[i]
                    over[g] = True
                    if again:
                        origin[g] = random[0]
                        who = start_game(actor, sample, apply, start, state, random)
                        count[g] = 0
                player[g] = who
                dice[g] = random[0]
                for i in range(size):
                    states[i, g] = state[i]

        return cuda.jit(kernel)

    @cached_property
    def play(self) -> Any:
        """Play so many decisions at random in each game, and add up what came of it in `ends`, actions last."""
        types, size = gpu.types(), self.rules.STATE_SIZE
        i64, f64 = types.int64, types.float64
        actor, sample, apply, scores = self.rules.actor, self.rules.sample, self.rules.apply, self.rules.scores
        score = self.one.score
        phases, at = (self.rules.ENDED, self.rules.PHASE) if self.in_step else (0, 0)

        def kernel(  # type: ignore[no-untyped-def]
            states, start, dice, origin, player, count, over, points, worth, log, remember, lowest_loses, top, again,
            choice, steps, ends,
        ):  # fmt: skip
            g = cuda.grid(1)
            if g < player.size and player[g] != OVER and steps > 0:
                state, random = cuda.local.array(size, i64), cuda.local.array(1, i64)
                table, shares = cuda.local.array(SEATS, f64), cuda.local.array(SEATS, f64)
                sums = cuda.local.array(SEATS, f64)
                for i in range(size):
                    state[i] = states[i, g]
                players, games, done, ended = points.shape[1], 0, 0, False
                for i in range(players):
                    sums[i] = 0.0
                rolls, draws, begun, number, who = dice[g], choice[g], origin[g], count[g], player[g]
                while who != OVER and (done < steps or who == CHANCE):
                    idle = True
                    for turn in range(phases + 1):  # the last is for games in no phase that is known
                        waits = state[at] != turn if turn < phases else not idle
                        if waits or who == OVER or (done == steps and who != CHANCE):
                            continue
                        idle = False
                        random[0] = rolls if who == CHANCE else draws
                        code = sample(state, random)
                        if who == CHANCE:
                            rolls = random[0]
                        else:
                            draws = random[0]
                            if remember:
                                log[g, number] = code
                            number += 1
                            done += 1
                            ended = False
                        apply(state, code)
                        who = actor(state)
                        if who == OVER:
                            score(scores, state, table, players, lowest_loses, top, shares)
                            for i in range(players):
                                sums[i] += shares[i]
                            games += 1
                            ended = True
                            if again:
                                begun, number = rolls, 0
                                for i in range(size):
                                    state[i] = start[i]
                                who = actor(state)
                dice[g] = rolls
                choice[g] = draws
                origin[g] = begun
                count[g] = number
                player[g] = who
                over[g] = ended
                for i in range(players):
                    points[g, i] = table[i] if ended else 0.0
                    worth[g, i] = shares[i] if ended else 0.0
                    cuda.atomic.add(ends, 2 * SEATS + 1 + i, sums[i])
                cuda.atomic.add(ends, 2 * SEATS, games)
                cuda.atomic.add(ends, ENDS, done)
                for i in range(size):
                    states[i, g] = state[i]

        return cuda.jit(kernel)

    @cached_property
    def draw(self) -> Any:
        """Draw a legal action for each game, -1 where it is over."""
        i64, size, sample = gpu.types().int64, self.rules.STATE_SIZE, self.rules.sample

        def kernel(states, choice, player, drawn):  # type: ignore[no-untyped-def]
            g = cuda.grid(1)
            if g < player.size:
                drawn[g] = -1
                if player[g] != OVER:
                    state, random = cuda.local.array(size, i64), cuda.local.array(1, i64)
                    for i in range(size):
                        state[i] = states[i, g]
                    random[0] = choice[g]
                    drawn[g] = sample(state, random)
                    choice[g] = random[0]

        return cuda.jit(kernel)

    @cached_property
    def illegal(self) -> Any:
        """Find the first game that is not over and whose action is not legal; `found` is larger before."""
        types, size, actions = gpu.types(), self.rules.STATE_SIZE, self.rules.actions
        most = self.rules.MAX_ACTIONS

        def kernel(states, player, given, found):  # type: ignore[no-untyped-def]
            g = cuda.grid(1)
            if g < player.size and player[g] != OVER:
                state, out = cuda.local.array(size, types.int64), cuda.local.array(most, types.int32)
                for i in range(size):
                    state[i] = states[i, g]
                legal = False
                for i in range(actions(state, out)):
                    legal = legal or out[i] == given[g]
                if not legal:
                    cuda.atomic.min(found, 0, g)

        return cuda.jit(kernel)

    # -- rows of bytes -----------------------------------------------------------------------------

    @cached_property
    def mask(self) -> Rows:
        """Mark the legal actions of each game."""
        actions = self.rules.actions

        def mark(state, who, row, out):  # type: ignore[no-untyped-def]
            if who != OVER:
                for i in range(actions(state, out)):
                    row[out[i]] = 1

        return Rows(self, cuda.jit(device=True)(mark), self.game.action_codes, listing=True)

    @cached_property
    def observe(self) -> Rows:
        """Write what the player who decides sees; of a game that is over, what player 0 sees."""
        look = self.game.observation.function("cuda")

        def see(state, who, row, out):  # type: ignore[no-untyped-def]
            look(state, max(who, 0), row)

        return Rows(self, cuda.jit(device=True)(see), self.game.observation.size, listing=False)


class Rows:
    """A kernel that writes a row of so many bytes for each game, made by a function of its state and its player.

    With `listing` the function needs a list of actions to work with.
    """

    def __init__(self, kernels: Kernels, fill: Any, width: int, listing: bool) -> None:
        self.fill, self.width, self.size = fill, width, kernels.rules.STATE_SIZE
        self.list = kernels.rules.MAX_ACTIONS if listing else 1
        self.together = min(STAGE, SHARED // width // 8 * 8)  # games of a block; 8 rows are whole words, however wide
        self.kernel = self._staged() if self.together else self._straight()

    def words(self, n: int) -> int:
        """Say how many words of eight bytes the rows of n games take, whole blocks of them."""
        blocks = -(-n // self.together) if self.together else 0
        return blocks * self.together * self.width // 8 if self.together else -(-n * self.width // 8)

    def launch(self, n: int, states: Any, player: Any, words: Any, rows: Any) -> None:
        """Write the rows of all games; `rows` are the bytes of `words`."""
        if self.together:
            blocks = -(-n // self.together)
            self.kernel[blocks, STAGE, 0, self.together * self.width](states, player, words)
        else:
            self.kernel[-(-n // STAGE), STAGE](states, player, rows)

    def _staged(self) -> Any:
        types, size, width, together, fill = gpu.types(), self.size, self.width, self.together, self.fill
        whole, i32, i64, u8, u64 = together * width // 8, types.int32, types.int64, types.uint8, types.uint64
        most = self.list

        def kernel(states, player, words):  # type: ignore[no-untyped-def]
            rows, staged = cuda.shared.array(0, u8), cuda.shared.array(0, u64)  # the same memory, seen in two ways
            t = cuda.threadIdx.x
            g = cuda.blockIdx.x * together + t
            for i in range(t, whole, STAGE):
                staged[i] = 0
            cuda.syncthreads()
            if t < together and g < player.size:
                state, out = cuda.local.array(size, i64), cuda.local.array(most, i32)
                for i in range(size):
                    state[i] = states[i, g]
                fill(state, player[g], rows[t * width : (t + 1) * width], out)
            cuda.syncthreads()
            for i in range(t, whole, STAGE):
                words[cuda.blockIdx.x * whole + i] = staged[i]

        return cuda.jit(kernel)

    def _straight(self) -> Any:
        """Make rows too wide to be shared where they belong."""
        size, width, fill, most = self.size, self.width, self.fill, self.list
        i32, i64 = gpu.types().int32, gpu.types().int64

        def kernel(states, player, rows):  # type: ignore[no-untyped-def]
            g = cuda.grid(1)
            if g < player.size:
                state, out = cuda.local.array(size, i64), cuda.local.array(most, i32)
                for i in range(size):
                    state[i] = states[i, g]
                row = rows[g * width : (g + 1) * width]
                for i in range(width):
                    row[i] = 0
                fill(state, player[g], row, out)

        return cuda.jit(kernel)


@cache
def of(game: Game, in_step: bool = True) -> Kernels:
    """Give the kernels of a game, the same ones each time."""
    return Kernels(game, in_step)
