"""Precision, recall and F1 against the confidence from which on detections count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.palette import INK, marks_along, series
from truebox.plotting.parts.plain_values import numbers, plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_confidence_curves"]

_CURVES = (("precision", "precision"), ("recall", "recall"), ("f1", "F1"))


@refuses_other_kinds
def plot_confidence_curves(curves: Any, *, ax: Axes | None = None) -> Axes:
    """Plot precision, recall and F1 against the confidence threshold, and mark the best F1.

    Parameters
    ----------
    curves : ConfidenceCurve, ConfidenceCurves, Result or mapping
        From `truebox.diagnosis`; of several the overall one is plotted. A mapping has ``score`` [C], and
        ``precision``, ``recall``, ``f1`` [C]; None or NaN where undefined.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        A key is missing, or lists differ in length.

    Examples
    --------
    >>> from truebox.plotting import plot_confidence_curves
    >>> ax = plot_confidence_curves({
    ...     "score": [0.9, 0.5, 0.1], "precision": [1.0, 0.7, 0.5],
    ...     "recall": [0.3, 0.8, 0.9], "f1": [0.462, 0.747, 0.643]})
    >>> ax.get_title()
    'Best F1: 0.747 at confidence 0.500'
    """
    curves = diagnosed(curves, diagnosis.confidence_curves, at_iou=True)
    curves = getattr(curves, "overall", curves)
    if hasattr(curves, "true_positives"):
        # All points: as a document a long curve is thinned out.
        curves = {key: getattr(curves, key) for key in ("score", *(key for key, _ in _CURVES))}
    values = plain_values(curves, ["score", *(key for key, _ in _CURVES)], "curves")
    confidence = numbers(values["score"], "score")
    ax = as_axes(ax)
    handles = []
    for number, (key, _) in enumerate(_CURVES):
        curve = numbers(values[key], key)
        if len(curve) != len(confidence):
            raise ArgumentError(f"{key} has {len(curve)} values, score has {len(confidence)}")
        look = series(number)
        (handle,) = ax.plot(
            confidence, curve, color=look.colour, linestyle=look.line, marker=look.marker, markersize=5,
            markevery=marks_along(curve, 3 * number), linewidth=2.4 if key == "f1" else 1.6,
        )  # fmt: skip
        handles.append(handle)
    f1 = numbers(values["f1"], "f1")
    title = "Precision, recall and F1"
    if np.isfinite(f1).any():
        best = int(np.nanargmax(f1))
        title = f"Best F1: {f1[best]:.3f} at confidence {confidence[best]:.3f}"
        ax.axvline(confidence[best], color=INK, linewidth=1, linestyle=":")
        ax.plot([confidence[best]], [f1[best]], "o", color=INK, markersize=7)
    else:
        say_undefined(ax, "no F1 is defined")
    low, high = (np.nanmin(confidence), np.nanmax(confidence)) if len(confidence) else (0.0, 1.0)
    ax.set(xlim=(min(0.0, low), max(1.0, high)), ylim=(0, 1.04))
    name_axes(ax, title, "confidence threshold", "", grid="both")
    names = [name for _, name in _CURVES]
    legend(ax, handles, names, loc="lower center", ncols=3, framealpha=0.85, frameon=True, edgecolor="none")
    return ax
