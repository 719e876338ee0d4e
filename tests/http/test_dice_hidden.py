"""The secret of the house: nobody gets a byte of it before the match is over, whatever they ask and hear.

All bytes of answers and of sockets are searched, in whole matches of every game that has luck. In few of them all is
asked that one can ask at a table (MEADHALL_LEAKS=2000 for so many of each game); in a crowd of others, at a real
server, people hear only what is played (MEADHALL_CROWD=2000).
"""

import asyncio
import json
import os
import random
import re
from base64 import b64encode

import httpx
import pytest
from app_client import Guest, hall
from server_process import House, free_port

import meadhall
from meadhall.core import seed_commitment
from meadhall.lab.load_generator import LoadConnection, connected

MATCHES = int(os.environ.get("MEADHALL_LEAKS", "2"))  # of each game
CROWD = int(os.environ.get("MEADHALL_CROWD", "12"))  # of each game
AT_ONCE = 30
LUCKY = [name for name in meadhall.games() if meadhall.game(name).has_luck]
WINDOW = 12  # hexadecimal digits: so many in a row that are the secret's are no accident
RUNS = re.compile(rb"[0-9a-fA-F]{%d,}" % WINDOW)


class Ear:
    """A client that remembers every byte it got before the end."""

    def __init__(self, client):
        self.client, self.heard, self.over = client, [], False

    def get(self, *args, **more):
        return self._noted(self.client.get(*args, **more))

    def post(self, *args, **more):
        return self._noted(self.client.post(*args, **more))

    def websocket_connect(self, *args, **more):
        return self.client.websocket_connect(*args, **more)

    def _noted(self, answer):
        self._note(answer.content)
        self._note(str(answer.headers.raw).encode())
        return answer

    def _note(self, content):
        self.over = self.over or b'"stage":"over"' in content
        if not self.over:
            self.heard.append(content)

    def hear(self, socket, number):
        """Listen until a table has come so far."""
        told = -1
        while told < number:
            text = socket.receive_text()
            self._note(text.encode())
            told = json.loads(text)["state"]["number"]


def leaks(heard, secret):
    """Find what of a secret was heard: its digits, its bytes, or its bytes in another coat."""
    pieces = {secret[at : at + WINDOW].encode() for at in range(len(secret) - WINDOW + 1)}
    raw = bytes.fromhex(secret)
    coats = [
        raw[:8],
        raw[-8:],
        b64encode(raw)[:12],
        b64encode(secret.encode())[:16],
        str(int(secret, 16)).encode()[:16],
    ]
    found = []
    for text in heard:
        for run in RUNS.findall(text):
            found += [run for at in range(len(run) - WINDOW + 1) if run[at : at + WINDOW].lower() in pieces]
        found += [coat for coat in coats if coat in text]
    return found


def play(guest, dice, game, players):
    """Play a match, asking whatever one can ask: its dice, and all that was heard before the end."""
    ear = Ear(guest.client)
    owner = Guest(ear)
    commitment = owner.post("/commitments", status=201)["commitment"]
    seats = [{"kind": dice.choice(["me", "here", "link", "bot"])} for _ in range(players)]
    for seat in seats:
        if seat["kind"] in ("me", "here") and dice.random() < 0.8:
            seat["nonce"] = dice.randbytes(16).hex()
    wish = {"game": game, "seats": seats, "commitment": commitment, "aids": dice.random() < 0.2}  # odds take long
    seated = owner.post("/tables", wish, 201)
    table = owner.sits(seated)
    ask_around(table, ear)
    for seat in seated["invitations"]:
        owner.sits(seated, int(seat)).wish("sit", name="Ulf", nonce=dice.randbytes(16).hex())
    with table.watcher().listen() as spectator, table.listen() as player:
        state = table.state()
        while not ear.over:
            number = state["number"]
            if state["choices"]:
                action = dice.choice(state["choices"])["action"]
                if dice.random() < 0.1:
                    table.wish("preview", 200 if wish["aids"] else 403, action=action, number=number)
                    ask_around(table, ear)
                if dice.random() < 0.01:
                    state = table.wish("resign", number=number)
                elif state["can_undo"] and dice.random() < 0.1:
                    state = table.wish("undo", number=number)
                else:
                    state = table.wish("move", action=action, number=number)
                ear.hear(player, number + 1)
                ear.hear(spectator, number + 1)
            else:  # bots are at work
                ear.hear(spectator, number + 1)
                state = table.state()
    return table.state()["dice"], ear.heard


