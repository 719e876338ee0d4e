"""Who sits where: rounds in which every bot sits on every seat equally often."""

from __future__ import annotations

import hashlib
from itertools import combinations, permutations


def seatings(bots: int, players: int, number: int = 0) -> list[tuple[int, ...]]:
    """Seat the bots, given by their places in the list, for each game of a round.

    Bots for all seats take turns on them. More bots than seats: each group that fills a table does so.
    Fewer: they fill the seats one after the other, and each of them is once the first to sit down.
    """
    if bots < players:
        tables = [tuple((first + seat) % bots for seat in range(players)) for first in range(bots)]
    else:
        tables = [_neighbours(table, number) for table in combinations(range(bots), players)]
    turned = [table[turn:] + table[:turn] for table in tables for turn in range(players)]
    return list(dict.fromkeys(turned))


def _neighbours(table: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Change from round to round who comes after whom, which turning the table leaves as it is."""
    orders = list(permutations(table[1:]))
    return (table[0], *orders[number % len(orders)])


def whole_rounds(games: int, size: int) -> int:
    """Round a number of games up to whole rounds of a size."""
    return -(-games // size) * size


def match_seed(seed: str, number: int) -> str:
    """Give the seed of a round's dice and draws, the same for all its games."""
    return f"{seed}/{number}"


def bot_seed(seed: str, game: int, seat: int) -> int:
    """Give the seed of one bot's own dice in one game."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{game}/{seat}".encode()).digest()[:7], "big")
