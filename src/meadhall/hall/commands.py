"""Commands that come over a table's socket, and what a program that knows the rules is told there."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

import msgspec

from . import problems
from .messages import Command, Declined, Done, Played, Problem, Sentence
from .problems import Refused
from .store import Unkept
from .table import Table

log = logging.getLogger("meadhall")
COMMAND = msgspec.json.Decoder(Command)
ENCODER = msgspec.json.Encoder()


async def answer(
    table: Table,
    secrets: Iterable[str],
    text: str,
    done: Callable[[int | str | None], str],
    spend: Callable[[str], None],
) -> str:
    """Carry out what a text asks for, in somebody's name; whatever is wrong with it, there is an answer."""
    try:
        wish = COMMAND.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        return _declined(None, misunderstood(str(problem)))
    try:
        spend("moves")
        await _do(table, secrets, wish)
    except Refused as refused:
        return _declined(wish.id, refused.problem)
    except Unkept as problem:
        log.error("the database cannot be used: %s", problem)
        return _declined(wish.id, problems.unkept().problem)
    return done(wish.id)


async def _do(table: Table, secrets: Iterable[str], wish: Command) -> None:
    match wish.do:
        case "move":
            await table.move(secrets, wish.action, wish.number)
        case "undo":
            await table.undo(secrets, wish.number)
        case "resign":
            await table.resign(secrets, wish.number)


def done(table: Table, wish: int | str | None) -> str:
    """Say that a command was carried out."""
    return _json(Done(wish, table.number))


def played(table: Table, since: int, wish: int | str | None = None) -> str:
    """Say as Played what was played after so many actions, if need be as the answer to a command."""
    now = table.now
    actions = [(entry.actor, entry.text) for entry in now.match.entries[since:]]
    return _json(Played(now.number, since, actions, "over" if now.over else "playing", now.actor, wish))


def misunderstood(why: str) -> Problem:
    """Say that a message is no command."""
    return Problem(
        "not-understood",
        Sentence(f"This was not understood: {why[:200]}.", "Das war nicht zu verstehen: die Form stimmt nicht."),
    )


def _declined(wish: int | str | None, problem: Problem) -> str:
    return _json(Declined(wish, problem.code, problem.message))


def _json(message: Done | Declined | Played) -> str:
    return ENCODER.encode(message).decode()