def ask_around(table, ear):
    table.get(f"/tables/{table.name}/steps")
    table.get(f"/tables/{table.name}/study", 409)
    table.post("/hall", {"seats": list(table.secrets)})
    ear.get(f"/api/tables/{table.name}/record")


@pytest.mark.parametrize("game", LUCKY)
def test_no_byte_of_the_secret_leaves_before_the_end(tmp_path, game):
    random_dice = random.Random(game)
    with hall(tmp_path) as guest:
        for _ in range(MATCHES):
            dice, heard = play(guest, random_dice, game, random_dice.choice(meadhall.game(game).players))
            assert seed_commitment.commitment(dice["secret"]) == dice["commitment"]
            assert any(dice["commitment"].encode() in text for text in heard)
            assert not leaks(heard, dice["secret"])


def test_the_search_would_find_a_leak():
    secret = "0123456789abcdef" * 4
    coats = [
        secret[5:20].encode(),
        secret[:14].upper().encode(),
        b"x" + bytes.fromhex(secret),
        b64encode(secret.encode()),
    ]
    for coat in coats:
        assert leaks([b'{"a": "' + coat + b'"}'], secret)
    assert not leaks([b"0" * 64, b"cdef0123" * 9], secret[:16] + "5" * 48)


# -- a crowd ---------------------------------------------------------------------------------------


class Pack:
    """The players of one table, who know the rules and play at random."""

    def __init__(self, port, game, dice):
        self.port, self.game, self.dice = port, meadhall.game(game), dice
        self.heard, self.told, self.news = [], {}, asyncio.Event()

    def listener(self, seat):
        def hear(data):
            self.heard.append(data)
            self.told[seat] = json.loads(data)
            self.news.set()

        return hear

    async def play(self):
        """Play a match to its end: the name of its table."""
        seats = [{"kind": "here"} for _ in range(self.dice.choice(self.game.players))]
        for seat in seats:
            seat["nonce"] = self.dice.randbytes(16).hex()
        async with connected(self.port) as call:
            pledge = await call("/api/commitments", {})
            wish = {"game": self.game.name, "seats": seats, "commitment": json.loads(pledge)["commitment"]}
            answer = await call("/api/tables", wish)
        self.heard += [pledge, answer]
        seated = json.loads(answer)
        lines = [
            LoadConnection(self.port, seated["table"], {"seats": [secret], "lean": True}, self.listener(seat))
            for seat, secret in enumerate(seated["seats"].values())
        ]
        for line in lines:
            await line.open(self.port)
        match = self.game.new(players=len(seats), chance="manual")
        while not match.over:
            told = self.told[0]
            for _, action in told["played"][len(match.history) - told["since"] :]:
                match.play(action)
            if not match.over:
                wish = {"do": "move", "action": self.dice.choice(match.actions()), "number": told["number"]}
                lines[match.actor].say(wish)
                while any(one["number"] == told["number"] for one in self.told.values()):
                    self.news.clear()
                    await asyncio.wait_for(self.news.wait(), 60)
        for line in lines:
            line.close()
        return seated["table"]


async def crowd(port, game):
    """Play many matches, some of them at a time: what was found in all that was heard."""
    dice, door, found = random.Random(game), asyncio.Semaphore(AT_ONCE), []

    async def one(asked):
        async with door:
            pack = Pack(port, game, random.Random(dice.random()))
            shown = (await asked.get(f"/tables/{await pack.play()}")).json()["dice"]
        assert seed_commitment.commitment(shown["secret"]) == shown["commitment"]
        assert any(shown["commitment"].encode() in text for text in pack.heard) and len(pack.heard) > 10
        found.extend(leaks(pack.heard, shown["secret"]))

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api", trust_env=False, timeout=60) as asked:
        await asyncio.gather(*(one(asked) for _ in range(CROWD)))
    return found


@pytest.mark.parametrize("game", LUCKY)
def test_no_byte_of_a_secret_is_heard_in_a_crowd(houses, tmp_path, game):
    house = House("--database", str(tmp_path / "hall.db"), port=free_port()).start()
    houses.append(house)
    assert asyncio.run(crowd(house.port, game)) == []
