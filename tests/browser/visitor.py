"""Somebody who visits the hall in a browser, and plays whatever game is put before them."""

from __future__ import annotations

import json
import random
import urllib.request
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, TimeoutError, expect

MOST_CLICKS = 1500  # in one game
MOST_TABS = 80  # until everything on a page had its turn
MOST_ARROWS = 30
TARGETS = ".board [role=button]:not([aria-disabled=true])"
GO = ".actions .btn.go:not([disabled]):not([aria-disabled=true])"
BUTTONS = ".actions button:not([disabled]):not([aria-disabled=true])"


class Visitor:
    """A page, and a hand that clicks, taps or types."""

    def __init__(self, page: Page, hall: str, seed: int = 1) -> None:
        self.page, self.hall = page, hall
        self.errors: list[str] = []  # on the console
        self.strangers: list[str] = []  # other hosts that were asked for anything
        self.random = random.Random(seed)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._watch)
        page.on("response", self._note)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _watch(self, request: Request) -> None:
        if not request.url.startswith((self.hall, self.hall.replace("http", "ws"), "data:", "blob:")):
            self.strangers.append(request.url)

    def _note(self, response) -> None:
        if response.status >= 400:
            print("RESP", response.status, response.request.method, response.url, response.request.post_data)

    # -- tables --------------------------------------------------------------------------------

    def sit_down(self, game: str, *seats: str, seed: str = "1", **options: Any) -> str:
        """Have a table made, open it with all seats that are played at this screen, and give its name."""
        kinds = {"me": {"name": "Runa"}, "here": {"name": "Opa Knut"}, "link": {}, "bot": {"level": 1}}
        wish = {
            "game": game,
            "seats": [{"kind": kind, **kinds[kind]} for kind in seats or ("me", "bot")],
            "options": options,
            "seed": seed,
        }
        made = self.ask("/api/tables", wish)
        self.page.goto("/")
        for secret in made["seats"].values():
            self.page.goto(f"/table/{made['table']}#seat={secret}")
            expect(self.page.locator(".status")).to_be_visible()
            self.page.goto("/")
        self.page.goto(f"/table/{made['table']}")
        self.invitations = made["invitations"]
        return str(made["table"])

    def ask(self, path: str, body: dict[str, Any], seat: str = "") -> Any:
        """Ask the server as a program would."""
        head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {seat}"} if seat else {})
        request = urllib.request.Request(self.hall + path, json.dumps(body).encode(), head)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    # -- playing -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the result is on the table."""
        return self.page.locator(".outcome").count() > 0

    @property
    def deciding(self) -> bool:
        """Whether somebody at this screen has to decide."""
        return self.page.locator(".actions").count() > 0

    def wait_for_turn(self) -> None:
        """Wait until there is something to decide, or the game is over."""
        self.page.wait_for_selector(".actions, .outcome")

    def play_on(self, by: str = "mouse", decisions: int = MOST_CLICKS) -> None:
        """Decide whatever comes up, until the end or so many clicks."""
        for _ in range(decisions):
            self.wait_for_turn()
            if self.over:
                return
            self._decide(by)
        assert decisions < MOST_CLICKS, "the game does not end"

    def _decide(self, by: str) -> None:
        """Press the red button if it says something, else point at anything that can be chosen."""
        ready = self.page.locator(GO).count() > 0 and self.random.random() < 0.7
        wanted = GO if ready else f"{TARGETS}, {BUTTONS}"
        if by == "keyboard":
            self._type(wanted)
        else:
            self._point(self.page.locator(wanted), by)
        self.page.wait_for_timeout(30)

    def _point(self, choices: Locator, by: str) -> None:
        count = choices.count()
        if not count:
            return
        choice = choices.nth(self.random.randrange(count))
        try:
            choice.tap(timeout=2_000) if by == "tap" else choice.click(timeout=2_000)
        except TimeoutError:  # the table moved on while the hand did
            pass

    def _type(self, wanted: str) -> None:
        """Walk with Tab and arrows until something wanted has the focus, and press Enter; no mouse, no shortcuts."""
        keys, skipped = self.page.keyboard, self.random.randrange(3)
        for _ in range(MOST_TABS):
            keys.press("Tab")
            if self._focused(".board [role=button]"):
                for _ in range(MOST_ARROWS):
                    if self._focused(wanted) and self.random.random() < 0.5:
                        break
                    keys.press(self.random.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")))
            if self._focused(wanted):
                if skipped == 0:
                    keys.press("Enter")
                    return
                skipped -= 1

    def _focused(self, selector: str) -> bool:
        return bool(self.page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", selector))
