"""An account of luck and decisions in kind sentences, each of them true by how it is chosen.

Shares are told in percent of a win; whoever plays alone is told in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meadhall.core.game import Language
from meadhall.core.match import Match
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker

from .luck import Account, Event
from .values import Verdict

GAP = "\u00a0"  # between a number and what it counts: no line may break there
MOST_STROKES = 3  # that are held against all mistakes
MOST_MOMENTS = 3  # of each kind that are worth a look back


@dataclass(frozen=True)
class Measure:
    """How much is worth a word, in percent of a win or in points."""

    alone: bool

    @property
    def little(self) -> float:
        """A decision that costs less is as good as the best."""
        return 0.5 if self.alone else 0.03

    @property
    def even(self) -> float:
        """Luck that changed less has changed nothing."""
        return 1.0 if self.alone else 0.05

    def amount(self, value: float, lang: Language) -> str:
        """Write how much, without its sign."""
        if self.alone:
            rounded = f"{abs(value):.1f}"
            if lang == "de":
                return f"{rounded.replace('.', ',')}{GAP}Punkte"
            return f"{rounded}{GAP}points"
        return f"{abs(value) * 100:.0f}{GAP}%"

    def signed(self, value: float, lang: Language) -> str:
        """Write how much, with its sign."""
        return f"{'−' if value < 0 else '+'}{self.amount(value, lang)}"


def sentences(account: Account, seat: int, match: Match, names: Sequence[str], lang: Language) -> list[str]:
    """Say what made the result, to the player in a seat."""
    measure, share = Measure(account.players == 1), account.share(seat)
    chances = account.chances()
    said = [luck(measure, share.luck, bool(chances), lang), decided(measure, share.lost, lang)]
    said += compared(measure, [event.change[seat] for event in chances], share.lost, lang)
    said += [worst(measure, found, match, names, lang) for found in mistakes(account, seat)[:1]]
    said += [stroke(measure, event, seat, lang) for event in strokes(account, seat)[:1]]
    return said


def luck(measure: Measure, change: float, any_chance: bool, lang: Language) -> str:
    """Say what dice and draws came to in all."""
    much = measure.amount(change, lang)
    if not any_chance:
        return "Mit Glück hatte das nichts zu tun." if lang == "de" else "Luck had nothing to do with it."
    if abs(change) < measure.even:
        return "Das Glück war gerecht verteilt." if lang == "de" else "Luck was even."
    if change > 0:
        return f"Das Glück war auf deiner Seite: +{much}." if lang == "de" else f"Luck was on your side: +{much}."
    return f"Das Glück war gegen dich: −{much}." if lang == "de" else f"Luck was against you: −{much}."


def decided(measure: Measure, lost: float, lang: Language) -> str:
    """Say what one's own decisions have cost against the best ones."""
    much = measure.amount(lost, lang)
    if lost < measure.little:
        return "Du hast kaum einen Fehler gemacht." if lang == "de" else "You hardly put a foot wrong."
    if not measure.alone and lost >= 1.0:
        if lang == "de":
            return "Zusammengezählt haben deine Fehler mehr gekostet als einen ganzen Sieg."
        return "Added up, your mistakes cost more than a whole win."
    if lang == "de":
        return f"Deine Fehler haben dich zusammen {much} gekostet."
    return f"Your mistakes cost you {much} in all."


def compared(measure: Measure, changes: Sequence[float], lost: float, lang: Language) -> list[str]:
    """Hold a few strokes of bad luck against all mistakes, where luck was bad in all; or all bad luck against them."""
    bad = sorted(change for change in changes if change < 0)
    if lost < measure.little or not changes:
        return []
    total = 0.0
    for count, change in enumerate(bad[:MOST_STROKES] if sum(changes) < 0 else (), 1):
        total -= change
        if total > lost:
            return [_strokes_cost_more(count, lang)]
    if lost > -sum(bad) and lost >= measure.even:
        if lang == "de":
            return ["Deine Fehler haben dich mehr gekostet als alles Pech zusammen."]
        return ["Your mistakes cost you more than all your bad luck put together."]
    return []


def _strokes_cost_more(count: int, lang: Language) -> str:
    if lang == "de":
        who = ("Ein einziges Pech hat", "Zweimal Pech hat", "Dreimal Pech hat")[count - 1]
        return f"{who} dich mehr gekostet als all deine Fehler."
    who = ("One stroke", "Two strokes", "Three strokes")[count - 1]
    return f"{who} of bad luck cost you more than all your mistakes."


def mistakes(account: Account, seat: int) -> list[Verdict]:
    """List a player's worst decisions, those that are worth a word, the worst first."""
    little = Measure(account.players == 1).little
    found = [verdict for verdict in account.decisions(seat) if verdict.lost >= little]
    return sorted(found, key=lambda verdict: -verdict.lost)[:MOST_MOMENTS]


def strokes(account: Account, seat: int) -> list[Event]:
    """List what dice and draws did to a player most, good and bad, the greatest change first."""
    even = Measure(account.players == 1).even
    found = [event for event in account.chances() if abs(event.change[seat]) >= even]
    return sorted(found, key=lambda event: -abs(event.change[seat]))[:MOST_MOMENTS]


def worst(measure: Measure, found: Verdict, match: Match, names: Sequence[str], lang: Language) -> str:
    """Tell of the worst decision, and what was better."""
    step, much = found.number + 1, measure.amount(found.lost, lang)
    before = match.at(found.number)
    played, best = (called(before, action, names, lang) for action in (found.played, found.best))
    if lang == "de":
        return f"Dein schwächster Moment: Schritt {step}, {played} (−{much}). Besser: {best}."
    return f"Your weakest moment: step {step}, {played} (−{much}). Better: {best}."


def stroke(measure: Measure, event: Event, seat: int, lang: Language) -> str:
    """Tell of the greatest change that nobody decided."""
    change, step = event.change[seat], event.numbers[-1] + 1
    much = measure.signed(change, lang)
    if lang == "de":
        return f"{'Dein größtes Glück' if change > 0 else 'Dein größtes Pech'}: Schritt {step} ({much})."
    return f"{'Your luckiest' if change > 0 else 'Your unluckiest'} moment: step {step} ({much})."


def called(before: Match, action: str, names: Sequence[str], lang: Language) -> str:
    """Name an action in the game's words; where these do not tell all actions apart, as it is written, too."""
    game, setup, state = before.game, before.setup, before.state
    words = {code: game.label(Position(game, setup, state), code, Speaker(names, lang)) for code in game.codes(state)}
    (code,) = game.read(Position(game, setup, state), action)
    if len(set(words.values())) == len(words):
        return words[code] or action
    return f"{action} ({words[code]})" if words[code] else action
