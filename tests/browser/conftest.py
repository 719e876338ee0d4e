"""A hall that is open, and browsers to visit it with."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from visitor import Visitor

ARGUMENTS = [
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
LONGEST_START = 60.0  # seconds until the hall must be open
PATIENCE = 40_000  # milliseconds: a busy machine is no fault of the page
expect.set_options(timeout=PATIENCE)

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Open a hall of its own for these tests, and say where it is."""
    with opened(tmp_path_factory.mktemp("hall")) as address:
        yield address


@contextmanager
def opened(folder: Path, *arguments: str, **variables: str) -> Iterator[str]:
    """Open a hall whose tables are kept in a folder, and say where it is."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "meadhall", "--port", str(port), "--database", str(folder / "hall.db")]
    with (folder / "log.txt").open("w") as log:
        server = subprocess.Popen([*command, *arguments], stdout=log, stderr=log, env={**os.environ, **variables})
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address, server, folder / "log.txt")
        yield address
    finally:
        server.terminate()
        server.wait(30)


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + LONGEST_START
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(f"{address}/api/games", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the hall did not open: {log.read_text()}")


@pytest.fixture(scope="module")  # not longer: while it lives, asyncio works for nobody else in this process
def browser() -> Iterator[Browser]:
    """Start an installed Chromium; nothing is downloaded."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the fastest
    path = os.environ.get("MEADHALL_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert path, "these tests need Chromium: `make test` installs it"
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, *sandbox])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, hall: str) -> Iterator[Visit]:
    """Let somebody in, with a browser profile of their own; nobody may leave with an error on the console."""
    visitors: list[Visitor] = []

    def come(
        phone: bool = False, lang: str = "en-GB", dark: bool = False, motion: bool = False, **more: Any
    ) -> Visitor:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        context = browser.new_context(
            base_url=hall,
            viewport=size,  # type: ignore[arg-type]
            has_touch=phone,
            locale=lang,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            **{"service_workers": "block", **more},  # what a worker keeps is tested on its own
        )
        context.set_default_timeout(PATIENCE)
        visitors.append(Visitor(context.new_page(), hall))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.page.context.close()
        assert visitor.errors == []
        assert visitor.strangers == []
