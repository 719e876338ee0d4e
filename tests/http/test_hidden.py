"""Hidden facts: no byte that anybody gets before the end of a match tells what the dice and draws will be.

Dice and draws come from a secret seed when they are due, so the seed is all that could leak. Matches of all games are
played through the server with players, spectators, sockets, hints, coach, pictures and records, and two things are
looked for. The seed itself, in every byte that anybody got. And anything that depends on it: at some moments the seed
is exchanged behind the server's back, so that all dice and draws to come are others, and everything is asked again.
Every answer must be the same to the byte.

MEADHALL_MATCHES=5000 plays more of them.
"""

import base64
import hashlib
import json
import os
import random
from contextlib import ExitStack, contextmanager

import pytest
from app_client import Quick, hall

import meadhall
from meadhall.core import chance
from meadhall.hall.bot_pool import _question
from meadhall.learn.puzzles import of as puzzles_of

MATCHES = int(os.environ.get("MEADHALL_MATCHES", "18"))
CHUNKS = 2  # for each game, so that several processes share them
TRIED = 3  # choices that are previewed and shown to the coach at such a moment
OPTIONS = {"haugaz": {"size": 4}}


class Curious(Quick):
    """Bots that note what they are asked."""

    def __init__(self):
        self.asked = []

    async def choose(self, table, level):
        self.asked.append(json.dumps(_plain(_question("choose", table, level))))
        return await super().choose(table, level)

    async def hint(self, table, level):
        self.asked.append(json.dumps(_plain(_question("hint", table, level))))
        return await super().hint(table, level)

    async def weigh(self, match, action, urgent):
        self.asked.append(match.record())
        return await super().weigh(match, action, urgent)


def _plain(question):
    return {field: getattr(question, field) for field in question.__struct_fields__}


class Watch:
    """Everybody at a table, and every byte that they got."""

    def __init__(self, guest, game, dice, bots, bots_too=True):
        self.guest, self.dice, self.bots = guest, dice, bots
        self.seed = str(dice.getrandbits(128))
        players = dice.choice([count for count in meadhall.game(game).players if count > 1])
        bot = dice.randrange(players) if bots_too and dice.random() < 0.4 else None
        kinds = [2 if seat == bot else "here" for seat in range(players)]
        seated = guest.open(game, *kinds, seed=self.seed, options=OPTIONS.get(game, {}))
        self.people = guest.sits(seated)
        self.got = []

    @property
    def table(self):
        return self.guest.client.app.state.hall._known[self.people.name]

    def ask(self, who, method, path, **data):
        """Ask something as a player or a spectator: the answer, of which every byte is noted."""
        answer = self.guest.client.request(method, f"/api{path}", headers=who.headers, json=data or None)
        assert answer.status_code in (200, 403, 409), (path, answer.text)
        self.got.append(answer.text)
        return answer.text

    def everything(self, state):
        """Ask all that can be asked about the table as it is now."""
        here, everybody = f"/tables/{self.people.name}", (self.people, self.people.watcher())
        said = [self.ask(who, "GET", here + what) for who in everybody for what in ("", "/steps", "/record", "/study")]
        record = said[2]
        for choice in random.Random(state["number"]).sample(state["choices"], min(TRIED, len(state["choices"]))):
            move = {"action": choice["action"], "number": state["number"]}
            said.append(self.ask(self.people, "POST", here + "/preview", **move))
            said.append(self.ask(self.people, "POST", here + "/coach", **move))
        said += [self.ask(self.people, "POST", here + "/hint", number=state["number"], level=level) for level in (1, 5)]
        said.append(self.ask(self.people, "POST", "/hall", seats=list(self.people.secrets)))
        said += [self.ask(self.people, "POST", "/study" + what, record=record) for what in ("", "/picture", "/values")]
        with self.people.listen() as socket:
            said.append(socket.receive_text())
        self.got.append(said[-1])
        return [*said, *(asked for asked in self._asked() if "hint" in asked)]  # what was weighed once is remembered

    def _asked(self):
        """Take what bots were asked meanwhile; they may know no more than people."""
        asked = list(self.bots.asked)
        self.bots.asked.clear()
        self.got += asked
        return asked

    @contextmanager
    def another_seed(self):
        """Exchange the seed, so that all dice and draws to come are others."""
        match = self.table.match
        kept, match._seed = match._seed, str(self.dice.getrandbits(128))
        self.table.said.clear()
        try:
            yield
        finally:
            match._seed = kept
            self.table.said.clear()

    def play(self):
        """Play a match to its end, or until somebody has had enough."""
        state, moves, enough = self.people.state(), 0, self.dice.choice([15, 15, 25, 25, 10**6])
        probe = self.dice.randrange(15)  # the moment at which the seed is exchanged
        with ExitStack() as stack:
            listening = [stack.enter_context(who.listen()) for who in (self.people, self.people.watcher())]
            while state["stage"] == "playing" and moves < enough:
                if not state["choices"]:
                    state = self.people.state()  # a bot is to move
                    continue
                if moves == probe:
                    self._asked()
                    before = self.everything(state)
                    with self.another_seed():
                        assert self.everything(state) == before
                move = {"action": self.dice.choice(state["choices"])["action"], "number": state["number"]}
                state = json.loads(self.ask(self.people, "POST", f"/tables/{self.people.name}/move", **move))
                moves += 1
                if state["stage"] == "over":
                    del self.got[-1]  # from now on nothing is hidden
            for socket in listening:
                self.got += self._heard(socket)
        self._asked()

    def _heard(self, socket):
        """Take what came on a socket while the match went on."""
        while True:
            news = socket.receive_text()
            state = json.loads(news)["state"]
            if state["stage"] == "over":
                return
            yield news
            if state["number"] == self.table.number:
                return


