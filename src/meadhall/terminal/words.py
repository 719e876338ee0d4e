"""What the terminal says around the games, English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meadhall.core.game import NAMES as NAMES  # the terminal's own words and the players' stand together
from meadhall.core.game import Language

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "welcome": "{title} You are {you}.",
        "welcome_many": "{title} {people} share this keyboard.",
        "against": "Against {bots}.",
        "goal": "Goal: {goal}",
        "how": "Type an action or its number. Also: rules, hint, undo, ? (all actions), save FILE, quit.",
        "prompt": "{who}> ",
        "dice_prompt": "table> ",
        "many": "{count} actions are possible: ? lists them.",
        "hint": "Hint: {action}. {sentence}",
        "undone": "Taken back.",
        "saved": "Saved: meadhall play {game} --load {file} goes on from here.",
        "save_how": "Say where to: save FILE",
        "not_saved": "{file} cannot be written: {reason}.",
        "no_number": "There is no action {number}; there are {count}.",
        "nothing_to_undo": "There is nothing to take back.",
        "no_hint": "There is nothing to decide now.",
        "unreadable": "That could not be read as text.",
        "open": "The game is not over yet: meadhall play {game} --load {file} goes on.",
        "bye": "Bye.",
        "end": "The end",
        "more": "Enter shows more, q ends: ",
        "and": " and ",
    },
    "de": {
        "welcome": "{title} Du bist {you}.",
        "welcome_many": "{title} {people} teilen sich diese Tastatur.",
        "against": "Gegen {bots}.",
        "goal": "Ziel: {goal}",
        "how": "Gib eine Aktion oder ihre Nummer ein. Auch: regeln, tipp, zurück, ? (alle), sichern DATEI, ende.",
        "prompt": "{who}> ",
        "dice_prompt": "Tisch> ",
        "many": "{count} Aktionen sind möglich: ? zeigt sie alle.",
        "hint": "Tipp: {action}. {sentence}",
        "undone": "Zurückgenommen.",
        "saved": "Gesichert: meadhall play {game} --load {file} macht hier weiter.",
        "save_how": "Sag, wohin: sichern DATEI",
        "not_saved": "{file} lässt sich nicht schreiben: {reason}.",
        "no_number": "Eine Aktion {number} gibt es nicht, es gibt {count}.",
        "nothing_to_undo": "Es gibt nichts zurückzunehmen.",
        "no_hint": "Jetzt gibt es nichts zu entscheiden.",
        "unreadable": "Das war nicht als Text zu lesen.",
        "open": "Die Partie ist noch nicht zu Ende: meadhall play {game} --load {file} macht weiter.",
        "bye": "Bis bald.",
        "end": "Schluss",
        "more": "Eingabetaste zeigt mehr, q hört auf: ",
        "and": " und ",
    },
}

COMMANDS: Mapping[str, str] = {
    "?": "list", "list": "list", "liste": "list", "help": "list", "hilfe": "list",
    "hint": "hint", "tipp": "hint",
    "undo": "undo", "zurück": "undo", "zurueck": "undo",
    "rules": "rules", "regeln": "rules",
    "save": "save", "sichern": "save",
    "quit": "quit", "exit": "quit", "q": "quit", "ende": "quit",
}  # fmt: skip


def joined(items: Sequence[str], lang: Language) -> str:
    """Write a list as people say it."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + TEXTS[lang]["and"] + items[-1]
