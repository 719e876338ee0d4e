"""On the home screen: what can be installed, what is there without a network, and how a new version comes."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from test_pages import violations
from visitor import Visitor

from conftest import PATIENCE, Visit, _wait
from meadhall.http import static_files

KEPT = "async () => (await (await caches.open('meadhall-data')).keys()).map(one => new URL(one.url).pathname)"
ASK = """async ([path, body]) => {
  const headers = { 'Content-Type': 'application/json' }
  const options = body === null ? {} : { method: 'POST', body: JSON.stringify(body), headers }
  try { return (await (await fetch(path, options)).json()) } catch { return 'unreached' }
}"""
IN_TESTS = {"in-incognito"}  # every profile of these tests is one that forgets


def until(page: Page, holds: str) -> None:
    """Wait until something holds in a page; what never comes is named, instead of waited for."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(f"async () => !!({holds})"):
        assert time.monotonic() < end, f"never so: {holds}"
        page.wait_for_timeout(50)


def settle(visitor: Visitor, path: str = "/") -> None:
    """Come to the hall, and wait until it can do without a network."""
    visitor.page.goto(path)
    until(visitor.page, "navigator.serviceWorker.controller")
    until(visitor.page, f"(await ({KEPT})()).filter(path => path.startsWith('/api/rules/')).length === 3")


def finished(visitor: Visitor) -> str:
    """Finish a match the short way, and look at its end."""
    made = visitor.ask("/api/tables", {"game": "haugaz", "seats": [{"kind": "me", "name": "Runa"}, {"kind": "bot"}]})
    secret = made["seats"]["0"]
    visitor.ask(f"/api/tables/{made['table']}/resign", {"number": 0}, secret)
    visitor.page.goto(f"/table/{made['table']}#seat={secret}")
    expect(visitor.page.locator(".outcome")).to_be_visible()
    return str(made["table"])


def forgive_unreached(errors: list[str]) -> None:
    """Without a network, sockets complain on the console; nothing else may."""
    assert all("ERR_INTERNET_DISCONNECTED" in error or "WebSocket" in error for error in errors), errors
    errors.clear()


# -- installing ----------------------------------------------------------------------------------------


def test_a_browser_offers_to_install_it(visit: Visit) -> None:
    runa = visit(service_workers="allow")
    settle(runa)
    session = runa.page.context.new_cdp_session(runa.page)
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in found} <= IN_TESTS
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    said = json.loads(manifest["data"])
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    for address in [icon["src"] for icon in said["icons"]] + [one["url"] for one in said["shortcuts"]]:
        assert runa.page.request.get(address).ok
    head = {path: runa.page.request.get(path).headers for path in ("/manifest.webmanifest", "/sw.js")}
    assert head["/manifest.webmanifest"]["content-type"].startswith("application/manifest+json")
    assert head["/sw.js"]["content-type"].startswith("text/javascript")
    assert head["/sw.js"]["cache-control"] == "no-cache"


def test_the_frame_takes_on_the_theme(visit: Visit) -> None:
    runa = visit()
    runa.page.goto("/")
    colours = "() => [...document.querySelectorAll('meta[name=theme-color]')].map(meta => meta.content)"
    assert runa.page.evaluate(colours) == ["#FFF9EA", "#E5C898"]  # as the system likes it
    runa.page.get_by_role("button", name="Stout").click()
    assert runa.page.evaluate(colours) == ["#E5C898", "#E5C898"]


# -- without a network ---------------------------------------------------------------------------------


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_the_hall_opens_without_a_network_and_comes_back_by_itself(visit: Visit, phone: bool) -> None:
    runa = visit(phone=phone, service_workers="allow")
    settle(runa)
    table = finished(runa)
    until(runa.page, f"(await ({KEPT})()).includes('/api/tables/{table}/study')")
    runa.page.context.set_offline(True)
    runa.page.goto("/")
    expect(runa.page.get_by_role("heading", name="No rope to the hall")).to_be_visible()
    expect(runa.page.locator(f'a[href="/replay/{table}"]')).to_have_text("Haugaz")
    expect(runa.page.get_by_role("button", name="Play Haugaz now")).to_be_disabled()
    assert violations(runa.page) == []
    runa.page.context.set_offline(False)
    expect(runa.page.get_by_role("heading", name="No rope to the hall")).to_be_hidden()
    expect(runa.page.get_by_role("button", name="Play Haugaz now")).to_be_enabled()
    expect(runa.page.get_by_role("heading", name="Your tables")).to_be_visible()
    forgive_unreached(runa.errors)


def test_rules_can_be_read_without_a_network_in_ones_own_language(visit: Visit) -> None:
    runa = visit(lang="de-DE", service_workers="allow")
    settle(runa)
    runa.page.context.set_offline(True)
    for game, word in (("haugaz", "Stapel"), ("new-shores", "Deckel"), ("land-ahoy", "Würfel")):
        runa.page.goto(f"/rules/{game}")
        expect(runa.page.locator("article")).to_contain_text(word)
    runa.page.goto("/")
    rules = runa.page.locator("section", has_text="Keine Leine zur Halle").locator('a[href^="/rules/"]')
    expect(rules).to_have_count(3)
    forgive_unreached(runa.errors)


