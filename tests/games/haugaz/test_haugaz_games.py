"""What docs/haugaz-games.md calls proved, proved again."""

from pathlib import Path

import pytest

import meadhall
from meadhall.search.minimax import Minimax

GAMES = Path(__file__).parents[3] / "docs" / "games"
POSITIONS = 300_000  # more than any of these takes


@pytest.mark.parametrize(
    ("number", "turn", "placed", "winning", "played"),
    [
        (1, 57, "h3", {"c3-a1"}, "h8-h5"),
        (1, 58, "a1", {"f8-h8"}, "f8-h8"),
        (3, 17, "a3", {"a2-d2", "a2-a5"}, "e2-d2"),
        (3, 18, "e2", {"b2-a1"}, "b2-a1"),
    ],
)
def test_the_moves_that_win_are_proved(number, turn, placed, winning, played):
    record = meadhall.load((GAMES / f"haugaz-{number}.txt").read_text())
    at = 3 + 2 * (turn - 1)  # after the set-up, two actions a turn
    assert record.history[at : at + 2] == [placed, played]
    match = record.game.new(**record.setup.options)
    for action in record.history[: at + 1]:
        match.play(action)
    lines = Minimax(match).lines(POSITIONS)
    assert {line.action for line in lines} == set(match.actions())
    assert {line.action for line in lines if line.value == 1.0} == winning
