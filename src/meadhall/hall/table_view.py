"""What is said about a table: its state for one pair of eyes, its steps, and what an action would do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any

import msgspec

from meadhall.core.game import CHANCE, Game
from meadhall.core.match import Match
from meadhall.core.phrases import debts
from meadhall.core.speaker import Speaker
from meadhall.learn import puzzles
from meadhall.learn.lessons import has_lesson

from . import clock, fairness
from .fairness import Help
from .messages import (
    Choice,
    Dice,
    GameInfo,
    OptionChoice,
    OptionInfo,
    Preview,
    Result,
    Seat,
    Sentence,
    TableCard,
    TableState,
)
from .move_log import both, seen
from .store import Kept, SeatRow
from .table import LANGUAGES, Table

ON_OFF = {"on": Sentence("yes", "ja"), "off": Sentence("no", "nein")}


# -- the hall --------------------------------------------------------------------------------------


def game_info(game: Game) -> GameInfo:
    """Present a game."""
    return GameInfo(
        name=game.name,
        title=Sentence(**game.title),
        teaser=Sentence(**game.teaser),
        goal=Sentence(**game.goal),
        players=list(game.players),
        usual_players=game.usual_players,
        minutes=game.minutes,
        luck=Sentence(**game.luck),
        has_luck=game.has_luck,
        aids=None if game.aid_words is None else Sentence(**game.aid_words),
        aids_advise=game.aids_advise,
        options=[
            OptionInfo(
                option.name,
                Sentence(**option.words),
                [OptionChoice(choice, choice_words(option.choice_words, choice)) for choice in option.choices],
            )
            for option in game.options
        ],
        lesson=has_lesson(game),
        puzzles=len(puzzles.of(game)),
        scores=game.scores_tables,
        sets=game.takes_set,
    )


def goes_on(table: Table) -> int | None:
    """Count the actions that a table took over from a record; a set of one's own is no action."""
    own_set = table.match.setup.coasters is not None
    return table.now.first if table.row.start and (table.now.first or not own_set) else None


def choice_words(words: Any, choice: str | int) -> Sentence:
    """Put a choice of an option into words."""
    if choice in words:
        return Sentence(**words[choice])
    return ON_OFF.get(str(choice), Sentence(str(choice), str(choice)))


def table_card(kept: Kept, digests: frozenset[str]) -> TableCard:
    """Show a table as it looks from across the hall."""
    return TableCard(
        table=kept.table.name,
        game=kept.table.game,
        names=[seat.player for seat in kept.seats],
        stage=kept.card.stage,
        number=kept.card.number,
        actor=kept.card.actor,
        yours=[seat.seat for seat in kept.seats if seat.kind == "person" and seat.digest in digests],
        free=kept.card.free,
        at=kept.card.at,
    )


# -- the table -------------------------------------------------------------------------------------


def state(table: Table, mine: frozenset[int], warming: bool) -> TableState:
    """Say all that somebody with these seats may know."""
    match, actor = table.match, table.actor
    deciding = actor if actor in mine and table.bot_to_move is None else None
    help, aids = fairness.given(table.row, table.now), Help.BOTS if match.game.aids_advise else Help.BOARD
    eyes = deciding if deciding is not None else min(mine, default=None)
    return TableState(
        table=table.name,
        game=table.game.name,
        options=dict(table.setup.options),
        number=table.number,
        entries=len(match.entries),
        events=table.now.events,
        turn=_turn(match),
        stage="over" if table.over else "playing",
        seats=[
            Seat(
                name=seat.player,
                kind=seat.kind,
                level=seat.level,
                yours=seat.seat in mine,
                online=seat.kind == "bot" or table.presence.online(seat.seat),
                absent=table.absent(seat.seat),
                program=seat.program,
                notice=_dismissed(seat) if seat.seat in table.now.dismissed else None,
            )
            for seat in table.seats
        ],
        actor=actor,
        seat=deciding,
        ask=both(partial(_ask, table), table.both_names()),
        view=seen(match, eyes, table.row.aids),
        standing=match.breakdown(),
        choices=[] if deciding is None else list(_choices(table)),
        can_undo=table.undoable() in mine and table.bot_to_move is None,
        aids=match.game.aids(match.current) if help.includes(aids) and not table.over else None,
        coach=help is Help.BOTS,
        rated=fairness.may_be_rated(table.row, table.now),
        help=help.value,
        thinking=table.bot_to_move is not None,
        warming=warming,
        listed=table.row.listed,
        result=_result(table) if table.over else None,
        rematch=table.now.rematch,
        daily=table.row.daily,
        clock=None if table.now.clock is None else table.now.clock.told(clock.steady()),
        goes_on=goes_on(table),
        dice=_dice(table),
    )


def _dismissed(seat: SeatRow) -> Sentence:
    """Say that a program has not answered as it should, and who plays in its place."""
    return Sentence(
        f"The program “{seat.program}” gave no answer that counts. "
        f"A bot of the house, level {seat.level}, plays on for it.",
        f"Vom Programm „{seat.program}“ kam keine gültige Antwort. Nun spielt ein Bot des Hauses, Stärke {seat.level}.",
    )


