"""A fuzzer for what requests cost: every route and every socket message, with up to 64 kB built to be expensive.

    python tests/support/cost_fuzz.py --inputs 1000000 --seed 7

The server runs in a process of its own, whose bots answer at once, and is asked one thing at a time: what its process
has worked and how far its memory has grown is what the request cost. An input that seems too costly is asked again
while nobody else is there, and fails if it is too costly three times in all. Meanwhile another guest plays; in the end
the costliest inputs come from several at once. Ctrl-C ends it and says where to go on.
"""

import argparse
import heapq
import http.client
import itertools
import multiprocessing
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from urllib.parse import quote

import httpx
from costly import Costly, Wish
from fuzz_socket import NextTable
from server_process import server
from wire import Wire, frame

import meadhall
from meadhall.learn import puzzles

MOST_SECONDS = 0.25  # of a core, for one request
MOST_BYTES = 50_000_000  # by which it may make the server grow
MOST_LOOP_SECONDS = 0.05  # of the thread that serves every table: so long everybody else waits
MOST_WAIT_SECONDS = 0.1  # of 99 of 100 moves of another guest
TRIES = 3
ANEW = 500  # inputs after which they come to new tables
KEPT = 60  # costliest inputs
AT_ONCE = 4  # guests who send them together
AT_ONCE_SCRIPT = str(Path(__file__).with_name("at_once.py"))


@contextmanager
def measured_house(folder):
    """Open a server whose costs can be measured."""
    with open(Path(folder) / "log", "w") as log:
        house = server(Path(folder) / "hall.db")
        house.command[1] = AT_ONCE_SCRIPT
        house.start(stderr=log)
        try:
            yield house
        finally:
            house.end()
            house.log.close()


class Meter:
    """What a process costs: its seconds on all cores, those of its first thread, and the most bytes it has held."""

    def __init__(self, process):
        self.process = process
        self.clock = (~process << 3) | 2  # as Linux numbers the clocks of processes

    def seconds(self):
        return time.clock_gettime(self.clock)

    def loop_seconds(self):
        ran = Path(f"/proc/{self.process}/task/{self.process}/schedstat").read_text().split()[0]
        return int(ran) / 1e9

    def forget_peak(self):
        """Begin to note the most bytes anew, and say how many there are now."""
        Path(f"/proc/{self.process}/clear_refs").write_text("5")
        return self._bytes("VmRSS")

    def peak(self):
        return self._bytes("VmHWM")

    def _bytes(self, name):
        status = Path(f"/proc/{self.process}/status").read_text()
        return 1024 * int(re.search(rf"{name}:\s+(\d+)", status)[1])

    def settle(self):
        """Wait until nothing is left to do."""
        before = self.seconds()
        while True:
            time.sleep(0.02)
            now = self.seconds()
            if now - before < 0.002:
                return
            before = now


@dataclass(order=True)
class Cost:
    """What a request has cost."""

    seconds: float
    loop_seconds: float
    grown: int  # bytes
    status: int = 0  # of the answer, or the code with which a socket was closed

    def too_much(self):
        """Say what is too much, if anything is."""
        wrong = []
        if self.seconds > MOST_SECONDS:
            wrong.append(f"{1000 * self.seconds:.0f} ms of a core")
        if self.loop_seconds > MOST_LOOP_SECONDS:
            wrong.append(f"{1000 * self.loop_seconds:.0f} ms of the thread that serves every table")
        if self.grown > MOST_BYTES:
            wrong.append(f"{self.grown / 1e6:.0f} MB")
        if 500 <= self.status < 600 and self.status != 503:
            wrong.append(f"status {self.status}")
        return ", ".join(wrong)


class World:
    """Tables, secrets and somebody known, for requests that should get far."""

    puzzles = {game: {name: puzzle.answers for name, puzzle in list(puzzles.of(meadhall.game(game)).items())[:40]}
               for game in meadhall.games()}  # fmt: skip

    def __init__(self, house):
        self.house = house
        self.renew()

    def renew(self):
        """Open new tables; at one of them a match is over."""
        with httpx.Client(trust_env=False, base_url=self.house.address, timeout=60) as client:

            def ask(path, body=None, status=201, headers=None):
                answer = client.post(path, json=body or {}, headers=headers)
                assert answer.status_code == status, answer.text
                return answer.json()

            self.phrase = ask("/people", {"name": "Runa"})["phrase"]
            known = {"meadhall-person": self.phrase}
            self.tables, self.secrets = [], []
            for game, many in (("haugaz", 2), ("land-ahoy", 4), ("new-shores", 3), ("haugaz", 2), ("new-shores", 1)):
                seats = [{"kind": "me"}, *[{"kind": "here"}] * (many - 1)]
                seated = ask("/tables", {"game": game, "seats": seats}, headers=known)
                self.tables.append(seated["table"])
                self.secrets += seated["seats"].values()
            seat = {"authorization": f"Bearer {','.join(self.secrets)}"}
            ask(f"/tables/{self.tables[3]}/resign", {"number": 0}, 200, seat)
            self.states = [client.get(f"/tables/{name}", headers=seat).json() for name in self.tables]


