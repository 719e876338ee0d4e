"""How observations are written, like rules; and what a room shows that has no `observation.py` of its own.

A place below 0 would be counted from the end, as Python does. That there is none is said once, before the loops:
then the compiler writes many bytes at a time.
"""

from .jit import Bytes, State, rule


@rule
def write_marks(out: Bytes, at: int, many: int, word: int) -> int:
    """Write the lowest bits of a word as marks of 0 or 1; return where to go on."""
    if at < 0:
        return at
    for k in range(many):
        out[at + k] = word >> k & 1
    return at + many


@rule
def write_zeros(out: Bytes, at: int, many: int) -> int:
    """Write that there is nothing; return where to go on."""
    if at < 0:
        return at
    for k in range(many):
        out[at + k] = 0
    return at + many


@rule
def write_choice(out: Bytes, at: int, many: int, which: int) -> int:
    """Mark one of many, or none where `which` is not among them; return where to go on."""
    if at < 0:
        return at
    for k in range(many):
        out[at + k] = 1 if k == which else 0
    return at + many


@rule
def write_number(out: Bytes, at: int, number: int) -> int:
    """Write a number, at most 255 of it; return where to go on."""
    out[at] = min(number, 255)
    return at + 1


@rule
def observe(state: State, player: int, out: Bytes) -> None:
    """Write the player's seat, and every word of the array, lowest byte first."""
    at = write_number(out, 0, player)
    for i in range(len(state)):
        for k in range(8):
            at = write_number(out, at, state[i] >> (8 * k) & 255)
