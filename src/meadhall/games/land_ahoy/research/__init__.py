"""Research on Land Ahoy!: what a position is worth, learned from games."""

from meadhall.lab.research import Research

RESEARCH = Research()
