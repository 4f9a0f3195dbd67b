"""Objects that detectors see and the truth does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.diagnosis.suspects.suspect import Suspect
from truebox.overlap import elementwise_iou

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation import MatchTable
    from truebox.typing import AnyArray, FloatArray, Int32Array, Int64Array

__all__ = ["missing_objects"]

_NEAR = 0.3
_SAME_OBJECT = 0.5
_LEAST_TRUST = 0.05


def missing_objects(tables: Sequence[tuple[MatchTable, FloatArray]], least: float = 0.0) -> list[Suspect]:
    """Detections on the background, joined where they mean one object, whatever class they see in it.

    Parameters
    ----------
    tables : sequence of (match table, trust [N])
        One per detector.
    least : float
        Suspicion that each must have.

    Examples
    --------
    >>> from truebox.diagnosis.suspects.trust import trust
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> found = [{**box, "score": 0.8}, {**box, "score": 0.9, "bbox": [100, 10, 40, 40]}]
    >>> table = evaluate(truth, found, mode="corrected").matches
    >>> [(each.proposed, each.box) for each in missing_objects([(table, trust(table))])]
    [('cat', (100.0, 10.0, 40.0, 40.0))]
    """
    found = [table.detections for table, _ in tables]
    image, category, boxes = (
        _joined([getattr(each, name) for each in found]) for name in ("image", "category", "boxes")
    )
    weight = _joined([each for _, each in tables])
    alone = np.concatenate(
        [np.maximum(np.maximum(e.own_overlap, e.other_overlap), e.ignored_overlap) < _NEAR for e in found]
    )
    # An object is believed no more than its most trusted detection is: images without one hold none.
    believed = np.zeros(int(image.max(initial=-1)) + 1, dtype=bool)
    believed[image[alone & (weight >= least)]] = True
    rows = np.flatnonzero(alone & (weight >= _LEAST_TRUST) & believed[image])
    rows = rows[np.lexsort((-weight[rows], image[rows]))]
    leader = _leaders(boxes[rows], image[rows], weight[rows], least)
    best = np.zeros((len(rows), len(tables)))
    ends = np.cumsum([len(each) for each in found])
    for place, (end, each) in enumerate(zip(ends.tolist(), found, strict=True)):
        own = np.flatnonzero((rows >= end - len(each)) & (rows < end))
        column = np.zeros(len(rows))
        np.maximum.at(column, leader[own], weight[rows[own]])
        best[:, place] = column
    suspicion = best.mean(axis=1)
    chosen = np.flatnonzero((leader == np.arange(len(rows))) & (suspicion >= least))
    table = tables[0][0]
    wanted = np.zeros(len(rows), dtype=bool)
    wanted[chosen] = True
    voters = np.flatnonzero(wanted[leader])
    classes = _voted(leader[voters], category[rows][voters], weight[rows][voters], len(table.category_names))
    return [
        Suspect(
            kind="missing",
            suspicion=float(suspicion[place]),
            image_id=table.state.images[int(image[rows[place]])],
            row=None,
            other_row=None,
            written=None,
            proposed=table.category_names[classes[place]],
            box=tuple(boxes[rows[place]].tolist()),
            agreeing=int(np.count_nonzero(best[place])),
        )
        for place in chosen.tolist()
    ]


def _joined(columns: Sequence[AnyArray]) -> AnyArray:
    """One after another; a single one as it is."""
    return columns[0] if len(columns) == 1 else np.concatenate(columns)


def _leaders(boxes: FloatArray, image: Int32Array, weight: FloatArray, least: float) -> Int64Array:
    """For each detection the most trusted one of its object: itself, or one that overlaps it.

    Rows come by image, the most trusted first; each joins the first leader it overlaps. Those that no
    leader of at least `least` takes stay alone: they would be too little trusted together, too.
    """
    leader = np.arange(len(boxes))
    waiting = leader.copy()
    while len(waiting):
        # One leader per image and round: the first unassigned one, compared with all others at once.
        first = np.flatnonzero(np.diff(image[waiting], prepend=-1))
        head = np.repeat(waiting[first], np.diff(np.append(first, len(waiting))))
        trusted = weight[head] >= least
        if not trusted.all():
            waiting = waiting[trusted]
            continue
        joins = elementwise_iou(boxes[head], boxes[waiting], box_format="xywh") >= _SAME_OBJECT
        joins[first] = True  # a box without area does not even overlap itself
        leader[waiting[joins]] = head[joins]
        waiting = waiting[~joins]
    return leader


def _voted(leader: Int64Array, category: Int32Array, weight: FloatArray, classes: int) -> dict[int, int]:
    """Class of each leader's object: the one with most trust in all that joined it."""
    keys, inverse = np.unique(leader * classes + category, return_inverse=True)
    votes = np.bincount(inverse, weights=weight, minlength=len(keys))
    order = np.argsort(votes, kind="stable")  # the strongest of an object is written last
    return dict(zip((keys[order] // classes).tolist(), (keys[order] % classes).tolist(), strict=True))
