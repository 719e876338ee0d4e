"""Watching a tournament: a bar of its progress with the score so far, until it ends or somebody stops it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from meadhall.core.errors import cut

from .arena import ArenaGame, Tournament, play
from .results import ResultFile

if TYPE_CHECKING:
    from rich.console import Console


def watch(
    tournament: Tournament,
    total: int,
    console: Console,
    *,
    file: ResultFile | None = None,
    keep_records: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
) -> list[ArenaGame]:
    """Play what is missing of the first `total` games, and give all there are, in their order; Ctrl-C ends it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    games = {game.number: game for game in file.played} if file else {}
    missing = [number for number in range(total) if number not in games]
    columns = (BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    score = Score(tournament)
    for game in games.values():
        score.add(game)
    played = play(tournament, missing, keep_records=keep_records, workers=workers, cluster=cluster)
    with progress, closing(played):
        task = progress.add_task(str(score), total=total, completed=total - len(missing))
        try:
            for game in played:
                games[game.number] = game
                if file:
                    file.add(game)
                score.add(game)
                progress.update(task, advance=1, description=str(score))
        except KeyboardInterrupt:
            pass
    return [games[number] for number in sorted(games)]


class Score:
    """The score so far."""

    def __init__(self, tournament: Tournament) -> None:
        self._bots = tournament.bots
        self._sums, self._counts = [0.0] * len(self._bots), [0] * len(self._bots)

    def add(self, game: ArenaGame) -> None:
        """Count a game."""
        for bot, result in zip(game.seats, game.results, strict=True):
            self._sums[bot] += result
            self._counts[bot] += 1

    def __str__(self) -> str:
        """Give it in one short line, the best three first."""
        seated = [bot for bot, count in enumerate(self._counts) if count]
        shares = sorted(((self._sums[bot] / self._counts[bot], bot) for bot in seated), reverse=True)
        return "  ".join(f"{cut(self._bots[bot], 12)} {share:.0%}" for share, bot in shares[:3])
