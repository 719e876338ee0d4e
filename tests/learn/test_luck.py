"""Values, luck and decisions: the account adds up, and its sentences are true."""

from random import Random

import numpy as np
import pytest

import meadhall
from meadhall.core.errors import BadOption
from meadhall.learn.luck import account
from meadhall.learn.luck_words import Measure, compared, decided, luck, sentences
from meadhall.learn.values import analyst_for, decisions, final, verdict, verdicts, walk
from meadhall.search.bot import Line
from meadhall.search.mcts_bot import Ending
from meadhall.search.mcts_tree import MctsTree, SearchParams

NAMES = ("Runa", "Ulf", "Tuva", "Knut")
SEATINGS = [(game, players) for game in meadhall.games() for players in meadhall.game(game).players]


def play(game, players, seed, chooser=None):
    match, random = meadhall.game(game).new(players=players, seed=seed), Random(seed)
    while not match.over:
        match.play(chooser.choose(match) if chooser else random.choice(match.actions()))
    return match


def anything(seed):
    """Weigh actions by drawing lots: the account must add up whatever is thought of them."""
    random = Random(seed)

    def lines(match, played):
        seats = range(match.players)
        drawn = [tuple(random.random() for _ in seats) for _ in match.actions()]
        return [Line(a, v[match.actor], 1, (a,), v) for a, v in zip(match.actions(), drawn, strict=True)]

    return lines


def adds_up(match, made):
    for seat in range(match.players):
        share = made.share(seat)
        assert share.luck + share.own + share.others == pytest.approx(share.result - share.start, abs=1e-9)
        assert share.result == final(match)[seat]
        assert share.lost >= 0


