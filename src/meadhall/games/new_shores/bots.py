"""The bots of Off to New Shores!: a tree search that plays on by instinct."""

from dataclasses import replace

from meadhall.search.levels import Bots, beginner, search
from meadhall.search.mcts_tree import SearchParams

MANNER = SearchParams(margin=0.5, full_lead=10.0, ripe=2)

BOTS = Bots(
    levels=(
        beginner(2),
        beginner(12),
        search(100),
        search(1_000, ending=50_000),
        search(150_000, ending=1_000_000, proofs=True),
    ),
    manner=MANNER,
    # Where a player has dozens of turns, a node that was visited less often says little about the best of them, and to
    # play on by instinct says more.
    patient=replace(MANNER, ripe=150),
    measured=(0.890, 0.734, 0.714, 0.641),  # the arena's shares in docs/bots.md
)
