"""What helps to decide in Land Ahoy!: exact chances, what an action would do, and warnings in time."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from meadhall.core.game import Language
from meadhall.core.jit import State
from meadhall.core.phrases import points

from . import odds, rules
from .notation import KEEPS, field, island, write_claim

SEA_WAYS = ("direct", "beside", "sea")  # how a navigation may end, best first
MOST_LUCK = 5  # points that a Lucky Fellow can bring


def aids(state: State) -> dict[str, Any] | None:
    """Give the chances of every choice, at sea and ashore; None when there is nothing to weigh."""
    if state[rules.PHASE] == rules.CHOOSING:
        return {"kind": "landing", "lands": {island(state, place): chance for place, chance in _landings(state)}}
    if state[rules.PHASE] != rules.KEEPING:
        return None
    if not state[rules.ASHORE]:
        return {"kind": "sea", "keeps": {KEEPS[code]: _at_sea(state, code) for code in range(4)}}
    return {"kind": "ashore", "keeps": _ashore(state)}


def _landings(state: State) -> list[tuple[int, float]]:
    """Give the chance to win anything for each island that one may land on."""
    codes = np.empty(rules.MAX_ACTIONS, np.int64)
    found = codes[: rules.actions(state, codes)]
    return [(int(rules.place_of(code)), float(_chance(odds.applied(state, int(code))))) for code in found]


def _chance(landed: State) -> Fraction:
    """Give the chance to win anything after a landing; where nothing can be won, the turn is over."""
    return odds.chance_to_win(landed) if landed[rules.ISLAND] >= 0 else odds.NOTHING


def _at_sea(state: State, code: int) -> dict[str, Any]:
    """Count the fields that the dice may lead to: on an island, beside one or more, or open sea."""
    fields = [int(rules.field_hit(state))]
    if code:
        fields = [number for number, _ in odds.outcomes(odds.applied(state, code))]
    ways = dict.fromkeys(SEA_WAYS, 0)
    for number in fields:
        hit = odds.islands_hit(state, number)
        ways["sea" if not hit else "direct" if hit[0][1] else "beside"] += 1
    return {"of": len(fields), **ways, "percent": percents([ways[way] for way in SEA_WAYS])}


def percents(counts: Sequence[int]) -> list[int]:
    """Round shares to whole percents that add up to 100: what is missing goes to the largest remainders."""
    total = sum(counts)
    whole = [100 * count // total for count in counts]
    by_remainder = sorted(range(len(counts)), key=lambda i: (-(100 * counts[i] % total), i))
    for i in by_remainder[: 100 - sum(whole)]:
        whole[i] += 1
    return whole


def _ashore(state: State) -> dict[str, Any]:
    """Give for each choice of dice the chance of each claim, if one rolls for it, and of any claim at all."""
    seen: dict[odds.Moment, odds.Chances] = {}
    after = {KEEPS[code]: odds.prospects(odds.applied(state, code), seen) for code in range(4)}
    possible = sorted({claim for chances in after.values() for claim in chances} - {odds.ANYTHING})
    return {
        keep: {
            "any": float(chances.get(odds.ANYTHING, odds.NOTHING)),
            "claims": {write_claim(claim): float(chances.get(claim, odds.NOTHING)) for claim in possible},
        }
        for keep, chances in after.items()
    }


# -- before it is played ---------------------------------------------------------------------------


def preview(state: State, code: int) -> dict[str, Any]:
    """Say where the dice lead, or whose points a claim would change."""
    if state[rules.PHASE] == rules.KEEPING and code == 0 and not state[rules.ASHORE]:
        number = int(rules.field_hit(state))
        hit = odds.islands_hit(state, number)
        return {
            "field": field(number),
            "direct": any(direct for _, direct in hit),
            "islands": [island(state, place) for place, _ in hit],
            "wins": _worth_sailing(state),
        }
    if state[rules.PHASE] == rules.KEEPING and code == 0:
        return {"claims": [write_claim(claim) for claim in _claims(state)]}
    if state[rules.PHASE] == rules.CLAIMING:
        after = odds.applied(state, code)
        return {"gains": _gains(state, after), "ends": int(after[rules.PHASE]) in (rules.LUCK, rules.ENDED)}
    return {}


def _worth_sailing(state: State) -> bool:
    """Say whether something could be won where the dice lead."""
    hits = odds.islands_hit(state, int(rules.field_hit(state)))
    return any(odds.worth_landing(state, place) for place, _ in hits)


def _claims(state: State) -> list[int]:
    """List what the dice allow as they lie, ashore, but for leaving."""
    return [claim for claim in odds.claims(odds.applied(state, 0)) if claim != odds.ANYTHING]


def _points(state: State) -> list[int]:
    out = np.zeros(4, np.float64)
    rules.scores(state, out)
    return [int(score) for score in out[: state[rules.PLAYERS]]]


def _gains(before: State, after: State) -> list[int]:
    return [new - old for old, new in zip(_points(before), _points(after), strict=True)]


def warning(state: State, code: int, lang: Language) -> str | None:
    """Warn of dice that are kept for nothing, of points given away, and of ending the game as its last."""
    german = lang == "de"
    if state[rules.PHASE] == rules.KEEPING and code == 0:
        if not state[rules.ASHORE] and not _worth_sailing(state):
            return (
                "Dort ist nichts zu holen, dein Zug wäre vorbei."
                if german
                else "There is nothing to win there. Your turn would be over."
            )
        if state[rules.ASHORE] and not _claims(state):
            return (
                "Diese Würfel gewinnen hier nichts, und du darfst noch werfen."
                if german
                else "These dice win nothing here, and you have a roll left."
            )
    if state[rules.PHASE] != rules.CLAIMING:
        return None
    after, player = odds.applied(state, code), int(state[rules.PLAYER])
    if after[rules.PHASE] in (rules.LUCK, rules.ENDED):
        return _last(after, player, lang)
    loss = -_gains(state, after)[player]
    if loss > 0:
        return f"Das kostet dich {points(loss, lang)}." if german else f"That costs you {points(loss, lang)}."
    return None


def _last(ended: State, player: int, lang: Language) -> str | None:
    """Warn a player who would end the game with the fewest points."""
    scores = _points(ended)
    mine = int(rules.held(ended, player, rules.SVEN))
    others = [score for other, score in enumerate(scores) if other != player]
    if scores[player] > min(others):
        return None
    if scores[player] + MOST_LUCK * mine <= min(others):
        return (
            "Damit endet das Spiel, und du landest auf dem letzten Platz."
            if lang == "de"
            else "That ends the game, and you come last."
        )
    return (
        "Damit endet das Spiel. Jetzt rettet dich nur noch ein Glückspilz."
        if lang == "de"
        else "That ends the game. Only a Lucky Fellow can save you then."
    )
