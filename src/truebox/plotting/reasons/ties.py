"""How far equal scores can move the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.palette import INK, series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_ties"]


@refuses_other_kinds
def plot_ties(ties: Any, *, ax: Axes | None = None) -> Axes:
    """Plot each metric as evaluated, between the worst and the best order of equal scores.

    Parameters
    ----------
    ties : Ties or Result
        Of `truebox.diagnosis.ties`.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        One row for each metric: a bar from worst to best, a dot for the value, an upright line for the mean
        over random orders where it is known.

    Raises
    ------
    ArgumentError
        `ties` is something else.

    Examples
    --------
    >>> from truebox.diagnosis import TieRange, Ties
    >>> from truebox.plotting import plot_ties
    >>> moved = TieRange(value=0.52, worst=0.5, best=0.53, exact=True, expected=0.51, expected_error=0.001)
    >>> ax = plot_ties(Ties(metrics={"AP": moved}, per_class=(), tied=9, rivals=2, seed=0, orders=24,
    ...     findings=()))
    >>> [text.get_text() for text in ax.texts]
    ['0.5000 to 0.5300']
    """
    ties = diagnosed(ties, diagnosis.ties)
    if not hasattr(ties, "tied") or not hasattr(ties, "metrics"):
        raise ArgumentError(f"ties is {ties!r}. Fix: pass what truebox.diagnosis.ties gives.")
    ax = as_axes(ax, (6.4, 1.4 + 0.5 * max(len(ties.metrics), 2)))
    handles: list[Any] = []
    for row, moved in enumerate(ties.metrics.values()):
        handles = _draw(ax, row, moved)
    letter_ticks(ax.yaxis, range(len(ties.metrics)), list(ties.metrics))
    ax.set_ylim(max(len(ties.metrics), 1) - 0.4, -0.7)
    ax.margins(x=0.4)
    # Numbers that do not move would else be spread over a scale of rounding errors.
    low, high = ax.get_xlim()
    if high - low < 0.01:
        ax.set_xlim((low + high) / 2 - 0.005, (low + high) / 2 + 0.005)
    ax.ticklabel_format(axis="x", useOffset=False)
    if handles:
        words = ["worst to best order", "as evaluated", "mean of random orders"]
        legend(ax, handles, words, loc="upper left", bbox_to_anchor=(1.02, 1.0))
    else:
        say_undefined(ax, "no metric is defined")
    name_axes(ax, f"{ties.tied:,} detections of equal score", "value", "", grid="x")
    return ax


def _draw(ax: Axes, row: int, moved: Any) -> list[Any]:
    look = series(0)
    (span,) = ax.plot([moved.worst, moved.best], [row, row], color=series(5).colour, linewidth=7)
    span.set_solid_capstyle("butt")
    (mean,) = ax.plot(
        [] if moved.expected is None else [moved.expected] * 2,
        [] if moved.expected is None else [row - 0.2, row + 0.2],
        color=INK, linewidth=2,
    )  # fmt: skip
    (value,) = ax.plot([moved.value], [row], look.marker, color=look.colour, markersize=8)
    worst, best = f"{moved.worst:.4f}", f"{moved.best:.4f}"
    ax.annotate(
        (worst if worst == best else f"{worst} to {best}") + ("" if moved.exact else " (bounds)"),
        ((moved.worst + moved.best) / 2, row),
        xytext=(0, 10),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize="small",
    )
    return [span, value, mean]
