"""Records: a match as text, and back, with every action checked.

meadhall record 1           what this is, and the version of the format
game: my-game               the set-up, a line each
players: 2
chance: auto
seed: 7                     of finished matches only, where all chance came from it
size: 8                     the options of the game
…
set: ours 1a2b3c4d          of coaster games: our own set and its mark, or another set as JSON
position: … b - 0           where the match began from a position
                            an empty line
d4                          the actions, a line each (where a turn has several, a line for each turn)
…
                            an empty line
result: 1 0                 the scores, or `open`: without this line a record was cut off
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .chance import PURPOSE
from .errors import BadOption, BadPosition, BadRecord, BadSet, IllegalAction, UnknownGame, shown
from .game import CHANCE, Game, Setup
from .match import Match

FIRST_LINE = "meadhall record 1"
LONGEST = 4_000_000
PLAIN_HEADERS = ("game", "players", "chance", "seed", "position")


def write(match: Match) -> str:
    """Write a match as text."""
    setup = match.setup
    lines = [FIRST_LINE, f"game: {match.game.name}", f"players: {setup.players}", f"chance: {match.chance}"]
    if match.over and match.chance == "auto" and match._seed_is_whole:
        lines.append(f"seed: {match._seed}")
    lines += [f"{name}: {value}" for name, value in setup.options.items()]
    if match.game.takes_set:
        own = setup.coasters is None
        text = match.game.own_set_mark() if own else json.dumps(setup.coasters, separators=(",", ":"))
        lines.append(f"set: {text}")
    if setup.position is not None:
        lines.append(f"position: {setup.position}")
    lines += ["", *match.game.join(match.history), "", f"result: {_result(match)}", ""]
    return "\n".join(lines)


def _result(match: Match) -> str:
    return "open" if match.scores is None else " ".join(str(score) for score in match.scores)


@dataclass(frozen=True)
class Outcome:
    """What dice or a draw gave in a record, beside what its seed gives."""

    line: int
    played: str
    due: str
    legal: bool = True  # no: it could not have come up at all

    @property
    def right(self) -> bool:
        """Whether it is what the seed gives."""
        return self.played == self.due


def load(text: object, find_game: Callable[[str], Game]) -> Match:
    """Play a record back, checking every action; BadRecord names the line."""
    return play_back(text, find_game, _refuse_wrong)


def _refuse_wrong(outcome: Outcome) -> None:
    if outcome.legal and not outcome.right:  # what is not legal is refused anyway
        raise _wrong(
            outcome.line,
            f"{shown(outcome.played)} is not what the seed of this record gives",
            f"{shown(outcome.played)} ist nicht, was der Startwert (seed) dieser Aufzeichnung gibt",
        )


def _wrong(line: int, en: str, de: str) -> BadRecord:
    return BadRecord(f"line {line}: {en}", f"Zeile {line}: {de}")


def play_back(
    text: object, find_game: Callable[[str], Game], judge: Callable[[Outcome], None], seed: str | None = None
) -> Match:
    """Play a record back, and have dice and draws judged where there is a seed, its own or one that is given."""
    lines = _lines(text)
    headers, body = _headers(lines)
    match = _set_up(headers, find_game)
    if seed is not None:
        match._seed = seed
    judged = judge if seed is not None or "seed" in headers else None
    result = None
    for number, line in enumerate(lines[body:], body + 1):
        line = line.strip()
        if result is not None and line:
            raise _wrong(number, "nothing can follow the result", "Nach dem Ergebnis kann nichts mehr kommen")
        if line.startswith("result:"):
            result = _check_result(match, number, line.removeprefix("result:").strip())
        elif line:
            _play_line(match, number, line, judged)
    if result is None:
        raise _wrong(
            len(lines), "the record breaks off: it has no result", "Die Aufzeichnung bricht ab: Das Ergebnis fehlt"
        )
    return _go_on(match, headers, len(lines))


def head(text: object) -> dict[str, str]:
    """Read what stands above the first empty line, by name."""
    return {name: value for name, (_, value) in _headers(_lines(text))[0].items()}


def _lines(text: object) -> list[str]:
    """Take a record apart, if it is one."""
    if not isinstance(text, str):
        raise BadRecord(f"a record is text, not {shown(text)}", f"eine Aufzeichnung ist Text, nicht {shown(text)}")
    if len(text) > LONGEST:
        raise _wrong(
            1,
            f"this is no record: it has {len(text)} characters, and records stay below {LONGEST}",
            f"Das ist keine Aufzeichnung: Es sind {len(text)} Zeichen, und Aufzeichnungen bleiben unter {LONGEST}",
        )
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = lines[0].rstrip()
    if first != FIRST_LINE:
        if first.startswith("meadhall record "):
            raise _wrong(
                1,
                f"this is a record of another version, {shown(first)}; known is {FIRST_LINE!r}",
                f"Diese Aufzeichnung ist von einer anderen Fassung, {shown(first)}; bekannt ist {FIRST_LINE!r}",
            )
        raise _wrong(
            1,
            f"a record begins with {FIRST_LINE!r}, not with {shown(first)}",
            f"Eine Aufzeichnung beginnt mit {FIRST_LINE!r}, nicht mit {shown(first)}",
        )
    return lines


def _headers(lines: list[str]) -> tuple[dict[str, tuple[int, str]], int]:
    """Collect the lines up to the first empty one: name, line number and value."""
    headers: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            return headers, number
        name, colon, value = line.partition(":")
        if not colon:
            raise _wrong(
                number,
                f"{shown(line)} is not of the form 'name: value'",
                f"{shown(line)} hat nicht die Form 'Name: Wert'",
            )
        if name in headers:
            raise _wrong(number, f"{shown(name)} stands twice", f"{shown(name)} steht zweimal da")
        headers[name] = (number, value.strip())
    raise _wrong(
        len(lines),
        "the record breaks off before the first action",
        "Die Aufzeichnung bricht vor der ersten Aktion ab",
    )


def _set_up(headers: Mapping[str, tuple[int, str]], find_game: Callable[[str], Game]) -> Match:
    """Make the match that the headers describe; its dice wait for the record's lines."""

    def value(name: str) -> str:
        if name not in headers:
            raise _wrong(1, f"the record does not name its {name}", f"In der Aufzeichnung fehlt die Angabe {name}")
        return headers[name][1]

    line = headers.get("game", (1, ""))[0]
    try:
        game = find_game(value("game"))
        line = headers.get("chance", (1, ""))[0]
        if value("chance") not in ("auto", "manual"):
            raise _wrong(
                line,
                f"chance cannot be {shown(value('chance'))}; it can be auto, manual",
                f"chance kann nicht {shown(value('chance'))} sein; es kann auto oder manual sein",
            )
        line = headers.get("players", (1, ""))[0]
        players = value("players")
        setup = game.setup(int(players) if re.fullmatch("[0-9]{1,3}", players) else players, {})
        options: dict[str, Any] = {}
        for name, (line, text) in headers.items():
            if name not in PLAIN_HEADERS:
                options[name] = _parsed_set(game, text, line) if name == "set" else text
                setup = game.setup(setup.players, options)
        if "position" in headers:
            line, text = headers["position"]
            setup = _from_position(game, text, options, line)
        line = headers.get("seed", (1, ""))[0]
        return Match(game, setup, seed=headers.get("seed", (0, None))[1], chance="manual")
    except BadSet as problem:
        raise _wrong(line, str(problem), problem.de) from None
    except (UnknownGame, BadOption, BadPosition) as problem:
        said = next((f"{name}: {text}" for name, (at, text) in headers.items() if at == line), "")
        raise _wrong(line, str(problem), f"{shown(said)} geht in diesem Spiel nicht") from None


