"""Land Ahoy! in sentences, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .coasters import PORTRAITS
from .notation import field, hand, island

TOKEN_WORDS = {
    "en": {"1": "a 1", "2": "a 2", "3": "the 3", "sven": "a Lucky Fellow", "hagar": "the Chief"},
    "de": {"1": "eine 1", "2": "eine 2", "3": "die 3", "sven": "einen Glückspilz", "hagar": "den Häuptling"},
}
ISLAND_WORDS = {
    "en": {
        "hagar": "a Chief's island",
        "sven": "a Lucky Fellow's island",
        "helga": "Helga's island",
        "dragon": "the dragon's island",
        "none": "the nameless island",
    },
    "de": {
        "hagar": "einer Häuptlingsinsel",
        "sven": "einer Glückspilzinsel",
        "helga": "Helgas Insel",
        "dragon": "der Dracheninsel",
        "none": "der namenlosen Insel",
    },
}


def tell(state: State, codes: Sequence[int], names: Sequence[str], lang: Language) -> str:
    """Tell what an action does."""
    phase, code, german = state[rules.PHASE], codes[0], lang == "de"
    who = names[state[rules.PLAYER]]
    if phase == rules.BOARD:
        return (
            "Das Meer ist ausgelegt, neun Schätze liegen verdeckt."
            if german
            else "The sea is laid out, nine treasures lie face down."
        )
    if phase == rules.STARTING:
        return f"{names[code]} beginnt." if german else f"{names[code]} starts."
    if phase == rules.ROLLING:
        return _tell_roll(state, code, who, lang)
    if phase == rules.KEEPING:
        what = _dice_words(code, lang)
        if code == 0:
            return f"{who} lässt die Würfel liegen." if german else f"{who} keeps the dice."
        return f"{who} würfelt {what} neu." if german else f"{who} rolls {what} again."
    if phase == rules.CHOOSING:
        return f"{who} landet auf {field(code)}." if german else f"{who} lands on {field(code)}."
    if phase == rules.REVEALING:
        tokens = _list([TOKEN_WORDS[lang][token] for token in hand(code)], lang)
        where = island(state, int(state[rules.ISLAND]))
        return f"Auf {where} kommt zum Vorschein: {tokens}." if german else f"On {where} turns up: {tokens}."
    if phase == rules.LUCK:
        owner = names[rules.luck_owner(state, state[rules.LUCK_ROLLED])]
        red, black = code // 6 + 1, code % 6 + 1
        points = abs(red - black)
        if german:
            return f"{owner} würfelt für einen Glückspilz: {red} und {black}, das sind {points}."
        return f"{owner} rolls for a Lucky Fellow: {red} and {black}, that makes {points}."
    return _tell_claim(code, who, names, lang)


def _tell_roll(state: State, code: int, who: str, lang: Language) -> str:
    after = state.copy()
    rules.apply(after, code)
    red, black = code // 6 + 1, code % 6 + 1
    rolled = f"{who} würfelt rot {red}, schwarz {black}" if lang == "de" else f"{who} rolls red {red}, black {black}"
    if state[rules.ASHORE]:
        return f"{rolled}."
    where = f"{rolled}: {field(code)}"
    if after[rules.PHASE] == rules.KEEPING:
        return f"{where}."
    return where + "." + arrival(after, state, lang)


def arrival(after: State, before: State, lang: Language) -> str:
    """Tell where the ship has arrived, once the field is settled."""
    if after[rules.PHASE] == rules.CHOOSING:
        return ""
    if after[rules.TURNS] > before[rules.TURNS] and after[rules.ISLAND] < 0:
        return " Nichts zu holen." if lang == "de" else " Nothing to win there."
    place = int(after[rules.ISLAND])
    what = ISLAND_WORDS[lang][PORTRAITS[rules.island_portrait(after, place)]]
    direct = after[rules.RIGHTS] == 3
    if lang == "de":
        return f" {'Volltreffer' if direct else 'Vom Meer aus'}: Landung auf {what} ({island(after, place)})."
    return f" {'A direct hit' if direct else 'From the sea'}: landing on {what} ({island(after, place)})."


def _tell_claim(code: int, who: str, names: Sequence[str], lang: Language) -> str:
    german, words = lang == "de", TOKEN_WORDS[lang]
    if code < rules.TAKE_TWO:
        token = ("1", "2", "3", "sven", "hagar")[code]
        return f"{who} nimmt {words[token]}." if german else f"{who} takes {words[token]}."
    if code < rules.STEAL_HAGAR:
        low, high = divmod(code - rules.TAKE_TWO, 3)
        both = _list([words[str(low + 1)], words[str(high + 1)]], lang)
        return f"{who} nimmt {both}." if german else f"{who} takes {both}."
    if code < rules.PUT_HELGA:
        stolen = "hagar" if code < rules.STEAL_SVEN else "sven"
        victim = names[code - (rules.STEAL_HAGAR if stolen == "hagar" else rules.STEAL_SVEN)]
        return f"{who} stiehlt {victim} {words[stolen]}." if german else f"{who} steals {words[stolen]} from {victim}."
    if code < rules.PUT_DRAGON:
        number = words[str(code - rules.PUT_HELGA + 1)]
        return f"{who} legt {number} auf Helgas x2-Feld." if german else f"{who} puts {number} on Helga's x2 field."
    if code == rules.PUT_DRAGON:
        return f"{who} legt eine 1 zum Drachen." if german else f"{who} puts a 1 with the dragon."
    return f"{who} geht leer aus." if german else f"{who} takes nothing."


def _dice_words(code: int, lang: Language) -> str:
    if lang == "de":
        return ("nichts", "rot", "schwarz", "beide")[code]
    return ("nothing", "red", "black", "both")[code]


def _list(items: Sequence[str], lang: Language) -> str:
    if len(items) == 1:
        return items[0]
    return ", ".join(items[:-1]) + (" und " if lang == "de" else " and ") + items[-1]


def ask(state: State, names: Sequence[str], lang: Language) -> str:
    """Say what the player to act has to do."""
    phase, who, german = state[rules.PHASE], names[state[rules.PLAYER]], lang == "de"
    left = int(state[rules.ROLLS_LEFT])
    if phase == rules.KEEPING:
        times = f"noch {left} Wurf" if left == 1 else f"noch {left} Würfe"
        rolls = f"{left} roll left" if left == 1 else f"{left} rolls left"
        if state[rules.ASHORE]:
            place = int(state[rules.ISLAND])
            goal = wish(state, place, lang)
            return (
                f"{who}, {times} auf {island(state, place)}: {goal}"
                if german
                else f"{who}, {rolls} on {island(state, place)}: {goal}"
            )
        here = field(int(rules.field_hit(state)))
        if german:
            return f"{who}, du steuerst {here} an ({times}): hinfahren oder neu würfeln?"
        return f"{who}, you are heading for {here} ({rolls}): sail there or roll again?"
    if phase == rules.CHOOSING:
        return f"{who}, wo landest du?" if german else f"{who}, where do you land?"
    return f"{who}, was nimmst du dir?" if german else f"{who}, what do you take?"


def wish(state: State, place: int, lang: Language) -> str:
    """Say which dice would win something on the island."""
    which = PORTRAITS[rules.island_portrait(state, place)]
    german = lang == "de"
    if rules.tokens_open(state, place) > 0:
        if german:
            return "eine passende Zahl nimmt sie, ein Pasch einen Kopf, Summe 7 alles."
        return "a matching die takes a number, a double a head, a sum of 7 anything."
    if which == "helga":
        return (
            "die Zahl eines deiner Schätze (oder Summe 7) verdoppelt ihn."
            if german
            else "the number of a treasure of yours (or a sum of 7) doubles it."
        )
    if which == "dragon":
        return (
            "eine 1 (oder Summe 7) legt deine 1 zum Drachen."
            if german
            else "a 1 (or a sum of 7) puts your 1 with the dragon."
        )
    return "ein Pasch oder Summe 7 stiehlt den Kopf." if german else "a double or a sum of 7 steals the head."


def explain(breakdown: Mapping[str, Any], names: Sequence[str], lang: Language) -> list[str]:
    """Add the points up, token by token."""
    lines = []
    german = lang == "de"
    for player, part in enumerate(breakdown["players"]):
        terms = []
        for token in part["tokens"]:
            if token["on"] == "x2":
                terms.append(f"{token['points']} (x2)")
            elif token["on"] == "dragon":
                terms.append(f"1 ({'Drache' if german else 'dragon'})")
            else:
                terms.append(str(token["points"]))
        if part["hagar"] is not None:
            terms.append(f"{part['hagar']} ({'Häuptling' if german else 'Chief'})")
        for luck in part["sven"]:
            shown = "?" if luck is None else str(luck)
            terms.append(f"{shown} ({'Glückspilz' if german else 'Lucky Fellow'})")
        lines.append(f"{names[player]}: {' + '.join(terms) or '0'} = {breakdown['scores'][player]}")
    losers = [names[player] for player in breakdown["losers"]]
    if losers:
        lines.append(_tell_losers(losers, len(losers) == len(names), lang))
    return lines


def _tell_losers(losers: Sequence[str], everybody: bool, lang: Language) -> str:
    who = _list(losers, lang)
    if everybody:
        return "Alle gleich: alle verlieren." if lang == "de" else "All equal: everybody loses."
    if lang == "de":
        return f"{who} {'landet' if len(losers) == 1 else 'landen'} auf dem letzten Platz, also gewinnen alle anderen."
    return f"{who} {'comes' if len(losers) == 1 else 'come'} last, so everyone else wins."
