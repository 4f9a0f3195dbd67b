"""From the number of one tool to that of another, rule by rule."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes, say_undefined
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.palette import INK, series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_reconciliation"]

_LEAST, _LONGEST = 5e-5, 64


@refuses_other_kinds
def plot_reconciliation(found: Any, *, metric: str | None = None, ax: Axes | None = None) -> Axes:
    """Plot a waterfall: what each rule adds or takes, from the first tool's number to the second's.

    Parameters
    ----------
    found : Reconciliation
        Of `truebox.diagnosis.reconcile`.
    metric : str, optional
        ``"AP"``, ``"AP50"`` or ``"AP75"``; by default the first that was reported, else AP.
    ax : Axes, optional
        By default those of a new figure, which grows with the number of rules.

    Returns
    -------
    Axes
        Rules that change nothing have no bar, but their line.

    Raises
    ------
    ArgumentError
        `found` is something else, or lacks the metric.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.generation import make_dataset
    >>> made = tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1), between=("coco", "yolov5"))
    >>> [text.get_text() for text in tb.plotting.plot_reconciliation(made).get_yticklabels()][:2]
    ['coco', 'most detections: 300 of an image']
    """
    if not hasattr(found, "steps") or not hasattr(found, "tools"):
        raise ArgumentError(f"found is {found!r}. Fix: pass what truebox.diagnosis.reconcile gives.")
    key = metric or next(iter(found.reported), next(iter(found.first)))
    if key not in found.first:
        raise ArgumentError(f"metric is {key!r}; compared were {', '.join(found.first)}")
    values = [found.first[key], *(step.metrics[key] for step in found.steps)]
    names = [found.start, *(f"{step.rule}: {step.after}" for step in found.steps)]
    ax = as_axes(ax, (7.2, 1.6 + 0.4 * max(len(names) + 1, 3)))
    if any(value is None for value in values) or not found.steps:
        name_axes(ax, f"{key} by {found.start}", key, "", grid="x")
        say_undefined(ax, "no steps" if not found.steps else f"{key} is not defined by all of these rules")
        return ax
    up, down = series(2).colour, series(1).colour
    ax.barh(0, values[0], color=series(0).colour, height=0.6)
    for row, (before, after) in enumerate(pairwise(values), start=1):
        ax.barh(row, after - before, left=before, color=up if after >= before else down, height=0.6)
        ax.plot([before, before], [row - 1, row + 0.3], color=INK, linewidth=0.8)
        text = f"{after - before:+.4f}" if abs(after - before) >= _LEAST else "0"
        ax.text(max(before, after), row, f" {text}", va="center", fontsize="small")
    ax.barh(len(names), values[-1], color=series(0).colour, height=0.6)
    for row, value in ((0, values[0]), (len(names), values[-1])):
        ax.text(value, row, f" {value:.4f}", va="center", fontsize="small")
    letter_ticks(ax.yaxis, range(len(names) + 1), [*names, str(found.end)], _LONGEST)
    low, high = min(values), max(values)
    room = max(high - low, 0.01)
    ax.set(xlim=(max(0.0, low - 2 * room), min(1.1, high + room)), ylim=(len(names) + 0.6, -0.7))
    name_axes(ax, f"{key} from {found.start} to {_shortened(str(found.end))}", key, "", grid="x")
    return ax


def _shortened(end: str) -> str:
    """A tool with changed rules, which the steps say, by its name."""
    tool, changed, _ = end.partition(" with ")
    return f"{tool}, changed" if changed else tool
