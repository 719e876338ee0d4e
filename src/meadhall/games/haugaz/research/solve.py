"""Solve Haugaz on small boards: what every set-up is worth if nobody errs, each answer with a proof that was walked.

All set-ups get a small budget first, then those that are left a larger one, those nearest to an answer first. They
share one table, so what was found out for one helps the others. Where every stack may be moved and the number of points
is even, they are settled together instead, by a player who keeps ahead (leader.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from meadhall.core.errors import BadOption, shown
from meadhall.core.files import read_text
from meadhall.core.game import Game, Setup
from meadhall.core.jit import State
from meadhall.search.proof_kernel import DRAW, LOSS, WIN
from meadhall.search.proof_search import SLICE, Prover, Walk

from .. import notation, rules
from ..solved import NOTED, RESULTS, Solved, head, read, whole_game
from .leader import Leader
from .leader_notes import Notes
from .rehearsal import Rehearsal

if TYPE_CHECKING:
    from rich.console import Console

Work = Generator[Solved | None, None, None]  # set-ups that are solved, and None after each piece of work

FIRST_BUDGET = 200_000  # positions that each set-up gets in the first round
GROWTH = 4  # of the budget from round to round
GAMES = 100  # against chance by which a set-up that keeps ahead is tried, with the interpreted rules
MOST_WALKED = 10_000_000  # positions of a proof that are walked through with the interpreted rules
LONGEST = 1_000_000  # bytes of a file that is gone on with


@dataclass
class Start:
    """A set-up, and what is known about it so far: for player 0, who has Black."""

    black: str
    white: str
    state: State
    least: int = LOSS
    most: int = WIN
    looked: int = 0
    seconds: float = 0.0

    @property
    def points(self) -> tuple[str, str]:
        """Its name: the points of the two stacks."""
        return self.black, self.white

    @property
    def solved(self) -> bool:
        """Whether its value is known."""
        return self.least == self.most


def starts(game: Game, setup: Setup, prover: Prover) -> list[Start]:
    """List the set-ups, one for all that are turned and mirrored images of each other."""
    found: dict[int, Start] = {}
    empty = game.start(setup)
    for black, white in permutations(game.codes(empty), 2):
        state = empty.copy()
        for code in (black, white, rules.TAKE_WHITE):
            rules.apply(state, code)
        found.setdefault(prover.key(state), Start(notation.point(black), notation.point(white), state))
    return list(found.values())


class Solving:
    """The work on one board."""

    def __init__(self, game: Game, setup: Setup, places: int, notes: Notes | None = None) -> None:
        self.prover, self._notes = Prover(game, places), notes
        self._walk = Walk(game, self.prover)
        self.starts = starts(game, setup, self.prover)
        self.looking_at = ""

    @property
    def looked(self) -> int:
        """How many positions were looked at so far."""
        return self.prover.looked

    def solve(self, done: set[tuple[str, str]], out_of_time: Callable[[], bool]) -> Work:
        """Solve what is not done yet; give each set-up that is solved."""
        left = [start for start in self.starts if start.points not in done]
        budget = FIRST_BUDGET
        while left:
            for start in sorted(left, key=self._missing):
                yield from self._work_on(start, budget, out_of_time)
                if out_of_time():
                    return
            left = [start for start in left if not start.solved]
            budget *= GROWTH

    def _missing(self, start: Start) -> int:
        return min(self.prover.missing(start.state, WIN)[0], self.prover.missing(start.state, DRAW)[1])

    def _work_on(self, start: Start, budget: int, out_of_time: Callable[[], bool]) -> Work:
        """Ask about a set-up until it is solved or has had its budget."""
        self.looking_at = f"{start.black} {start.white}"
        end = self.prover.looked + budget
        while not start.solved and self.prover.looked < end and not out_of_time():
            before, began = self.prover.looked, time.process_time()
            self._ask(start, min(SLICE, end - before))
            start.looked += self.prover.looked - before
            start.seconds += time.process_time() - began
            yield None
        if start.solved:
            yield from self._prove(start)

    def _ask(self, start: Start, budget: int) -> None:
        """Ask the question that looks nearer to an end: does Black win, or else, does White?"""
        target = WIN
        black_wins, white_wins = self.prover.missing(start.state, WIN)[0], self.prover.missing(start.state, DRAW)[1]
        if start.most < WIN or (start.least < DRAW and white_wins < black_wins):
            target = DRAW
        answer = self.prover.reaches(start.state, target, budget)
        if answer is True:
            start.least = max(start.least, target)
        elif answer is False:
            start.most = min(start.most, target - 1)

    def _prove(self, start: Start) -> Work:
        """Write the proofs of a value out, and walk through them with the interpreted rules."""
        claims = {LOSS: [(DRAW, False)], DRAW: [(DRAW, True), (WIN, False)], WIN: [(WIN, True)]}[start.least]
        positions = walked = 0
        for target, claim in claims:
            proof = self.prover.write(start.state, target, claim)
            self.looking_at = f"{start.black} {start.white}, a proof of {proof.positions:,} that is walked through"
            positions += proof.positions
            walked += yield from self._walk.stretches(proof, MOST_WALKED)
        if start.least == WIN and self._notes:
            self._note(start.state, self._notes)
        best = RESULTS[WIN - start.least]
        yield Solved(start.black, start.white, best, start.looked, start.seconds, positions, walked)

    def _note(self, start: State, notes: Notes) -> None:
        """Write down what the first turns of Black lead to, whatever White does in between."""
        positions = [start]
        for _ in range(NOTED):
            replies: dict[int, State] = {}
            for position in positions:
                after = self._led(position)
                key = self.prover.key(after)
                if rules.actor(after) != rules.OVER and key not in notes.known:
                    notes.known[key] = True
                    replies |= {self.prover.key(reply): reply for reply in turns(after)}
            positions = list(replies.values())
        notes.write(notes.known)

    def _led(self, state: State) -> State:
        """Return the position after a turn of Black that is proved to win."""
        state = state.copy()
        while rules.actor(state) == 0:
            rules.apply(state, self.prover.step(state, WIN))
        return state


def turns(state: State) -> Iterator[State]:
    """Give the position after each turn that does not end the game."""
    player = rules.actor(state)
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    for code in out[: rules.actions(state, out)].tolist():
        after = state.copy()
        rules.apply(after, code)
        if rules.actor(after) == player:
            yield from turns(after)
        elif rules.actor(after) != rules.OVER:
            yield after


class Leading:
    """The work on a board on which every stack may be moved: Black, who begins, is to be kept ahead.

    Set-ups for which no way is found go to the other search.
    """

    def __init__(self, game: Game, setup: Setup, places: int, notes: Notes | None, workers: int = 1) -> None:
        self._leader, self._notes = Leader(int(setup.options["size"]), 2 * places, threads=workers), notes
        self._leader.known.update(notes.known if notes else {})
        self._rehearsal = Rehearsal(game, self._leader)
        self._others = Solving(game, setup, places)
        self.starts = self._others.starts
        self.looking_at = "all set-ups"
        self._looked, self._began = 0, time.process_time()

    @property
    def looked(self) -> int:
        """How many positions were looked at so far."""
        return self._leader.looked + self._others.looked

    def solve(self, done: set[tuple[str, str]], out_of_time: Callable[[], bool]) -> Work:
        """Solve what is not done yet; give each set-up that is solved."""
        waiting = {start.points: start for start in self.starts if start.points not in done}
        left, beaten = list(waiting.values()), set(waiting)
        try:
            for settled in self._leader.settle([start.state for start in left]):
                if self._notes is not None:
                    self._notes.write(self._leader.known)
                self.looking_at = f"{len(waiting)} set-ups left, {len(self._leader.known)} steps done"
                if settled is None:
                    yield None
                else:
                    start = left[settled[0]]
                    del waiting[start.points]
                    if settled[1]:
                        beaten.remove(start.points)
                        yield self._rehearse(start)
                if out_of_time():
                    return
        finally:
            self._leader.close()
        for one in self._others.solve({start.points for start in self.starts} - beaten, out_of_time):
            self.looking_at = self._others.looking_at
            yield one

    def _rehearse(self, start: Start) -> Solved:
        """Play the set-up with the interpreted rules, and say what it took since the last one."""
        looked, spent = self.looked - self._looked, time.process_time() - self._began
        proof = self._leader.proved
        walked = self._rehearsal.check(start.state, GAMES, start.black + start.white)
        self._looked, self._began = self.looked, time.process_time()
        return Solved(start.black, start.white, RESULTS[0], looked, spent, max(proof, walked), walked)


def work_on(game: Game, setup: Setup, places: int, notes: Notes | None, workers: int) -> Solving | Leading:
    """Choose how a board is to be solved."""
    if can_lead(setup):
        return Leading(game, setup, places, notes, workers)
    if workers > 1:
        raise BadOption("workers help on boards of even size with --movers any; leave --workers out here")
    return Solving(game, setup, places, notes)


def can_lead(setup: Setup) -> bool:
    """Whether Black, who begins, finds an even number of empty points, and every stack may be moved."""
    return setup.options["movers"] == "any" and int(setup.options["size"]) % 2 == 0


def earlier(file: Path | None, setup: Setup, resume: bool) -> list[Solved]:
    """Read what was solved before; without `resume` nothing may be there."""
    if file is None:
        if resume:
            raise BadOption("--resume needs a file to go on with: --out FILE")
        return []
    if file.is_dir() or not file.parent.is_dir():
        raise BadOption(f"{shown(str(file))} cannot be written: there is no folder for it, or it is one")
    if not file.exists():
        return []
    if not resume:
        raise BadOption(f"{shown(str(file))} is there already; go on with it by --resume, or take another name")
    try:
        return read(read_text(file, LONGEST), setup.options)
    except ValueError as problem:
        raise BadOption(f"{shown(str(file))} cannot be gone on with: {problem}") from None


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.known")


def watch(
    game: Game, setup: Setup, minutes: float | None, file: Path | None, resume: bool, places: int, workers: int,
    console: Console,
) -> tuple[list[Solved], int]:  # fmt: skip
    """Solve with a bar of the progress; Ctrl-C ends it. Give what is solved, and how many set-ups there are."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    solved = earlier(file, setup, resume)
    notes = Notes(_beside(file), setup.options, resume) if file else None
    work = work_on(game, setup, places, notes, workers)
    if file is not None:
        file.write_text(head(setup.options) + "".join(f"{one.line()}\n" for one in solved), "utf-8")
    end = None if minutes is None else time.monotonic() + 60 * minutes
    columns = (BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with progress:
        task = progress.add_task("", total=len(work.starts), completed=len(solved))
        try:
            done = {(one.black, one.white) for one in solved}
            with closing(work.solve(done, lambda: end is not None and time.monotonic() > end)) as found:
                for one in found:
                    if one is not None:
                        solved.append(one)
                        if file is not None:
                            with file.open("a", encoding="utf-8") as stream:
                                stream.write(one.line() + "\n")
                    words = f"{work.looking_at}: {work.looked:,} positions looked at"
                    progress.update(task, completed=len(solved), description=words)
        except KeyboardInterrupt:
            pass
    return solved, len(work.starts)


def show(solved: list[Solved], many: int, console: Console) -> None:
    """Print what is known as a table, and what follows for the whole game."""
    from rich.table import Table

    table = Table("black", "white", "best play", box=None, pad_edge=False)
    for column in ("looked at", "CPU s", "proof", "walked"):
        table.add_column(column, justify="right")
    for one in sorted(solved, key=lambda one: (RESULTS.index(one.best), one.looked)):
        words = "a draw" if one.best == "draw" else f"{one.best} wins"
        numbers = (f"{one.looked:,}", f"{one.seconds:.1f}", f"{one.proof:,}", f"{one.walked:,}")
        table.add_row(one.black, one.white, words, *numbers)
    console.print(table)
    counts = [sum(one.best == result for one in solved) for result in RESULTS]
    how = f"Black wins {counts[0]}, draws {counts[1]}, White wins {counts[2]}"
    console.print(f"{len(solved)} of {many} set-ups: {how}.")
    whole = whole_game(solved, many)
    if whole is not None:
        ending = "a draw" if whole == "draw" else "the second player wins"
        console.print(f"The whole game, with best play: {ending}.")
