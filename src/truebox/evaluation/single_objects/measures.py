"""What the frames of one sequence give: overlaps, distances of centers, and their curves.

Sources: Wu, Lim and Yang, Online Object Tracking: A Benchmark, CVPR 2013 (success, precision); Müller et al.,
TrackingNet, ECCV 2018 (normalized precision); Huang, Zhao and Huang, GOT-10k, TPAMI 2021 (AO, SR).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import followed as native

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = [
    "ERRORS",
    "NORMALIZED_ERRORS",
    "center_errors",
    "clipped",
    "frame_overlaps",
    "passing_shares",
]

ERRORS: FloatArray = np.arange(51, dtype=np.float64)
"""Thresholds of precision, in pixels."""

NORMALIZED_ERRORS: FloatArray = np.linspace(0, 0.5, 51)
"""Thresholds of normalized precision, in sizes of the true box."""


def clipped(boxes: FloatArray, limit: FloatArray) -> FloatArray:
    """Boxes within an image, as the GOT-10k toolkit clips them.

    The corner is moved into the image first, then the size is cut to what is left of it. So a box that begins
    before the image is pushed into it whole instead of being cut.

    Parameters
    ----------
    boxes : float64 array [T, 4]
        x, y, width, height.
    limit : float64 array [T, 2] or [2]
        Width and height of the image.
    """
    corner = np.clip(boxes[:, :2], 0, limit)
    return np.concatenate([corner, np.clip(boxes[:, 2:], 0, limit - corner)], axis=1)


def frame_overlaps(truth: FloatArray, predictions: FloatArray) -> FloatArray:
    """IoU of the two boxes of every frame; 2^-52 is added to the union, so two empty boxes have 0.

    Parameters
    ----------
    truth, predictions : float64 arrays [T, 4]
        x, y, width, height.
    """
    overlaps = np.empty(len(truth))
    native.followed_overlaps(truth, predictions, overlaps)
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
    errors = np.empty(len(truth))
    native.center_distances(truth, predictions, normalized, errors)
    return errors


def passing_shares(
    values: FloatArray, offsets: Int64Array, thresholds: FloatArray, *, above: bool = False
) -> FloatArray:
    """The curve of each stretch: the share of its values within each threshold, or above it.

    Parameters
    ----------
    values : float64 array [T]
        Of all sequences, one after another: overlaps for success, or errors for precision.
    offsets : int64 array [S + 1]
        Where each sequence begins, and the end of the last.
    thresholds : float64 array [C]
        Ascending.
    above : bool
        Count what is larger than a threshold; by default what is at most as large.

    Returns
    -------
    float64 array [S, C]
        NaN for a sequence without values.
    """
    held = np.empty((len(offsets) - 1, len(thresholds)))
    native.curve_shares(values, offsets, thresholds, above, held)
    return held
