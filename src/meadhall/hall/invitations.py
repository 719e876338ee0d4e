"""Invitations: who may take one back, and of which seats."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from . import problems

if TYPE_CHECKING:
    from .table import Table


def check(table: Table, opened: Collection[int], seat: int) -> None:
    """Refuse a new invitation to a seat, unless a host asks for it and nobody has played there yet.

    Hosts are those who sat there when the table was set up. Who only has the invitation itself may change it as long
    as nobody has come with it: they could as well sit down.
    """
    if not opened:
        raise problems.no_seat()
    if table.over:
        raise problems.over()
    if not 0 <= seat < len(table.seats):
        raise problems.no_invitation("There is no such seat here.", "Diesen Platz gibt es hier nicht.")
    hosts = {row.seat for row in table.seats if row.digest and row.player and row.seat not in table.now.guests}
    row = table.seats[seat]
    if row.kind == "bot" or seat in hosts:
        raise problems.no_invitation(
            "Nobody was invited to this seat, so there is nothing to take back.",
            "Auf diesen Platz wurde niemand eingeladen, also gibt es nichts zurückzunehmen.",
        )
    if not hosts.intersection(opened) and (row.player or seat not in opened):
        raise problems.no_host()
    played = any(entry.actor == seat for entry in table.match.entries[table.now.first :])
    timed = table.now.clock is not None and table.now.clock.started
    if row.player and (played or timed):
        raise problems.no_invitation(
            f"{row.player} is playing already; the seat stays theirs.",
            f"{row.player} spielt schon mit; der Platz bleibt vergeben.",
        )
