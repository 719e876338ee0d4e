"""Tournaments between bots: the same seeds for all, every seat for everybody, one line for each game."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from typing import Any

import meadhall
from meadhall.core.errors import BadOption, IllegalAction, cut
from meadhall.core.game import Game
from meadhall.core.match import Match, read_seed
from meadhall.search import Bot, by_name
from meadhall.search.external_bots import ExternalBot, Forfeit, command_of

from .schedule import bot_seed, match_seed, seatings
from .spread import spread

LIMIT = 30.0  # seconds that a guest has for a decision


@dataclass(frozen=True)
class Tournament:
    """All that defines a tournament; how many of its games are played is another matter."""

    game: str
    players: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: str
    limit: float = LIMIT
    version: str = meadhall.__version__

    @cached_property
    def round_size(self) -> int:
        """Count the games of a round."""
        return len(seatings(len(self.bots), self.players))

    def seats(self, number: int) -> tuple[int, ...]:
        """Say which bots sit on which seats in a game."""
        turn, place = divmod(number, self.round_size)
        return seatings(len(self.bots), self.players, turn)[place]

    def room(self) -> Game:
        """Give the game that is played."""
        return meadhall.game(self.game)

    def match(self, number: int) -> Match:
        """Set the table for a game."""
        setup = self.room().setup(self.players, self.options)
        return Match(self.room(), setup, seed=match_seed(self.seed, number // self.round_size))


@dataclass(frozen=True)
class ArenaGame:
    """What came of a game; lists have an entry for each seat."""

    number: int
    round: int
    seats: Sequence[int]  # which of the bots
    seed: str
    scores: Sequence[float] | None
    winners: Sequence[int]
    results: Sequence[float]  # from 0 to 1
    first: int | None  # the seat that decided first
    actions: int
    decisions: Sequence[int]
    seconds: Sequence[float]
    longest: Sequence[float]
    moves: str  # a short mark of all its actions, to tell games that were the same
    forfeit: Mapping[str, Any] | None = None  # seat and why
    record: str | None = None

    def line(self) -> dict[str, Any]:
        """Give it as plain JSON."""
        return {name: value for name, value in asdict(self).items() if name != "record" or value is not None}


@dataclass(frozen=True)
class Job:
    """One game to play."""

    tournament: Tournament
    number: int
    keep_record: bool


def tournament(
    game: Game,
    bots: Sequence[str],
    players: int | None,
    options: Mapping[str, Any],
    seed: object,
    limit: float = LIMIT,
) -> Tournament:
    """Check what came from outside, and make a tournament of it."""
    setup = game.setup(players, options)
    if len(bots) < 2:
        raise BadOption("an arena needs two bots or more, like greedy random")
    for name in bots:
        _check_bot(name, game)
    plain: dict[str, Any] = dict(setup.options)
    if setup.coasters is not None:
        plain["set"] = setup.coasters
    return Tournament(game.name, setup.players, plain, tuple(bots), read_seed(seed), limit)


def _check_bot(name: str, game: Game) -> None:
    try:
        by_name(name, game, 0)
    except BadOption as problem:
        if command_of(name) is None:
            raise BadOption(f"{problem}, or a command of this machine that speaks the engine's protocol") from None


def play(
    tournament: Tournament,
    numbers: Iterable[int],
    *,
    keep_records: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
) -> Generator[ArenaGame, None, None]:
    """Play the games of these numbers, and give each as it is finished."""
    jobs = [Job(tournament, number, keep_records) for number in numbers]
    with closing(spread(play_game, jobs, workers=workers, cluster=cluster)) as results:
        for _, played in results:
            yield played


def play_game(job: Job) -> ArenaGame:
    """Play one game of a tournament to its end or its forfeit."""
    tournament = job.tournament
    match, seats = tournament.match(job.number), tournament.seats(job.number)
    clock, first = _Clock(len(seats)), match.actor
    loser, why = None, ""
    with ExitStack() as guests:
        players = [_sit_down(tournament, job.number, seat, guests) for seat in range(len(seats))]
        try:
            while match.actor is not None:
                _take_turn(match, players[match.actor], clock)
        except Forfeit as reason:
            loser, why = match.actor, str(reason)
    return ArenaGame(
        number=job.number,
        round=job.number // tournament.round_size,
        seats=seats,
        seed=match_seed(tournament.seed, job.number // tournament.round_size),
        scores=match.scores,
        winners=match.winners,
        results=_results(match, loser),
        first=first,
        actions=len(match.history),
        decisions=clock.decisions,
        seconds=[round(spent, 6) for spent in clock.seconds],
        longest=[round(spent, 6) for spent in clock.longest],
        moves=hashlib.sha256("\n".join(match.history).encode()).hexdigest()[:16],
        forfeit=None if loser is None else {"seat": loser, "why": why},
        record=match.record() if job.keep_record else None,
    )


class _Clock:
    """The time that each seat has taken."""

    def __init__(self, seats: int) -> None:
        self.decisions = [0] * seats
        self.seconds = [0.0] * seats
        self.longest = [0.0] * seats

    def add(self, seat: int, spent: float) -> None:
        self.decisions[seat] += 1
        self.seconds[seat] += spent
        self.longest[seat] = max(self.longest[seat], spent)


def _sit_down(tournament: Tournament, number: int, seat: int, guests: ExitStack) -> Bot | ExternalBot:
    """Bring the bot of a seat to the table."""
    name, room = tournament.bots[tournament.seats(number)[seat]], tournament.room()
    try:
        bot = by_name(name, room, bot_seed(tournament.seed, number, seat))
    except BadOption:
        guest = ExternalBot(name, tournament.limit)
        guests.callback(guest.close)
        return guest
    _warm_up(name, tournament.game, tournament.players)
    return bot


@cache
def _warm_up(name: str, game: str, players: int) -> None:
    """Let a bot warm up once in each process before its time counts: it may have something to compile."""
    room = meadhall.game(game)
    try:
        by_name(name, room, 0).warm_up(room.new(players=players, seed=0))
    except Exception:  # it will fail again at its table, where that is reported
        return


def _take_turn(match: Match, player: Bot | ExternalBot, clock: _Clock) -> None:
    """Let a player decide; one that cannot do it by the rules forfeits the game."""
    seat = match.actor
    assert seat is not None
    try:
        if isinstance(player, ExternalBot):
            player.catch_up(match)
        begin = time.perf_counter()
        action = player.choose(match)
        clock.add(seat, time.perf_counter() - begin)
        match.play(action)
    except Forfeit:
        raise
    except IllegalAction as problem:
        raise Forfeit(cut(f"illegal action {problem}", 160)) from None
    except Exception as problem:  # a bot may raise anything
        raise Forfeit(cut(f"{type(problem).__name__}: {problem}", 160)) from None


def _results(match: Match, loser: int | None) -> list[float]:
    """Give each seat its result from 0 to 1; after a forfeit the others share what there is to win."""
    game, players = match.game, match.players
    if loser is not None:
        others = 1.0 if game.lowest_loses else 1 / max(1, players - 1)
        return [0.0 if seat == loser else others for seat in range(players)]
    assert match.scores is not None
    return game.results(match.scores)
