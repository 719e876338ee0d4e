"""Land Ahoy!: dice and treasure, two to four players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meadhall.core.coaster_game import CoasterGame
from meadhall.core.game import Language, Option, Setup
from meadhall.core.jit import State
from meadhall.core.match_facts import Fact

from . import achievements, aids, coasters, match_facts, notation, odds, rules, view, why, words
from .sheet import read_table

if TYPE_CHECKING:
    from rich.text import Text

    from meadhall.core.match import Entry, Match
    from meadhall.render.picture import Picture
    from meadhall.render.print_pieces import Cutouts


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
    topics = match_facts.TOPICS
    feat_kinds = achievements.FEATS
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

    def span(self, state: State) -> int:
        return 9 if state[rules.PHASE] == rules.BOARD else 1

    def tidy(self, text: str) -> str:
        return notation.tidy(text)

    def write(self, setup: Setup, state: State, codes: Sequence[int]) -> str:
        return notation.write(state, codes, self.ids(setup))

    def read(self, setup: Setup, state: State, text: str) -> tuple[int, ...]:
        if state[rules.PHASE] == rules.BOARD:
            return notation.read_board(state, text, self.ids(setup))
        return super().read(setup, state, text)

    def reason(self, setup: Setup, state: State, text: str, lang: Language) -> str | None:
        return notation.reason(state, text, lang)

    def view(self, setup: Setup, state: State) -> dict[str, Any]:
        return view.view(state, self.coasters(setup))

    def breakdown(self, setup: Setup, state: State) -> dict[str, Any]:
        return self._counted(state)

    def score(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """Score the tokens that lie before the players of a real table; table.py says how they are described."""
        return self._counted(read_table(table))

    def _counted(self, state: State) -> dict[str, Any]:
        """Count the table as it lies; nobody comes last and nobody owes anything before the end."""
        over = rules.actor(state) == rules.OVER
        scores = self.scores(state, int(state[rules.PLAYERS]))
        return view.breakdown(state, scores, over, self._owed(state) if over else [])

    def keep_odds(self, setup: Setup, state: State) -> dict[str, dict[str, float]]:
        return odds.odds(state)

    def beers(self, setup: Setup, state: State) -> list[tuple[int, int, int]]:
        return self._owed(state)

    def _owed(self, state: State) -> list[tuple[int, int, int]]:
        """Let every loser pay the owner of the token with the dragon (LA-21)."""
        scores = self.scores(state, int(state[rules.PLAYERS]))
        owner = int(state[rules.DRAGON_OWNER])
        if owner < 0 or scores[owner] == min(scores):
            return []
        return [(loser, owner, 1) for loser, score in enumerate(scores) if score == min(scores)]

    def tell(self, setup: Setup, state: State, codes: Sequence[int], names: Sequence[str], lang: Language) -> str:
        return words.tell(state, codes, names, lang)

    def why(self, setup: Setup, state: State, codes: Sequence[int], names: Sequence[str], lang: Language) -> str:
        if rules.actor(state) < 0:
            return self.tell(setup, state, codes, names, lang)
        return why.why(state, codes[0], names, lang)

    def ask(self, setup: Setup, state: State, names: Sequence[str], lang: Language) -> str:
        return words.ask(state, names, lang)

    def label(self, setup: Setup, state: State, code: int, names: Sequence[str], lang: Language) -> str:
        return words.label(state, code, names, lang)

    def path(self, action: str) -> list[str]:
        return notation.path(action)

    def preview(self, setup: Setup, state: State, codes: Sequence[int]) -> dict[str, Any]:
        return aids.preview(state, codes[0])

    def warning(
        self, setup: Setup, state: State, codes: Sequence[int], names: Sequence[str], lang: Language
    ) -> str | None:
        return aids.warning(state, codes[0], lang)

    def aids(self, setup: Setup, state: State) -> dict[str, Any] | None:
        return aids.aids(state)

    def explain(self, breakdown: Mapping[str, Any], names: Sequence[str], lang: Language) -> list[str]:
        return words.explain(breakdown, names, lang)

    def draw(self, setup: Setup, state: State, names: Sequence[str], lang: Language, width: int) -> Text:
        from .board import draw

        return draw(view.view(state, self.coasters(setup)), names, lang, width)

    def picture(
        self, setup: Setup, state: State, past: Sequence[Entry], names: Sequence[str], lang: Language
    ) -> Picture:
        from .picture import picture

        return picture(view.view(state, self.coasters(setup)), past, self.scores(state, setup.players))

    def cutouts(self, coasters: Mapping[str, Any] | None) -> tuple[Cutouts, ...]:
        from .print_pieces import cutouts

        return cutouts(self.own_set() if coasters is None else coasters)

    def census(self, match: Match) -> Iterable[Fact]:
        return match_facts.facts(match)

    def feats(self, match: Match, seat: int) -> dict[str, int]:
        return achievements.feats(match, seat)

    def turns(self, match: Match) -> int:
        return match_facts.turns(match)


GAME = LandAhoy()
