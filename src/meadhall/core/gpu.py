"""Rule functions on a GPU: what `jit.twin(module, "cuda")` needs of numba-cuda."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import numpy as np

compiler: Any = None  # what `cuda` gives; Numba's simulator of a GPU looks for it among the names of a module


@cache
def cuda() -> Any:
    """Give Numba's compiler for the GPU."""
    global compiler
    os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # who plays few games at once knows that
    for name, other in {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}.items():
        if not hasattr(np, name):  # NumPy dropped these, numba-cuda still asks for them
            setattr(np, name, getattr(np, other))
    from numba import cuda

    compiler = cuda
    return cuda


def simulated() -> bool:
    """Say whether Numba only simulates a GPU, in Python: there, jit's own functions on words serve."""
    from numba import config

    return bool(config.ENABLE_CUDASIM)


@cache
def words() -> dict[str, Any]:
    """Give jit's functions on words and random numbers as they run on the GPU."""
    import numba

    cuda()
    u, i = numba.uint64, numba.int64
    golden, first, second = u(0x9E3779B97F4A7C15), u(0xBF58476D1CE4E5B9), u(0x94D049BB133111EB)

    @compiler.jit(device=True)  # type: ignore[untyped-decorator]
    def popcount(board: Any) -> Any:
        return i(compiler.popc(u(board)))

    @compiler.jit(device=True)  # type: ignore[untyped-decorator]
    def lowest(board: Any) -> Any:
        return i(compiler.popc(~u(board) & (u(board) - u(1))))

    @compiler.jit(device=True)  # type: ignore[untyped-decorator]
    def without_lowest(board: Any) -> Any:
        return i(u(board) & (u(board) - u(1)))

    @compiler.jit(device=True)  # type: ignore[untyped-decorator]
    def nth_lowest(board: Any, n: Any) -> Any:
        rest, place = u(board), i(0)
        for k in range(6):  # by halves, of 32 bits at first: is it among the bits of the lower one?
            half = u(32) >> u(k)
            below_half = i(compiler.popc(rest & ((u(1) << half) - u(1))))
            if n >= below_half:
                n -= below_half
                rest >>= half
                place += i(half)
        return place

    @compiler.jit(device=True)  # type: ignore[untyped-decorator]
    def rotated(board: Any, by: Any) -> Any:
        word, left = u(board), u(by) & u(63)
        return i((word << left) | (word >> ((u(64) - left) & u(63))))

    @compiler.jit(device=True)  # type: ignore[untyped-decorator]
    def below(random: Any, n: Any) -> Any:
        many = u(n)
        while True:
            seed = u(random[0]) + golden
            random[0] = i(seed)
            z = (seed ^ (seed >> u(30))) * first
            z = (z ^ (z >> u(27))) * second
            product = (z >> u(32)) * many
            rest = product & u(0xFFFFFFFF)
            # the costly remainder is only needed when `rest` is small
            if rest >= many or rest >= u(0x100000000) % many:
                return i(product >> u(32))

    compiled = (popcount, lowest, without_lowest, nth_lowest, rotated, below)
    return {function.py_func.__name__: function for function in compiled}


def types() -> Any:
    """Give Numba's names of the kinds of numbers."""
    import numba

    return numba.types
