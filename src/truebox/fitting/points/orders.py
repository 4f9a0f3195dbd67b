"""Keypoints in another order than those of the truth: told by where the points of each object lie."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox._native import matching as native
from truebox.fitting.overlaps import overlaps_of
from truebox.fitting.samples import sample_of_rows

if TYPE_CHECKING:
    from truebox.fitting.samples import RowsByImage
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["PointOrder", "order_of_points", "points_in_order"]

_MOST_ROWS = 300
_NEAR = 0.2
_WORST = 0.15
_FEWEST, _SHARE = 10, 0.1
_FAR_NEARER = 0.6
_TIE = 1e-6
"""What another place costs: points that nobody has labelled keep theirs."""


class PointOrder(NamedTuple):
    """Another order under which points lie far closer to those of their objects.

    Parameters
    ----------
    order : int64 array [K]
        Of each point of the truth, which of the detection it is.
    row : int64 array [P]
        Detections on an object.
    better : bool array [P]
        Which of them lie far closer so.

    Examples
    --------
    >>> PointOrder(np.array([1, 0]), np.arange(3), np.array([True, True, False])).better.sum()
    np.int64(2)
    """

    order: Int64Array
    row: Int64Array
    better: BoolArray


@refuses_other_kinds
def order_of_points(
    truth: Truth,
    predictions: Predictions,
    found: RowsByImage,
    true: RowsByImage,
    *,
    order: Int64Array | None = None,
) -> PointOrder | None:
    """The one order under which points of ten detections, and a tenth of all, lie far closer; or None.

    It is looked for among all of 300 detections on objects, then among the seventh that is worst.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined, both with as many keypoints.
    found : RowsByImage
        Confident detections.
    true : RowsByImage
        The truths, images numbered alike.
    order : int64 array, optional
        The one that is asked of all detections instead.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.fitting import RowsByImage
    >>> boxes = [[60.0 * n, 0, 60 * n + 40, 90] for n in range(12)]
    >>> def side(places, **more):
    ...     points = [[[box[0] + x, y, 2] for x, y in places] for box in boxes]
    ...     return [{"boxes": boxes, "labels": [1] * 12, "keypoints": points, **more}]
    >>> left, right, low = (10, 30), (30, 30), (20, 80)
    >>> truth = tb.read_truth(side([left, right, low]), geometry="keypoints")
    >>> predictions = tb.read_predictions(side([right, left, low], scores=[0.5] * 12), geometry="keypoints")
    >>> rows = RowsByImage(np.arange(12), np.zeros(12, dtype=np.int32))
    >>> order_of_points(truth, predictions, rows, rows).order.tolist()
    [1, 0, 2]
    """
    if truth.keypoints is None or predictions.keypoints is None:
        return None
    if order is None:
        step = max(1, -(-len(found.row) // _MOST_ROWS))
        found = type(found)(found.row[::step], found.image[::step])
    sample = sample_of_rows(truth, predictions, found, true)
    if len(sample) < _FEWEST:
        return None
    overlaps = overlaps_of(sample, truth, predictions.boxes[sample.detections])
    best = np.lexsort((-overlaps, sample.detection))[sample.first_pair]
    best = best[overlaps[best] >= _NEAR]
    rows, partners = sample.detections[sample.detection[best]], sample.truth[best]
    points = truth.keypoints.taken(partners).points
    labelled = points[..., 2] > 0
    near = _apart(predictions.keypoints.taken(rows).points, points, truth.boxes[partners, 2:])
    kept = np.flatnonzero(labelled.any(axis=1) & np.isfinite(near).all(axis=(1, 2)))
    if len(kept) < _FEWEST:
        return None
    rows, near, labelled = rows[kept], near[kept], labelled[kept]
    given = _cost(near, labelled, np.arange(near.shape[1]))
    worst = np.argsort(-given)[: max(_FEWEST, int(_WORST * len(given)))]
    for tried in (
        [order] if order is not None else [_best(near, labelled), _best(near[worst], labelled[worst])]
    ):
        better = _cost(near, labelled, tried) < _FAR_NEARER * given
        if np.count_nonzero(better) >= max(_FEWEST, _SHARE * len(given)):
            return PointOrder(tried, rows, better)
    return None


@refuses_other_kinds
def points_in_order(predictions: Predictions, order: Int64Array, rows: Int64Array) -> Predictions:
    """The predictions with the points of some rows in another order.

    Examples
    --------
    >>> import truebox as tb
    >>> row = {"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [0.5], "keypoints": [[[1, 1, 1], [7, 8, 1]]]}
    >>> predictions = tb.read_predictions([row], geometry="keypoints")
    >>> points_in_order(predictions, np.array([1, 0]), np.array([0])).keypoints.points[0].tolist()
    [[7.0, 8.0, 1.0], [1.0, 1.0, 1.0]]
    """
    held = predictions.keypoints
    assert held is not None
    points = held.points.copy()
    points[rows] = points[rows][:, order]
    return replace(predictions, keypoints=replace(held, points=points))


def _apart(found: FloatArray, true: FloatArray, size: FloatArray) -> FloatArray:
    """How far each found point is from each true one of its object [P, K, K], in sides of it, at most 1."""
    with np.errstate(over="ignore", invalid="ignore"):
        squared = ((found[:, :, None, :2] - true[:, None, :, :2]) ** 2).sum(axis=3)
        side = np.sqrt(np.maximum(size.prod(axis=1), 1e-12))
        apart: FloatArray = np.minimum(np.sqrt(squared) / side[:, None, None], 1.0)
    return apart


def _best(near: FloatArray, labelled: BoolArray) -> Int64Array:
    """The order of the least cost, of each true point which found one it is."""
    counts = np.maximum(1, labelled.sum(axis=0))
    cost = (near * labelled[:, None, :]).sum(axis=0).T / counts[:, None]
    own = np.arange(len(cost))
    cost += _TIE * (1 - np.eye(len(cost)))
    if (cost.argmin(axis=1) == own).all():  # nearly always
        return own
    found = native.match_optimal(np.ascontiguousarray(cost), np.inf)  # by the kernel: the room loads in 20 ms
    return own if found is None else found[1]


def _cost(near: FloatArray, labelled: BoolArray, order: Int64Array) -> FloatArray:
    """How far the labelled points of each object are from the found ones in this order."""
    apart = near[:, order, np.arange(near.shape[2])]
    mean: FloatArray = (apart * labelled).sum(axis=1) / labelled.sum(axis=1)
    return mean
