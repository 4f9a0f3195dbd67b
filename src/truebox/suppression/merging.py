"""Non-maximum merging: the boxes that suppression would drop become part of the one that stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.arrays import fetched, home_of
from truebox.errors import ArgumentError
from truebox.suppression.arguments import as_box_rows, as_choice, as_fraction, as_labels, as_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Concatenate, ParamSpec, Protocol, overload

    from truebox._typed import ArrayOfAnyLibrary
    from truebox.boxes import BoxFormatLike
    from truebox.typing import AnyArray, FloatArray, Int64Array

    _P = ParamSpec("_P")
    _Array = TypeVar("_Array", bound=ArrayOfAnyLibrary)

__all__ = ["MergedBoxes", "non_max_merge"]

_Reals = TypeVar("_Reals")
_Wholes = TypeVar("_Wholes")


class MergedBoxes(NamedTuple, Generic[_Reals, _Wholes]):
    """Boxes merged from groups of overlapping ones, highest score first.

    Of tensors, tensors of their library: boxes in the dtype of the boxes, scores in that of the scores.

    Parameters
    ----------
    boxes : float64 array [K, 4]
        Corners ``xyxy``.
    scores : float64 array [K]
    labels : int64 array [K]
        0 where no labels were given.
    rows : int64 array [K]
        The row of the best-scored box of each group: whose mask, track or other data to keep.
    groups : int64 array [N]
        For each box given, the row of this answer that it went into.

    Examples
    --------
    >>> from truebox.suppression import non_max_merge
    >>> merged = non_max_merge([(0, 0, 10, 10), (40, 0, 50, 10), (0, 2, 10, 12)], [0.5, 0.9, 0.75])
    >>> merged.rows, merged.groups
    (array([1, 2]), array([1, 0, 1]))
    """

    boxes: _Reals
    scores: _Reals
    labels: _Wholes
    rows: _Wholes
    groups: _Wholes


if TYPE_CHECKING:

    class _Merge(Protocol[_P]):
        """A merge: NumPy arrays of NumPy arrays and lists, tensors of tensors."""

        @overload
        def __call__(
            self,
            boxes: AnyArray | Sequence[Any],
            scores: AnyArray | Sequence[Any],
            *args: _P.args,
            **kwargs: _P.kwargs,
        ) -> MergedBoxes[FloatArray, Int64Array]: ...
        @overload
        def __call__(
            self, boxes: _Array, scores: Any, *args: _P.args, **kwargs: _P.kwargs
        ) -> MergedBoxes[_Array, _Array]: ...

    def _merge(function: Callable[Concatenate[Any, Any, _P], Any]) -> _Merge[_P]: ...

else:

    def _merge(function):
        """The function itself: only type checkers see a difference."""
        return function


@_merge
@refuses_other_kinds
def non_max_merge(
    boxes: Any,
    scores: Any,
    *,
    labels: Any = None,
    overlap: Literal["iou", "ios"] = "iou",
    threshold: float = 0.5,
    box: Literal["enclosing", "weighted_average"] = "enclosing",
    score: Literal["area_average", "maximum"] = "area_average",
    box_format: BoxFormatLike = "xyxy",
) -> Any:
    """Non-maximum merging: every group of overlapping boxes becomes one box; for images cut into tiles.

    Boxes are visited by falling score, equal scores in the order given. A box takes into its group every box
    of its label that is in none yet and overlaps it by at least `threshold`; boxes that only overlap another
    member stay out.

    Parameters
    ----------
    boxes : array-like [N, 4]
        Computed in float64. Of any library, as for `nms`.
    scores : array-like [N]
        Finite; not negative with ``box="weighted_average"``.
    labels : array-like of int [N], optional
        Only boxes with equal labels are merged.
    overlap : {"iou", "ios"}
        The intersection over the union, or over the smaller box, which joins the part of an object at the
        edge of a tile to the whole. 0 with a box without area.
    threshold : float
        From 0 to 1. Reached is enough, where `nms` drops only what lies above. With 0 all boxes of a label
        are one group.
    box : {"enclosing", "weighted_average"}
        The smallest box around the group, or its mean weighted by scores (plain where all are 0).
    score : {"area_average", "maximum"}
        The mean weighted by the areas of the boxes (the highest where all are 0), or the highest.
    box_format : BoxFormat or str
        Of the boxes given; the merged ones are ``xyxy``.

    Returns
    -------
    MergedBoxes

    Raises
    ------
    ArgumentError, InputError
        As `nms`, and for negative scores as weights.

    See Also
    --------
    weighted_boxes_fusion : Boxes of several models, with scores that say how many agree.

    Notes
    -----
    The defaults are ``Detections.with_nmm`` of supervision 0.31.2, which rounds overlaps to single precision
    and takes the later of equal scores first.

    ``overlap="ios", score="maximum"`` is ``GREEDYNMM`` of SAHI 0.12 with its usual metric, but for this: SAHI
    looks again before each merge, and a box that no longer overlaps the grown box by more than the threshold
    is lost. Here every box of a group goes into it.

    Examples
    --------
    >>> from truebox.suppression import non_max_merge
    >>> boxes = [(0, 0, 10, 10), (0, 2, 10, 12), (40, 0, 50, 10)]
    >>> merged = non_max_merge(boxes, [0.75, 0.25, 0.5])
    >>> merged.boxes
    array([[ 0.,  0., 10., 12.],
           [40.,  0., 50., 10.]])
    >>> merged.scores
    array([0.5, 0.5])
    >>> non_max_merge(boxes, [0.75, 0.25, 0.5], box="weighted_average", score="maximum").boxes
    array([[ 0. ,  0.5, 10. , 10.5],
           [40. ,  0. , 50. , 10. ]])
    """
    given = {"boxes": boxes, "scores": scores, "labels": labels}
    of_boxes, of_scores = home_of(given, boxes), home_of(given, scores)
    rows = as_box_rows(fetched(boxes, "boxes"), box_format=box_format, double=True)
    values = as_scores(fetched(scores, "scores"), len(rows))
    kinds = as_labels(fetched(labels, "labels"), len(rows))
    kinds = np.zeros(len(rows), np.int64) if kinds is None else kinds
    smaller = as_choice(overlap, ("iou", "ios"), "overlap") == "ios"
    mean_box = as_choice(box, ("enclosing", "weighted_average"), "box") == "weighted_average"
    mean_score = as_choice(score, ("area_average", "maximum"), "score") == "area_average"
    if mean_box and len(values) and values.min() < 0:
        row = int(np.argmax(values < 0))
        raise ArgumentError(
            f"scores[{row}] is {values[row]:g}; expected weights of at least 0 for box='weighted_average'. "
            "Pass probabilities, not logits"
        )
    areas = _areas(rows)
    groups = _groups(rows, areas, values, kinds, as_fraction(threshold, "threshold"), smaller=smaller)
    best = np.array([group[0] for group in groups], np.int64)
    merged = np.array([_box(rows[group], values[group], mean_box) for group in groups]).reshape(-1, 4)
    levels = np.array([_mean(values[g], areas[g]) if mean_score else values[g[0]] for g in groups], float)
    order = np.argsort(-levels, kind="stable")
    into = np.empty(len(rows), np.int64)
    for place, at in enumerate(order):
        into[groups[at]] = place
    answer = MergedBoxes(merged[order], levels[order], kinds[best][order], best[order], into)
    if of_boxes is None or of_scores is None:
        return answer
    numbers = of_boxes.numbers(answer.boxes), of_scores.numbers(answer.scores)
    return MergedBoxes(*numbers, *(of_boxes.integers(column) for column in answer[2:]))


def _areas(rows: FloatArray) -> FloatArray:
    areas: FloatArray = (rows[:, 2] - rows[:, 0]) * (rows[:, 3] - rows[:, 1])
    return areas


def _groups(
    rows: FloatArray,
    areas: FloatArray,
    scores: FloatArray,
    labels: Int64Array,
    threshold: float,
    *,
    smaller: bool,
) -> list[Int64Array]:
    """The rows of each group, the best first; groups by the score of their best."""
    groups = []
    for label in np.unique(labels):
        left = np.flatnonzero(labels == label)
        left = left[np.argsort(-scores[left], kind="stable")]
        while len(left):
            first, others = left[0], left[1:]
            low = np.maximum(rows[others, :2], rows[first, :2])
            shared = np.maximum(np.minimum(rows[others, 2:], rows[first, 2:]) - low, 0).prod(axis=1)
            both = areas[others] + areas[first] - shared
            whole = np.minimum(areas[others], areas[first]) if smaller else both
            share = np.divide(shared, whole, out=np.zeros(len(others)), where=whole > 0)
            joins = share >= threshold
            groups.append(np.concatenate([left[:1], others[joins]]))
            left = others[~joins]
    return sorted(groups, key=lambda group: (-scores[group[0]], group[0]))


def _box(rows: FloatArray, scores: FloatArray, mean: bool) -> FloatArray:
    if mean:
        return np.average(rows, axis=0, weights=scores if scores.sum() > 0 else None)
    return np.concatenate([rows[:, :2].min(axis=0), rows[:, 2:].max(axis=0)])


def _mean(scores: FloatArray, areas: FloatArray) -> float:
    return float(np.average(scores, weights=areas)) if areas.sum() > 0 else float(scores[0])
