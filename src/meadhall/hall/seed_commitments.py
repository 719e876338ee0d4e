"""Dice that nobody can choose: the house commits itself to a secret first, then every seat adds a nonce.

A commitment is kept until a table is set up with it, so that any server process can honour it; it serves once.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from meadhall.core import seed_commitment
from meadhall.core.game import Game
from meadhall.core.match import read_seed

from . import problems
from .messages import Pledge, SeatWish
from .store import SeatRow, Store, TableRow

KEPT = 600  # seconds


async def give(store: Store) -> Pledge:
    """Draw a secret, and give the commitment to it."""
    secret, now = seed_commitment.new_secret(), time.time()
    await store.pledge(seed_commitment.commitment(secret), secret, now, now + KEPT)
    return Pledge(seed_commitment.commitment(secret), KEPT)


async def bind(store: Store, game: Game, row: TableRow, commitment: str) -> TableRow:
    """Give a table its secret: the one that somebody was promised, or a new one; without luck it needs none."""
    if not game.has_luck:
        return msgspec.structs.replace(row, seed=read_seed(None), commitment="")
    secret = await store.redeem(commitment, time.time()) if commitment else seed_commitment.new_secret()
    if secret is None:
        raise problems.no_pledge()
    return msgspec.structs.replace(row, seed=secret, commitment=seed_commitment.commitment(secret))


def check(wishes: Sequence[SeatWish], commitment: str) -> None:
    """Refuse nonces that are none, that come before a commitment, or that are for somebody else's seat."""
    for wish in wishes:
        if wish.nonce and wish.kind not in ("me", "here"):
            raise problems.bad_nonce()
        read(wish.nonce, bool(commitment))


def read(nonce: str, promised: bool) -> str:
    """Understand what somebody adds; nothing is to waive it."""
    if nonce and not (promised and seed_commitment.is_nonce(nonce)):
        raise problems.bad_nonce()
    return nonce or seed_commitment.WAIVED


def add(row: TableRow, seats: Sequence[SeatRow], nonces: Sequence[str | None]) -> list[SeatRow]:
    """Note what each seat adds; those of bots add nothing."""
    if not row.commitment:
        return list(seats)
    return [
        msgspec.structs.replace(seat, nonce=seed_commitment.BOT if seat.kind == "bot" else nonce)
        for seat, nonce in zip(seats, nonces, strict=True)
    ]
