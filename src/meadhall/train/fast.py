"""A net that judges many positions at once, and how fast it could do that."""

from __future__ import annotations

import copy
import time
from typing import Any

import torch
from torch import Tensor

from .net import Net, values


def exactness(device: str) -> torch.dtype:
    """Return how exactly a device reckons best."""
    return torch.bfloat16 if device == "cuda" else torch.float32


class Fast:
    """A copy of a net for so many positions at once; on the GPU compiled, and recorded as one graph."""

    def __init__(self, net: Net, games: int, device: str) -> None:
        self.device, self.games = device, games
        self.net = copy.deepcopy(net).to(device).eval().to(exactness(device))
        self.call: Any = self.net
        if device == "cuda":
            self.net = self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
            self.call = torch.compile(self.net, dynamic=False)
        self.planes = torch.zeros(games, net.points, net.planes, dtype=torch.uint8, device=device)
        self.graph: Any = None

    def take(self, net: Net) -> None:
        """Take over what another net has learned."""
        with torch.no_grad():
            for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
                mine.copy_(theirs)

    def _judge(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        with torch.no_grad():
            logits, result, *_ = self.call(planes)
            return logits.float(), values(result.float())

    def _record(self, planes: Tensor) -> None:
        self.planes.copy_(planes)
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._judge(self.planes)
        torch.cuda.current_stream().wait_stream(side)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.answer = self._judge(self.planes)

    def __call__(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits of all codes, and values from 0 to 1 for the player who decides."""
        if self.device != "cuda":
            return self._judge(planes)
        if self.graph is None:
            self._record(planes)
        self.planes.copy_(planes)
        self.graph.replay()
        return self.answer


def wait(device: str) -> None:
    """Wait until the GPU has done what it was told."""
    if device == "cuda":
        torch.cuda.synchronize()


def ceiling(fast: Fast, seconds: float = 0.5) -> float:
    """Measure how many positions a second the net judges if nothing else is done."""
    planes = torch.ones_like(fast.planes)
    fast(planes)
    wait(fast.device)
    start, calls = time.monotonic(), 0
    while (spent := time.monotonic() - start) < seconds:
        for _ in range(5):
            fast(planes)
        wait(fast.device)
        calls += 5
    return calls * fast.games / spent
