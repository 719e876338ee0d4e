"""Reading files that people name: of a sane size, as text."""

from __future__ import annotations

import os
from pathlib import Path


def read_text(file: str | os.PathLike[str], most: int, pipes: bool = True) -> str:
    """Read a text file, or a pipe; a ValueError says why it cannot be read, in a few words."""
    try:
        path = Path(file)
        if not path.exists():
            raise ValueError("there is no such file")
        if path.is_dir() or not (pipes or path.is_file()):
            raise ValueError("it is no file")
        with path.open("rb") as stream:
            content = stream.read(most + 1)
    except OSError as problem:
        raise ValueError(problem.strerror or "it cannot be opened") from None
    if len(content) > most:
        raise ValueError(f"it is too long, over {most:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is no text in UTF-8") from None
