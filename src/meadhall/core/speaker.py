"""Who is spoken to, and about whom: the names of the players, and the language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Language


@dataclass(frozen=True, slots=True)
class Speaker:
    """The names by which players are called, by seat, and the language of what is said."""

    names: Sequence[str]
    language: Language
