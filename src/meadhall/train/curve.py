"""How a net grew: its strength over the time of its course, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meadhall.lab.plots import INK_2, SEATS, STYLE


def draw(curve: Sequence[tuple[int, float, float]], played: str, path: Path) -> None:
    """Draw the Elo of every age that has played, with its 95 % reach."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    minutes = [seconds / 60 for seconds, _, _ in curve]
    with matplotlib.rc_context(STYLE):
        figure, axes = pyplot.subplots(figsize=(8.0, 4.2), layout="constrained")
        axes.errorbar(
            minutes,
            [elo for _, elo, _ in curve],
            [reach for _, _, reach in curve],
            color=SEATS[1],
            ecolor=INK_2,
            marker="o",
            markersize=4,
            linewidth=1.5,
            elinewidth=0.8,
            capsize=2,
        )
        axes.set_title("Elo above the beginning")
        axes.set_xlabel(f"minutes of the course; matches: {played}")
        axes.set_xlim(left=0)
        axes.grid(axis="y", color=INK_2, alpha=0.2)
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
        pyplot.close(figure)
