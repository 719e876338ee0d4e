"""The file of a tournament: a head, then one line of JSON for each finished game.

It can be read at any time, and a tournament that was stopped goes on from it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from meadhall.core.errors import BadOption, listed, shown

from .arena import ArenaGame, Tournament

FORMAT = "arena 1"


class ResultFile:
    """A file that finished games are added to; nothing is written before the first one."""

    def __init__(self, path: Path, tournament: Tournament, resume: bool) -> None:
        self._path, self._tournament = path, tournament
        self.played: list[ArenaGame] = []
        if path.is_dir() or not path.parent.is_dir():
            raise BadOption(f"{shown(str(path))} cannot be written: there is no folder for it, or it is one")
        if path.exists() and not resume:
            raise BadOption(f"{shown(str(path))} is already there; go on with it by --resume, or name another file")
        if path.exists() and path.stat().st_size:
            found, self.played, whole = read(path)
            _same(path, found, tournament)
            os.truncate(path, whole)  # a line that was cut off is played again

    def add(self, played: ArenaGame) -> None:
        """Keep a game, whatever happens next."""
        with self._path.open("a", encoding="utf-8") as stream:
            if stream.tell() == 0:
                _write(stream, {"meadhall": FORMAT, **asdict(self._tournament)})
            _write(stream, played.line())


def _write(stream: IO[str], line: Mapping[str, Any]) -> None:
    stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def read(path: Path) -> tuple[Tournament, list[ArenaGame], int]:
    """Read a file: its tournament, the finished games by number, and how many bytes of it are whole lines."""
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise BadOption(f"{shown(str(path))} cannot be read: {problem.strerror}") from None
    whole = content.rfind(b"\n") + 1
    lines = content[:whole].split(b"\n")[:-1]
    tournament = _read_head(path, lines[0] if lines else content)
    games: dict[int, ArenaGame] = {}
    for number, line in enumerate(lines[1:], 2):
        played = _read_game(line, tournament)
        if played is None:
            raise BadOption(f"line {number} of {shown(str(path))} is no game of this tournament")
        games[played.number] = played
    return tournament, [games[number] for number in sorted(games)], whole


def _read_head(path: Path, line: bytes) -> Tournament:
    try:
        head = json.loads(line)
        if head.pop("meadhall") != FORMAT:
            raise ValueError
        found = Tournament(**{**head, "bots": tuple(head["bots"])})
        found.room().setup(found.players, found.options)
        if not (found.round_size and all(isinstance(name, str) for name in found.bots)):
            raise ValueError
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise BadOption(f"{shown(str(path))} is no file of a tournament") from None
    return found


def _read_game(line: bytes, tournament: Tournament) -> ArenaGame | None:
    """Read a finished game, or nothing where the line is none."""
    try:
        played = ArenaGame(**json.loads(line))
        if played.number < 0 or tuple(played.seats) != tournament.seats(played.number):
            return None
        lists = (played.results, played.decisions, played.seconds, played.longest)
        if any(len(values) != tournament.players or sum(values) < 0 for values in lists):
            return None
        if played.scores is not None and (len(played.scores) != tournament.players or sum(played.scores) is None):
            return None
        if played.forfeit is not None and not (0 <= played.forfeit["seat"] < tournament.players):
            return None
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    return played


def _same(path: Path, found: Tournament, wanted: Tournament) -> None:
    """Refuse to mix two tournaments in one file."""
    here, there = _parts(wanted), _parts(found)
    other = [name for name in {**here, **there} if here.get(name) != there.get(name)]
    if other:
        details = [f"{name} {shown(there.get(name), 40)} instead of {shown(here.get(name), 40)}" for name in other]
        raise BadOption(f"{shown(str(path))} is of another tournament: {listed(details, 3)}")


def _parts(tournament: Tournament) -> dict[str, Any]:
    """Name everything that makes a tournament, as it would be read back."""
    parts = json.loads(json.dumps(asdict(tournament)))
    return {**parts.pop("options"), **parts}
