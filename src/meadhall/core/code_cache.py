"""Where compiled code is kept on disk.

It lies in a folder named by a hash of every source file that it depends on and of Numba's version, because Numba itself
does not notice when a file that another one uses has changed. Code of a game that lies outside this package is kept in
a folder of its own in there, named by a hash of its sources.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

UNUSED = 14 * 24 * 3600.0  # seconds after which compiled code of another version is removed


@cache
def folder() -> Path | None:
    """Find a folder for compiled code that can be written to; None where there is none."""
    wanted = os.environ.get("MEADHALL_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    places = [wanted] if wanted else [f"{home}/meadhall", f"{tempfile.gettempdir()}/meadhall-{user}"]
    for place in places:
        found = Path(place) / sources_hash()
        try:
            found.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=found):
                pass
            if _is_ours(found):
                os.utime(found)
                _sweep(found)
                return found
        except OSError:
            continue
    return None


def of(sources: Path) -> Path | None:
    """Find the folder for compiled code of a folder of sources: those of this package share one."""
    shared, root = folder(), Path(__file__).parent.parent
    if shared is None or sources.is_relative_to(root):
        return shared
    own = shared / _hash(sources, sorted(sources.rglob("*.py")))
    own.mkdir(mode=0o700, exist_ok=True)
    return own


def _sweep(kept: Path) -> None:
    """Remove compiled code of other versions that nobody has used for long."""
    for other in kept.parent.iterdir():
        with suppress(OSError):  # somebody else may sweep too
            old = re.fullmatch("[0-9a-f]{16}", other.name) and time.time() - other.stat().st_mtime > UNUSED
            if old and other != kept and not other.is_symlink() and _is_ours(other):
                shutil.rmtree(other, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """Say whether nobody else can have put code into a folder: cached code is run as it lies there."""
    found = folder.stat()
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


def compiled_sources(root: Path) -> list[Path]:
    """List what compiled code depends on: all of core/ and search/, and elsewhere what is marked to be compiled."""
    whole = [path for folder in ("core", "search") for path in (root / folder).rglob("*.py")]
    marked = [path for path in root.rglob("*.py") if re.search(rb"^@(rule|loop)\b", path.read_bytes(), re.MULTILINE)]
    return sorted({*whole, *marked})


@cache
def sources_hash() -> str:
    """Hash every Python source that compiled code depends on, and the versions of what compiles it."""
    root = Path(__file__).parent.parent
    return _hash(root, compiled_sources(root))


def _hash(root: Path, sources: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    for package in ("numba", "llvmlite", "numpy"):
        digest.update(f"{package} {version(package)}\0".encode())
    digest.update(sys.version.encode())
    return digest.hexdigest()[:16]
