"""From nothing to a strong player: self-play on the GPU or the CPU, and learning from it."""
