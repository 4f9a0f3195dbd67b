"""How scores and overlaps are distributed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.palette import INK, series
from truebox.plotting.parts.plain_values import numbers

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_iou_histogram", "plot_score_histogram"]

_BINS = 20


@refuses_other_kinds
def plot_score_histogram(scores: Any, correct: Any = None, *, ax: Axes | None = None) -> Axes:
    """Plot how many detections have which score, the right ones apart from the wrong ones.

    Parameters
    ----------
    scores : array-like [N], Result or MatchTable
        Finite. Of a result or its match table those that count at its first IoU threshold are drawn.
    correct : boolean array-like [N], optional
        Which detections found a truth; known of a result and a table.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        Arrays of other shapes, or a score that is not finite.

    Examples
    --------
    >>> from truebox.plotting import plot_score_histogram
    >>> ax = plot_score_histogram([0.9, 0.92, 0.3], [True, True, False])
    >>> float(sum(bar.get_height() for bar in ax.patches))
    3.0
    """
    scores = getattr(scores, "matches", scores)
    if hasattr(scores, "outcome_at"):
        outcome = scores.outcome_at(0)
        # 2 is ignored: neither right nor wrong.
        scores, correct = scores.state.score[outcome < 2], outcome[outcome < 2] == 1
    values = _finite(scores, "scores")
    groups = [("detections", values)]
    if correct is not None:
        right = np.asarray(correct, dtype=None if np.size(correct) else np.bool_)
        if right.dtype != np.bool_ or right.shape != values.shape:
            raise ArgumentError(
                f"correct has shape {right.shape}, dtype {right.dtype}; expected bool {values.shape}"
            )
        groups = [("true positives", values[right]), ("false positives", values[~right])]
    ax = as_axes(ax)
    low, high = (min(0.0, float(values.min())), max(1.0, float(values.max()))) if len(values) else (0.0, 1.0)
    edges = np.linspace(low, high, _BINS + 1)
    below = np.zeros(_BINS)
    handles: list[Any] = []
    for number, (_, group) in enumerate(groups):
        heights = np.histogram(group, edges)[0].astype(float)
        look = series(number)
        handles.append(
            ax.bar(
                edges[:-1], heights, np.diff(edges), below, align="edge", color=look.colour, hatch=look.hatch,
                edgecolor="white", linewidth=0.6,
            )
        )  # fmt: skip
        below = below + heights
    if not len(values):
        say_undefined(ax, "no detections")
    ax.set_xlim(low, high)
    ax.set_ylim(bottom=0)
    ax.locator_params(axis="y", integer=True, min_n_ticks=1)
    name_axes(ax, "Scores", "score", "detections", grid="y")
    if correct is not None:
        legend(ax, handles, [f"{name} ({len(group):,})" for name, group in groups], loc="best")
    return ax


@refuses_other_kinds
def plot_iou_histogram(ious: Any, *, threshold: float = 0.5, ax: Axes | None = None) -> Axes:
    """Plot how well detections overlap the truth they are nearest to.

    Parameters
    ----------
    ious : array-like [N], Result or MatchTable
        In [0, 1]; None or NaN where there is no truth to overlap, which is left out and counted. Of a result
        or its match table the best overlap of each detection with a truth of its class.
    threshold : float
        Marked by a line.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        Not one axis of numbers.

    Examples
    --------
    >>> from truebox.plotting import plot_iou_histogram
    >>> ax = plot_iou_histogram([0.9, 0.3, None])
    >>> ax.get_title()
    'IoU with the nearest truth (1 of 3 overlap none)'
    """
    ious = getattr(ious, "matches", ious)
    if hasattr(ious, "detections"):
        detections = ious.detections
        ious = np.where(detections.own_truth >= 0, detections.own_overlap, np.nan)
    values = numbers(ious, "ious")
    known = values[np.isfinite(values)]
    ax = as_axes(ax)
    edges = np.linspace(0.0, 1.0, _BINS + 1)
    heights = np.histogram(known, edges)[0]
    passed = edges[:-1] >= threshold - 1e-9
    for number, chosen in enumerate((passed, ~passed)):
        look = series(number)
        ax.bar(
            edges[:-1][chosen], heights[chosen], np.diff(edges)[chosen], align="edge", color=look.colour,
            hatch=look.hatch, edgecolor="white", linewidth=0.6,
        )  # fmt: skip
    ax.axvline(threshold, color=INK, linestyle="--", linewidth=1.2)
    ax.set_ylim(bottom=0)
    ax.locator_params(axis="y", integer=True, min_n_ticks=1)
    left_out = len(values) - len(known)
    if not len(known):
        say_undefined(ax, "nothing overlaps")
    ax.set_xlim(0, 1)
    title = "IoU with the nearest truth"
    title += f" ({left_out:,} of {len(values):,} overlap none)" if left_out else ""
    name_axes(ax, title, "IoU", "detections", grid="y")
    return ax


def _finite(values: Any, name: str) -> Any:
    array = numbers(values, name)
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array))[0])
        raise ArgumentError(f"{name}[{row}] is {array[row]}; expected finite numbers")
    return array
