"""How far the detections of a sample overlap the objects beside them, under any boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
    ax, ay, aw, ah = (a[..., k] for k in range(4))
    bx, by, bw, bh = (b[..., k] for k in range(4))
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        wide = np.maximum(np.minimum(ax + aw, bx + bw) - np.maximum(ax, bx), 0)
        high = np.maximum(np.minimum(ay + ah, by + bh) - np.maximum(ay, by), 0)
        shared = wide * high
        union = aw * ah + bw * bh - shared
        sound = (aw > 0) & (ah > 0) & (bw > 0) & (bh > 0) & (union > 0)
        ratio: FloatArray = np.where(sound, shared / union, 0.0)
    return np.nan_to_num(ratio, copy=False)


def share_of_hits(sample: Sample, truth: Truth, boxes: FloatArray) -> float:
    """How many detections of a sample lie on an object of their image, had they these boxes."""
    return float((best_of_sample(sample, truth, boxes) >= HIT).mean())


def best_of_sample(sample: Sample, truth: Truth, boxes: FloatArray) -> FloatArray:
    """The largest overlap of each detection of a sample, had they these boxes."""
    best: FloatArray = np.maximum.reduceat(overlaps_of(sample, truth, boxes), sample.first_pair)
    return best
