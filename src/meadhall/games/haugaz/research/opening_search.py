"""The opening table of Haugaz: every set-up judged by the search of the strongest player.

Each set-up is judged with dice of its own, so the same seed and the same net give the same table, on however many
cores. What is found is written at once, in the order of the table: a search can be stopped and gone on with.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meadhall.core.chance import number_below
from meadhall.core.errors import BadOption, shown
from meadhall.core.files import read_text
from meadhall.core.match import Match
from meadhall.core.registry import find
from meadhall.lab.spread import spread
from meadhall.search.levels import MOST_ENDING, analyst
from meadhall.search.mcts_bot import SOLVABLE, MctsBot, what_is_left
from meadhall.search.minimax import Minimax
from meadhall.search.nets import find_net, net_file
from meadhall.search.precompile import prepare

from .. import foresight
from ..notation import point
from ..openings import SIZES as SIZES
from ..openings import Opening, SetUp, name, read, set_ups, write

if TYPE_CHECKING:
    from rich.console import Console

GAME = "haugaz"
PURPOSE = b"meadhall openings 1"
LONGEST = 1_000_000  # bytes of a file that is gone on with


@dataclass(frozen=True)
class Question:
    """A set-up to be judged, and how."""

    set_up: SetUp
    simulations: int
    seed: int


def first_turn(set_up: SetUp) -> Match:
    """Put the stacks of a set-up on a board: it is Black's turn, who is player 0."""
    size, black, white = set_up
    match = find(GAME).new(size=size)
    for action in (point(black), point(white), "white"):
        match.play(action)
    return match


def judge(question: Question) -> Opening:
    """Prove a set-up where that is easy, else search."""
    match = first_turn(question.set_up)
    if foresight.quick_win(match.state):
        return Opening(1.0, proved=True)
    if what_is_left(match) == SOLVABLE and (solved := Minimax(match).solve(MOST_ENDING)):
        return Opening(solved.value, proved=True)
    seed = number_below(f"{question.seed}/{name(question.set_up)}", 0, 2**62, PURPOSE)
    bot = analyst(match.game, seed)
    assert isinstance(bot, MctsBot)
    return Opening(round(bot.judge(match, question.simulations)[0], 3))


class TableFile:
    """A file that grows into a whole table; nothing is written before the first set-up is judged."""

    def __init__(self, path: Path, head: str, resume: bool) -> None:
        self._path, self._head = path, head
        self.found: dict[SetUp, Opening] = {}
        if path.is_dir() or not path.parent.is_dir():
            raise BadOption(f"{shown(str(path))} cannot be written: there is no folder for it, or it is one")
        if path.exists() and not resume:
            raise BadOption(f"{shown(str(path))} is already there; go on with it by --resume, or name another file")
        if path.exists():
            self._take_up()

    def _take_up(self) -> None:
        """Read what was found before. Proofs are welcome from anywhere, guesses only if they were made alike."""
        try:
            text = read_text(self._path, LONGEST)
            self.found = read(text)
        except ValueError as problem:
            raise BadOption(f"{shown(str(self._path))} is no opening table: {problem}") from None
        head = text.partition("\n")[0]
        if head != self._head and not all(opening.proved for opening in self.found.values()):
            raise BadOption(f"{shown(str(self._path))} was made in another way: it says {shown(head, 160)}")

    def add(self, set_up: SetUp, opening: Opening) -> None:
        """Keep a set-up, whatever happens next."""
        self.found[set_up] = opening
        lines = [self._head, *(write(each, self.found[each]) for each in sorted(self.found))]
        beside = self._path.with_name(f"{self._path.name}.new")
        beside.write_text("\n".join(lines) + "\n", "utf-8")
        os.replace(beside, self._path)


def count(sizes: Sequence[int]) -> int:
    """Count the set-ups of some boards."""
    return sum(len(set_ups(size)) for size in sizes)


def head(simulations: int, seed: int) -> str:
    """Say in the first line of a table how it was made."""
    game = find(GAME)
    net = find_net(game)
    by = "without a net"
    if net is not None:
        by = f"with the net {hashlib.sha256(net_file(game).read_bytes()).hexdigest()[:8]}"
        by += f", trained for {net.trained} seconds" if net.trained else ""
    return f"# Black's chance after each set-up, from {simulations} simulations each, seed {seed}, {by}"


def judged(
    missing: Sequence[SetUp], simulations: int, seed: int, workers: int | None
) -> Iterator[tuple[SetUp, Opening]]:
    """Judge set-ups on all cores, and give them as they are ready."""
    prepare(find(GAME))  # compile once, not in every process
    questions = [Question(set_up, simulations, seed) for set_up in missing]
    with closing(spread(judge, questions, workers=workers)) as answers:
        for place, opening in answers:
            yield missing[place], opening


def make(
    sizes: Sequence[int],
    simulations: int,
    seed: int,
    file: Path | None,
    resume: bool,
    workers: int | None,
    console: Console,
) -> dict[SetUp, Opening]:
    """Judge all set-ups of some boards, or as many as there are until somebody stops it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    out = None if file is None else TableFile(file, head(simulations, seed), resume)
    wanted = [set_up for size in sizes for set_up in set_ups(size)]
    found = {set_up: out.found[set_up] for set_up in wanted if out and set_up in out.found}
    missing = [set_up for set_up in wanted if set_up not in found]
    columns = (BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with progress:
        task = progress.add_task("", total=len(wanted), completed=len(found))
        try:
            for set_up, opening in judged(missing, simulations, seed, workers) if missing else ():
                found[set_up] = opening
                if out:
                    out.add(set_up, opening)
                progress.update(task, advance=1, description=name(set_up))
        except KeyboardInterrupt:
            pass
    return {set_up: found[set_up] for set_up in sorted(found)}
