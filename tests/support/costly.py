"""Requests built to be expensive: deep, long, repeated, many. The same seed and number give the same one.

Each begins as a good request of its route, or as what OpenAPI says of it, and then a part of it swells to as many bytes
as a request may have: texts, lists, objects and numbers each in ways that have cost somebody's parser dearly.
"""

import json
import random
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import quote

from land_ahoy_table import SCATTERED
from refusals import OWN_SET, TABLE

import meadhall
from meadhall.core import sets

MOST = 63_000  # bytes of a body: with its head it stays below what the server takes
HEAD = 20_000  # bytes of an address or a header, at most
SIGNS = [
    *"a 0-./:,[{(<\"'\\&%=#*+|\n\t\r\x00",
    "\u0301\u0323",  # accents in the wrong order: to put them right takes a time that grows with the square
    "\u0323\u0301",
    "\u0345\u0300\u0316",
    "a\u0301",
    "\ufdfa",  # becomes eighteen letters
    "\U0001d160",  # becomes three signs
    "\u1e9e",
    "\u0130",
    "\u200d🧔",
    "\u3000",
    "\u2028",
    "\r\n",
    "\ud800",
    "[]",
    "{}",
    '{"a":',
    "a.",
    '"".',
    "a = 1\n",
    "[a]\n",
    "[[coaster]]\n",
    "x: y\n",
    "a: ",
    "d4 ",
    "d4-d6\n",
    "c3 c3-c5\n",
    "keep\n",
    "roll 1 1\n",
    "pass\n",
    "0,0/0\n",
    "reveal b1 1 1 1 ",
    "board a/0 ",
    "result: open\n",
    "meadhall record 1\n",
    "b1-",
    "/",
    "1e",
    "bakelo ",
]
GAMES = meadhall.games()
TOML = [sets.write(meadhall.game(game).own_set()) for game in ("land-ahoy", "new-shores")]
LAYOUTS = {
    "new-shores": {**TABLE, "set": None},
    "land-ahoy": {"players": 2, "hands": [[1, 2, "hagar"], [3, "sven"]], "x2": {"player": 0, "token": 1},
                  "luck": [{"player": 1, "red": 5, "black": 2}]},
    "haugaz": {"size": 8, "stacks": {f"{x}{y}": f"{'bw'[y % 2]}{y}" for x in "abcdefgh" for y in range(1, 9)}},
}  # fmt: skip
OWN = {"new-shores": OWN_SET, "land-ahoy": SCATTERED}
LEAD_NOWHERE = {"leave": 9, "reroll both": 8, "keep": 1}  # what makes a match of Land Ahoy! long


HEADERS = ["authorization", "meadhall-person", "origin", "cookie", "accept-encoding", "x-forwarded-for", "range",
           "if-none-match", "content-type", "content-encoding", "accept", "forwarded"]  # fmt: skip


@dataclass
class Wish:
    """A request, or what is said on a socket."""

    route: str
    method: str = ""
    path: str = ""
    headers: dict = field(default_factory=dict)
    body: bytes = b""
    pieces: int = 0  # bytes of each, where the body comes in pieces
    said: list = field(default_factory=list)  # on a socket


@cache
def records():
    """Good records of each game, up to the longest that fit into a request; made once, for they take a second."""
    dice, made = random.Random(1), []
    for players, most in ((4, 30_000), (4, 10_500), (3, 6_000), (2, 3_000)):
        made.append(wandering(dice, players, most))
    made += [finished(dice, "haugaz", **options) for options in ({}, {"movers": "any"}, {"reach": "lines", "size": 5})]
    made += [finished(dice, "new-shores", players=players) for players in (1, 2, 3)]
    made.append(finished(dice, "new-shores", players=3, set=OWN["new-shores"]))
    made.append(finished(dice, "land-ahoy", players=4, set=OWN["land-ahoy"]))
    made.append(finished(dice, "land-ahoy", players=3, seed=5, chance="auto"))
    made.append(meadhall.game("haugaz").position("b99-w9/b99w9-/--w1 b - 0", movers="any").record())
    return made


def finished(dice, game, chance="manual", seed=1, **options):
    """Play a match at random to its end."""
    match = meadhall.game(game).new(chance=chance, seed=seed, **options)
    while not match.over:
        match.play(dice.choice(match.actions()))
    return match.record()


