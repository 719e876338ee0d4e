"""What a player of Off to New Shores! remembers of a match."""

from __future__ import annotations

from meadhall.core.match import Match
from meadhall.learn.achievements import Achievement, Achievements

from . import rules, view
from .words import RANK_WORDS

RANKS = [name for _, name in view.RANKS] + [view.BEST_RANK]

KINDS = (
    Achievement("points", {"en": "points with others at the table", "de": "Punkte in Gesellschaft"}, True),
    Achievement("alone", {"en": "points alone", "de": "Punkte allein"}, True),
    Achievement(
        "rank",
        {"en": "best rank alone", "de": "bester Rang allein"},
        ranks={number: {"en": name, "de": RANK_WORDS[name]} for number, name in enumerate(RANKS)},
    ),
    Achievement("landscape", {"en": "largest landscape conquered", "de": "größte eroberte Landschaft"}),
    Achievement("gold", {"en": "most points from gold", "de": "meiste Punkte durch Gold"}),
    Achievement("spilt", {"en": "most beers spilt", "de": "meiste verschüttete Biere"}),
)


def found(match: Match, seat: int) -> dict[str, int]:
    """Look at a player's part of the scoring (NS-15 to NS-20)."""
    end, state = match.breakdown(), match.state
    score = int(end["scores"][seat])
    lands = end["landscapes"]
    best = {
        "landscape": max((land["size"] for land in lands if land["conqueror"] == seat), default=0),
        "gold": sum(land["points"][seat][0] for land in lands),
    }
    if match.players == 1:
        return {"alone": score, "rank": RANKS.index(end["rank"])} | best
    if match.setup.options["honky_tonk"] == "on":
        best["spilt"] = int(state[rules.BEERS + seat])
    return {"points": score} | best


ACHIEVEMENTS = Achievements(KINDS, found)
