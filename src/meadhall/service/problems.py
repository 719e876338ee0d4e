"""What a table refuses, in both languages; nothing has changed when one of these is raised."""

from __future__ import annotations

from .messages import Problem, Sentence


class Refused(Exception):
    """A wish that cannot be granted."""

    def __init__(self, code: str, en: str, de: str) -> None:
        super().__init__(en)
        self.problem = Problem(code, Sentence(en, de))


def no_table(name: str) -> Refused:
    """Nobody ever sat at a table of that name."""
    return Refused("no-table", f"There is no table “{name[:40]}”.", f"Einen Tisch „{name[:40]}“ gibt es nicht.")


def no_game(name: str) -> Refused:
    """The hall has no such game."""
    return Refused(
        "no-game", f"There is no game “{name[:40]}” in this hall.", f"Ein Spiel „{name[:40]}“ gibt es hier nicht."
    )


def no_seat() -> Refused:
    """No secret of a seat came with the wish."""
    return Refused(
        "no-seat",
        "You are only watching: sit down first, or open the link of your seat.",
        "Du schaust nur zu: Setz dich erst, oder öffne den Link deines Platzes.",
    )


def foreign_seat() -> Refused:
    """The secret opens no seat of this table."""
    return Refused(
        "foreign-seat",
        "This link opens no seat at this table (any more).",
        "Dieser Link gehört (nicht mehr) zu einem Platz an diesem Tisch.",
    )


def not_your_turn(name: Sentence) -> Refused:
    """Somebody else has to decide."""
    return Refused("not-your-turn", f"It is {name.en}’s turn, not yours.", f"{name.de} ist dran, nicht du.")


def moved_on() -> Refused:
    """The wish is about a table as it was some moves ago."""
    return Refused(
        "moved-on",
        "The table has moved on meanwhile; have another look.",
        "Am Tisch ging es inzwischen weiter; schau noch einmal hin.",
    )


def over() -> Refused:
    """The match is finished."""
    return Refused("over", "This match is over.", "Diese Partie ist zu Ende.")


def not_over() -> Refused:
    """The match is not finished."""
    return Refused("not-over", "This match is still going on.", "Diese Partie läuft noch.")


def no_undo() -> Refused:
    """There is nothing that may be taken back."""
    return Refused(
        "no-undo",
        "There is nothing to take back: dice, a draw or another player came after your last decision.",
        "Es gibt nichts zurückzunehmen: Nach deiner letzten Entscheidung kamen Würfel, ein Deckel oder jemand anderes.",
    )


def illegal(en: str, de: str) -> Refused:
    """The rules do not allow this action now."""
    return Refused("illegal", en, de)


def no_free_seat() -> Refused:
    """Every seat is taken, or kept for somebody."""
    return Refused(
        "no-free-seat",
        "No seat is free at this table; you can watch.",
        "An diesem Tisch ist kein Platz frei; du kannst zuschauen.",
    )


def bad_name() -> Refused:
    """A name that cannot be shown."""
    return Refused(
        "bad-name",
        "A name has 1 to 24 letters, digits or signs.",
        "Ein Name hat 1 bis 24 Buchstaben, Ziffern oder Zeichen.",
    )


def bad_table(en: str, de: str) -> Refused:
    """A table that cannot be set up like that."""
    return Refused("bad-table", en, de)


def other_rules() -> Refused:
    """What is kept of the match cannot be played by today's rules."""
    return Refused(
        "other-rules",
        "This match was played with another version of the game and cannot be opened any more.",
        "Diese Partie wurde mit einer anderen Fassung des Spiels gespielt und lässt sich nicht mehr öffnen.",
    )


def no_answer() -> Refused:
    """The bots could not answer."""
    return Refused("no-answer", "No hint this time; try again.", "Diesmal kein Tipp; versuch es noch einmal.")


def no_language(lang: str) -> Refused:
    """The rules are not written in this language."""
    return Refused(
        "no-page",
        f"There are no rules in “{lang[:20]}”, only in en and de.",
        f"In „{lang[:20]}“ gibt es keine Regeln, nur in en und de.",
    )


def bad_record(why: str) -> Refused:
    """Nobody can replay this."""
    return Refused(
        "bad-record",
        f"This is no record that can be replayed: {why}.",
        f"Das ist keine Aufzeichnung, die sich nachspielen lässt: {why}.",
    )


def no_moment(entries: int) -> Refused:
    """The match has fewer actions than that."""
    return Refused(
        "no-moment",
        f"There is no such moment: the match has the moments 0 to {entries}.",
        f"Diesen Moment gibt es nicht: Die Partie hat die Momente 0 bis {entries}.",
    )
