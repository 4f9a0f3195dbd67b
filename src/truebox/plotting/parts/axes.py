"""Axes to plot on: the caller's, or those of a figure of one's own; and what all charts share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from truebox.plotting.parts.figures import ShownAxes, ShownFigure
from truebox.plotting.parts.lettering import cut_apart, put_text

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.legend import Legend

    from truebox.plotting.parts.library import Axes, Figure

__all__ = ["as_axes", "legend", "name_axes", "say_undefined"]

_LEGEND: dict[str, Any] = {"frameon": False, "fontsize": "small", "labelspacing": 0.4, "handlelength": 2.4}

SIZE = (6.4, 4.2)
"""Inches of a figure made here."""


def as_axes(ax: Axes | None, size: tuple[float, float] = SIZE, *, square: bool = False) -> Axes:
    """`ax`, or axes of a new figure, of no window and no pyplot.

    `square` is for axes of one scale, whose labels the usual layout would cut off.

    Examples
    --------
    >>> type(as_axes(None).figure).__name__
    'ShownFigure'
    """
    if ax is not None:
        return ax
    figure = ShownFigure(figsize=size, layout="compressed" if square else "constrained")
    return figure.add_subplot(axes_class=ShownAxes)


def name_axes(ax: Axes, title: str, x: str = "", y: str = "", *, grid: str = "") -> None:
    """Title, axis labels, and light grid lines along ``"x"``, ``"y"`` or ``"both"``."""
    put_text(ax.title, title, 90)
    put_text(ax.xaxis.label, x)
    put_text(ax.yaxis.label, y)
    ax.spines[["top", "right"]].set_visible(False)
    if grid:
        ax.grid(axis=grid, color="#000000", alpha=0.12, linewidth=0.8)  # type: ignore[arg-type]
        ax.set_axisbelow(True)


def legend(ax: Axes | Figure, handles: Sequence[Artist], names: Iterable[str], **settings: Any) -> Legend:
    """A legend whose texts are literal, those that begin with an underscore included."""
    # Matplotlib leaves out such names, so numbers stand for them first.
    made = ax.legend(handles, [str(number) for number in range(len(handles))], **{**_LEGEND, **settings})
    for text, name in zip(made.get_texts(), cut_apart(names), strict=True):
        put_text(text, name)
    return made


def say_undefined(ax: Axes, reason: str) -> None:
    """Say in the middle of empty axes why there is nothing."""
    text = ax.text(0.5, 0.5, "", ha="center", va="center", transform=ax.transAxes, color="#555555")
    put_text(text, f"n/a ({reason})")
