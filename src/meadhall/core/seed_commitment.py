"""Seeds that nobody can choose alone: a secret of the house, and a nonce of each seat that was added after it.

    seed        provable 1 SECRET NONCE NONCE …      one line, single spaces, the nonces in the order of the seats
    SECRET      64 hexadecimal digits (256 bits), in small letters
    NONCE       32 hexadecimal digits (128 bits), in small letters; `-` where a seat has waived its own; `bot`
    commitment  SHA-256 of the 64 characters of SECRET, as 64 hexadecimal digits

The commitment is published before the first nonce is known, the secret when the match is over. Dice and draws come
from the seed as from any other (chance.py). All seats compare a fingerprint of what they were told:

    fingerprint the first 10 bytes of SHA-256 of `meadhall dice 1 COMMITMENT NONCE NONCE …`, as six groups of four
                decimal digits: the number that they make, big-endian, modulo 10^24

docs/dice.md tells all of it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

FINGERPRINT_DIGITS = 24  # some 80 bits
FINGERPRINT_BYTES = 10
WAIVED, BOT = "-", "bot"  # instead of a nonce
NONCE = re.compile("[0-9a-f]{32}")
SEED = re.compile(f"provable 1 ([0-9a-f]{{64}})((?: (?:{NONCE.pattern}|{WAIVED}|{BOT}))+)")


@dataclass(frozen=True)
class SeedCommitment:
    """What a provable seed is made of."""

    secret: str
    nonces: tuple[str, ...]

    @property
    def seed(self) -> str:
        """The seed itself, as chance takes it."""
        return " ".join(("provable 1", self.secret, *self.nonces))

    @property
    def commitment(self) -> str:
        """What was published before the nonces came."""
        return commitment(self.secret)


def new_secret() -> str:
    """Draw a secret of the house."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Give what may be known of a secret before the match is over."""
    return sha256(secret.encode()).hexdigest()


def fingerprint(commitment: str, nonces: Sequence[str]) -> str:
    """Return what all seats compare, to know that they were told the same."""
    told = sha256(" ".join(("meadhall dice 1", commitment, *nonces)).encode()).digest()
    digits = f"{int.from_bytes(told[:FINGERPRINT_BYTES]) % 10**FINGERPRINT_DIGITS:0{FINGERPRINT_DIGITS}}"
    return " ".join(digits[place : place + 4] for place in range(0, FINGERPRINT_DIGITS, 4))


def is_nonce(text: str) -> bool:
    """Say whether a text is a nonce that a seat may add."""
    return NONCE.fullmatch(text) is not None


def seed(secret: str, nonces: Sequence[str]) -> str:
    """Put a seed together, nonces in the order of the seats."""
    return SeedCommitment(secret, tuple(nonces)).seed


def parse(seed: str) -> SeedCommitment | None:
    """Take a seed apart; None where it is a plain one."""
    found = SEED.fullmatch(seed)
    return None if found is None else SeedCommitment(found[1], tuple(found[2].split()))
