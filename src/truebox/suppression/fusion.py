"""One list of boxes from the lists of several models: overlapping boxes become their weighted mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

import numpy as np

from truebox._native import suppression as native
from truebox.arrays import Home, fetched, home_of
from truebox.errors import ArgumentError
from truebox.suppression.arguments import (
    as_box_rows,
    as_choice,
    as_fraction,
    as_labels,
    as_score_limit,
    as_scores,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Concatenate, ParamSpec, Protocol, overload

    from truebox._typed import ArrayOfAnyLibrary
    from truebox.boxes import BoxFormatLike
    from truebox.typing import AnyArray, FloatArray, Int64Array, Mode

    _P = ParamSpec("_P")
    _Array = TypeVar("_Array", bound=ArrayOfAnyLibrary)

__all__ = ["FusedBoxes", "non_maximum_weighted", "weighted_boxes_fusion"]

Confidence = Literal[
    "average",
    "maximum",
    "box_and_model_average",
    "absent_model_aware_average",
    "avg",
    "max",
    "box_and_model_avg",
    "absent_model_aware_avg",
]
_Reals = TypeVar("_Reals")
_Wholes = TypeVar("_Wholes")
_CONFIDENCES = ("average", "maximum", "box_and_model_average", "absent_model_aware_average")
_ORIGINAL_NAMES = dict(
    zip(("avg", "max", "box_and_model_avg", "absent_model_aware_avg"), _CONFIDENCES, strict=True)
)
"""What ensemble-boxes calls them."""


class FusedBoxes(NamedTuple, Generic[_Reals, _Wholes]):
    """Boxes fused from several, highest score first.

    Tensors are fused to tensors of their library, boxes and scores in the dtype of the first ones given.

    Parameters
    ----------
    boxes : float64 array [K, 4]
        Corners ``xyxy``.
    scores : float64 array [K]
    labels : int64 array [K]
    counts : int64 array [K]
        How many boxes went into each.

    Examples
    --------
    >>> from truebox.suppression import weighted_boxes_fusion
    >>> fused = weighted_boxes_fusion([[(0, 0, 10, 10)], [(0, 0, 10, 12)]], [[0.6], [0.6]])
    >>> fused.boxes, fused.counts
    (array([[ 0.,  0., 10., 11.]]), array([2]))
    """

    boxes: _Reals
    scores: _Reals
    labels: _Wholes
    counts: _Wholes


if TYPE_CHECKING:

    class _Fusion(Protocol[_P]):
        """A fusion: NumPy arrays of NumPy arrays and lists, tensors of tensors."""

        @overload
        def __call__(
            self,
            boxes: Sequence[AnyArray | Sequence[Any]],
            scores: Sequence[AnyArray | Sequence[Any]],
            *args: _P.args,
            **kwargs: _P.kwargs,
        ) -> FusedBoxes[FloatArray, Int64Array]: ...
        @overload
        def __call__(
            self, boxes: Sequence[_Array], scores: Sequence[Any], *args: _P.args, **kwargs: _P.kwargs
        ) -> FusedBoxes[_Array, _Array]: ...

    def _fusion(function: Callable[Concatenate[Any, Any, _P], Any]) -> _Fusion[_P]: ...

else:

    def _fusion(function):
        """The function itself: only type checkers see a difference."""
        return function


class _Pool(NamedTuple):
    """All models' boxes in one list, with the scores already multiplied by the model's weight."""

    boxes: FloatArray
    scores: FloatArray
    labels: Int64Array
    models: Int64Array
    weights: FloatArray  # per model


@_fusion
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
    homes = _homes(boxes, scores, labels)
    named = _ORIGINAL_NAMES.get(confidence, confidence) if isinstance(confidence, str) else confidence
    rule = as_choice(named, _CONFIDENCES, "confidence")
    single = as_choice(mode, ("strict", "corrected"), "mode") == "strict"
    pool = _pool(
        boxes, scores, labels, weights=weights, score_threshold=score_threshold, box_format=box_format
    )
    threshold = as_fraction(iou_threshold, "iou_threshold")
    corners, sums, firsts, counts, kinds, clusters = native.fuse(
        pool.boxes, pool.scores, pool.labels, False, threshold, single
    )
    level = firsts if rule == "maximum" else sums / counts
    if single:
        # The reference stores the score of a cluster of several in an array of single precision.
        level = np.where(counts > 1, level.astype(np.float32), level)
    fused_scores = level * _agreement(
        pool, clusters, counts, rule=rule, single=single, allow_overflow=allow_overflow
    )
    return _as_given(_by_score(corners, fused_scores, kinds, counts), homes)


@_fusion
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
    homes = _homes(boxes, scores, labels)
    single = as_choice(mode, ("strict", "corrected"), "mode") == "strict"
    pool = _pool(
        boxes,
        scores,
        labels,
        weights=weights,
        score_threshold=score_threshold,
        box_format=box_format,
        scale_weights=True,
    )
    threshold = as_fraction(iou_threshold, "iou_threshold")
    corners, _sums, firsts, counts, kinds, _clusters = native.fuse(
        pool.boxes, pool.scores, pool.labels, True, threshold, single
    )
    fused_scores = firsts.astype(np.float32).astype(np.float64) if single else firsts
    return _as_given(_by_score(corners, fused_scores, kinds, counts), homes)


def _homes(
    boxes: Sequence[Any], scores: Sequence[Any], labels: Sequence[Any] | None
) -> tuple[Home, Home] | None:
    """Where all models' arrays came from, once with the dtype of boxes and once with that of scores."""
    models = len(boxes)
    given = {"boxes": boxes, "scores": scores} | ({} if labels is None else {"labels": labels})
    for name, lists in given.items():
        if len(lists) != models:
            raise ArgumentError(f"{name} has {len(lists)} lists, boxes has {models}; expected one per model")
    every = {f"{name}[{model}]": lists[model] for name, lists in given.items() for model in range(models)}
    if models == 0:
        return None
    of_boxes, of_scores = home_of(every, boxes[0]), home_of(every, scores[0])
    return None if of_boxes is None or of_scores is None else (of_boxes, of_scores)


