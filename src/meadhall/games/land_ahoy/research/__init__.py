"""Research on Land Ahoy!: what a position is worth."""
