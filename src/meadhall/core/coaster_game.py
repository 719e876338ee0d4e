"""What the games with coasters share: our own set, and sets that people bring."""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from .game import Game, Setup


class CoasterGame(Game):
    """A game whose coasters are data."""

    takes_set = True

    @abstractmethod
    def own_set(self) -> Mapping[str, Any]:
        """Give our own coasters; nobody may change them."""

    @abstractmethod
    def check_set(self, value: object) -> Mapping[str, Any]:
        """Read a set from a path or a parsed one, and check it; BadSet says what is wrong."""

    @abstractmethod
    def pack_set(self, coasters: Mapping[str, Any]) -> list[int]:
        """Write a set as the numbers of the rules."""

    def default_set(self) -> dict[str, Any]:
        """Give our own coasters, parsed."""
        return copy.deepcopy(dict(self.own_set()))

    def read_set(self, value: object) -> Mapping[str, Any] | None:
        return None if value is None else self.check_set(value)

    def option_codes(self, setup: Setup) -> list[int]:
        return super().option_codes(setup) + self.pack_set(self.coasters(setup))

    def coasters(self, setup: Setup) -> Mapping[str, Any]:
        """Give the set that a match is played with."""
        return self.own_set() if setup.coasters is None else setup.coasters

    def ids(self, setup: Setup) -> list[str]:
        """List the names of the coasters, in the order of the rules' numbers."""
        return [coaster["id"] for coaster in self.coasters(setup)["coaster"]]
