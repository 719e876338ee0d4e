"""Research on Haugaz: openings, solved boards."""
