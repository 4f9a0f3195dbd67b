"""The metrics of one model, each with its interval; or what one model has more than another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes, say_undefined
from truebox.plotting.parts.interval_marks import draw_interval, interval_numbers, spread
from truebox.plotting.parts.lettering import cut_apart, letter_ticks
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.palette import INK

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_intervals"]


@refuses_other_kinds
def plot_intervals(intervals: Any, *, metrics: Sequence[str] | None = None, ax: Axes | None = None) -> Axes:
    """Plot every metric with its interval, or every difference of two models.

    Parameters
    ----------
    intervals : Intervals, PairComparison or Result
        Of `truebox.diagnosis`.
    metrics : sequence of str, optional
        Which ones; by default all.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        One row each, from the top; "n/a" where undefined. Differences have a line at 0.

    Raises
    ------
    ArgumentError
        `intervals` is something else, or has no such metric.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.diagnosis import Estimate, Intervals
    >>> held = Intervals(metrics={"AP": Estimate(value=0.41, low=0.40, high=0.42)}, per_class=(), level=0.95,
    ...     replicates=1000, seed=0, images=60)
    >>> [text.get_text() for text in tb.plotting.plot_intervals(held).texts]
    ['0.410 [0.400, 0.420]']
    """
    intervals = diagnosed(intervals, diagnosis.intervals)
    held: Any = getattr(intervals, "metrics", None)
    if not isinstance(held, Mapping) or not all(hasattr(entry, "low") for entry in held.values()):
        raise ArgumentError(f"intervals is {intervals!r}. Fix: pass what truebox.diagnosis.intervals gives.")
    unknown = [name for name in metrics or () if name not in held]
    if unknown:
        raise ArgumentError(f"metrics: {unknown[0]!r} is unknown; there are {', '.join(held)}")
    names = list(held if metrics is None else metrics)
    differences = hasattr(intervals, "second")
    ax = as_axes(ax, (6.4, 1.4 + 0.5 * max(len(names), 2)))
    for row, name in enumerate(names):
        numbers = interval_numbers(f"metrics[{name!r}]", held[name])
        draw_interval(ax, row, numbers, signed=differences)
    letter_ticks(ax.yaxis, range(len(names)), names)
    ax.set_ylim(len(names) - 0.4, -0.7)
    spread(ax, 0.18)
    if differences:
        ax.axvline(0.0, color=INK, linestyle="--", linewidth=1.2)
        first, second = cut_apart([intervals.first, intervals.second])
        title = f"{second}: difference to {first}"
    else:
        title = f"Metrics with their {100 * intervals.level:g} % intervals"
    if not names:
        say_undefined(ax, "no metrics")
    name_axes(ax, title, "difference" if differences else "value", "", grid="x")
    return ax
