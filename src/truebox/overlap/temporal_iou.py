"""Intersection over union of segments of time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox._native import overlap as native
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["elementwise_temporal_iou", "pairwise_temporal_iou"]


def pairwise_temporal_iou(segments_a: Any, segments_b: Any) -> FloatArray:
    """Intersection over union of every segment of `segments_a` with every one of `segments_b`.

    Parameters
    ----------
    segments_a : array [N, 2] or list of pairs
        Start and end, in any unit of time. NumPy arrays and lists only.
    segments_b : the same, M segments
        The other segments.

    Returns
    -------
    float64 array [N, M]
        0 where two do not meet, or one has no length. No segments give shape (0, M) or (N, 0).

    Raises
    ------
    ArgumentError
        For something else than pairs of numbers.
    InputError
        For numbers that are not finite and segments that end before they begin (E-138); the message names
        argument and row.

    Notes
    -----
    As ActivityNet and THUMOS14 compute: ``overlap / (length_a + length_b - overlap)``.

    Examples
    --------
    >>> pairwise_temporal_iou([[0, 4], [10, 12]], [[2, 4]]).tolist()
    [[0.5], [0.0]]
    """
    return _pairwise(segments_a, segments_b)


def elementwise_temporal_iou(segments_a: Any, segments_b: Any) -> FloatArray:
    """Intersection over union of each segment of `segments_a` with the one of `segments_b` in the same row.

    Parameters
    ----------
    segments_a, segments_b : arrays [N, 2] or lists of pairs
        As in `pairwise_temporal_iou`; as many on either side.

    Returns
    -------
    float64 array [N]
        As `pairwise_temporal_iou` has it.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_temporal_iou`, and for sides of different length.

    Examples
    --------
    >>> elementwise_temporal_iou([[0, 4], [10, 12]], [[2, 4], [11, 12]]).tolist()
    [0.5, 0.5]
    """
    return _elementwise(segments_a, segments_b)


def _pairwise_of_anything(segments_a: Any, segments_b: Any) -> FloatArray:
    a, b = _segments(segments_a, "segments_a"), _segments(segments_b, "segments_b")
    found: FloatArray | None = _pairwise_kernel(a, b)
    return _iou(a[:, None], b[None]) if found is None else found


def _elementwise_of_anything(segments_a: Any, segments_b: Any) -> FloatArray:
    a, b = _segments(segments_a, "segments_a"), _segments(segments_b, "segments_b")
    if len(a) != len(b):
        raise ArgumentError(
            f"segments_b: {len(b)} segments for {len(a)} of segments_a. Fix: pass as many on either side."
        )
    found: FloatArray | None = _elementwise_kernel(a, b)
    return _iou(a, b) if found is None else found


_pairwise_kernel = native.kernel("pairwise_temporal_iou")
_elementwise_kernel = native.kernel("elementwise_temporal_iou")
_pairwise: Callable[[Any, Any], FloatArray] = native.kernel("pairwise_temporal_iou", _pairwise_of_anything)
_elementwise: Callable[[Any, Any], FloatArray] = native.kernel(
    "elementwise_temporal_iou", _elementwise_of_anything
)


def _iou(a: FloatArray, b: FloatArray) -> FloatArray:
    """For numbers so large that lengths may overflow."""
    shared = np.minimum(a[..., 1], b[..., 1]) - np.maximum(a[..., 0], b[..., 0])
    shared = np.maximum(shared, 0.0)
    together = (a[..., 1] - a[..., 0]) + (b[..., 1] - b[..., 0]) - shared
    found: FloatArray = np.divide(shared, together, out=np.zeros(shared.shape), where=shared > 0)
    return found


def _segments(given: Any, name: str) -> FloatArray:
    refuse_masked(given, name)
    try:
        rows = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        rows = np.empty(1)
    if rows.size == 0:
        rows = rows.reshape(0, 2)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise ArgumentError(f"{name}: expected pairs [start, end]. Fix: pass an array of shape [N, 2].")
    bad = ~np.isfinite(rows).all(axis=1) | (rows[:, 1] < rows[:, 0])
    if bad.any():
        row = int(bad.argmax())
        problem = f"({rows[row, 0]:g}, {rows[row, 1]:g}) is not finite or ends before it begins"
        raise InputError("E-138", f"{name} row {row}", problem, "give every segment a start and a later end")
    return rows
