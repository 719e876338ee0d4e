"""The tally of many games in a terminal, in a few sections of at most 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from rich.console import Console, Group, RenderableType
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from meadhall.core.game import Game, Language
from meadhall.learn.match_facts import Event, Grid, Spread, Topic, facts_of

from .tally import Tally, bins, deviation, fair_share, in_order, interval, mean
from .words import TEXTS, number, percent

WIDE = 80
HALF = 38  # columns of a block, of which two stand side by side
BAR = 14  # columns of the longest bar
SHARE = 9  # columns of a percentage and the room around it
ROWS = 10  # of a histogram
EIGHTHS = " ▏▎▍▌▋▊▉█"


class Counted(Protocol):
    """Something that says how many games it is about."""

    @property
    def games(self) -> int:
        """How many."""


Counts = TypeVar("Counts", bound=Counted)


def watched(tallies: Iterator[Counts], games: int, lang: Language) -> Counts | None:
    """Wait for the games with a progress bar, and give the last tally; Ctrl-C gives the one so far."""
    tally: Counts | None = None
    console = Console(stderr=True)
    try:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task(TEXTS[lang]["games"], total=games)
            for tally in tallies:
                progress.update(task, completed=tally.games)
    except KeyboardInterrupt:
        if tally is None:
            raise
        console.print(TEXTS[lang]["stopped"])
    return tally


class Report:
    """What there is to say about the games of one tally."""

    def __init__(self, tally: Tally, game: Game, bots: Sequence[str], lang: Language) -> None:
        self.tally, self.game, self.bots, self.lang = tally, game, bots, lang
        self._texts = TEXTS[lang]

    def show(self, console: Console) -> None:
        """Print all sections."""
        console.width = min(WIDE, console.width)
        title, games = self.game.title[self.lang], number(self.tally.games, 0, self.lang)
        console.print(Text(self._say("head", title=title, games=games), "bold"))
        console.print(self._seats())
        for line in self._sentences():
            console.print(line, markup=False)
        for section in (self._scores(), self._events(), *self._grids()):
            if section is not None:
                console.print()
                console.print(section)
        console.print()
        console.print(_two_abreast(self._histograms()))

    def _say(self, name: str, **values: object) -> str:
        return self._texts[name].format(**values)

    def _percent(self, share: float) -> str:
        return percent(share, self.lang)

    def _number(self, value: float, digits: int = 2) -> str:
        return number(value, digits, self.lang)

    # -- seats -------------------------------------------------------------------------------

    def _seats(self) -> Table:
        together = len(self.bots) > 1
        table = Table(box=None, pad_edge=False)
        for name in ("seat", "bot"):
            table.add_column(self._texts[name])
        won = ("not_last" if self.game.lowest_loses else "won",) if together else ()
        for name in (*won, *(["95 %"] if together else []), "points", "spread", "least", "most"):
            table.add_column(self._texts.get(name, name), justify="right")
        for seat, bot in enumerate(self.bots):
            scores = self.tally.of_seat(self.tally.scores, seat)
            table.add_row(
                str(seat + 1),
                bot,
                *(self._result(seat) if together else []),
                self._number(mean(scores)),
                self._number(deviation(scores)),
                f"{min(scores):g}",
                f"{max(scores):g}",
            )
        return table

    def _result(self, seat: int) -> tuple[str, str]:
        results = self.tally.of_seat(self.tally.results, seat)
        low, high = interval(results)
        return self._percent(mean(results)), f"{self._number(100 * low, 1)}–{self._percent(high)}"

    def _sentences(self) -> list[str]:
        tally, lines = self.tally, []
        if len(self.bots) > 1:
            low, high = interval(tally.first)
            lines.append(
                self._say(
                    "first",
                    share=self._percent(mean(tally.first)),
                    won=self._texts["not_last" if self.game.lowest_loses else "won"],
                    low=self._number(100 * low, 1),
                    high=self._percent(high),
                    fair=self._percent(fair_share(tally)),
                )
            )
        lines.append(
            self._say(
                "length",
                turns=self._number(mean(tally.turns), 1),
                least=min(tally.turns),
                most=max(tally.turns),
                actions=self._number(mean(tally.actions), 1),
            )
        )
        return lines

    # -- distributions -----------------------------------------------------------------------

    def _scores(self) -> RenderableType | None:
        """Draw the scores of all seats side by side, unless there is nothing but lost and won."""
        if len({score for _, score in self.tally.scores}) <= 3:
            return None
        rows = bins_together(self.tally, len(self.bots), ROWS + 2)
        wide = min(BAR, (WIDE - 10) // len(self.bots) - SHARE)
        most = max(max(counts) for _, counts in rows)
        table = _bars()
        if len(self.bots) > 1:
            table.add_row("", *(f"{self._texts['seat']} {seat}" for seat in range(1, len(self.bots) + 1)))
        for label, counts in rows:
            table.add_row(label, *(self._bar(count, most, self.tally.games, wide) for count in counts))
        return _titled(self._texts["scores"], table)

    def _histograms(self) -> list[RenderableType]:
        """Draw the lengths, and what the room counts by number or by name."""
        blocks: list[RenderableType] = []
        if len(self.tally.turns) > 1:
            blocks.append(self._histogram(self._texts["turns"], bins(self.tally.turns, ROWS)))
        for topic in facts_of(self.game).topics:
            if isinstance(topic, Spread):
                rows = spread_rows(self.tally, topic, self.lang, ROWS)
                if rows:
                    blocks.append(self._histogram(self._title(topic), rows))
        return blocks

    def _histogram(self, title: str, rows: Sequence[tuple[str, int]]) -> RenderableType:
        table = _bars()
        most, total = max(count for _, count in rows), sum(count for _, count in rows)
        wide = min(BAR, HALF - SHARE - max(len(label) for label, _ in rows))
        for label, count in rows:
            table.add_row(label, self._bar(count, most, total, wide))
        return _titled(title, table)

    def _bar(self, count: int, most: int, total: int, wide: int) -> Text:
        if count == 0:
            return Text("–")
        eighths = max(1, round(8 * wide * count / most))
        bar = "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()
        return Text.assemble((bar, "yellow"), f" {self._percent(count / total)}")

    # -- the room's own ----------------------------------------------------------------------

    def _events(self) -> Table | None:
        events = [topic for topic in facts_of(self.game).topics if isinstance(topic, Event)]
        if not events:
            return None
        table = Table(box=None, pad_edge=False)
        table.add_column(self._texts["clause"])
        table.add_column(self._texts["clauses"], min_width=36)
        for name in ("a_game", "in_games"):
            table.add_column(self._texts[name], justify="right")
        for topic in events:
            count, games = self.tally.facts[topic.name,], self.tally.games_with[topic.name,]
            shares = self._number(count / self.tally.games), self._percent(games / self.tally.games)
            table.add_row(topic.clause, topic.words[self.lang], *(shares if count else ("–", "–")))
        return table

    def _grids(self) -> list[RenderableType]:
        return [self._grid(topic) for topic in facts_of(self.game).topics if isinstance(topic, Grid)]

    def _grid(self, topic: Grid) -> RenderableType:
        counts = self.tally.of_topic(topic)
        by_row = topic.share_of == "row"
        table = Table(box=None, pad_edge=False, header_style="")
        table.add_column(topic.row_words[self.lang], justify="right")
        for column in topic.columns.values():
            table.add_column(column[self.lang], justify="right")
        if by_row:
            table.add_column(self._texts["times"], justify="right")
        for row in topic.rows:
            cells = [counts[row, column] for column in topic.columns]
            whole = sum(cells) if by_row else sum(counts.values())
            if sum(cells) or not by_row:
                shares = [self._percent(cell / whole) if cell else "–" for cell in cells]
                table.add_row(row, *shares, *([str(whole)] if by_row else []))
        return _titled(self._title(topic), table)

    def _title(self, topic: Topic) -> str:
        return f"{topic.words[self.lang]} ({topic.clause})"


def spread_rows(tally: Tally, topic: Spread, lang: Language, most: int) -> list[tuple[str, int]]:
    """Give the ways of a spread by their names, or its numbers in bins; nothing where nothing came out."""
    counts = tally.of_topic(topic)
    if topic.ways and counts:
        return [(topic.ways[str(way[0])][lang], counts[way]) for way in in_order(topic, counts)]
    return bins({fact[0]: count for fact, count in counts.items()}, most) if counts else []


def bins_together(tally: Tally, seats: int, most: int) -> list[tuple[str, list[int]]]:
    """Sort the scores of all seats into the same bins."""
    scores = [tally.of_seat(tally.scores, seat) for seat in range(seats)]
    every = {score for _, score in tally.scores}
    empty = dict.fromkeys(every, 0)
    sorted_in = [bins({**empty, **counts}, most) for counts in scores]
    return [(rows[0][0], [count for _, count in rows]) for rows in zip(*sorted_in, strict=True)]


def _titled(title: str, table: Table) -> Group:
    return Group(Text(title, "bold"), table)


def _bars() -> Table:
    """Make a table without lines for bars, with their labels on the left."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(justify="right", no_wrap=True)
    return table


def _two_abreast(blocks: Sequence[RenderableType]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=HALF)
    grid.add_column(width=HALF)
    for i in range(0, len(blocks), 2):
        if i:
            grid.add_row()
        grid.add_row(*blocks[i : i + 2])
    return grid
