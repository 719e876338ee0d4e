"""Where tables, people and what they said are kept: rows.py says what, base.py what can be asked of any store."""

from __future__ import annotations

from pathlib import Path

from meadhall.core.errors import BadOption, shown

from .base import NoStore, Store
from .rows import Card, Conflict, Event, Kept, Kind, SeatRow, TableRow, Unkept
from .sqlite import SQLiteStore

__all__ = [
    "Card",
    "Conflict",
    "Event",
    "Kept",
    "Kind",
    "NoStore",
    "SQLiteStore",
    "SeatRow",
    "Store",
    "TableRow",
    "Unkept",
    "open_store",
]


def open_store(database: str | None) -> Store:
    """Open the store that `--database` names; by default a file in the user's data folder."""
    if database is None:
        from platformdirs import user_data_path

        return SQLiteStore(user_data_path("meadhall", appauthor=False) / "meadhall.db")
    scheme, separator, rest = database.partition("://")
    if not separator:
        return SQLiteStore(Path(database).expanduser())
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return SQLiteStore(rest[1:])  # sqlite:///here.db is a file here, sqlite:////tmp/x.db one from the root
    if scheme in ("postgresql", "postgres"):
        try:
            from .postgres import PostgresStore
        except ImportError as problem:
            raise BadOption(f"PostgreSQL needs {problem.name}: pip install 'meadhall[postgres]'") from None
        return PostgresStore(database)
    raise BadOption(f"database cannot be {shown(database)}; it can be a file, sqlite:///FILE or postgresql://…")
