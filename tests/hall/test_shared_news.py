"""News among several processes with one database: none is lost, and who has seen something sees nothing older."""

import asyncio
import json
import random
import threading
from concurrent.futures import ThreadPoolExecutor

import asyncpg
import pytest
from app_client import Guest, hall
from test_shared_hall import elsewhere, until

from meadhall.hall import hall as halls
from meadhall.hall.store import Card, Conflict, Event, Unkept
from meadhall.hall.store.moves import Moves
from meadhall.hall.store.postgres import PostgresStore

NEVER = 3600.0  # seconds


@pytest.fixture
def address(postgres):
    return postgres.database()


@pytest.fixture
def two(address):
    """Guests of two servers that share a database."""
    with hall(address) as here, hall(address) as there:
        yield here, there


@pytest.fixture
def unswept(monkeypatch):
    """Let servers know only what they are told."""
    monkeypatch.setattr(halls, "SWEEP", NEVER)


@pytest.fixture
def deaf(monkeypatch, unswept):
    """Let no server hear of another one."""
    monkeypatch.setattr(PostgresStore, "_heard", lambda *_: None)


@pytest.fixture
def both(two):
    return at_both(*two)


def at_both(here, there):
    """Be somebody at a new table who goes from one server to the other; both servers know it."""
    at_one = here.sits(here.open("haugaz", "me", "here"))
    at_other = elsewhere(at_one, there)
    at_other.state()
    return at_one, at_other


def seen(guest, number=0, events=0, what=""):
    """Ask for a table, or for something else of it, as somebody who has seen so much."""
    return guest.get(f"/tables/{guest.name}{what}?number={number}&events={events}")


# -- a commit is its own news --------------------------------------------------------------------------


def test_a_second_move_is_not_dropped_with_the_announcement_of_the_first(unswept, both, monkeypatch):
    runa, ulf = both
    told, free = PostgresStore._tell, threading.Event()

    async def slow(store, names):
        names = list(names)
        await told(store, names)
        await asyncio.to_thread(free.wait)

    monkeypatch.setattr(PostgresStore, "_tell", slow)
    try:
        runa.move("d4", number=0)
        assert until(lambda: ulf.state()["number"] == 1)
        runa.move("e5", number=1)
    finally:
        free.set()
    assert until(lambda: ulf.state()["number"] == 2)


def announced(address, action):
    """List the tables that are announced while something is done, and right after it."""

    async def listen():
        heard = []
        connection = await asyncpg.connect(address)
        await connection.add_listener("meadhall", lambda *news: heard.append(news[-1]))
        await asyncio.to_thread(action)
        await connection.execute("select pg_notify('meadhall', 'end')")
        while "end" not in heard:
            await asyncio.sleep(0.01)
        await connection.close()
        return [word for news in heard for word in news.split()[1:]]

    return asyncio.run(listen())


def person_and_guest(here):
    """Set a table up where somebody sits whom the hall knows, and somebody else who came by a link."""
    runa = here.known("Runa")
    seated = runa.open("haugaz", "me", "link")
    return runa.sits(seated, 0), here.sits(seated, 1)


@pytest.mark.parametrize(
    "wish",
    [
        lambda runa, ulf: runa.move("d4", number=0),
        lambda runa, ulf: runa.client.post(f"/api/tables/{runa.name}/talk", json={"text": "!"}, headers=runa.headers),
        lambda runa, ulf: ulf.wish("sit", name="Ulf"),
        lambda runa, ulf: runa.wish("stand-in", seat=0, level=1, number=0),
        lambda runa, ulf: runa.wish("invite", seat=1),
        lambda runa, ulf: runa.wish("resign", number=0),
        lambda runa, ulf: runa.client.post("/api/people/me/forget", headers=runa.headers),
    ],
    ids=["move", "talk", "sit", "stand-in", "invite", "resign", "forget"],
)
def test_whatever_is_written_at_a_table_is_announced_by_the_time_it_is_confirmed(address, wish):
    with hall(address) as here:
        runa, ulf = person_and_guest(here)
        assert announced(address, lambda: wish(runa, ulf))[:1] == [runa.name]


