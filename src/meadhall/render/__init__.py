"""Pictures of a position: SVG, animation, GIF, PDF."""
