"""The second proof of Land Ahoy!'s puzzles: it reads the clauses rightly, and every shipped puzzle stands before it.

`meadhall.odds` is a third voice where it speaks of the same thing; the list of LA-13, read from the table, a fourth.
"""

from fractions import Fraction

import pytest

import meadhall
from meadhall.games.land_ahoy.puzzle_proof import LUCK, ByHand, Owned
from meadhall.learn import puzzles
from meadhall.learn.quiz import lay

GAME = meadhall.game("land-ahoy")
#   6  C . . C . .    C: Hägar's islands, L: Sven's, N: the one without a name, H: Helga's, D: the dragon's
#   5  . . . . . L
#   4  L . . . . C    b1 is beside H and D alone: at the start nothing can be won there
#   3  . . N . . .    c2 is beside H, D and N
#   2  . D . . . .    e4 is beside C alone, which has one treasure
#   1  . . H . . C
#      a b c d e f
BOARD = "board dragon/3 helga/2 chief1/0 lucky1/0 nameless/0 chief2/1 chief3/3 chief4/2 lucky2/0"


def at(*played, players=2):
    match = GAME.new(players=players, harbor="on", chance="manual")
    for action in (BOARD, "start 1", *played):
        match.play(action)
    return match


def worth(match, kind, goal="", choice="keep"):
    return ByHand(match, kind, goal).worths()[choice]


def claims(match, portrait, tokens, dice):
    return set(ByHand(match, "any", "").claims(portrait, tokens, dice))


def owning_a_1_with(*played):
    """The first player takes a 1, the second misses all islands."""
    taken = ("roll 6 4", "keep", "reveal f4 1", "roll 1 1", "keep", "take 1", "roll 1 1", "keep")
    return at(*taken, *played)


def test_la6_a_die_that_is_kept_keeps_its_column_or_row():
    match = at("roll 2 1")
    assert worth(match, "reach", "b2", "reroll black") == Fraction(3, 6)  # b1, b2, b3
    assert worth(match, "reach", "b2", "reroll red") == Fraction(1, 6)  # b1
    assert worth(match, "reach", "b2", "reroll both") == Fraction(5, 36)


def test_la7_an_island_is_reached_even_where_nothing_can_be_won():
    assert worth(at("roll 2 2"), "reach", "b2") == 1  # on it
    assert worth(at("roll 2 1"), "reach", "b2") == 1  # beside it and beside another
    assert worth(at("roll 2 1"), "reach", "c1") == 1


def test_la7_corners_do_not_count():
    assert worth(at("roll 1 1"), "reach", "b2") == 0


def test_la13_beside_two_islands_where_nothing_can_be_won_nothing_is():
    match = at("roll 2 1")
    assert [worth(match, kind) for kind in ("shore", "treasure", "haul")] == [0, 0, 0]


def test_la13_a_direct_hit_where_nothing_can_be_won_is_none_that_one_wants():
    match = at("roll 3 1")
    assert worth(match, "direct") == worth(match, "shore") == 0
    assert worth(at("roll 3 3"), "direct") == worth(at("roll 3 3"), "shore") == 1


def test_la7_beside_several_islands_one_where_something_can_be_won_is_enough():
    assert worth(at("roll 3 2"), "shore") == 1
    assert worth(at("roll 3 2"), "direct") == 0


def test_la13_with_a_number_before_you_helgas_and_with_a_1_the_dragons_island_are_worth_landing():
    match = owning_a_1_with("roll 2 1")
    assert worth(match, "shore") == 1
    assert worth(match, "treasure") == Fraction(15, 36)  # a 1, or a 7 without one
    assert worth(match, "haul") == Fraction(15, 36)  # at Helga's; a 1 with the dragon brings none


def test_la8_a_token_that_is_face_down_may_be_any_of_those_that_are():
    match = at("roll 5 4")  # six numbers by one of 15 rolls each, three others by a double or a 7
    assert worth(match, "treasure") == Fraction(6, 9) * Fraction(15, 36) + Fraction(3, 9) * Fraction(12, 36)
    numbers = Fraction(1 + 1 + 1 + 2 + 2 + 3, 9) * Fraction(15, 36)
    assert worth(match, "haul") == numbers + Fraction(2, 9) * Fraction(12, 36) * LUCK


def test_la9_the_last_of_the_rolls_counts():
    match = at("roll 6 4", "keep", "reveal f4 1", "roll 4 5")
    once = Fraction(15, 36)
    assert worth(match, "claim", "take 1", "reroll red") == Fraction(2, 6) + Fraction(4, 6) * once  # 1 and 2, or again
    match.play("reroll both")
    match.play("roll 4 5")
    assert worth(match, "claim", "take 1", "reroll both") == once


def test_la10_each_die_takes_one_number():
    tokens = ("1", "1", "2")
    assert claims(at("roll 1 1"), "none", tokens, (1, 1)) == {"take 1", "take 1 1"}
    assert claims(at("roll 1 1"), "none", tokens, (2, 1)) == {"take 1", "take 2", "take 1 2"}
    assert claims(at("roll 1 1"), "none", tokens, (2, 2)) == {"take 2"}
    assert claims(at("roll 1 1"), "none", tokens, (4, 6)) == set()


def test_la11_a_double_takes_the_hagar_or_a_sven_instead():
    assert claims(at("roll 1 1"), "none", ("hagar", "sven"), (4, 4)) == {"take hagar", "take sven"}
    assert claims(at("roll 1 1"), "none", ("1", "sven"), (1, 1)) == {"take 1", "take sven"}


