"""The figures that the documents repeat are those of the code."""

import re
from pathlib import Path

import pytest

import meadhall
from meadhall import engine
from meadhall.hall import (
    daily,
    external_bots,
    health,
    names,
    presence,
    recovery_phrase,
    seed_commitments,
    talk,
    turn_claims,
)
from meadhall.http import server
from meadhall.http.rate_limits import COUNTS, RATES
from meadhall.http.uvicorn_protocols import REQUEST_SECONDS
from meadhall.learn import puzzles
from meadhall.learn.ratings import ANCHOR, FIRST, PER_MU, beginner, bot_rating, points
from meadhall.search import levels, mcts_bot

MEASURED = {name: levels.bots_of(meadhall.game(name)).measured for name in meadhall.games()}
DOCS = Path(__file__).parents[2] / "docs"
TITLES = {"haugaz": "Haugaz", "new-shores": "Off to New Shores!", "land-ahoy": "Land Ahoy!"}


def page(name):
    """A document in one line, so that it does not matter where its lines end."""
    return " ".join((DOCS / name).read_text("utf-8").split())


def table(name, first):
    """The rows of a table in a document, by the first cell of its head."""
    lines = (DOCS / name).read_text("utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[at:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows[0], rows[2:]


def test_the_ratings_of_bots_on_the_page_are_those_of_the_code():
    head, rows = table("people.md", "level")
    games = [game for title in head[1:] for game, its in TITLES.items() if its == title]
    assert set(games) == set(MEASURED)
    told = {level: [bot_rating(game, level) for game in games] for level in range(1, 6)}
    assert rows == [
        [str(level), *(f"{rating[0]:.1f} ({points(rating):,})" for rating in ratings)]
        for level, ratings in told.items()
    ]


def test_the_limits_on_the_page_are_those_of_the_code():
    _, rows = table("limits.md", "name")
    rates = [[f"`{name}`", str(rate.burst), f"{rate.a_minute:g}"] for name, rate in RATES.items()]
    counts = [[f"`{name}`", f"{count} open", ""] for name, count in COUNTS.items()]
    assert [row[:3] for row in rows] == rates + counts


def recipe(game, level):
    """How a level plays, in the figures and the words of the page."""
    bot = levels.recipe(meadhall.game(game), level)(meadhall.game(game), 1, "rank")
    if hasattr(bot, "_looks"):
        return [f"{bot._looks} turns"]
    figures = [f"{bot._simulations:,}"] if bot._simulations > 1 else []
    return figures + ([many(bot._ending)] if bot._ending else [])


def many(number):
    return f"{number // 1_000_000} million" if number % 1_000_000 == 0 else f"{number:,}"


@pytest.mark.parametrize("game", ["haugaz", "new-shores"])
def test_the_levels_on_the_page_look_at_as_much_as_those_of_the_code(game):
    head, rows = table("bots.md", "level")
    cells = [row[head.index(TITLES[game])] for row in rows]
    figures = re.compile(r"\d+ turns|\d+ million|\d{1,3}(?:,\d{3})+|\d+")
    told = [figures.findall(cell.replace(f"alone {levels.ENOUGH_ALONE:,}", "alone")) for cell in cells]
    assert told == [recipe(game, level) for level in range(1, 6)]


def test_the_levels_without_the_net_are_those_of_the_page(monkeypatch):
    monkeypatch.setattr(levels, "find_net", lambda game, **_: None)
    third, fourth, fifth = (recipe("haugaz", level)[0] for level in (3, 4, 5))
    assert f"{third}, {fourth} and {fifth} simulations for levels 3, 4 and 5" in page("bots.md")


COUNTED = {game: len(puzzles.of(meadhall.game(game))) for game in TITLES}
SPELT = {1: "a second", 6: "six seconds", 8: "eight", 14: "Fourteen", 30: "half a minute", 120: "two minutes"}
SAID = [
    ("bots.md", f"never takes longer than about {mcts_bot.LONGEST} seconds"),
    ("bots.md", f"alone {levels.ENOUGH_ALONE:,}"),
    ("people.md", f"{SPELT[recovery_phrase.DRAWN]} of its syllables"),
    ("people.md", f"People see `{FIRST:.0f} + {PER_MU:.0f} · (mean − 3 · unsureness)`"),
    ("people.md", f"from {beginner()[0]:.0f} ± {beginner()[1]:.1f} on"),
    ("people.md", f"Level 2, who plays for fun, is put at {ANCHOR:.0f}"),
    ("people.md", f"Newcomers begin at {points(beginner())}"),
    ("limits.md", f"A request has {server.LONGEST_BODY:,} bytes at most"),
    ("limits.md", f"within {REQUEST_SECONDS:.0f} to {2 * REQUEST_SECONDS:.0f} seconds is dropped"),
    ("limits.md", f"Names have {names.LONGEST} characters, lines of talk {talk.LONGEST}"),
    ("limits.md", f"a seat has {SPELT[talk.OFTEN]} in {talk.WITHIN:.0f} seconds and a table {talk.MOST}"),
    (
        "web-api.md",
        f"up to {talk.LONGEST} characters, {talk.MOST} at a table, {SPELT[talk.OFTEN]} in {talk.WITHIN:.0f} seconds",
    ),
    ("web-api.md", f"{SPELT[presence.SOON]} and it is their turn, or for {SPELT[presence.LATE]}"),
    ("hosting.md", f"an answer is good for {SPELT[health.FRESH]}"),
    ("hosting.md", f"a bot is silent for up to {SPELT[turn_claims.HELD]}"),
    ("dice.md", f"good for one table within {seed_commitments.KEPT} seconds"),
    ("engine.md", f"a line has at most {engine.LONGEST_LINE:,} characters"),
    ("engine.md", f"`--bot-seconds` ({external_bots.SECONDS:.0f})"),
    ("daily.md", f"our best bot (level {daily.BEST})"),
    ("puzzles.md", "What is shipped are {haugaz}, {land-ahoy} and {new-shores} of them".format(**COUNTED)),
]


@pytest.mark.parametrize(("name", "words"), SAID)
def test_a_figure_in_the_documents_is_that_of_the_code(name, words):
    assert words in page(name)
