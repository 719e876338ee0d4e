"""What the lab says around its figures, English and German."""

from __future__ import annotations

from collections.abc import Mapping

from meadhall.core.game import Language

TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "games": "Games",
        "head": "{title} – {games} games",
        "stopped": "Stopped; these are the games played so far.",
        "seat": "seat",
        "bot": "bot",
        "won": "won",
        "not_last": "not last",
        "points": "score",
        "spread": "spread",
        "least": "least",
        "most": "most",
        "first_turn": "first turn",
        "results": "Who wins",
        "results_not_last": "Who does not come last",
        "first": "First turn: {share} {won} ({low}–{high}); a seat like any other: {fair}.",
        "length": "A game has {turns} turns ({least} to {most}) and {actions} actions, chance included.",
        "scores": "Scores",
        "turns": "Turns of a game",
        "clauses": "What happens",
        "clause": "clause",
        "a_game": "a game",
        "in_games": "in games",
        "times": "times",
        "share_of_games": "share of games",
        "once_a_game": "games in which it happens, and how often in a game",
        "shares": "share won, with 95 % intervals",
        "shares_not_last": "share of games not last, with 95 % intervals",
        "fair": "a seat like any other",
        "seat_of": "seat {seat}, {bot}",
        "mean_of": "seat {seat}, {bot}: {mean} on average",
    },
    "de": {
        "games": "Partien",
        "head": "{title} – {games} Partien",
        "stopped": "Abgebrochen; das sind die Partien bis hierher.",
        "seat": "Platz",
        "bot": "Bot",
        "won": "gewonnen",
        "not_last": "nicht Letzter",
        "points": "Punkte",
        "spread": "Streuung",
        "least": "von",
        "most": "bis",
        "first_turn": "erster Zug",
        "results": "Wer gewinnt",
        "results_not_last": "Wer nicht Letzter wird",
        "first": "Erster Zug: {share} {won} ({low}–{high}); ein beliebiger Platz: {fair}.",
        "length": "Eine Partie hat {turns} Züge ({least} bis {most}) und {actions} Aktionen mit Zufall.",
        "scores": "Punkte",
        "turns": "Züge einer Partie",
        "clauses": "Was vorkommt",
        "clause": "Regel",
        "a_game": "je Partie",
        "in_games": "in Partien",
        "times": "Mal",
        "share_of_games": "Anteil der Partien",
        "once_a_game": "Partien, in denen es vorkommt, und wie oft je Partie",
        "shares": "Anteil der Siege, mit 95-%-Bereich",
        "shares_not_last": "Anteil der Partien nicht als Letzter, mit 95-%-Bereich",
        "fair": "ein beliebiger Platz",
        "seat_of": "Platz {seat}, {bot}",
        "mean_of": "Platz {seat}, {bot}: im Mittel {mean}",
    },
}


def number(value: float, digits: int, lang: Language) -> str:
    """Write a number as the language does."""
    text = f"{value:,.{digits}f}"
    return text.translate(str.maketrans(",.", ".,")) if lang == "de" else text


def percent(share: float, lang: Language, digits: int = 1) -> str:
    """Write a share of 1 as a percentage."""
    return f"{number(100 * share, digits, lang)} %"
