"""One list of boxes from the lists of several models: overlapping boxes become their weighted mean."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import suppression as native
from truebox.suppression.arguments import as_box_rows, as_choice, as_fraction
from truebox.suppression.confidence import agreement, as_confidence
from truebox.suppression.pooling import as_given, best_first, fusion, homes_of, pooled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.boxes import BoxFormatLike
    from truebox.suppression.confidence import Confidence
    from truebox.typing import Mode

__all__ = ["non_maximum_weighted", "weighted_boxes_fusion"]


@fusion
@refuses_other_kinds
def weighted_boxes_fusion(
    boxes: Sequence[Any],
    scores: Sequence[Any],
    labels: Sequence[Any] | None = None,
    *,
    weights: Any = None,
    iou_threshold: float = 0.55,
    score_threshold: float = 0.0,
    confidence: Confidence = "average",
    allow_overflow: bool = False,
    box_format: BoxFormatLike = "xyxy",
    mode: Mode = "strict",
) -> Any:
    """Weighted boxes fusion: clusters of overlapping boxes become their score-weighted mean box.

    Boxes are visited by falling score times model weight. A box joins the cluster of its label whose
    current mean box it overlaps most, if that IoU is greater than `iou_threshold`, or opens a new one.
    Scores are then scaled by how many models agree.

    Parameters
    ----------
    boxes : sequence of array-like [N_m, 4]
        One entry per model, of any library, as for `nms`. Any coordinates, not only fractions of the image;
        boxes without area are left out.
    scores : sequence of array-like [N_m]
        Not negative.
    labels : sequence of array-like of int [N_m], optional
        Only boxes of one label are fused; without, all are.
    weights : array-like [models], optional
        Greater than 0; all 1 without.
    iou_threshold : float
        From 0 to 1.
    score_threshold : float
        Boxes with a lower score (before weights) are left out.
    confidence : {"average", "maximum", "box_and_model_average", "absent_model_aware_average"}
        ``average``: mean score × min(boxes, models) / sum of weights. ``maximum``: highest score /
        largest weight. ``box_and_model_average``: sum of scores / sum of the boxes' weights, × the share
        of weight of the models present. ``absent_model_aware_average``: sum of scores / (sum of the
        boxes' weights + weights of the models absent). The names of ensemble-boxes mean the same.
    allow_overflow : bool
        With ``average``: count boxes, not at most the models, so that scores may exceed 1.
    box_format : BoxFormat or str
        Of the boxes given; the fused ones are ``xyxy``.
    mode : {"strict", "corrected"}
        ``strict`` rounds running sums to single precision exactly as ensemble-boxes 1.0.9 does;
        ``corrected`` sums in double precision.

    Returns
    -------
    FusedBoxes
        Of NumPy arrays, or of tensors where any were given. Computed in float64 either way.

    Raises
    ------
    InputError
        For a box that is not finite or turned around; the model and row are named.
    ArgumentError
        For lists whose lengths differ, weights that are not positive, or a bad score (the model and row
        are named).

    Notes
    -----
    Of equal scores the earlier box is visited first; ensemble-boxes leaves their order open.

    What it calls by other names:

    ==============================  ==============================
    ensemble-boxes                  here
    ==============================  ==============================
    ``iou_thr``                     ``iou_threshold``
    ``skip_box_thr``                ``score_threshold``
    ``allows_overflow``             ``allow_overflow``
    ``conf_type``                   ``confidence``
    ``"avg"``                       ``"average"``
    ``"max"``                       ``"maximum"``
    ``"box_and_model_avg"``         ``"box_and_model_average"``
    ``"absent_model_aware_avg"``    ``"absent_model_aware_average"``
    ==============================  ==============================

    The four values of ``confidence`` are taken under either name.

    References
    ----------
    Solovyev, Wang, Gabruseva, "Weighted boxes fusion", Image and Vision Computing 107 (2021),
    arXiv:1910.13302.

    Examples
    --------
    >>> from truebox.suppression import weighted_boxes_fusion
    >>> fused = weighted_boxes_fusion(
    ...     [[(0, 0, 10, 10), (40, 40, 50, 50)], [(0, 0, 10, 12)]], [[0.75, 0.5], [0.25]]
    ... )
    >>> fused.boxes  # the first is three parts the first model's, one part the second's
    array([[ 0. ,  0. , 10. , 10.5],
           [40. , 40. , 50. , 50. ]])
    >>> fused.scores  # the second box was seen by one model of two
    array([0.5 , 0.25])
    """
    homes = homes_of(boxes, scores, labels)
    rule = as_confidence(confidence)
    single = as_choice(mode, ("strict", "corrected"), "mode") == "strict"
    pool = pooled(
        boxes,
        scores,
        labels,
        weights=weights,
        score_threshold=score_threshold,
        rows_of=partial(as_box_rows, box_format=box_format, double=True),
    )
    threshold = as_fraction(iou_threshold, "iou_threshold")
    corners, sums, firsts, counts, kinds, clusters = native.fuse(
        pool.boxes, pool.scores, pool.labels, False, threshold, single
    )
    level = firsts if rule == "maximum" else sums / counts
    if single:
        # The reference stores the score of a cluster of several in an array of single precision.
        level = np.where(counts > 1, level.astype(np.float32), level)
    fused_scores = level * agreement(
        pool, clusters, counts, rule=rule, single=single, allow_overflow=allow_overflow
    )
    return as_given(best_first(corners.reshape(-1, 4), fused_scores, kinds, counts), homes)


@fusion
@refuses_other_kinds
def non_maximum_weighted(
    boxes: Sequence[Any],
    scores: Sequence[Any],
    labels: Sequence[Any] | None = None,
    *,
    weights: Any = None,
    iou_threshold: float = 0.55,
    score_threshold: float = 0.0,
    box_format: BoxFormatLike = "xyxy",
    mode: Mode = "strict",
) -> Any:
    """Non-maximum weighted: like `nms`, but the dropped boxes pull the kept one towards them.

    Boxes are visited by falling score times model weight (weights scaled so that the largest is 1). A
    box joins the kept box of its label that it overlaps most, if that IoU is greater than
    `iou_threshold`, or is kept itself. The result is the mean of each group, weighted by score times IoU
    with the kept box; its score is the highest of the group.

    Parameters
    ----------
    boxes, scores, labels, weights, iou_threshold, score_threshold, box_format, mode
        As for `weighted_boxes_fusion`.

    Returns
    -------
    FusedBoxes

    Raises
    ------
    ArgumentError, InputError
        As `weighted_boxes_fusion`.

    References
    ----------
    Zhou et al., "CAD: Scale Invariant Framework for Real-Time Object Detection", ICCV Workshops 2017;
    ensemble-boxes 1.0.9.

    Examples
    --------
    >>> from truebox.suppression import non_maximum_weighted
    >>> fused = non_maximum_weighted([[(0, 0, 10, 10)], [(0, 0, 10, 8)]], [[0.5], [0.5]])
    >>> fused.boxes.round(3), fused.scores  # weights 0.5 and 0.5 * 0.8
    (array([[ 0.   ,  0.   , 10.   ,  9.111]]), array([0.5]))
    """
    homes = homes_of(boxes, scores, labels)
    single = as_choice(mode, ("strict", "corrected"), "mode") == "strict"
    pool = pooled(
        boxes,
        scores,
        labels,
        weights=weights,
        score_threshold=score_threshold,
        rows_of=partial(as_box_rows, box_format=box_format, double=True),
        scale_weights=True,
    )
    threshold = as_fraction(iou_threshold, "iou_threshold")
    corners, _sums, firsts, counts, kinds, _clusters = native.fuse(
        pool.boxes, pool.scores, pool.labels, True, threshold, single
    )
    fused_scores = firsts.astype(np.float32).astype(np.float64) if single else firsts
    return as_given(best_first(corners.reshape(-1, 4), fused_scores, kinds, counts), homes)
