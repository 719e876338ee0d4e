"""The secret of the house: nobody gets a byte of it before the match is over, whatever they ask and hear.

All bytes of answers and of sockets are searched, in whole matches of every game that has luck; in 2000 of each with
MEADHALL_LEAKS=2000.
"""

import json
import os
import random
import re
from base64 import b64encode

import pytest

import meadhall
from hall import Guest, hall
from meadhall.core import provable

MATCHES = int(os.environ.get("MEADHALL_LEAKS", "2"))  # of each game
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
                    table.wish("preview", action=action, number=number)
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


@pytest.mark.parametrize("game", [name for name in meadhall.games() if meadhall.game(name).has_luck])
def test_no_byte_of_the_secret_leaves_before_the_end(tmp_path, game):
    random_dice = random.Random(game)
    with hall(tmp_path) as guest:
        for _ in range(MATCHES):
            dice, heard = play(guest, random_dice, game, random_dice.choice(meadhall.game(game).players))
            assert provable.commitment(dice["secret"]) == dice["commitment"]
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
