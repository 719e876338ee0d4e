"""What a player of Land Ahoy! remembers of a match."""

from __future__ import annotations

from meadhall.core.match import Match
from meadhall.learn.achievements import Achievement, Achievements

KINDS = (
    Achievement("points", {"en": "points", "de": "Punkte"}, True),
    Achievement("numbers", {"en": "most number tokens", "de": "meiste Zahlenplättchen"}),
    Achievement("chief", {"en": "most points from the Chief", "de": "meiste Punkte durch den Häuptling"}),
    Achievement("luck", {"en": "most points from Lucky Fellows", "de": "meiste Punkte durch Glückspilze"}),
)


def found(match: Match, seat: int) -> dict[str, int]:
    """Look at what lies before a player at the end (LA-17)."""
    end = match.breakdown()
    own = end["players"][seat]
    return {
        "points": int(end["scores"][seat]),
        "numbers": len(own["tokens"]),
        "chief": own["hagar"] or 0,
        "luck": sum(points or 0 for points in own["sven"]),
    }


ACHIEVEMENTS = Achievements(KINDS, found)
