"""Figures and axes that a notebook shows when a cell ends with them, though no pyplot knows of them."""

from __future__ import annotations

import io
from typing import Any

from truebox.plotting.parts.library import Axes, Figure

__all__ = ["ShownAxes", "ShownFigure", "panels"]


class ShownFigure(Figure):
    """A figure that draws itself for a notebook."""

    def _repr_png_(self) -> bytes:
        written = io.BytesIO()
        self.savefig(written, format="png", dpi=100, bbox_inches="tight")
        return written.getvalue()


class ShownAxes(Axes):
    """Axes that show the figure they are part of."""

    name = "truebox"

    def _repr_png_(self) -> bytes | None:
        drawn: Any = getattr(self.figure, "_repr_png_", None)
        return drawn() if drawn is not None else None


def panels(rows: int, columns: int, size: tuple[float, float]) -> tuple[ShownFigure, list[Axes]]:
    """A figure of equal panels, from left to right and from top to bottom.

    Examples
    --------
    >>> figure, axes = panels(2, 3, (6.0, 4.0))
    >>> len(axes), figure._repr_png_()[1:4]
    (6, b'PNG')
    """
    figure = ShownFigure(figsize=size, layout="constrained")
    return figure, [
        figure.add_subplot(rows, columns, number + 1, axes_class=ShownAxes)
        for number in range(rows * columns)
    ]
