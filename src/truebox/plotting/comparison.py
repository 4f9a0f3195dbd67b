"""Models side by side, each number with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.errors import ArgumentError
from truebox.plotting.axes import as_axes, name_axes, say_undefined
from truebox.plotting.lettering import letter_ticks
from truebox.plotting.palette import INK, series
from truebox.plotting.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.library import Axes

__all__ = ["plot_comparison"]


def plot_comparison(models: Any, *, metric: str = "AP", zero: bool = False, ax: Axes | None = None) -> Axes:
    """Plot a number of several models with its interval.

    Parameters
    ----------
    models : mapping of name to (value, low, high)
        In the order they are drawn, from the top. A model without a value is None and written as "n/a".
    metric : str
        What the number is.
    zero : bool
        Mark 0, for differences to a first model.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        An entry is not three numbers in order: low, value, high.

    Examples
    --------
    >>> from truebox.plotting import plot_comparison
    >>> ax = plot_comparison({"a": (0.412, 0.406, 0.418), "b": (0.398, 0.392, 0.405)})
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['a', 'b']
    """
    entries = plain_values(models, [], "models")
    ax = as_axes(ax, (6.4, 1.4 + 0.5 * max(len(entries), 2)))
    for row, (name, entry) in enumerate(entries.items()):
        if entry is None:
            text = ax.text(0.02, row, "n/a", va="center", transform=ax.get_yaxis_transform())
            text.set_color("#555555")
            continue
        value, low, high = _checked(name, entry)
        look = series(row)
        ax.errorbar(
            value, row, xerr=np.array([[value - low], [high - value]]), fmt=look.marker, color=look.colour,
            markersize=8, capsize=5, elinewidth=2, capthick=2,
        )  # fmt: skip
        ax.annotate(
            f"{value:.3f} [{low:.3f}, {high:.3f}]", (value, row), xytext=(0, 9), textcoords="offset points",
            ha="center", va="bottom", fontsize="small",
        )  # fmt: skip
    letter_ticks(ax.yaxis, range(len(entries)), [str(name) for name in entries])
    ax.set_ylim(len(entries) - 0.4, -0.7)
    ax.margins(x=0.18)
    if zero:
        ax.axvline(0.0, color=INK, linestyle="--", linewidth=1.2)
    if not entries:
        say_undefined(ax, "no models")
    name_axes(ax, f"{metric} with its interval", metric, "", grid="x")
    return ax


def _checked(name: str, entry: Any) -> tuple[float, float, float]:
    try:
        value, low, high = (float(number) for number in entry)
    except (TypeError, ValueError):
        raise ArgumentError(f"models[{name!r}] is {entry!r}; expected (value, low, high) or None") from None
    if not low <= value <= high:
        raise ArgumentError(
            f"models[{name!r}] is {entry!r}; expected (value, low, high) with low <= value <= high"
        )
    return value, low, high
