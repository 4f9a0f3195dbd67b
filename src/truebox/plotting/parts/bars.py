"""Horizontal bars with a name and a number each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["draw_bars"]


def draw_bars(
    ax: Axes, names: Sequence[str], values: Sequence[float | None], formatted: str = "{:.3f}"
) -> None:
    """Draw one bar per name, from top to bottom, and write its value beside it; "n/a" for None."""
    lengths = np.array([0.0 if value is None else value for value in values])
    for row, length in enumerate(lengths.tolist()):
        look = series(row)
        ax.barh(row, length, 0.68, color=look.colour, hatch=look.hatch, edgecolor="white", linewidth=0.8)
        text = "n/a" if values[row] is None else formatted.format(length)
        ax.annotate(
            text,
            (max(length, 0.0), row),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
        )
    letter_ticks(ax.yaxis, range(len(names)), names)
    ax.invert_yaxis()
    most = float(lengths.max(initial=0.0))
    ax.set_xlim(min(0.0, float(lengths.min(initial=0.0)) * 1.15), most * 1.15 if most > 0 else 1.0)
