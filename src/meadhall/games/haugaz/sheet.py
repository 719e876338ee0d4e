"""A real board, typed in: checked and set up for the comparison of its stacks."""

from __future__ import annotations

import re

from meadhall.core.errors import BadTable, shown
from meadhall.core.jit import State
from meadhall.core.typed_tables import mapping, only_keys, whole_number

from .notation import HIGHEST, point, point_number, read_position

RULES = {"movers": 0, "reach": 0}  # who may move what is over when stacks are compared
_STACK = re.compile("[bw][1-9][0-9]{0,2}", re.ASCII)


def read_table(table: object) -> State:
    """Check a board like {"size": 8, "stacks": {"a1": "b3", "d4": "w2"}}, and lay it out in the rules' array."""
    table = mapping(table, "a table of Haugaz has stacks", "ein Tisch von Haugaz hat Stapel (stacks)")
    only_keys(table, ("size", "stacks"), "the table")
    size = whole_number(table, "size", 3, 8, "the table", 8)
    stacks = mapping(
        table.get("stacks", {}),
        'stacks are points with what stands there, like {"a1": "b3"}',
        'stacks sind Punkte mit dem, was da steht, wie {"a1": "b3"}',
    )
    highest = HIGHEST - size * size + len(stacks)
    for name, stack in stacks.items():
        if not isinstance(name, str) or point_number(name, size) is None:
            raise BadTable(
                f"the stacks: {shown(name)} is no point of a board with {size} points a side",
                f"die Stapel: {shown(name)} ist kein Punkt eines Bretts mit {size} Punkten je Seite",
            )
        if not isinstance(stack, str) or not _STACK.fullmatch(stack):
            raise BadTable(
                f"the stack on {name} is b or w and a height, like b3, not {shown(stack)}",
                f"der Stapel auf {name} ist b oder w und eine Höhe, wie b3, nicht {shown(stack)}",
            )
        if int(stack[1:]) > highest:
            raise BadTable(
                f"the stack on {name} is at most {highest} high here, not {stack[1:]}",
                f"der Stapel auf {name} ist hier höchstens {highest} hoch, nicht {stack[1:]}",
            )
    ranks = ["".join(stacks.get(point(8 * y + x), "-") for x in range(size)) for y in reversed(range(size))]
    return read_position(f"{'/'.join(ranks)} b - 0", RULES)
