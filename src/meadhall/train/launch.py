"""Run a function of tree.py for every game: as a kernel on the GPU, or one game after the other on a CPU core."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import torch
from torch import Tensor

from meadhall.core import gpu, jit

THREADS = 64  # of a block


def tree(package: str, mode: jit.Mode = "interpreted") -> ModuleType:
    """Return tree.py for the game of a room."""
    return jit.twin("meadhall.train.tree", mode, package)


@cache
def kernel(package: str, name: str, device: str) -> Callable[..., None]:
    """Make `run(n, *arrays)`, which calls tree.<name>(0 … n - 1, *arrays); or, for points, once for each of a board."""
    mode: jit.Mode = "cuda" if device == "cuda" else "compiled"
    module = tree(package, mode)
    function = getattr(module, name)
    names = list(inspect.signature(function.py_func).parameters)
    by_point = names[1] == "point"
    rest = ", ".join(names[2 if by_point else 1 :])
    points = module.planes.POINTS
    which = f"i // {points}, i % {points}" if by_point else "i"
    call = f"function({which}, {rest})"
    if mode == "cuda":
        cuda = gpu.cuda()
        run = _made(f"i = cuda.grid(1)\n    if i < n:\n        {call}", rest, {"cuda": cuda, "function": function})
        compiled = cuda.jit(run)

        def launch(n: int, *arrays: Any) -> None:
            stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
            compiled[(n + THREADS - 1) // THREADS, THREADS, stream](n, *arrays)

        return launch
    return jit.compiled_here(_made(f"for i in range(n):\n        {call}", rest, {"function": function}))


def _made(body: str, arguments: str, names: dict[str, Any]) -> Callable[..., None]:
    """Make a function from text: Numba passes arrays on only by their names."""
    exec(f"def run(n, {arguments}):\n    {body}\n", names)
    made: Callable[..., None] = names["run"]
    return made


def shared(tensor: Tensor) -> Any:
    """Show a tensor to the kernels, without a copy."""
    if tensor.is_cuda:
        return gpu.cuda().as_cuda_array(tensor.detach())
    return tensor.detach().numpy()
