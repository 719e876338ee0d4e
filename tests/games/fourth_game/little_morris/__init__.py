"""Little Morris: three in a row, first by placing, then by moving."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meadhall.core.game import Game, Language, Option
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker

from . import notation, view, words

if TYPE_CHECKING:
    from rich.text import Text


class LittleMorris(Game):
    """The room of Little Morris."""

    name = "little-morris"
    title = {"en": "Little Morris", "de": "Kleine Mühle"}
    goal = {
        "en": "Get your three pieces into a row. Place them in turn; then move one piece a turn.",
        "de": "Bring deine drei Steine in eine Reihe. Erst setzt ihr abwechselnd, dann zieht ihr je einen Stein.",
    }
    teaser = {
        "en": "Nine points and six pieces, scratched into many a ship's plank.",
        "de": "Neun Punkte und sechs Steine, in so manche Schiffsplanke geritzt.",
    }
    minutes = 3
    luck = {"en": "no luck", "de": "kein Glück"}
    has_luck = False
    players = (2,)
    usual_players = 2
    package = __name__
    has_points = False
    options = (
        Option(
            "moves",
            ("lines", "anywhere"),
            {"en": "where a piece may move", "de": "wohin ein Stein ziehen darf"},
            {
                "lines": {"en": "along a line to the next point", "de": "entlang einer Linie zum nächsten Punkt"},
                "anywhere": {"en": "to any empty point", "de": "auf jeden freien Punkt"},
            },
        ),
        Option("longest", (40, 20), {"en": "moves until it is a draw", "de": "Züge bis zum Unentschieden"}),
    )

    def write(self, position: Position, codes: Sequence[int]) -> str:
        return notation.write(codes[0])

    def reason(self, position: Position, text: str, lang: Language) -> str | None:
        return notation.reason(position.state, text, lang)

    def path(self, action: str) -> list[str]:
        """Point at the piece, then at where it goes."""
        return action.split("-")

    def view(self, position: Position) -> dict[str, Any]:
        return view.view(position.state)

    def breakdown(self, position: Position) -> dict[str, Any]:
        return view.breakdown(position.state, self.scores(position.state, 2))

    def tell(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        return words.tell(position.state, codes[0], speaker.names, speaker.language)

    def ask(self, position: Position, speaker: Speaker) -> str:
        return words.ask(position.state, speaker.names, speaker.language)

    def explain(self, breakdown: Mapping[str, Any], speaker: Speaker) -> list[str]:
        return words.explain(breakdown, speaker.names, speaker.language)

    def draw(self, position: Position, speaker: Speaker, width: int) -> Text:
        from .board import draw

        return draw(position.state, speaker.names)


GAME = LittleMorris()
