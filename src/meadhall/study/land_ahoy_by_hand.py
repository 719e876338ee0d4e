"""A second way to the numbers of Land Ahoy's puzzles: matches are played on, and only their texts are read.

Slower than by the rules' array, and with nothing in common with it but the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from meadhall.core.game import CHANCE
from meadhall.core.match import Match

LUCK = Fraction(35, 18)  # points that a Lucky Fellow brings on average (LA-17)


class ByHand:
    """What each choice of dice is worth for one aim."""

    def __init__(self, match: Match, kind: str, goal: str) -> None:
        self._start, self._kind, self._goal = match, kind, goal
        self._seen = match.view(None)
        self._known: dict[tuple[object, ...], Fraction] = {}

    def worths(self) -> dict[str, Fraction]:
        """Give the worth of every choice."""
        return {action: self._after(self._start, action) for action in self._start.actions()}

    def _after(self, match: Match, action: str) -> Fraction:
        after = match.copy()
        after.play(action)
        return self._worth(after)

    def _worth(self, match: Match) -> Fraction:
        """Give the mean of the rolls, or the best of the choices; in the end, what the dice have won."""
        seen = match.view(None)
        if self._is_end(seen):
            return self._paid(match)
        lying = [(die, face) for die, face in seen["dice"].items() if die not in seen["rolling"]]
        open_here = [island["open"] for island in seen["islands"] if island["name"] == seen["landed"]]
        moment = (seen["phase"], seen["landed"], str(open_here), seen["rolls_left"], *seen["rolling"], *lying)
        if moment not in self._known:
            worths = [self._after(match, action) for action in match.actions()]
            if match.actor == CHANCE:
                shares = [Fraction(share).limit_denominator(10_000) for share in match.chances()]
                self._known[moment] = sum((s * w for s, w in zip(shares, worths, strict=True)), Fraction(0))
            else:
                self._known[moment] = max(worths)
        return self._known[moment]

    def _is_end(self, seen: dict[str, Any]) -> bool:
        """Say whether it is settled what the dice have won: ashore, or for some aims with the landing."""
        if seen["turns"] != self._seen["turns"] or seen["phase"] == "claim":
            return True
        sailed = seen["phase"] == "choose" or seen["landed"] != self._seen["landed"]
        return sailed and self._kind in ("reach", "direct", "shore")

    def _paid(self, match: Match) -> Fraction:
        missed = match.view(None)["turns"] != self._seen["turns"]
        if self._kind in ("points", "haul"):
            before = self._points(self._start)
            return Fraction(0) if missed else max(self._points(after) for after in self._all_after(match)) - before
        if self._kind == "claim":
            return Fraction(self._goal in match.actions())
        if self._kind in ("any", "treasure"):
            return Fraction(not missed and match.actions() != ["leave"])
        landed = self._landings(match)
        if self._kind == "reach":
            return Fraction(self._goal in landed)
        return Fraction(bool(landed) and (self._kind == "shore" or self._is_direct(match)))

    def _landings(self, match: Match) -> list[str]:
        """List the islands on which one lands, or may land."""
        seen = match.view(None)
        if seen["turns"] != self._seen["turns"]:
            return []
        if seen["phase"] == "choose":
            return [action.removeprefix("land ") for action in match.actions()]
        return [seen["landed"]]

    def _is_direct(self, match: Match) -> bool:
        """Say whether the last dice name a field of an island."""
        roll = next(text for text in reversed(match.history) if text.startswith("roll "))
        red, black = roll.split()[1:]
        here = "abcdef"[int(red) - 1] + black
        return any(here in island["fields"] for island in self._seen["islands"])

    def _all_after(self, match: Match) -> Iterator[Match]:
        for action in match.actions():
            after = match.copy()
            after.play(action)
            yield after

    def _points(self, match: Match) -> Fraction:
        player = self._start.actor
        assert player is not None
        luck: int = match.view(None)["hands"][player].count("sven")
        return Fraction(match.breakdown()["scores"][player]) + LUCK * luck
