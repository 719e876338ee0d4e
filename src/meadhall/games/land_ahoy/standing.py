"""How a table of Land Ahoy! stands: the points, and what Svens that are not rolled for yet bring on average."""

from meadhall.core.jit import Scores, State, rule, sibling

from .rules import LUCK_ROLLED

_rules = sibling("meadhall.games.land_ahoy.rules")
luck_owner, scores, svens = _rules.luck_owner, _rules.scores, _rules.svens

SVEN_BRINGS = 35 / 18  # points: the mean difference of two dice


@rule
def standing(state: State, out: Scores) -> None:
    """Write what each player has, and may expect of Svens."""
    scores(state, out)
    for nth in range(state[LUCK_ROLLED], svens(state)):
        out[luck_owner(state, nth)] += SVEN_BRINGS
