"""Recompute every die and draw of a record from its seed, and say in words what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

from . import seed_commitment
from .errors import BadOption, BadRecord, shown
from .game import CHANCE, Game, Language
from .match import read_seed
from .phrases import capital, joined
from .record import Outcome, head, play_back

NAMED = 5  # wrong draws that are listed; of more, how many there are


@dataclass(frozen=True)
class Verdict:
    """What came of recomputing the dice and draws of a record."""

    right: bool | None  # None: they cannot be recomputed
    draws: int  # that were recomputed
    wrong: tuple[Outcome, ...]  # with their lines: what was played, and what was due
    seed: str | None
    commitment: str | None  # of the house; None where the seed is a plain one
    secret: str | None
    nonces: tuple[str, ...]  # by seat, `-` where it was waived, `bot`
    by_hand: bool = False  # dice and draws came from a real table
    before: int = 0  # actions at the start of the record that are not asked about
    broken: str | None = None  # why the record could not be played on after a wrong draw
    broken_de: str | None = None
    fingerprint: str | None = None  # of commitment and nonces: every seat saw it before the first draw
    order: tuple[int, ...] = ()  # seats, where all would be right if the nonces stood in this order

    def words(self, lang: Language = "en") -> list[str]:
        """Say it, a sentence or two in each line."""
        german = lang == "de"
        if self.right is None:
            return [_unknown(self, german)]
        if not self.draws:
            return [
                "In dieser Partie gibt es weder Würfel noch Ziehungen: Es gibt nichts nachzurechnen."
                if german
                else "There are no dice and no draws in this match: there is nothing to recompute."
            ]
        return [*_result(self, german), *_origin(self, lang)]


def verify(text: object, find_game: Callable[[str], Game], seed: str | None = None, after: int = 0) -> Verdict:
    """Recompute dice and draws; a seed is given where the record has none, and may hold only after some actions."""
    if seed is not None:
        seed = read_seed(seed)
    found: list[Outcome] = []
    broken = broken_de = None
    headers = head(text)
    own = headers.get("seed")
    if seed is not None and own is not None and seed != own:
        raise BadOption(f"this record has a seed of its own, {shown(own)}; leave the other one out")
    skipped = _draws_before(text, find_game, after) if after else 0
    try:
        match = play_back(text, find_game, found.append, seed)
        draws = sum(entry.actor == CHANCE for entry in match.entries)
    except BadRecord as problem:
        if all(outcome.right for outcome in found[skipped:]):
            raise
        broken, broken_de, draws = str(problem), problem.de, len(found)
    known = seed if seed is not None else own
    found = found[skipped:]
    wrong = tuple(outcome for outcome in found if not outcome.right)
    parts = None if known is None else seed_commitment.parse(known)
    if parts is not None and headers.get("players") != str(len(parts.nonces)):
        parts = None  # it was made for another table
    by_hand = headers.get("chance") == "manual"
    return Verdict(
        right=None if known is None and draws else not wrong,
        draws=len(found),
        wrong=wrong,
        seed=known,
        commitment=None if parts is None else parts.commitment,
        secret=None if parts is None else parts.secret,
        nonces=() if parts is None else parts.nonces,
        fingerprint=None if parts is None else seed_commitment.fingerprint(parts.commitment, parts.nonces),
        by_hand=by_hand,
        before=after,
        broken=broken,
        broken_de=broken_de,
        order=_other_order(text, find_game, parts) if wrong and parts is not None and not after else (),
    )


def _draws_before(text: object, find_game: Callable[[str], Game], after: int) -> int:
    """Count the dice and draws among the first actions."""
    entries = play_back(text, find_game, lambda _: None).entries
    if not 0 <= after <= len(entries):
        raise BadOption(f"after cannot be {after}; it can be 0 to {len(entries)}, as many actions as the record has")
    return sum(entry.actor == CHANCE for entry in entries[:after])


class _Wrong(Exception):
    """A draw that is wrong, where one is enough."""


def _other_order(
    text: object, find_game: Callable[[str], Game], parts: seed_commitment.SeedCommitment
) -> tuple[int, ...]:
    """Find out whether only the nonces stand in the wrong order: the seats in the right one."""
    tried = {parts.nonces}
    for order in permutations(range(len(parts.nonces))):
        nonces = tuple(parts.nonces[seat] for seat in order)
        if nonces in tried:
            continue
        tried.add(nonces)
        try:
            play_back(text, find_game, _stop_at_wrong, seed_commitment.seed(parts.secret, nonces))
        except (_Wrong, BadRecord):
            continue
        return order
    return ()


def _stop_at_wrong(outcome: Outcome) -> None:
    if not outcome.right:
        raise _Wrong


# -- in words --------------------------------------------------------------------------------------


def _unknown(verdict: Verdict, german: bool) -> str:
    if verdict.by_hand:
        return (
            "Würfel und Ziehungen dieser Partie kamen von einem echten Tisch: Nachrechnen kann sie niemand."
            if german
            else "Dice and draws of this match came from a real table: nobody can recompute them."
        )
    return (
        "Diese Aufzeichnung nennt keinen Startwert (seed): Die Partie ist nicht zu Ende gespielt oder ging von einer "
        "anderen aus weiter. Ohne ihn lässt sich nichts nachrechnen; wer ihn kennt, gibt ihn meadhall verify mit "
        "--seed."
        if german
        else "This record names no seed: its match was not played to its end, or went on from another one. Nothing "
        "can be recomputed without it; whoever knows it gives it to meadhall verify with --seed."
    )


def _result(verdict: Verdict, german: bool) -> list[str]:
    many, wrong = verdict.draws, verdict.wrong
    if not wrong:
        if many == 1:
            return ["Der eine Wurf stimmt." if german else "The one die or draw is right."]
        return [f"Alle {many} Würfe und Ziehungen stimmen." if german else f"All {many} dice and draws are right."]
    count = f"{len(wrong)} von {many}" if german else f"{len(wrong)} of {many}"
    lines = [f"Nicht alles stimmt: {count} sind falsch." if german else f"Not all is right: {count} are wrong."]
    for outcome in wrong[:NAMED]:
        due, played = shown(outcome.due, 90), shown(outcome.played, 90)
        lines.append(
            f"Zeile {outcome.line}: Dort steht {played}, aber es müsste {due} sein."
            if german
            else f"Line {outcome.line}: there is {played}, but it should have been {due}."
        )
    if len(wrong) > NAMED:
        more = len(wrong) - NAMED
        lines.append(f"Und noch {more} weitere." if german else f"And {more} more.")
    if verdict.broken is not None:
        lines.append(
            f"Danach geht die Aufzeichnung nicht auf ({verdict.broken_de})."
            if german
            else f"After that the record does not work out ({verdict.broken})."
        )
    if verdict.order:
        order = ", ".join(str(seat + 1) for seat in verdict.order)
        lines.append(
            f"Nur die Reihenfolge der Nonces ist falsch: In der Reihenfolge {order} stimmt alles."
            if german
            else f"Only the order of the nonces is wrong: in the order {order} all is right."
        )
    return lines


def _origin(verdict: Verdict, lang: Language) -> list[str]:
    german = lang == "de"
    lines = []
    if verdict.before:
        many = verdict.before
        lines.append(
            f"Die ersten {many} Aktionen kamen von anderswo und sind nicht nachgerechnet."
            if german
            else f"The first {many} actions came from elsewhere and were not recomputed."
        )
    if verdict.commitment is None:
        lines.append(
            "Es gab keine Festlegung: Wer den Startwert gewählt hat, konnte die Würfel kennen."
            if german
            else "There was no commitment: whoever chose the seed could know the dice."
        )
        return lines
    lines.append(
        f"Das Haus hatte sich festgelegt auf {verdict.commitment}: Das ist SHA-256 von seinem Geheimnis."
        if german
        else f"The house was committed to {verdict.commitment}, which is SHA-256 of its secret."
    )
    if verdict.right:
        lines[-1] += (
            " Stand das vor dem ersten Wurf am Tisch, so konnte das Haus die Würfel nicht aussuchen."
            if german
            else " If the table showed this before the first draw, the house could not choose the dice."
        )
    added = [_seat(seat, nonce, german) for seat, nonce in enumerate(verdict.nonces, 1)]
    lines.append(f"{capital(joined(added, lang))}.")
    lines[-1] += (
        f" Der Fingerabdruck davon: {verdict.fingerprint}." if german else f" Their fingerprint: {verdict.fingerprint}."
    )
    return lines


def _seat(seat: int, nonce: str, german: bool) -> str:
    if nonce == seed_commitment.BOT:
        return f"Platz {seat} ist ein Bot" if german else f"seat {seat} is a bot"
    if nonce == seed_commitment.WAIVED:
        return f"Platz {seat} gab nichts dazu" if german else f"seat {seat} added nothing"
    return f"Platz {seat} gab {nonce} dazu" if german else f"seat {seat} added {nonce}"
