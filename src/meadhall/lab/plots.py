"""The tally of many games as one picture with a few panels.

The colours are those of our boards and pieces: seats are madder, woad, bone and tar.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from meadhall.core.errors import BadOption, shown
from meadhall.core.game import Game, Language
from meadhall.learn.match_facts import Event, Grid, Spread, facts_of

from .report import bins_together, spread_rows
from .tally import Tally, bins, fair_share, interval, mean
from .words import TEXTS, number, percent

MAT, WELL, INK, INK_2 = "#FFF9EA", "#F8E7C2", "#231815", "#5A4336"
SEATS = ("#C2301F", "#1F55A0", "#FFF9EA", "#2B211D")
TURF, SEA, GOLD, HEAT = "#698B48", "#2B6C99", "#F4B93E", (MAT, "#F4B93E", "#A3221A")
STYLE = {
    "figure.facecolor": MAT,
    "axes.facecolor": MAT,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK_2,
    "axes.titlecolor": INK,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK_2,
    "ytick.color": INK_2,
    "font.size": 9,
    "patch.edgecolor": INK,
    "patch.force_edgecolor": True,
    "patch.linewidth": 0.8,
    "svg.hashsalt": "meadhall",  # the same games give the same file
}
WIDE = 13.0  # inches

Panel = Callable[[Any], None]


def check(path: Path) -> None:
    """Say before the games what would keep their picture from being drawn."""
    if find_spec("matplotlib") is None:
        raise BadOption("pictures need matplotlib: pip install 'meadhall[plot]'")
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise BadOption(f"a picture's name ends in .png, .svg or .pdf, not like {shown(path.name)}")
    if path.is_dir():
        raise BadOption(f"{shown(str(path))} is a folder, not a picture")
    if not path.parent.is_dir():
        raise BadOption(f"there is no folder {shown(str(path.parent))} for the picture")


def draw(tally: Tally, game: Game, bots: Sequence[str], lang: Language, path: Path) -> None:
    """Draw scores, results and lengths, and below them what the room counts."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [row for row in Picture(tally, game, bots, lang).rows() if row[1]]
    heights = [height for height, _ in rows]
    with matplotlib.rc_context(STYLE):
        figure = pyplot.figure(figsize=(WIDE, sum(heights) + 0.5), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.12, h_pad=0.1)
        strips = figure.subfigures(len(rows), 1, height_ratios=heights, squeeze=False)[:, 0]
        for strip, (_, panels) in zip(strips, rows, strict=True):
            widths = [width for width, _ in panels]
            all_axes = strip.subplots(1, len(panels), width_ratios=widths, squeeze=False)[0]
            for axes, (_, panel) in zip(all_axes, panels, strict=True):
                panel(axes)
        head = TEXTS[lang]["head"].format(title=game.title[lang], games=number(tally.games, 0, lang))
        figure.suptitle(head, fontsize=16, fontweight="bold", x=0.012, ha="left")
        figure.savefig(path, dpi=150)
        pyplot.close(figure)


