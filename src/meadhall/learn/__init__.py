"""What can be learned from a match: lessons, puzzles, what a position is worth, luck and decisions, pictures."""
