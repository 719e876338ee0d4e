"""Databases as older versions have left them: what a hall has kept, as far as the version knew of it."""

import asyncio
import sqlite3
from contextlib import closing

import asyncpg

from meadhall.hall.store.backup import KEPT, shape
from meadhall.hall.store.postgres import translated
from meadhall.hall.store.schema import STEPS


def older_file(source, file, version):
    """Write an SQLite database of an older version."""
    with closing(sqlite3.connect(source)) as now, closing(sqlite3.connect(file, isolation_level=None)) as old:
        old.executescript(f"pragma journal_mode = wal; {' '.join(STEPS[:version])} pragma user_version = {version};")
        for table, columns, rows in _known(now, old):
            old.executemany(
                f"insert into {table} ({', '.join(columns)}) values ({', '.join('?' * len(columns))})", rows
            )
    return file


def older_postgres(source, address, version):
    """Write a PostgreSQL database of an older version."""

    async def write():
        connection = await asyncpg.connect(address)
        await connection.execute("create table meadhall (version integer not null)")
        await connection.execute("insert into meadhall values ($1)", version)
        for step in STEPS[:version]:
            await connection.execute(translated(step))
        with closing(sqlite3.connect(source)) as now, closing(sqlite3.connect(":memory:")) as old:
            old.executescript(" ".join(STEPS[:version]))
            for table, columns, rows in _known(now, old):
                places = ", ".join(f"${place + 1}" for place in range(len(columns)))
                await connection.executemany(f"insert into {table} ({', '.join(columns)}) values ({places})", rows)
        await connection.close()

    asyncio.run(write())
    return address


def _known(now, old):
    """Give all that an older version knew of: tables, columns, rows."""
    for table in KEPT:
        columns, _ = shape(old, table)
        if columns:
            yield table, columns, now.execute(f"select {', '.join(columns)} from {table}").fetchall()
