"""Tables where people and bots play: what is said, what is kept, and the one authority over a match."""
