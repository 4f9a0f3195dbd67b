"""Soft-NMS: a box that overlaps a better one loses score instead of vanishing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from truebox._kinds import refuses_other_kinds
from truebox._native import suppression as native
from truebox._typed import overlap_rows_and_scores, suppressed_rows_and_scores
from truebox.errors import ArgumentError
from truebox.suppression.arguments import (
    as_box_rows,
    as_choice,
    as_fraction,
    as_labels,
    as_most,
    as_overlap_matrix,
    as_score_limit,
    as_scores,
)
from truebox.suppression.libraries import as_numpy

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.typing import Pixels

__all__ = ["as_sigma", "soft_nms", "soft_nms_from_overlap"]


@suppressed_rows_and_scores
@refuses_other_kinds
def soft_nms(
    boxes: Any,
    scores: Any,
    *,
    labels: Any = None,
    decay: Literal["linear", "gaussian"] = "gaussian",
    sigma: float = 0.5,
    iou_threshold: float = 0.3,
    score_threshold: float | None = 0.001,
    max_detections: int | None = None,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
) -> Any:
    """Rows and lowered scores of Soft-NMS, highest lowered score first.

    Again and again the row with the highest score left is picked (of equal ones the first), and the
    scores of the others are multiplied: ``linear`` by ``1 - IoU`` where the IoU is greater than
    `iou_threshold`, ``gaussian`` by ``exp(-IoU² / sigma)``. Computed in float64, in time N² at most.

    Parameters
    ----------
    boxes : array-like [N, 4]
        Computed in float64. Of any library, as for `nms`.
    scores : array-like [N]
        Finite and not negative.
    labels : array-like of int [N], optional
        Only boxes with equal labels lower each other's scores.
    decay : {"gaussian", "linear"}
        The factor above.
    sigma : float
        Greater than 0; used by ``gaussian``. The paper's value is 0.5.
    iou_threshold : float
        From 0 to 1; used by ``linear``. The paper's value is 0.3.
    score_threshold : float, optional
        Rows whose score falls below are left out; None keeps every row.
    max_detections : int, optional
        At most this many rows, over all labels.
    box_format, pixels
        As for `nms`.

    Returns
    -------
    rows : int64 array [K]
        A tensor of tensors, as of `nms`.
    scores : float64 array [K]
        Of tensors in the dtype of `scores`; integers become floats.

    Raises
    ------
    ArgumentError, InputError
        As `nms`, and for negative scores.

    References
    ----------
    Bodla et al., "Soft-NMS: Improving Object Detection With One Line of Code", ICCV 2017, arXiv:1704.04503.

    Examples
    --------
    >>> from truebox.suppression import soft_nms
    >>> boxes = [(0, 0, 10, 10), (0, 0, 10, 8), (20, 20, 30, 30)]
    >>> rows, scores = soft_nms(boxes, [0.9, 0.8, 0.7], decay="linear")
    >>> rows, scores.round(2)  # the second box overlaps the first by 0.8, so it keeps a fifth of its score
    (array([0, 2, 1]), array([0.9 , 0.7 , 0.16]))
    """
    boxes, scores, labels, home = as_numpy(boxes, scores, labels)
    rows = as_box_rows(boxes, box_format=box_format, pixels=pixels, double=True)
    kept, lowered = native.soft_nms(
        rows,
        as_scores(scores, len(rows), negative=False),
        as_labels(labels, len(rows)),
        as_choice(decay, ("gaussian", "linear"), "decay") == "linear",
        as_fraction(iou_threshold, "iou_threshold"),
        as_sigma(sigma),
        max(as_score_limit(score_threshold), 0.0),
    )
    most = as_most(max_detections)
    kept, lowered = kept[:most], lowered[:most]
    return (kept, lowered) if home is None else (home.integers(kept), home.numbers(lowered))


@overlap_rows_and_scores
@refuses_other_kinds
def soft_nms_from_overlap(
    overlap: Any,
    scores: Any,
    *,
    labels: Any = None,
    decay: Literal["linear", "gaussian"] = "gaussian",
    sigma: float = 0.5,
    threshold: float = 0.3,
    score_threshold: float | None = 0.001,
    max_detections: int | None = None,
) -> Any:
    """`soft_nms` on overlaps that somebody computed: of masks, rotated boxes, polygons.

    Parameters
    ----------
    overlap : array-like [N, N]
        ``overlap[i, j]`` from 0 to 1: how much a picked row i covers row j.
    scores, labels, decay, sigma, score_threshold, max_detections
        As for `soft_nms`.
    threshold : float
        From 0 to 1; used by ``linear``.

    Returns
    -------
    rows, scores
        As of `soft_nms`.

    Raises
    ------
    ArgumentError
        As `nms_from_overlap`, and for negative scores.

    Examples
    --------
    >>> from truebox.suppression import soft_nms_from_overlap
    >>> rows, scores = soft_nms_from_overlap([[1, 0.8], [0.8, 1]], [0.9, 0.8], decay="linear")
    >>> rows, scores.round(2)
    (array([0, 1]), array([0.9 , 0.16]))
    """
    overlap, scores, labels, home = as_numpy(overlap, scores, labels, "overlap")
    matrix = as_overlap_matrix(overlap)
    kept, lowered = native.soft_nms_from_overlap(
        matrix,
        as_scores(scores, len(matrix), negative=False),
        as_labels(labels, len(matrix)),
        as_choice(decay, ("gaussian", "linear"), "decay") == "linear",
        as_fraction(threshold, "threshold"),
        as_sigma(sigma),
        max(as_score_limit(score_threshold), 0.0),
    )
    most = as_most(max_detections)
    kept, lowered = kept[:most], lowered[:most]
    return (kept, lowered) if home is None else (home.integers(kept), home.numbers(lowered))


def as_sigma(sigma: float) -> float:
    """A finite number greater than 0."""
    if not (sigma > 0 and math.isfinite(sigma)):
        raise ArgumentError(f"sigma is {sigma!r}; expected a number greater than 0")
    return float(sigma)
