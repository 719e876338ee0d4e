"""What a table refuses, in both languages; nothing has changed when one of these is raised."""

from __future__ import annotations

from .messages import Problem, Sentence


class Refused(Exception):
    """A wish that cannot be granted."""

    def __init__(self, code: str, en: str, de: str, wait: int | None = None) -> None:
        super().__init__(en)
        self.problem = Problem(code, Sentence(en, de))
        self.wait = wait  # seconds after which the same wish may be granted


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


def no_longer() -> Refused:
    """Somebody has resigned, or their time ran out, and the others play on."""
    return Refused(
        "no-seat",
        "A bot has taken your seat over for good; you can watch.",
        "Ein Bot hat deinen Platz endgültig übernommen; du kannst zuschauen.",
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


def waiting(names: Sentence) -> Refused:
    """Nothing is rolled before everybody has added to the dice."""
    return Refused(
        "waiting",
        f"The dice wait for {names.en}: everybody adds to them before the first one falls.",
        f"Die Würfel warten auf {names.de}: Alle geben etwas dazu, bevor der erste fällt.",
    )


def bad_nonce() -> Refused:
    """What somebody wants to add to the dice is no nonce, or came too early."""
    return Refused(
        "bad-nonce",
        "A nonce has 32 hexadecimal digits (0 to 9, a to f), is for a seat of your own, and comes with the "
        "commitment that you saw before.",
        "Eine Nonce hat 32 Hexadezimalziffern (0 bis 9, a bis f), ist für einen eigenen Platz und kommt mit der "
        "Festlegung, die du vorher gesehen hast.",
    )


def nonce_given() -> Refused:
    """Another nonce was added for the seat before: by another device, or by whoever sat there until now."""
    return Refused(
        "nonce-given",
        "Something was added to the dice for this seat before, so this nonce cannot count: sit down without one, or "
        "set up another table.",
        "Für diesen Platz wurde zu den Würfeln schon etwas dazugegeben, diese Nonce kann also nicht zählen: Setz dich "
        "ohne eine, oder mach einen anderen Tisch auf.",
    )


def no_pledge() -> Refused:
    """The commitment was never given, was used already, or is too old."""
    return Refused(
        "no-pledge",
        "This commitment was used already or is too old; ask for another one.",
        "Diese Festlegung ist schon benutzt oder zu alt; hol dir eine neue.",
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


def unkept() -> Refused:
    """The database cannot be reached or written."""
    return Refused(
        "unkept",
        "The hall cannot write anything down just now, so this did not count; try again soon.",
        "Die Halle kann gerade nichts aufschreiben, darum zählt das nicht; versuch es gleich noch einmal.",
    )


def not_weighed() -> Refused:
    """The account of a match needs all its decisions weighed."""
    return Refused(
        "not-weighed",
        "Not all decisions of this match have been weighed yet.",
        "Noch sind nicht alle Entscheidungen dieser Partie abgewogen.",
    )


def no_help(code: str) -> Refused:
    """The table was set up without help."""
    return Refused(
        code,
        "This table plays without help; you can look back at the match when it is over.",
        "An diesem Tisch wird ohne Hilfe gespielt; wenn die Partie zu Ende ist, kannst du zurückschauen.",
    )


def rated(code: str) -> Refused:
    """People play against each other, and it counts."""
    return Refused(
        code,
        "This match is rated, so no bot says what it thinks before it is over; look back at it then.",
        "Diese Partie wird gewertet, darum sagt kein Bot vor dem Ende, was er meint; schau danach zurück.",
    )


def played_here() -> Refused:
    """Somebody asks about a match that goes on at another table, where no bot may help."""
    return Refused(
        "no-help",
        "This match is being played in this hall without the bots’ help; look back at it when it is over.",
        "Diese Partie wird in dieser Halle gerade ohne Hilfe der Bots gespielt; schau zurück, wenn sie zu Ende ist.",
    )


def no_language(lang: str) -> Refused:
    """The rules are not written in this language."""
    return Refused(
        "no-page",
        f"There are no rules in “{lang[:20]}”, only in en and de.",
        f"In „{lang[:20]}“ gibt es keine Regeln, nur in en und de.",
    )


def bad_record(en: str, de: str) -> Refused:
    """Nobody can replay this."""
    return Refused(
        "bad-record",
        f"This is no record that can be replayed: {en}.",
        f"Das ist keine Aufzeichnung, die sich nachspielen lässt: {de}.",
    )


def bad_score(en: str, de: str) -> Refused:
    """Nobody can score this."""
    return Refused(
        "bad-score", f"This table cannot be scored: {en}.", f"Dieser Tisch lässt sich nicht auszählen: {de}."
    )


def bad_set(en: str, de: str) -> Refused:
    """Nobody can play with these coasters."""
    return Refused("bad-set", f"These coasters make no set: {en}.", f"Aus diesen Deckeln wird kein Satz: {de}.")


def no_sets(title: Sentence) -> Refused:
    """The game has no coasters."""
    return Refused("no-set", f"{title.en} has no coasters.", f"{title.de} hat keine Deckel.")


def no_press() -> Refused:
    """What prints is not installed."""
    return Refused(
        "no-press",
        "This hall has no printing press: whoever runs it has to install reportlab (pip install 'meadhall[print]').",
        "Diese Halle hat keine Druckerpresse: Wer sie betreibt, muss reportlab installieren "
        "(pip install 'meadhall[print]').",
    )


# -- together at a table ---------------------------------------------------------------------------


def bad_talk(longest: int) -> Refused:
    """A line that cannot be shown."""
    return Refused(
        "bad-talk",
        f"A line of the chat has 1 to {longest} letters, digits or signs.",
        f"Eine Zeile im Gespräch hat 1 bis {longest} Buchstaben, Ziffern oder Zeichen.",
    )


def too_fast(seconds: int) -> Refused:
    """Somebody says very much."""
    return Refused(
        "too-fast",
        f"One sip between two sentences: wait {seconds} second{'' if seconds == 1 else 's'}.",
        f"Zwischen zwei Sätzen ein Schluck: Warte noch {seconds} Sekunde{'' if seconds == 1 else 'n'}.",
        seconds,
    )


def too_many(what: Sentence, seconds: int) -> Refused:
    """An address asks for more than it can need."""
    return Refused(
        "too-many",
        f"Too many {what.en} from your network: wait {seconds} second{'' if seconds == 1 else 's'}.",
        f"Zu viele {what.de} aus deinem Netz: Warte {seconds} Sekunde{'' if seconds == 1 else 'n'}.",
        seconds,
    )


def crowded(seconds: int) -> Refused:
    """More people watch a table than we can tell of it."""
    return Refused(
        "too-many",
        "So many people watch this table already that there is no room left; try again in a while.",
        "Diesem Tisch schauen schon so viele zu, dass kein Platz mehr ist; versuch es später noch einmal.",
        seconds,
    )


def full_talk(most: int) -> Refused:
    """Everything has been said at this table."""
    return Refused(
        "full-talk",
        f"The chat is full: {most} lines are enough for one table.",
        f"Das Gespräch ist voll: {most} Zeilen reichen für einen Tisch.",
    )


def time_out() -> Refused:
    """The clock was quicker."""
    return Refused("time-out", "Too late: your time ran out.", "Zu spät: Deine Zeit ist abgelaufen.")


def bad_level() -> Refused:
    """There is no bot of such a strength."""
    return bad_table("Bots have a level from 1 to 5.", "Bots haben eine Stärke von 1 bis 5.")


def no_stand_in(en: str, de: str) -> Refused:
    """No bot can play in this seat now."""
    return Refused("no-stand-in", en, de)


def no_invitation(en: str, de: str) -> Refused:
    """No invitation can be given to this seat, or taken back."""
    return Refused("no-invitation", en, de)


def no_host() -> Refused:
    """Somebody else has set the table up."""
    return Refused(
        "no-host",
        "Only whoever has set the table up can take an invitation back.",
        "Eine Einladung kann nur zurücknehmen, wer den Tisch gedeckt hat.",
    )


def stand_in_plays() -> Refused:
    """The seat is theirs, but they have left it to a bot for now."""
    return Refused(
        "stand-in-plays",
        "A bot is playing for you; say that you are back first.",
        "Gerade spielt ein Bot für dich; sag erst, dass du wieder da bist.",
    )


def no_person() -> Refused:
    """No phrase came with the wish."""
    return Refused(
        "no-person",
        "The hall does not know who you are yet: play a match, or type in your phrase.",
        "Die Halle weiß noch nicht, wer du bist: Spiel eine Partie, oder gib deine Losung ein.",
    )


def bad_phrase() -> Refused:
    """A phrase with a slip in it."""
    return Refused(
        "bad-phrase",
        "There is a slip in this phrase: it has five words of six letters each.",
        "In dieser Losung steckt ein Schreibfehler: Sie hat fünf Wörter mit je sechs Buchstaben.",
    )


def unknown_phrase() -> Refused:
    """A phrase of nobody, or of somebody who wished to be forgotten."""
    return Refused(
        "unknown-phrase",
        "Nobody in this hall has this phrase (any more).",
        "Diese Losung gehört in dieser Halle niemandem (mehr).",
    )


def not_owed() -> Refused:
    """There is no such debt."""
    return Refused(
        "not-owed",
        "So many beers are not owed between you two; have another look at the tab.",
        "So viele Biere sind zwischen euch nicht offen; schau noch einmal auf den Deckel.",
    )


def no_daily(kind: str) -> Refused:
    """There is no daily table of this kind."""
    return Refused(
        "no-daily",
        f"There is no daily table “{kind[:20]}”, only solo and duel.",
        f"Einen Tagestisch „{kind[:20]}“ gibt es nicht, nur solo und duel.",
    )


def day_over() -> Refused:
    """The wish is about the table of another day."""
    return Refused(
        "day-over",
        "That table was wiped at midnight; today’s is laid already.",
        "Dieser Tisch wurde um Mitternacht abgewischt; der von heute ist schon gedeckt.",
    )


def no_lesson(title: Sentence) -> Refused:
    """The room of a game has no lesson."""
    return Refused("no-lesson", f"There is no lesson for {title.en} yet.", f"Zu {title.de} gibt es noch keinen Kurs.")


def no_puzzle(name: str) -> Refused:
    """There is no such puzzle."""
    return Refused("no-puzzle", f"There is no puzzle “{name[:40]}”.", f"Ein Rätsel „{name[:40]}“ gibt es nicht.")


def no_puzzles(en: str, de: str) -> Refused:
    """This game has none."""
    return Refused("no-puzzle", f"There are no puzzles of {en} yet.", f"Zu {de} gibt es noch keine Rätsel.")


def puzzle_over() -> Refused:
    """Nothing is left to do in this puzzle."""
    return Refused(
        "over",
        "This puzzle is over: try it again from the start, or take the next one.",
        "Dieses Rätsel ist vorbei: Versuch es noch einmal von vorn, oder nimm das nächste.",
    )


def no_preview() -> Refused:
    """What an action would do is what the puzzle asks for."""
    return Refused(
        "no-preview",
        "No peeking: what this does is the very question.",
        "Nicht spicken: Was das bewirkt, ist ja gerade die Frage.",
    )


def astray() -> Refused:
    """What was played has nothing to do with the puzzle any more."""
    return Refused(
        "illegal",
        "The puzzle does not go this way; try it again from the start.",
        "So geht das Rätsel nicht weiter; versuch es noch einmal von vorn.",
    )


def no_moment(last: int) -> Refused:
    """The record has no such moment."""
    return Refused(
        "no-moment",
        f"This record has the moments 0 to {last}, no others.",
        f"Diese Aufzeichnung hat die Momente 0 bis {last}, andere nicht.",
    )


def too_long(most: int) -> Refused:
    """The match is so long that to tell it would take too much of the house's time."""
    return Refused(
        "too-long",
        f"The hall looks back at up to {most} lines of a match, and this one has more; meadhall replay shows it.",
        f"Die Halle blickt auf bis zu {most} Zeilen einer Partie zurück, und diese hat mehr; "
        "meadhall replay zeigt sie.",
    )


def endless(most: int) -> Refused:
    """So much has been played at this table that it is enough."""
    return Refused(
        "endless",
        f"At this table {most} moves were made and taken back, and that is enough: give up, and set up another one.",
        f"An diesem Tisch wurde {most} Mal gezogen und zurückgenommen, das reicht: Gib auf und stell einen neuen hin.",
    )


def nothing_left() -> Refused:
    """The match was over at this moment."""
    return Refused(
        "over",
        "The match is over at this moment; choose an earlier one to play on from.",
        "In diesem Moment ist die Partie zu Ende; nimm einen früheren, um weiterzuspielen.",
    )
