"""Many games at once, as arrays, on the threads of a CPU or on a GPU: for learning programs and for statistics."""

from __future__ import annotations

from typing import Any

from meadhall.core.errors import BadOption, is_whole, shown
from meadhall.core.match import read_seed
from meadhall.core.registry import find

from .batch import Batch
from .common import Episodes, Kind

__all__ = ["Batch", "Episodes", "Kind", "make"]

DEVICES = ("cpu", "cuda")
MOST = 1 << 31  # games


def make(
    name: str,
    n: int,
    players: int | None,
    seed: int | str | None,
    device: str,
    threads: int | None,
    auto_reset: bool,
    history: bool,
    options: dict[str, Any],
) -> Batch:
    """Make a batch, or say what is wrong with what was asked for."""
    game = find(name)
    setup = game.setup(players, options)
    if not is_whole(n) or not 0 < int(n) < MOST:
        raise BadOption(f"a batch cannot have {shown(n)} games; it can have 1 and more")
    if threads is not None and (not is_whole(threads) or int(threads) < 1):
        raise BadOption(f"threads cannot be {shown(threads)}; it can be 1 and more, or None for all cores")
    if device not in DEVICES:
        raise BadOption(f"device cannot be {shown(device)}; it can be cpu, cuda")
    read_seed(seed)
    kind = Kind(game, setup, int(n), bool(auto_reset))
    if device == "cuda":
        from .cuda import Cuda

        return Batch(Cuda(kind), seed, bool(history))
    from .cpu import Cpu

    return Batch(Cpu(kind, None if threads is None else int(threads)), seed, bool(history))