class Asker:
    """Sends requests, and measures them."""

    def __init__(self, house):
        self.house, self.meter = house, Meter(house.process.pid)
        self.line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=120)

    def close(self):
        self.line.close()

    def cost(self, wish):
        """Ask, and say what it cost."""
        held = self.meter.forget_peak()
        loop, seconds = self.meter.loop_seconds(), self.meter.seconds()
        status = self.ask(wish)
        seconds, loop = self.meter.seconds() - seconds, self.meter.loop_seconds() - loop
        return Cost(seconds, loop, self.meter.peak() - held, status)

    def cost_alone(self, wish):
        """The same with nothing else going on, to the end of all that comes of it."""
        self.meter.settle()
        held = self.meter.forget_peak()
        loop, seconds = self.meter.loop_seconds(), self.meter.seconds()
        status = self.ask(wish)
        self.meter.settle()
        seconds, loop = self.meter.seconds() - seconds, self.meter.loop_seconds() - loop
        return Cost(seconds, loop, self.meter.peak() - held, status)

    def ask(self, wish):
        """Ask: the status of the answer, or the code with which a socket was closed; 0 where there was none."""
        try:
            return self._talk(wish) if wish.said else self._request(wish)
        except (ConnectionError, http.client.HTTPException):
            self.line.close()
            return 0

    def _request(self, wish):
        self.line.putrequest(wish.method, wish.path, skip_accept_encoding=True)
        for name, value in wish.headers.items():
            self.line.putheader(name, value.encode("latin-1"))
        if wish.pieces:
            self.line.putheader("transfer-encoding", "chunked")
            self.line.endheaders()
            pieces = [wish.body[at : at + wish.pieces] for at in range(0, len(wish.body), wish.pieces)]
            self.line.send(b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n")
        elif wish.body:
            self.line.putheader("content-length", str(len(wish.body)))
            self.line.endheaders(wish.body)
        else:
            self.line.endheaders()
        answer = self.line.getresponse()
        answer.read()
        return answer.status

    def _talk(self, wish):
        """Say something on a socket, and then something that is surely answered."""
        with Wire(self.house.port, quote(wish.path)) as wire:
            last = frame(1, b'{"do": "undo", "number": -1, "id": "the last one"}')
            wire.line.sendall(b"".join(frame(1, said) for said in wish.said) + last)
            while True:
                kind, content = wire.receive()
                if kind == 8:
                    return int.from_bytes(content[:2], "big")
                if kind == 1 and b'"the last one"' in content:
                    return 101


@dataclass
class Found:
    """What came of it."""

    inputs: int = 0
    statuses: Counter = field(default_factory=Counter)  # by route
    seconds: Counter = field(default_factory=Counter)  # by route: the most
    wrong: list = field(default_factory=list)
    costliest: list = field(default_factory=list)  # a heap of cost, number and request

    def note(self, number, wish, cost):
        self.inputs += 1
        self.statuses[wish.route, cost.status] += 1
        self.seconds[wish.route] = max(self.seconds[wish.route], cost.seconds)
        entry = (cost.seconds, number, wish)
        if len(self.costliest) < KEPT:
            heapq.heappush(self.costliest, entry)
        elif entry > self.costliest[0]:
            heapq.heapreplace(self.costliest, entry)


def fuzz(house, numbers, seed=1, progress=lambda found, number: None):
    """Send the inputs of these numbers: what came of it."""
    world, found = World(house), Found()
    inputs = Costly(httpx.get(f"{house.address}/openapi.json", trust_env=False).json(), world)
    forgotten = False  # whether somebody wanted to be known no more
    with closing(Asker(house)) as asker:
        warm_up(asker, inputs)
        for place, number in enumerate(numbers, 1):
            if place % ANEW == 0 or forgotten:
                world.renew()
            wish = inputs.wish(seed, number)
            cost = asker.cost(wish)
            if cost.too_much():
                tries = [cost, *(asker.cost_alone(wish) for _ in range(TRIES - 1))]
                cost = min(tries)
                if all(one.too_much() for one in tries):
                    found.wrong.append(f"input {number} of seed {seed}: {wish.route}: {cost.too_much()}")
            forgotten = wish.route.endswith("/forget") and cost.status == 200
            found.note(number, wish, cost)
            progress(found, number)
    return found


def warm_up(asker, inputs):
    """Have everything done once that is done only once."""
    for game in meadhall.games():
        for path in ("rules/{}/en", "rules/{}/de", "lessons/{}", "puzzles/{}", "sets/{}"):
            asker.ask(Wish("", "GET", f"/api/{path.format(game)}"))
        for name in list(inputs.world.puzzles[game])[:2]:
            asker.ask(Wish("", "GET", f"/api/puzzles/{game}/{name}/solution"))
    for number in range(-3 * len(inputs.names()), 0):
        asker.ask(inputs.wish(0, number))


# -- another guest -----------------------------------------------------------------------------------------


def play_on(port, pace, line):
    """Play at a table of one's own until told to stop, and then tell how long each move took."""
    house, waited = SimpleNamespace(port=port, address=f"http://127.0.0.1:{port}/api"), []
    with httpx.Client(trust_env=False, timeout=60) as client:
        table = NextTable(house, client)
        line.send("ready")
        while not line.poll(pace):
            begun = time.perf_counter()
            table.play()
            waited.append(time.perf_counter() - begun)
        table.close()
    line.send(waited)


class OtherGuest:
    """Somebody else, in a process of their own, who plays on and on."""

    def __init__(self, port, pace=0.05):
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=play_on, args=(port, pace, theirs), daemon=True)
        self.process.start()
        self.line.recv()

    def leave(self):
        """Stop playing: how long each move took, in seconds."""
        self.line.send("enough")
        waited = self.line.recv()
        self.process.join()
        return sorted(waited)


