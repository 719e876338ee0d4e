"""The engine for other programs: one JSON object a line in, one a line out.

    {"id": 1, "do": "new", "game": "GAME", "options": {"size": 5, "seed": 7}}
    {"id": 1, "ok": true, "actor": 0, "over": false, "number": 0}

A wrong line is answered by {"id": …, "error": "one sentence"} and changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import meadhall
from meadhall.core.errors import ERRORS, listed, shown
from meadhall.core.match import Match

LONGEST_LINE = 8_000_000
SET_UP = ("players", "seed", "chance")


class Wrong(ValueError):
    """A request that cannot be answered."""


class Engine:
    """One match and the requests to it."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._bots: dict[tuple[Any, ...], meadhall.Bot] = {}
        self.running = True
        self._commands: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "new": self._new,
            "load": self._load,
            "position": self._position,
            "play": self._play,
            "undo": self._undo,
            "actions": lambda request: {"actions": self._current().actions()},
            "chances": lambda request: {"chances": self._current().chances()},
            "view": lambda request: {"view": self._current().view(request.get("player"))},
            "breakdown": lambda request: {"breakdown": self._current().breakdown()},
            "history": lambda request: {"history": self._current().history},
            "record": lambda request: {"record": self._current().record()},
            "choose": self._choose,
            "analyse": self._analyse,
            "explain": self._explain,
            "odds": lambda request: {"odds": meadhall.odds(self._current())},
            "quit": self._quit,
        }

    def answer(self, line: str | bytes) -> str:
        """Answer one line; whatever it holds, the answer is one line of JSON."""
        identity = None
        try:
            request = _read(line)
            identity = request.get("id")
            command = request.get("do")
            if not isinstance(command, str) or command not in self._commands:
                raise Wrong(f"do cannot be {shown(command)}; it can be {listed(self._commands, 99)}")
            result = self._commands[command](request)
            return json.dumps({"id": identity, "ok": True, **result})
        except (*ERRORS, Wrong) as problem:
            return json.dumps({"id": identity, "error": str(problem)})

    def _current(self) -> Match:
        if self._match is None:
            raise Wrong("there is no match yet; begin one with new")
        return self._match

    def _situation(self) -> dict[str, Any]:
        match = self._current()
        scores = None if match.scores is None else list(match.scores)
        return {
            "actor": match.actor,
            "over": match.over,
            "number": len(match.history),
            "scores": scores,
            "winners": list(match.winners),
        }

    def _new(self, request: Mapping[str, Any]) -> dict[str, Any]:
        options = dict(_object(request, "options"))
        options.update({name: request[name] for name in SET_UP if name in request})
        self._match = meadhall.game(_text(request, "game")).new(**options)
        return self._situation()

    def _load(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self._match = meadhall.load(_text(request, "record"))
        return self._situation()

    def _position(self, request: Mapping[str, Any]) -> dict[str, Any]:
        game, options = meadhall.game(_text(request, "game")), _object(request, "options")
        if "text" in options:
            raise Wrong("a position has no option 'text'")
        self._match = game.position(_text(request, "position"), **options)
        return self._situation()

    def _play(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self._current().play(_text(request, "action"))
        return self._situation()

    def _undo(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self._current().undo()
        return self._situation()

    def _bot(self, request: Mapping[str, Any]) -> meadhall.Bot:
        """Find the bot that is asked for, as the one it was the last time."""
        wish: dict[str, Any] = {name: request.get(name) for name in ("level", "seconds", "seed", "goal")}
        made = meadhall.bot(self._current().game.name, **wish)
        return self._bots.setdefault((made.game.name, *wish.values()), made)

    def _choose(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return {"action": self._bot(request).choose(self._current())}

    def _analyse(self, request: Mapping[str, Any]) -> dict[str, Any]:
        bot = self._bot({name: value for name, value in request.items() if name != "seconds"})
        lines = bot.analyse(self._current(), seconds=request.get("seconds", 2))
        return {"lines": [asdict(line) for line in lines]}

    def _explain(self, request: Mapping[str, Any]) -> dict[str, Any]:
        bot, action = meadhall.bot(self._current().game.name, level=1), _text(request, "action")
        return {"sentence": bot.explain(self._current(), action, request.get("lang", "en"), request.get("names"))}

    def _quit(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self.running = False
        return {}


def serve(lines: Iterable[bytes]) -> Iterator[str]:
    """Answer line after line until `quit`."""
    engine = Engine()
    for line in lines:
        yield engine.answer(line)
        if not engine.running:
            return


def _read(line: str | bytes) -> Mapping[str, Any]:
    if len(line) > LONGEST_LINE:
        raise Wrong(f"a line has at most {LONGEST_LINE} characters")
    text = (line if isinstance(line, str) else line.decode("utf-8", "replace")).removeprefix("\ufeff")
    try:
        request = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Wrong(f"this line is no JSON: {shown(text.strip())}") from None
    if not isinstance(request, dict):
        raise Wrong(f'a request is an object like {{"id": 1, "do": "actions"}}, not {shown(request)}')
    try:
        json.dumps(request.get("id"), allow_nan=False)  # 1e999 is read as infinite, and JSON has no such number
    except ValueError:
        raise Wrong("this id cannot be given back in JSON") from None
    return request


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _text(request: Mapping[str, Any], key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise Wrong(f"{key} is a text, not {shown(value)}")
    return value


def _object(request: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = request.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Wrong(f"{key} are an object, not {shown(value)}")
    return value
