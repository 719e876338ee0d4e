"""The command `meadhall` for the cost fuzzer: whatever bots are asked, they answer at once, so that what a request
costs is what the server itself does for it."""

from app_client import Quick

import meadhall.http.server
from meadhall import cli


class AtOnce(Quick):
    """Thinks at once, and needs no processes."""

    def __init__(self, at_once=None, on_loaded=None):
        pass

    def close(self):
        pass


if __name__ == "__main__":
    meadhall.http.server.ProcessPool = AtOnce
    cli.main()
