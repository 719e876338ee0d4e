"""Looking back at a match: every decision weighed, and how much of the result was luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from meadhall.core.game import Language
from meadhall.core.match import Match
from meadhall.learn.luck import Account, account
from meadhall.learn.luck_words import Measure, called, sentences
from meadhall.learn.values import Verdict, analyst_for, decisions, verdicts

TEXTS = {
    "en": {
        "weighing": "Decisions",
        "stopped": "Stopped after {done} of {total} decisions.",
        "step": "step",
        "who": "who",
        "played": "played",
        "better": "better",
        "lost": "lost",
        "none": "Nobody gave anything away that is worth a word.",
        "player": "player",
        "start": "start",
        "luck": "luck",
        "own": "own decisions",
        "others": "others’ decisions",
        "result": "result",
        "open": "The match is not over, so there is no account of its luck yet.",
    },
    "de": {
        "weighing": "Entscheidungen",
        "stopped": "Aufgehört nach {done} von {total} Entscheidungen.",
        "step": "Schritt",
        "who": "wer",
        "played": "gespielt",
        "better": "besser",
        "lost": "verloren",
        "none": "Niemand hat etwas verschenkt, das der Rede wert wäre.",
        "player": "Spieler",
        "start": "Start",
        "luck": "Glück",
        "own": "eigene Züge",
        "others": "andere Züge",
        "result": "Ergebnis",
        "open": "Die Partie ist nicht zu Ende, also gibt es noch keine Abrechnung mit dem Glück.",
    },
}


def weighed(match: Match, seconds: float, seed: int | None, lang: Language) -> list[Verdict]:
    """Weigh all decisions with a bar of the progress; Ctrl-C gives those so far."""
    console, found = Console(stderr=True), list[Verdict]()
    total = len(decisions(match))
    try:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task(TEXTS[lang]["weighing"], total=total)
            for verdict in verdicts(match, analyst_for(match.game, match.players, seconds, seed)):
                found.append(verdict)
                progress.update(task, advance=1)
    except KeyboardInterrupt:
        if not found:
            raise
        console.print(TEXTS[lang]["stopped"].format(done=len(found), total=total))
    return found


def accounted(match: Match, found: Sequence[Verdict]) -> Account | None:
    """Make the account, where the match is over and all of it was weighed."""
    whole = [verdict.number for verdict in found] == decisions(match)
    return account(match, found) if match.over and found and whole else None


def show(match: Match, found: Sequence[Verdict], names: Sequence[str], lang: Language, console: Console) -> None:
    """Print what was given away, then for each player how luck and decisions made the result."""
    text, measure = TEXTS[lang], Measure(match.players == 1)
    lost = [verdict for verdict in found if verdict.lost >= measure.little]
    table = Table(text["step"], text["who"], text["played"], text["better"], text["lost"], box=None, pad_edge=False)
    for verdict in lost:
        before = match.at(verdict.number)
        actions = [called(before, action, names, lang) for action in (verdict.played, verdict.best)]
        table.add_row(str(verdict.number + 1), names[verdict.actor], *actions, f"−{measure.amount(verdict.lost, lang)}")
    console.print(table if lost else text["none"])
    made = accounted(match, found)
    if made is None:
        if not match.over:
            console.print(text["open"])
        return
    columns = ("start", "luck", "own", "others", "result")
    table = Table(text["player"], box=None, pad_edge=False)
    for column in columns:
        table.add_column(text[column], justify="right")
    for seat, name in enumerate(names):
        share = made.share(seat)
        changes = [measure.signed(change, lang) for change in (share.luck, share.own, share.others)]
        table.add_row(name, measure.amount(share.start, lang), *changes, measure.amount(share.result, lang))
    console.print("", table, sep="\n")
    for seat, name in enumerate(names):
        console.print(f"\n{name}", style="bold", markup=False)
        for sentence in sentences(made, seat, match, names, lang):
            console.print(sentence, markup=False)


def summary(match: Match, found: Sequence[Verdict]) -> dict[str, Any]:
    """Give it all for other programs."""
    made = accounted(match, found)
    return {
        "game": match.game.name,
        "players": match.players,
        "unit": "points" if match.players == 1 else "share",
        "decisions": [
            {
                "number": verdict.number,
                "actor": verdict.actor,
                "played": verdict.played,
                "best": verdict.best,
                "before": list(verdict.before),
                "after": list(verdict.after),
                "lost": verdict.lost,
                "exact": verdict.exact,
            }
            for verdict in found
        ],
        "account": None if made is None else [vars(made.share(seat)) for seat in range(match.players)],
        "events": None
        if made is None
        else [
            {"numbers": list(event.numbers), "chance": event.by_chance, "change": list(event.change)}
            for event in made.events
        ],
    }