def test_a_rematch_is_announced_at_the_table_before_it(address):
    with hall(address) as here:
        runa, _ = person_and_guest(here)
        runa.wish("resign", number=0)
        assert announced(address, lambda: runa.wish("rematch"))[:1] == [runa.name]


def test_what_is_not_written_is_not_announced(address):
    async def twice():
        store = await asyncio.to_thread(PostgresStore, address)
        await store.open(Nobody())
        event, card = Event(1, "move", 0, "d4", 1.0), Card("playing", 1, 1, 0, 1.0)
        await asyncio.gather(*(store.append(name, event, card) for _ in range(2)), return_exceptions=True)
        await store.shut()

    with hall(address) as here:
        name = here.open("haugaz", "me", "here")["table"]
        assert announced(address, lambda: asyncio.run(twice())) == [name]


def at_many(address, tables, work):
    """Have work done by a store with so many new tables: what comes of it, and how many transactions that took."""
    commit, commits = PostgresStore.commit, []

    async def counted(store, *work):
        commits.append(work)
        return await commit(store, *work)

    async def run():
        store = await asyncio.to_thread(PostgresStore, address)
        await store.open(Nobody())
        try:
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(store, "_moves", Moves(lambda *work: counted(store, *work)))
                writing = asyncio.create_task(store._moves.write_all())
                said = await work(store)
                writing.cancel()
                return said, [len((await store.load(name)).events) for name in tables], len(commits)
        finally:
            await store.shut()

    return asyncio.run(run())


def moved(store, name, number=1):
    move = name, Event(number, "move", 0, "d4", 1.0), Card("playing", number, 1, 0, 1.0)
    return store.append(move) if isinstance(store, Moves) else store.append(*move)


def test_moves_that_come_together_share_a_transaction_and_are_all_announced(address):
    with hall(address) as here:
        names = [here.open("haugaz", "me", "here")["table"] for _ in range(20)]
        results = []

        async def play(store):
            return await asyncio.gather(*(moved(store, name) for name in names))

        heard = announced(address, lambda: results.append(at_many(address, names, play)))
        said, kept, commits = results[0]
        assert said == [None] * 20 and kept == [1] * 20 and commits <= 2
        assert sorted(heard) == sorted(names)


def test_of_moves_that_come_together_those_fail_alone_that_cannot_be_written(address):
    with hall(address) as here:
        names = [here.open("haugaz", "me", "here")["table"] for _ in range(5)]

    async def play(store):
        await moved(store, names[2])
        return await asyncio.gather(*(moved(store, name) for name in names), return_exceptions=True)

    said, kept, _ = at_many(address, names, play)
    assert [type(answer) for answer in said] == [type(None)] * 2 + [Conflict] + [type(None)] * 2
    assert kept == [1] * 5


def test_whose_move_waits_when_the_database_is_closed_is_told():
    async def close():
        begun = asyncio.Event()

        async def commit(*_):
            begun.set()
            await asyncio.Event().wait()

        moves = Moves(commit)
        writing = asyncio.create_task(moves.write_all())
        waiting = [asyncio.create_task(moved(moves, "long-friday")) for _ in range(2)]
        await begun.wait()
        waiting.append(asyncio.create_task(moved(moves, "long-friday")))
        await asyncio.sleep(0)
        writing.cancel()
        return await asyncio.gather(*waiting, return_exceptions=True)

    assert [type(answer) for answer in asyncio.run(close())] == [Unkept] * 3


class Nobody:
    """Listens, and does nothing."""

    def hear(self, name):
        pass

    def meet(self, process, name, seats):
        pass


def test_where_somebody_was_forgotten_another_server_forgets_them_too(unswept, two):
    here, there = two
    runa, _ = person_and_guest(here)
    runa.client.post(f"/api/tables/{runa.name}/talk", json={"text": "Skål!"}, headers=runa.headers)
    watching = Guest(there.client, runa.name)
    assert [seat["name"] for seat in watching.state()["seats"]] == ["P0", ""]
    assert runa.client.post("/api/people/me/forget", headers=runa.headers).status_code < 300
    assert until(lambda: [seat["name"] for seat in watching.state()["seats"]] == ["", ""])
    with watching.listen() as socket:
        assert json.loads(socket.receive_text())["talk"] == []


