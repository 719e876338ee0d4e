"""The room whose game is learned: only this file and tree.py, which is compiled, name it."""

from meadhall.games.haugaz import planes, rules

GAME = "haugaz"

__all__ = ["GAME", "planes", "rules"]
