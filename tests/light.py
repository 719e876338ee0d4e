"""The command `meadhall` for tests: bots think at once, so that servers start quickly and cost nothing; and the clock
of the system may be set, by the seconds in a file that JUMP names. SEND_SECONDS is for who stops reading."""

import os
import random
import time
from pathlib import Path

import meadhall.server
import meadhall.worker
from meadhall import cli
from meadhall.calls import socket

right = time.time


def jumping():
    return right() + float(Path(os.environ["JUMP"]).read_text())


class Quick:
    """Thinks at once."""

    warming = False

    def __init__(self, at_once=None):
        pass

    def when_warm(self, call):
        pass

    async def choose(self, table, level):
        return random.Random(table.number).choice(table.match.actions())

    def close(self):
        pass


if __name__ == "__main__":
    if "JUMP" in os.environ:
        time.time = jumping
    socket.SEND_SECONDS = float(os.environ.get("SEND_SECONDS", socket.SEND_SECONDS))
    meadhall.server.Workers = meadhall.worker.Workers = Quick
    cli.main()