def test_what_is_announced_while_a_table_is_being_fetched_is_not_lost(unswept, two, monkeypatch):
    here, there = two
    runa = here.sits(here.open("haugaz", "me", "here"))
    watching = Guest(there.client, runa.name)
    read, go_on, heard, table = threading.Event(), threading.Event(), threading.Event(), halls.Table

    def slow(*kept):
        read.set()
        assert go_on.wait(60)
        return table(*kept)

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(halls, "Table", slow)
        there.client.app.state.hall.on_news = heard.set
        first = pool.submit(watching.state)
        try:
            assert read.wait(60)
            runa.move("d4", number=0)
            assert heard.wait(60)
        finally:
            go_on.set()
        first.result()
    assert until(lambda: watching.state()["number"] == 1)


def test_a_sweep_finds_what_nobody_has_announced_also_where_clients_only_ask_now_and_then(address, monkeypatch):
    monkeypatch.setattr(halls, "SWEEP", 0.05)
    monkeypatch.setattr(PostgresStore, "_heard", lambda *_: None)
    with hall(address) as here, hall(address) as there:
        runa = here.sits(here.open("haugaz", "me", "here"))
        ulf = elsewhere(runa, there)
        ulf.state()
        runa.move("d4", number=0)
        assert until(lambda: ulf.state()["number"] == 1)


def test_what_is_ahead_is_found_among_many_tables_by_moves_and_by_talk(address):
    with hall(address) as here:
        tables = [here.sits(here.open("haugaz", "me", "here")) for _ in range(3)]
        tables[0].move("d4", number=0)
        tables[1].client.post(f"/api/tables/{tables[1].name}/talk", json={"text": "!"}, headers=tables[1].headers)
        known = {table.name: (0, 0) for table in tables} | {f"nobody-here-{i}": (0, 0) for i in range(2500)}
        store = here.client.app.state.hall._store
        with here.client.portal() as portal:
            assert sorted(portal.call(store.ahead, known)) == sorted(table.name for table in tables[:2])
            known[tables[0].name], known[tables[1].name] = (1, 0), (0, 1)
            assert portal.call(store.ahead, known) == []


# -- whoever has seen something sees nothing older ----------------------------------------------------------


@pytest.mark.parametrize("hearing", ["deaf", "hearing"])
def test_who_has_moved_at_one_server_sees_it_at_the_other_200_times(request, two, hearing):
    if hearing == "deaf":
        request.getfixturevalue("deaf")
    dice, old = random.Random(7), []
    for _ in range(4):
        places = list(at_both(*two))
        state = places[0].state()
        for _ in range(50):
            mover, asker = places
            state = mover.move(dice.choice(state["choices"])["action"], number=state["number"])
            there = seen(asker, number=state["number"])
            old += [] if there["view"] == state["view"] else [(state["number"], there["number"])]
            places.reverse()
    assert old == []


@pytest.mark.parametrize(
    ("what", "shows"),
    [
        ("", lambda said: said["number"] == 1),
        ("/steps", lambda said: [step["action"] for step in said] == ["d4"]),
    ],
)
def test_whatever_is_asked_is_answered_by_the_table_that_was_seen(deaf, both, what, shows):
    runa, ulf = both
    runa.move("d4", number=0)
    assert shows(seen(ulf, 1, what=what))


def test_a_record_holds_what_was_seen(deaf, both):
    runa, ulf = both
    runa.move("d4", number=0)
    assert "d4" in ulf.client.get(f"/api/tables/{ulf.name}/record?number=1").text


def test_who_has_seen_the_end_can_look_back_at_once(deaf, both):
    runa, ulf = both
    runa.wish("resign", number=0)
    assert ulf.get(f"/tables/{ulf.name}/study")["steps"] == []


def test_a_preview_and_a_hint_are_of_the_table_that_was_seen(deaf, both):
    runa, ulf = both
    runa.move("d4", number=0)
    assert ulf.wish("preview", action="e5", number=1)["action"] == "e5"
    runa.move("e5", number=1)
    assert ulf.wish("hint", number=2, level=1)["lines"]


def test_a_socket_tells_nothing_older_than_its_hello(deaf, both):
    runa, ulf = both
    number = runa.move("d4", number=0)["number"]
    with ulf.client.websocket_connect(f"/api/tables/{ulf.name}/socket") as socket:
        socket.send_text(json.dumps({"seats": ulf.secrets, "number": number}))
        assert socket.receive_json()["state"]["number"] == 1


