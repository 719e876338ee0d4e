"""Land Ahoy! in sentences, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadhall.core.game import Language
from meadhall.core.jit import State

from . import rules
from .coasters import PORTRAITS
from .notation import TOKENS, field, hand, island

TOKEN_WORDS = {
    "en": {"1": "a 1", "2": "a 2", "3": "the 3", "sven": "a Lucky Fellow", "hagar": "the Chief"},
    "de": {"1": "eine 1", "2": "eine 2", "3": "die 3", "sven": "einen Glückspilz", "hagar": "den Häuptling"},
}
TURNED_UP = {
    "en": TOKEN_WORDS["en"],
    "de": {"1": "eine 1", "2": "eine 2", "3": "die 3", "sven": "ein Glückspilz", "hagar": "der Häuptling"},
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


CHANCE_WORDS = {
    "en": {
        rules.BOARD: "Lay nine coasters as 3 x 3 and type board and their names with quarter turns, bottom left first.",
        rules.STARTING: "Who starts? Type start and the number of the player.",
        rules.ROLLING: "{who} rolls: type roll, then the red and the black die, like roll 2 4.",
        rules.REVEALING: "{who} turns up the tokens on {where}: choose them, or type them like reveal a2 1 sven.",
        rules.LUCK: "{who} rolls both dice for a Lucky Fellow: type sven, the player, red and black.",
    },
    "de": {
        rules.BOARD: "Leg neun Deckel als 3 x 3 und tipp board und ihre Namen mit Drehungen, links unten zuerst.",
        rules.STARTING: "Wer beginnt? Tipp start und die Nummer des Spielers.",
        rules.ROLLING: "{who} würfelt: tipp roll, dann rot und schwarz, etwa roll 2 4.",
        rules.REVEALING: "{who} deckt die Schätze auf {where} auf: wähl sie aus oder tipp sie wie reveal a2 1 sven.",
        rules.LUCK: "{who} würfelt mit beiden für einen Glückspilz: tipp sven, den Spieler, rot und schwarz.",
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
            kept = f"{who} lässt die Würfel liegen." if german else f"{who} keeps the dice."
            return kept if state[rules.ASHORE] else kept + arrival(state, code, lang)
        return f"{who} würfelt {what} neu." if german else f"{who} rolls {what} again."
    if phase == rules.CHOOSING:
        return f"{who} landet auf {field(code)}." if german else f"{who} lands on {field(code)}."
    if phase == rules.REVEALING:
        tokens = _list([TURNED_UP[lang][token] for token in hand(code)], lang)
        where = island(state, int(state[rules.ISLAND]))
        return f"Aufgedeckt auf {where}: {tokens}." if german else f"Turned up on {where}: {tokens}."
    if phase == rules.LUCK:
        owner = names[rules.luck_owner(state, state[rules.LUCK_ROLLED])]
        red, black = code // 6 + 1, code % 6 + 1
        points = abs(red - black)
        if german:
            return f"{owner} würfelt für einen Glückspilz: {red} und {black}, das sind {points}."
        return f"{owner} rolls for a Lucky Fellow: {red} and {black}, that makes {points}."
    return _tell_claim(code, who, names, lang)


def _tell_roll(state: State, code: int, who: str, lang: Language) -> str:
    red, black = code // 6 + 1, code % 6 + 1
    rolled = f"{who} würfelt rot {red}, schwarz {black}" if lang == "de" else f"{who} rolls red {red}, black {black}"
    if state[rules.ASHORE]:
        return f"{rolled}."
    last = state[rules.ROLLS_LEFT] == 1
    return f"{rolled}: {field(code)}." + (arrival(state, code, lang) if last else "")


def arrival(state: State, code: int, lang: Language) -> str:
    """Tell where the ship arrives with the action that settles its field."""
    after = state.copy()
    rules.apply(after, code)
    if after[rules.PHASE] == rules.CHOOSING:
        return ""
    if after[rules.TURNS] > state[rules.TURNS]:
        return " Dort ist nichts zu holen." if lang == "de" else " There is nothing to win there."
    place = int(after[rules.ISLAND])
    what = ISLAND_WORDS[lang][PORTRAITS[rules.island_portrait(after, place)]]
    direct = after[rules.RIGHTS] == 3
    if lang == "de":
        return f" {'Volltreffer' if direct else 'Vom Meer aus'}: Landung auf {what} ({island(after, place)})."
    return f" {'A direct hit' if direct else 'From the sea'}: landing on {what} ({island(after, place)})."


def _tell_claim(code: int, who: str, names: Sequence[str], lang: Language) -> str:
    german, words = lang == "de", TOKEN_WORDS[lang]
    if code < rules.TAKE_TWO:
        token = TOKENS[code]
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
    phase, who, german = int(state[rules.PHASE]), names[state[rules.PLAYER]], lang == "de"
    if phase in CHANCE_WORDS[lang]:
        luck = names[rules.luck_owner(state, state[rules.LUCK_ROLLED])] if phase == rules.LUCK else who
        where = island(state, int(state[rules.ISLAND])) if phase == rules.REVEALING else ""
        return CHANCE_WORDS[lang][phase].format(who=luck, where=where)
    if phase == rules.KEEPING and not state[rules.ASHORE]:
        here = field(int(rules.field_hit(state)))
        question = f"{here} behalten oder neu würfeln?" if german else f"keep {here} or roll again?"
        return f"{who}, {question} {prospect(state, lang)}"
    if phase == rules.KEEPING:
        left, place = int(state[rules.ROLLS_LEFT]), int(state[rules.ISLAND])
        where, what = island(state, place), wish(state, place, lang)
        if german:
            rolls = "Noch 1 Wurf" if left == 1 else f"Noch {left} Würfe"
            return f"{who}, weiterwürfeln oder aufhören? {rolls} auf {where}: {what}"
        rolls = "1 roll left" if left == 1 else f"{left} rolls left"
        return f"{who}, roll again or stop? {rolls} on {where}: {what}"
    if phase == rules.CHOOSING:
        return f"{who}, auf welcher Insel landest du?" if german else f"{who}, on which island do you land?"
    red, black = state[rules.RED], state[rules.BLACK]
    takes = rules.tokens_open(state, int(state[rules.ISLAND])) > 0
    if german:
        return f"{who}, deine Würfel zeigen {red} und {black}: Was {'nimmst du dir' if takes else 'machst du'}?"
    return f"{who}, your dice show {red} and {black}: what do you {'take' if takes else 'do'}?"


def prospect(state: State, lang: Language) -> str:
    """Say what the field holds that the dice point to now."""
    german = lang == "de"
    after = state.copy()
    rules.apply(after, 0)
    if after[rules.PHASE] == rules.CHOOSING:
        return "Das liegt neben mehreren Inseln." if german else "It is beside several islands."
    if after[rules.TURNS] > state[rules.TURNS]:
        return "Da ist nichts zu holen." if german else "There is nothing to win there."
    place = int(after[rules.ISLAND])
    what, where = ISLAND_WORDS[lang][PORTRAITS[rules.island_portrait(after, place)]], island(after, place)
    if after[rules.RIGHTS] == 3:
        return f"Volltreffer auf {what}: dort 3 Würfe." if german else f"A direct hit on {what}: 3 rolls there."
    return f"Neben {what} ({where}): dort 1 Wurf." if german else f"Beside {what} ({where}): 1 roll there."


def label(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Say in a few words what a decision does."""
    phase, german = state[rules.PHASE], lang == "de"
    if phase == rules.KEEPING:
        if code == 0 and not state[rules.ASHORE]:
            return "hinfahren" if german else "sail there"
        if code == 0:
            return "dabei bleiben" if german else "stop rolling"
        return f"{_dice_words(code, lang)} neu würfeln" if german else f"roll {_dice_words(code, lang)} again"
    if phase == rules.CHOOSING:
        return _face(PORTRAITS[rules.island_portrait(state, int(rules.place_of(code)))], lang)
    return _claim_label(code, names, lang) if phase == rules.CLAIMING else ""


