"""Labels whose pixels are those of other classes: numbered otherwise, told by the matrix of pixels alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.evaluation.semantic.confusion import LabelConfusion
from truebox.matching import match_optimal
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.typing import FloatArray, Int64Array

__all__ = ["likeliest_labels", "traded_labels"]

_MOST_CLASSES = 2_000
_SURE, _TIMES_SURE = 0.3, 3
"""IoU with the other class, and how often that of its own."""
_BETTER, _TIMES_BETTER = 0.02, 1.05
_AGAIN = 2
"""Further images that have to show it, or one if all do: what is in one image alone may be one mistake."""
_SHOWN = 3


def traded_labels(total: LabelConfusion, likeliest: Int64Array | None = None) -> Finding | None:
    """What to say (W-322) where labels have the pixels of other classes, and the mean IoU is better so.

    Of one label its IoU with the other class must be .3 at least and three times that with its own. Several
    images must show it, unless half of the classes are concerned, or all labels trade places with each other.

    Parameters
    ----------
    total : LabelConfusion
        Of all images.
    likeliest : int64 array [I, C], optional
        Of every image and true class the label that most of its pixels have, -1 without pixels
        (`likeliest_labels`).

    Examples
    --------
    >>> pixels = np.array([[900, 0, 0], [0, 0, 500], [0, 400, 20]])
    >>> traded_labels(LabelConfusion(pixels, ("road", "car", "sky"))).count
    2
    """
    mean = total.mean_iou
    if mean is None or not 1 < len(total.names) <= _MOST_CLASSES:
        return None
    moved = _moved(total)
    if not moved or (likeliest is not None and not _is_of_many(moved, total, likeliest)):
        return None
    matrix = np.zeros_like(total.matrix)
    meant = np.arange(len(total.names))
    meant[list(moved)] = list(moved.values())
    np.add.at(matrix.T, meant, total.matrix.T)
    otherwise = LabelConfusion(matrix, total.names).mean_iou
    if otherwise is None or otherwise < max(mean + _BETTER, _TIMES_BETTER * mean):
        return None
    shown = ", ".join(
        f"{found} ({say(total.names[found])}) on {true} ({say(total.names[true])})"
        for found, true in list(moved.items())[:_SHOWN]
    )
    more = " ..." if len(moved) > _SHOWN else ""
    steps = {true - found for found, true in moved.items()}
    step = steps.pop() if len(steps) == 1 and len(moved) > 1 else 0
    off = f" (labels seem {abs(step)} too {'low' if step > 0 else 'high'})" if step else ""
    return Finding(
        "W-322",
        f"most pixels of {counted(len(moved), 'label')} are those of another class, {shown}{more}"
        f"{off}; the mean IoU would be {otherwise:.4f} instead of {mean:.4f} if they were of "
        "that class",
        len(moved),
    )


def likeliest_labels(one: LabelConfusion) -> Int64Array:
    """Of every true class the label that most of its pixels have; -1 for a class without pixels.

    Examples
    --------
    >>> likeliest_labels(LabelConfusion(np.array([[1, 5], [0, 0]]), ("road", "car"))).tolist()
    [1, -1]
    """
    return np.where(one.matrix.any(axis=1), one.matrix.argmax(axis=1), -1)


def _is_of_many(moved: Mapping[int, int], total: LabelConfusion, likeliest: Int64Array) -> bool:
    """Whether a rule moved the labels: one mistake in one image makes a rare class look moved too."""
    held = total.matrix.any(axis=1).sum()
    if len(moved) > 1 and (2 * len(moved) >= held or moved.keys() == set(moved.values())):
        return True
    seen = likeliest[:, list(moved.values())]
    shown, where = (seen == list(moved)).sum(axis=0), (seen >= 0).sum()
    again = np.maximum(shown - 1, 0).sum()
    return bool(again >= _AGAIN and 2 * shown.sum() >= where) or bool(again and shown.sum() == where)


def _moved(total: LabelConfusion) -> Mapping[int, int]:
    """Predicted label to the other class that it fits, each class once."""
    overlap = _overlaps(total)
    if not _may_fit(overlap):
        return {}
    pairs = match_optimal(overlap.T, maximize=True)
    return {
        found: true
        for found, true in zip(pairs.rows.tolist(), pairs.columns.tolist(), strict=True)
        if true != found
        and overlap[true, found] >= max(_SURE, _TIMES_SURE * overlap[found, found])
        and overlap[true, found] >= _TIMES_SURE * overlap[true, true]
    }


def _overlaps(total: LabelConfusion) -> FloatArray:
    """IoU of every true class with every predicted label."""
    pixels = total.matrix.astype(np.float64)
    union = pixels.sum(axis=1)[:, None] + pixels.sum(axis=0)[None] - pixels
    found: FloatArray = np.divide(pixels, union, out=np.zeros_like(pixels), where=union > 0)
    return found


def _may_fit(overlap: FloatArray) -> bool:
    """Whether any label fits another class well at all."""
    elsewhere = overlap.copy()
    np.fill_diagonal(elsewhere, 0)
    return bool(elsewhere.max() >= _SURE)
