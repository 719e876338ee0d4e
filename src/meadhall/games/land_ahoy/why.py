"""Why one might do it: what an action of Land Ahoy! brings, by exact odds and by the points as they lie."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from meadhall.core.game import Language
from meadhall.core.jit import State
from meadhall.core.phrases import capital, joined, points, standing

from . import odds, rules
from .coasters import PORTRAITS
from .notation import field, island
from .words import ISLAND_WORDS, TOKEN_WORDS

TOKENS = ("1", "2", "3", "sven", "hagar")
DICE_WORDS = {
    "en": ("", "Rolling red again", "Rolling black again", "Rolling both again"),
    "de": ("", "Rot neu würfeln", "Schwarz neu würfeln", "Beide neu würfeln"),
}
SHOWN = 3  # as many claims are named with their odds


def why(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Say what an action is good for."""
    phase = state[rules.PHASE]
    if phase == rules.KEEPING and state[rules.ASHORE]:
        return _keep_ashore(state, names, lang) if code == 0 else _roll_ashore(state, code, names, lang)
    if phase == rules.KEEPING:
        return _sail(state, names, lang) if code == 0 else _roll_at_sea(state, code, names, lang)
    if phase == rules.CHOOSING:
        return _arrival(state, int(rules.place_of(code)), False, names, lang)
    return f"{_claim(state, code, names, lang)} {_table_after(state, code, names, lang)}"


# -- dice ashore -----------------------------------------------------------------------------------


def _keep_ashore(state: State, names: Sequence[str], lang: Language) -> str:
    """Say what the dice win as they lie."""
    after = odds.applied(state, 0)
    dice = _dice(state, lang)
    claims = [claim for claim in odds.claims(after) if claim != odds.ANYTHING]
    if not claims:
        return f"{dice} gewinnen hier nichts." if lang == "de" else f"{dice} win nothing here."
    choices = joined([_worth_of(after, claim, names, lang) for claim in claims[:SHOWN]], lang, "or")
    return f"{dice} gewinnen {choices}." if lang == "de" else f"{dice} win {choices}."


def _worth_of(state: State, claim: int, names: Sequence[str], lang: Language) -> str:
    """Name what a claim wins and the points it brings; a Lucky Fellow's are not known yet."""
    what = prize(state, claim, names, lang)
    if claim == rules.SVEN or rules.STEAL_SVEN <= claim < rules.PUT_HELGA:
        return what
    gain = _gains(state, odds.applied(state, claim))[state[rules.PLAYER]]
    return f"{what} ({points(gain, lang)})" if gain else what


