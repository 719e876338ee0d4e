"""How guided searches weigh what an action has brought against what the net thinks of it (PUCT); written like rules."""

from __future__ import annotations

from meadhall.core.jit import rule


@rule
def merit(gained: float, tried: float, opinion: float, mean: float, caution: float, spread: float) -> float:
    """Return how much an action deserves the next simulation.

    It is worth what it gained a try; before it was tried, by `caution` less than its node. The opinion of it counts as
    long as it was tried little: `spread` is how much, and grows with the root of all tries of the node.
    """
    value = mean - caution
    if tried > 0:
        value = gained / tried
    return value + spread * opinion / (1.0 + tried)