def _as_given(
    fused: FusedBoxes[FloatArray, Int64Array], homes: tuple[Home, Home] | None
) -> FusedBoxes[Any, Any]:
    if homes is None:
        return fused
    of_boxes, of_scores = homes
    return FusedBoxes(
        of_boxes.numbers(fused.boxes),
        of_scores.numbers(fused.scores),
        of_boxes.integers(fused.labels),
        of_boxes.integers(fused.counts),
    )


def _pool(
    boxes: Sequence[Any],
    scores: Sequence[Any],
    labels: Sequence[Any] | None,
    *,
    weights: Any,
    score_threshold: float,
    box_format: BoxFormatLike,
    scale_weights: bool = False,
) -> _Pool:
    models = len(boxes)
    model_weights = _model_weights(fetched(weights, "weights"), models)
    if scale_weights and models:
        model_weights = model_weights / model_weights.max()
    limit = as_score_limit(score_threshold)
    rows: list[tuple[AnyArray, ...]] = []
    for model in range(models):
        names = f"boxes[{model}]", f"scores[{model}]", f"labels[{model}]"
        own = as_box_rows(fetched(boxes[model], names[0]), names[0], box_format=box_format, double=True)
        own_scores = as_scores(fetched(scores[model], names[1]), len(own), names[1], negative=False)
        own_labels = fetched(labels[model], names[2]) if labels is not None else None
        own_labels = as_labels(own_labels, len(own), names[2])
        stays = (own_scores >= limit) & ((own[:, 2] - own[:, 0]) * (own[:, 3] - own[:, 1]) > 0)
        kinds = np.zeros(len(own), np.int64) if own_labels is None else own_labels
        which = np.full(np.count_nonzero(stays), model, np.int64)
        rows.append((own[stays], own_scores[stays] * model_weights[model], kinds[stays], which))
    empty = (np.empty((0, 4)), np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64))
    columns = [np.concatenate(parts) for parts in zip(empty, *rows, strict=True)]
    return _Pool(columns[0], columns[1], columns[2], columns[3], model_weights)


def _model_weights(weights: Any, models: int) -> FloatArray:
    if weights is None:
        return np.ones(models)
    array = np.asarray(weights, dtype=np.float64)
    if array.shape != (models,):
        raise ArgumentError(f"weights has shape {array.shape}; expected ({models},), one per model")
    if not (np.isfinite(array) & (array > 0)).all():
        raise ArgumentError(f"weights is {array.tolist()}; expected finite numbers greater than 0")
    return array


def _agreement(
    pool: _Pool, clusters: Int64Array, counts: Int64Array, *, rule: str, single: bool, allow_overflow: bool
) -> FloatArray:
    """What the score of each cluster is multiplied by."""
    models, total = len(pool.weights), pool.weights.sum()
    factors: FloatArray
    if rule == "maximum":
        factors = np.full(counts.shape, 1 / pool.weights.max(initial=1e-300))
    elif rule == "average":
        factors = (counts if allow_overflow else np.minimum(counts, models)) / total
    else:
        of_boxes = np.bincount(clusters, weights=pool.weights[pool.models], minlength=len(counts))
        if single:
            of_boxes = np.where(counts > 1, of_boxes.astype(np.float32), of_boxes)
        pairs = np.unique(clusters * models + pool.models)
        present = np.bincount(pairs // models, weights=pool.weights[pairs % models], minlength=len(counts))
        if rule == "box_and_model_average":
            factors = counts / of_boxes * (present / total)
        else:
            factors = counts / (of_boxes + (total - present))
    return factors


def _by_score(
    corners: FloatArray, scores: FloatArray, labels: Int64Array, counts: Int64Array
) -> FusedBoxes[FloatArray, Int64Array]:
    order = np.argsort(-scores, kind="stable")
    return FusedBoxes(corners.reshape(-1, 4)[order], scores[order], labels[order], counts[order])
