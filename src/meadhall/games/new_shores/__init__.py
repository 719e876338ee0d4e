"""Off to New Shores!: coasters and majorities, one to three players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meadhall.core.coaster_game import CoasterGame
from meadhall.core.game import Language, Option
from meadhall.core.jit import State
from meadhall.core.position import Position
from meadhall.core.speaker import Speaker

from . import coasters, notation, preview, rules, view, why, words
from .sheet import read_table
from .why import Tables

if TYPE_CHECKING:
    from rich.text import Text


class NewShores(CoasterGame):
    """The room of Off to New Shores!"""

    name = "new-shores"
    title = {"en": "Off to New Shores!", "de": "Auf zu neuen Ufern!"}
    goal = {
        "en": "Get the most points. A Viking earns all the gold of its landscape; in a landscape with a shield, "
        "whoever has the most Vikings also gets a point for each of its fields.",
        "de": "Hol die meisten Punkte. Ein Wikinger bringt alles Gold seiner Landschaft; in einer Landschaft mit "
        "Schild bekommt außerdem einen Punkt für jedes Feld, wer dort die meisten Wikinger hat.",
    }
    teaser = {
        "en": "Lay beer mats into a coast, plant your Vikings, claim what grows together.",
        "de": "Leg Bierdeckel zu einer Küste, setz deine Wikinger und hol dir, was zusammenwächst.",
    }
    minutes = 20
    longest = 30
    luck = {"en": "tiles", "de": "Legespiel"}
    aid_words = {"en": "what is left in the pile", "de": "was noch im Stapel ist"}
    view_aids = ("pile",)
    players = (1, 2, 3)
    usual_players = 2
    package = __name__
    scores_tables = unnamed_tables = True
    steps = tuple(float(most + 1) for most, _ in view.RANKS)
    options = (
        Option("skulls", ("on", "off"), {"en": "skulls keep tokens away", "de": "Schädel halten Plättchen fern"}),
        Option(
            "honky_tonk",
            ("off", "on"),
            {"en": "beers in line cost a beer", "de": "Biere in einer Reihe kosten ein Bier"},
        ),
    )

    def own_set(self) -> Mapping[str, Any]:
        return coasters.default()

    def check_set(self, value: object) -> Mapping[str, Any]:
        return coasters.read(value)

    def pack_set(self, coasters_of_set: Mapping[str, Any]) -> list[int]:
        return coasters.pack(coasters_of_set)

    def score(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """Score a real table; the contract says how it is described."""
        state = read_table(table)
        return view.breakdown(state, self.scores(state, int(state[rules.PLAYERS])), self._owed(state))

    def write(self, position: Position, codes: Sequence[int]) -> str:
        return notation.write(position.state, codes[0], self.ids(position.setup))

    def reason(self, position: Position, text: str, lang: Language) -> str | None:
        return notation.reason(position.state, text, lang)

    def view(self, position: Position) -> dict[str, Any]:
        return view.view(position.state, self.coasters(position.setup))

    def breakdown(self, position: Position) -> dict[str, Any]:
        beers = self._owed(position.state) if rules.actor(position.state) == rules.OVER else []
        return view.breakdown(position.state, self.scores(position.state, position.setup.players), beers)

    def beers(self, position: Position) -> list[tuple[int, int, int]]:
        return self._owed(position.state)

    def _owed(self, state: State) -> list[tuple[int, int, int]]:
        """Charge every spilt beer to its loser, for every winner (NS-12)."""
        players = int(state[rules.PLAYERS])
        winners = self.winners(self.scores(state, players))
        return [
            (player, winner, int(state[rules.BEERS + player]))
            for player in range(players)
            for winner in winners
            if player not in winners and state[rules.BEERS + player] > 0
        ]

    def tell(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        return words.tell(position.state, codes[0], self.ids(position.setup), speaker.names, speaker.language)

    def why(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str:
        if rules.actor(position.state) < 0:
            return self.tell(position, codes, speaker)
        return why.why(
            position.state,
            codes[0],
            self._tables(position, codes),
            speaker.names,
            speaker.language,
        )

    def _tables(self, position: Position, codes: Sequence[int]) -> Tables:
        """Give the breakdowns before and after an action."""
        return self.breakdown(position), self.breakdown(position.after(codes[0]))

    def ask(self, position: Position, speaker: Speaker) -> str:
        return words.ask(position.state, self.ids(position.setup), speaker.names, speaker.language)

    def label(self, position: Position, code: int, speaker: Speaker) -> str:
        return words.label(position.state, code, speaker.language)

    def path(self, action: str) -> list[str]:
        return preview.path(action)

    def preview(self, position: Position, codes: Sequence[int]) -> dict[str, Any]:
        return preview.preview(position.state, codes[0], self._tables(position, codes))

    def warning(self, position: Position, codes: Sequence[int], speaker: Speaker) -> str | None:
        return words.warning(position.state, codes[0], speaker.language)

    def aids(self, position: Position) -> dict[str, Any] | None:
        """Name the coasters left, which people at a real table would have to remember."""
        left = [
            coaster
            for i, coaster in enumerate(self.coasters(position.setup)["coaster"])
            if not position.state[rules.DRAWN] >> i & 1
        ]
        return {"pile": [coaster["id"] for coaster in left], "beers": sum(coaster["beer"] for coaster in left)}

    def explain(self, breakdown: Mapping[str, Any], speaker: Speaker) -> list[str]:
        return words.explain(breakdown, speaker.names, speaker.language)

    def draw(self, position: Position, speaker: Speaker, width: int) -> Text:
        from .board import draw

        actor = int(rules.actor(position.state))
        return draw(
            view.view(position.state, self.coasters(position.setup)),
            speaker.names,
            speaker.language,
            width,
            actor=actor if actor >= 0 else None,
        )


GAME = NewShores()
