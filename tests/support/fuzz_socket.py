"""A fuzzer for the table's socket: nonsense by the hundred thousand, while a match goes on at the next table.

    python tests/support/fuzz_socket.py --messages 1000000 --seed 7

Each connection sends messages that are almost right, garbage, huge, deep, in pieces, in the wrong order, or that break
the protocol itself. A message counts once the server has answered what came after it. In the end nothing may be in the
server's log, its memory must not have grown, and at the other table every move was confirmed and told.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

import httpx
from server_process import server
from wire import Wire, frame

SLACK = 40_000  # kB by which the server may have grown between a tenth of all messages and the end
POOL = 3_000  # different messages
BATCH = 400  # messages of one connection, at most
TEXT, PIECE, BYTES, CLOSE, PING, PONG = 1, 0, 2, 8, 9, 10
ATOMS = [None, True, -1, 0, 1e308, 10**30, "", "seats", "☃", "\u202e", "\x00", "9" * 300, [], {}, [[]], {"seats": []}]


class Nonsense:
    """Messages that nobody should send; the same seed gives the same ones."""

    def __init__(self, seed, secrets):
        self.dice = random.Random(seed)
        self.secrets = secrets
        self.pool = [self._message() for _ in range(POOL)]  # frames that leave a connection open

    def hello(self):
        """Say hello as one should."""
        return {
            "seats": self.dice.sample(self.secrets, self.dice.randint(0, len(self.secrets))),
            "seen": self.dice.randint(0, 99),
            "heard": self.dice.randint(0, 9),
            "away": self.dice.random() < 0.5,
        }

    def _value(self):
        return self.dice.choice([*ATOMS, self.hello(), "x" * self.dice.randint(1, 900)])

    def mutated(self):
        """Change a good Hello a little: other values, names, orders, bytes."""
        hello = self.hello()
        if self.dice.random() < 0.1:
            hello["seats"] = ["no such seat"]
        for _ in range(self.dice.randint(0, 3)):
            how, name = self.dice.randrange(5), self.dice.choice(["seats", "seen", "heard", "away"])
            if how == 0:
                hello[name] = self._value()
            elif how == 1:
                hello.pop(name, None)
            elif how == 2:
                hello[name.upper()] = self._value()
            elif how == 3:
                hello["seats"] = [self._value() for _ in range(self.dice.randint(0, 60))]
            else:
                hello[self.dice.choice(["seen", "heard"])] = self.dice.choice([-1, 2**63, 2**64, 1.5, True, "1"])
        text = json.dumps(hello, ensure_ascii=self.dice.random() < 0.5)
        for _ in range(self.dice.choice([0, 0, 1, 5])):
            at = self.dice.randrange(len(text) + 1)
            text = text[:at] + self.dice.choice(["", "{", "]", '"', "\\u0000", "\\ud800", ","]) + text[at + 1 :]
        return text.encode()

    def _message(self):
        """One whole message, as the bytes of its frames."""
        how = self.dice.randrange(8)
        if how <= 2:
            return frame(TEXT, self.mutated())
        if how == 3:
            return frame(TEXT, "".join(chr(self.dice.randrange(1, 0xD800)) for _ in range(99)).encode())
        if how == 4:
            return frame(BYTES, self.dice.randbytes(self.dice.randint(0, 500)))
        if how == 5:
            return frame(self.dice.choice([PING, PONG]), self.dice.randbytes(self.dice.randint(0, 125)))
        if how == 6:
            text, kind, whole = self.mutated(), TEXT, b""
            for cut in range(0, len(text) + 1, max(1, len(text) // 5)):
                whole += frame(kind, text[cut : cut + max(1, len(text) // 5)], last=False)
                whole += frame(PING, b"between") if self.dice.random() < 0.3 else b""
                kind = PIECE
            return whole + frame(PIECE, b"")
        deep = self.dice.choice([b"[", b'{"seats":', b'{"a":{'])
        return frame(TEXT, deep * self.dice.randint(1, 200))

    def rude(self):
        """Break off: frames after which no server listens on, or which make the whole message too much."""
        return self.dice.choice(
            [
                lambda: frame(TEXT, b"x" * 70_000),
                lambda: frame(TEXT, b"[" * 60_000),
                lambda: frame(TEXT, b'{"a":' + b"[" * 60_000),
                lambda: frame(TEXT, b'{"seats":' * 6_000),
                lambda: frame(TEXT, b"\xff\xfe\x00"),
                lambda: frame(PIECE, b"nothing before"),
                lambda: frame(TEXT, b"half", last=False) + frame(TEXT, b"another"),
                lambda: frame(TEXT, b"{}", reserved=self.dice.randint(1, 7)),
                lambda: frame(self.dice.choice([3, 4, 7, 11, 15]), b"no such kind"),
                lambda: frame(TEXT, b"{}", masked=False),
                lambda: frame(PING, b"p" * 126),
                lambda: frame(PING, b"in pieces", last=False),
                lambda: frame(CLOSE, self.dice.choice([b"", b"\x03", b"\x03\xe8", b"\0\1", b"\xff\xff", b"\x03\xe8!"])),
                lambda: frame(TEXT, b"", length=2**62),
                lambda: frame(TEXT, b"", last=False) + frame(PIECE, b"", last=False) * 1500,
                lambda: self.dice.randbytes(300),
            ]
        )()  # fmt: skip


class NextTable:
    """A match that goes on beside all that."""

    def __init__(self, house, client):
        self.house, self.client, self.dice, self.moves = house, client, random.Random(1), 0
        self.wire = None
        self._sit()

    def close(self):
        if self.wire is not None:
            self.wire.line.close()

    def _sit(self):
        self.close()
        self.table, self.secrets = opened(self.client, self.house)
        self.headers = {"authorization": f"Bearer {','.join(self.secrets)}"}
        self.wire = Wire(self.house.port, self.table)
        self.wire.line.sendall(frame(TEXT, json.dumps({"seats": self.secrets}).encode()))
        self.state = json.loads(self.wire.message())["state"]

    def play(self):
        """Play a move: it is confirmed, and told on the socket."""
        move = {"action": self.dice.choice(self.state["choices"])["action"], "number": self.state["number"]}
        answer = self.client.post(f"{self.house.address}/tables/{self.table}/move", json=move, headers=self.headers)
        assert answer.status_code == 200, answer.text
        while not (news := json.loads(self.wire.message()))["steps"]:
            pass  # that the bots are ready now, say
        assert news["steps"][0]["action"] == move["action"], news["steps"]
        assert news["state"]["view"] == answer.json()["view"]
        self.state, self.moves = answer.json(), self.moves + 1
        if self.state["stage"] == "over":
            self._sit()


def opened(client, house):
    """Open a table: its name and its secrets."""
    seats = [{"kind": "here"}, {"kind": "here"}]
    seated = client.post(f"{house.address}/tables", json={"game": "haugaz", "seats": seats}).json()
    return seated["table"], list(seated["seats"].values())


def memory(process):
    """Say how many kB a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def talk(house, table, nonsense, beside):
    """Open a connection and talk nonsense: how many messages were heard, and how it ended."""
    dice = nonsense.dice
    with Wire(house.port, table) as wire:
        if dice.random() < 0.4:  # a first message that is no Hello, or is a bad one
            wire.line.sendall(dice.choice([lambda: frame(TEXT, nonsense.mutated()), nonsense.rude])())
            return 1, ended(wire)
        batch = dice.choices(nonsense.pool, k=dice.randint(BATCH // 2, BATCH))
        last = nonsense.rude() if dice.random() < 0.3 else b""
        wire.line.sendall(frame(TEXT, json.dumps(nonsense.hello()).encode()) + b"".join(batch))
        wire.line.sendall(frame(PING, b"the last one"))
        beside()
        while (said := wire.receive()) != (PONG, b"the last one"):
            assert said[0] != CLOSE, said
        wire.line.sendall(last)
        return len(batch) + 1 + bool(last), ended(wire) if last else "we left"


def ended(wire):
    """Wait for how it ends; a Hello that was fine after all is answered, and then we go."""
    try:
        while True:
            wire.line.sendall(frame(PING, b"well?"))
            kind, content = wire.receive()
            if kind == CLOSE:
                return int.from_bytes(content[:2], "big")
            if kind == TEXT and b'"state"' in content[:9000]:
                return "welcome"
            if kind == PONG:
                wire.line.settimeout(0.05)  # a frame that never ends is answered by nobody
    except TimeoutError:
        return "no answer"
    except ConnectionError:
        return "gone"


def fuzz(house, messages, seed, progress=lambda heard: None):
    """Send so many messages: what came of it."""
    with httpx.Client(trust_env=False, timeout=60) as client, closing(NextTable(house, client)) as beside:
        table, secrets = opened(client, house)
        nonsense, heard, ends, before = Nonsense(seed, secrets), 0, Counter(), None
        while heard < messages:
            many, end = talk(house, table, nonsense, beside.play)
            heard, ends[end] = heard + many, ends[end] + 1
            if before is None and heard >= messages / 10:
                before = memory(house.process.pid)
            progress(heard)
        beside.play()
        grown = memory(house.process.pid) - before
        status = client.get(f"{house.address}/tables/{table}").status_code
        return {"messages": heard, "grown_kB": grown, "moves": beside.moves, "status": status, "ends": dict(ends)}


def main():
    """Fuzz, and say how it went."""
    from rich.progress import Progress

    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--messages", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    wanted = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "log", "w+") as log:
        house = server(Path(folder) / "hall.db")
        house.start(stderr=log)
        try:
            with Progress() as bar:
                task = bar.add_task("messages", total=wanted.messages)
                found = fuzz(house, wanted.messages, wanted.seed, lambda heard: bar.update(task, completed=heard))
        finally:
            house.end()
        log.seek(0)
        said = log.read()
    print(json.dumps(found, indent=2))
    print(said or "The server's log is empty.")
    sys.exit(found["grown_kB"] > SLACK or found["status"] != 200 or "Traceback" in said)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
