"""Somebody who plays for dice in a browser, at a house that may cheat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cheating import CheatingHouse, Lie
from playwright.sync_api import Page, expect
from test_dice import finish, opened
from visitor import Visitor

NOWHERE = "/api/games"  # a quick page


@dataclass
class Player:
    """Somebody with a browser that has seen nothing yet."""

    house: CheatingHouse
    visitor: Visitor
    table: str = ""

    @property
    def page(self) -> Page:
        return self.visitor.page

    @property
    def lie(self) -> Any:
        return self.house.mouth.lie

    def meets(self, lie: Lie) -> None:
        self.house.mouth.lie = lie

    def invited(self, *mine: str) -> dict[str, Any]:
        """Have a table set up by somebody else, with one seat for us, or all: nothing is added there yet."""
        pledge = self.visitor.ask("/api/commitments", {})["commitment"]
        seats = [
            {"kind": kind, "name": "Runa", "nonce": "ab" * 16} if kind == "me" else {"kind": kind} for kind in mine
        ]
        made: dict[str, Any] = self.visitor.ask(
            "/api/tables", {"game": "new-shores", "seats": seats, "commitment": pledge, "listed": False}
        )
        self.table = made["table"]
        self.house.mouth.lie.nonces.clear()
        return made

    def comes(self, seat: str) -> None:
        """Open the link of a seat."""
        self.page.goto(NOWHERE)  # from there, another seat is another page
        self.page.goto(f"/table/{self.table}#seat={seat}")
        expect(self.page.locator(".status")).to_be_visible()

    def sits(self) -> None:
        self.page.get_by_label("What do they call you?").fill("Ulf")
        self.page.get_by_role("button", name="Sit down").click()

    def joins(self, lie: Lie) -> None:
        """Come by link and sit down, at a house that lies from now on."""
        made = self.invited("me", "link")
        self.meets(lie)
        self.comes(made["invitations"]["1"])
        self.sits()

    def looks_again(self) -> None:
        self.page.reload()

    def plays_alone(self, *seats: str) -> None:
        """Set a table up, and play it to its end."""
        self.table = opened(self.visitor, *(seats or ("me",)))
        finish(self.visitor, self.table)
        expect(self.page.locator(".outcome")).to_be_visible()

    def verifies(self) -> None:
        self.page.goto(f"/verify/{self.table}")
