"""Greedy non-maximum suppression of rotated boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import suppression as native
from truebox._typed import suppressed_rows
from truebox.errors import ArgumentError
from truebox.overlap import pairwise_rotated_iou
from truebox.suppression.arguments import as_fraction, as_labels, as_most, as_score_limit, as_scores
from truebox.suppression.libraries import as_numpy

if TYPE_CHECKING:
    from truebox.boxes.rotated.rotation import AngleUnit, TurningDirection

__all__ = ["rotated_nms"]


@suppressed_rows
def rotated_nms(
    boxes: Any,
    scores: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    labels: Any = None,
    iou_threshold: float = 0.5,
    score_threshold: float | None = None,
    max_detections: int | None = None,
    threads: int | None = None,
) -> Any:
    """`truebox.nms` of rotated boxes, by the exact area they share.

    Parameters
    ----------
    boxes : array-like [N, 5]
        Centre x and y, width, height, angle; of any library.
    scores, labels, iou_threshold, score_threshold, max_detections
        As for `truebox.nms`.
    unit, direction : str
        What angles are, as of `truebox.overlap.pairwise_rotated_iou`.
    threads : int, optional
        At most this many.

    Returns
    -------
    int64 array [K]
        Rows kept, highest score first; a tensor of tensors, as of `truebox.nms`.

    Raises
    ------
    InputError
        For the first box that is not finite (E-190) or has a negative size (E-192).
    ArgumentError
        As of `truebox.nms`.

    Examples
    --------
    >>> from truebox.suppression import rotated_nms
    >>> boxes = [[50, 50, 40, 10, 30], [51, 50, 40, 10, 32], [50, 50, 40, 10, 120]]
    >>> rotated_nms(boxes, [0.9, 0.8, 0.7], unit="degrees", direction="clockwise")
    array([0, 2])
    """
    return _rotated_nms(
        boxes,
        scores,
        unit,
        direction,
        labels,
        iou_threshold,
        score_threshold,
        max_detections,
        threads,
    )


@refuses_other_kinds
def _of_anything(  # noqa: PLR0917  in the order of the native function, which calls it
    boxes: Any,
    scores: Any,
    unit: AngleUnit,
    direction: TurningDirection,
    labels: Any = None,
    iou_threshold: float = 0.5,
    score_threshold: float | None = None,
    max_detections: int | None = None,
    threads: int | None = None,
) -> Any:
    boxes, scores, labels, home = as_numpy(boxes, scores, labels)
    threshold, limit, most = (
        as_fraction(iou_threshold, "iou_threshold"),
        as_score_limit(score_threshold),
        as_most(max_detections),
    )
    rows = np.asarray(boxes, np.float64).reshape(-1, 5) if np.size(boxes) == 0 else np.asarray(boxes)
    if rows.ndim > 2:
        raise ArgumentError(f"boxes has shape {rows.shape}; expected [N, 5], five numbers a box")
    # Refuses what is no box, by its row.
    pairwise_rotated_iou(rows[:0], rows, unit=unit, direction=direction, threads=threads)
    ranking, kinds = as_scores(scores, len(rows)), as_labels(labels, len(rows))
    kept = np.empty(0, np.int64)
    if len(rows):
        rows = np.require(rows, np.float64, ("C", "A", "E"))
        kept = _kernel(rows, ranking, unit, direction, kinds, threshold, limit, most, threads)
    return kept if home is None else home.integers(kept)


_kernel: Callable[..., Any] = native.kernel("rotated_nms")
_rotated_nms: Callable[..., Any] = native.kernel("rotated_nms", _of_anything)