def shapes(seed):
    """All ways in which a seed might be written."""
    raw, number = seed.encode(), int(seed)
    digest = hashlib.sha256(raw).digest()
    found = [raw, raw.hex().encode(), f"{number:x}".encode(), base64.b64encode(raw)[:-4]]
    return [*found, base64.b64encode(number.to_bytes(16, "big"))[:-4], digest.hex().encode(), base64.b64encode(digest)]


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", meadhall.games())
def test_nobody_gets_a_byte_that_tells_what_will_be(tmp_path, game, chunk):
    dice, bots = random.Random(f"{game} {chunk}"), Curious()
    seen = 0
    with hall(tmp_path, bots) as guest:
        for _ in range(max(1, MATCHES // (CHUNKS * len(meadhall.games())))):
            watch = Watch(guest, game, dice, bots)
            watch.play()
            everything = "\n".join(watch.got).encode()
            assert not [shape for shape in shapes(watch.seed) if shape in everything]
            assert not [secret for secret in watch.people.secrets if secret.encode() in everything]
            seen += len(everything)
            if watch.table.match.over:
                assert watch.seed in watch.guest.client.get(f"/api/tables/{watch.people.name}/record").text
    assert seen > 100_000


def test_a_leak_would_be_found(tmp_path, monkeypatch):
    """Ten bits of what is to come, hidden in a view, are enough to fail the test above."""
    with hall(tmp_path) as guest:
        watch = Watch(guest, "land-ahoy", random.Random(3), Curious(), bots_too=False)
        room = type(watch.table.game)
        view = room.view

        def leaking(self, position):
            coming = chance.number_below(watch.table.match._seed, 10**6, 2**10)
            return view(self, position) | {"noise": coming}

        monkeypatch.setattr(room, "view", leaking)
        state = watch.people.state()
        before = watch.everything(state)
        with watch.another_seed():
            assert watch.everything(state) != before


def test_bots_are_asked_about_nothing_that_a_spectator_cannot_see(tmp_path):
    bots = Curious()
    with hall(tmp_path, bots) as guest:
        for game in meadhall.games():
            both = guest.sits(guest.open(game, "here", 3))
            both.play_on(moves=4)
            mine = [asked for asked in map(json.loads, bots.asked) if asked["table"] == both.name]
            state, steps = both.watcher().state(), both.watcher().get(f"/tables/{both.name}/steps")
            public = {
                "game": game,
                "table": both.name,
                "options": state["options"],
                "names": {lang: [seat["name"] for seat in state["seats"]] for lang in ("en", "de")},
                "start": "",
            }
            assert mine
            for asked in mine:
                assert {field: asked[field] for field in public} == public
                assert asked["played"] == [step["action"] for step in steps][: len(asked["played"])]
                extra = set(asked) - set(public) - {"kind", "compiled", "played", "level", "record", "action"}
                assert not extra and not asked["record"] and not asked["action"]


@pytest.mark.parametrize("game", meadhall.games())
def test_a_puzzle_tells_its_answer_to_nobody_who_only_asks_for_it(tmp_path, game):
    with hall(tmp_path) as guest:
        for name in list(puzzles_of(meadhall.game(game)))[:20]:
            asked = guest.get(f"/puzzles/{game}/{name}")
            assert not {"solution", "best", "rows", "why", "verdict", "seed"} & set(asked)
