"""Which class is taken for which, background included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.evaluation import Result
from truebox.plotting.parts.axes import as_axes, name_axes
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.of_result import confusion_where_cut
from truebox.plotting.parts.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes
    from truebox.typing import FloatArray

__all__ = ["plot_confusion_matrix"]

# More cells than this a side have no room for their number, and more classes none for their name.
_WRITTEN, _NAMED = 14, 45
_CUT = {"iou": "IoU", "score": "score from"}


@refuses_other_kinds
def plot_confusion_matrix(
    matrix: Any,
    names: Sequence[str] | None = None,
    *,
    normalise: Literal["truth", "prediction"] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Plot a confusion matrix: rows are true classes, columns predicted ones, the last of both background.

    Parameters
    ----------
    matrix : ConfusionMatrix, Result, mapping, or array-like [K + 1, K + 1]
        From `truebox.diagnosis`, or with its keys ``counts`` and ``names`` (the last is background), or the
        counts alone. Of a result the detections from the score of the best F1 up, where the report page cuts
        too; ``diagnosis.confusion_matrix(result, score=0.25)`` is one of another score.
    names : sequence of str [K], optional
        Names of the classes without the background; needed for counts alone.
    normalise : {"truth", "prediction"}, optional
        Divide rows by the truths, or columns by the predictions, of the class. Without any the cell is empty.
    ax : Axes, optional
        By default those of a new figure, which grows with the number of classes.

    Returns
    -------
    Axes
        The title says the overlap and the score from which on pairs were counted, where they are known.

    Raises
    ------
    ArgumentError
        The matrix is not square, or names do not fit it.

    Examples
    --------
    >>> from truebox.plotting import plot_confusion_matrix
    >>> ax = plot_confusion_matrix([[8, 1, 2], [0, 5, 1], [3, 0, 0]], ["cat", "dog"])
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['cat', 'dog', 'background']
    """
    if isinstance(matrix, Result):
        matrix = confusion_where_cut(matrix)
    cut = ""
    if names is None:
        values = plain_values(matrix, ["counts", "names"], "matrix")
        matrix, labels = values["counts"], [str(name) for name in values["names"]]
        known = [(word, values.get(key)) for key, word in _CUT.items()]
        cut = ", ".join(f"{word} {value:.3g}" for word, value in known if value is not None)
    else:
        labels = [*names, "background"]
    counts = np.asarray(matrix, dtype=np.float64)
    if counts.shape != (len(labels), len(labels)):
        raise ArgumentError(
            f"matrix has shape {counts.shape}; expected {[len(labels)] * 2} for {len(labels) - 1} classes "
            "and the background"
        )
    shares = _normalised(counts, normalise)
    size = len(counts)
    side = min(max(4.2, 0.42 * size + 1.8), 14.0)
    ax = as_axes(ax, (side * 1.12, side), square=True)
    top = float(np.nanmax(shares, initial=0.0)) if normalise is None else 1.0
    picture = ax.imshow(shares, cmap="Blues", vmin=0, vmax=top or 1.0, interpolation="nearest")
    if size <= _WRITTEN:
        _write(ax, shares, normalise, top or 1.0)
    _name_ticks(ax, labels)
    share = "" if normalise is None else f", share of {normalise}s"
    name_axes(ax, f"Confusion{share}", "predicted", "true")
    if cut:
        ax.set_title(f"{ax.get_title()}\n{cut}", fontsize="medium")
    ax.axhline(size - 1.5, color="#222222", linewidth=0.8)
    ax.axvline(size - 1.5, color="#222222", linewidth=0.8)
    ax.figure.colorbar(picture, ax=ax, fraction=0.046, pad=0.03)
    return ax


def _normalised(counts: FloatArray, normalise: str | None) -> FloatArray:
    if normalise is None:
        return counts
    if normalise not in {"truth", "prediction"}:
        raise ArgumentError(f"normalise is {normalise!r}; expected 'truth', 'prediction' or None")
    totals = counts.sum(axis=1 if normalise == "truth" else 0, keepdims=True)
    shares: FloatArray = np.divide(counts, totals, out=np.full_like(counts, np.nan), where=totals > 0)
    return shares


def _write(ax: Axes, values: FloatArray, normalise: str | None, top: float) -> None:
    for (row, column), value in np.ndenumerate(values):
        if not value > 0:
            continue
        text = f"{value:,.0f}" if normalise is None else f"{value:.2f}"
        ink = "white" if value > 0.55 * top else "black"
        ax.text(column, row, text, ha="center", va="center", color=ink, fontsize="small")


def _name_ticks(ax: Axes, names: Sequence[str]) -> None:
    """All names, or every second, third, ... where there is no room; background always."""
    every = -(-len(names) // _NAMED)
    places = [*range(0, len(names) - 1, every), len(names) - 1]
    chosen = [names[place] for place in places]
    letter_ticks(ax.yaxis, places, chosen, 24)
    letter_ticks(ax.xaxis, places, chosen, 24)
    for text in ax.get_xticklabels():
        text.set(rotation=90 if len(names) > 8 else 30, ha="center" if len(names) > 8 else "right")
        text.set_rotation_mode("anchor" if len(names) <= 8 else "default")
