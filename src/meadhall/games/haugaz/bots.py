"""The bots of Haugaz: a net that taught itself the game, and a search that knows the end."""

from meadhall.search.levels import Bots, beginner, guided, search
from meadhall.search.mcts_tree import SearchParams

BOTS = Bots(
    levels=(
        beginner(3),
        search(100),
        guided(search(700), 1, fancy=0.35),
        guided(search(6_000, ending=300_000), 20, ending=300_000),
        guided(search(100_000, ending=2_000_000, proofs=True), 1_600, ending=2_000_000, proofs=True),
    ),
    manner=SearchParams(curiosity=0.3, tries=2, patience=5, ripe=2),
    measured=(0.910, 0.890, 0.865, 0.990),  # the arena's shares in docs/bots.md
)
