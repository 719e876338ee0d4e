"""What is worth counting in games of Off to New Shores!"""

from __future__ import annotations

from collections.abc import Iterator

from meadhall.core.jit import State
from meadhall.core.match import Match
from meadhall.learn.match_facts import Event, Fact, MatchFacts, Spread, steps

from . import rules
from .view import BEST_RANK, RANKS
from .words import RANK_WORDS

TOPICS = (
    Event("fits_nowhere", "NS-8", {"en": "a coaster fits nowhere", "de": "ein Deckel passt nirgends"}),
    Event(
        "skulls",
        "NS-11",
        {"en": "a skull leaves a token fewer fields", "de": "ein Schädel nimmt einem Plättchen Felder"},
    ),
    Event("no_field", "NS-11", {"en": "no field to use, the token stays", "de": "kein Feld frei, Plättchen bleibt"}),
    Event("spilt", "NS-12", {"en": "a beer is laid in line", "de": "ein Bier liegt in einer Reihe"}),
    Event("owed", "NS-12", {"en": "a beer is owed at the end", "de": "ein Bier ist am Ende fällig"}),
    Event("points_doubled", "NS-13", {"en": "the doubled line changes points", "de": "die Verdopplung ändert Punkte"}),
    Event("win_doubled", "NS-13", {"en": "the doubled line changes who wins", "de": "… und ändert, wer gewinnt"}),
    Event("ties", "NS-17", {"en": "a tie: nobody conquers a landscape", "de": "Gleichstand um eine Landschaft"}),
    Event("shared_wins", "NS-19", {"en": "several win", "de": "mehrere gewinnen"}),
    Spread(
        "rank",
        "NS-20",
        {"en": "Rank, alone", "de": "Rang, allein"},
        {rank: {"en": rank, "de": RANK_WORDS[rank]} for rank in (*(name for _, name in RANKS), BEST_RANK)},
    ),
    Spread(
        "die",
        "NS-13",
        {"en": "The number rolled", "de": "Die gewürfelte Zahl"},
        {
            "absent": {"en": "not on the table", "de": "liegt nicht aus"},
            "empty": {"en": "line without Vikings", "de": "Reihe ohne Wikinger"},
            "vikings": {"en": "Vikings on its line", "de": "Wikinger in der Reihe"},
        },
    ),
    Spread(
        "last_round",
        "NS-14",
        {"en": "Viking in the last round", "de": "Wikinger, letzte Runde"},
        {
            "moved": {"en": "moves", "de": "zieht um"},
            "stayed": {"en": "stays", "de": "bleibt"},
            "stuck": {"en": "cannot move", "de": "kann nicht weg"},
        },
    ),
    Spread("conquered", "NS-17", {"en": "Fields of a conquered landscape", "de": "Felder eroberter Landschaften"}),
)


def facts(match: Match) -> Iterator[Fact]:
    """Look at every coaster as it is laid, at the last round, and at the final count."""
    for before, code, after in steps(match):
        if before[rules.PHASE] == rules.LAYING:
            yield from _lay(before, code, after)
        elif before[rules.PHASE] == rules.ROLLING:
            yield "die", _line(after)
        elif before[rules.PHASE] == rules.MOVING:
            if code != rules.STAY:
                yield "last_round", "moved"
            else:
                yield "last_round", "stayed" if len(match.game.codes(before)) > 1 else "stuck"
    yield from _count(match)
    yield from _doubling(match)


def _lay(before: State, code: int, after: State) -> Iterator[Fact]:
    place, turn, player = code >> 2, code & 3, int(before[rules.PLAYER])
    word = before[rules.WORDS + 4 * before[rules.HAND] + turn]
    if before[rules.LAID] > 0 and not rules.fits(before, word, rules.spot_of(before, place)):
        yield ("fits_nowhere",)
    if after[rules.BEERS + player] > before[rules.BEERS + player]:
        yield ("spilt",)
    tokens = before[rules.HAGARS_LEFT + player] + before[rules.GOLD_LEFT + player]
    if tokens > 0 and after[rules.PHASE] != rules.TOKEN:
        yield ("no_field",)
    elif tokens > 0 and rules.usable_fields(after, word) != 15:
        yield ("skulls",)


def _line(state: State) -> str:
    """Say whom the doubled line meets, as the Vikings stand when the die falls."""
    line = int(state[rules.LINE])
    if line == 0:
        return "absent"
    players = range(int(state[rules.PLAYERS]))
    return "vikings" if any(state[rules.HAGARS + player] & line for player in players) else "empty"


def _count(match: Match) -> Iterator[Fact]:
    end = match.breakdown()
    for landscape in end["landscapes"]:
        if landscape["conqueror"] is not None:
            yield "conquered", landscape["size"]
        elif landscape["shields"] and any(landscape["hagars"]):
            yield ("ties",)
    for _, _, beers in match.beers:
        yield from [("owed",)] * beers
    if len(match.winners) > 1:
        yield ("shared_wins",)
    if "rank" in end:
        yield "rank", end["rank"]


def _doubling(match: Match) -> Iterator[Fact]:
    """Score the same table once more as if no die had been rolled."""
    undoubled = match.state
    undoubled[rules.LINE] = 0
    scores = match.game.scores(undoubled, match.players)
    if scores != match.scores:
        yield ("points_doubled",)
    if match.game.winners(scores) != match.winners:
        yield ("win_doubled",)


def turns(match: Match) -> int:
    """Count the coasters laid and the choices of the last round."""
    return int(match.state[rules.LAID] + match.state[rules.MOVED])


MATCH_FACTS = MatchFacts(TOPICS, facts, turns)
