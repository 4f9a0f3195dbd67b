"""Confident detections that lie on nothing: whether one other reading of their boxes puts them on objects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox.datasets.joining.adjusting import sizes_of_rows
from truebox.fitting.box_readings import box_readings
from truebox.fitting.fit import Fit
from truebox.fitting.overlaps import HIT, as_written, best_of_sample, known_sizes
from truebox.fitting.samples import RowsByImage, sample_of_rows
from truebox.records.taking import take_predictions

if TYPE_CHECKING:
    from truebox.fitting.box_readings import BoxReading
    from truebox.fitting.samples import Sample
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int32Array, Int64Array

__all__ = ["LostRows", "lost_rows"]

_LEAST_LOST = 0.1
_FEWEST = 10
_LEAST_SHARE = 0.3
_TIMES_CHANCE = 3
_CLEARLY = 0.15
"""By how much more a detection must overlap an object so: near misses would by any slight change."""
_FIRST, _FIRST_SHARE = 25, 0.2
"""So many are looked at first: where fewer of these are explained, not so many of all are."""


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
def lost_rows(
    truth: Truth, predictions: Predictions, found: RowsByImage, wrong: BoolArray, true: RowsByImage
) -> LostRows | None:
    """Look for the reading that puts the lost ones of these rows on objects; None where none does.

    One must explain ten of them and three in ten, and three times as many as it puts on the objects of
    another image, which is what chance does.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined.
    found : RowsByImage
        Confident detections.
    wrong : bool array [N]
        Which of them were not matched.
    true : RowsByImage
        The truths, images numbered alike.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[60 * n, 10, 60 * n + 40, 90] for n in range(12)]
    >>> truth = tb.read_truth([{"boxes": boxes, "labels": [1] * 12}])
    >>> row = {"image_id": 0, "category_id": 1, "score": 0.5}
    >>> found = tb.read_predictions([row | {"bbox": [60 * n, 10, 80, 40]} for n in range(12)])
    >>> all_rows = RowsByImage(np.arange(12), np.zeros(12, dtype=np.int32))
    >>> lost_rows(truth, found, all_rows, np.ones(12, dtype=bool), all_rows).fit.better
    'x_min, y_min, height, width'
    """
    rows = RowsByImage(found.row[wrong], found.image[wrong])
    sample = sample_of_rows(truth, predictions, rows, true)
    if len(sample) < _FEWEST:
        return None
    lost = best_of_sample(sample, truth, predictions.boxes[sample.detections]) < HIT
    count = int(np.count_nonzero(lost))
    if count < max(_FEWEST, _LEAST_LOST * len(found.row)):
        return None
    sample = sample.of(np.flatnonzero(lost))
    sample = sample.of_known_size() if truth.units == "pixels" else sample
    if len(sample) < _FEWEST:
        return None
    first = sample.of(np.arange(0, len(sample), max(1, len(sample) // _FIRST)))
    for read in (_of_detections, _of_truth):
        if read(first, truth, predictions)[1].mean() < _FIRST_SHARE:
            continue
        best, on = read(sample, truth, predictions)
        if _enough(on):
            break
    else:
        return None
    if read is _of_detections:
        image = dict(zip(rows.row.tolist(), rows.image.tolist(), strict=True))
        images = np.array([image[row] for row in sample.detections.tolist()], dtype=np.int32)
        there = replace(take_predictions(predictions, sample.detections), boxes=best.boxes)
        if on.sum() < _TIMES_CHANCE * _by_chance(truth, there, images, true):
            return None
    fit = Fit(
        sampled=count,
        share=0.0,
        better=best.what,
        about="boxes",
        flag=best.flag,
        fix=best.fix or f"rerun with {best.flag}",
        better_share=float(on.mean()),
    )
    return LostRows(len(found.row), count, fit, read is _of_truth, sample.detections[on])


def _most(best: FloatArray, given: FloatArray) -> tuple[int, BoolArray]:
    """Of the largest overlaps under several readings [R, S] the reading that puts most on objects, and which.

    As read those are given; near misses are not put on objects.
    """
    hits = (best >= HIT) & (best >= given + _CLEARLY)
    place = int(np.count_nonzero(hits, axis=1).argmax())
    return place, hits[place]


def _of_detections(sample: Sample, truth: Truth, predictions: Predictions) -> tuple[BoxReading, BoolArray]:
    """The reading of the detections that puts most of a sample on objects, and which."""
    sizes, boxes = known_sizes(truth, sample.sizes), predictions.boxes[sample.detections]
    readings = list(box_readings(as_written(boxes, sizes, predictions.source.boxes), sizes))
    true = truth.boxes[sample.truth]
    read = np.concatenate([each.boxes for each in readings]).reshape(-1, *boxes.shape)
    place, on = _most(best_of_sample(sample, truth, read, true), best_of_sample(sample, truth, boxes, true))
    return readings[place], on


def _of_truth(sample: Sample, truth: Truth, predictions: Predictions) -> tuple[BoxReading, BoolArray]:
    """The same of the boxes of the truth, but for pixels of images in another size."""
    boxes, true = predictions.boxes[sample.detections], truth.boxes[sample.truth]
    sizes = known_sizes(truth, sizes_of_rows(truth, truth, sample.truth))
    readings = list(box_readings(as_written(true, sizes, truth.source.boxes), sizes, resized=False))
    read = np.concatenate([each.boxes for each in readings]).reshape(-1, *true.shape)
    place, on = _most(best_of_sample(sample, truth, boxes, read), best_of_sample(sample, truth, boxes, true))
    return readings[place], on


def _by_chance(truth: Truth, read: Predictions, images: Int32Array, true: RowsByImage) -> int:
    """How many of these detections, of such images, lie on objects of the next of the images."""
    distinct, of_row = np.unique(images, return_inverse=True)
    if len(distinct) == 1:
        return 0
    following = RowsByImage(np.arange(len(read)), np.roll(distinct, -1)[of_row.reshape(-1)])
    other = sample_of_rows(truth, read, following, true)
    return int(np.count_nonzero(best_of_sample(other, truth, read.boxes[other.detections]) >= HIT))


def _enough(on: BoolArray) -> bool:
    return bool(on.sum() >= max(_FEWEST, _LEAST_SHARE * len(on)))
