"""Models side by side, each number with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox.errors import ArgumentError
from truebox.plotting.axes import as_axes, name_axes, say_undefined
from truebox.plotting.lettering import letter_ticks
from truebox.plotting.palette import INK, series
from truebox.plotting.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.library import Axes

__all__ = ["plot_comparison"]

_Numbers: TypeAlias = tuple[float | None, float | None, float | None]


def plot_comparison(models: Any, *, metric: str = "AP", ax: Axes | None = None) -> Axes:
    """Plot a number of several models with its interval, or how much each has more than the first.

    Parameters
    ----------
    models : Comparison, or mapping of name to (value, low, high)
        A comparison of `truebox.diagnosis` gives the differences to the first model, with a line at 0. A
        mapping may also hold `Intervals` or `Estimate` of `truebox.diagnosis`. Without a value an entry is
        None and written as "n/a"; without an interval low and high are None.
    metric : str
        Which number.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        In the order given, from the top.

    Raises
    ------
    ArgumentError
        An entry is none of these, its numbers are not in order, or it lacks the metric.

    Examples
    --------
    >>> from truebox.plotting import plot_comparison
    >>> ax = plot_comparison({"a": (0.412, 0.406, 0.418), "b": (0.398, 0.392, 0.405)})
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['a', 'b']
    """
    title = f"{metric} with its interval"
    differences = hasattr(models, "pairs")
    if differences:
        title = f"{metric}: difference to {models.pairs[0].first}"
        entries = [(pair.second, pair) for pair in models.pairs]  # two models may have one name
    else:
        entries = [(str(name), entry) for name, entry in plain_values(models, [], "models").items()]
    ax = as_axes(ax, (6.4, 1.4 + 0.5 * max(len(entries), 2)))
    for row, (name, entry) in enumerate(entries):
        _draw(ax, row, _numbers(name, entry, metric), signed=differences)
    letter_ticks(ax.yaxis, range(len(entries)), [name for name, _ in entries])
    ax.set_ylim(len(entries) - 0.4, -0.7)
    ax.margins(x=0.18)
    if differences:
        ax.axvline(0.0, color=INK, linestyle="--", linewidth=1.2)
    if not entries:
        say_undefined(ax, "no models")
    name_axes(ax, title, metric, "", grid="x")
    return ax


def _draw(ax: Axes, row: int, numbers: _Numbers, *, signed: bool) -> None:
    value, low, high = numbers
    if value is None:
        text = ax.text(0.02, row, "n/a", va="center", transform=ax.get_yaxis_transform())
        text.set_color("#555555")
        return
    look = series(row)
    form = "+.3f" if signed else ".3f"
    words = f"{value:{form}}"
    reach = None
    if low is not None and high is not None:
        words += f" [{low:{form}}, {high:{form}}]"
        reach = np.array([[value - low], [high - value]])
    ax.errorbar(
        value, row, xerr=reach, fmt=look.marker, color=look.colour, markersize=8, capsize=5, elinewidth=2,
        capthick=2,
    )  # fmt: skip
    ax.annotate(
        words,
        (value, row),
        xytext=(0, 9),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize="small",
    )


def _numbers(name: str, entry: Any, metric: str) -> _Numbers:
    """Value, low and high of an entry of any kind."""
    if hasattr(entry, "metrics"):
        if metric not in entry.metrics:
            raise ArgumentError(f"metric is {metric!r}; {name} has {', '.join(entry.metrics)}")
        entry = entry.metrics[metric]
    if entry is None:
        return None, None, None
    try:
        value, low, high = (entry.value, entry.low, entry.high) if hasattr(entry, "low") else entry
        value, low, high = (None if number is None else float(number) for number in (value, low, high))
    except (TypeError, ValueError):
        raise ArgumentError(f"models[{name!r}] is {entry!r}; expected (value, low, high) or None") from None
    bounds = [number for number in (low, value, high) if number is not None]
    if bounds != sorted(bounds) or (low is None) != (high is None):
        raise ArgumentError(
            f"models[{name!r}] is {entry!r}; expected (value, low, high) with low <= value <= high"
        )
    return value, low, high