def _roll_ashore(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Give the odds of the claims that are likeliest, and say what is given up."""
    chances = odds.prospects(odds.applied(state, code), {})
    claims = [claim for claim in chances if claim != odds.ANYTHING]
    likeliest = sorted(claims, key=lambda claim: (-chances[claim], claim))[:SHOWN]
    link = "für" if lang == "de" else "for"
    parts = [f"{percent(chances[claim])} {link} {prize(state, claim, names, lang)}" for claim in likeliest]
    told = f"{DICE_WORDS[lang][code]}{_at_best(state, lang)}: {', '.join(parts)}."
    now = odds.claims(odds.applied(state, 0))
    lost = [claim for claim in now if claim != odds.ANYTHING and chances.get(claim, odds.NOTHING) < odds.SURE]
    if not lost:
        return told
    choices = joined([prize(state, claim, names, lang) for claim in lost[:SHOWN]], lang, "or")
    if lang == "de":
        return f"{told} So wie sie liegen, gewinnen die Würfel {choices} sicher."
    return f"{told} As they lie, the dice are sure to win {choices}."


def _at_best(state: State, lang: Language) -> str:
    """Remind that with more rolls to come a chance is that of rolling for one thing alone."""
    if state[rules.ROLLS_LEFT] == 1:
        return ""
    return ", bestenfalls" if lang == "de" else ", at best"


def _dice(state: State, lang: Language) -> str:
    red, black = state[rules.RED], state[rules.BLACK]
    return f"Die Würfel {red} und {black}" if lang == "de" else f"The dice {red} and {black}"


def prize(state: State, claim: int, names: Sequence[str], lang: Language) -> str:
    """Name what a claim wins, in German as an accusative."""
    words, german = TOKEN_WORDS[lang], lang == "de"
    if claim < rules.TAKE_TWO:
        return words[TOKENS[claim]]
    if claim < rules.STEAL_HAGAR:
        low, high = divmod(claim - rules.TAKE_TWO, 3)
        return joined([words[TOKENS[low]], words[TOKENS[high]]], lang)
    if claim < rules.PUT_HELGA:
        chief = claim < rules.STEAL_SVEN
        victim = names[claim - (rules.STEAL_HAGAR if chief else rules.STEAL_SVEN)]
        return f"{words['hagar' if chief else 'sven']} {'von' if german else 'from'} {victim}"
    if claim < rules.PUT_DRAGON:
        number = words[TOKENS[claim - rules.PUT_HELGA]]
        return f"{number} auf x2" if german else f"{number} on x2"
    return "eine 1 beim Drachen" if german else "a 1 with the dragon"


def percent(chance: Fraction) -> str:
    """Round a chance to whole percent, but never up to certain or down to impossible."""
    rounded = round(100 * chance)
    if 0 < chance < 1:
        rounded = min(99, max(1, rounded))
    return f"{rounded} %"


# -- dice at sea -----------------------------------------------------------------------------------


def _sail(state: State, names: Sequence[str], lang: Language) -> str:
    """Say what the field holds that the dice point to."""
    here = int(rules.field_hit(state))
    hits = odds.islands_hit(state, here)
    if not hits:
        if lang == "de":
            return f"{field(here)} ist offenes Meer: Damit ist der Zug vorbei."
        return f"{field(here)} is open sea: that ends the turn."
    if len(hits) == 1:
        return _arrival(state, *hits[0], names, lang)
    on, prize_of = ("auf", "um") if lang == "de" else ("on", "for")
    choices = [f"{on} {_place(state, place, lang)} {prize_of} {_loot(state, place, names, lang)}" for place, _ in hits]
    if lang == "de":
        return f"{field(here)} lässt die Wahl: 1 Wurf {joined(choices, lang, 'or')}."
    return f"{field(here)} leaves a choice: 1 roll {joined(choices, lang, 'or')}."


def _arrival(state: State, place: int, direct: bool, names: Sequence[str], lang: Language) -> str:
    """Say how one lands on an island, for what, and how likely something is won."""
    where = _place(state, place, lang)
    if not odds.worth_landing(state, place):
        if lang == "de":
            return f"Auf {where} ist nichts zu holen: Damit ist der Zug vorbei."
        return f"There is nothing to win on {where}: that ends the turn."
    landed = state.copy()
    rules.land(landed, place, 3 if direct else 1)
    loot, chance = _loot(state, place, names, lang), percent(odds.chance_to_win(landed))
    if lang == "de":
        how = "Volltreffer, 3 Würfe" if direct else "Vom Meer aus 1 Wurf"
        return f"{how} auf {where} um {loot}, mit {chance} Aussicht auf Beute."
    how = "A direct hit, 3 rolls" if direct else "From the sea, 1 roll"
    return f"{how} on {where} for {loot}, with a {chance} chance to win something."


def _roll_at_sea(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Give the odds of landing where there is something to win, and of the likeliest island."""
    direct = beside = odds.NOTHING
    places: dict[int, Fraction] = {}
    for roll, share in odds.outcomes(odds.applied(state, code)):
        hits = [hit for hit in odds.islands_hit(state, roll) if odds.worth_landing(state, hit[0])]
        if hits:
            direct, beside = (direct + share, beside) if hits[0][1] else (direct, beside + share)
        for place, _ in hits:
            places[place] = places.get(place, odds.NOTHING) + share
    again = DICE_WORDS[lang][code]
    if not places:
        return f"{again} führt nirgends hin." if lang == "de" else f"{again} leads nowhere."
    likeliest = min(places, key=lambda place: (-places[place], place))
    where, loot = _place(state, likeliest, lang), _loot(state, likeliest, names, lang)
    nothing = odds.SURE - direct - beside
    words = ("für einen Volltreffer", "vom Meer aus", "dorthin, wo nichts zu holen ist") if lang == "de" else _HOW
    chances = [
        f"{percent(chance)} {how}" for chance, how in zip((direct, beside, nothing), words, strict=True) if chance
    ]
    told = f"{again}: {', '.join(chances)}."
    chance = percent(places[likeliest])
    if lang == "de":
        return f"{told} Zu {chance} landet man auf {where} und würfelt um {loot}."
    return f"{told} {chance} lead to {where}, to roll for {loot}."


_HOW = ("for a direct hit", "for a landing from the sea", "to where nothing can be won")


def _place(state: State, place: int, lang: Language) -> str:
    what = ISLAND_WORDS[lang][PORTRAITS[rules.island_portrait(state, place)]]
    return f"{what} ({island(state, place)})"


def _loot(state: State, place: int, names: Sequence[str], lang: Language) -> str:
    """Name what can be won on an island, in German as an accusative; face-down tokens stay unknown."""
    hidden, german, words = int(state[rules.FACE_DOWN + place]), lang == "de", TOKEN_WORDS[lang]
    if not odds.worth_landing(state, place):
        return "nichts" if german else "nothing"
    if hidden:
        if german:
            return "1 verdeckten Schatz" if hidden == 1 else f"{hidden} verdeckte Schätze"
        return "1 face-down token" if hidden == 1 else f"{hidden} face-down tokens"
    if rules.tokens_open(state, place):
        tokens = [words[TOKENS[kind]] for kind in range(5) for _ in range(state[rules.OPEN + 5 * place + kind])]
        return joined(tokens, lang)
    which = rules.island_portrait(state, place)
    if which == rules.HELGA:
        return "die Verdopplung einer Zahl" if german else "doubling a number"
    if which == rules.DRAGON:
        return "den Platz beim Drachen" if german else "the place with the dragon"
    kind = rules.HAGAR if which == rules.HAGARS else rules.SVEN
    owners = [names[p] for p in range(int(state[rules.PLAYERS])) if _can_be_robbed(state, p, kind)]
    return f"{words[TOKENS[kind]]} {'von' if german else 'from'} {joined(owners, lang, 'or')}"


def _can_be_robbed(state: State, player: int, kind: int) -> bool:
    return bool(player != state[rules.PLAYER] and rules.held(state, player, kind) > 0)


# -- claims ----------------------------------------------------------------------------------------


def _claim(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Say what a claim brings in points, and whom it costs some."""
    if code == rules.LEAVE:
        return _leave(state, names, lang)
    after = odds.applied(state, code)
    who, gain = names[state[rules.PLAYER]], _gains(state, after)
    me = int(state[rules.PLAYER])
    loses = [other for other in range(len(gain)) if other != me and gain[other] < 0]
    cost = "".join(_loss(names[other], -gain[other], lang) for other in loses)
    if code == rules.TAKE + rules.SVEN:
        return _lucky_fellow(who, None, lang)
    if rules.STEAL_SVEN <= code < rules.PUT_HELGA:
        return _lucky_fellow(who, names[code - rules.STEAL_SVEN], lang)
    if code == rules.TAKE + rules.HAGAR or rules.STEAL_HAGAR <= code < rules.STEAL_SVEN:
        return _chief(who, gain[me], cost, lang)
    if code == rules.PUT_DRAGON:
        if lang == "de":
            return f"Die 1 zählt weiter, und verliert {who} nicht, zahlt am Ende jeder Verlierer {who} ein Bier."
        return f"The 1 goes on counting, and unless {who} loses, every loser pays {who} a beer in the end."
    what = prize(state, code, names, lang)
    if code >= rules.PUT_HELGA:
        return _helga(what, code - rules.PUT_HELGA + 1, who, gain[me], cost, lang)
    chief = _chiefs_points(after, me) - _chiefs_points(state, me)
    if lang == "de":
        extra = f", {chief} davon durch den Häuptling" if chief else ""
        return f"{who} bekommt {points(gain[me], lang)} für {what}{extra}."
    extra = f", {chief} of them by the Chief" if chief else ""
    return f"{who} gets {points(gain[me], lang)} for {what}{extra}."


def _leave(state: State, names: Sequence[str], lang: Language) -> str:
    claims = [claim for claim in odds.claims(state) if claim != odds.ANYTHING]
    dice = _dice(state, lang)
    if not claims:
        return f"{dice} gewinnen hier nichts." if lang == "de" else f"{dice} win nothing here."
    choices = joined([_worth_of(state, claim, names, lang) for claim in claims[:SHOWN]], lang, "or")
    if lang == "de":
        return f"{dice} hätten {choices} gewonnen."
    return f"{dice} would have won {choices}."


def _lucky_fellow(who: str, victim: str | None, lang: Language) -> str:
    """Give the range and the mean of a Lucky Fellow's points, by trying all rolls (LA-17)."""
    worth, state = [], np.zeros(rules.STATE_SIZE, np.int64)
    for roll in range(36):
        state[rules.LUCK_ROLLS] = roll
        worth.append(int(rules.luck_points(state, 0)))
    mean = f"{sum(worth) / len(worth):.1f}"
    if lang == "de":
        fellow = f"Der Glückspilz von {victim}" if victim else "Ein Glückspilz"
        return (
            f"{fellow} bringt {who} am Ende {min(worth)} bis {max(worth)} Punkte, im Schnitt {mean.replace('.', ',')}."
        )
    fellow = f"{victim}'s Lucky Fellow" if victim else "A Lucky Fellow"
    return f"{fellow} brings {who} {min(worth)} to {max(worth)} points in the end, {mean} on average."


def _chief(who: str, gain: int, cost: str, lang: Language) -> str:
    if lang == "de":
        if gain == 0:
            return f"Der Häuptling bringt {who} noch nichts, aber 1 Punkt für jede Zahl, die noch kommt{cost}."
        each = "1 für jede eigene Zahl" if gain > 1 else "für die eigene Zahl"
        return f"Der Häuptling bringt {who} {points(gain, lang)}, {each}{cost}."
    if gain == 0:
        return f"The Chief brings {who} nothing yet, but 1 point for each number still to come{cost}."
    each = "1 for each number token" if gain > 1 else "for the one number token"
    return f"The Chief brings {who} {points(gain, lang)}, {each}{cost}."


def _helga(what: str, number: int, who: str, gain: int, cost: str, lang: Language) -> str:
    more = abs(gain)
    if lang == "de":
        word = "mehr" if gain >= 0 else "weniger"
        return f"{capital(what)} zählt {2 * number}: {points(more, lang)} {word} für {who}{cost}."
    word = "more" if gain >= 0 else "fewer"
    return f"{capital(what)} counts {2 * number}: {points(more, lang)} {word} for {who}{cost}."


def _loss(name: str, lost: int, lang: Language) -> str:
    return f"; {name} verliert {lost}" if lang == "de" else f"; {name} loses {lost}"


def _scores(state: State) -> list[int]:
    out = np.zeros(4, np.float64)
    rules.scores(state, out)
    return [int(score) for score in out[: state[rules.PLAYERS]]]


def _gains(before: State, after: State) -> list[int]:
    """Give what each player's points change by."""
    return [new - old for old, new in zip(_scores(before), _scores(after), strict=True)]


def _chiefs_points(state: State, player: int) -> int:
    """Give what the Chief brings a player: one point for each number token, wherever it lies (LA-17)."""
    without = state.copy()
    without[rules.HELD + 5 * player + rules.HAGAR] = 0
    return _scores(state)[player] - _scores(without)[player]


def _table_after(state: State, code: int, names: Sequence[str], lang: Language) -> str:
    """Say how it stands after a claim, who is last, and whether the game ends with it."""
    after, german = odds.applied(state, code), lang == "de"
    scores = _scores(after)
    last = [names[player] for player, score in enumerate(scores) if score == min(scores)]
    table = standing(names, scores, _gains(state, after))
    if after[rules.PHASE] == rules.ENDED:
        who = _last(last, len(scores), lang)
        return f"Damit ist Schluss mit {table}: {who}." if german else f"That ends the game at {table}: {who}."
    if after[rules.PHASE] == rules.LUCK:
        if german:
            return f"Damit ist Schluss, und vor den Würfen für die Glückspilze steht es {table}."
        return f"That ends the game, and before the Lucky Fellows are rolled it stands {table}."
    if german:
        open_luck = ", ohne Glückspilze" if rules.svens(after) else ""
        return f"Dann steht es {table}{open_luck}: {_last(last, len(scores), lang)}."
    open_luck = ", without Lucky Fellows" if rules.svens(after) else ""
    return f"Then it stands {table}{open_luck}: {_last(last, len(scores), lang)}."


def _last(last: Sequence[str], players: int, lang: Language) -> str:
    if len(last) == players:
        return "alle sind gleich" if lang == "de" else "all are equal"
    if lang == "de":
        return f"{joined(last, lang)} {'liegt' if len(last) == 1 else 'liegen'} hinten"
    return f"{joined(last, lang)} {'is' if len(last) == 1 else 'are'} last"
