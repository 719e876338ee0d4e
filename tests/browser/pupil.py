"""Somebody who takes a lesson: reads what the server teaches, and does it on the real board."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

from playwright.sync_api import Locator, expect
from visitor import Visitor

MOST_TOUCHES = 12  # for one action
PARTS = ("token", "point", "spot", "island")


class Pupil:
    """A visitor with a lesson before them."""

    def __init__(self, visitor: Visitor, game: str, by: str = "mouse") -> None:
        self.visitor, self.page, self.by = visitor, visitor.page, by
        with urllib.request.urlopen(f"{visitor.hall}/api/lessons/{game}", timeout=60) as answer:
            self.steps: list[dict[str, Any]] = json.load(answer)["steps"]
        self.game = game

    def come(self, step: int | None = None) -> None:
        """Open the lesson, at a step if need be."""
        self.page.goto(f"/lesson/{self.game}" + (f"?step={step}" if step else ""))

    @property
    def at(self) -> int:
        """The step that is shown, counting from 0."""
        return int(self.page.locator(".lesson .count").inner_text().split()[1]) - 1

    def expect_step(self, step: int) -> None:
        """Wait until a step is shown."""
        said = re.compile(f"^(Step|Schritt) {step + 1} ")
        expect(self.page.locator(".lesson .count")).to_have_text(said)

    def take_steps(self, many: int | None = None) -> None:
        """Take so many steps, or all that are left; the last is only read."""
        expect(self.page.locator(".lesson")).to_be_visible()
        for _ in range(len(self.steps) - self.at - 1 if many is None else many):
            self.take_step()

    def take_step(self) -> None:
        """Do what the step asks for, and go on."""
        step, number = self.steps[self.at], self.at
        if step["moves"]:
            self.do(step)
        elif step["answers"]:
            right = next(i for i, answer in enumerate(step["answers"]) if answer["right"])
            self.press(self.page.locator(".lesson .answers .btn").nth(right))
            expect(self.page.locator(".lesson .remark.right")).to_be_visible()
        if number + 1 < len(self.steps):
            if not step["moves"] or step["right"]:
                self.press(self.page.locator(".lesson .btn.go"))
            self.expect_step(number + 1)

    def do(self, step: dict[str, Any]) -> None:
        """Play the first action that is right, touch by touch."""
        action = step["moves"][0]["action"]
        path = next(choice["path"] for choice in step["state"]["choices"] if choice["action"] == action)
        number, able = self.at, ":not([disabled]):not([aria-disabled=true])"
        wanted = [f".board {one}{able}, .actions {one}{able}" for one in self._wanted(action, path)]
        for _ in range(MOST_TOUCHES):
            if self.at != number:
                return
            self.page.wait_for_selector(", ".join([*wanted, ".lesson .remark.right"]))  # others may move first
            if self.page.locator(".lesson .remark.right").count():
                return
            found = (self.page.locator(one).locator("visible=true") for one in wanted)
            self.press(next(one.first for one in found if one.count()))
        raise AssertionError(f"{action} could not be played")

    def _wanted(self, action: str, path: list[str]) -> list[str]:
        """List what to touch, the last thing first."""
        fresh = ":not([aria-pressed=true])"
        plays = [f'.go[data-action="{action}"]', f'[data-action="{action}"]{fresh}', f'[data-leads="{action}"]']
        parts = [f'[data-{part}="{token}"]{fresh}' for token in path for part in PARTS]
        return [*plays, *parts, "[data-adjust]"]

    def press(self, what: Locator) -> None:
        """Press something in this pupil's way."""
        self.visitor.choose(what, self.by)
