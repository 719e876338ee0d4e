"""A server that dies while somebody plays in a browser: the page says so, and goes on by itself when it is back."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from server_process import House, server
from visitor import Visitor

ROPE = "The rope came loose"


@pytest.mark.parametrize("how", [9, 15], ids=["killed", "ended"])
def test_play_goes_on_without_a_reload_when_the_server_is_back(
    browser: Browser, houses: list[Any], tmp_path: Path, how: int
) -> None:
    house: House = server(tmp_path / "hall.db")
    houses.append(house.start())
    hall = f"http://127.0.0.1:{house.port}"
    context = browser.new_context(base_url=hall, locale="en-GB", service_workers="block", reduced_motion="reduce")
    runa = Visitor(context.new_page(), hall)
    page = runa.page
    name = runa.sit_down("haugaz", "me", "here", size=4)
    page.evaluate("window.stayed = true")
    while not (before := steps(house, name)):
        runa.play_on(decisions=1)

    house.end(how)
    expect(page.get_by_text(ROPE)).to_be_visible()
    house.start()
    expect(page.get_by_text(ROPE)).to_be_hidden()
    assert steps(house, name) >= before
    runa.play_on()  # to the end
    assert page.evaluate("window.stayed") is True
    assert steps(house, name) > before
    assert [error for error in runa.errors if "WebSocket" not in error and "503" not in error] == []
    context.close()


def steps(house: House, name: str) -> int:
    """Count what was played at a table."""
    with urllib.request.urlopen(f"{house.address}/tables/{name}/steps", timeout=60) as answer:
        return len(json.load(answer))
