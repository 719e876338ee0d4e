"""How fast the search is: simulations a second on one core, from the opening of each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import meadhall
from meadhall.core.game import Game
from meadhall.search.levels import ALONE, PLAIN, bots_of
from meadhall.search.mcts_tree import MctsTree, SearchParams

from .bench_rules import Loop, measure

if TYPE_CHECKING:
    from rich.console import Console

TREE = 10_000  # simulations before a new tree is planted: a larger tree is slower


def loop(game: Game, players: int, manner: SearchParams) -> Loop:
    """Make a function that runs a number of simulations, tree after tree."""
    match = game.new(players=players, seed=1)

    def grow(simulations: int) -> int:
        for done in range(0, simulations, TREE):
            MctsTree(match, 1, manner).grow(min(TREE, simulations - done))
        return simulations

    return grow


def openings(game: Game) -> list[int]:
    """Give how many play in the openings that are measured: two, and somebody alone where that is a game."""
    return [players for players in (1, 2) if players in game.players]


def manners(game: Game, players: int) -> dict[str, SearchParams]:
    """Give the ways to measure: play-outs to the end at random, and what the levels do if they search."""
    plain = {"plain": SearchParams()}
    manner = bots_of(game).manner
    if manner == PLAIN.manner:
        return plain
    return {**plain, "levels": ALONE["rank"] if players == 1 else manner}


def search(name: str, seconds: float) -> list[dict[str, Any]]:
    """Measure one game in every way; a way that its levels do not go is None."""
    game, results = meadhall.game(name), []
    for players in openings(game):
        loops = {way: loop(game, players, manner) for way, manner in manners(game, players).items()}
        speeds = {way: speed["actions_per_second"] for way, speed in measure(loops, seconds).items()}
        results.append({"game": name, "players": players, "plain": speeds["plain"], "levels": speeds.get("levels")})
    return results


def show(results: Sequence[dict[str, Any]], console: Console) -> None:
    """Print a line for each opening."""
    from rich.table import Table

    table = Table("simulations/s", "players", box=None, pad_edge=False)
    for head in ("plain, to the end", "as the levels do"):
        table.add_column(head, justify="right")
    for row in results:
        levels = "–" if row["levels"] is None else f"{row['levels']:,.0f}"
        table.add_row(row["game"], str(row["players"]), f"{row['plain']:,.0f}", levels)
    console.print(table)
