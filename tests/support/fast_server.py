"""The command `meadhall` for tests: bots think at once, so that servers start quickly and cost nothing; and the clock
of the system may be set, by the seconds in a file that JUMP names. With SEND_SECONDS who stops reading is let go so
soon, and there is little room for what they do not read."""

import os
import random
import time
from pathlib import Path
from socket import SO_SNDBUF, SOL_SOCKET

import meadhall.hall.worker
import meadhall.http.server
from meadhall import cli
from meadhall.http import uvicorn_protocols, websocket_channel

right, listen = time.time, meadhall.http.server.listen


def jumping():
    return right() + float(Path(os.environ["JUMP"]).read_text())


def narrow(host, port):
    listening = listen(host, port)
    listening.setsockopt(SOL_SOCKET, SO_SNDBUF, 8192)
    return listening


class Quick:
    """Thinks at once."""

    warming = False

    def __init__(self, at_once=None, on_loaded=None):
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
    if "SEND_SECONDS" in os.environ:
        websocket_channel.SEND_SECONDS = uvicorn_protocols.READ_SECONDS = float(os.environ["SEND_SECONDS"])
        meadhall.http.server.listen = narrow
    meadhall.http.server.ProcessPool = meadhall.hall.worker.ProcessPool = Quick
    cli.main()
