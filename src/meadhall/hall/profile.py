"""The profile page: what is kept of somebody, told as figures, shares and bests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence

from meadhall.core.game import Game, Option
from meadhall.core.registry import find, names
from meadhall.learn.achievements import Achievement, achievements_of
from meadhall.learn.ratings import Rating, bot_rating, points

from .match_results import LEFT
from .messages import (
    Bar,
    Best,
    BotMark,
    Debt,
    GameProfile,
    Person,
    PlayedMatch,
    Profile,
    RatedMatch,
    Sentence,
    Share,
    Shares,
    Spread,
    TabLine,
)
from .store.people import other_of, owes, pair_key
from .store.rows import Life, Owed, PastMatch
from .table_view import choice_words

MOST_MATCHES = 200  # that the page lists
LEVELS = range(1, 6)
SURE = (  # from which sigma on, and what it means
    (6.0, Sentence("a first guess", "eine erste Ahnung")),
    (4.0, Sentence("still settling", "pendelt sich noch ein")),
    (0.0, Sentence("fairly settled", "ziemlich sicher")),
)
NO_RATING = Sentence("no rating yet", "noch keine Wertung")


def profile(life: Life) -> Profile:
    """Tell all that the profile page shows."""
    return Profile(
        person=Person(life.person.name, life.person.made),
        games=[_game(find(name), life) for name in names()],
        matches=[_match(played, life) for played in life.played[:MOST_MATCHES]],
        tab=tab(life),
    )


# -- a game ----------------------------------------------------------------------------------------


def _game(game: Game, life: Life) -> GameProfile:
    played = [one for one in life.played if one.game == game.name]
    contests = [one for one in played if one.facts.counted and one.facts.won is not None]
    rating, kinds = life.ratings.get(game.name), achievements_of(game).kinds
    marks = [(level, bot_rating(game.name, level)) for level in LEVELS]
    return GameProfile(
        game=game.name,
        title=Sentence(**game.title),
        matches=len(played),
        contests=len(contests),
        wins=sum(map(_won, contests)),
        points=None if rating is None else points(rating[:2]),
        rated=0 if rating is None else rating[2],
        sure=NO_RATING if rating is None else _sure(rating[:2]),
        history=[
            RatedMatch(one.name, one.at, points(one.facts.after))
            for one in reversed(played)
            if one.facts.after is not None
        ],
        bots=[BotMark(level, points(mark)) for level, mark in marks if mark is not None],
        shares=_shares(game, contests),
        spreads=[spread for feat in kinds if feat.drawn and (spread := _spread(feat, played))],
        bests=[best for feat in kinds if (best := _best(feat, played))],
    )


def _sure(rating: Rating) -> Sentence:
    return next(words for least, words in SURE if rating[1] >= least)


def _shares(game: Game, contests: Sequence[PastMatch]) -> list[Shares]:
    """Group the matches by all in which they differ."""
    groups = [
        _grouped(Sentence("by seat", "nach Platz"), contests, lambda one: one.seat, _seat_words),
        _grouped(
            Sentence("by turn", "nach Reihenfolge"),
            [one for one in contests if one.facts.first is not None],
            lambda one: not one.facts.first,
            lambda later: (
                Sentence("you came later", "du kamst später") if later else Sentence("you began", "du hast angefangen")
            ),
        ),
        _grouped(Sentence("by players", "nach Zahl am Tisch"), contests, lambda one: one.facts.players, _players_words),
        _grouped(Sentence("by company", "nach Gesellschaft"), contests, _company, _company_words),
    ]
    groups += [_by_option(option, contests) for option in game.options]
    return [group for group in groups if len(group.shares) > 1]


def _by_option(option: Option, contests: Sequence[PastMatch]) -> Shares:
    words = {str(choice): choice_words(option.choice_words, choice) for choice in option.choices}
    return _grouped(
        Sentence(**option.words),
        contests,
        lambda one: str(one.facts.options.get(option.name, "")),
        lambda value: words.get(value, Sentence(value, value)),
    )


def _won(one: PastMatch) -> bool:
    """Say whether it was won outright: a draw is called a draw, and counts as no win."""
    return bool(one.facts.won) and one.facts.result == 1


def _grouped(
    title: Sentence, contests: Iterable[PastMatch], key: Callable[[PastMatch], Hashable], words: Callable[..., Sentence]
) -> Shares:
    matches: Counter[Hashable] = Counter()
    wins: Counter[Hashable] = Counter()
    for one in contests:
        matches[key(one)] += 1
        wins[key(one)] += _won(one)
    order = sorted(matches, key=lambda value: (isinstance(value, str), value))
    return Shares(title, [Share(words(value), matches[value], wins[value]) for value in order])


def _seat_words(seat: int) -> Sentence:
    return Sentence(f"seat {seat + 1}", f"Platz {seat + 1}")


def _players_words(players: int) -> Sentence:
    return Sentence(f"{players} players", f"zu {['', '', 'zweit', 'dritt', 'viert'][players]}")


def _company(one: PastMatch) -> int:
    """Sort matches by the strongest bot at the table; 0 where only people sat there."""
    return max(one.facts.levels, default=0)


def _company_words(level: int) -> Sentence:
    if level == 0:
        return Sentence("people only", "nur Menschen")
    return Sentence(f"with bot {level}", f"mit Bot {level}")


def _values(feat: Achievement, played: Iterable[PastMatch]) -> list[tuple[int, str]]:
    """List a feat's values with their tables, the latest first."""
    return [
        (one.facts.feats[feat.name], one.name) for one in played if one.facts.counted and feat.name in one.facts.feats
    ]


