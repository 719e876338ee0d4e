"""What is worth counting in games of Land Ahoy!"""

from __future__ import annotations

from collections.abc import Iterator

from meadhall.core.jit import State
from meadhall.core.match import Match
from meadhall.learn.match_facts import Event, Fact, Grid, MatchFacts, Spread, steps

from . import rules
from .notation import field

TOPICS = (
    Grid(
        "fields",
        "LA-2",
        {"en": "Where turns lead: the navigated field", "de": "Wohin Züge führen: das angesteuerte Feld"},
        {"en": "", "de": ""},
        tuple("654321"),
        {letter: {"en": letter, "de": letter} for letter in "abcdef"},
    ),
    Event("rerolls", "LA-6", {"en": "dice rolled again at sea", "de": "auf See neu gewürfelt"}),
    Event("choices", "LA-7", {"en": "a choice of islands", "de": "mehrere Inseln zur Wahl"}),
    Event("one_number", "LA-10", {"en": "a die takes a number", "de": "ein Würfel holt eine Zahl"}),
    Event("two_numbers", "LA-10", {"en": "two dice take two numbers", "de": "zwei Würfel holen zwei Zahlen"}),
    Event("doubles", "LA-11", {"en": "a double takes a token", "de": "ein Pasch holt einen Schatz"}),
    Event("lucky", "LA-12", {"en": "a lucky 7 takes a token", "de": "eine Glückssieben holt einen Schatz"}),
    Event("left", "LA-13", {"en": "left, though it could be won", "de": "liegen gelassen, obwohl es ging"}),
    Event("skipped", "LA-13", {"en": "a landing that can win nothing", "de": "Landung ohne Aussicht"}),
    Event("helga", "LA-14", {"en": "a number goes on Helga's x2", "de": "eine Zahl kommt auf Helgas x2"}),
    Event("chief_stolen", "LA-15", {"en": "the Chief is stolen", "de": "der Häuptling wird gestohlen"}),
    Event("fellow_stolen", "LA-15", {"en": "a Lucky Fellow is stolen", "de": "ein Glückspilz wird gestohlen"}),
    Event("all_lose", "LA-18", {"en": "all equal, nobody wins", "de": "alle gleich, niemand gewinnt"}),
    Event("dragon", "LA-20", {"en": "a 1 goes to the dragon", "de": "eine 1 kommt zum Drachen"}),
    Event("owed", "LA-21", {"en": "a beer is owed at the end", "de": "ein Bier ist am Ende fällig"}),
    Spread(
        "landing",
        "LA-7",
        {"en": "What a turn hits", "de": "Was ein Zug trifft"},
        {
            "direct": {"en": "an island", "de": "eine Insel"},
            "indirect": {"en": "sea beside one", "de": "Meer daneben"},
            "none": {"en": "open sea", "de": "offenes Meer"},
        },
    ),
    Spread("rolls", "LA-9", {"en": "Rolls of a direct landing", "de": "Würfe einer direkten Landung"}),
    Spread("luck", "LA-17", {"en": "Points of a Lucky Fellow", "de": "Punkte eines Glückspilzes"}),
    Spread(
        "ended",
        "LA-16, 22",
        {"en": "How games end", "de": "Wie Partien enden"},
        {
            "sixth": {"en": "sixth number", "de": "sechste Zahl"},
            "turns": {"en": f"{rules.LONGEST:,} turns", "de": f"{rules.LONGEST} Züge"},
        },
    ),
)


def facts(match: Match) -> Iterator[Fact]:
    """Follow every turn from the sea to the island, then look at the end."""
    rolls = 0
    for before, code, after in steps(match):
        phase, ashore = before[rules.PHASE], before[rules.ASHORE] == 1
        if phase == rules.CLAIMING:
            if before[rules.RIGHTS] > 1:
                yield "rolls", rolls
            yield from _claim(before, code)
            rolls = 0
        elif phase == rules.CHOOSING:
            yield from _skip(before, after)
        elif phase in (rules.ROLLING, rules.KEEPING) and not ashore:
            yield from _navigate(before, code, after)
        elif phase == rules.ROLLING:
            rolls += 1
    yield from _end(match)


def _navigate(before: State, code: int, after: State) -> Iterator[Fact]:
    """Look where the dice point to, once they are not rolled again (LA-6, LA-7)."""
    keeping = before[rules.PHASE] == rules.KEEPING
    if keeping and code != 0:
        yield ("rerolls",)
    if after[rules.PHASE] == rules.KEEPING or (keeping and code != 0):
        return
    hit = int(rules.field_hit(before)) if keeping else code
    name = field(hit)
    yield "fields", name[1], name[0]
    landing = _landing(before, hit)
    yield "landing", landing
    if after[rules.PHASE] == rules.CHOOSING:
        yield ("choices",)
    elif landing != "none":
        yield from _skip(before, after)


def _landing(state: State, hit: int) -> str:
    if state[rules.FIELDS + rules.place_of(hit)] & rules.BIT[hit]:
        return "direct"
    return "indirect" if rules.islands_near(state, hit) else "none"


def _skip(before: State, after: State) -> Iterator[Fact]:
    """See whether the landing ended the turn at once (LA-13)."""
    if after[rules.TURNS] > before[rules.TURNS]:
        yield ("skipped",)


def _claim(state: State, code: int) -> Iterator[Fact]:
    red, black = int(state[rules.RED]), int(state[rules.BLACK])
    if code == rules.LEAVE:
        if rules.claims(state) != rules.BIT[rules.LEAVE]:
            yield ("left",)
    elif code < rules.SVEN:  # a number: its own die takes it, or else a lucky 7
        yield ("one_number",) if code + 1 in (red, black) else ("lucky",)
    elif code < rules.TAKE_TWO:
        yield ("doubles",) if red == black else ("lucky",)
    elif code < rules.STEAL_HAGAR:
        yield ("two_numbers",)
    elif code < rules.STEAL_SVEN:
        yield ("chief_stolen",)
    elif code < rules.PUT_HELGA:
        yield ("fellow_stolen",)
    else:
        yield ("helga",) if code < rules.PUT_DRAGON else ("dragon",)


def _end(match: Match) -> Iterator[Fact]:
    state = match.state
    yield "ended", "sixth" if state[rules.TAKEN] == 6 else "turns"
    for nth in range(int(state[rules.LUCK_ROLLED])):
        yield "luck", int(rules.luck_points(state, nth))
    for _, _, beers in match.beers:
        yield from [("owed",)] * beers
    if not match.winners:
        yield ("all_lose",)


def turns(match: Match) -> int:
    """Count the turns as the rules do (LA-22)."""
    return int(match.state[rules.TURNS])


MATCH_FACTS = MatchFacts(TOPICS, facts, turns)
