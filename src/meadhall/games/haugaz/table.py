"""A real board, typed in: checked and set up for the comparison of its stacks."""

from __future__ import annotations

from meadhall.core.errors import BadPosition, BadTable, shown
from meadhall.core.jit import State
from meadhall.core.tables import mapping, only_keys, whole_number

from .notation import point, point_number, read_position

RULES = {"movers": 0, "reach": 0}  # who may move what is over when stacks are compared


def read_table(table: object) -> State:
    """Check a board like {"size": 8, "stacks": {"a1": "b3", "d4": "w2"}}, and lay it out in the rules' array."""
    table = mapping(table, "a table of Haugaz has stacks")
    only_keys(table, ("size", "stacks"), "the table")
    size = whole_number(table, "size", 3, 8, "the table", 8)
    stacks = mapping(table.get("stacks", {}), 'stacks are points with what stands there, like {"a1": "b3"}')
    for name, stack in stacks.items():
        if not isinstance(name, str) or point_number(name, size) is None:
            raise BadTable(f"the stacks: {shown(name)} is no point of a board with {size} points a side")
        if not isinstance(stack, str) or not stack or stack[0] not in "bw":
            raise BadTable(f"the stack on {name} is b or w and a height, like b3, not {shown(stack)}")
    ranks = ["".join(stacks.get(point(8 * y + x), "-") for x in range(size)) for y in reversed(range(size))]
    try:
        return read_position(f"{'/'.join(ranks)} b - 0", RULES)
    except BadPosition as problem:
        raise BadTable(f"the stacks: {problem}") from None