def test_la12_a_7_takes_any_one_token_instead():
    assert claims(at("roll 1 1"), "none", ("1", "3", "hagar"), (3, 4)) == {"take 1", "take 3", "take hagar"}


def test_la14_only_a_number_before_you_goes_on_x2_and_an_older_one_comes_back():
    match = owning_a_1_with("roll 2 1")
    assert claims(match, "helga", (), (1, 4)) == claims(match, "helga", (), (3, 4)) == {"helga 1"}
    assert claims(match, "helga", (), (2, 2)) == set()
    hand = ByHand(match, "points", "")
    hand.owned = Owned(("1",), ("3",), ())
    assert hand.claims("helga", (), (1, 4)) == {"helga 1": Owned(("3",), ("1",), ())}
    assert hand.won("helga", (), (1, 4)) == 0  # it would cost 2 points (LA-13)


def test_la15_an_empty_island_gives_its_token_from_another_player():
    match = at("roll 1 1", players=3)
    hand = ByHand(match, "any", "")
    hand.hands = [("sven",), ("sven",), ("hagar", "1")]
    assert set(hand.claims("sven", (), (5, 5))) == {"steal sven 2"}
    assert set(hand.claims("hagar", (), (2, 5))) == {"steal hagar 3"}
    assert not hand.claims("hagar", (), (2, 4)) and not hand.claims("none", (), (5, 5))
    assert not hand.claims("sven", ("1",), (5, 5))


def test_la17_la19_points_are_those_of_the_sheets_example():
    assert Owned(("1", "2", "hagar"), ("1",), ()).points() == 8
    assert Owned(("sven",), (), ()).points() == LUCK == Fraction(35, 18)
    assert Owned(("hagar",), (), ("1",)).points() == 2


def test_la20_only_a_1_goes_to_the_dragon():
    match = owning_a_1_with("roll 2 1")
    assert claims(match, "dragon", (), (1, 4)) == claims(match, "dragon", (), (3, 4)) == {"dragon"}
    assert claims(match, "dragon", (), (2, 2)) == set()
    assert claims(at("roll 1 1"), "dragon", (), (1, 1)) == set()


@pytest.fixture(scope="module")
def laid():
    return [(puzzle, lay(GAME, puzzle)) for puzzle in puzzles.of(GAME).values()]


def test_all_shipped_puzzles_of_land_ahoy_are_proven_anew(laid):
    wrong = []
    for puzzle, match in laid:
        worths = ByHand(match, puzzle.kind, puzzle.goal).worths()
        best = {choice for choice in worths if worths[choice] == max(worths.values())}
        told = {choice: str(worth) for choice, worth in worths.items()}
        if told != puzzle.values or best != set(puzzle.answers):
            wrong.append(f"{puzzle.id} ({puzzle.kind} {puzzle.goal}): {told}")
    assert laid and not wrong, "\n".join(wrong)


def test_la13_nothing_can_be_won_exactly_on_the_islands_that_the_clause_names(laid):
    for puzzle, match in laid:
        hand, seen = ByHand(match, puzzle.kind, puzzle.goal), match.view(match.actor)
        mine = seen["hands"][match.actor]
        others = [token for player, theirs in enumerate(seen["hands"]) if player != match.actor for token in theirs]
        named = {
            "none": True,
            "hagar": "hagar" not in others,
            "sven": "sven" not in others,
            "helga": not {1, 2, 3} & set(mine),
            "dragon": 1 not in mine,
        }
        for island, shown in zip(hand.islands, seen["islands"], strict=True):
            empty = not shown["open"] and not shown["face_down"]
            assert hand.can_win(island) is not (empty and named[shown["portrait"]]), (puzzle.id, island.name)


def voices(laid, *kinds):
    """Give of each choice in puzzles of these kinds what is proved, what `meadhall.odds` tells, and where."""
    found = [(puzzle, match) for puzzle, match in laid if puzzle.kind in kinds]
    assert found
    for puzzle, match in found:
        hand, odds = ByHand(match, puzzle.kind, puzzle.goal), meadhall.odds(match)
        islands = {puzzle.goal} if puzzle.goal else {island.name for island in hand.islands if hand.can_win(island)}
        for choice, proved in hand.worths().items():
            yield puzzle, odds[choice], islands, float(proved)


def ways(told, islands, way):
    return [told.get(f"{name} {way}", 0) for name in islands]


def test_the_odds_tell_the_same_of_an_island_a_direct_hit_and_a_claim(laid):
    for puzzle, told, islands, proved in voices(laid, "reach", "direct", "claim"):
        if puzzle.kind == "claim":
            odds = told.get(puzzle.goal, 0)
        else:
            beside = ways(told, islands, "beside") if puzzle.kind == "reach" else []
            odds = sum(ways(told, islands, "direct")) + sum(beside)
        assert odds == pytest.approx(proved), puzzle.id


def test_the_odds_of_single_islands_and_claims_hold_those_of_any_between_them(laid):
    for puzzle, told, islands, proved in voices(laid, "shore", "any"):
        direct, beside = (ways(told, islands, way) for way in ("direct", "beside"))
        if puzzle.kind == "shore":  # a field beside two islands counts in the odds of both
            least, most = sum(direct) + max(beside, default=0), sum(direct) + sum(beside)
        else:  # whoever rolls for just one claim may be served less well than who takes any
            least, most = max(told.values(), default=0), float(any(told.values()))
        assert least - 1e-9 <= proved <= most + 1e-9, puzzle.id
