"""The lies of a hall that cheats with dice, one by one: each says in its first line what it does."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from cheating import Call, CheatingHouse, Lie
from msgspec.structs import replace

from meadhall.core import seed_commitment
from meadhall.core.chance import number_below

SECRET = hashlib.sha256(b"another secret").hexdigest()
COMMITMENT = seed_commitment.commitment(SECRET)
NONCE = "5ec0" * 8
REFUSED = {"code": "odd", "message": {"en": "Something went wrong.", "de": "Etwas ging schief."}}
NO_TABLE = {"code": "no-table", "message": {"en": "There is no such table.", "de": "Den Tisch gibt es nicht."}}
NO_PLEDGE = {"code": "no-pledge", "message": {"en": "Used already.", "de": "Schon benutzt."}}
RIGHT = [{"en": "All is right.", "de": "Alles stimmt."}] * 3


@dataclass
class Swap(Lie):
    """Shows another commitment, once it wants to."""

    on: bool = False
    after_nonce: bool = False  # as soon as it knows the browser's nonce

    def state(self, state: dict[str, Any], call: Call) -> None:
        if state["dice"] and (self.on or (self.after_nonce and self.nonces)):
            state["dice"]["commitment"] = COMMITMENT


@dataclass
class Search(Lie):
    """Learns the last nonce, searches for a secret with which the other player starts and rolls a six, and uses it."""

    house: CheatingHouse | None = None
    tried: int = 0

    def asked(self, call: Call) -> None:
        if call.path.endswith("/sit") and self.house:
            table = self.house.table(call.path.split("/")[1])
            nonces = [table.seats[0].nonce, call.body["nonce"]]
            for number in count():
                secret = hashlib.sha256(str(number).encode()).hexdigest()
                seed = seed_commitment.seed(secret, nonces)
                if number_below(seed, 0, 2) == 0 and number_below(seed, 13, 6) == 5:  # after twelve draws
                    break
            self.tried = number + 1
            table.row = replace(table.row, seed=secret, commitment=seed_commitment.commitment(secret))
            table.now = replace(table.now, secret=secret)


@dataclass
class Retry(Swap):
    """Refuses the nonce at first, and shows another commitment when it comes again."""

    after_nonce: bool = True

    def asked(self, call: Call) -> tuple[int, Any] | None:
        return (503, REFUSED) if call.path.endswith("/sit") and len(self.nonces) == 1 else None


@dataclass
class BeginAnew(Lie):
    """Acts as if the dice waited again, with another commitment, after the first have fallen."""

    on: bool = False

    def state(self, state: dict[str, Any], call: Call) -> None:
        if self.on:
            state["dice"].update(commitment=COMMITMENT, waits=[1], nonces=[])


@dataclass
class Exchange(Lie):
    """Tells another nonce for a seat than the one that was added there."""

    seat: int = 1
    on: bool = True

    def state(self, state: dict[str, Any], call: Call) -> None:
        if self.on and state["dice"]["nonces"]:
            state["dice"]["nonces"][self.seat] = NONCE


class Drop(Lie):
    """Takes the nonce, and acts as if the player had waived it."""

    def asked(self, call: Call) -> None:
        if call.path.endswith("/sit"):
            call.body["nonce"] = ""


class Late(Lie):
    """Commits itself only when it knows the nonce."""

    def state(self, state: dict[str, Any], call: Call) -> None:
        if not self.nonces:
            state["dice"]["commitment"] = ""


class Gone(Lie):
    """Acts as if there had been no commitment, once it knows the nonce."""

    def state(self, state: dict[str, Any], call: Call) -> None:
        if self.nonces:
            state["dice"] = None


@dataclass
class TwoFaces(Lie):
    """Tells another commitment to those who come with other seats, or with none."""

    others: Callable[[list[str]], bool] = lambda seats: False

    def state(self, state: dict[str, Any], call: Call) -> None:
        if self.others(call.seats):
            state["dice"]["commitment"] = COMMITMENT


class TwoLists(Lie):
    """Tells other nonces to those who only watch."""

    def state(self, state: dict[str, Any], call: Call) -> None:
        if call.seats in ([], [""]) and state["dice"]["nonces"]:
            state["dice"]["nonces"][0] = NONCE


@dataclass
class Early(Lie):
    """Rolls before the nonce has come, and asks for it all the same."""

    def state(self, state: dict[str, Any], call: Call) -> None:
        state["dice"].update(waits=[1], nonces=[])


@dataclass
class Foretell(Lie):
    """Tells the secret while the match goes on."""

    house: CheatingHouse | None = None

    def state(self, state: dict[str, Any], call: Call) -> None:
        if self.nonces and self.house:
            state["dice"]["secret"] = self.house.table(state["table"]).row.seed


@dataclass
class AtTheEnd(Lie):
    """Tells no secret at the end, or another one."""

    secret: str = ""

    def state(self, state: dict[str, Any], call: Call) -> None:
        if state["stage"] == "over":
            state["dice"]["secret"] = self.secret


def turned(action: str) -> str:
    """Return a roll of one die as another one."""
    return f"roll {int(action.split()[1]) % 6 + 1}" if action.startswith("roll ") else action


@dataclass
class Rewrite(Lie):
    """Changes the first draw afterwards."""

    on: bool = False

    def steps(self, steps: list[dict[str, Any]], call: Call) -> None:
        for step in steps:
            if self.on and step["action"].startswith("draw "):
                step["action"] = "draw k12" if step["action"] != "draw k12" else "draw k01"
                break


@dataclass
class Rerecord(Lie):
    """Writes another die into the record, and says that all is right."""

    always: bool = False  # it was told at the table, too

    def steps(self, steps: list[dict[str, Any]], call: Call) -> None:
        for step in steps if self.always else []:
            step["action"] = turned(step["action"])

    def record(self, text: str) -> str:
        return "\n".join(map(turned, text.split("\n")))

    def answered(self, body: Any, call: Call) -> None:
        if call.path == "study/verify":
            body.update(right=True, wrong=[], words=RIGHT)


@dataclass
class OtherSeed(Lie):
    """Writes another secret into the record, and answers with the numbers that the browser expects."""

    state_too: bool = False  # the table tells the other secret, too
    known: tuple[str, str] = ("", "")  # secret and commitment

    def state(self, state: dict[str, Any], call: Call) -> None:
        if state["stage"] == "over":
            self.known = state["dice"]["secret"], state["dice"]["commitment"]
            if self.state_too:
                state["dice"].update(secret=SECRET, commitment=COMMITMENT)

    def record(self, text: str) -> str:
        return text.replace(self.known[0], SECRET)

    def answered(self, body: Any, call: Call) -> None:
        if call.path == "study/verify":
            body.update(right=True, wrong=[], words=RIGHT)
            if not self.state_too:
                body.update(secret=self.known[0], commitment=self.known[1])


@dataclass
class Refuse(Lie):
    """Refuses tables once it knows the nonces, and their commitments with them."""

    left: int = 3

    def asked(self, call: Call) -> tuple[int, Any] | None:
        if call.path != "tables" or not self.left:
            return None
        self.left -= 1
        return 409, NO_PLEDGE


class Vanish(Lie):
    """Lets every table fall as soon as somebody has added to its dice."""

    def asked(self, call: Call) -> tuple[int, Any] | None:
        return (404, NO_TABLE) if call.path.startswith("tables/") else None


@dataclass
class Reuse(Lie):
    """Commits itself to the secret of another table."""

    commitment: str = ""

    def answered(self, body: Any, call: Call) -> None:
        if call.path == "commitments":
            body["commitment"] = self.commitment


@dataclass
class Rematches(Lie):
    """Leads to one rematch, then to another one."""

    to: str = "first-rematch"

    def state(self, state: dict[str, Any], call: Call) -> None:
        if state["stage"] == "over":
            state["rematch"] = self.to
