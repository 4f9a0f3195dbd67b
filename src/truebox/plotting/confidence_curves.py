"""Precision, recall and F1 against the confidence from which on detections count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.errors import ArgumentError
from truebox.plotting.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.palette import INK, series
from truebox.plotting.plain_values import numbers, plain_values

if TYPE_CHECKING:
    from truebox.plotting.library import Axes

__all__ = ["plot_confidence_curves"]

_CURVES = (("precision", "precision"), ("recall", "recall"), ("f1", "F1"))


def plot_confidence_curves(curves: Any, *, ax: Axes | None = None) -> Axes:
    """Plot precision, recall and F1 against the confidence threshold, and mark the best F1.

    Parameters
    ----------
    curves : mapping, or a value with ``to_dict()``
        ``confidence`` [C], and ``precision``, ``recall``, ``f1`` [C]; None or NaN where undefined.
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
    ...     "confidence": [0.1, 0.5, 0.9], "precision": [0.5, 0.7, 1.0],
    ...     "recall": [0.9, 0.8, 0.3], "f1": [0.643, 0.747, 0.462]})
    >>> ax.get_title()
    'Best F1: 0.747 at confidence 0.500'
    """
    values = plain_values(curves, ["confidence", *(key for key, _ in _CURVES)], "curves")
    confidence = numbers(values["confidence"], "confidence")
    ax = as_axes(ax)
    handles = []
    for number, (key, _) in enumerate(_CURVES):
        curve = numbers(values[key], key)
        if len(curve) != len(confidence):
            raise ArgumentError(f"{key} has {len(curve)} values, confidence has {len(confidence)}")
        look = series(number)
        (handle,) = ax.plot(
            confidence, curve, color=look.colour, linestyle=look.line, marker=look.marker, markersize=5,
            markevery=(0.03 * number, 0.12), linewidth=2.4 if key == "f1" else 1.6,
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
    ax.set(xlim=(0, 1), ylim=(0, 1.04))
    name_axes(ax, title, "confidence threshold", "", grid="both")
    names = [name for _, name in _CURVES]
    legend(ax, handles, names, loc="lower center", ncols=3, framealpha=0.85, frameon=True, edgecolor="none")
    return ax
