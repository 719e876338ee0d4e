"""Dice and draws from a seed, so that anybody can recompute them in any language.

The chance steps of a match are numbered 0, 1, 2 … in the order in which they happen. A step has
outcomes in a fixed order, each with a whole number as its weight; all weights add up to `total`.

    key      the seed as text in UTF-8 (the number 7 is the one byte 0x37)
    message  b"meadhall chance 1", the step as 8 bytes, the attempt as 4 bytes, both big-endian
    number   the first 8 bytes of HMAC-SHA256(key, message), big-endian
    attempt  0 at first; while number >= 2**64 - 2**64 % total, one more (rejection sampling, so
             that no outcome is favoured)
    outcome  the first one whose weight, added to all weights before it, exceeds number % total

Changing any of this changes every game ever played from a seed: tests/core/test_chance.py pins it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

PURPOSE = b"meadhall chance 1"
EXAMPLE = b"meadhall example 1"  # for outcomes that are only shown, never played


def draw(seed: str, step: int, weights: Sequence[int], purpose: bytes = PURPOSE) -> int:
    """Choose an outcome of a chance step: its place among the weights."""
    total = sum(weights)
    rest = number_below(seed, step, total, purpose)
    for outcome, weight in enumerate(weights):
        if rest < weight:
            return outcome
        rest -= weight
    raise ValueError("a chance step needs outcomes with positive weights")


def number_below(seed: str, step: int, total: int, purpose: bytes = PURPOSE) -> int:
    """Draw a whole number from 0 to total - 1."""
    fair = 2**64 - 2**64 % total
    attempt = 0
    while True:
        message = purpose + step.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        digest = hmac.digest(seed.encode("utf-8"), message, hashlib.sha256)
        number = int.from_bytes(digest[:8], "big")
        if number < fair:
            return number % total
        attempt += 1
