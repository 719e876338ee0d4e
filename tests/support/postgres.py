"""A PostgreSQL of our own for tests: in a temporary folder, gone when they are over; works as root, too."""

import asyncio
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import asyncpg

NUMBERS = itertools.count()


class Postgres:
    """A database server that only this process can reach, and that can be stopped and started."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="meadhall-postgres-")
        self._as = {}
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": [], "cwd": self.folder}
        data = f"{self.folder}/data"
        self._run(
            "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )  # fmt: skip
        quick = "-c fsync=off -c full_page_writes=off"  # nobody pulls the plug; a commit is still a commit
        self._options = f"-k {self.folder} -c listen_addresses= -c max_connections=200 {quick}"
        self.start()

    def _run(self, program, *arguments):
        subprocess.run([bindir() / program, *arguments], check=True, stdout=subprocess.DEVNULL, **self._as)

    def _control(self, *arguments):
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-w", *arguments)

    def start(self):
        self._control("-o", self._options, "start")

    def stop(self, how="immediate"):
        self._control("-m", how, "stop")

    def database(self):
        """Make an empty database: its address."""
        name = f"hall{next(NUMBERS)}"

        run_sql(f"postgresql://postgres@/postgres?host={self.folder}", f"create database {name}")
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def run_sql(address, sql):
    """Have a database do something."""

    async def run():
        connection = await asyncpg.connect(address)
        await connection.execute(sql)
        await connection.close()

    asyncio.run(run())


def bindir():
    """Find the newest PostgreSQL of this machine."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    if found:
        return found[-1].parent
    program = shutil.which("initdb")
    assert program, "these tests need PostgreSQL: make test installs it"
    return Path(program).resolve().parent
