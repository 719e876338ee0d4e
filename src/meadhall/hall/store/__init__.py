"""Where tables, people and what they said are kept: rows.py says what, base.py what can be asked of any store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meadhall.core.errors import BadOption, shown

from .base import NoStore, Store
from .rows import Card, Conflict, Damaged, Event, Kept, Kind, SeatRow, TableRow, Unkept
from .sqlite import BesideStore, InUse, SQLiteStore

__all__ = [
    "Card",
    "Conflict",
    "Damaged",
    "Event",
    "InUse",
    "Kept",
    "Kind",
    "NoStore",
    "SQLiteStore",
    "SeatRow",
    "Store",
    "TableRow",
    "Unkept",
    "file_of",
    "open_beside",
    "open_store",
]


def open_store(database: str | None) -> Store:
    """Open the store that `--database` names; by default a file in the user's data folder."""
    file = file_of(database)
    store: Store = SQLiteStore(file) if file is not None else _postgres().PostgresStore(str(database))
    return store


def open_beside(database: str | None) -> Store:
    """Open a store that is there, perhaps beside its servers, and as it is."""
    file = file_of(database)
    if file is not None and not file.exists():
        raise BadOption(f"there is no database {shown(str(file))}; say with --database where it is")
    store: Store = BesideStore(file) if file is not None else _postgres().PostgresBeside(str(database))
    return store


def file_of(database: str | None) -> Path | None:
    """Give the file that `--database` names; None where it names a PostgreSQL."""
    if database is None:
        from platformdirs import user_data_path

        return user_data_path("meadhall", appauthor=False) / "meadhall.db"
    scheme, separator, rest = database.partition("://")
    if not separator:
        return Path(database).expanduser()
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Path(rest[1:])  # sqlite:///here.db is a file here, sqlite:////tmp/x.db one from the root
    if scheme in ("postgresql", "postgres"):
        return None
    raise BadOption(f"database cannot be {shown(database)}; it can be a file, sqlite:///FILE or postgresql://…")


def _postgres() -> Any:
    try:
        from . import postgres
    except ImportError as problem:
        raise BadOption(f"PostgreSQL needs {problem.name}: pip install 'meadhall[postgres]'") from None
    return postgres
