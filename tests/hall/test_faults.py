"""A confirmed move is never lost: servers and workers die under load, and everything is still there.

MEADHALL_KILLS=300 pytest tests/hall/test_faults.py kills each of them so many times.
"""

import asyncio
import signal

import pytest
from server_process import Storm, kills, server, worker


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    return tmp_path / "hall.db" if request.param == "sqlite" else request.getfixturevalue("postgres").database()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_that_is_ended_again_and_again_loses_no_confirmed_move(houses, database, how):
    house = server(database)
    houses.append(house.start())
    storm = Storm([house])

    async def faults():
        for _ in range(kills()):
            await storm.plays_on()
            status = await asyncio.to_thread(house.end, how)
            assert status == (0 if how == signal.SIGTERM else -how)
            await asyncio.to_thread(house.start)
        await storm.plays_on()

    assert asyncio.run(storm.during(faults, guests=6)) == []
    assert "Traceback" not in house.complaints(), house.complaints()
    if how == signal.SIGKILL:
        assert storm.failures


def test_three_servers_and_two_workers_each_killed_in_turn(houses, postgres):
    database = postgres.database()
    halls = [server(database, "--no-bots") for _ in range(3)]
    workers = [worker(database, light=False), worker(database)]
    houses += [house.start() for house in (*halls, *workers)]
    storm = Storm(halls, seats=("me", 1))

    async def faults():
        for _ in range(max(1, kills() // 5)):
            for house in (*halls, *workers):
                await storm.plays_on()
                await asyncio.to_thread(house.end)
                await storm.plays_on()
                await asyncio.to_thread(house.start)

    assert asyncio.run(storm.during(faults, guests=6)) == []
