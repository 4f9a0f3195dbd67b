"""The fit test: do the predictions sit on the truth as read, or would they under another reading?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._widened import held_values
from truebox._writing.counted import agreeing, counted
from truebox.datasets.joining.adjusting import sizes_of_rows
from truebox.fitting.box_readings import box_readings
from truebox.fitting.classes.readings import class_reading_by_boxes, class_readings, reordered_classes
from truebox.fitting.fit import LEAST_ROWS, TIMES_BETTER, Fit, far_better
from truebox.fitting.overlaps import (
    HIT,
    as_written,
    best_of_sample,
    known_sizes,
    overlaps_of,
    share_of_hits,
)
from truebox.fitting.samples import sample_pairs
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.fitting.classes.readings import ClassReading
    from truebox.fitting.samples import Sample
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["best_overlaps", "class_pairs", "fit_of", "fit_of_classes", "fit_of_truth", "read_so"]

_MOST_PAIRS = 20_000
"""Each is looked at under every reading."""
_TIMES_BETTER_CLASSES = 5
_OF_IMAGES = ("image", "fractions", "percent", "thousandths")


@refuses_other_kinds
def fit_of(truth: Truth, predictions: Predictions) -> Fit:
    """Compare the reading given with every other of `box_readings` and of `class_readings`.

    Parameters
    ----------
    truth : Truth
        What they should overlap.
    predictions : Predictions
        Joined to the truth: ids of one kind, boxes in pixels.

    Returns
    -------
    Fit
        ``better`` is empty unless another reading explains at least 30 % of the sample, three rows, and
        twice as much as the given one; of classes five times as much.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[100, 10, 140, 60], [100, 20, 160, 50], [200, 30, 220, 90]]
    >>> truth = tb.read_truth([{"boxes": boxes, "labels": [1, 1, 1]}])
    >>> found = [{"image_id": 0, "category_id": 1, "bbox": box, "score": 0.5} for box in boxes]
    >>> fit = fit_of(truth, tb.read_predictions(found))
    >>> fit.share, fit.better, fit.flag
    (0.0, 'x_min, y_min, x_max, y_max', '--box-format xyxy')
    """
    sample = sample_pairs(truth, predictions)
    sample = (sample.of_known_size() if truth.units == "pixels" else sample).thinned(_MOST_PAIRS)
    if len(sample) == 0:
        return Fit(sampled=0, share=0.0)
    sizes = known_sizes(truth, sample.sizes)
    numbers = as_written(predictions.boxes[sample.detections], sizes, predictions.source.boxes)
    overlaps = overlaps_of(sample, truth, predictions.boxes[sample.detections])
    hits = np.maximum.reduceat(overlaps, sample.first_pair) >= HIT
    best, best_share = None, 0.0
    for reading in box_readings(numbers, sizes):
        share = share_of_hits(sample, truth, reading.boxes)
        if share > best_share:
            best, best_share = reading, share
    share = float(hits.mean())
    if best is not None and far_better(best_share, share, len(sample)):
        return Fit(
            sampled=len(sample),
            share=share,
            better=best.what,
            about="boxes",
            flag=best.flag,
            fix=f"{best.fix or f'rerun with {best.flag}'}{_with_sizes(truth, best.what)}",
            better_share=best_share,
        )
    return _class_fit(truth, predictions, sample, overlaps, hits)


@refuses_other_kinds
def fit_of_classes(truth: Truth, predictions: Predictions) -> Fit:
    """The part of `fit_of` about classes: for shapes, whose boxes say which object they lie on.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[10, 10, 40, 60], [100, 20, 160, 50], [200, 30, 220, 90]]
    >>> truth = tb.read_truth([{"boxes": boxes, "labels": [1, 2, 3]}])
    >>> found = tb.read_predictions([{"boxes": boxes, "labels": [0, 1, 2], "scores": [0.5] * 3}])
    >>> fit_of_classes(truth, found).flag
    '--class-ids +1'
    """
    sample = sample_pairs(truth, predictions).thinned(_MOST_PAIRS)
    if len(sample) == 0:
        return Fit(sampled=0, share=0.0)
    overlaps = overlaps_of(sample, truth, predictions.boxes[sample.detections])
    hits = np.maximum.reduceat(overlaps, sample.first_pair) >= HIT
    return _class_fit(truth, predictions, sample, overlaps, hits)


@refuses_other_kinds
def fit_of_truth(truth: Truth, predictions: Predictions) -> Fit:
    """The same for other readings of the boxes of the truth: layouts, fractions and percent.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = [[100, 10, 140, 60], [100, 20, 160, 50], [200, 30, 220, 90]]
    >>> found = tb.read_predictions([{"boxes": boxes, "labels": [1, 1, 1], "scores": [0.5] * 3}])
    >>> rows = [{"id": n, "image_id": 0, "category_id": 1, "bbox": box} for n, box in enumerate(boxes)]
    >>> data = {"images": [{"id": 0}], "categories": [{"id": 1, "name": "cat"}], "annotations": rows}
    >>> fit = fit_of_truth(tb.read_truth(data), found)
    >>> fit.share, fit.better, fit.flag
    (0.0, 'x_min, y_min, x_max, y_max', '--truth-box-format xyxy')
    """
    sample = sample_pairs(truth, predictions).thinned(_MOST_PAIRS)
    if len(sample) == 0:
        return Fit(sampled=0, share=0.0)
    boxes = predictions.boxes[sample.detections]
    share = share_of_hits(sample, truth, boxes)
    sizes = known_sizes(truth, sizes_of_rows(truth, truth))
    best, best_share = None, 0.0
    for reading in box_readings(as_written(truth.boxes, sizes, truth.source.boxes), sizes):
        if not reading.flag or "--letterbox" in reading.flag:
            continue
        read = replace(truth, boxes=np.ascontiguousarray(reading.boxes))
        with np.errstate(all="ignore"):
            other = share_of_hits(sample, read, boxes)
        if other > best_share:
            best, best_share = reading, other
    if best is None or not far_better(best_share, share, len(sample)):
        return Fit(sampled=len(sample), share=share)
    flag = best.flag.replace("--box-format", "--truth-box-format")
    return Fit(
        sampled=len(sample),
        share=share,
        better=best.what,
        about="boxes",
        flag=flag,
        fix=f"rerun with {flag}",
        better_share=best_share,
    )


@refuses_other_kinds
def read_so(truth: Truth, predictions: Predictions, fit: Fit) -> Predictions:
    """All predictions under the better reading of a `Fit`; boxes that it gives no size become empty.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.fitting import fit_of
    >>> corners = [[10 * n, 20, 20 * n + 30, 80] for n in range(40)]
    >>> sides = [[10 * n, 20, 10 * n + 30, 60] for n in range(40)]
    >>> truth = tb.read_truth([{"boxes": corners, "labels": [1] * 40, "width": 900, "height": 90}])
    >>> wrong = [{"boxes": sides, "labels": [1] * 40, "scores": [0.5] * 40}]
    >>> predictions = tb.read_predictions(wrong, box_format="xyxy")
    >>> read_so(truth, predictions, fit_of(truth, predictions)).boxes[3].tolist()
    [30.0, 20.0, 60.0, 60.0]
    """
    if fit.ids is not None:
        ids = fit.ids
        kept = [ids.get(value, value) for value in predictions.category.tolist()]
        return replace(predictions, category=Ids.of(kept))
    sizes = known_sizes(truth, sizes_of_rows(truth, predictions))
    known = np.asarray((sizes > 0).all(axis=1))
    if known.any():
        sizes = np.where(known[:, None], sizes, 1)  # of the others nobody knows what they would be
    numbers = as_written(predictions.boxes, sizes, predictions.source.boxes)
    boxes = next(each.boxes for each in box_readings(numbers, sizes) if each.what == fit.better)
    boxes[:, 2:] = np.maximum(boxes[:, 2:], 0)
    return replace(predictions, boxes=boxes)


def _with_sizes(truth: Truth, what: str) -> str:
    """What else a reading needs where the sizes of some images are unknown."""
    unknown = int(np.count_nonzero((truth.images.sizes <= 0).any(axis=1)))
    if unknown in (0, len(truth.images)) or not any(word in what for word in _OF_IMAGES):
        return ""
    images = counted(unknown, "image")
    return f", and give the sizes of {images}, which {agreeing(unknown, 'is', 'are')} unknown (--images)"


@refuses_other_kinds
def best_overlaps(truth: Truth, predictions: Predictions, factors: Sequence[float] = (1, 1)) -> FloatArray:
    """The largest IoU of each sampled detection with a truth of its image, all classes alike.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        As `fit_of` takes them.
    factors : two floats
        What x and y of the detections are multiplied with first.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 8, 8]], "labels": [5]}])
    >>> found = tb.read_predictions([{"boxes": [[0, 0, 4, 4]], "labels": [5], "scores": [0.5]}])
    >>> best_overlaps(truth, found).tolist(), best_overlaps(truth, found, (2, 2)).tolist()
    ([0.25], [1.0])
    """
    sample = sample_pairs(truth, predictions)
    if len(sample) == 0:
        return np.empty(0)
    return best_of_sample(sample, truth, predictions.boxes[sample.detections] * np.tile(factors, 2))


@refuses_other_kinds
def class_pairs(truth: Truth, predictions: Predictions) -> list[tuple[int | str, int | str]]:
    """Predicted and true class of the sampled detections that overlap a truth by at least half.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]]}
    >>> truth = tb.read_truth([{**box, "labels": [5]}])
    >>> class_pairs(truth, tb.read_predictions([{**box, "labels": [4], "scores": [0.5]}]))
    [(4, 5)]
    """
    sample = sample_pairs(truth, predictions)
    if len(sample) == 0:
        return []
    overlaps = overlaps_of(sample, truth, predictions.boxes[sample.detections])
    hits = np.maximum.reduceat(overlaps, sample.first_pair) >= HIT
    return list(zip(*_classes_of(truth, predictions, sample, overlaps, hits), strict=True))


def _classes_of(
    truth: Truth, predictions: Predictions, sample: Sample, overlaps: FloatArray, hits: BoolArray
) -> tuple[list[int | str], list[int | str]]:
    """Predicted and true classes of the detections that hit."""
    partner = _argmax_by_group(overlaps, sample.first_pair)
    rows = np.flatnonzero(hits)
    return (
        _values_at(predictions.category, sample.detections[rows]),
        _values_at(truth.category, sample.truth[partner[rows]]),
    )


def _values_at(ids: Ids, rows: Int64Array) -> list[int | str]:
    """``[ids[row] for row in rows]``."""
    values = [int(value) for value in held_values(ids, "values")[rows].tolist()]
    return [*values] if ids.names is None else [ids.names[value] for value in values]


def _class_fit(
    truth: Truth, predictions: Predictions, sample: Sample, overlaps: FloatArray, hits: BoolArray
) -> Fit:
    """The same for the classes of those detections that overlap a truth by at least half."""
    hit = float(hits.mean())
    rows = np.flatnonzero(hits)
    if len(rows) < LEAST_ROWS:
        return Fit(sampled=len(sample), share=hit)
    classes = _classes_of(truth, predictions, sample, overlaps, hits)
    found, true = (np.array(each, dtype=object) for each in classes)
    if len(set(true.tolist())) < 2:
        return Fit(sampled=len(sample), share=hit)
    same = float((true == found).mean())

    def share(reading: ClassReading) -> float:
        changed = np.array([reading.ids.get(value) for value in found.tolist()], dtype=object)
        return float((changed == true).mean())

    pairs = list(zip(found.tolist(), true.tolist(), strict=True))
    least = max(0.5, LEAST_ROWS / len(rows))
    named = _named(truth, predictions)
    tried = [] if named else list(class_readings(truth.categories.ids))
    fitting = [each for each in tried if share(each) >= max(least, _TIMES_BETTER_CLASSES * same)]
    if truth.categories.numbered:
        other = reordered_classes(truth, pairs)
        fitting += [other] if other and share(other) >= max(least, TIMES_BETTER * same) else []
        best = max(fitting, key=share, default=None)  # the first of equals
    else:
        best = next(iter(fitting), None) or class_reading_by_boxes(truth, pairs, named=named)
    if best is None:
        return Fit(sampled=len(sample), share=hit)
    return _class_reading_fit(best, len(rows), same, share(best))


def _named(truth: Truth, predictions: Predictions) -> bool:
    """Whether a file names its classes: numbers for a truth that only names them are said (W-455)."""
    said = any(each.code == "W-455" for each in predictions.findings)
    return not (truth.categories.numbered or said or predictions.source.path is None)


def _class_reading_fit(reading: ClassReading, rows: int, same: float, other: float) -> Fit:
    return Fit(
        sampled=rows,
        share=same,
        better=reading.what,
        about="classes",
        flag=reading.flag,
        fix=reading.fix or f"rerun with {reading.flag}",
        better_share=other,
        ids=reading.ids,
    )


def _argmax_by_group(values: FloatArray, first: Sequence[int] | np.ndarray) -> np.ndarray:
    """The place of the largest value of each stretch."""
    order = np.lexsort((-values, np.repeat(np.arange(len(first)), np.diff([*first, len(values)]))))
    places: np.ndarray = order[np.asarray(first)]
    return places
