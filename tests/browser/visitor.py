"""Somebody who visits the hall in a browser, and plays whatever game is put before them."""

from __future__ import annotations

import json
import random
import urllib.request
from contextlib import suppress
from typing import Any

from playwright.sync_api import ConsoleMessage, ElementHandle, Locator, Page, Request, Response, TimeoutError, expect

import meadhall

MOST_CLICKS = 1500  # in one game
MOST_KEYS = 100  # until everything on a page had its turn
WAY = """choice => {  // the key that leads nearer to a choice; none: it has the focus
  const now = document.activeElement
  if (now === choice) return ''
  if (!now?.closest('.board') || !choice.closest('.board')) return 'Tab'
  const [from, to] = [now, choice].map(one => one.getBoundingClientRect())
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2]
  window.walked = (window.walked ?? 0) + 1
  if (window.walked % 12 === 0) return 'Tab'  // a board where arrows do not lead there
  const across = Math.abs(x) > Math.abs(y) !== (window.walked % 5 === 0 && Math.min(Math.abs(x), Math.abs(y)) > 9)
  return across ? (x > 0 ? 'ArrowRight' : 'ArrowLeft') : (y > 0 ? 'ArrowDown' : 'ArrowUp')
}"""
TARGETS = ".board [role=button]:not([aria-disabled=true])"
GO = ".actions .btn.go:not([disabled]):not([aria-disabled=true])"
BUTTONS = ".actions button:not([disabled]):not([aria-disabled=true])"
NOT_MEANT = ("Failed to load resource", "Service Worker registration blocked by Playwright")  # on the console


class Visitor:
    """A page, and a hand that clicks, taps or types."""

    def __init__(self, page: Page, hall: str, seed: int = 1) -> None:
        self.page, self.hall = page, hall
        self.errors: list[str] = []  # on the console, and requests that were refused
        self.strangers: list[str] = []  # other hosts that were asked for anything
        self.random = random.Random(seed)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._watch)
        page.on("response", self._note)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(NOT_MEANT):
            self.errors.append(message.text)

    def _note(self, response: Response) -> None:
        """Note what was refused: the console says so too, but not what it was."""
        if response.status >= 400:
            self.errors.append(f"{response.status} {response.request.method} {response.url}")

    def _watch(self, request: Request) -> None:
        if not request.url.startswith((self.hall, self.hall.replace("http", "ws"), "data:", "blob:")):
            self.strangers.append(request.url)

    # -- tables --------------------------------------------------------------------------------

    def sit_down(self, game: str, *seats: str, seed: str = "1", **options: Any) -> str:
        """Have a table made, open it with all seats that are played at this screen, and give its name."""
        kinds = {"me": {"name": "Runa"}, "here": {"name": "Opa Knut"}, "link": {}, "bot": {"level": 2}}
        wish = {
            "game": game,
            "seats": [{"kind": kind, **kinds[kind]} for kind in seats or ("me", "bot")],
            "options": options,
            "seed": seed,
        }
        return self._open(self.ask("/api/tables", wish))

    def sit_down_late(
        self, game: str, *seats: str, played: float = 0.9, seed: int = 5, aids: bool = True, **options: Any
    ) -> str:
        """Sit down where most of a match is over already: it ends soon, by whatever moves."""
        match, dice = meadhall.game(game).new(seed=seed, **options), random.Random(seed)
        while not match.over:
            match.play(dice.choice(match.actions()))
        kinds = {"me": {"name": "Runa"}, "here": {"name": "Opa Knut"}, "bot": {"level": 5}}
        sitting = [{"kind": kind, **kinds[kind]} for kind in seats or ("me", "bot")]
        wish = {"record": match.record(), "at": int(len(match.entries) * played), "seats": sitting}
        wish["aids"] = aids
        return self._open(self.ask("/api/study/go-on", wish))

    def _open(self, made: dict[str, Any]) -> str:
        for number, secret in enumerate(made["seats"].values()):
            if number:
                self.page.goto("/")  # from here on another seat is another page
            self.page.goto(f"/table/{made['table']}#seat={secret}")
            expect(self.page.locator(".status")).to_be_visible()
        self.invitations = made["invitations"]
        return str(made["table"])

    def ask(self, path: str, body: dict[str, Any], seat: str = "", person: str = "") -> Any:
        """Ask the server as a program would."""
        head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {seat}"} if seat else {})
        head |= {"Meadhall-Person": person} if person else {}
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
        ready = self.page.locator(GO).count() > 0 and self.random.random() < 0.8
        choices = self.page.locator(GO if ready else f"{TARGETS}, {BUTTONS}")
        if count := choices.count():
            choice = choices.nth(self.random.randrange(count))
            with suppress(TimeoutError):  # the table may move on while the hand does
                self.choose(choice, by)
        self.page.wait_for_timeout(20)

    def choose(self, choice: Locator, by: str) -> None:
        """Click, tap, or walk there by keys."""
        if by == "mouse":
            choice.click(timeout=2_000)
        elif by == "thumb":
            choice.tap(timeout=2_000)
        elif self._reach(choice.element_handle(timeout=2_000)):
            self.page.keyboard.press("Enter")

    def _reach(self, choice: ElementHandle) -> bool:
        """Walk to something with Tab, and with the arrows once on the board; no mouse."""
        for _ in range(MOST_KEYS):
            key = choice.evaluate(WAY)
            if not key:
                return True
            self.page.keyboard.press(key)
        return False
