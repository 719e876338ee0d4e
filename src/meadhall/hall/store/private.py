"""Files that only their owner may read: they hold what players do not know of each other."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

from meadhall.core.errors import shown

log = logging.getLogger("meadhall")
OWNER_ONLY = 0o600
OTHERS = 0o077
BESIDE = ("", "-wal", "-shm", "-lock", "-journal")  # a database's file, and what may lie beside it


def create_private(file: str) -> None:
    """Create an empty file, and its folder, for their owner only, where they are not there yet.

    SQLite gives what it makes beside a database the same rights.
    """
    folder = Path(file).parent
    if not folder.exists():
        folder.mkdir(0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))


def tighten(file: str) -> None:
    """Close a database's files to all but their owner, without opening them: closing them would end SQLite's locks."""
    for path in [f"{file}{end}" for end in BESIDE] if os.name == "posix" else []:
        with suppress(FileNotFoundError):
            mode = os.stat(path).st_mode
            if stat.S_ISREG(mode) and mode & OTHERS:
                try:
                    os.chmod(path, stat.S_IMODE(mode) & ~OTHERS)
                    log.warning("others could read %s; from now on only its owner can", shown(path, 200))
                except PermissionError:
                    log.warning("others may read %s, which is not ours: chmod 600 it", shown(path, 200))