@pytest.mark.parametrize(("game", "players"), SEATINGS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_result_is_the_start_with_luck_and_decisions(game, players, seed):
    match = play(game, players, seed)
    made = account(match, list(verdicts(match, anything(seed))))
    adds_up(match, made)
    parts = [number for event in made.events for number in event.numbers]
    assert parts == sorted(set(parts))
    assert set(parts) >= {number for number, entry in enumerate(match.entries) if entry.actor < 0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_adds_up_with_what_the_navigator_thinks_of_a_match_of_bots(players):
    match = play("land-ahoy", players, 4, meadhall.bot("land-ahoy", level=2, seed=1, wait=True))
    found = list(verdicts(match, analyst_for(match.game, players, 0.01, 1)))
    adds_up(match, account(match, found))
    assert all(-1e-9 <= value <= 1 + 1e-9 for one in found for value in one.before + one.after)
    assert all(one.lost >= 0 for one in found)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_it_adds_up_with_what_the_search_thinks_of_a_match_of_bots(players):
    match = play("new-shores", players, 4, meadhall.bot("new-shores", level=1, seed=1))
    found = list(verdicts(match, analyst_for(match.game, players, 0.01, 1)))
    adds_up(match, account(match, found))
    if players > 1:
        assert all(sum(one.before) == pytest.approx(1) and sum(one.after) == pytest.approx(1) for one in found)


def test_without_chance_there_is_no_luck():
    match = play("haugaz", 2, 1)
    made = account(match, list(verdicts(match, anything(1))))
    assert made.chances() == [] and made.share(0).luck == 0
    assert sentences(made, 0, match, NAMES, "en")[0] == "Luck had nothing to do with it."


def test_everybody_starts_with_the_same_where_something_was_drawn_first():
    match = play("land-ahoy", 3, 1)
    found = list(verdicts(match, anything(1)))
    made = account(match, found)
    assert made.start == (pytest.approx(sum(found[0].before) / 3),) * 3
    first = made.events[0]
    assert first.by_chance and first.change == tuple(
        pytest.approx(a - b) for a, b in zip(found[0].before, made.start, strict=True)
    )


def test_chance_between_two_decisions_is_one_event_and_changes_what_the_decision_left():
    match = play("land-ahoy", 2, 5)
    found = list(verdicts(match, anything(5)))
    made = account(match, found)
    for event, later in zip(made.events, made.events[1:], strict=False):
        assert not (event.by_chance and later.by_chance)
        if event.verdict and later.by_chance:
            assert event.change == tuple(
                pytest.approx(b - a) for a, b in zip(event.verdict.before, event.verdict.after, strict=True)
            )
            assert event.change[event.verdict.actor] == pytest.approx(-event.verdict.lost)


@pytest.mark.parametrize(("game", "players"), [("new-shores", 1), ("new-shores", 2)])
def test_where_the_end_is_exact_no_decision_wins_anything(game, players):
    seen = 0
    for seed in range(3):
        match = play(game, players, seed)
        steps = list(walk(match))[-2:]
        found = []
        for before, played in steps:
            manner = SearchParams(margin=1.0, full_lead=60.0) if players == 1 else SearchParams()
            lines = Ending(before, manner, "interpreted").lines(4000)
            if lines is None:
                found = []
            else:
                found.append(verdict(before, played, lines))
        if not found:
            continue
        assert all(one.exact for one in found)
        for event in account(match, found).events:
            if event.verdict:
                assert event.change[event.verdict.actor] <= 1e-9
                seen += 1
    assert seen > 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_decision_of_land_ahoy_is_exact_where_it_ends_the_game_and_wins_nothing(players):
    seen, analyse = 0, analyst_for(meadhall.game("land-ahoy"), players, 0.01, 1)
    for seed in range(4):
        match = play("land-ahoy", players, seed, meadhall.bot("land-ahoy", level=2, seed=1, wait=True))
        before, played = list(walk(match))[-1]
        found = verdict(before, played, analyse(before, played))
        event = account(match, [found]).events[-1 if match.entries[-1].actor >= 0 else -2]
        if found.exact:
            assert event.verdict is found and event.change[found.actor] <= 1e-9
            assert event.change == tuple(pytest.approx(b - a) for a, b in zip(found.before, found.after, strict=True))
            seen += 1
    assert seen > 1


def test_alone_values_are_points():
    match = play("new-shores", 1, 2)
    before, played = list(walk(match))[-1]
    lines = Ending(before, SearchParams(margin=1.0, full_lead=60.0), "interpreted").lines(10_000)
    assert lines is not None
    assert verdict(before, played, lines).after[0] == pytest.approx(match.scores[0])


def test_an_action_is_looked_at_more_closely_in_the_same_tree():
    match = meadhall.game("haugaz").new(seed=1, size=4)
    searcher = MctsTree(match, 1, mode="interpreted", nodes=20_000)
    searcher.grow(30)
    before = {line.action: line.visits for line in searcher.lines()}
    action, start = min(before, key=before.__getitem__), match.state
    searcher.look_closer(action, 1e-9, batch=25)
    after = {line.action: line.visits for line in searcher.lines()}
    assert after == before | {action: before[action] + 25}
    assert np.array_equal(searcher._start, start)
    searcher.grow(5)
    assert searcher.simulations == 35


def test_only_real_choices_are_decisions():
    match = play("land-ahoy", 2, 3)
    found, some = decisions(match), range(0, len(match.entries), 7)
    assert {match.entries[number].actor for number in found} == {0, 1}
    for number in some:
        twin = match.at(number)
        assert (number in found) == (twin.actor >= 0 and len(twin.actions()) > 1)


def test_who_plays_one_of_the_best_has_found_the_best():
    match = meadhall.game("haugaz").new(seed=1, size=4)
    actions = match.actions()
    lines = [Line(action, 0.5, 1, (action,), (0.5, 0.5)) for action in actions]
    assert verdict(match, actions[-1], lines).best == actions[-1]
    assert verdict(match, actions[-1], lines).lost == 0


def test_there_is_no_account_before_the_end():
    match = meadhall.game("haugaz").new(seed=1)
    with pytest.raises(BadOption, match="not over"):
        account(match, [])
    with pytest.raises(BadOption, match="nothing was decided"):
        account(play("haugaz", 2, 1), [])


# -- words -----------------------------------------------------------------------------------------

WIN, POINTS = Measure(False), Measure(True)


@pytest.mark.parametrize(
    ("measure", "change", "any_chance", "en"),
    [
        (WIN, 0.0, False, "Luck had nothing to do with it."),
        (WIN, 0.049, True, "Luck was even."),
        (WIN, -0.049, True, "Luck was even."),
        (WIN, 0.234, True, "Luck was on your side: +23\u00a0%."),
        (WIN, -0.234, True, "Luck was against you: −23\u00a0%."),
        (POINTS, 0.9, True, "Luck was even."),
        (POINTS, -3.25, True, "Luck was against you: −3.2\u00a0points."),
    ],
)
def test_what_luck_came_to(measure, change, any_chance, en):
    assert luck(measure, change, any_chance, "en") == en
    assert luck(measure, change, any_chance, "de") != en


@pytest.mark.parametrize(
    ("measure", "lost", "en", "de"),
    [
        (WIN, 0.02, "You hardly put a foot wrong.", "Du hast kaum einen Fehler gemacht."),
        (WIN, 0.31, "Your mistakes cost you 31\u00a0% in all.", "Deine Fehler haben dich zusammen 31\u00a0% gekostet."),
        (WIN, 1.5, "Added up, your mistakes cost more than a whole win.", None),
        (
            POINTS,
            1.5,
            "Your mistakes cost you 1.5\u00a0points in all.",
            "Deine Fehler haben dich zusammen 1,5\u00a0Punkte gekostet.",
        ),
    ],
)
def test_what_decisions_came_to(measure, lost, en, de):
    assert decided(measure, lost, "en") == en
    assert de is None or decided(measure, lost, "de") == de


@pytest.mark.parametrize(
    ("changes", "lost", "en"),
    [
        ([-0.4, 0.2], 0.3, ["One stroke of bad luck cost you more than all your mistakes."]),
        ([-0.2, -0.2, 0.9], 0.3, []),
        ([-0.2, -0.2, 0.1], 0.3, ["Two strokes of bad luck cost you more than all your mistakes."]),
        ([-0.12, -0.12, -0.12], 0.3, ["Three strokes of bad luck cost you more than all your mistakes."]),
        ([-0.1, -0.1, -0.1, -0.1], 0.31, []),
        ([-0.1, 0.5], 0.3, ["Your mistakes cost you more than all your bad luck put together."]),
        ([-0.4], 0.01, []),
        ([], 0.5, []),
    ],
)
def test_strokes_of_luck_against_mistakes(changes, lost, en):
    assert compared(WIN, changes, lost, "en") == en
    assert len(compared(WIN, changes, lost, "de")) == len(en)


@pytest.mark.parametrize(("game", "players"), SEATINGS)
def test_every_seat_gets_sentences_in_both_languages(game, players):
    match = play(game, players, 6)
    made = account(match, list(verdicts(match, anything(6))))
    for seat in range(players):
        en, de = (sentences(made, seat, match, NAMES, lang) for lang in ("en", "de"))
        assert 2 <= len(en) == len(de) <= 5
        assert all(a != b and a.endswith(".") for a, b in zip(en, de, strict=True))
        assert any("Your weakest moment: step" in sentence for sentence in en)
