"""What is asked of a database, apart from who asks it: each piece of work is written once, for every store.

A piece of work yields SQL with its values, one statement after the other, and is sent the rows that came of it; a
store runs it on its own connection, all of it or nothing. Values are written $1, $2 …, as PostgreSQL has them.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from typing import Any, TypeAlias, TypeVar

Answer = TypeVar("Answer")
Row: TypeAlias = tuple[Any, ...]
Statement: TypeAlias = tuple[str, tuple[object, ...]]
Work: TypeAlias = Generator[Statement, list[Row], Answer]
CHANGED = "changed"  # no SQL: something is written at the table of this name, and others shall hear of it


def changed(name: str) -> Work[None]:
    """Announce a table to other processes, in the same commit as what is written there."""
    yield CHANGED, (name,)


def marks(values: Collection[object], first: int = 1) -> str:
    """Write as many marks as there are values: $1, $2, $3."""
    return ", ".join(f"${number}" for number in range(first, first + len(values)))


def each(sql: str, rows: Iterable[tuple[object, ...]]) -> Work[None]:
    """Run a statement with the values of each row."""
    for values in rows:
        yield sql, values
