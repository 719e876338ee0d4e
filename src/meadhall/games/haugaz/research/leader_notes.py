"""The file beside a solved board that says what is known of positions far from the end (leader.py)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from meadhall.core.errors import BadOption, shown
from meadhall.core.files import read_text

LONGEST = 10_000_000  # bytes


class Notes:
    """What a leader knows of positions far from the end, kept in a file to go on with."""

    def __init__(self, file: Path, options: Mapping[str, str | int], resume: bool) -> None:
        self._file = file
        self.known = read_notes(file, options) if resume and file.exists() else {}
        self._written = 0
        file.write_text(_head(options), "utf-8")
        self.write(self.known)

    def write(self, known: dict[int, bool]) -> None:
        """Write down what is new."""
        new = list(known.items())[self._written :]
        if new:
            with self._file.open("a", encoding="utf-8") as stream:
                stream.writelines(f"{key} {'holds' if wins else 'fails'}\n" for key, wins in new)
            self._written += len(new)


def _head(options: Mapping[str, str | int]) -> str:
    return f"meadhall known 1: {' '.join(f'{name}={value}' for name, value in options.items())}\n"


def read_notes(file: Path, options: Mapping[str, str | int]) -> dict[int, bool]:
    """Read notes about a board with these options; a line that was cut off at the end is left out."""
    text, head = read_text(file, LONGEST), _head(options)
    lines = text[len(head) : text.rfind("\n") + 1].splitlines()
    try:
        if not text.startswith(head):
            raise ValueError
        pairs = [line.split() for line in lines]
        return {int(key): {"holds": True, "fails": False}[answer] for key, answer in pairs}
    except (ValueError, KeyError):
        name = shown(str(file))
        raise BadOption(f"{name} cannot be gone on with; delete it, and what it knew is found again") from None