def of_hundred(waited, many):
    """Say what so many of a hundred moves did not exceed."""
    return waited[min(len(waited) - 1, len(waited) * many // 100)] if waited else 0.0


def storm(house, costliest, seconds):
    """Have the costliest inputs sent by several at once for a while: how many were answered."""
    end, answered = time.monotonic() + seconds, []

    def send(first):
        wishes = itertools.cycle([wish for _, _, wish in costliest[first:] + costliest[:first]])
        with closing(Asker(house)) as asker:
            while time.monotonic() < end:
                asker.ask(next(wishes))
                answered.append(1)

    senders = [Thread(target=send, args=(place * len(costliest) // AT_ONCE,)) for place in range(AT_ONCE)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    return len(answered)


# -- the command ----------------------------------------------------------------------------------------------


def main():
    """Fuzz, and say how it went."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--inputs", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--from", type=int, default=0, dest="first", help="the number of the first input")
    options.add_argument("--storm", type=float, default=20.0, help="seconds of the costliest ones from several at once")
    wanted = options.parse_args()
    seen, ended = Found(), False

    def progress(found, number):
        nonlocal seen
        seen = found
        bar.update(task, completed=found.inputs, wrong=len(found.wrong), at=number)

    with tempfile.TemporaryDirectory() as folder:
        with measured_house(folder) as house:
            guest = OtherGuest(house.port)
            columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[wrong]} too costly"))
            with Progress(*columns, TimeRemainingColumn()) as bar:
                task = bar.add_task("inputs", total=wanted.inputs, wrong=0, at=wanted.first)
                try:
                    fuzz(house, range(wanted.first, wanted.first + wanted.inputs), wanted.seed, progress=progress)
                except KeyboardInterrupt:
                    ended = True
            waited = guest.leave()
            costliest = sorted(seen.costliest, reverse=True, key=lambda entry: entry[:2])
            guest = OtherGuest(house.port)
            answered = 0 if ended else storm(house, costliest, wanted.storm)
            stormed = guest.leave()
        said = (Path(folder) / "log").read_text()
    print(f"{seen.inputs} inputs; the costliest of each route, in ms of a core:")
    for route, seconds in seen.seconds.most_common():
        statuses = {status: many for (name, status), many in sorted(seen.statuses.items()) if name == route}
        print(f"  {1000 * seconds:7.1f}  {route}  {statuses}")
    for line in seen.wrong:
        print(line)
    for name, moves in (("meanwhile", waited), (f"while {AT_ONCE} sent the {answered} costliest", stormed)):
        half, most, longest = (1000 * of_hundred(moves, many) for many in (50, 99, 100))
        print(f"another guest's {len(moves)} moves {name}, in ms: half below {half:.0f}, 99 of 100 below {most:.0f}, "
              f"the longest {longest:.0f}")  # fmt: skip
    print(said or "The server's log is empty.")
    print(f"To go on: --seed {wanted.seed} --from {wanted.first + seen.inputs}")
    slow = max(of_hundred(waited, 99), of_hundred(stormed, 99)) > MOST_WAIT_SECONDS
    sys.exit(bool(seen.wrong) or slow or "Traceback" in said)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
