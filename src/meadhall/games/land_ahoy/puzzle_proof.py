"""The second proof of Land Ahoy!'s puzzles: every roll tried on what a player sees, from the rules alone.

It takes nothing from the search that finds the puzzles, nor from rules.py and odds.py: it reads one `match.view` and
plays the clauses on paper. This is how it reads them.
"""

# LA-6   The dice that lie there name the field. Before that, one die or both may be rolled again while rolls are left.
# LA-7   An island is reached if one of its fields is the player's field (directly), or, from a sea field, if one of its
#        fields lies left, right, above or below (indirectly); coaster borders do not matter. That is so whether or not
#        anything can be won there: hitting an island and landing on it are two things. From a field of an island only
#        that island is reached. A sea field beside several islands reaches each; the player chooses one, so for an aim
#        it counts what the best of them gives: beside two islands where nothing can be won it gives nothing.
# LA-8   The player chooses before tokens turn up. Those that are face down can be any of the tokens still face down
#        somewhere, each hand as likely as it can be drawn.
# LA-9   Directly one roll with both dice and up to two more, indirectly the one. Stopping is always allowed.
# LA-10  Each die takes one number token that shows its number; both may, also two of the same number if two lie there.
# LA-11  A double takes one Hägar or Sven token of the island, instead of what its two dice could take.
# LA-12  A 7 takes any one token of the island, instead of what its two dice could take.
# LA-13  Leaving is always allowed, so whoever may take two tokens may take either. Where no roll at all lets a player
#        win anything the landing is skipped: it is worth nothing, but the island was reached (LA-7).
# LA-14  On Helga's island a die or a 7 puts one number token that lies before the player on x2; that is winning
#        something. The older token goes back: if it is the player's own, it is not doubled any more.
# LA-15  On an island without tokens, a double or a 7 takes the token of the island's portrait from another player.
# LA-17  A number counts itself, doubled on x2; the Hägar 1 for each number token, those on x2 and with the dragon too;
#        a Sven what the difference of two dice brings on average.
# LA-20  On the dragon's island a 1 or a 7 puts a 1 that lies before the player there; it still counts 1.

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

from meadhall.core.match import Match

Dice = tuple[int, int]  # red, black
Tokens = tuple[str, ...]  # "1", "2", "3", "sven", "hagar"

SIDES = range(1, 7)
ALL_DICE: tuple[Dice, ...] = tuple(product(SIDES, SIDES))
NUMBERS = ("1", "2", "3")
LUCK = Fraction(sum(abs(red - black) for red, black in ALL_DICE), len(ALL_DICE))  # points of a Sven on average (LA-17)


def rolled(choice: str, dice: Dice) -> tuple[Dice, ...]:
    """Return what the dice may show after a choice, all equally likely."""
    red, black = dice
    if choice == "reroll red":
        return tuple((side, black) for side in SIDES)
    if choice == "reroll black":
        return tuple((red, side) for side in SIDES)
    return ALL_DICE if choice == "reroll both" else (dice,)


class Rolls:
    """What dice are worth to a player who rolls again as is best for an aim, and what each choice is worth."""

    def __init__(self, worth: Callable[[Dice], Fraction]) -> None:
        self._worth = worth  # of dice that stay as they are
        self._averages: dict[tuple[tuple[Dice, ...], int], Fraction] = {}

    def best(self, dice: Dice, more: int) -> Fraction:
        """Return the worth of the best choice while so many more rolls are allowed."""
        choices = ("keep", "reroll red", "reroll black", "reroll both") if more else ("keep",)
        return max(self.of(choice, dice, more) for choice in choices)

    def of(self, choice: str, dice: Dice, more: int) -> Fraction:
        """Return the worth of a choice."""
        return self._worth(dice) if choice == "keep" else self.average(rolled(choice, dice), more - 1)

    def average(self, outcomes: tuple[Dice, ...], more: int) -> Fraction:
        """Return what outcomes are worth on average, with so many more rolls."""
        known = self._averages.get((outcomes, more))
        if known is None:
            known = sum((self.best(dice, more) for dice in outcomes), Fraction(0)) / len(outcomes)
            self._averages[outcomes, more] = known
        return known


class Island(NamedTuple):
    """An island as a player sees it."""

    name: str
    fields: frozenset[Dice]
    portrait: str
    open: Tokens
    face_down: int


class Owned(NamedTuple):
    """The tokens of the player whose turn it is."""

    hand: Tokens
    doubled: Tokens  # on x2
    dragons: Tokens  # with the dragon

    def points(self) -> Fraction:
        """Return the points of these tokens (LA-17)."""
        numbers = [int(token) for token in self.hand + self.dragons + self.doubled if token in NUMBERS]
        chief = len(numbers) if "hagar" in self.hand else 0
        return sum(numbers) + sum(map(int, self.doubled)) + chief + LUCK * self.hand.count("sven")


