"""Research on Off to New Shores!: how much knowing the pile is worth."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from meadhall.core.registry import find
from meadhall.lab.command_options import (
    Cluster,
    CoasterSet,
    Json,
    Lang,
    Options,
    Workers,
    language_of,
    read_options,
)
from meadhall.lab.research import Research


def compare_with_clairvoyant(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    bot: Annotated[str, typer.Option(help="Whom to compare, like level:5 or mcts:500.")] = "level:5",
    simulations: Annotated[int, typer.Option(min=1, max=10**6, help="How long it searches a decision.")] = 1000,
    rehearsals: Annotated[int, typer.Option(min=1, max=1000, help="How often it tries a whole game.")] = 16,
    option: Options = None,
    coasters: CoasterSet = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games, those of simulate.")] = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Compare a bot that plays New Shores alone with a search that knows the pile."""
    from rich.console import Console

    from meadhall.lab.report import watched

    from . import clairvoyant as comparison
    from . import clairvoyant_report

    language = language_of(lang)
    setup = find(comparison.GAME).setup(1, read_options(option, coasters))
    played = comparison.compare(setup, bot, games, simulations, rehearsals, seed, workers, cluster)
    both = watched(played, games, language)
    if both is None:
        return
    if as_json:
        print(json.dumps(clairvoyant_report.summary(both, bot)))
    else:
        clairvoyant_report.show(both, bot, Console(highlight=False), language)


RESEARCH = Research(commands={"clairvoyant": compare_with_clairvoyant})
