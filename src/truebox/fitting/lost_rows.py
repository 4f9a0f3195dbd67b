"""Confident detections that lie on nothing: whether one other reading of their boxes puts them on objects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.datasets.joining.adjusting import sizes_of_rows
from truebox.fitting.box_readings import box_readings
from truebox.fitting.fit import HIT, Fit, as_written, overlaps_of
from truebox.fitting.samples import sample_of_rows
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.fitting.samples import Sample
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["LostRows", "lost_rows"]

_LEAST_LOST = 0.05
_FEWEST = 10
_LEAST_SHARE = 0.3
_TIMES_CHANCE = 3


class LostRows(NamedTuple):
    """What one other reading would explain.

    Parameters
    ----------
    looked_at, lost : int
        Detections that were looked at, and those of them that overlap no object by half.
    fit : Fit
        The reading under which most of these would, of the boxes of the detections or of the truth.
    of_truth : bool
        Which of both.
    rows : int64 array
        The rows of the detections that it puts on objects.

    Examples
    --------
    >>> LostRows(90, 40, Fit(sampled=40, share=0, better_share=0.5), False, np.arange(20)).lost
    40
    """

    looked_at: int
    lost: int
    fit: Fit
    of_truth: bool
    rows: Int64Array


@refuses_other_kinds
def lost_rows(truth: Truth, predictions: Predictions, rows: Int64Array, wrong: BoolArray) -> LostRows | None:
    """Look for the reading that puts the lost ones of these rows on objects; None where none does.

    One must explain ten of them and three in ten, and three times as many as it puts on the objects of
    another image, which is what chance does.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined.
    rows : int64 array [N]
        Confident detections.
    wrong : bool array [N]
        Which of them were not matched.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[60 * n, 10, 60 * n + 40, 60] for n in range(12)]
    >>> truth = tb.read_truth([{"boxes": boxes, "labels": [1] * 12, "width": 800, "height": 90}])
    >>> wide = [[left, top, left + bottom - top, top + right - left] for left, top, right, bottom in boxes]
    >>> found = tb.read_predictions([{"boxes": wide, "labels": [1] * 12, "scores": [0.5] * 12}])
    >>> lost_rows(truth, found, np.arange(12), np.ones(12, dtype=bool)) is None  # IoU 40 x 40 of 60 x 40
    True
    """
    sample = sample_of_rows(truth, predictions, rows[wrong])
    if len(sample) < _FEWEST:
        return None
    best = _best(sample, overlaps_of(sample, truth, predictions.boxes[sample.detections]))
    count = int(np.count_nonzero(best < HIT))
    if count < max(_FEWEST, _LEAST_LOST * len(rows)):
        return None
    sample = sample_of_rows(truth, predictions, sample.detections[best < HIT])
    boxes = predictions.boxes[sample.detections]
    found, on = _of_detections(sample, truth, boxes, predictions.source.boxes)
    of_truth = not _enough(on, count)
    if of_truth:
        found, on = _of_truth(sample, truth, boxes)
    if not _enough(on, count):
        return None
    if not of_truth and on.sum() < _TIMES_CHANCE * _by_chance(sample, truth, predictions, found.better):
        return None
    share = float(on.sum() / count)
    return LostRows(len(rows), count, replace(found, better_share=share), of_truth, sample.detections[on])


def _of_detections(sample: Sample, truth: Truth, boxes: FloatArray, read_as: str) -> tuple[Fit, BoolArray]:
    """The reading of the detections that puts most of a sample on objects, and which."""
    best, on = Fit(sampled=len(sample), share=0.0), np.zeros(len(sample), dtype=bool)
    for reading in box_readings(as_written(boxes, sample.sizes, read_as), sample.sizes):
        hits = _best(sample, overlaps_of(sample, truth, reading.boxes)) >= HIT
        if hits.sum() > on.sum():
            on = hits
            fix = reading.fix or f"rerun with {reading.flag}"
            best = replace(best, better=reading.what, about="boxes", flag=reading.flag, fix=fix)
    return best, on


def _of_truth(sample: Sample, truth: Truth, boxes: FloatArray) -> tuple[Fit, BoolArray]:
    """The same of the boxes of the truth: layouts and scales, which an option reads."""
    kept, back = np.unique(sample.truth, return_inverse=True)
    part = replace(sample, truth=back.reshape(-1).astype(np.int64))
    image = Ids(truth.image.values[kept], truth.image.names)
    few = replace(truth, image=image, boxes=truth.boxes[kept])
    sizes = sizes_of_rows(truth, truth, kept)
    best, on = Fit(sampled=len(sample), share=0.0), np.zeros(len(sample), dtype=bool)
    for reading in box_readings(as_written(few.boxes, sizes, truth.source.boxes), sizes):
        if not reading.flag or "--letterbox" in reading.flag:
            continue
        read = replace(few, boxes=np.ascontiguousarray(reading.boxes))
        hits = _best(part, overlaps_of(part, read, boxes)) >= HIT
        if hits.sum() > on.sum():
            on = hits
            flag = reading.flag.replace("--box-format", "--truth-box-format")
            best = replace(best, better=reading.what, about="boxes", flag=flag, fix=f"rerun with {flag}")
    return best, on


def _by_chance(sample: Sample, truth: Truth, predictions: Predictions, what: str) -> int:
    """How many of a sample the same reading puts on objects of the next image of the sample."""
    ids = [predictions.image[row] for row in sample.detections.tolist()]
    distinct = list(dict.fromkeys(ids))
    following = dict(zip(distinct, distinct[1:] + distinct[:1], strict=True))
    numbers = as_written(predictions.boxes[sample.detections], sample.sizes, predictions.source.boxes)
    boxes = next(each.boxes for each in box_readings(numbers, sample.sizes) if each.what == what)
    if len(distinct) == 1:
        return 0
    there = replace(
        predictions,
        image=Ids.of([following[each] for each in ids]),
        category=Ids.of([0] * len(ids)),
        boxes=boxes,
        scores=predictions.scores[sample.detections],
    )
    other = sample_of_rows(truth, there, np.arange(len(ids)))
    return int(np.count_nonzero(_best(other, overlaps_of(other, truth, boxes[other.detections])) >= HIT))


def _enough(on: BoolArray, count: int) -> bool:
    return bool(on.sum() >= max(_FEWEST, _LEAST_SHARE * count))


def _best(sample: Sample, overlaps: FloatArray) -> FloatArray:
    """The largest overlap of each detection of a sample."""
    best: FloatArray = np.maximum.reduceat(overlaps, sample.first_pair) if len(sample) else np.empty(0)
    return best
