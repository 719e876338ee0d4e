"""Land Ahoy!: which dice do you keep? One aim, four choices, and the exact chance of each."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

from meadhall.core.game import Language, Words
from meadhall.core.jit import State
from meadhall.core.match import Match
from meadhall.core.registry import find
from meadhall.learn.quiz import (
    HARDEST,
    Judgement,
    Puzzle,
    Quiz,
    Row,
    Shelf,
    both,
    chance,
    counted,
    lay,
    names,
    who,
    why,
)
from meadhall.search import by_name

from . import odds, rules
from .notation import KEEPS, island, write_claim
from .puzzle_proof import LUCK, ByHand
from .why import prize
from .words import ISLAND_WORDS

LONGEST = 100  # actions before the question
MOST_COVERED = 2  # islands with face-down tokens, for questions about the whole turn
ASKED = 20  # moments of a game that are looked at
HITS = ("reach", "direct", "shore")  # aims for which only the field counts, not what is won there
COUNTED = ("points", "haul")  # aims that are counted in points, not in chances
GAP = {"points": Fraction(1, 8), "haul": Fraction(1, 12)}  # by which the best choice must be better than the next
LEAST_GAP = Fraction(1, 24)
SHARES = {
    "reach": 0.2,
    "direct": 0.12,
    "shore": 0.12,
    "claim": 0.2,
    "any": 0.15,
    "points": 0.2,
    "treasure": 0.1,
    "haul": 0.1,
}
CLEAR_GAP, NARROW_GAP = Fraction(1, 4), Fraction(1, 10)
HARDNESS = {"reach": 1, "direct": 1, "shore": 2, "claim": 1, "any": 2, "points": 3, "treasure": 4, "haul": 4}

Pays = Callable[[State], Fraction]  # what a moment is worth at which no dice are left to roll


class Keeps(Quiz):
    """Keep, roll red, roll black or roll both: one of them is best for the aim."""

    game = find("land-ahoy")
    prefix = "la"
    goes_on = False

    # -- making them -------------------------------------------------------------------------------

    def search(self, random: Random, found: int, shelf: Shelf) -> Puzzle | None:
        players, harbor = random.choice((2, 2, 3, 4)), random.choice(("off", "off", "on"))
        match = self.game.new(players=players, seed=random.getrandbits(60), harbor=harbor)
        bots = [by_name(f"level:{random.randint(1, 3)}", self.game, random.getrandbits(60)) for _ in range(players)]
        moments = []
        while not match.over and len(match.entries) < LONGEST:
            if match.actions()[0] == "keep":
                moments.append(match.copy())
            assert match.actor is not None
            match.play(bots[match.actor].choose(match))
        random.shuffle(moments)
        for moment in moments[:ASKED]:
            goals = {kind: goals for kind, goals in aims(moment).items() if shelf.wants(kind, SHARES[kind])}
            if not goals:
                continue
            kind = random.choice(list(goals))
            puzzle = self._posed(moment, kind, random.choice(goals[kind]), found)
            if puzzle is not None and shelf.welcomes(puzzle):
                return puzzle
        return None

    def _posed(self, match: Match, kind: str, goal: str, found: int) -> Puzzle | None:
        """Make a puzzle of a moment and an aim, if one choice is clearly the best, and nothing is certain."""
        values = worths(match, kind, goal)
        order = sorted(values, key=lambda action: -values[action])
        best, second = values[order[0]], values[order[1]]
        sure = kind not in COUNTED and best == 1
        if sure or second <= 0 or best - second < GAP.get(kind, LEAST_GAP):
            return None
        setup = match.setup
        return Puzzle(
            id="",
            kind=kind,
            difficulty=_difficulty(match, kind, best, second),
            found=found,
            answers=[order[0]],
            played=match.history,
            players=setup.players,
            options=dict(setup.options),
            goal=goal,
            values={action: str(value) for action, value in values.items()},
        )

    def prove(self, puzzle: Puzzle) -> bool:
        """Play every roll as a match, by the notation and the views alone."""
        hand = ByHand(lay(self.game, puzzle), puzzle.kind, puzzle.goal)
        return {action: str(value) for action, value in hand.worths().items()} == puzzle.values

    def alike(self, puzzle: Puzzle) -> str:
        return f"{puzzle.kind} {puzzle.goal} {sorted(puzzle.values.items())}"

    def traits(self, puzzle: Puzzle) -> dict[str, float]:
        return {**super().traits(puzzle), puzzle.kind: SHARES[puzzle.kind], puzzle.answers[0]: 0.4}

    # -- posing and judging them -------------------------------------------------------------------

    def question(self, puzzle: Puzzle, match: Match) -> Words:
        player = who(match)
        aim = both(lambda lang: _aim(puzzle, match, lang))
        left = match.view(None)["rolls_left"]
        en = "You may roll once more." if left == 1 else "You may roll twice more."
        de = "Du darfst noch einmal würfeln." if left == 1 else "Du darfst noch zweimal würfeln."
        return {
            "en": f"You are {player}. {aim['en']} {en} Which dice do you keep?",
            "de": f"Du bist {player}. {aim['de']} {de} Welche Würfel behältst du?",
        }

    def judge(self, puzzle: Puzzle, match: Match, action: str) -> Judgement:
        mine, best = (Fraction(puzzle.values[a]) for a in (action, puzzle.answers[0]))
        if action in puzzle.answers:
            said = both(lambda lang: _right(puzzle, mine, lang))
            return Judgement("right", said, [why(match, action)], self._rows(puzzle))
        said = both(lambda lang: _wrong(puzzle, action, mine, best, lang))
        return Judgement("wrong", said)

    def _rows(self, puzzle: Puzzle) -> list[Row]:
        rows = []
        for action in sorted(puzzle.values, key=lambda one: -Fraction(puzzle.values[one])):
            value = Fraction(puzzle.values[action])
            worth = both(partial(_worth, puzzle, value))
            rows.append(Row(action, KEEP_WORDS[action], worth, action in puzzle.answers))
        return rows

    def solution(self, puzzle: Puzzle, match: Match) -> tuple[list[str], Judgement]:
        best = puzzle.answers[0]
        said = both(lambda lang: f"{KEEP_WORDS[best][lang]}.")
        return [], Judgement("right", said, [why(match, best)], self._rows(puzzle))


# -- aims ------------------------------------------------------------------------------------------


def aims(match: Match) -> dict[str, list[str]]:
    """List what one may roll for at a moment: kinds of questions, and their goals."""
    state = match.state
    if state[rules.ASHORE]:
        ends = [final(state, roll) for roll in range(36)]
        claims = {write_claim(claim) for end in ends for claim in odds.claims(end) if claim != odds.ANYTHING}
        return {"claim": sorted(claims), "any": [""], "points": [""]}
    near = {"reach": _goals(state), "direct": [""], "shore": [""]}
    covered = sum(bool(state[rules.FACE_DOWN + place]) for place in range(9))
    return near if covered > MOST_COVERED else near | {"treasure": [""], "haul": [""]}


def _goals(state: State) -> list[str]:
    """Name the islands on which something can be won: nobody would want to reach another one."""
    found = [place for place in range(9) if state[rules.FIELDS + place] and odds.worth_landing(state, place)]
    return sorted(island(state, place) for place in found)


def worths(match: Match, kind: str, goal: str) -> dict[str, Fraction]:
    """Return what each choice of dice is worth for an aim, exactly."""
    state = match.state
    if kind in HITS:
        hits = [odds.islands_hit(state, roll) for roll in range(36)]
        last = [Fraction(any(_serves(state, kind, goal, *hit) for hit in found)) for found in hits]
    else:
        pays = _pays(state, kind, goal)
        last = [pays(final(state, roll)) for roll in range(36)]
    tables = _tables(last, int(state[rules.ROLLS_LEFT]))
    now = 6 * int(state[rules.RED] - 1) + int(state[rules.BLACK] - 1)
    return dict(zip(KEEPS, (tables[0][now], *_rerolls(tables[-1], now)), strict=True))


def final(state: State, roll: int) -> State:
    """Give the moment at which these dice are the last ones."""
    return kept(odds.applied(odds.applied(state, KEEPS.index("reroll both")), roll))


def kept(state: State) -> State:
    """Let the dice lie, where there is still a choice."""
    return odds.applied(state, KEEPS.index("keep")) if state[rules.PHASE] == rules.KEEPING else state


def _serves(state: State, kind: str, goal: str, place: int, direct: bool) -> bool:
    """Return whether a hit (LA-7) is one that an aim asks for, skipped landings of no worth left out (LA-13)."""
    if kind == "reach":
        return island(state, place) == goal
    return odds.worth_landing(state, place) and (direct or kind == "shore")


def _pays(start: State, kind: str, goal: str) -> Pays:
    """Return what the last dice are worth for an aim at which it matters what is won."""
    if kind == "claim":
        return lambda end: Fraction(goal in [write_claim(claim) for claim in odds.claims(end)])
    wins = _any if kind in ("any", "treasure") else partial(_points, start)
    return Voyage(wins) if kind in ("treasure", "haul") else wins


def _any(end: State) -> Fraction:
    return Fraction(bool(odds.claims(end)))


def _points(start: State, end: State) -> Fraction:
    """Take what brings most, or nothing: nobody has to take anything (LA-13)."""
    claims = [claim for claim in odds.claims(end) if claim != odds.ANYTHING]
    return max([Fraction(0), *(_gain(start, end, claim) for claim in claims)])


class Voyage:
    """What a field is worth for which one has sailed: the landing there, its tokens turned up, its rolls to come."""

    def __init__(self, wins: Pays) -> None:
        self._wins = wins
        self._known: dict[tuple[int, int], Fraction] = {}

    def __call__(self, end: State) -> Fraction:
        if end[rules.PHASE] == rules.CHOOSING:
            codes = Keeps.game.codes(end)
            return max(self(odds.applied(end, code)) for code in codes)
        if end[rules.ISLAND] < 0:
            return Fraction(0)
        landing = (int(end[rules.ISLAND]), int(end[rules.RIGHTS]))
        if landing not in self._known:
            self._known[landing] = self._ashore(end)
        return self._known[landing]

    def _ashore(self, landed: State) -> Fraction:
        if landed[rules.PHASE] == rules.REVEALING:
            hands = odds.outcomes(landed)
            return sum((share * self._ashore(odds.applied(landed, hand)) for hand, share in hands), Fraction(0))
        rolls = int(landed[rules.ROLLS_LEFT])
        worths = [self._wins(kept(odds.applied(landed, roll))) for roll in range(36)]
        return sum(_tables(worths, rolls)[-1], Fraction(0)) / 36


def _gain(start: State, end: State, claim: int) -> Fraction:
    """Count the points that a claim brings, a Lucky Fellow as what it brings on average."""
    player = int(start[rules.PLAYER])
    return _standing(odds.applied(end, claim), player) - _standing(start, player)


def _standing(state: State, player: int) -> Fraction:
    game = Keeps.game
    mine = game.scores(state, int(state[rules.PLAYERS]))[player]
    return Fraction(mine) + LUCK * int(rules.held(state, player, rules.SVEN))


def _rerolls(table: list[Fraction], roll: int) -> tuple[Fraction, Fraction, Fraction]:
    """Give the means over red, black and both dice rolled anew."""
    red, black = divmod(roll, 6)
    reds = sum((table[6 * new + black] for new in range(6)), Fraction(0)) / 6
    blacks = sum((table[6 * red + new] for new in range(6)), Fraction(0)) / 6
    return reds, blacks, sum(table, Fraction(0)) / 36


def _tables(last: list[Fraction], rolls: int) -> list[list[Fraction]]:
    """Give the worth of each pair of dice: as the last ones, and before one, two … rolls fewer than there are."""
    tables = [last]
    while len(tables) < rolls:
        tables.append([max(last[roll], *_rerolls(tables[-1], roll)) for roll in range(36)])
    return tables


def _difficulty(match: Match, kind: str, best: Fraction, second: Fraction) -> int:
    """Grade it by the aim, the rolls to come, and how close the second best is."""
    gap = (best - second) / (2 if kind in COUNTED else 1)
    more_rolls: int = match.view(None)["rolls_left"] - 1
    hard = HARDNESS[kind] + 2 * more_rolls
    hard += 1 if gap < NARROW_GAP else -1 if gap > CLEAR_GAP else 0
    return min(max(hard, 1), HARDEST)


# -- words -----------------------------------------------------------------------------------------

KEEP_WORDS: dict[str, Words] = {
    "keep": {"en": "Keep both dice", "de": "Beide Würfel behalten"},
    "reroll red": {"en": "Keep black, roll red again", "de": "Schwarz behalten, Rot neu würfeln"},
    "reroll black": {"en": "Keep red, roll black again", "de": "Rot behalten, Schwarz neu würfeln"},
    "reroll both": {"en": "Keep neither, roll both again", "de": "Keinen behalten, beide neu würfeln"},
}


def _aim(puzzle: Puzzle, match: Match, lang: Language) -> str:
    """Say what one is after."""
    german = lang == "de"
    if puzzle.kind == "reach":
        where = next(one for one in match.view(None)["islands"] if one["name"] == puzzle.goal)
        what = f"{ISLAND_WORDS[lang][where['portrait']]} ({puzzle.goal})"
        if german:
            return f"Du willst unbedingt zu {what}: Ein Volltreffer zählt, ein Meeresfeld direkt daneben auch."
        return f"You want to get to {what}, come what may: a direct hit counts, a sea field right beside it too."
    if puzzle.kind == "direct":
        if german:
            return "Du willst einen Volltreffer auf irgendeine Insel, auf der es etwas zu holen gibt."
        return "You want a direct hit on any island where there is something to win."
    if puzzle.kind == "shore":
        if german:
            return "Du willst nur an Land, egal wo, direkt oder von nebenan, solange es dort etwas zu holen gibt."
        return "You just want to get ashore, directly or from beside, wherever there is something to win."
    if puzzle.kind == "claim":
        claim = next(code for code in range(rules.LEAVE) if write_claim(code) == puzzle.goal)
        what = prize(match.state, claim, names(match), lang)
        return f"Du willst {what}, alles andere ist dir egal." if german else f"You want {what}, and nothing else."
    if puzzle.kind == "any":
        if german:
            return "Dir ist egal, was es ist: Hauptsache, du gewinnst hier etwas."
        return "You do not care what it is, as long as you win something here."
    if puzzle.kind == "treasure":
        if german:
            return "Du willst in diesem Zug etwas gewinnen, egal was und egal wo."
        return "You want to win something in this turn, no matter what or where."
    if puzzle.kind == "haul":
        if german:
            return "Du willst mit diesem Zug im Schnitt möglichst viele Punkte machen (ein Glückspilz zählt 35/18)."
        return "You want as many points as possible from this turn, on average (a Lucky Fellow counts 35/18)."
    if german:
        return "Du willst mit dieser Landung im Schnitt möglichst viele Punkte machen (ein Glückspilz zählt 35/18)."
    return "You want as many points as possible from this landing, on average (a Lucky Fellow counts 35/18)."


def _worth(puzzle: Puzzle, value: Fraction, lang: Language) -> str:
    if puzzle.kind in COUNTED:
        return counted(value, lang)
    return chance(value, lang)


def _right(puzzle: Puzzle, value: Fraction, lang: Language) -> str:
    worth = _worth(puzzle, value, lang)
    if puzzle.kind in COUNTED:
        return (
            f"Im Schnitt {worth}, mehr ist nicht drin." if lang == "de" else f"{worth} on average, and no way to more."
        )
    return f"Die Chance ist {worth}." if lang == "de" else f"The chance is {worth}."


def _wrong(puzzle: Puzzle, action: str, mine: Fraction, best: Fraction, lang: Language) -> str:
    """Say by how much a choice is worse, and not which one is better."""
    choice, lacking = KEEP_WORDS[action][lang], best - mine
    if puzzle.kind in COUNTED:
        worth, less = _worth(puzzle, mine, lang), counted(lacking, lang)
        if lang == "de":
            return f"{choice}: im Schnitt {worth}. Es geht besser, um {less}."
        return f"{choice}: {worth} on average. There is a better choice, by {less}."
    less = f"{float(100 * lacking):.1f}".removesuffix(".0")
    if lang == "de":
        return f"{choice}: {chance(mine, lang)}. Es geht besser, um {less.replace('.', ',')} Prozentpunkte."
    return f"{choice}: {chance(mine, lang)}. There is a better choice, by {less} percentage points."


PUZZLES = Keeps()