def _from_position(game: Game, text: str, options: Mapping[str, Any], line: int) -> Setup:
    """Set up a position, with the options of the record: some games read one of them from the position too."""
    try:
        return game.position(text, **options).setup
    except BadOption as problem:
        raise _wrong(
            line,
            f"the position does not go with the options that the record names: {problem}",
            "Die Stellung passt nicht zu den Optionen, die in der Aufzeichnung stehen",
        ) from None


def _parsed_set(game: Game, text: str, line: int) -> Any:
    if text.startswith("ours "):
        if text != game.own_set_mark():
            raise _wrong(
                line,
                f"this game was played with another set of ours, {shown(text)}",
                f"Gespielt wurde mit einem anderen Satz von uns, {shown(text)}",
            )
        return None
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise _wrong(
            line,
            f"the set is neither ours nor one in JSON: {shown(text)}",
            f"Der Satz ist weder unserer noch einer in JSON: {shown(text)}",
        )
    return parsed


def _play_line(match: Match, number: int, line: str, judge: Callable[[Outcome], None] | None) -> None:
    for action in match.game.split(line):
        due = None
        if judge is not None and match.actor == CHANCE:
            due = match.game.write(match._position, match._drawn(PURPOSE))
        try:
            match.play(action)
        except IllegalAction as problem:
            if judge is not None and due is not None:
                judge(Outcome(number, action, due, legal=False))
            raise _wrong(number, str(problem), _in_german(match, action)) from None
        if judge is not None and due is not None:
            judge(Outcome(number, match._entries[-1].text, due))


def _in_german(match: Match, action: str) -> str:
    """Say in German why an action is not legal."""
    if match.over:
        return f"{shown(action)}: Das Spiel ist zu Ende"
    return match.game.complain(match._position, match.game.tidy(action), "de")


def _check_result(match: Match, number: int, result: str) -> str:
    if result != _result(match):
        raise _wrong(
            number,
            f"the result is {_result(match)}, not {shown(result)}",
            f"Das Ergebnis ist {_result(match)}, nicht {shown(result)}",
        )
    return result


def _go_on(match: Match, headers: Mapping[str, tuple[int, str]], last: int) -> Match:
    """Give the match back its own dice, where it had them."""
    match.chance = headers["chance"][1]
    if match.chance == "auto":
        if match.actor == CHANCE:
            raise _wrong(
                last,
                "the record breaks off where dice or a draw are due",
                "Die Aufzeichnung bricht ab, wo gewürfelt oder gezogen wird",
            )
        match._seed_is_whole = "seed" in headers
    return match