def test_a_browser_that_is_never_idle_fetches_the_rules_all_the_same(visit: Visit) -> None:
    runa = visit(service_workers="allow")
    runa.page.add_init_script("window.requestIdleCallback = (work, by) => by && setTimeout(work, by.timeout)")
    settle(runa)


def test_who_changes_the_language_takes_the_rules_along(visit: Visit) -> None:
    runa = visit(service_workers="allow")
    settle(runa)
    runa.page.get_by_role("button", name="DE").click()
    until(runa.page, f"(await ({KEPT})()).filter(path => path.endsWith('/de')).length === 3")


def test_what_needs_a_network_says_so_and_comes_when_there_is_one(visit: Visit) -> None:
    runa = visit(service_workers="allow")
    settle(runa)
    for path in ("/rules/chess", "/table/long-friday", "/daily"):
        runa.page.context.set_offline(True)
        runa.page.goto(path)
        expect(runa.page.get_by_role("heading", name="No rope to the hall")).to_be_visible()
        runa.page.context.set_offline(False)
        expect(runa.page.get_by_role("heading", name="No rope to the hall")).to_be_hidden()
        expect(runa.page.locator("main")).to_be_visible()
    runa.errors[:] = [error for error in runa.errors if not error.startswith("404 ")]
    forgive_unreached(runa.errors)


def test_which_answers_are_kept_and_which_come_from_the_hall_alone(visit: Visit) -> None:
    runa = visit(service_workers="allow")
    settle(runa)
    table = finished(runa)
    record = runa.page.request.get(f"/api/tables/{table}/record").text()

    def ask(path: str, body: object = None) -> object:
        return runa.page.evaluate(ASK, [path, body])

    seen = [ask("/api/study", {"record": record}), ask(f"/api/tables/{table}/study"), ask("/api/games")]
    ask("/api/hall", {})
    ask(f"/api/tables/{table}")
    ask("/api/daily")
    until(runa.page, f"(await ({KEPT})()).some(path => path.startsWith('/api/study/'))")
    runa.page.context.set_offline(True)
    assert [ask("/api/study", {"record": record}), ask(f"/api/tables/{table}/study"), ask("/api/games")] == seen
    assert ask("/api/study", {"record": record + "\n"}) == "unreached"
    for path, body in ((f"/api/tables/{table}", None), ("/api/daily", None), ("/api/hall", {})):
        assert ask(path, body) == "unreached", path
    paths = runa.page.evaluate(KEPT)
    assert not [path for path in paths if path.endswith(("/hall", "/daily", table, "/steps", "/record"))]
    runa.page.context.set_offline(False)
    forgive_unreached(runa.errors)


def test_moves_go_to_the_hall_and_to_nobody_else(visit: Visit) -> None:
    runa = visit(service_workers="allow")
    settle(runa)
    runa.sit_down("haugaz", "me", "bot", size=3)
    runa.play_on("mouse")
    expect(runa.page.locator(".outcome")).to_be_visible()


# -- a new version ---------------------------------------------------------------------------------------

SERVE = """
import sys
from pathlib import Path
from meadhall.http import static_files
static_files.FOLDER = Path(sys.argv.pop(1))
from meadhall.cli import main
main()
"""


@pytest.fixture
def other_hall(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Open a hall whose web app can be changed under it."""
    folder, log = tmp_path / "static", tmp_path / "log.txt"
    shutil.copytree(static_files.FOLDER, folder)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--port", str(port), "--database", str(tmp_path / "hall.db")]
    with log.open("w") as out:
        server = subprocess.Popen([sys.executable, "-c", SERVE, str(folder), *options], stdout=out, stderr=out)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, server, log)
        yield address, folder
    finally:
        server.terminate()
        server.wait(30)


def test_a_new_version_waits_until_somebody_says_so(visit: Visit, other_hall: tuple[str, Path]) -> None:
    address, folder = other_hall
    runa = visit(service_workers="allow")
    runa.hall = address
    settle(runa, f"{address}/")
    shells = "async () => (await caches.keys()).filter(name => name.includes('shell'))"
    (before,) = runa.page.evaluate(shells)
    version = before.rsplit("-", 1)[1]
    worker, page = folder / "sw.js", folder / "index.html"
    worker.write_text(worker.read_text().replace(version, "0123456789abcdef"))
    page.write_text(page.read_text().replace("<title>Meadhall", '<meta name="new" /><title>Meadhall'))
    runa.page.reload()  # the old version is still good for this
    assert runa.page.locator("meta[name=new]").count() == 0
    runa.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    expect(runa.page.get_by_text("A new version is here.")).to_be_visible()
    assert violations(runa.page) == []
    made = runa.ask("/api/tables", {"game": "haugaz", "seats": [{"kind": "me"}, {"kind": "bot"}]})
    runa.page.goto(f"{address}/table/{made['table']}#seat={made['seats']['0']}")
    expect(runa.page.locator(".board")).to_be_visible()
    expect(runa.page.get_by_text("A new version is here.")).to_be_hidden()  # nobody is disturbed in a game
    runa.page.goto(f"{address}/")
    runa.page.get_by_role("button", name="Reload").click()
    expect(runa.page.locator("meta[name=new]")).to_be_attached()
    until(runa.page, f"(await ({shells})()).join() === 'meadhall-shell-0123456789abcdef'")
    expect(runa.page.get_by_text("A new version is here.")).to_be_hidden()
    assert runa.page.evaluate(KEPT)  # what was kept of the hall stays
