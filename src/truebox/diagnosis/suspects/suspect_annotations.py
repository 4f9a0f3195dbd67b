"""Annotations that detectors contradict: another class, another box, or two of one object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis.suspects.suspect import Suspect
from truebox.overlap import elementwise_iou
from truebox.records import distinct_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.diagnosis.suspects.suspect import Suspicion
    from truebox.evaluation import MatchTable
    from truebox.typing import FloatArray, Int64Array

__all__ = ["duplicated", "wrong_boxes", "wrong_classes"]

_MATCHES = 0.5
_NEAR = 0.3
_WELL_DRAWN = 0.75
_DUPLICATE = 0.8


def wrong_classes(tables: Sequence[tuple[MatchTable, FloatArray]], least: float = 0.0) -> list[Suspect]:
    """Truths on which detections of another class lie and believed more than those of their own.

    Parameters
    ----------
    tables : sequence of (match table, trust [N])
        One per detector.
    least : float
        Suspicion that each must have.

    Examples
    --------
    >>> wrong_classes([])
    []
    """
    if not tables:
        return []
    truths, classes = len(tables[0][0].truths), len(tables[0][0].category_names)
    against = np.zeros((len(tables), truths))
    claims = [_claims(*table, classes, against[place]) for place, table in enumerate(tables)]
    # Few truths are claimed by few classes: all of them together are too many for a table (LVIS).
    keys = distinct_values(np.concatenate([key for key, _ in claims]))
    votes, boxes = np.zeros((len(tables), len(keys))), np.zeros((len(keys), 4))
    for place, (table, weight) in enumerate(tables):
        key, rows = claims[place]
        column = np.searchsorted(keys, key)
        order = np.argsort(weight[rows], kind="stable")  # the most trusted is written last
        boxes[column[order]] = table.detections.boxes[rows[order]]
        np.maximum.at(votes[place], column, weight[rows])
    truth, proposed = keys // classes, keys % classes
    margin = np.maximum(votes - against[:, truth], 0)
    mean = margin.mean(axis=0)
    # The first of each truth is its strongest claim, of equal ones the first class.
    ranked = np.lexsort((proposed, -mean, truth))
    strongest = ranked[np.flatnonzero(np.diff(truth[ranked], prepend=-1))]
    return [
        _suspect(
            tables[0][0],
            int(truth[place]),
            "class",
            float(mean[place]),
            box=boxes[place],
            proposed=tables[0][0].category_names[int(proposed[place])],
            agreeing=int(np.count_nonzero(margin[:, place])),
        )
        for place in strongest[_at_least(mean[strongest], least)].tolist()
    ]


def _claims(
    table: MatchTable, weight: FloatArray, classes: int, against: FloatArray
) -> tuple[Int64Array, Int64Array]:
    """What detections say of truths of other classes, as ``truth * classes + class``, and their rows.

    The most trusted of those that say what the truth says is written into `against`.
    """
    found = table.detections
    pairs = _Pairs(table)
    # What has a truth of its own class elsewhere says nothing about this one.
    free = (found.own_overlap < _MATCHES)[pairs.detection]
    good = pairs.counted & (pairs.overlap >= _MATCHES)
    own = good & pairs.same
    np.maximum.at(against, pairs.truth[own], weight[pairs.detection[own]])
    other = np.flatnonzero(good & ~pairs.same & free)
    rows: Int64Array = pairs.detection[other].astype(np.int64)
    return pairs.truth[other].astype(np.int64) * classes + found.category[rows], rows


def _how_far(overlap: FloatArray) -> FloatArray:
    """How far a box is off, from 0 to 1: with less overlap it is not one of this object."""
    far: FloatArray = (1 - overlap) / (1 - _NEAR)
    return far


def wrong_boxes(tables: Sequence[tuple[MatchTable, FloatArray]], least: float = 0.0) -> list[Suspect]:
    """Truths that every detection of their class misses by a good deal, though it means them.

    Parameters
    ----------
    tables : sequence of (match table, trust [N])
        One per detector.
    least : float
        Suspicion that each must have.

    Examples
    --------
    >>> wrong_boxes([])
    []
    """
    if not tables:
        return []
    truths = len(tables[0][0].truths)
    doubt = np.zeros((len(tables), truths))
    boxes, heaviest = np.zeros((truths, 4)), np.zeros(truths)
    for place, (table, weight) in enumerate(tables):
        found = table.detections
        off = (found.own_overlap >= _NEAR) & (found.own_overlap < _WELL_DRAWN)
        rows = np.flatnonzero(off)
        truth = found.own_truth[rows]
        np.maximum.at(doubt[place], truth, weight[rows] * _how_far(found.own_overlap[rows]))
        order = rows[np.argsort(weight[rows], kind="stable")]
        better = weight[order] >= heaviest[found.own_truth[order]]
        boxes[found.own_truth[order[better]]] = found.boxes[order[better]]
        np.maximum.at(heaviest, truth, weight[rows])
    well = np.max([table.truths.best_overlap for table, _ in tables], axis=0) >= _WELL_DRAWN
    mean = np.where(well, 0.0, doubt.mean(axis=0))
    return [
        _suspect(
            tables[0][0],
            truth,
            "box",
            float(mean[truth]),
            box=boxes[truth],
            proposed=None,
            agreeing=int(np.count_nonzero(doubt[:, truth])),
        )
        for truth in _at_least(mean, least)
    ]


def duplicated(table: MatchTable) -> list[Suspect]:
    """Pairs of truths that count whose boxes nearly coincide, each pair once.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "area": 1600, "iscrowd": 0}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}],
    ...     "annotations": [{"id": 1, **box}, {"id": 2, **box}]}
    >>> found = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "score": 0.9}
    >>> table = evaluate(truth, [found], mode="corrected").matches
    >>> [(pair.row, pair.other_row) for pair in duplicated(table)]
    [(1, 0)]
    """
    true = table.truths
    counting = np.flatnonzero(~true.ignored)
    order = counting[np.argsort(true.image[counting], kind="stable")]
    image = true.image[order]
    pairs = [np.empty((0, 2), dtype=np.int64)]
    for distance in range(1, len(order)):
        first = np.flatnonzero(image[distance:] == image[:-distance])
        if len(first) == 0:
            break
        left, right = order[first], order[first + distance]
        overlap = elementwise_iou(true.boxes[left], true.boxes[right], box_format="xywh")
        pairs.append(np.stack([left, right], axis=1)[np.asarray(overlap) >= _DUPLICATE])
    joined = np.concatenate(pairs)
    overlaps = np.asarray(
        elementwise_iou(true.boxes[joined[:, 0]], true.boxes[joined[:, 1]], box_format="xywh")
    )
    return [
        _suspect(
            table,
            later,
            "duplicate",
            overlap,
            box=true.boxes[later],
            proposed=None,
            agreeing=0,
            other_row=int(true.row[earlier]),
        )
        for (earlier, later), overlap in zip(joined.tolist(), overlaps.tolist(), strict=True)
    ]


def _at_least(suspicion: FloatArray, least: float) -> list[int]:
    rows: list[int] = np.flatnonzero((suspicion > 0) & (suspicion >= least)).tolist()
    return rows


class _Pairs:
    """The pairs of a table as flat columns."""

    def __init__(self, table: MatchTable) -> None:
        counts = np.diff(table.pairs.offsets)
        self.detection: Int64Array = np.repeat(np.arange(len(table.detections)), counts)
        self.truth = table.pairs.truth
        self.overlap = table.pairs.overlap
        self.same = table.truths.category[self.truth] == table.detections.category[self.detection]
        self.counted = ~table.truths.ignored[self.truth]


def _suspect(
    table: MatchTable,
    truth: int,
    kind: Suspicion,
    suspicion: float,
    *,
    box: Any,
    proposed: str | None,
    agreeing: int,
    other_row: int | None = None,
) -> Suspect:
    true = table.truths
    return Suspect(
        kind=kind,
        suspicion=suspicion,
        image_id=table.state.images[int(true.image[truth])],
        row=int(true.row[truth]),
        other_row=other_row,
        written=table.category_names[int(true.category[truth])],
        proposed=proposed,
        box=tuple(box.tolist()),
        agreeing=agreeing,
    )
