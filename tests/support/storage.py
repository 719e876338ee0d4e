"""Databases that were damaged or lost something, for tests."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

PAGE_BYTES = 4096


def zero_page(file, page):
    """Zero a page, from another process: closing a file here would take SQLite's locks from it."""
    code = f"f = open({str(file)!r}, 'r+b'); f.seek({(page - 1) * PAGE_BYTES}); f.write(bytes({PAGE_BYTES}))"
    subprocess.run([sys.executable, "-c", code], check=True)


def copied(file, target, *ends):
    """Copy a database's file, and what lies beside it with these ends, from another process."""
    for end in ("", *ends):
        subprocess.run(["cp", f"{file}{end}", f"{target}{end}"], check=True)
    return target


def unused_pages(file):
    """List the pages of a closed file that hold nothing: leaves of its list of free pages."""
    content = Path(file).read_bytes()

    def word(at):
        return int.from_bytes(content[at : at + 4], "big")

    free, trunk = set(), word(32)
    while trunk:
        at = (trunk - 1) * PAGE_BYTES
        free |= {word(at + 8 + 4 * k) for k in range(word(at + 4))}
        trunk = word(at)
    return free


def with_long_texts(file):
    """Add notes that need pages of their own, and free some of these again."""
    with closing(sqlite3.connect(file)) as made:
        made.executemany("insert into notes values (?, ?)", [(f"long {k}", "mead " * 2000) for k in range(6)])
        made.commit()
        made.execute("delete from notes where key in ('long 0', 'long 1', 'long 2')")
        made.commit()
    return file
