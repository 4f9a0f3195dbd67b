"""Recall of the parts of the data, beside that of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes, say_undefined
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.palette import INK, series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_slices"]


@refuses_other_kinds
def plot_slices(slices: Any, *, ax: Axes | None = None) -> Axes:
    """Plot the recall of every part of the data, and where the rest stands.

    Parameters
    ----------
    slices : Slices or Result
        Of `truebox.diagnosis.slices`.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        In the order given, from the top: a dot for the part, an upright line for the rest, and the word
        "worse" where chance does not explain the difference. Parts without truths are left out.

    Raises
    ------
    ArgumentError
        `slices` is something else.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.plotting import plot_slices
    >>> truth = [{"boxes": [[0, 0, 9, 9], [0, 0, 200, 200]], "labels": [1, 1]}]
    >>> found = [{"boxes": [[0, 0, 200, 200]], "labels": [1], "scores": [0.9]}]
    >>> result = tb.evaluate(truth, found, mode="corrected")
    >>> ax = plot_slices(tb.diagnosis.slices(result, ["size"]))
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['size: small', 'size: large']
    """
    slices = diagnosed(slices, diagnosis.slices, at_iou=True)
    if not hasattr(slices, "rows") or not hasattr(slices, "worst"):
        raise ArgumentError(f"slices is {slices!r}. Fix: pass what truebox.diagnosis.slices gives.")
    rows = [row for row in slices.rows if row.recall is not None]
    ax = as_axes(ax, (6.4, 1.4 + 0.4 * max(len(rows), 2)))
    for place, row in enumerate(rows):
        _draw(ax, place, row)
    letter_ticks(ax.yaxis, range(len(rows)), [f"{row.by}: {row.label}" for row in rows])
    ax.set_ylim(len(rows) - 0.4, -0.7)
    ax.set_xlim(-0.02, 1.02)
    if not rows:
        say_undefined(ax, "no truths")
    name_axes(ax, "Parts (dots) and the rest (lines)", f"recall at IoU {slices.iou:g}", "", grid="x")
    return ax


def _draw(ax: Axes, place: int, row: Any) -> None:
    # Shape and word tell what colour alone would not.
    look = series(1 if row.worse else 0)
    ax.plot([row.recall], [place], marker=look.marker, color=look.colour, markersize=8, linestyle="")
    if row.elsewhere is not None:
        ax.plot([row.elsewhere] * 2, [place - 0.3, place + 0.3], color=INK, linewidth=1.5)
    if row.worse:
        ax.annotate(
            "worse",
            (row.recall, place),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize="small",
        )
