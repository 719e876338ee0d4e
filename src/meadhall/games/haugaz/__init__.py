"""Haugaz: two players, stacks, no luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meadhall.core.errors import BadOption
from meadhall.core.game import Game, Language, Option, Setup
from meadhall.core.jit import State
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker

from . import foresight, notation, pie, rules, view, why, words
from .sheet import read_table

if TYPE_CHECKING:
    from rich.text import Text

    from meadhall.core.match import Match


class Haugaz(Game):
    """The room of Haugaz."""

    name = "haugaz"
    title = {"en": "Haugaz", "de": "Haugaz"}
    goal = {
        "en": "Own the highest stack at the end. Each turn you place a stack, then move another one as many points as "
        "it is high: every stack at exactly that distance from where it lands grows by one and changes hands.",
        "de": "Am Ende soll dir der höchste Stapel gehören. In jedem Zug setzt du einen Stapel und ziehst dann einen "
        "anderen so weit, wie er hoch ist: Alle Stapel, die von seinem Ziel genau so weit entfernt sind, wachsen um "
        "eins und wechseln den Besitzer.",
    }
    teaser = {
        "en": "Place, hop, and every stack in reach grows and changes sides. No luck to blame.",
        "de": "Setzen, hüpfen, und jeder Stapel in Reichweite wächst und läuft über. Das Glück ist nie schuld.",
    }
    minutes = 15
    longest = 200
    luck = {"en": "no luck", "de": "kein Glück"}
    has_luck = False
    aid_words = {"en": "advice for the set-up", "de": "Rat für die Aufstellung"}
    aids_advise = True
    players = (2,)
    usual_players = 2
    package = __name__
    scores_tables = True
    has_points = False
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

    def position(self, /, text: str, **options: Any) -> Match:
        from meadhall.core.match import Match

        values = self.setup(2, options).options
        codes = {option.name: option.code(values[option.name]) for option in self.options}
        state = notation.read_position(text, codes)
        size = int(state[rules.SIZE])
        if "size" in options and values["size"] != size:
            raise BadOption(f"size cannot be {values['size']}; the board of this position has size {size}")
        line = notation.write_position(state)
        return Match(self, Setup(2, {**values, "size": size}, None, line))

    def write(self, position: Position, codes: Sequence[int]) -> str:
        return notation.write(position.state, codes[0])

    def likely(self, position: Position, text: str) -> int:
        return notation.numbers().get(text, -1)

    def reason(self, position: Position, text: str, lang: Language) -> str | None:
        return notation.reason(position.state, text, lang)

    def write_position(self, position: Position) -> str | None:
        return notation.write_position(position.state)

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

    def view(self, position: Position) -> dict[str, Any]:
        return view.view(position.state)

    def breakdown(self, position: Position) -> dict[str, Any]:
        return view.breakdown(position.state, self.scores(position.state, 2))

    def score(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """Compare the stacks of a real board: {"size": 8, "stacks": {"a1": "b3", …}}; player 0 is Black."""
        state = read_table(table)
        return {**view.breakdown(state, self.scores(state, 2)), "ended_by": None}

    def tell(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        return words.tell(position.state, codes[0], speaker.names, speaker.language)

    def why(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        return why.why(position.state, codes[0], speaker.names, speaker.language)

    def ask(self, position: Position, speaker: Speaker) -> str:
        return words.ask(position.state, speaker.names, speaker.language)

    def label(self, position: Position, code: int, speaker: Speaker) -> str:
        return words.label(position.state, code, speaker.language)

    def path(self, action: str) -> list[str]:
        """Point at the stack, then at where it lands."""
        return action.split("-")

    def preview(self, position: Position, codes: Sequence[int]) -> dict[str, Any]:
        return foresight.preview(position.state, codes[0])

    def warning(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str | None:
        return foresight.warning(position.state, codes[0], speaker.names, speaker.language)

    def aids(self, position: Position) -> dict[str, Any] | None:
        return pie.aids(position.setup.options, position.state)

    def in_order(self, actions: Sequence[str]) -> list[str]:
        return sorted(actions, key=lambda action: (action == "pass", action))

    def explain(self, breakdown: Mapping[str, Any], speaker: Speaker) -> list[str]:
        return words.explain(breakdown, speaker.names, speaker.language)

    def draw(self, position: Position, speaker: Speaker, width: int) -> Text:
        from .board import draw

        return draw(position.state, speaker.names, speaker.language)


GAME = Haugaz()
