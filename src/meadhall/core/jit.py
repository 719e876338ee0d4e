"""Run the same rule functions interpreted, compiled, compiled with bounds checks, or on a GPU.

A module of rules is plain Python: its functions carry `@rule`, which does nothing. `twin(module,
mode)` loads the same source file a second time with `@rule` standing for Numba's compiler, so
the lines that people read and debug are the lines that run fast. This file and gpu.py alone import
Numba, and only when something compiled is asked for. Where compiled code is kept is in code_cache.py.

A module that serves every game may take over a game's functions: it asks for `sibling(".rules")`, which are
those of the game for which `twin(module, mode, package)` loads it, once more for each.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import code_cache, gpu

Mode = Literal["interpreted", "compiled", "checked", "cuda"]
State = NDArray[np.int64]
Scores = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Marks = NDArray[np.bool_]
Reals = NDArray[np.float32]
Codes = NDArray[np.int32]
Function = TypeVar("Function", bound=Callable[..., Any])

RULE_FUNCTIONS = ("new", "actor", "actions", "odds", "apply", "scores", "sample", "standing", "observe")
_WORD = (1 << 64) - 1
_lock = threading.RLock()  # one module is loaded, one loop compiled at a time
_twins: dict[str, ModuleType] = {}


class _Loading(threading.local):
    """How `rule` treats the module that this thread is loading just now."""

    mode: Mode = "interpreted"
    package = ""  # of the game for which it is loaded


_loading = _Loading()


def rule(function: Function) -> Function:
    """Mark a function as part of the rules, so that it can be compiled.

    Only the functions that every game has can be called from Python then; helpers compile faster
    without that door.
    """
    return _compiled(function, function.__name__ in RULE_FUNCTIONS)


def loop(function: Function) -> Function:
    """Mark a function that takes rule functions, is written like rules, and is called from Python."""
    return _compiled(function, True)


def _compiled(function: Function, called_from_python: bool) -> Function:
    if _loading.mode == "interpreted":
        return function
    game = importlib.util.find_spec(_loading.package) if _loading.package else None
    folder = code_cache.of(Path(str(game.origin if game else function.__code__.co_filename)).parent)
    return _compiler(_loading.mode, called_from_python, folder)(function)  # type: ignore[no-any-return]


# -- words of 64 bits and random numbers, the same in every mode ---------------------------------


def popcount(board: int) -> int:
    """Count the bits of a 64-bit board."""
    return (int(board) & _WORD).bit_count()


def lowest(board: int) -> int:
    """Give the number of the lowest bit that is set."""
    word = int(board) & _WORD
    return (word & -word).bit_length() - 1


def without_lowest(board: int) -> int:
    """Clear the lowest bit that is set."""
    word = int(board) & _WORD
    return _signed(word & (word - 1))


def nth_lowest(board: int, n: int) -> int:
    """Give the number of the n-th bit that is set, from the lowest, which is the 0th."""
    word = int(board) & _WORD
    for _ in range(int(n)):
        word &= word - 1
    return (word & -word).bit_length() - 1


def rotated(board: int, by: int) -> int:
    """Turn a word round to the left: bits that leave it above come in again below."""
    word, by = int(board) & _WORD, int(by)
    return _signed((word << by | word >> (64 - by)) & _WORD)


def mixed(key: int, word: int) -> int:
    """Stir another word into a key, so that few bits that differ change all of it (splitmix64).

    One multiplication would not do: it leaves the highest bit alone, and two points of a board could
    hide each other.
    """
    z = ((int(key) ^ int(word)) + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return _signed(z ^ (z >> 31))


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def below(random: State, n: int) -> int:
    """Draw a whole number from 0 to n - 1, all equally likely; `random[0]` is the generator.

    For play-outs and bots, never for a match: splitmix64, its upper 32 bits scaled to n, and
    drawn again where the scaling would favour some numbers (Lemire's method).
    """
    n = int(n)
    while True:
        seed = (int(random[0]) + 0x9E3779B97F4A7C15) & _WORD
        random[0] = _signed(seed)
        z = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        product = (z >> 32) * n
        if product & 0xFFFFFFFF >= (1 << 32) % n:
            return product >> 32


# -- compiling -----------------------------------------------------------------------------------


def twin(module: str, mode: Mode, package: str = "") -> ModuleType:
    """Return the module as it runs in this mode, for a game's package where it asks for one; loaded once a process."""
    if mode == "interpreted" and not package:
        return importlib.import_module(module)
    name = f"{module}@{mode}" + (f"@{package}" if package else "")
    with _lock:
        if name not in _twins:
            _load_twin(module, name, mode, package)
            _twins[name] = sys.modules[name]
        return _twins[name]


def sibling(module: str) -> ModuleType:
    """Return another module of rules in the mode in which the calling one is being loaded; `.rules` is the game's."""
    return twin(importlib.util.resolve_name(module, _loading.package), _loading.mode)


def _load_twin(module: str, name: str, mode: Mode, package: str) -> None:
    found = importlib.util.find_spec(module)
    assert found is not None and found.origin is not None
    spec = importlib.util.spec_from_file_location(name, found.origin)
    assert spec is not None and spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    sys.modules[name] = copy  # Numba looks a cached function's module up by its name
    before = _loading.mode, _loading.package
    _loading.mode, _loading.package = mode, package
    try:
        spec.loader.exec_module(copy)
        if mode == "cuda" and not gpu.simulated():
            copy.__dict__.update({word: at for word, at in gpu.words().items() if word in copy.__dict__})
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        _loading.mode, _loading.package = before


def _compiler(mode: Mode, called_from_python: bool, folder: Path | None) -> Callable[[Any], Any]:
    if mode == "cuda":
        return gpu.cuda().jit(device=True)  # type: ignore[no-any-return]
    import numba

    _teach_numba()
    if folder is not None:  # read by Numba when it decorates; it would mix modes and games up in one folder
        numba.config.CACHE_DIR = str(folder / mode / _loading.package)
    return numba.njit(  # type: ignore[no-any-return]
        cache=folder is not None,
        boundscheck=mode == "checked",
        error_model="numpy",
        nogil=True,
        _nrt=False,
        no_cpython_wrapper=not called_from_python,
        no_cfunc_wrapper=not called_from_python,
    )


def compiled_here(function: Function) -> Function:
    """Compile a function that has no source file, for this process alone."""
    import numba

    _teach_numba()
    return numba.njit(nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]


def compile_rules(functions: Mapping[str, Any]) -> None:
    """Compile rule functions for the one signature by which loops and searches call them."""
    shapes = _shapes()
    for name, function in functions.items():
        function.compile(shapes[name])


def compile_loop(function: Any, *arguments: str) -> Any:
    """Compile a function that takes rule functions and arrays, named by what they are.

    Typed function pointers are what makes this worth a cache: a function that is handed over as
    itself would be compiled again in every process.
    """
    import numba

    known = {
        "array": numba.int64[::1],
        "scores array": numba.float64[::1],
        "reals array": numba.float32[::1],
        "codes array": numba.int32[::1],
        "bytes array": numba.uint8[::1],
        "marks array": numba.boolean[::1],
        "number": numba.int64,
        "fraction": numba.float64,
    }
    with _lock:
        if not function.signatures:
            shapes = _shapes()
            function.compile(tuple(known[a] if a in known else numba.types.FunctionType(shapes[a]) for a in arguments))
            function.disable_compile()
    return function


def _shapes() -> dict[str, Any]:
    import numba

    state, word, scores = numba.int64[::1], numba.int64, numba.float64[::1]
    return {
        "actor": word(state),
        "actions": word(state, state),
        "odds": word(state, state),
        "apply": numba.void(state, word),
        "scores": numba.void(state, scores),
        "standing": numba.void(state, scores),
        "sample": word(state, state),
        "key": word(state),
        "outlook": numba.void(state, word, state),
        "observe": numba.void(state, word, numba.uint8[::1]),
    }


@cache
def _teach_numba() -> None:
    """Give Numba machine instructions for `popcount` and `lowest`, and typed words for `below`."""
    import numba
    from llvmlite import binding, ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator]
    def count_bits(context: Any, board: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(context: Any, board: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], cgutils.true_bit)

        return types.int64(types.int64), code

    @overload(popcount)  # type: ignore[untyped-decorator]
    def _(board: Any) -> Any:
        def counted(board: Any) -> Any:
            return count_bits(numba.int64(board))

        return counted

    @overload(lowest)  # type: ignore[untyped-decorator]
    def _(board: Any) -> Any:
        def found(board: Any) -> Any:
            return lowest_bit(numba.int64(board))

        return found

    @intrinsic  # type: ignore[untyped-decorator]
    def spread_bits(context: Any, word: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64), ir.IntType(64)])
            pdep = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
            return builder.call(pdep, args)

        return types.int64(types.int64, types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def funnel_shift(context: Any, board: Any, by: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(word, [word, word, word])
            shift = cgutils.get_or_insert_function(builder.module, kind, "llvm.fshl.i64")
            return builder.call(shift, [args[0], args[0], args[1]])

        return types.int64(types.int64, types.int64), code

    @overload(rotated)  # type: ignore[untyped-decorator]
    def _(board: Any, by: Any) -> Any:
        def turned(board: Any, by: Any) -> Any:
            return funnel_shift(board, by)

        return turned

    @overload(without_lowest)  # type: ignore[untyped-decorator]
    def _(board: Any) -> Any:
        def cleared(board: Any) -> Any:
            return board & (board - 1)

        return cleared

    @overload(nth_lowest)  # type: ignore[untyped-decorator]
    def _(board: Any, n: Any) -> Any:
        def counted(board: Any, n: Any) -> Any:
            for _ in range(n):
                board = board & (board - 1)
            return lowest_bit(board)

        def spread(board: Any, n: Any) -> Any:
            return lowest_bit(spread_bits(numba.int64(1) << n, board))

        has_pdep = binding.get_host_cpu_features().get("bmi2", False)
        return spread if has_pdep else counted

    u = numba.uint64
    golden, first, second = u(0x9E3779B97F4A7C15), u(0xBF58476D1CE4E5B9), u(0x94D049BB133111EB)
    half, low = u(32), u(0xFFFFFFFF)

    @overload(mixed)  # type: ignore[untyped-decorator]
    def _(key: Any, word: Any) -> Any:
        def stirred(key: Any, word: Any) -> Any:
            z = (u(key) ^ u(word)) + golden
            z = (z ^ (z >> u(30))) * first
            z = (z ^ (z >> u(27))) * second
            return numba.int64(z ^ (z >> u(31)))

        return stirred

    @overload(below)  # type: ignore[untyped-decorator]
    def _(random: Any, n: Any) -> Any:
        def drawn(random: Any, n: Any) -> Any:
            many = u(n)
            while True:
                seed = u(random[0]) + golden
                random[0] = numba.int64(seed)
                z = (seed ^ (seed >> u(30))) * first
                z = (z ^ (z >> u(27))) * second
                product = (z >> half) * many
                rest = product & low
                # the costly remainder is only needed when `rest` is small
                if rest >= many or rest >= u(0x100000000) % many:
                    return numba.int64(product >> half)

        return drawn
