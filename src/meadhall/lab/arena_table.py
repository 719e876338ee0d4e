"""The figures of a tournament as a table to show to a friend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import meadhall

if TYPE_CHECKING:
    from rich.console import Console

    from meadhall.core.game import Language

WIDEST_NAME = 16
WORDS = {
    "en": {
        "head": "{title}: {games} ({rounds} × {size})",
        "game": "1 game",
        "games": "{} games",
        "alone": "alone",
        "players": "{} players",
        "own_set": "own coasters",
        "bot": "bot",
        "won": "won",
        "not last": "not last",
        "success": "success",
        "score": "score",
        "skill": "skill",
        "decision": "decision",
        "longest": "longest",
        "none": "No game has been finished.",
        "part": "No round is finished yet, so not everybody had every seat.",
        "uncounted": "Games of unfinished rounds, which do not count yet: {count}.",
        "elo": "Elo: {bot} is {difference} ahead of {other} (95 %: {low} to {high}).",
        "about elo": "Elo is around a mean of 0, ± the reach of its 95 % interval.",
        "about skill": "Skill is openskill's mu ± sigma; everybody began at 25.0 ± 8.3.",
        "first": "Who decided first: {share} (95 %: {low} to {high}; fair: {fair}).",
        "same": "Different games among them: {distinct}.",
        "forfeit": "{bot} forfeited {count} of {games}; the first time: {why}.",
    },
    "de": {
        "head": "{title}: {games} ({rounds} × {size})",
        "game": "1 Partie",
        "games": "{} Partien",
        "alone": "allein",
        "players": "{} Personen",
        "own_set": "eigene Bierdeckel",
        "bot": "Bot",
        "won": "Siege",
        "not last": "Siege",
        "success": "Erfolg",
        "score": "Punkte",
        "skill": "Können",
        "decision": "je Zug",
        "longest": "längster",
        "none": "Keine Partie ist fertig geworden.",
        "part": "Noch ist keine Runde fertig, also saßen nicht alle auf allen Plätzen.",
        "uncounted": "Partien unfertiger Runden, die noch nicht zählen: {count}.",
        "elo": "Elo: {bot} liegt {difference} vor {other} (95 %: {low} bis {high}).",
        "about elo": "Elo um den Mittelwert 0, ± die Reichweite des 95-%-Intervalls.",
        "about skill": "Können: mu ± sigma von openskill; alle begannen bei 25.0 ± 8.3.",
        "first": "Wer zuerst entschied: {share} (95 %: {low} bis {high}; gerecht: {fair}).",
        "same": "Verschiedene Partien darunter: {distinct}.",
        "forfeit": "{bot} verlor {count} von {games} durch Aufgabe; beim ersten Mal: {why}.",
    },
}


def show(summary: Mapping[str, Any], console: Console, lang: Language) -> None:
    """Print a tournament."""
    words = WORDS[lang]
    if not summary["games"]:
        console.print(words["none"])
        return
    summary = {**summary, "bots": _named(summary["bots"])}
    console.print(_head(summary, lang), style="bold", markup=False)
    console.print(_table(summary, lang))
    for line in _remarks(summary, lang):
        console.print(line, markup=False)


def _named(bots: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Give each bot a short name of its own; of a long command the end says the most."""
    named: list[dict[str, Any]] = []
    for place, bot in enumerate(bots):
        full = bot["bot"]
        name = " ".join(full.split()) if len(full) <= WIDEST_NAME else f"…{' '.join(full.split())[1 - WIDEST_NAME :]}"
        twins = [other["bot"] for other in bots[: place + 1]].count(full)
        named.append({**bot, "name": name if twins == 1 else f"{name} ({twins})"})
    return named


def _head(summary: Mapping[str, Any], lang: Language) -> str:
    room, words = meadhall.game(summary["game"]), WORDS[lang]
    changed = [
        f"{option.name} {summary['options'][option.name]}"
        for option in room.options
        if summary["options"][option.name] != option.choices[0]
    ]
    if summary["own_set"]:
        changed.append(words["own_set"])
    if summary["players"] != room.usual_players:
        changed.insert(0, words["players" if summary["players"] > 1 else "alone"].format(summary["players"]))
    title = f"{room.title[lang]} ({', '.join(changed)})" if changed else room.title[lang]
    games = words["games" if summary["games"] > 1 else "game"].format(summary["games"])
    return words["head"].format(title=title, games=games, rounds=summary["rounds"], size=summary["round_size"])


