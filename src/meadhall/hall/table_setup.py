"""How a table is set up: whether it can be played, who sits where, and how a rematch begins."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from meadhall.core.errors import BadOption, UnknownGame
from meadhall.core.game import Game, Option
from meadhall.core.registry import find

from . import owners, problems, seed_commitments
from .messages import NewTable, SeatWish
from .names import bot_name, person_name
from .seat_secrets import digest, new_secret
from .snapshot import begin, card
from .store import Kept, SeatRow, TableRow
from .table import Table


def the_game(name: str) -> Game:
    """Find a game, or say that there is none."""
    try:
        return find(name)
    except UnknownGame:
        raise problems.no_game(name) from None


def blank_start(table: Table) -> str:
    """Give what a rematch begins from: nothing, or the set that somebody brought."""
    setup = table.match.setup
    if setup.coasters is None:
        return ""
    return owners.blank_record(table.game, setup.players, setup.options, setup.coasters)


def check(game: Game, wish: NewTable) -> None:
    """Refuse a table that cannot be played."""
    if len(wish.seats) not in game.players:
        counts = [str(count) for count in game.players]
        raise problems.bad_table(
            f"{game.title['en']} is for {' or '.join(counts)} players, not for {len(wish.seats)}.",
            f"{game.title['de']} ist für {' oder '.join(counts)} Personen, nicht für {len(wish.seats)}.",
        )
    known = {option.name: option for option in game.options}
    for name, value in wish.options.items():
        if name not in known:
            raise problems.bad_table(
                f"{game.title['en']} has no option “{name[:40]}”.",
                f"{game.title['de']} hat keine Einstellung „{name[:40]}“.",
            )
        _check_option(known[name], value)
    if any(seat.kind == "bot" and not 1 <= seat.level <= 5 for seat in wish.seats):
        raise problems.bad_level()


def _check_option(option: Option, value: str | int) -> None:
    try:
        option.read(value)
    except BadOption:
        allowed = ", ".join(str(choice) for choice in option.allowed())
        raise problems.bad_table(
            f"“{option.words['en']}” cannot be “{str(value)[:40]}”; it can be {allowed}.",
            f"„{option.words['de']}“ kann nicht „{str(value)[:40]}“ sein, nur {allowed}.",
        ) from None


def seat(wishes: list[SeatWish]) -> tuple[list[SeatRow], dict[int, str]]:
    """Seat everybody: the rows, and the secrets of the seats that are not for bots."""
    players: dict[int, str] = {}
    for number, wish in enumerate(wishes):
        if wish.kind in ("me", "here") and wish.name.strip():
            players[number] = person_name(wish.name, players.values())
    for number, wish in enumerate(wishes):
        if wish.kind == "bot" and wish.program:
            players[number] = person_name(wish.program, players.values())
    for number, wish in enumerate(wishes):
        if number not in players and wish.kind != "link":
            players[number] = bot_name(players.values())  # people who have not said theirs get a Viking's name too
    secrets = {number: new_secret() for number, wish in enumerate(wishes) if wish.kind != "bot"}
    rows = []
    for number, wish in enumerate(wishes):
        bot = wish.kind == "bot"
        key = None if bot else digest(secrets[number])
        row = SeatRow(number, "bot" if bot else "person", wish.level if bot else None, players.get(number, ""), key)
        rows.append(msgspec.structs.replace(row, program=wish.program))
    return rows, secrets


def further(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Let everybody move a seat further; whoever had left a seat to a bot is back."""
    rows = []
    for number, old in enumerate([seats[-1], *seats[:-1]]):
        bot = old.digest is None
        kind: Literal["person", "bot"] = "bot" if bot else "person"
        row = SeatRow(number, kind, old.level if bot else None, old.player, old.digest, old.person)
        rows.append(msgspec.structs.replace(row, program=old.program))
    return rows


def another(row: TableRow, seats: Sequence[SeatRow], mine: Collection[str | None], nonce: str | None) -> list[SeatRow]:
    """Return everybody's seats at a rematch; who asked for it has added something to its dice, or does so later."""
    rows = further(seats)
    return seed_commitments.add(row, rows, [nonce if seat.digest in mine else None for seat in rows])


def new_table(row: TableRow, seats: list[SeatRow]) -> Kept:
    """Give all that is kept of a table where nothing has happened yet."""
    return Kept(row, card(row, begin(row, seats)), seats, [])
