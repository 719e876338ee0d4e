"""What goes wrong around a server: no room, a database that cannot be written or is away, clocks that jump, guests
who do not read. What was confirmed is there, what cannot be is said, and everything goes on afterwards."""

import asyncio
import os
import resource
import socket
import subprocess
import time
from contextlib import contextmanager

import httpx
import pytest
from postgres import run_sql
from server_process import House, Storm, free_port, server
from websockets.sync.client import connect


def ask(house, path, data=None, secrets=(), status=200):
    """Ask a server something that it must answer."""
    headers = {"authorization": f"Bearer {','.join(secrets)}"} if secrets else {}
    with httpx.Client(trust_env=False, timeout=30) as client:
        method = "GET" if data is None else "POST"
        answer = client.request(method, house.address + path, json=data, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def goes_wrong(storm, house, break_it, mend_it, guests=4):
    """Have guests play while something breaks and is mended: they are refused meanwhile, then they play on."""

    async def faults():
        await storm.plays_on()
        await asyncio.to_thread(break_it)
        await storm.is_refused()
        if house is not None:
            await _is_not_ready(house)
        await asyncio.to_thread(mend_it)
        await storm.plays_on(20)

    assert asyncio.run(storm.during(faults, guests)) == []


async def _is_not_ready(house):
    """Wait until a server itself says that it cannot write."""
    async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
        end = time.monotonic() + 60
        while (await client.get(f"{house.address}/health")).status_code != 503:
            assert time.monotonic() < end, "the server thinks that it is ready"
            await asyncio.sleep(0.1)


# -- no room on the disk ---------------------------------------------------------------------------


@contextmanager
def small_disk(folder):
    """Make a file system of 4 MB, where that is allowed; None elsewhere."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "meadhall", folder], check=False, capture_output=True
    )
    try:
        yield folder if mounted.returncode == 0 else None
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(houses, tmp_path):
    with small_disk(tmp_path / "small") as folder:
        if folder is None:
            pytest.skip("only root may make a small file system; the next test fills the file instead")
        house = server(folder / "hall.db")
        houses.append(house.start())
        ballast = folder / "ballast"

        def fill():
            with ballast.open("wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(4096))
                except OSError:
                    return

        goes_wrong(Storm([house]), None, fill, ballast.unlink)
        assert "Traceback" not in house.complaints(), house.complaints()
        house.end()


def test_a_file_that_may_not_grow_loses_nothing_and_goes_on_when_it_may(houses, tmp_path):
    house = server(tmp_path / "hall.db")
    houses.append(house.start())

    def limit(size):
        most = resource.RLIM_INFINITY
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (most if size is None else size, most))

    goes_wrong(Storm([house]), house, lambda: limit(4096), lambda: limit(None))
    assert "Traceback" not in house.complaints(), house.complaints()


# -- a database that cannot be written -----------------------------------------------------------


def test_a_file_that_may_only_be_read_is_refused_in_a_sentence(houses, tmp_path):
    file = tmp_path / "hall.db"
    house = server(file)
    houses.append(house.start())
    house.end()
    for path in [*tmp_path.iterdir(), tmp_path]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    command = house.command
    if os.geteuid() == 0:  # who may write everything
        for parent in tmp_path.parents[:2]:
            parent.chmod(0o755)
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
    refused = subprocess.run(command, capture_output=True, text=True, env=house.environment, timeout=120, check=False)
    tmp_path.chmod(0o755)
    assert refused.returncode == 2, refused
    assert "cannot be used" in refused.stderr and "Traceback" not in refused.stderr


def test_a_postgresql_that_may_only_be_read_refuses_moves_and_still_shows_tables(houses, postgres):
    address = postgres.database()
    house = server(address)
    houses.append(house.start())
    storm = Storm([house])
    name = address.split("/")[3].split("?")[0]
    elsewhere = address.replace(f"/{name}?", "/postgres?")

    def only_read(on):
        run_sql(elsewhere, f"alter database {name} set default_transaction_read_only = {on}")
        run_sql(elsewhere, f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'")

    goes_wrong(storm, house, lambda: only_read("on"), lambda: only_read("off"))


@pytest.mark.parametrize("how", ["immediate", "fast"])
def test_a_postgresql_that_is_stopped_and_started(houses, postgres, how):
    house = server(postgres.database())
    houses.append(house.start())
    goes_wrong(Storm([house]), house, lambda: postgres.stop(how), postgres.start)
    assert "Traceback" not in house.complaints(), house.complaints()


# -- clocks that jump ------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [5, -5])
def test_no_clock_of_a_match_jumps_with_the_clock_of_the_system(houses, tmp_path, hours):
    """While the server runs, and while it is started again."""
    jump = tmp_path / "jump"
    jump.write_text("0")
    house = server(tmp_path / "hall.db", JUMP=str(jump))
    houses.append(house.start())
    seats = [{"kind": "me"}, {"kind": "here"}]
    seated = ask(house, "/tables", {"game": "haugaz", "seats": seats, "clock": {"game": 60}}, status=201)
    name, secrets = seated["table"], list(seated["seats"].values())

    def move(action, number):
        ask(house, f"/tables/{name}/move", {"action": action, "number": number}, secrets)
        return left()

    def left():
        clock = ask(house, f"/tables/{name}", secrets=secrets)["clock"]
        return [seconds / 1000 for seconds in clock["left"]]

    move("d4", 0)
    jump.write_text(str(3600 * hours))
    move("e5", 1)
    assert min(move("black", 2)) > 3600 - 600 and max(left()) <= 3600
    house.end()
    house.start()
    assert min(left()) > 3600 - 600 and max(left()) <= 3600
    before = left()
    after = move("f6", 3)
    assert all(0 <= was - now < 600 for was, now in zip(before, after, strict=True))


# -- guests who do not read ------------------------------------------------------------------------


def test_who_stops_reading_is_let_go_and_nobody_waits_for_them(houses, tmp_path):
    house = House("--database", str(tmp_path / "hall.db"), port=free_port(), SEND_SECONDS="2")
    houses.append(house.start())
    seats = [{"kind": "me"}, {"kind": "here"}]
    seated = ask(house, "/tables", {"game": "new-shores", "seats": seats}, status=201)
    name, secrets = seated["table"], list(seated["seats"].values())
    address = house.address.replace("http", "ws") + f"/tables/{name}/socket"
    with socket.socket() as deaf, connect(address, proxy=None) as listening:
        listening.send('{"seats": []}')
        listening.recv(timeout=60)
        say_hello_and_read_no_more(deaf, house.port, f"/api/tables/{name}/socket")
        while figure(house, "meadhall_sockets") < 2:
            time.sleep(0.05)
        memory, end = figure(house, "process_resident_memory_bytes"), time.monotonic() + 120
        sat = 0
        while figure(house, "meadhall_sockets") == 2:
            assert time.monotonic() < end, "who does not read was never let go"
            for _ in range(20):  # each is news to both
                sat += 1
                ask(house, f"/tables/{name}/sit", {"name": f"Runa {sat}"}, secrets[:1])
                while f"Runa {sat}" not in listening.recv(timeout=60):
                    pass
        assert figure(house, "process_resident_memory_bytes") < memory + 100e6


def say_hello_and_read_no_more(deaf, port, path):
    """Open a socket of a table by hand, for a library would read."""
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", port))
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    deaf.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{upgrade}\r\n{key}\r\n\r\n".encode())
    assert deaf.recv(12) == b"HTTP/1.1 101"
    hello = b'{"seats": []}'
    deaf.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)  # text, under a mask that hides nothing


def figure(house, name):
    """One of a server's figures."""
    with httpx.Client(trust_env=False, timeout=30) as client:
        text = client.get(f"http://127.0.0.1:{house.port}/metrics").text
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} "))
