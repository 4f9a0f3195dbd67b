"""What the two numbers of a segment of time may mean instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.fitting.fit import far_better
from truebox.fitting.overlaps import overlaps_of, share_of_hits
from truebox.fitting.part_readings import FEWEST, OtherReading, best_scale
from truebox.fitting.samples import places_of, sample_pairs

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["fits_of_segments"]

_MOST_PAIRS = 20_000
_LEAST_SCALE, _STEPS = 0.05, 60
"""Scales from a hundredth to a hundred times."""
_RATES = (25, 30, 30000 / 1001, 24, 15, 10, 50, 60)
_UNITS = {"milliseconds": 0.001, "minutes": 60.0}
_DURATION = "duration"


class _SegmentReading(NamedTuple):
    """Starts and ends as ``numbers @ matrix``, in units of which one is so many seconds."""

    what: str
    fix: str
    matrix: tuple[tuple[float, float], tuple[float, float]]
    unit: float | None
    """Seconds; None: durations of videos."""


_AS_READ = ((1.0, 0.0), (0.0, 1.0))


def _readings() -> Iterator[_SegmentReading]:
    yield _SegmentReading("start and duration", "write start and end", ((1, 1), (0, 1)), 1.0)
    yield _SegmentReading("centre and duration", "write start and end", ((1, 1), (-0.5, 0.5)), 1.0)
    for what, times in (("fractions", 1.0), ("percent", 100.0)):
        matrix = ((1 / times, 0.0), (0.0, 1 / times))
        more = "" if times == 1 else f", and divide them by {times:g}"
        fix = f"multiply them by the duration of their video{more}"
        yield _SegmentReading(f"{what} of the video", fix, matrix, None)
    for what, unit in _UNITS.items():
        yield _SegmentReading(what, f"multiply them by {unit:g}", _AS_READ, unit)
    for rate in _RATES:
        what = f"frames at {rate:.4g} a second"
        yield _SegmentReading(what, f"divide them by the frame rate, about {rate:.4g}", _AS_READ, 1 / rate)


@refuses_other_kinds
def fits_of_segments(truth: Truth, predictions: Predictions) -> Iterator[OtherReading]:
    """The reading under which far more segments overlap an action by half: units, durations, one scale.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined; segments are boxes one high along the axis of time.

    Examples
    --------
    >>> import truebox as tb
    >>> def video(unit, **more):
    ...     spans = [[5.0 * n * unit, 0, (5 * n + 3) * unit, 1] for n in range(12)]
    ...     return [{"boxes": spans, "labels": ["run"] * 12, **more}]
    >>> pair = tb.datasets.read_pair(video(1), video(1000, scores=[0.5] * 12))
    >>> [each.what for each in fits_of_segments(pair.truth, pair.predictions)]
    ['milliseconds']
    """
    sample = sample_pairs(truth, predictions).thinned(_MOST_PAIRS)
    if len(sample) < FEWEST:
        return
    boxes = predictions.boxes[sample.detections]
    given = share_of_hits(sample, truth, boxes)
    if not far_better(1.0, given, len(sample)):
        return
    lengths = _durations(truth, predictions, sample.detections)
    readings = list(_readings())

    def overlap(scale: float) -> float:
        scaled = _read(boxes, _SegmentReading("", "", _AS_READ, scale), lengths)
        return float(np.maximum.reduceat(overlaps_of(sample, truth, scaled), sample.first_pair).mean())

    scale = best_scale(overlap, _STEPS)
    if abs(np.log(scale)) > _LEAST_SCALE:
        what = f"{1 / scale:.3g} times as large" if scale < 1 else f"1/{scale:.3g} of what they are"
        readings.append(_SegmentReading(what, f"multiply them by {scale:.3g}", _AS_READ, scale))
    best, best_share = None, 0.0
    for reading in readings:
        if reading.unit is None and not (lengths > 0).all():
            continue
        share = share_of_hits(sample, truth, _read(boxes, reading, lengths))
        if share > best_share:
            best, best_share = reading, share
    if best is None or not far_better(best_share, given, len(sample)):
        return

    def read(predictions: Predictions) -> Predictions:
        rows = np.arange(len(predictions))
        held = _read(predictions.boxes, best, _durations(truth, predictions, rows))
        held[:, 2] = np.maximum(held[:, 2], 0)
        return replace(predictions, boxes=held)

    yield OtherReading("segments", best.what, best.fix, len(sample), round(best_share * len(sample)), read)


def _read(boxes: FloatArray, reading: _SegmentReading, lengths: FloatArray) -> FloatArray:
    numbers = np.stack([boxes[:, 0], boxes[:, 0] + boxes[:, 2]], axis=1)
    unit = lengths if reading.unit is None else np.full(len(boxes), reading.unit)
    start, end = (numbers @ np.array(reading.matrix) * unit[:, None]).T
    found: FloatArray = np.stack([start, boxes[:, 1], end - start, boxes[:, 3]], axis=1)
    return found


def _durations(truth: Truth, predictions: Predictions, rows: Int64Array) -> FloatArray:
    """Of the videos of some rows in seconds, 0 where that is not known."""
    held = truth.images.attributes.get(_DURATION)
    if held is None:
        return np.zeros(len(rows))
    place = places_of(predictions.image, truth.images.ids)[rows]
    known: FloatArray = np.where(place >= 0, np.asarray(held, dtype=np.float64)[place], 0.0)
    return known