class Picture:
    """The panels of one tally."""

    def __init__(self, tally: Tally, game: Game, bots: Sequence[str], lang: Language) -> None:
        self.tally, self.game, self.bots, self.lang = tally, game, bots, lang
        self._texts = TEXTS[lang]

    def rows(self) -> list[tuple[float, list[tuple[int, Panel]]]]:
        """List the rows with their heights in inches; each panel has a width."""
        tally, topics = self.tally, facts_of(self.game).topics
        first: list[tuple[int, Panel]] = []
        if len({score for _, score in tally.scores}) > 3:  # there is more to see than lost and won
            first.append((4, self._scores))
        if len(self.bots) > 1:
            first.append((4, self._results))
        if len(tally.turns) > 1:
            first.append((4, self._turns))
        events = [topic for topic in topics if isinstance(topic, Event) and tally.facts[topic.name,]]
        grids = [topic for topic in topics if isinstance(topic, Grid)]
        spreads = [topic for topic in topics if isinstance(topic, Spread) and tally.of_topic(topic)]
        second: list[tuple[int, Panel]] = [(7, partial(self._events, events=events))] if events else []
        second += [(5, partial(self._grid, topic=topic)) for topic in grids]
        if len(first) == 1 and not grids:
            first, second = first + second, []
        third: list[tuple[int, Panel]] = [(3, partial(self._spread, topic=topic)) for topic in spreads]
        height = max(3.2 if grids else 1.6, 0.9 + 0.27 * len(events))
        return [(3.4, first), (height, second), *((2.6, third[i : i + 4]) for i in range(0, len(third), 4))]

    # -- every game --------------------------------------------------------------------------

    def _scores(self, axes: Any) -> None:
        rows = bins_together(self.tally, len(self.bots), 15)
        width = 0.84 / len(self.bots)
        for seat, bot in enumerate(self.bots):
            shares = [counts[seat] / self.tally.games for _, counts in rows]
            places = [place + (seat - (len(self.bots) - 1) / 2) * width for place in range(len(rows))]
            average = number(mean(self.tally.of_seat(self.tally.scores, seat)), 2, self.lang)
            label = self._texts["mean_of"].format(seat=seat + 1, bot=bot, mean=average)
            axes.bar(places, shares, width, color=SEATS[seat % 4], label=label)
        axes.set_xticks(range(len(rows)), [label for label, _ in rows], rotation=45 if len(rows) > 8 else 0)
        axes.set(title=self._texts["scores"], ylabel=self._texts["share_of_games"])
        self._percents_along(axes.yaxis)
        axes.set_ylim(top=axes.get_ylim()[1] * (1.05 + 0.08 * len(self.bots)))  # room for the legend
        axes.legend(frameon=False, fontsize=8)

    def _results(self, axes: Any) -> None:
        """Set the first turn and the seats against a seat like any other."""
        seats = range(len(self.bots))
        all_counts = [self.tally.first, *(self.tally.of_seat(self.tally.results, seat) for seat in seats)]
        labels = [self._texts["seat_of"].format(seat=seat + 1, bot=self.bots[seat]) for seat in seats]
        fair = fair_share(self.tally)
        axes.axvline(fair, color=INK_2, linestyle=(0, (4, 3)), linewidth=1)
        axes.text(fair, -0.62, f" {self._texts['fair']}", color=INK_2, fontsize=8, va="bottom")
        for place, counts in enumerate(all_counts):
            low, high = interval(counts)
            colour = GOLD if place == 0 else SEATS[(place - 1) % 4]
            axes.plot([low, high], [place, place], color=INK, linewidth=2, solid_capstyle="butt")
            axes.plot(mean(counts), place, "o", markersize=9, color=colour, markeredgecolor=INK)
            label = percent(mean(counts), self.lang)
            behind = {"facecolor": MAT, "linewidth": 0, "pad": 0.5}  # the line does not cross the number
            axes.text(mean(counts), place - 0.2, label, ha="center", va="bottom", fontsize=8, bbox=behind)
        last = "_not_last" if self.game.lowest_loses else ""
        axes.set_yticks(range(len(all_counts)), [self._texts["first_turn"], *labels])
        axes.set(title=self._texts[f"results{last}"], xlabel=self._texts[f"shares{last}"])
        axes.set(xlim=(-0.02, 1.02), ylim=(len(all_counts) - 0.5, -0.7))
        self._percents_along(axes.xaxis)

    def _turns(self, axes: Any) -> None:
        self._bars(axes, bins(self.tally.turns, 15), TURF)
        axes.set(title=self._texts["turns"], ylabel=self._texts["share_of_games"])

    # -- what the room counts ----------------------------------------------------------------

    def _events(self, axes: Any, events: Sequence[Event]) -> None:
        for place, topic in enumerate(events):
            fact = (topic.name,)
            share = self.tally.games_with[fact] / self.tally.games
            axes.barh(place, share, 0.72, color=SEA)
            often = number(self.tally.facts[fact] / self.tally.games, 2, self.lang)
            axes.text(share + 0.01, place, f"{often}×", va="center")
        labels = [f"{topic.words[self.lang]}  {topic.clause}" for topic in events]
        axes.set_yticks(range(len(events)), labels)
        axes.set(title=self._texts["clauses"], xlabel=self._texts["once_a_game"])
        axes.set(xlim=(0, 1.12), ylim=(len(events) - 0.4, -0.6))
        self._percents_along(axes.xaxis)

    def _grid(self, axes: Any, topic: Grid) -> None:
        from matplotlib.colors import LinearSegmentedColormap

        counts = self.tally.of_topic(topic)
        by_row = topic.share_of == "row"
        rows = [row for row in topic.rows if not by_row or any(counts[row, column] for column in topic.columns)]
        shares = []
        for row in rows:
            cells = [counts[row, column] for column in topic.columns]
            whole = sum(cells) if by_row else sum(counts.values())
            shares.append([cell / whole for cell in cells])
        most = 1.0 if by_row else 2 / (len(rows) * len(topic.columns))  # an even share is in the middle
        heat = LinearSegmentedColormap.from_list("heat", HEAT)
        axes.imshow(shares, cmap=heat, vmin=0, vmax=max(most, *(max(line) for line in shares)), aspect="auto")
        for y, line in enumerate(shares):
            for x, share in enumerate(line):
                colour = MAT if share > 0.75 * most else INK
                axes.text(x, y, percent(share, self.lang), ha="center", va="center", color=colour, fontsize=8)
        axes.set_xticks(range(len(topic.columns)), [_wrapped(words[self.lang], 10) for words in topic.columns.values()])
        labels = [f"{row} ({sum(counts[row, c] for c in topic.columns)}×)" if by_row else row for row in rows]
        axes.set_yticks(range(len(rows)), labels)
        axes.set(title=_wrapped(f"{topic.words[self.lang]} ({topic.clause})", 40), ylabel=topic.row_words[self.lang])
        axes.tick_params(length=0)

    def _spread(self, axes: Any, topic: Spread) -> None:
        rows = spread_rows(self.tally, topic, self.lang, 12)
        self._bars(axes, [(_wrapped(label, 11), count) for label, count in rows], GOLD)
        axes.set(title=_wrapped(f"{topic.words[self.lang]} ({topic.clause})", 28))
        if len(rows) > 3 and topic.ways:
            axes.tick_params(axis="x", labelsize=7)

    def _bars(self, axes: Any, rows: Sequence[tuple[str, int]], colour: str) -> None:
        total = sum(count for _, count in rows)
        bars = axes.bar(range(len(rows)), [count / total for _, count in rows], 0.84, color=colour)
        if len(rows) <= 8:
            axes.bar_label(bars, [percent(count / total, self.lang) for _, count in rows], padding=2, fontsize=8)
        axes.margins(x=0.3 if len(rows) < 3 else 0.04, y=0.1)
        crowded = len(rows) > 6 and sum(len(label) for label, _ in rows) > 44
        axes.set_xticks(range(len(rows)), [label for label, _ in rows], rotation=45 if crowded else 0)
        self._percents_along(axes.yaxis)

    def _percents_along(self, axis: Any) -> None:
        from matplotlib.ticker import MaxNLocator

        axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))  # whole percentages
        axis.set_major_formatter(lambda value, _: percent(value, self.lang, 0))


def _wrapped(text: str, wide: int) -> str:
    return "\n".join(textwrap.wrap(text, wide))
