"""Precision, recall and F1 of each class where it is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_operating_points"]

_MARKS = (("precision", "precision"), ("recall", "recall"), ("f1", "F1"))


@refuses_other_kinds
def plot_operating_points(points: Any, *, most: int = 30, ax: Axes | None = None) -> Axes:
    """Plot precision, recall and F1 at the score to cut at: of all classes together, then of each.

    Parameters
    ----------
    points : OperatingPoints or Result
        Of `truebox.diagnosis`.
    most : int
        How many classes at most: those of the lowest F1, which come first.
    ax : Axes, optional
        By default those of a new figure, which grows with the number of classes.

    Returns
    -------
    Axes
        The scores stand on the right; "n/a" where no score does what was asked.

    Raises
    ------
    ArgumentError
        `points` is something else, or `most` is no whole number of at least 0.

    Examples
    --------
    >>> from truebox.diagnosis import OperatingPoint, OperatingPoints
    >>> from truebox.plotting import plot_operating_points
    >>> cut = OperatingPoint(name="all", score=0.4, precision=0.8, recall=0.6, f1=0.69)
    >>> ax = plot_operating_points(OperatingPoints(asked="best F1", iou=0.5, overall=cut, per_class=()))
    >>> [text.get_text() for text in ax.texts]
    ['score 0.400']
    """
    points = diagnosed(points, diagnosis.operating_points, at_iou=True)
    if not hasattr(points, "overall") or not hasattr(points, "asked"):
        raise ArgumentError(f"points is {points!r}. Fix: pass what truebox.diagnosis.operating_points gives.")
    if not isinstance(most, int) or isinstance(most, bool) or most < 0:
        raise ArgumentError(f"most is {most!r}; expected a whole number of at least 0")
    ranked = sorted(points.per_class, key=lambda point: (point.f1 is None, point.f1 or 0.0))
    rows = [points.overall, *ranked[:most]]
    ax = as_axes(ax, (6.4, 1.7 + 0.34 * max(len(rows), 3)))
    handles = []
    for number, (key, _) in enumerate(_MARKS):
        look = series(number)
        known = [(getattr(point, key), row) for row, point in enumerate(rows)]
        known = [(value, row) for value, row in known if value is not None]
        (handle,) = ax.plot(
            [value for value, _ in known], [row for _, row in known], linestyle="", marker=look.marker,
            color=look.colour, markersize=7,
        )  # fmt: skip
        handles.append(handle)
    for row, point in enumerate(rows):
        text = "n/a" if point.score is None else f"score {point.score:.3f}"
        ax.text(1.02, row, text, va="center", fontsize="small", transform=ax.get_yaxis_transform())
    names = ["all classes", *(point.name for point in rows[1:])]
    letter_ticks(ax.yaxis, range(len(rows)), names)
    ax.set(xlim=(-0.02, 1.02), ylim=(len(rows) - 0.4, -0.6))
    below = f"at IoU {points.iou:g}"
    below += f"; {most:,} of {len(ranked):,} classes, those of the lowest F1" if len(ranked) > most else ""
    name_axes(ax, f"Cut at: {points.asked}", below, "", grid="both")
    legend(ax, handles, [word for _, word in _MARKS], loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    ax.set_title(ax.get_title(), pad=26)  # above the legend
    return ax
