"""What the frames of one sequence give: overlaps, distances of centers, and their curves.

Sources: Wu, Lim and Yang, Online Object Tracking: A Benchmark, CVPR 2013 (success, precision); Müller et al.,
TrackingNet, ECCV 2018 (normalized precision); Huang, Zhao and Huang, GOT-10k, TPAMI 2021 (AO, SR).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = [
    "ERRORS",
    "NORMALIZED_ERRORS",
    "center_errors",
    "clipped",
    "frame_overlaps",
    "share_above",
    "share_within",
]

ERRORS: FloatArray = np.arange(51, dtype=np.float64)
"""Thresholds of precision, in pixels."""

NORMALIZED_ERRORS: FloatArray = np.linspace(0, 0.5, 51)
"""Thresholds of normalized precision, in sizes of the true box."""


def clipped(boxes: FloatArray, size: tuple[float, float]) -> FloatArray:
    """Boxes within an image, as the GOT-10k toolkit clips them.

    The corner is moved into the image first, then the size is cut to what is left of it. So a box that begins
    before the image is pushed into it whole instead of being cut.

    Parameters
    ----------
    boxes : float64 array [T, 4]
        x, y, width, height.
    size : tuple of float
        Width and height of the image.
    """
    limit = np.asarray(size, dtype=np.float64)
    corner = np.clip(boxes[:, :2], 0, limit)
    return np.concatenate([corner, np.clip(boxes[:, 2:], 0, limit - corner)], axis=1)


def frame_overlaps(truth: FloatArray, predictions: FloatArray) -> FloatArray:
    """IoU of the two boxes of every frame; 2^-52 is added to the union, so two empty boxes have 0.

    Parameters
    ----------
    truth, predictions : float64 arrays [T, 4]
        x, y, width, height.
    """
    first = np.maximum(truth[:, :2], predictions[:, :2])
    last = np.minimum(truth[:, :2] + truth[:, 2:], predictions[:, :2] + predictions[:, 2:])
    shared = np.prod(np.maximum(last - first, 0), axis=1)
    # The prediction's area first: the toolkit's order decides the last bit.
    union = np.prod(predictions[:, 2:], axis=1) + np.prod(truth[:, 2:], axis=1) - shared
    overlaps: FloatArray = np.clip(shared / (union + np.finfo(np.float64).eps), 0, 1)
    return overlaps


def center_errors(truth: FloatArray, predictions: FloatArray, *, normalized: bool = False) -> FloatArray:
    """Distance of the centers in every frame; the center is that of pixels, ``x + (width - 1) / 2``.

    Parameters
    ----------
    truth, predictions : float64 arrays [T, 4]
        x, y, width, height.
    normalized : bool
        Divide the two parts of the distance by width and height of the true box, each at least 1.
    """
    away = predictions[:, :2] + (predictions[:, 2:] - 1) / 2 - (truth[:, :2] + (truth[:, 2:] - 1) / 2)
    if normalized:
        away = away / np.maximum(1.0, truth[:, 2:])
    errors: FloatArray = np.sqrt(np.sum(np.power(away, 2), axis=1))
    return errors


def share_above(overlaps: FloatArray, thresholds: FloatArray) -> FloatArray:
    """Success: the share of frames that overlap by more than each threshold."""
    shares: FloatArray = np.mean(overlaps[:, None] > thresholds, axis=0)
    return shares


def share_within(errors: FloatArray, thresholds: FloatArray) -> FloatArray:
    """Precision: the share of frames whose error is at most each threshold."""
    shares: FloatArray = np.mean(errors[:, None] <= thresholds, axis=0)
    return shares