class ByHand:
    """One position with one aim: exact worths, from what its player sees."""

    def __init__(self, match: Match, kind: str, goal: str) -> None:
        """Read the view of the player who has to decide which dice to keep."""
        assert match.actor is not None
        seen: dict[str, Any] = match.view(match.actor)
        self.player, self.kind, self.goal = match.actor, kind, goal
        self.dice: Dice = (seen["dice"]["red"], seen["dice"]["black"])
        self.rolls_left: int = seen["rolls_left"]
        self.islands = [_island(island) for island in seen["islands"]]
        self.landed = next((island for island in self.islands if island.name == seen["landed"]), None)
        self.hands: list[Tokens] = [tuple(map(str, hand)) for hand in seen["hands"]]
        plate, lair = seen["x2"], seen["dragon"]
        doubled = (str(plate["token"]),) if plate and plate["player"] == self.player else ()
        dragons = ("1",) if lair and lair["player"] == self.player else ()
        self.owned = Owned(self.hands[self.player], doubled, dragons)
        self.hidden: Tokens = tuple(token for token, many in seen["face_down"].items() for _ in range(many))
        self._landings: dict[tuple[str, Tokens], Rolls] = {}

    def worths(self) -> dict[str, Fraction]:
        """Return the exact worth of each choice of dice for the aim."""
        rolls = self._ashore(self.landed.portrait, self.landed.open) if self.landed else Rolls(self.field)
        choices = ("keep", "reroll red", "reroll black", "reroll both")
        return {choice: rolls.of(choice, self.dice, self.rolls_left) for choice in choices}

    def field(self, field: Dice) -> Fraction:
        """Return what it is worth to have navigated to a field."""
        directly, reached = self.reached(field)
        match self.kind:
            case "reach":
                return Fraction(any(island.name == self.goal for island in reached))  # LA-7; LA-13 does not undo it
            case "direct":
                return Fraction(directly and any(self.can_win(island) for island in reached))
            case "shore":
                return Fraction(any(self.can_win(island) for island in reached))
            case "treasure" | "haul":
                return max((self.landing(island, directly) for island in reached), default=Fraction(0))
        raise ValueError(f"{self.kind} is no aim at sea")

    def reached(self, field: Dice) -> tuple[bool, list[Island]]:
        """Return whether a field is on an island, and the islands that it reaches (LA-7)."""
        on = [island for island in self.islands if field in island.fields]
        if on:
            return True, on
        column, row = field
        near = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
        return False, [island for island in self.islands if near & island.fields]

    def can_win(self, island: Island) -> bool:
        """Return whether some roll lets the player win something there; if not, the landing is skipped (LA-13)."""
        tokens = island.open + ("1",) * island.face_down  # a 7 takes any token, whatever it is (LA-12)
        return any(self.claims(island.portrait, tokens, dice) for dice in ALL_DICE)

    def landing(self, island: Island, directly: bool) -> Fraction:
        """Return what landing on an island is worth before its tokens turn up (LA-8, LA-9)."""
        if not self.can_win(island):
            return Fraction(0)
        hands = Counter(tuple(sorted(hand)) for hand in combinations(self.hidden, island.face_down))
        worth = sum(
            many * self._ashore(island.portrait, island.open + hand).average(ALL_DICE, 2 if directly else 0)
            for hand, many in hands.items()
        )
        return Fraction(worth) / hands.total()

    def _ashore(self, portrait: str, tokens: Tokens) -> Rolls:
        """Return what dice are worth on an island whose tokens are all face up; islands that are alike share it."""
        if (portrait, tokens) not in self._landings:
            self._landings[portrait, tokens] = Rolls(lambda dice: self.won(portrait, tokens, dice))
        return self._landings[portrait, tokens]

    def won(self, portrait: str, tokens: Tokens, dice: Dice) -> Fraction:
        """Return what the last roll of a landing is worth for the aim."""
        claims = self.claims(portrait, tokens, dice)
        match self.kind:
            case "claim":
                return Fraction(self.goal in claims)
            case "any" | "treasure":
                return Fraction(bool(claims))
            case "points" | "haul":
                before = self.owned.points()
                return max([Fraction(0), *(owned.points() - before for owned in claims.values())])  # LA-13: or leave
        raise ValueError(f"{self.kind} is no aim on an island")

    def claims(self, portrait: str, tokens: Tokens, dice: Dice) -> dict[str, Owned]:
        """Return all that the dice let the player win, each with the tokens owned after it."""
        hand, doubled, dragons = self.owned
        low, high = sorted(map(str, dice))
        double, seven = low == high, sum(dice) == 7
        won: dict[str, Owned] = {}
        takes: set[Tokens] = {(side,) for side in (low, high) if side in NUMBERS and side in tokens}  # LA-10
        if {low, high} <= set(NUMBERS) and not Counter((low, high)) - Counter(tokens):
            takes.add((low, high))
        if double:  # LA-11
            takes |= {(token,) for token in ("sven", "hagar") if token in tokens}
        if seven:  # LA-12
            takes |= {(token,) for token in tokens}
        for taken in takes:
            won["take " + " ".join(taken)] = Owned(hand + taken, doubled, dragons)
        if portrait == "helga":  # LA-14
            for number in NUMBERS:
                if number in hand and (seven or number in (low, high)):
                    won["helga " + number] = Owned(_less(hand, number) + doubled, (number,), dragons)
        if portrait == "dragon" and "1" in hand and (seven or low == "1"):  # LA-20
            won["dragon"] = Owned(_less(hand, "1") + dragons, doubled, ("1",))
        if portrait in ("hagar", "sven") and not tokens and (double or seven):  # LA-15
            for other, theirs in enumerate(self.hands):
                if other != self.player and portrait in theirs:
                    won[f"steal {portrait} {other + 1}"] = Owned((*hand, portrait), doubled, dragons)
        return won


def _less(hand: Tokens, token: str) -> Tokens:
    """Return a hand without one of its tokens."""
    at = hand.index(token)
    return hand[:at] + hand[at + 1 :]


def _island(seen: dict[str, Any]) -> Island:
    """Read an island of a view."""
    fields = frozenset(("abcdef".index(name[0]) + 1, int(name[1:])) for name in seen["fields"])
    return Island(seen["name"], fields, seen["portrait"], tuple(map(str, seen["open"])), seen["face_down"])