def _claim_label(code: int, names: Sequence[str], lang: Language) -> str:
    german, words = lang == "de", TOKEN_WORDS[lang]
    if code < rules.STEAL_HAGAR:
        kinds = [code] if code < rules.TAKE_TWO else divmod(code - rules.TAKE_TWO, 3)
        what = _list([words[TOKENS[kind]] for kind in kinds], lang)
        return f"{what} nehmen" if german else f"take {what}"
    if code < rules.PUT_HELGA:
        chief = code < rules.STEAL_SVEN
        victim = names[code - (rules.STEAL_HAGAR if chief else rules.STEAL_SVEN)]
        return f"{_head(chief, lang)} von {victim}" if german else f"{victim}'s {_head(chief, lang)}"
    if code < rules.PUT_DRAGON:
        number = code - rules.PUT_HELGA + 1
        return f"deine {number} zählt doppelt" if german else f"your {number} counts double"
    if code == rules.PUT_DRAGON:
        return "deine 1 zum Drachen" if german else "your 1 to the dragon"
    return "nichts nehmen" if german else "take nothing"


def _head(chief: bool, lang: Language) -> str:
    if chief:
        return "Häuptling" if lang == "de" else "Chief"
    return "Glückspilz" if lang == "de" else "Lucky Fellow"


def _face(portrait: str, lang: Language) -> str:
    if portrait in ("hagar", "sven"):
        return _head(portrait == "hagar", lang)
    names = {"helga": ("Helga", "Helga"), "dragon": ("dragon", "Drache"), "none": ("nameless", "namenlos")}
    return names[portrait][lang == "de"]


def wish(state: State, place: int, lang: Language) -> str:
    """Say which dice would win something on the island."""
    which = PORTRAITS[rules.island_portrait(state, place)]
    german = lang == "de"
    if rules.tokens_open(state, place) > 0:
        if german:
            return "Ein Würfel holt seine Zahl, ein Pasch einen Kopf, Summe 7 eins nach Wahl."
        return "a die takes its number, a double a head, a sum of 7 any one."
    if which == "helga":
        return (
            "Die Zahl eines deiner Schätze (oder Summe 7) verdoppelt ihn."
            if german
            else "the number of a treasure of yours (or a sum of 7) doubles it."
        )
    if which == "dragon":
        return (
            "Eine 1 (oder Summe 7) legt deine 1 zum Drachen."
            if german
            else "a 1 (or a sum of 7) puts your 1 with the dragon."
        )
    if german:
        return f"Ein Pasch oder Summe 7 stiehlt {'den Häuptling' if which == 'hagar' else 'einen Glückspilz'}."
    return f"a double or a sum of 7 steals {'the Chief' if which == 'hagar' else 'a Lucky Fellow'}."


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
        total = f" = {breakdown['scores'][player]}" if len(terms) > 1 else ""
        lines.append(f"{names[player]}: {' + '.join(terms) or '0'}{total}")
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