def _dice(table: Table) -> Dice | None:
    """Say what may be known of the dice: the secret only when nothing can be rolled any more."""
    if not table.row.commitment:
        return None
    nonces = [seat.nonce for seat in table.seats if seat.nonce is not None]
    return Dice(
        commitment=table.row.commitment,
        waits=table.now.waits,
        nonces=nonces if len(nonces) == len(table.seats) else [],
        secret=table.row.seed if table.over else "",
    )


def _turn(match: Match) -> int:
    """Count the turns, the present one included: each ends when another player decides, or alone at a draw."""
    alone = match.players == 1
    deciders = [entry.actor for entry in match.entries if alone or entry.actor != CHANCE]
    if match.actor is not None:
        deciders.append(match.actor)
    return sum(1 for decider, _ in groupby(deciders) if decider != CHANCE)


def _ask(table: Table, speaker: Speaker) -> str:
    names, lang = speaker.names, speaker.language
    actor = table.actor
    if table.over:
        return "Die Partie ist zu Ende." if lang == "de" else "The match is over."
    if table.now.waits:
        who = table.waited_for()
        return f"Die Würfel warten auf {who.de}." if lang == "de" else f"The dice wait for {who.en}."
    if actor is None:
        return table.game.ask(table.match.current, speaker)
    seat = table.seats[actor]
    if seat.kind == "bot":
        return f"{names[actor]} überlegt." if lang == "de" else f"{names[actor]} is thinking."
    if seat.level is not None:
        return f"Ein Bot überlegt für {names[actor]}." if lang == "de" else f"A bot is thinking for {names[actor]}."
    if not seat.player:
        return "Warten, bis sich jemand setzt." if lang == "de" else "Waiting for somebody to sit down."
    return table.game.ask(table.match.current, speaker)


def _choices(table: Table) -> Iterator[Choice]:
    game, position, names = table.game, table.match.current, table.both_names()
    codes = {game.write(position, (code,)): code for code in position.codes()}
    for action in game.in_order(list(codes)):
        label = both(partial(game.label, position, codes[action]), names)
        yield Choice(action, game.path(action), label)


def _result(table: Table) -> Result:
    match, resigned = table.match, table.now.resigned
    breakdown = match.breakdown()
    if resigned is not None:
        winners = [seat.seat for seat in table.seats if seat.seat != resigned]
        scores = table.game.scores(match.state, match.players)
        line = both(partial(_too_late if table.now.late else _resigned, resigned), table.both_names())
        return Result([float(score) for score in scores], winners, [], resigned, breakdown, [line])
    names = table.both_names()
    told = (
        table.game.explain(breakdown, Speaker(names[lang], lang)) + debts(match.beers, names[lang], lang)
        for lang in LANGUAGES
    )
    lines = [Sentence(en, de) for en, de in zip(*told, strict=True)]
    assert match.scores is not None
    return Result([float(score) for score in match.scores], list(match.winners), match.beers, None, breakdown, lines)


def _resigned(seat: int, speaker: Speaker) -> str:
    names, lang = speaker.names, speaker.language
    if len(names) == 1:
        return f"{names[0]} hört hier auf." if lang == "de" else f"{names[0]} stops here."
    who, other = names[seat], names[1 - seat]
    return f"{who} gibt auf, {other} gewinnt." if lang == "de" else f"{who} resigns, {other} wins."


def _too_late(seat: int, speaker: Speaker) -> str:
    names, lang = speaker.names, speaker.language
    who = names[seat]
    if len(names) == 1:
        return f"Die Zeit von {who} ist abgelaufen." if lang == "de" else f"Time ran out for {who}."
    other = names[1 - seat]
    if lang == "de":
        return f"Die Zeit von {who} ist abgelaufen, {other} gewinnt."
    return f"Time ran out for {who}, {other} wins."


def news(table: Table, mine: frozenset[int], seen: int, heard: int, warming: bool) -> bytes:
    """Say as News, in JSON, what is new since somebody has seen so many actions and heard so many lines."""
    told = {"state": state(table, mine, warming), "steps": steps(table, seen), "talk": table.talk.since(heard)}
    return msgspec.json.encode(told)


def steps(table: Table, since: int) -> list[msgspec.Raw]:
    """Tell as Steps, in JSON, what was played after so many actions."""
    return table.saga.steps(table.match, table.both_names(), since)


def preview(table: Table, seat: int, action: str) -> Preview:
    """Say what a legal action would do; the dice and draws after it stay in the cup."""
    game, before = table.game, table.match.current
    codes = game.read(before, action)
    after = table.match.copy()
    after.chance = "manual"
    after.play(action)
    names = table.both_names()
    warnings = [game.warning(before, codes, Speaker(names[lang], lang)) for lang in LANGUAGES]
    return Preview(
        action=action,
        view=after.view(seat),
        standing=after.breakdown(),
        said=both(partial(game.tell, before, codes), names),
        why=both(partial(game.why, before, codes), names),
        warning=None if warnings[0] is None or warnings[1] is None else Sentence(warnings[0], warnings[1]),
        more=game.preview(before, codes),
    )
