"""Whether a confidence of 0.8 is right eight times in ten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.palette import INK, series
from truebox.plotting.parts.plain_values import numbers, plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_calibration"]


@refuses_other_kinds
def plot_calibration(bins: Any, *, ax: Axes | None = None) -> Axes:
    """Plot how often detections of a score are right: a reliability diagram.

    Parameters
    ----------
    bins : Calibration, Result or mapping
        From `truebox.diagnosis`; or per bin ``mean_score`` [B], ``precision`` [B] (share that is right) and
        ``count`` [B], and optionally ``ece``, the expected calibration error. Bins that count nothing are
        left out.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        Dots grow with the number of detections; those below the diagonal are too confident.

    Raises
    ------
    ArgumentError
        A key is missing, or lists differ in length.

    Examples
    --------
    >>> from truebox.plotting import plot_calibration
    >>> bins = {"mean_score": [0.3, 0.8], "precision": [0.2, 0.7], "count": [40, 60], "ece": 0.1}
    >>> ax = plot_calibration(bins)
    >>> ax.get_title()
    'Calibration error 0.100'
    """
    bins = diagnosed(bins, diagnosis.calibration, at_iou=True)
    values = plain_values(bins, ["mean_score", "precision", "count"], "bins")
    confidence, accuracy, count = (numbers(values[key], key) for key in ("mean_score", "precision", "count"))
    if not len(confidence) == len(accuracy) == len(count):
        raise ArgumentError(
            f"bins: mean_score has {len(confidence)} values, precision {len(accuracy)}, count {len(count)}"
        )
    ax = as_axes(ax, (5.2, 4.8), square=True)
    filled = np.isfinite(accuracy) & np.isfinite(confidence) & (count > 0)
    look = series(0)
    (ideal,) = ax.plot([0, 1], [0, 1], color=INK, linestyle=":", linewidth=1.2)
    x, y = confidence[filled], accuracy[filled]
    ax.vlines(x, np.minimum(x, y), np.maximum(x, y), color=series(3).colour, linewidth=2.5, alpha=0.6)
    (line,) = ax.plot(x, y, color=look.colour, linewidth=1.6)
    largest = float(count.max(initial=1.0)) or 1.0
    ax.scatter(x, y, s=18 + 160 * count[filled] / largest, color=look.colour, edgecolor="white", zorder=3)
    if not filled.any():
        say_undefined(ax, "no detections")
    error = values.get("ece")
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    title = "Calibration" if error is None else f"Calibration error {error:.3f}"
    name_axes(ax, title, "score", "share that is right", grid="both")
    legend(ax, [line, ideal], ["detections", "perfectly calibrated"], loc="upper left")
    return ax
