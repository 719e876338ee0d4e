"""Whether a database can be read from end to end, and what to do about one that cannot be used."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from meadhall.core.errors import BadOption, cut, shown

LONGEST_WORDS = 120  # of what SQLite says is wrong
LONGEST_NAME = 90  # of a file
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
UNREADABLE = (*DAMAGED, sqlite3.SQLITE_IOERR)
REFUSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH)
RESTORE = "restore a backup into a new file: meadhall restore BACKUP --database NEW.db"
NUMBERED = {"events": "number", "talk": "number", "seats": "seat + 1"}  # from 1 on at each table
INCOMPLETE = "select name from {} group by name having max({}) <> count(*)"
WITHOUT_SEATS = "select name from tables where name not in (select name from seats)"
WITHOUT_MOVES = """
select name from tables t where number > 0 and number > (select count(*) from events e where e.name = t.name)
"""


def code_of(problem: BaseException) -> int:
    """Return the kind of an error as SQLite numbers it; 0 where it is none of SQLite's."""
    return int(getattr(problem, "sqlite_errorcode", 0)) & 0xFF


def flaw(connection: sqlite3.Connection, thorough: bool = False) -> str | None:
    """Return what is damaged in a database, in a few words; None where all of it can be read.

    Pages are followed from the roots of all trees. What that cannot see is the end of a long text that was zeroed:
    a text of ours has no zeros. Thorough looks into indexes, too.
    """
    try:
        ((said, *_), *_) = connection.execute(f"pragma {'integrity' if thorough else 'quick'}_check(1)").fetchall()
        if said != "ok":
            return cut(str(said).removeprefix("*** in database main ***"), LONGEST_WORDS)
        for table, columns in _texts(connection).items():
            zeros = " or ".join(f"instr({column}, char(0))" for column in columns)
            if connection.execute(f"select 1 from {table} where {zeros} limit 1").fetchall():
                return f"a text in {table} has zeros in it"
    except sqlite3.Error as problem:
        if code_of(problem) in UNREADABLE or "decode" in str(problem):
            return cut(str(problem), LONGEST_WORDS)
        raise
    return None


def _texts(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Name the columns that hold texts, by table."""
    found: dict[str, list[str]] = {}
    for table, column in connection.execute(
        "select m.name, c.name from sqlite_master m, pragma_table_info(m.name) c "
        "where m.type = 'table' and lower(c.type) = 'text'"
    ).fetchall():
        found.setdefault(table, []).append(column)
    return found


def gap(connection: sqlite3.Connection) -> str | None:
    """Return what is missing in a database that can be read, in a few words; None where everything is there."""
    for table, _, other, _ in connection.execute("pragma foreign_key_check").fetchall():
        return f"something in {table} belongs to what is not in {other}"
    there = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    for kind, number in NUMBERED.items():
        if kind in there and (name := _first(connection, INCOMPLETE.format(kind, number))):
            return f"one of the {kind} of table {shown(name)} is missing"
    if name := _first(connection, WITHOUT_SEATS):
        return f"the seats of table {shown(name)} are missing"
    if name := _first(connection, WITHOUT_MOVES):
        return f"the last moves of table {shown(name)} are missing"
    return None


def _first(connection: sqlite3.Connection, sql: str) -> str | None:
    for (name,) in connection.execute(f"{sql} limit 1").fetchall():
        return str(name)
    return None


def unusable(file: str, problem: Exception) -> BadOption:
    """Return why a database cannot be used, and what to do, in a sentence."""
    what = why(file, problem)
    if code_of(problem) in DAMAGED or "malformed" in what or "unsupported file format" in what:
        do = f"it is damaged, or none of ours; {RESTORE}"
    elif code_of(problem) in REFUSED or isinstance(problem, PermissionError):
        do = "let this user read and write it and its folder, or choose another file with --database"
    else:
        do = "choose another file with --database"
    return BadOption(f"the database {shown(file, LONGEST_NAME)} cannot be used ({what}); {do}")


def why(file: str, problem: Exception) -> str:
    """Return why a file cannot be opened or read, in a few words."""
    with suppress(OSError, ValueError):
        if Path(file).is_dir():
            return "it is a folder"
        if not Path(file).exists():
            return "there is no such file"
    return cut(getattr(problem, "strerror", None) or str(problem), LONGEST_WORDS)


def damaged(name: str, why: str, then: str = "") -> BadOption:
    """Return that a database is damaged, what follows from that, and what to do, in a sentence."""
    return BadOption(f"the database {shown(name, LONGEST_NAME)} is damaged ({why}){then}; {RESTORE}")
