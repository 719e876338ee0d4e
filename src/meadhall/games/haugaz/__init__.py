"""Haugaz: two players, stacks, no luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meadhall.core.game import Game, Language, Option, Setup
from meadhall.core.jit import State

from . import notation, rules, view, words

if TYPE_CHECKING:
    from rich.text import Text

    from meadhall.core.match import Match


class Haugaz(Game):
    """The room of Haugaz."""

    name = "haugaz"
    title = {"en": "Haugaz", "de": "Haugaz"}
    players = (2,)
    usual_players = 2
    package = __name__
    options = (
        Option("size", (8, 3, 4, 5, 6, 7), {"en": "points on a side", "de": "Punkte je Seite"}),
        Option(
            "movers",
            ("own", "any"),
            {"en": "stacks that you may move", "de": "Stapel, die du ziehen darfst"},
            {"own": {"en": "your own", "de": "eigene"}, "any": {"en": "all", "de": "alle"}},
        ),
        Option(
            "reach",
            ("lines", "ring"),
            {"en": "stacks that rise", "de": "Stapel, die wachsen"},
            {
                "lines": {"en": "those on the eight lines", "de": "die auf den acht Linien"},
                "ring": {"en": "all at that distance", "de": "alle in dieser Entfernung"},
            },
        ),
    )

    def start(self, setup: Setup) -> State:
        if setup.position is None:
            return super().start(setup)
        codes = {option.name: option.code(setup.options[option.name]) for option in self.options}
        return notation.read_position(setup.position, codes)

    def position(self, text: str, **options: Any) -> Match:
        from meadhall.core.match import Match

        values = self.setup(2, options).options
        codes = {option.name: option.code(values[option.name]) for option in self.options}
        state = notation.read_position(text, codes)
        line = notation.write_position(state)
        return Match(self, Setup(2, {**values, "size": int(state[rules.SIZE])}, None, line))

    def lead(self, setup: Setup, state: State, player: int) -> float:
        """Compare the stacks as HZ-13 does: one more of a height outweighs many lower ones."""
        heights = view.skyline(state)
        owners = view.colours(state) or ["black", "white"]
        mine, theirs = heights[owners[player]], heights[owners[1 - player]]
        return sum(8.0**h for h in mine) - sum(8.0**h for h in theirs)

    def write(self, setup: Setup, state: State, codes: Sequence[int]) -> str:
        return notation.write(state, codes[0])

    def reason(self, state: State, text: str) -> str | None:
        return notation.reason(state, text)

    def write_position(self, state: State) -> str | None:
        return notation.write_position(state)

    def join(self, texts: Sequence[str]) -> list[str]:
        """Put a placement and the move after it into one line."""
        lines: list[str] = []
        for text in texts:
            if "-" in text and lines:
                lines[-1] += f" {text}"
            else:
                lines.append(text)
        return lines

    def split(self, line: str) -> list[str]:
        return line.split()

    def view(self, setup: Setup, state: State) -> dict[str, Any]:
        return view.view(state)

    def breakdown(self, setup: Setup, state: State) -> dict[str, Any]:
        return view.breakdown(state, self.scores(state, 2))

    def tell(self, setup: Setup, state: State, codes: Sequence[int], names: Sequence[str], lang: Language) -> str:
        return words.tell(state, codes[0], names, lang)

    def ask(self, setup: Setup, state: State, names: Sequence[str], lang: Language) -> str:
        return words.ask(state, names, lang)

    def explain(self, breakdown: Mapping[str, Any], names: Sequence[str], lang: Language) -> list[str]:
        return words.explain(breakdown, names, lang)

    def draw(self, setup: Setup, state: State, names: Sequence[str], lang: Language, width: int) -> Text:
        from .board import draw

        return draw(state, names, lang)


GAME = Haugaz()