def wandering(dice, players, most):
    """Play a match in which nobody ever takes a treasure."""
    match, length = meadhall.game("land-ahoy").new(players=players, seed=1, chance="manual"), 300
    while length < most and not match.over:
        actions = match.actions()
        match.play(max(dice.sample(actions, len(actions)), key=lambda action: LEAD_NOWHERE.get(action, 0)))
        length += len(match.history[-1]) + 2
    return match.record()


class Costly:
    """Expensive requests for every route of a description, at the tables of a world."""

    def __init__(self, schema, world):
        self.world, self.parts = world, schema["components"]["schemas"]
        self.routes = [
            (method.upper(), path, call)
            for path, calls in sorted(schema["paths"].items())
            for method, call in sorted(calls.items())
        ]
        self.routes += [("GET", path, {}) for path in ("/{page}", "/metrics", "/api", "/api/openapi.json")]

    def names(self):
        """List what is driven: routes and socket."""
        return [f"{method} {path}" for method, path, _ in self.routes] + ["socket Hello", "socket Command"]

    def wish(self, seed, number):
        """Make an expensive request."""
        self.dice = random.Random(f"{seed} {number}")
        self.game, self.place = self.dice.choice(GAMES), self.dice.randrange(len(self.world.tables))
        self.puzzle = self.dice.choice(list(self.world.puzzles[self.game]))
        place = number % (len(self.routes) + 2)
        if place >= len(self.routes):
            return self._socket(place - len(self.routes))
        method, path, call = self.routes[place]
        wish = Wish(f"{method} {path}", method, self._address(path), self._headers())
        if "requestBody" in call:
            (kind,) = call["requestBody"]["content"].values()
            wish.body = self._body(path, kind["schema"])
            wish.headers.setdefault("content-type", "application/json")
            if self.dice.random() < 0.03:
                wish.pieces = self.dice.choice([1, 7, 1000])
                wish.body = wish.body[: 10_000 * wish.pieces]
        return wish

    # -- addresses and heads ------------------------------------------------------------------

    def _address(self, path):
        dice = self.dice
        known = {
            "name": self.puzzle if "puzzles" in path else self.world.tables[self.place],
            "game": self.game,
            "lang": dice.choice(["en", "de"]),
            "kind": dice.choice(["solo", "duel"]),
            "page": dice.choice(["", "table/x", "index.html", "rules/haugaz", "daily/2026-01-01"]),
        }
        for name, good in known.items():
            bad = self._odd(HEAD) if dice.random() < 0.15 else good
            path = path.replace("{" + name + "}", quoted(bad, "/" if dice.random() < 0.5 else ""))
        if dice.random() < 0.1:
            path += "?" + "&".join([f"from={quoted(self._odd(60))}"] * dice.choice([1, 9, 900]))
        return path[:HEAD]

    def _headers(self):
        dice, headers = self.dice, {}
        if dice.random() < 0.8:
            headers["authorization"] = "Bearer " + ",".join(self.world.secrets)
            headers["meadhall-person"] = self.world.phrase
        if dice.random() < 0.1:
            name = dice.choice(HEADERS)
            swollen = self._odd(HEAD).encode("latin-1", "replace").decode("latin-1")
            begun = {"authorization": "Bearer ", "content-type": "multipart/form-data; boundary="}.get(name, "")
            headers[name] = begun + "".join(sign if sign.isprintable() else "," for sign in swollen)
        return headers

    # -- bodies -----------------------------------------------------------------------------------

    def _body(self, path, schema):
        dice = self.dice
        how = dice.random()
        if how < 0.05:
            return self._garbled()
        value = self._good(path) if how < 0.75 else None
        value = self._any(schema) if value is None else value
        if dice.random() < 0.85:
            value = self._swell(value, MOST - len(dumped(value, False)))
        body = dumped(value, dice.random() < 0.3)
        return body if len(body) <= MOST or dice.random() < 0.02 else dumped(value, False)[:MOST]

    def _garbled(self):
        """Give what is no JSON, or more numbers and brackets than anybody wants."""
        dice, size = self.dice, self._size(MOST)
        bit = dice.choice(
            [b"[", b'{"a":', b"[[],", b"9", b"-0.", b'"\\u00', b"\xff", b"1e", b"{}", b" ", b'"', b"[1e9,"]
        )
        return (dice.choice([b"", b"[", b'{"record":', b'{"toml":"', b'{"table":']) + bit * size)[:MOST]

    def _good(self, path):
        """Give a request as people make it, where we know one."""
        dice, world, game = self.dice, self.world, self.game
        move, answer = self._move(), dice.choice(world.puzzles[game][self.puzzle])
        seats = [{"kind": "here", "name": "Ulf"}, {"kind": dice.choice(["here", "link"])}]
        record = self._record()
        good = {
            "/api/hall": {"seats": world.secrets},
            "/api/tables": {"game": game, "seats": seats, "options": {}, "set": dice.choice([None, OWN.get(game)])},
            "/api/tables/{name}/move": move,
            "/api/tables/{name}/preview": move,
            "/api/tables/{name}/coach": move,
            "/api/tables/{name}/undo": {"number": move["number"]},
            "/api/tables/{name}/hint": {"number": move["number"], "level": 1},
            "/api/tables/{name}/talk": {"text": "Skål"},
            "/api/study": {"record": record, "names": ["Ulf"]},
            "/api/study/luck": {"record": record, "names": ["Ulf"]},
            "/api/study/picture": {"record": record, "animated": dice.random() < 0.5, "names": ["Ulf"]},
            "/api/study/verify": {"record": record, "seed": dice.choice([None, "5", "7" * 1300]), "after": 1},
            "/api/study/values": {"record": record, "first": dice.choice([0, 100, 1000]), "count": 8},
            "/api/study/go-on": {"record": record, "at": dice.choice([0, 20, 2000]), "seats": seats},
            "/api/puzzles/{game}/{name}/try": {"action": answer, "played": []},
            "/api/puzzles/{game}/{name}/preview": {"action": answer, "played": []},
            "/api/score/{game}": {"table": LAYOUTS[game], "names": ["Opa"]},
            "/api/sets/{game}": dice.choice([{"toml": dice.choice(TOML)}, {"set": dice.choice(list(OWN.values()))}]),
            "/api/print/{game}": {"lang": "en", "set": dice.choice([None, *OWN.values()])},
            "/api/daily/{kind}": {"name": "Ulf", "seats": world.secrets},
        }
        return good.get(path)

    def _move(self):
        """Give a move as it could be made at the table when it was new."""
        state = self.world.states[self.place]
        actions = [choice["action"] for choice in state["choices"]] or ["d4"]
        return {"action": self.dice.choice(actions), "number": state["number"]}

    def _record(self):
        """Give a record: mostly a short one, for a long one alone takes as much as all the rest."""
        made = records()
        return self.dice.choice(made[:2] if self.dice.random() < 0.1 else made[2:])

    def _any(self, schema):
        """Give a value as the description wants it."""
        dice = self.dice
        if "$ref" in schema:
            return self._any(self.parts[schema["$ref"].rsplit("/", 1)[-1]])
        if "oneOf" in schema:
            return self._any(dice.choice(schema["oneOf"]))
        if "enum" in schema:
            return dice.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                found = {name: self._any(part) for name, part in schema.get("properties", {}).items()}
                return {name: value for name, value in found.items()
                        if name in schema.get("required", ()) or dice.random() < 0.8}  # fmt: skip
            case "array":
                return [self._any(schema.get("items", {})) for _ in range(dice.choice([0, 1, 2, 3]))]
            case "integer" | "number":
                return dice.choice([0, 1, 2, 7, -1, 10**6, 2**63, 1.5])
            case "boolean":
                return dice.random() < 0.5
            case "string":
                return dice.choice(["", "Ulf", "haugaz", "d4", self.world.tables[self.place]])
        return None

    # -- swelling ---------------------------------------------------------------------------------

    def _size(self, most):
        return max(1, most if self.dice.random() < 0.5 else int(most ** self.dice.random()))

    def _odd(self, most):
        """Give a text of up to so many bytes of which something is too much."""
        dice, size = self.dice, self._size(most)
        bits = dice.choices(SIGNS, k=dice.choice([1, 1, 2, 3]))
        text = "".join(bits)
        begin, end = (dice.choice(["", "", "a", "meadhall record 1\n", '"', "[", "a=["]) for _ in range(2))
        many = max(1, size // max(1, len(text.encode("utf-8", "surrogatepass"))))
        if dice.random() < 0.2:  # the same, but no two alike
            return begin + "".join(f"{number}{text}" for number in range(many // 3 + 1))[: many * len(text)] + end
        return begin + text * many + end

    def _swell(self, value, most):
        """Let one part of a value grow, wherever it is."""
        ways = list(spots(value))
        if not ways or most < 10:
            return value
        way = self.dice.choice(ways)
        if not way:
            return self._swollen(value, most)
        twin = json.loads(json.dumps(value))
        part = twin
        for key in way[:-1]:
            part = part[key]
        part[way[-1]] = self._swollen(part[way[-1]], most)
        return twin

    def _swollen(self, value, most):
        dice = self.dice
        if isinstance(value, str) and dice.random() < 0.9:
            return self._swollen_text(value, most)
        if isinstance(value, list) and dice.random() < 0.8:
            return self._swollen_list(value, most)
        if isinstance(value, dict) and dice.random() < 0.8:
            return self._swollen_object(value, most)
        odd = [2**63, -1, 10**300, 10**4000, 1e308, None, self._deep(most), self._odd(most), [0] * (most // 3)]
        return dice.choice(odd)

    def _swollen_text(self, text, most):
        dice, size = self.dice, self._size(most)
        lines = text.splitlines(keepends=True) or [text]
        line = dice.randrange(len(lines))
        many = size // max(1, len(lines[line].encode("utf-8", "surrogatepass")) + 1)
        how = dice.randrange(6)
        if how == 0:
            return (text * (size // max(1, len(text)) + 1))[:size]
        if how == 1:
            return "".join([*lines[:line], *[lines[line]] * many, *lines[line:]])
        if how == 2:
            return "".join([*lines[:line], lines[line].rstrip("\n"), self._odd(most), "\n", *lines[line:]])
        if how == 3:
            at = dice.randrange(len(text) + 1)
            return text[:at] + self._odd(most) + text[at:]
        if how == 4:
            words = text.split(" ")
            words[dice.randrange(len(words))] = self._odd(most)
            return " ".join(words)
        return self._odd(most)

    def _swollen_list(self, value, most):
        dice, size = self.dice, self._size(most)
        one = dice.choice([*value, 0, "", [], {}, {"a": 0}, "a" * 30])
        many = size // (len(dumped(one, False)) + 1)
        if dice.random() < 0.3 and isinstance(one, str):
            return [*value, *[f"{one}{number}" for number in range(size // (len(one) + 8))]]
        if dice.random() < 0.2 and isinstance(one, dict) and "id" in one:
            return [{**one, "id": f"k{number}"} for number in range(many // 2)]
        return value + [one] * many

    def _swollen_object(self, value, most):
        dice, size = self.dice, self._size(most)
        one = dice.choice([*value.values(), 0, "", [], {}])
        each = len(dumped(one, False)) + 10
        if dice.random() < 0.3:
            return {**value, self._odd(most): one}
        return {**value, **{f"k{number}": one for number in range(size // each)}}

    def _deep(self, most):
        """Give lists or objects in each other; a thousand is as deep as we can write."""
        dice, value = self.dice, self.dice.choice([0, "", []])
        listed = dice.random() < 0.5
        for _ in range(min(self.dice.choice([30, 200, 600]), most // 6)):
            value = [value] if listed else {"a": value}
        return value

    # -- the socket -----------------------------------------------------------------------------

    def _socket(self, kind):
        dice, world = self.dice, self.world
        hello = {"seats": world.secrets, "seen": dice.choice([0, 0, 1, 2**40]), "lean": dice.random() < 0.3}
        if kind == 0:
            return Wish("socket Hello", path=world.tables[self.place], said=[self._message(hello)])
        command = {"do": dice.choice(["move", "move", "undo", "resign"]), **self._move(), "id": 1}
        return Wish(
            "socket Command", path=world.tables[self.place], said=[dumped(hello, False), self._message(command)]
        )

    def _message(self, good):
        if self.dice.random() < 0.1:
            return self._garbled()
        value = self._swell(good, MOST - len(dumped(good, False))) if self.dice.random() < 0.9 else good
        return dumped(value, self.dice.random() < 0.3)[:MOST]


def spots(value, way=()):
    """Walk the ways to all parts of a value, itself included."""
    yield way
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from spots(value[key], (*way, key))


def quoted(text, safe=""):
    """Write a text as a part of an address."""
    return quote(text.encode("utf-8", "surrogatepass"), safe=safe)


def dumped(value, plain):
    """Write JSON: as ASCII, or shorter; half a pair of signs is written as it is, for that too may come."""
    text = json.dumps(value, ensure_ascii=plain, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")