def _spread(feat: Achievement, played: Sequence[PastMatch]) -> Spread | None:
    """Count how often each value came out, those between that never did included."""
    counts = Counter(value for value, _ in _values(feat, played))
    if not counts:
        return None
    return Spread(Sentence(**feat.words), [Bar(value, counts[value]) for value in range(min(counts), max(counts) + 1)])


def _best(feat: Achievement, played: Sequence[PastMatch]) -> Best | None:
    values = _values(feat, played)
    if not values:
        return None
    value, table = max(values, key=lambda found: found[0])
    if not value and value not in feat.ranks:
        return None  # nothing is no feat
    said = Sentence(**feat.ranks[value]) if value in feat.ranks else Sentence(str(value), str(value))
    return Best(Sentence(**feat.words), said, table)


# -- matches and beers -----------------------------------------------------------------------------


def _match(played: PastMatch, life: Life) -> PlayedMatch:
    facts = played.facts
    return PlayedMatch(
        table=played.name,
        game=played.game,
        at=played.at,
        names=life.players.get(played.name, []),
        seat=played.seat,
        won=facts.won,
        draw=0 < facts.result < 1 and facts.won is not None,
        left=facts.result == LEFT,
        score=facts.score if find(played.game).has_points else None,
        gain=None if facts.before is None or facts.after is None else points(facts.after) - points(facts.before),
    )


def tab(life: Life) -> list[Debt]:
    """Net debts for each pair, the largest first."""
    me = life.person.person
    pairs: dict[str, list[Owed]] = {}
    for owed in life.beers:
        pairs.setdefault(other_of(me, owed), []).append(owed)
    debts = [_debt(me, other, beers, life) for other, beers in pairs.items()]
    return sorted(debts, key=lambda debt: -abs(debt.many))


def _debt(me: str, other: str, beers: list[Owed], life: Life) -> Debt:
    kind, _, name = other.partition(" ")
    lines = [TabLine(owed.name, owed.at, owes(me, [owed])) for owed in beers]
    key, many = pair_key(me, other), owes(me, beers)
    if not name:
        return Debt(key, life.people.get(other, ""), "person", many, lines)
    return Debt(key, name, "bot" if kind == "bot" else "guest", many, lines)
