"""Our games as OpenSpiel knows games: `meadhall_my_game` for my-game.

To import this registers them; then `pyspiel.load_game("meadhall_my_game(size=5)")`. Dice, draws and what is turned
up are chance nodes, with the odds of the rules. Actions are the numbers of the rules, in our notation as strings.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from meadhall.core.position import Position
from meadhall.core.speaker import Speaker

try:
    import pyspiel
except ModuleNotFoundError as problem:
    if problem.name != "pyspiel":
        raise
    raise ModuleNotFoundError(
        "this needs open_spiel, which is not installed: pip install 'meadhall[rl]'", name="pyspiel"
    ) from None

from meadhall.core.errors import BadOption, shown
from meadhall.core.game import CHANCE, NAMES, OVER, Game, Setup
from meadhall.core.registry import find, names

from .table import WIDTH, check_compiled


class Shared:
    """What all states of a game have in common; a state's copy has the same."""

    def __init__(self, room: Game, setup: Setup, compiled: bool) -> None:
        self.room, self.setup, self.compiled = room, setup, compiled
        if compiled:
            room.quicken()
        self.rules = room.rules("compiled" if compiled else "interpreted")
        self.observe = room.observation.function("compiled" if compiled else "interpreted")
        self.start = room.start(setup)
        self.out = np.empty(self.rules.MAX_ACTIONS, np.int64)

    def __deepcopy__(self, memo: object) -> Shared:
        return self

    def __reduce__(self) -> Any:
        return _shared_again, (self.room.name, self.setup, self.compiled)

    def codes(self, array: Any) -> list[int]:
        """List the legal actions or outcomes."""
        listed: list[int] = self.out[: self.rules.actions(array, self.out)].tolist()
        return listed


def _shared_again(name: str, setup: Setup, compiled: bool) -> Shared:
    """Read from a file what states have in common."""
    return Shared(find(name), setup, compiled)


class MeadhallState(pyspiel.State):
    """A position: the rules' array."""

    def __init__(self, game: Any, shared: Shared) -> None:
        super().__init__(game)
        self.shared = shared
        self.array = shared.start.copy()

    def current_player(self) -> int:
        """Say who decides."""
        actor = int(self.shared.rules.actor(self.array))
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return bool(self.shared.rules.actor(self.array) == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        return self.shared.codes(self.array) if player == self.shared.rules.actor(self.array) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what may come up, and how likely it is."""
        codes = self.shared.codes(self.array)
        weights = self.shared.out[: self.shared.rules.odds(self.array, self.shared.out)]
        return list(zip(codes, (weights / weights.sum()).tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        self.shared.rules.apply(self.array, action)

    def _action_to_string(self, player: int, action: int) -> str:
        room = self.shared.room
        if room.span(Position(room, self.shared.setup, self.array)) > 1:  # the notation has one word for several steps
            return f"outcome {action}"
        return room.write(Position(room, self.shared.setup, self.array), (action,))

    def returns(self) -> list[float]:
        """Say what the end is worth to each player, from -1 to 1."""
        players = self.shared.setup.players
        if not self.is_terminal():
            return [0.0] * players
        scores = self.shared.room.scores(self.array, players)
        return [2 * result - 1 for result in self.shared.room.results(scores)]

    def __str__(self) -> str:
        """Write the position in one line: the game's own, or all that lies on the table."""
        return self.shared.room.write_position(Position(self.shared.room, self.shared.setup, self.array)) or self.told()

    def told(self, **more: object) -> str:
        """Tell what lies on the table, as JSON."""
        view = self.shared.room.view(Position(self.shared.room, self.shared.setup, self.array))
        return json.dumps({**more, "actor": self.current_player(), **view}, separators=(",", ":"))

    def drawn(self) -> str:
        """Draw the table, for people."""
        setup = self.shared.setup
        return self.shared.room.draw(
            Position(self.shared.room, setup, self.array), Speaker(NAMES[: setup.players], "en"), WIDTH
        ).plain


class Observer:
    """What a player sees, as OpenSpiel asks for it: `tensor`, its parts by name in `dict`, and a string."""

    def __init__(self, shared: Shared, kind: Any, params: object) -> None:
        if params:
            raise BadOption(f"observations take no parameters, not {shown(params)}")
        self._recall = kind is not None and kind.perfect_recall
        self._seen = np.empty(shared.room.observation.size, np.uint8)
        self.tensor = np.zeros(shared.room.observation.size, np.float32)
        self.dict = shared.room.observation.split(self.tensor)

    def set_from(self, state: MeadhallState, player: int) -> None:
        """Observe a state."""
        state.shared.observe(state.array, player, self._seen)
        self.tensor[:] = self._seen

    def string_from(self, state: MeadhallState, player: int) -> str:
        """Tell what a player sees; with perfect recall, all that has happened, for nothing is hidden."""
        if self._recall:
            return f"{player}: {state.history_str()}"
        return state.told(seat=player)


def short_name(room: Game) -> str:
    """Give a game's name in OpenSpiel."""
    return f"meadhall_{room.name.replace('-', '_')}"


def is_zero_sum(room: Game) -> bool:
    """Say whether what one wins the other loses, whatever the set-up."""
    return room.players == (2,) and not room.lowest_loses


def game_type(room: Game) -> Any:
    """Describe a game to OpenSpiel."""
    kinds = pyspiel.GameType
    defaults: dict[str, Any] = {"players": room.usual_players, "compiled": True}
    defaults |= {option.name: option.choices[0] for option in room.options}
    if room.takes_set:
        defaults["set"] = ""
    return kinds(
        short_name=short_name(room),
        long_name=room.title["en"],
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if room.has_luck else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum(room) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(room.players),
        min_num_players=min(room.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


def game_class(room: Game, kind: Any) -> type[Any]:
    """Make the class of a game."""

    class MeadhallGame(pyspiel.Game):
        """A game of the hall."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {name: value for name, value in (params or {}).items() if (name, value) != ("set", "")}
            compiled = bool(given.pop("compiled", True))
            setup = room.setup(given.pop("players", None), given)
            self.shared = Shared(room, setup, compiled)
            info = pyspiel.GameInfo(
                num_distinct_actions=room.action_codes,
                max_chance_outcomes=max(room.action_codes, self.shared.rules.MAX_ACTIONS) if room.has_luck else 0,
                num_players=setup.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if is_zero_sum(room) else None,
                max_game_length=room.longest,
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> MeadhallState:
            """Begin a game."""
            return MeadhallState(self, self.shared)

        def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer:
            """Make what looks at states."""
            return Observer(self.shared, iig_obs_type, params)

        def __reduce__(self) -> Any:
            return _game_again, (str(self),)

    return MeadhallGame


def _game_again(text: str) -> Any:
    """Read a game from a file; to find this function is to register the games."""
    return pyspiel.load_game(text)


def register() -> None:
    """Make all games known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for name in names():
        room = find(name)
        if short_name(room) not in known:
            kind = game_type(room)
            pyspiel.register_game(kind, game_class(room, kind))


def load(name: str, players: int | None = None, compiled: bool = True, **options: Any) -> Any:
    """Load a game with checked options."""
    room = find(name)
    setup = room.setup(players, options)
    chosen: dict[str, Any] = {"players": setup.players, **setup.options, "compiled": check_compiled(compiled)}
    if options.get("set") is not None:
        if not isinstance(options["set"], str | Path):
            raise BadOption("OpenSpiel takes a set as the path of its file")
        chosen["set"] = str(options["set"])
    return pyspiel.load_game(short_name(room), chosen)


register()
