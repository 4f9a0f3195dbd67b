"""Models side by side, each number with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._writing.visible_text import cut_middle
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes, say_undefined
from truebox.plotting.parts.interval_marks import draw_interval, interval_numbers, spread
from truebox.plotting.parts.lettering import LONGEST, letter_ticks
from truebox.plotting.parts.palette import INK
from truebox.plotting.parts.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_comparison"]


@refuses_other_kinds
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
        first, *names = _without_folders([models.pairs[0].first, *(pair.second for pair in models.pairs)])
        title = f"{metric}: difference to {cut_middle(first, LONGEST)}"
        entries = list(zip(names, models.pairs, strict=True))  # two models may have one name
    else:
        entries = [(str(name), entry) for name, entry in plain_values(models, [], "models").items()]
    ax = as_axes(ax, (6.4, 1.4 + 0.5 * max(len(entries), 2)))
    for row, (name, entry) in enumerate(entries):
        numbers = interval_numbers(f"models[{name!r}]", _of_metric(name, entry, metric))
        draw_interval(ax, row, numbers, signed=differences)
    letter_ticks(ax.yaxis, range(len(entries)), [name for name, _ in entries])
    ax.set_ylim(len(entries) - 0.4, -0.7)
    spread(ax, 0.25)
    if differences:
        ax.axvline(0.0, color=INK, linestyle="--", linewidth=1.2)
    if not entries:
        say_undefined(ax, "no models")
    name_axes(ax, title, metric, "", grid="x")
    return ax


def _without_folders(names: list[str]) -> list[str]:
    """Names that are paths from the folder on in which they part."""
    parts = [name.split("/") for name in names]
    shared = 0
    while all(len(each) > shared + 1 for each in parts) and len({each[shared] for each in parts}) == 1:
        shared += 1
    return ["/".join(each[shared:]) for each in parts]


def _of_metric(name: str, entry: Any, metric: str) -> Any:
    """What an entry of any kind says about the metric."""
    if not hasattr(entry, "metrics"):
        return entry
    if metric not in entry.metrics:
        raise ArgumentError(f"metric is {metric!r}; {name} has {', '.join(entry.metrics)}")
    return entry.metrics[metric]
