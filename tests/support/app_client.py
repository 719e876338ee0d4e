"""A hall for tests: a server without a network, and bots that think at once."""

import json
import random
from contextlib import contextmanager

from litestar.testing import TestClient

from meadhall.hall.bot_process import Judged
from meadhall.hall.messages import HintLine, Sentence
from meadhall.hall.store import SQLiteStore, open_store
from meadhall.http.server import create_app


class Quick:
    """Thinks at once: the same table gets the same answer."""

    warming = False

    def when_warm(self, call):
        self.call = call

    async def choose(self, table, level):
        return random.Random(table.number).choice(table.match.actions())

    async def hint(self, table, level):
        return [HintLine(table.match.actions()[0], 0.5, level, Sentence("why", "warum"))]

    async def weigh(self, match, action, urgent):
        """Think the first action the best: each one after it loses a tenth more."""
        actions, alone = match.actions(), match.players == 1
        share = 1 / match.players
        lost = min(actions.index(action) / 10, share)
        after = [share + lost / max(match.players - 1, 1)] * match.players
        after[match.actor] = share - lost
        much = 10.0 if alone else 1.0
        before = (much * share,) * match.players
        return Judged(actions[0], before, tuple(much * value for value in after), False)


@contextmanager
def hall(folder, thinkers=None, limits=None, programs=None):
    """Open a hall whose tables lie in a folder, or in a database with an address."""
    store = open_store(folder) if isinstance(folder, str) else SQLiteStore(folder / "hall.db")
    try:
        with TestClient(create_app(store, thinkers or Quick(), limits=limits, programs=programs)) as client:
            yield Guest(client)
    finally:
        store.close()


class Guest:
    """Somebody in the hall, with the secrets of some seats."""

    def __init__(self, client, table="", *secrets, phrase=""):
        self.client, self.name, self.secrets, self.phrase = client, table, secrets, phrase

    @property
    def headers(self):
        seats = {"authorization": f"Bearer {','.join(self.secrets)}"} if self.secrets else {}
        return seats | ({"meadhall-person": self.phrase} if self.phrase else {})

    def known(self, name):
        """Be somebody whom the hall knows."""
        return Guest(self.client, phrase=self.post("/people", {"name": name}, 201)["phrase"])

    def post(self, address, data=None, status=200):
        answer = self.client.post(f"/api{address}", json={} if data is None else data, headers=self.headers)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    def get(self, address, status=200):
        answer = self.client.get(f"/api{address}", headers=self.headers)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    def open(self, game, *kinds, **more):
        """Set a table up: me, here, link, or the level of a bot."""
        seats = [{"kind": "bot", "level": k} if isinstance(k, int) else {"kind": k, "name": f"P{i}"}
                 for i, k in enumerate(kinds)]  # fmt: skip
        return self.post("/tables", {"game": game, "seats": seats, **more}, 201)

    def sits(self, seated, *seats):
        """Be somebody with these seats of a new table, or with all."""
        secrets = {int(seat): secret for seat, secret in (seated["seats"] | seated["invitations"]).items()}
        chosen = [secrets[seat] for seat in seats] if seats else list(secrets.values())
        return Guest(self.client, seated["table"], *chosen, phrase=self.phrase)

    def watcher(self):
        return Guest(self.client, self.name)

    # -- at the table ------------------------------------------------------------------------

    def state(self, status=200):
        return self.get(f"/tables/{self.name}", status)

    def wish(self, what, status=200, **data):
        return self.post(f"/tables/{self.name}/{what}", data, status)

    def move(self, action, status=200, number=None):
        number = self.state()["number"] if number is None else number
        return self.wish("move", status, action=action, number=number)

    def problem(self, what, status, **data):
        """Have a wish refused, with the table left as it was: the code of the problem."""
        before = self.watcher().state()
        problem = self.wish(what, status, **data)
        assert self.watcher().state() == before
        assert problem["message"]["en"] and problem["message"]["de"]
        assert problem["message"]["en"] != problem["message"]["de"]
        return problem["code"]

    def play_on(self, moves=10**6, seed=1):
        """Play random moves for all seats that are ours, as long as it is their turn: the last state."""
        state, dice = self.state(), random.Random(seed)
        while state["choices"] and moves > 0:
            state = self.move(dice.choice(state["choices"])["action"], number=state["number"])
            moves -= 1
        return state

    @contextmanager
    def listen(self, seen=0):
        with self.client.websocket_connect(f"/api/tables/{self.name}/socket") as socket:
            socket.send_text(json.dumps({"seats": list(self.secrets), "seen": seen}))
            yield socket
