"""Land Ahoy!: dice and treasure, two to four players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meadhall.core.coaster_game import CoasterGame
from meadhall.core.game import Language, Option
from meadhall.core.jit import State
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker

from . import aids, coasters, notation, rules, view, why, words
from .sheet import read_table

if TYPE_CHECKING:
    from rich.text import Text


class LandAhoy(CoasterGame):
    """The room of Land Ahoy!"""

    name = "land-ahoy"
    title = {"en": "Land Ahoy!", "de": "Land in Sicht!"}
    goal = {
        "en": "Do not come last: only the player with the fewest points loses. Sail with two dice to islands, win "
        "their treasures with more dice. The game ends with the sixth number token.",
        "de": "Werde nicht Letzter: Nur wer die wenigsten Punkte hat, verliert. Zwei Würfel bringen dich zu den "
        "Inseln, weitere Würfe gewinnen ihre Schätze. Mit der sechsten Zahl ist Schluss.",
    }
    teaser = {
        "en": "Two dice steer your ship. Find the treasure, please Helga, do not come last.",
        "de": "Zwei Würfel lenken dein Schiff. Finde Schätze, stimm Helga milde, werde nicht Letzter.",
    }
    minutes = 20
    longest = 6000
    luck = {"en": "dice", "de": "Würfel"}
    aid_words = {"en": "exact odds", "de": "genaue Chancen"}
    players = (2, 3, 4)
    usual_players = 2
    package = __name__
    scores_tables = True
    lowest_loses = True
    options = (
        Option(
            "harbor",
            ("off", "on"),
            {"en": "Viking's Harbor: the dragon instead of the ship", "de": "Wikingerhafen: Drache statt Schiff"},
        ),
    )

    def own_set(self) -> Mapping[str, Any]:
        return coasters.default()

    def check_set(self, value: object) -> Mapping[str, Any]:
        return coasters.read(value)

    def pack_set(self, coasters_of_set: Mapping[str, Any]) -> list[int]:
        return coasters.pack(coasters_of_set)

    def span(self, position: Position) -> int:
        return 9 if position.state[rules.PHASE] == rules.BOARD else 1

    def tidy(self, text: str) -> str:
        return notation.tidy(text)

    def write(self, position: Position, codes: Sequence[int]) -> str:
        return notation.write(position.state, codes, self.ids(position.setup))

    def likely(self, position: Position, text: str) -> int:
        return notation.rolled(text) if position.state[rules.PHASE] in (rules.ROLLING, rules.LUCK) else -1

    def read(self, position: Position, text: str) -> tuple[int, ...]:
        if position.state[rules.PHASE] == rules.BOARD:
            return notation.read_board(position.state, text, self.ids(position.setup))
        return super().read(position, text)

    def reason(self, position: Position, text: str, lang: Language) -> str | None:
        return notation.reason(position.state, text, lang)

    def view(self, position: Position) -> dict[str, Any]:
        return view.view(position.state, self.coasters(position.setup))

    def breakdown(self, position: Position) -> dict[str, Any]:
        return self._counted(position.state)

    def score(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """Score the tokens that lie before the players of a real table; table.py says how they are described."""
        return self._counted(read_table(table))

    def _counted(self, state: State) -> dict[str, Any]:
        """Count the table as it lies; nobody comes last and nobody owes anything before the end."""
        over = rules.actor(state) == rules.OVER
        scores = self.scores(state, int(state[rules.PLAYERS]))
        return view.breakdown(state, scores, over, self._owed(state) if over else [])

    def beers(self, position: Position) -> list[tuple[int, int, int]]:
        return self._owed(position.state)

    def _owed(self, state: State) -> list[tuple[int, int, int]]:
        """Let every loser pay the owner of the token with the dragon (LA-21)."""
        scores = self.scores(state, int(state[rules.PLAYERS]))
        owner = int(state[rules.DRAGON_OWNER])
        if owner < 0 or scores[owner] == min(scores):
            return []
        return [(loser, owner, 1) for loser, score in enumerate(scores) if score == min(scores)]

    def tell(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        return words.tell(position.state, codes, speaker.names, speaker.language)

    def why(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        if rules.actor(position.state) < 0:
            return self.tell(position, codes, speaker)
        return why.why(position.state, codes[0], speaker.names, speaker.language)

    def ask(self, position: Position, speaker: Speaker) -> str:
        return words.ask(position.state, speaker.names, speaker.language)

    def label(self, position: Position, code: int, speaker: Speaker) -> str:
        return words.label(position.state, code, speaker.names, speaker.language)

    def path(self, action: str) -> list[str]:
        return notation.path(action)

    def preview(self, position: Position, codes: Sequence[int]) -> dict[str, Any]:
        return aids.preview(position.state, codes[0])

    def warning(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str | None:
        return aids.warning(position.state, codes[0], speaker.language)

    def aids(self, position: Position) -> dict[str, Any] | None:
        return aids.aids(position.state)

    def explain(self, breakdown: Mapping[str, Any], speaker: Speaker) -> list[str]:
        return words.explain(breakdown, speaker.names, speaker.language)

    def draw(self, position: Position, speaker: Speaker, width: int) -> Text:
        from .board import draw

        return draw(view.view(position.state, self.coasters(position.setup)), speaker.names, speaker.language, width)


GAME = LandAhoy()