def _table(summary: Mapping[str, Any], lang: Language) -> Any:
    """Put the bots in order, best first."""
    from rich.markup import escape
    from rich.table import Table

    words, bots = WORDS[lang], sorted(summary["bots"], key=lambda bot: -(bot["share"] or 0))
    room = meadhall.game(summary["game"])
    won = "success" if summary["players"] == 1 else "not last" if room.lowest_loses else "won"
    columns = {
        words["bot"]: [bot["name"] for bot in bots],
        words[won]: [_percent(bot["share"]) for bot in bots],
        "95 %": [f"{100 * bot['low']:.1f} – {100 * bot['high']:.1f}" if bot["games"] else "" for bot in bots],
        words["score"]: ["" if bot["score"] is None else f"{bot['score']:.2f}" for bot in bots],
        "Elo" if summary["players"] == 2 else words["skill"]: [_rating(bot) for bot in bots],
        words["decision"]: [_time(bot["decision_seconds"]) for bot in bots],
        words["longest"]: [_time(bot["longest_seconds"]) for bot in bots],
    }
    if all(bot["score"] is None or abs(bot["score"] - bot["share"]) < 1e-9 for bot in bots):
        del columns[words["score"]]  # where games are only won or lost, it is the share once more
    table = Table(box=None, pad_edge=False)
    filled = {heading: cells for heading, cells in columns.items() if any(cells)}
    for heading in filled:
        table.add_column(heading, justify="left" if heading == words["bot"] else "right", no_wrap=True)
    for row in zip(*filled.values(), strict=True):
        table.add_row(*map(escape, row))
    return table


def _rating(bot: Mapping[str, Any]) -> str:
    if "elo" in bot:
        return f"{bot['elo']['rating']:+.0f} ± {bot['elo']['reach']:.0f}"
    if "openskill" in bot:
        return f"{bot['openskill']['mu']:.1f} ± {bot['openskill']['sigma']:.1f}"
    return ""


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _time(seconds: float | None) -> str:
    if not seconds:
        return ""
    if seconds < 0.0001:
        return "< 0.1 ms"
    if seconds < 0.0095:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 0.95 else f"{seconds:.1f} s"


def _remarks(summary: Mapping[str, Any], lang: Language) -> list[str]:
    """Say in sentences what the table cannot."""
    words, bots = WORDS[lang], summary["bots"]
    remarks = []
    if "elo" in summary:
        remarks.append(_elo(summary, words))
    elif "elo" in bots[0]:
        remarks.append(words["about elo"])
    elif summary["players"] > 2:
        remarks.append(words["about skill"])
    if summary["first"] and summary["first"]["share"] is not None:
        remarks.append(words["first"].format(**{name: _percent(value) for name, value in summary["first"].items()}))
    if summary["distinct"] < summary["games"] - summary["forfeited"]:
        remarks.append(words["same"].format(distinct=summary["distinct"]))
    for bot in bots:
        if bot["forfeits"]:
            why = bot["first_reason"].rstrip(".")
            remarks.append(words["forfeit"].format(bot=bot["name"], count=bot["forfeits"], games=bot["games"], why=why))
    if summary["games"] < summary["rounds"] * summary["round_size"]:
        remarks.append(words["part"])
    elif summary["uncounted"]:
        remarks.append(words["uncounted"].format(count=summary["uncounted"]))
    return remarks


def _elo(summary: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """Say by how much the better of two is ahead."""
    first, second = (bot["name"] for bot in summary["bots"])
    found = summary["elo"]
    difference, low, high = found["difference"], found["low"], found["high"]
    ahead = difference >= 0 if difference is not None else high is None or (low is not None and low > 0)
    if not ahead:
        first, second = second, first
        difference, low, high = (None if value is None else -value for value in (difference, high, low))
    least = "-∞" if low is None else f"{low:.0f}"
    likely, most = ("∞" if value is None else f"{value:.0f}" for value in (difference, high))
    return words["elo"].format(bot=first, other=second, difference=likely, low=least, high=most)
