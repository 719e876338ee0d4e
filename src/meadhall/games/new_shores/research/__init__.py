"""Research on Off to New Shores!: what knowing the pile is worth."""
