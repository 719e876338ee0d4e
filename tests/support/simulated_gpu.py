"""Run as a program, with Numba's simulator of a GPU: a batch there and one on the CPU, step by step.

The simulator has a thread of Python's for each of the GPU, so blocks are small here.
"""

import copy
import pickle
import random
import sys

import numpy as np
import pytest

import meadhall
from meadhall.batches import Batch, cpu, cuda, kernels
from meadhall.batches.common import Kind
from meadhall.core import gpu, jit

GAMES, STEPS = 3, 12


def same(ours, theirs):
    for name in ("player", "results", "scores", "legal_mask", "observe"):
        assert (getattr(ours, name)() == getattr(theirs, name)().numpy()).all(), name
    assert (ours.state == np.asarray(theirs.state)).all()
    assert (ours.over == np.asarray(theirs.over)).all()


def compare(name, columns, in_step):
    """Play the same games here and there, singly, many steps in one go, and begun anew."""
    game = meadhall.game(name)
    kind = Kind(game, game.setup(game.players[0], {}), GAMES, again=True)
    ours = Batch(cpu.Cpu(kind, 1, "interpreted"), 3, history=True)
    theirs = Batch(cuda.Cuda(kind, columns, in_step), 3, history=True)
    same(ours, theirs)
    for _ in range(3):
        actions = ours.random_actions()
        assert (actions == theirs.random_actions().numpy()).all()
        ours.step(actions)
        theirs.step(actions)
    same(ours, theirs)
    here, there = ours.play_random(STEPS), theirs.play_random(STEPS)
    assert (here.actions, here.games) == (there.actions, there.games)
    assert np.allclose(here.results, there.results)  # threads add up in any order
    same(ours, theirs)
    assert ours.match(1).history == theirs.match(1).history
    marks = np.arange(GAMES) == 1
    ours.reset(mask=marks)
    theirs.reset(mask=marks)
    same(ours, theirs)
    twin = copy.copy(theirs)
    copy.copy(theirs).play_random(STEPS)
    same(ours, pickle.loads(pickle.dumps(twin)))
    assert ours.copy().play_random(1).actions == twin.play_random(1).actions
    same(ours, theirs)
    with pytest.raises(meadhall.IllegalAction, match=r"^game 0: action -1 is not legal now"):
        theirs.step(np.full(GAMES, -1))
    same(ours, theirs)


def compare_words():
    """Call the functions on words as a kernel does, in one thread."""
    words, rng = gpu.words(), random.Random(1)
    for _ in range(200):
        word = rng.getrandbits(64) & rng.getrandbits(64) | 1 << rng.randrange(64)
        board = np.uint64(word).astype(np.int64)
        for name in ("popcount", "lowest", "without_lowest"):
            assert run(words[name], board) == getattr(jit, name)(board), name
        n = rng.randrange(jit.popcount(board))
        assert run(words["nth_lowest"], board, np.int64(n)) == jit.nth_lowest(board, n)
        assert run(words["rotated"], board, np.int64(n)) == jit.rotated(board, n)
        ours, theirs = np.array([board]), np.array([board])
        assert run(words["below"], theirs, np.int64(n + 1)) == jit.below(ours, n + 1)
        assert ours == theirs


def run(function, *arguments):
    """Run a function of the GPU in one thread of it."""
    out = np.zeros(1, np.int64)

    def kernel(out):
        out[0] = function(*arguments)

    gpu.cuda().jit(kernel)[1, 1](out)
    return out[0]


kernels.THREADS = kernels.STAGE = 8
np.seterr(over="ignore")  # words of 64 bits overflow on purpose
if sys.argv[1] == "words":
    compare_words()
else:
    compare(sys.argv[1], columns=True, in_step=True)
    compare(sys.argv[1], columns=False, in_step=False)
print("the same")
