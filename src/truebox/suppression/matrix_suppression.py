"""Matrix-NMS: every score is lowered once, by its worst overlap with a better one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from truebox._kinds import refuses_other_kinds
from truebox._native import suppression as native
from truebox._typed import overlap_rows_and_scores, suppressed_rows_and_scores
from truebox.suppression.arguments import (
    as_box_rows,
    as_choice,
    as_labels,
    as_most,
    as_overlap_matrix,
    as_score_limit,
    as_scores,
)
from truebox.suppression.libraries import as_numpy
from truebox.suppression.soft_suppression import as_sigma

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.typing import Pixels

__all__ = ["matrix_nms", "matrix_nms_from_overlap"]


@suppressed_rows_and_scores
@refuses_other_kinds
def matrix_nms(
    boxes: Any,
    scores: Any,
    *,
    labels: Any = None,
    decay: Literal["linear", "gaussian"] = "gaussian",
    sigma: float = 2.0,
    score_threshold: float | None = None,
    max_detections: int | None = None,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
) -> Any:
    """Rows and lowered scores of Matrix-NMS, highest lowered score first.

    A score is multiplied by the smallest ``f(IoU with i) / f(c_i)`` over all better-scored i, where c_i
    is the largest IoU of i with a box that is better still: a box that is itself suppressed suppresses
    less. ``f(x)`` is ``1 - x`` (``linear``) or ``exp(-sigma x²)`` (``gaussian``). With ``linear``, a box
    that duplicates a better one (c_i = 1) lowers nobody's score.

    Parameters
    ----------
    boxes : array-like [N, 4]
        Computed in float64. Of any library, as for `nms`.
    scores : array-like [N]
        Finite and not negative; equal scores count as better in the order given.
    labels : array-like of int [N], optional
        Only boxes with equal labels lower each other's scores.
    decay : {"gaussian", "linear"}
        The f above.
    sigma : float
        Greater than 0; used by ``gaussian``. The paper's value is 2.
    score_threshold : float, optional
        Rows whose lowered score is below are left out.
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
    Wang et al., "SOLOv2: Dynamic and Fast Instance Segmentation", NeurIPS 2020, arXiv:2003.10152.

    Examples
    --------
    >>> from truebox.suppression import matrix_nms
    >>> boxes = [(0, 0, 10, 10), (0, 0, 10, 8), (20, 20, 30, 30)]
    >>> rows, scores = matrix_nms(boxes, [0.9, 0.8, 0.7], decay="linear")
    >>> rows, scores.round(2)
    (array([0, 2, 1]), array([0.9 , 0.7 , 0.16]))
    """
    boxes, scores, labels, home = as_numpy(boxes, scores, labels)
    rows = as_box_rows(boxes, box_format=box_format, pixels=pixels, double=True)
    kept, lowered = native.matrix_nms(
        rows,
        as_scores(scores, len(rows), negative=False),
        as_labels(labels, len(rows)),
        as_choice(decay, ("gaussian", "linear"), "decay") == "linear",
        as_sigma(sigma),
        as_score_limit(score_threshold),
    )
    most = as_most(max_detections)
    kept, lowered = kept[:most], lowered[:most]
    return (kept, lowered) if home is None else (home.integers(kept), home.numbers(lowered))


@overlap_rows_and_scores
@refuses_other_kinds
def matrix_nms_from_overlap(
    overlap: Any,
    scores: Any,
    *,
    labels: Any = None,
    decay: Literal["linear", "gaussian"] = "gaussian",
    sigma: float = 2.0,
    score_threshold: float | None = None,
    max_detections: int | None = None,
) -> Any:
    """`matrix_nms` on overlaps that somebody computed, such as the masks it was made for.

    Parameters
    ----------
    overlap : array-like [N, N]
        Symmetric, from 0 to 1; ``overlap[j, i]`` is read for every i better than j.
    scores, labels, decay, sigma, score_threshold, max_detections
        As for `matrix_nms`.

    Returns
    -------
    rows, scores
        As of `matrix_nms`.

    Raises
    ------
    ArgumentError
        As `nms_from_overlap`, and for negative scores.

    Examples
    --------
    >>> from truebox.suppression import matrix_nms_from_overlap
    >>> rows, scores = matrix_nms_from_overlap([[1, 0.8], [0.8, 1]], [0.9, 0.8], decay="linear")
    >>> rows, scores.round(2)
    (array([0, 1]), array([0.9 , 0.16]))
    """
    overlap, scores, labels, home = as_numpy(overlap, scores, labels, "overlap")
    matrix = as_overlap_matrix(overlap)
    kept, lowered = native.matrix_nms_from_overlap(
        matrix,
        as_scores(scores, len(matrix), negative=False),
        as_labels(labels, len(matrix)),
        as_choice(decay, ("gaussian", "linear"), "decay") == "linear",
        as_sigma(sigma),
        as_score_limit(score_threshold),
    )
    most = as_most(max_detections)
    kept, lowered = kept[:most], lowered[:most]
    return (kept, lowered) if home is None else (home.integers(kept), home.numbers(lowered))