def test_a_command_at_another_server_is_carried_out_on_the_table_that_was_seen(deaf, both):
    runa, ulf = both
    with ulf.listen() as socket:
        socket.receive_text()
        runa.move("d4", number=0)
        socket.send_text(json.dumps({"do": "move", "action": "e5", "number": 1, "id": 1}))
        while (answer := socket.receive_json()).get("id") != 1:
            pass
    assert answer == {"id": 1, "number": 2}


def test_a_wish_needs_to_say_nothing_to_be_judged_by_the_table_as_it_is_kept(deaf, both):
    runa, ulf = both
    runa.move("d4", number=0)
    assert ulf.wish("move", 409, action="e5", number=0)["table"]["number"] == 1
    assert ulf.wish("resign", number=1)["stage"] == "over"
    assert runa.wish("move", 409, action="e5", number=1)["code"] == "over"


def test_who_has_sat_down_at_one_server_is_somebody_at_the_other(deaf, two):
    here, there = two
    seated = here.open("haugaz", "me", "link", listed=True)
    Guest(there.client, seated["table"]).state()
    sat = Guest(here.client, seated["table"]).wish("sit", name="Ulf")
    ulf = Guest(there.client, seated["table"], *sat["seats"].values())
    assert [seat["yours"] for seat in ulf.state()["seats"]] == [False, True]


def test_a_name_that_was_given_at_one_server_stands_at_the_other(deaf, two):
    here, there = two
    seated = here.open("haugaz", "me", "link")
    ulf = here.sits(seated, 1)
    far = elsewhere(ulf, there)
    assert far.state()["seats"][1]["name"] == ""
    sat = ulf.wish("sit", name="Ulf")
    assert seen(far, events=sat["events"])["seats"][1]["name"] == "Ulf"


def test_two_who_sit_down_at_two_servers_get_a_seat_each(deaf, two):
    name = two[0].open("land-ahoy", "me", "link", "link", listed=True)["table"]
    places = [Guest(place.client, name) for place in two]
    for place in places:
        place.state()
    assert [next(iter(place.wish("sit", name="Ulf")["seats"])) for place in places] == ["1", "2"]


def test_what_two_say_at_two_servers_is_all_said(deaf, both):
    runa, ulf = both
    for guest, text in ((runa, "one"), (ulf, "two"), (runa, "three")):
        answer = guest.client.post(f"/api/tables/{guest.name}/talk", json={"text": text}, headers=guest.headers)
        assert answer.status_code == 204
    with ulf.listen() as socket:
        assert [line["text"] for line in socket.receive_json()["talk"]][:2] == ["one", "two"]


def test_who_comes_back_at_another_server_than_they_left_is_back(deaf, both):
    runa, ulf = both
    runa.wish("stand-in", seat=0, level=1, number=0)
    state = ulf.wish("back")
    assert [seat["level"] for seat in state["seats"]] == [None, None]


def test_a_number_that_nobody_has_reached_is_answered_with_the_table_as_it_is(both):
    runa, ulf = both
    runa.move("d4", number=0)
    assert seen(ulf, number=10**6, events=10**6)["number"] == 1


# -- rematches -----------------------------------------------------------------------------------------


def test_who_asks_for_a_rematch_where_nothing_is_known_of_the_first_one_gets_the_same_table(deaf, both):
    runa, ulf = both
    runa.wish("resign", number=0)
    assert runa.wish("rematch")["table"] == ulf.wish("rematch")["table"]


def test_of_50_rematches_that_two_ask_for_at_two_servers_at_once_both_get_the_same_table(two):
    here, there = two
    with ThreadPoolExecutor(2) as pool:
        for _ in range(50):
            runa = here.sits(here.open("haugaz", "me", "here"))
            ulf = elsewhere(runa, there)
            ulf.state()
            number = runa.wish("resign", number=0)["number"]
            seen(ulf, number=number)
            together = threading.Barrier(2)

            def ask(guest, together=together):
                together.wait()
                return guest.wish("rematch")

            first, second = pool.map(ask, (runa, ulf))
            assert first["table"] == second["table"]
            assert first["seats"] == second["seats"]
