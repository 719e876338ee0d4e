"""A bot and the clairvoyant side by side: as a table, or as figures for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from meadhall.core.game import Language
from meadhall.core.registry import find
from meadhall.lab.tally import Tally, deviation, in_order, mean
from meadhall.lab.words import TEXTS, number, percent
from meadhall.learn.match_facts import Spread, facts_of

from .clairvoyant import GAME, Comparison, gap_interval

if TYPE_CHECKING:
    from rich.console import Console

WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "clairvoyant": "clairvoyant",
        "gap": "The clairvoyant is {gap} points ahead on average (95 %: {low} to {high}).",
        "one": "The clairvoyant is {gap} points ahead; one game says little.",
        "honest": "It knows the pile and the die, but may overlook the best: the true upper bound lies here or higher.",
    },
    "de": {
        "clairvoyant": "Hellseher",
        "gap": "Der Hellseher hat im Mittel {gap} Punkte mehr (95 %: {low} bis {high}).",
        "one": "Der Hellseher hat {gap} Punkte mehr; eine Partie sagt wenig.",
        "honest": "Er kennt Stapel und Würfel, kann aber das Beste übersehen: Die Obergrenze liegt hier oder höher.",
    },
}


def rank_shares(tally: Tally) -> Iterator[tuple[str, Mapping[str, str], float]]:
    """Give each rank, what it is called, and the share of games that ended with it."""
    topic = next(topic for topic in facts_of(find(GAME)).topics if isinstance(topic, Spread) and topic.name == "rank")
    counts = tally.of_topic(topic)
    for way in in_order(topic, counts):
        name = str(way[0])
        yield name, topic.ways[name], counts[way] / tally.games


def summary(both: Comparison, bot: str) -> dict[str, Any]:
    """Give all figures as plain JSON."""
    return {
        "game": GAME,
        "games": both.games,
        "bot": {"name": bot, **_figures(both.bot)},
        "clairvoyant": _figures(both.clairvoyant),
        "gap": {"mean": mean(both.gaps), "interval": gap_interval(both.gaps)},
    }


def _figures(tally: Tally) -> dict[str, Any]:
    scores = tally.of_seat(tally.scores, 0)
    return {
        "mean": mean(scores),
        "spread": deviation(scores),
        "least": min(scores),
        "most": max(scores),
        "ranks": {name: share for name, _, share in rank_shares(tally)},
    }


def show(both: Comparison, bot: str, console: Console, lang: Language) -> None:
    """Print both columns and what lies between them."""
    from rich.table import Table

    texts, words = TEXTS[lang], WORDS[lang]
    table = Table("", box=None, pad_edge=False)
    for name in (bot, words["clairvoyant"]):
        table.add_column(name, justify="right")
    for row in _rows(both, lang):
        table.add_row(*row)
    games = number(both.games, 0, lang)
    console.print(texts["head"].format(title=find(GAME).title[lang], games=games), style="bold", markup=False)
    console.print(table)
    console.print(_gap(both, lang), markup=False)
    console.print(words["honest"], markup=False)


def _rows(both: Comparison, lang: Language) -> Iterator[tuple[str, str, str]]:
    texts = TEXTS[lang]
    scores = [tally.of_seat(tally.scores, 0) for tally in (both.bot, both.clairvoyant)]
    for name, measure, digits in (("points", mean, 2), ("spread", deviation, 2), ("least", min, 0), ("most", max, 0)):
        one, two = (number(measure(counts), digits, lang) for counts in scores)
        yield texts[name], one, two
    for rank, knowing in zip(rank_shares(both.bot), rank_shares(both.clairvoyant), strict=True):
        yield rank[1][lang], percent(rank[2], lang), percent(knowing[2], lang)


def _gap(both: Comparison, lang: Language) -> str:
    gap, sure = number(mean(both.gaps), 2, lang), gap_interval(both.gaps)
    if sure is None:
        return WORDS[lang]["one"].format(gap=gap)
    low, high = (number(end, 2, lang) for end in sure)
    return WORDS[lang]["gap"].format(gap=gap, low=low, high=high)
