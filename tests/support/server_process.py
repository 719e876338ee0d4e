"""Real servers and workers in processes of their own, to be killed; and guests who note what was confirmed."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

LIGHT = str(Path(__file__).with_name("fast_server.py"))
LONGEST = 120.0  # seconds until a server must be back


class House:
    """A process of ours: a server with a port that stays the same, or a worker; light unless its bots must think."""

    def __init__(self, *arguments, port=None, light=True, **environment):
        self.port = port
        at = [] if port is None else ["--port", str(port)]
        self.command = [sys.executable, *([LIGHT] if light else ["-m", "meadhall"]), *arguments, *at]
        self.environment = {**os.environ, "LANG": "C.UTF-8", **environment}
        self.process = None
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 (it is closed with the house)

    def start(self, stderr=None):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=stderr or self.log, text=True, env=self.environment
        )
        self.said = self.process.stdout.readline()
        assert "open" in self.said or "bots wait" in self.said, self.complaints()
        return self

    def complaints(self):
        """All that it has said about what went wrong."""
        self.log.seek(0)
        return self.log.read()

    def end(self, how=signal.SIGKILL):
        """End it; by default as if the power had failed."""
        self.process.send_signal(how)
        status = self.process.wait(30)
        self.process.stdout.close()
        return status

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/api"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def server(database, *more, **how):
    return House("--database", str(database), *more, port=free_port(), **how)


def worker(database, **how):
    return House("worker", "--database", database, "--bots", "1", **how)


class Storm:
    """Guests who play on and on at several servers, and remember every move that was confirmed to them."""

    def __init__(self, houses, seed=1, seats=("me", "here")):
        self.houses, self.seats = houses, seats
        self.random = random.Random(seed)
        self.confirmed = {}  # by table: number and action of each confirmed move
        self.stopped = False
        self.failures = 0
        self.refusals = 0  # answers that nothing can be written just now

    async def guest(self):
        """Play matches to their end, coming back after every fault; where a bot is to move, wait for it."""
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            while not self.stopped:
                seated = await self._insist(client, "POST", "/tables", {"game": "haugaz", "seats": self._seats()})
                if seated is not None:
                    await self._play(client, seated)

    def _seats(self):
        return [{"kind": "bot", "level": k} if isinstance(k, int) else {"kind": k} for k in self.seats]

    async def _play(self, client, seated):
        name, secrets = seated["table"], ",".join(seated["seats"].values())
        headers = {"authorization": f"Bearer {secrets}"}
        confirmed = self.confirmed.setdefault(name, [])
        state = None
        while not self.stopped:
            if state is None:
                state = await self._insist(client, "GET", f"/tables/{name}", headers=headers)
                if state is None:
                    return
            if state["stage"] == "over":
                return
            if not state["choices"]:
                await asyncio.sleep(0.05)
                state = None
                continue
            action, number = self.random.choice(state["choices"])["action"], state["number"]
            answer = await self._ask(
                client, "POST", f"/tables/{name}/move", {"action": action, "number": number}, headers
            )
            state = None
            if answer is not None and answer.status_code == 200:
                confirmed.append((number, action))
                state = answer.json()

    async def _ask(self, client, method, path, data=None, headers=None):
        """Ask some server; None where there is no answer."""
        house = self.random.choice(self.houses)
        try:
            answer = await client.request(method, house.address + path, json=data, headers=headers)
        except httpx.HTTPError:
            self.failures += 1
            await asyncio.sleep(0.05)
            return None
        assert answer.status_code in (200, 201, 409, 503), (answer.text, house.complaints()[-3000:])
        if answer.status_code == 503:
            assert answer.json()["code"] == "unkept", answer.text
            self.refusals += 1
            await asyncio.sleep(0.05)
        return answer

    async def _insist(self, client, method, path, data=None, headers=None):
        """Ask until there is an answer."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            answer = await self._ask(client, method, path, data, headers)
            if answer is not None and answer.status_code in (200, 201):
                return answer.json()
            if self.stopped:
                return None
        raise AssertionError(f"nobody has answered {path} for {LONGEST:.0f} s")

    async def lost(self):
        """List the confirmed moves that are not there."""
        missing = []
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            for name, confirmed in self.confirmed.items():
                steps = (await client.get(f"{self.houses[0].address}/tables/{name}/steps")).json()
                there = [step["action"] for step in steps]
                missing += [(name, *one) for one in confirmed if there[one[0] : one[0] + 1] != [one[1]]]
        return missing

    async def plays_on(self, moves=5):
        """Wait until some more moves were confirmed, and a moment that nobody can foresee."""
        before, end = self.moves, time.monotonic() + LONGEST
        while self.moves < before + moves:
            assert time.monotonic() < end, "nobody could play"
            await asyncio.sleep(0.01)
        await asyncio.sleep(self.random.uniform(0.0, 0.1))

    async def is_refused(self, times=3):
        """Wait until some wishes were refused because nothing can be written."""
        before, end = self.refusals, time.monotonic() + LONGEST
        while self.refusals < before + times:
            assert time.monotonic() < end, "nobody was refused"
            await asyncio.sleep(0.01)

    @property
    def moves(self):
        """How many moves were confirmed."""
        return sum(map(len, self.confirmed.values()))

    async def during(self, faults, guests):
        """Have guests play while something goes wrong: all confirmed moves are there in the end."""
        playing = [asyncio.create_task(self.guest()) for _ in range(guests)]
        try:
            await faults()
        finally:
            self.stopped = True
        await asyncio.gather(*playing)
        return await self.lost()


def kills(environment="MEADHALL_KILLS", default=2):
    """Say how often something is killed; hundreds of times if you have the time."""
    return int(os.environ.get(environment, default))
