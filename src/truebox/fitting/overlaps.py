"""How far the detections of a sample overlap the objects beside them, under any boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import looks as native
from truebox.datasets.columns.numbers.four_numbers import from_xywh

if TYPE_CHECKING:
    from truebox.fitting.samples import Sample
    from truebox.records import Truth
    from truebox.typing import FloatArray

__all__ = [
    "HIT",
    "as_written",
    "best_of_sample",
    "ious_of_pairs",
    "known_sizes",
    "overlaps_of",
    "share_of_hits",
]

HIT = 0.5
"""A detection that overlaps an object so far lies on it."""


def as_written(boxes: FloatArray, sizes: FloatArray, read_as: str) -> FloatArray:
    """The numbers that were in the file, from boxes in pixels of images of these sizes."""
    scale, _, layout = read_as.rpartition("_")
    if scale and bool((sizes > 0).all()):
        boxes = boxes / np.tile(sizes, 2) * (100 if scale == "pct" else 1)
    return from_xywh(boxes, layout)


def known_sizes(truth: Truth, sizes: FloatArray) -> FloatArray:
    """Sizes [S, 2] of images; 1 by 1 where the truth has fractions of images of unknown size.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}])
    >>> known_sizes(truth, np.zeros((1, 2))).tolist()
    [[0.0, 0.0]]
    """
    return np.ones_like(sizes) if truth.units == "fractions" else sizes


def overlaps_of(
    sample: Sample, truth: Truth, boxes: FloatArray, true_boxes: FloatArray | None = None
) -> FloatArray:
    """IoU of every pair of a sample whose detections have these boxes [..., S, 4]; 0 where a box has no size.

    With `true_boxes` [..., P, 4] the truths of the pairs have those instead of their own.
    """
    true = truth.boxes[sample.truth] if true_boxes is None else true_boxes
    return ious_of_pairs(boxes[..., sample.detection, :], true)


def ious_of_pairs(a: FloatArray, b: FloatArray) -> FloatArray:
    """IoU of every pair of boxes [..., P, 4]; 0 where one has no size.

    Examples
    --------
    >>> ious_of_pairs(np.array([[0.0, 0, 4, 2]]), np.array([[2.0, 0, 4, 2]])).round(3).tolist()
    [0.333]
    """
    a, b = (np.ascontiguousarray(each, dtype=np.float64) for each in ((b, a) if b.ndim > a.ndim else (a, b)))
    out = np.empty(a.shape[:-1])
    if b.ndim > 2:  # each reading has both of its own
        a, b = a.reshape(-1, 4), b.reshape(-1, 4)
    readings = len(a) if a.ndim > 2 else 1
    native.overlaps_of_pairs(a.reshape(readings, len(b), 4), b, out.reshape(readings, len(b)))
    return out


def share_of_hits(sample: Sample, truth: Truth, boxes: FloatArray) -> float:
    """How many detections of a sample lie on an object of their image, had they these boxes."""
    return float((best_of_sample(sample, truth, boxes) >= HIT).mean())


def best_of_sample(
    sample: Sample, truth: Truth, boxes: FloatArray, true_boxes: FloatArray | None = None
) -> FloatArray:
    """The largest overlap of each detection of a sample: the largest of its pairs in `overlaps_of`."""
    true = truth.boxes[sample.truth] if true_boxes is None else true_boxes
    several = boxes if boxes.ndim > 2 else true
    found, beside = (
        np.ascontiguousarray(each if each.ndim > 2 else each[None], dtype=np.float64)
        for each in (boxes, true)
    )
    best = np.empty((len(several) if several.ndim > 2 else 1, len(sample)))
    native.best_overlaps(found, sample.first_pair, beside, best)
    return best if several.ndim > 2 else best[0]
