"""Off to New Shores! in sentences, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .coasters import FIELDS, KINDS
from .notation import field, place
from .view import BEST_RANK, RANKS, doubled, fits_nowhere

KIND_WORDS = {
    "en": {"land": "LAND", "forest": "FOREST", "water": "WATER"},
    "de": {"land": "LAND", "forest": "WALD", "water": "WASSER"},
}
CORNERS = {"en": FIELDS, "de": tuple(corner.replace("E", "O") for corner in FIELDS)}  # Nordost, Südost
RANK_WORDS = {
    "simple drunkard": "einfacher Trunkenbold",
    "lower sailor": "niederer Seemann",
    "higher chief": "höherer Häuptling",
    "legendary conqueror": "legendärer Eroberer",
}


CHANCE_WORDS = {
    "en": {
        rules.STARTING: "Who starts? Type start and the number of the player.",
        rules.DRAWING: "{who} draws a coaster: type draw and its name.",
        rules.ROLLING: "{starter} rolls the die once: type roll and its number.",
    },
    "de": {
        rules.STARTING: "Wer beginnt? Tipp start und die Nummer des Spielers.",
        rules.DRAWING: "{who} zieht einen Deckel: tipp draw und seinen Namen.",
        rules.ROLLING: "{starter} würfelt einmal: tipp roll und die Zahl.",
    },
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
        kind, where = _field_word(state, code, lang), CORNERS[lang][code & 3]
        if code < 4:
            return (
                f"{who} stellt einen Wikinger auf {kind} ({where})."
                if german
                else f"{who} puts a Viking on {kind} ({where})."
            )
        return f"{who} legt Gold auf {kind} ({where})." if german else f"{who} puts gold on {kind} ({where})."
    if phase == rules.ROLLING:
        return _tell_roll(state, code, names, lang)
    if code == rules.STAY:
        return f"{who} bleibt stehen." if german else f"{who} stays."
    start, end = field(state, (code - 1) // 48), field(state, (code - 1) % 48)
    if german:
        return f"{who} rückt einen Wikinger von {start} nach {end}."
    return f"{who} moves a Viking from {start} to {end}."


def _field_word(state: State, code: int, lang: Language) -> str:
    """Name the kind of the field on the new coaster that a token goes on."""
    number = 4 * (int(state[rules.LAID]) - 1) + (code & 3)
    return KIND_WORDS[lang][KINDS[rules.field_kind(state, number)]]


SIDES = {"en": ("west", "east", "south", "north"), "de": ("westlich", "östlich", "südlich", "nördlich")}
TURNS = {
    "en": ("", ", turned once", ", turned twice", ", turned three times"),
    "de": ("", ", einmal gedreht", ", zweimal gedreht", ", dreimal gedreht"),
}


def label(state: State, code: int, lang: Language) -> str:
    """Say in a few words what an action means."""
    phase, german = state[rules.PHASE], lang == "de"
    if phase == rules.LAYING:
        return where(code >> 2, lang) + TURNS[lang][code & 3]
    if phase == rules.TOKEN:
        what = ("Wikinger" if german else "Viking") if code < 4 else ("Gold" if german else "gold")
        return f"{what} {'auf' if german else 'on'} {_field_word(state, code, lang)} ({CORNERS[lang][code & 3]})"
    if phase != rules.MOVING:
        return ""
    if code == rules.STAY:
        return "stehen bleiben" if german else "stay where you are"
    start, end = divmod(code - 1, 48)
    kind = KIND_WORDS[lang][KINDS[rules.field_kind(state, start)]]
    if german:
        return f"Wikinger auf {kind} von {field(state, start)} nach {field(state, end)}"
    return f"Viking on {kind} from {field(state, start)} to {field(state, end)}"


def where(number: int, lang: Language) -> str:
    """Say where a place lies, seen from the first coaster."""
    steps = (number // 25 - 12, number % 25 - 12)
    told = [f"{abs(n)} {SIDES[lang][2 * axis + (n > 0)]}" for axis, n in enumerate(steps) if n]
    return ", ".join(told) or ("in der Mitte" if lang == "de" else "in the middle")


def warning(state: State, code: int, lang: Language) -> str | None:
    """Warn of a beer in line with another one (NS-12)."""
    if state[rules.PHASE] != rules.LAYING or state[rules.PLAYERS] == 1:
        return None
    after, spilt = state.copy(), rules.BEERS + int(state[rules.PLAYER])
    rules.apply(after, code)
    if after[spilt] == state[spilt]:
        return None
    if lang == "de":
        return "Dieses Bier steht in einer Reihe mit einem anderen: Das kostet dich eins, außer du gewinnst."
    return "This beer stands in line with another one: that costs you a beer, unless you win."


def _tell_laying(state: State, code: int, ids: Sequence[str], who: str, lang: Language) -> str:
    what, where, turn = ids[state[rules.HAND]], place(code >> 2), code & 3
    after = state.copy()
    rules.apply(after, code)
    spilt = after[rules.BEERS + state[rules.PLAYER]] > state[rules.BEERS + state[rules.PLAYER]]
    if lang == "de":
        told = f"{who} legt {what} auf {where}" + (f", Drehung {turn}." if turn else ".")
        return told + (" In einer Reihe mit einem Bier: das kostet eins." if spilt else "")
    told = f"{who} lays {what} at {where}" + (f", turn {turn}." if turn else ".")
    return told + (" In line with a beer: that costs one." if spilt else "")


def _tell_roll(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    after = state.copy()
    rules.apply(after, code)
    who, line = names[state[rules.STARTER]], doubled(after)
    if line is None:
        if lang == "de":
            return f"{who} würfelt eine {code}: Sie liegt nicht auf dem Tisch, nichts zählt doppelt."
        return f"{who} rolls a {code}: it is not on the table, nothing counts double."
    vertical = line["arrow"] == "vertical"
    if lang == "de":
        return f"{who} würfelt eine {code}: Ihre {'Spalte' if vertical else 'Reihe'} zählt doppelt (x2)."
    return f"{who} rolls a {code}: its {'column' if vertical else 'row'} counts double (x2)."


def ask(state: State, ids: Sequence[str], names: Sequence[str], lang: Language) -> str:
    """Say what the player to act has to do."""
    phase, who = state[rules.PHASE], names[state[rules.PLAYER]]
    player = int(state[rules.PLAYER])
    hagars, gold = state[rules.HAGARS_LEFT + player], state[rules.GOLD_LEFT + player]
    if phase in CHANCE_WORDS[lang]:
        return CHANCE_WORDS[lang][int(phase)].format(who=who, starter=names[state[rules.STARTER]])
    if phase == rules.LAYING:
        hand = ids[state[rules.HAND]]
        if fits_nowhere(state):
            if lang == "de":
                return f"{who}, {hand} passt nirgends. Leg ihn, wohin du willst: Platz/Drehung, etwa 1,0/2."
            return f"{who}, {hand} fits nowhere. Lay it wherever you like: type place/turn, like 1,0/2."
        if lang == "de":
            return f"{who}, leg {hand} an: Platz/Drehung, etwa 1,0/2. Mindestens ein Feld grenzt an seinesgleichen."
        return f"{who}, lay {hand}: type place/turn, like 1,0/2. At least one field has to touch its own kind."
    if phase == rules.TOKEN:
        if lang == "de":
            return f"{who}, setz ein Plättchen auf den neuen Deckel (übrig: {hagars} Wikinger, {gold} Gold)."
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
        mine = [landscape for landscape in breakdown["landscapes"] if landscape["hagars"][player]]
        for landscape in mine:
            gold, fields = landscape["points"][player]
            name = KIND_WORDS[lang][landscape["kind"]]
            if sum(other["kind"] == landscape["kind"] for other in mine) > 1:
                x, y, _ = landscape["fields"][0]  # so that two forests can be told apart
                name += f" ({x},{y})"
            lines.append("  " + _sum(landscape, gold, fields, name, lang))
        lines.append(
            f"  = {score} {_plural(score, 'Punkt', 'Punkte') if german else _plural(score, 'point', 'points')}"
        )
    if "rank" in breakdown:
        lines.append(_tell_rank(breakdown["rank"], breakdown["scores"][0], lang))
    elif len(names) > 1:
        best = max(breakdown["scores"])
        winners = [names[player] for player, score in enumerate(breakdown["scores"]) if score == best]
        lines.append(_tell_winners(winners, best, lang))
    return lines


def _tell_rank(rank: str, score: int, lang: Language) -> str:
    """Name the rank of somebody who plays alone, and how far it is to the next one (NS-20)."""
    ranks = [name for _, name in RANKS] + [BEST_RANK]
    title = RANK_WORDS[rank] if lang == "de" else rank
    if lang == "de":
        told = f"{score} {_plural(score, 'Punkt', 'Punkte')}: {title}."
    else:
        told = f"{score} {_plural(score, 'point', 'points')}: {title}."
    if rank == BEST_RANK:
        return f"{told} {'Man singt von dir.' if lang == 'de' else 'They sing of you.'}"
    step = ranks.index(rank)
    missing, higher = RANKS[step][0] + 1 - score, ranks[step + 1]
    if higher == BEST_RANK:
        songs = "und man singt von dir" if lang == "de" else "more and they sing of you"
        return f"{told} Noch {missing}, {songs}." if lang == "de" else f"{told} {missing} {songs}."
    if lang == "de":
        return f"{told} Noch {missing}, und du bist {RANK_WORDS[higher]}."
    return f"{told} {missing} more and you are a {higher}."


def _tell_winners(winners: Sequence[str], best: int, lang: Language) -> str:
    if lang == "de":
        who, verb = " und ".join(winners), "gewinnt" if len(winners) == 1 else "gewinnen"
        return f"{who} {verb} mit {best} {_plural(best, 'Punkt', 'Punkten')}."
    who, verb = " and ".join(winners), "wins" if len(winners) == 1 else "win"
    return f"{who} {verb} with {best} {_plural(best, 'point', 'points')}."


def _sum(landscape: Mapping[str, Any], gold: int, fields: int, name: str, lang: Language) -> str:
    """Write a landscape as an addition: LAND: 8 fields + 2 gold = 10."""
    parts = [_fields(fields, lang)] if fields else []
    if gold or not parts:
        parts.append(f"{gold} {'Gold' if lang == 'de' else 'gold'}")
    why = "" if fields else f" ({_why_no_fields(landscape, lang)})"
    return f"{name}: {' + '.join(parts)} = {fields + gold}{why}"


def _why_no_fields(landscape: Mapping[str, Any], lang: Language) -> str:
    fields, balance = _fields(landscape["size"], lang), ":".join(str(count) for count in landscape["hagars"])
    if not landscape["shields"]:
        return f"{fields}, kein Schild" if lang == "de" else f"{fields}, no shield"
    if landscape["conqueror"] is None:
        return (
            f"Gleichstand {balance}, {fields} für niemanden" if lang == "de" else f"tie {balance}, {fields} for nobody"
        )
    return f"{fields} gehen an die Mehrheit, {balance}" if lang == "de" else f"{fields} go to the majority, {balance}"


def _fields(number: int, lang: Language) -> str:
    if lang == "de":
        return f"{number} {_plural(number, 'Feld', 'Felder')}"
    return f"{number} {_plural(number, 'field', 'fields')}"


def _plural(number: int, one: str, many: str) -> str:
    return one if number == 1 else many
