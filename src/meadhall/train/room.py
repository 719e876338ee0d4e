"""The room whose game is learned: no other file of the learner names it."""

from meadhall.games.haugaz import planes, rules

GAME = "haugaz"
RULES, PLANES = rules.__name__, planes.__name__

__all__ = ["GAME", "PLANES", "RULES", "planes", "rules"]
