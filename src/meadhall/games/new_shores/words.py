"""Off to New Shores! in sentences, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .coasters import FIELDS, KINDS
from .notation import field, place

KIND_WORDS = {
    "en": {"land": "LAND", "forest": "FOREST", "water": "WATER"},
    "de": {"land": "LAND", "forest": "WALD", "water": "WASSER"},
}
RANK_WORDS = {
    "simple drunkard": "einfacher Trunkenbold",
    "lower sailor": "niederer Seemann",
    "higher chief": "höherer Häuptling",
    "legendary conqueror": "legendärer Eroberer",
}


def tell(state: State, code: int, ids: Sequence[str], names: Sequence[str], lang: Language) -> str:
    """Tell what an action does."""
    phase, german = state[rules.PHASE], lang == "de"
    who = names[state[rules.PLAYER]]
    if phase == rules.STARTING:
        return f"{names[code]} beginnt." if german else f"{names[code]} starts."
    if phase == rules.DRAWING:
        return f"{who} zieht {ids[code]}." if german else f"{who} draws {ids[code]}."
    if phase == rules.LAYING:
        return _tell_laying(state, code, ids, who, lang)
    if phase == rules.TOKEN:
        number = 4 * (int(state[rules.LAID]) - 1) + (code & 3)
        kind = KIND_WORDS[lang][KINDS[rules.field_kind(state, number)]]
        if code < 4:
            return (
                f"{who} stellt einen Wikinger auf {kind} ({FIELDS[code]})."
                if german
                else f"{who} puts a Viking on {kind} ({FIELDS[code]})."
            )
        return (
            f"{who} legt Gold auf {kind} ({FIELDS[code & 3]})."
            if german
            else f"{who} puts gold on {kind} ({FIELDS[code & 3]})."
        )
    if phase == rules.ROLLING:
        return _tell_roll(state, code, names, lang)
    if code == rules.STAY:
        return f"{who} bleibt stehen." if german else f"{who} stays."
    start, end = field(state, (code - 1) // 48), field(state, (code - 1) % 48)
    return f"{who} rückt von {start} nach {end}." if german else f"{who} moves from {start} to {end}."


def _tell_laying(state: State, code: int, ids: Sequence[str], who: str, lang: Language) -> str:
    what, where = ids[state[rules.HAND]], place(code >> 2)
    after = state.copy()
    rules.apply(after, code)
    spilt = after[rules.BEERS + state[rules.PLAYER]] > state[rules.BEERS + state[rules.PLAYER]]
    if lang == "de":
        return f"{who} legt {what} auf {where}." + (" In einer Reihe mit einem Bier: das kostet eins." if spilt else "")
    return f"{who} lays {what} at {where}." + (" In line with a beer: that costs one." if spilt else "")


def _tell_roll(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    after = state.copy()
    rules.apply(after, code)
    who = names[state[rules.STARTER]]
    doubles = int(rules.doubled_line(after)) != 0
    if lang == "de":
        return f"{who} würfelt eine {code}: " + (
            "ihre Reihe zählt doppelt." if doubles else "sie liegt nicht auf dem Tisch, nichts zählt doppelt."
        )
    return f"{who} rolls a {code}: " + (
        "its line counts double." if doubles else "it is not on the table, nothing counts double."
    )


def ask(state: State, ids: Sequence[str], names: Sequence[str], lang: Language) -> str:
    """Say what the player to act has to do."""
    phase, who = state[rules.PHASE], names[state[rules.PLAYER]]
    player = int(state[rules.PLAYER])
    hagars, gold = state[rules.HAGARS_LEFT + player], state[rules.GOLD_LEFT + player]
    if phase == rules.LAYING:
        hand = ids[state[rules.HAND]]
        if lang == "de":
            return f"{who}, leg {hand} an: Platz und Vierteldrehungen, zum Beispiel 0,0/1."
        return f"{who}, lay {hand}: its place and its quarter turns, like 0,0/1."
    if phase == rules.TOKEN:
        if lang == "de":
            return f"{who}, setz einen Stein auf den neuen Deckel (übrig: {hagars} Wikinger, {gold} Gold)."
        vikings = _plural(int(hagars), "Viking", "Vikings")
        return f"{who}, put a token on the new coaster (left: {hagars} {vikings}, {gold} gold)."
    if lang == "de":
        return f"{who}, letzte Runde: versetz einen Wikinger auf ein freies Feld seiner Art, oder bleib (stay)."
    return f"{who}, last round: move one Viking to a free field of its kind, or stay."


def explain(breakdown: Mapping[str, Any], names: Sequence[str], lang: Language) -> list[str]:
    """Add the points up, player by player, landscape by landscape."""
    lines = []
    german = lang == "de"
    for player, score in enumerate(breakdown["scores"]):
        lines.append(f"{names[player]}:")
        for landscape in breakdown["landscapes"]:
            gold, fields = landscape["points"][player]
            if landscape["hagars"][player]:
                lines.append("  " + _sum(landscape, gold, fields, player, lang))
        lines.append(
            f"  = {score} {_plural(score, 'Punkt', 'Punkte') if german else _plural(score, 'point', 'points')}"
        )
    if "rank" in breakdown:
        rank = breakdown["rank"]
        lines.append(f"Rang: {RANK_WORDS[rank]}." if german else f"Rank: {rank}.")
    elif len(names) > 1:
        best = max(breakdown["scores"])
        winners = [names[player] for player, score in enumerate(breakdown["scores"]) if score == best]
        lines.append(_tell_winners(winners, best, lang))
    return lines


def _tell_winners(winners: Sequence[str], best: int, lang: Language) -> str:
    if lang == "de":
        who, verb = " und ".join(winners), "gewinnt" if len(winners) == 1 else "gewinnen"
        return f"{who} {verb} mit {best} {_plural(best, 'Punkt', 'Punkten')}."
    who, verb = " and ".join(winners), "wins" if len(winners) == 1 else "win"
    return f"{who} {verb} with {best} {_plural(best, 'point', 'points')}."


def _sum(landscape: Mapping[str, Any], gold: int, fields: int, player: int, lang: Language) -> str:
    """Write a landscape as an addition: LAND: 8 fields + 2 gold = 10."""
    kind = KIND_WORDS[lang][landscape["kind"]]
    parts = []
    if fields:
        parts.append(
            f"{fields} {_plural(fields, 'Feld', 'Felder')}"
            if lang == "de"
            else f"{fields} {_plural(fields, 'field', 'fields')}"
        )
    if gold or not parts:
        parts.append(f"{gold} {'Gold' if lang == 'de' else 'gold'}")
    why = "" if fields else _why_no_fields(landscape, player, lang)
    return f"{kind}: {' + '.join(parts)} = {fields + gold}{why}"


def _why_no_fields(landscape: Mapping[str, Any], player: int, lang: Language) -> str:
    size, hagars = landscape["size"], landscape["hagars"]
    if not landscape["shields"]:
        return (
            f" ({size} {_plural(size, 'Feld', 'Felder')}, kein Schild)"
            if lang == "de"
            else f" ({size} {_plural(size, 'field', 'fields')}, no shield)"
        )
    balance = ":".join(str(count) for count in hagars)
    if landscape["conqueror"] is None:
        return (
            f" ({size} {_plural(size, 'Feld', 'Felder')} an niemanden, {balance})"
            if lang == "de"
            else f" ({size} {_plural(size, 'field', 'fields')} to nobody, {balance})"
        )
    return (
        f" ({size} {_plural(size, 'Feld', 'Felder')} gehen verloren, {balance})"
        if lang == "de"
        else f" ({size} {_plural(size, 'field', 'fields')} lost, {balance})"
    )


def _plural(number: int, one: str, many: str) -> str:
    return one if number == 1 else many
