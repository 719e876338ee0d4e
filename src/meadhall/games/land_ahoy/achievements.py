"""What a player of Land Ahoy! remembers of a match."""

from __future__ import annotations

from meadhall.core.achievements import Feat
from meadhall.core.match import Match

FEATS = (
    Feat("points", {"en": "points", "de": "Punkte"}, True),
    Feat("numbers", {"en": "most number tokens", "de": "meiste Zahlenplättchen"}),
    Feat("chief", {"en": "most points from the Chief", "de": "meiste Punkte durch den Häuptling"}),
    Feat("luck", {"en": "most points from Lucky Fellows", "de": "meiste Punkte durch Glückspilze"}),
)


def feats(match: Match, seat: int) -> dict[str, int]:
    """Look at what lies before a player at the end (LA-17)."""
    end = match.breakdown()
    own = end["players"][seat]
    return {
        "points": int(end["scores"][seat]),
        "numbers": len(own["tokens"]),
        "chief": own["hagar"] or 0,
        "luck": sum(points or 0 for points in own["sven"]),
    }
