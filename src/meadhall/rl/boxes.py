"""Spaces of Gymnasium for what is seen."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from meadhall.core.jit import Bytes


def box(highest: Bytes) -> spaces.Box:
    """Return the space of bytes that are at most so high; those of pictures would all go up to 255."""
    return spaces.Box(0, highest, dtype=np.uint8)
