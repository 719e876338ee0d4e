"""Tables whose dice can be verified, for tests: commitments and nonces."""

import hashlib
from itertools import count

NUMBERS = count(1)


def nonce():
    """Give one that was never used before, and is the same in every run."""
    return hashlib.sha256(str(next(NUMBERS)).encode()).hexdigest()[:32]


def promised(guest):
    return guest.post("/commitments", status=201)["commitment"]


def opened(guest, game, *kinds, status=201, **more):
    """Set a table up with nonces: those of our own seats, and what the hall has answered."""
    nonces = [nonce() if kind in ("me", "here") else None for kind in kinds]
    seats = [{"kind": "bot", "level": kind} if isinstance(kind, int) else {"kind": kind} for kind in kinds]
    seats = [seat | ({"nonce": own} if own else {}) for seat, own in zip(seats, nonces, strict=True)]
    more = {"commitment": promised(guest), **more}
    return nonces, guest.post("/tables", {"game": game, "seats": seats, **more}, status), more["commitment"]
