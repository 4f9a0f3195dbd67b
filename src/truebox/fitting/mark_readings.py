"""What the coordinates of marks may mean instead: another order, another sign, another unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.fitting.other_places import neighbours
from truebox.fitting.part_readings import (
    FEWEST,
    OtherReading,
    best_place,
    moved_reading,
    nearest_pairs,
    nowhere,
    point_readings,
)
from truebox.fitting.samples import sample_pairs

if TYPE_CHECKING:
    from truebox.fitting.part_readings import PointReading
    from truebox.fitting.samples import Sample
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["fits_of_marks"]

_MOST_PAIRS = 30_000


@refuses_other_kinds
def fits_of_marks(
    truth: Truth, predictions: Predictions, *, columns: Sequence[str], units: Mapping[str, float]
) -> Iterator[OtherReading]:
    """The order, signs or unit of coordinates under which far more marks lie on a finding.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined. A finding reaches as far as half the longer side of its box from its centre.
    columns : sequence of str
        Attributes of marks, and of findings where these have them, whose first letters name the axes.
    units : mapping
        As `point_readings` takes them.

    Examples
    --------
    >>> import truebox as tb
    >>> names = ("coordX", "coordY", "coordZ")
    >>> def table(order, **more):
    ...     rows = [(9.0 * n, 40.0 - n, 90.0 + 7 * n) for n in range(12)]
    ...     held = {name: [row[k] for row in rows] for name, k in zip(names, order)}
    ...     return held | {"seriesuid": ["a"] * 12} | more
    >>> truth = tb.read_truth(table((0, 1, 2), diameter_mm=[6] * 12))
    >>> pair = tb.datasets.read_pair(truth, tb.read_predictions(table((2, 1, 0), probability=[0.5] * 12)))
    >>> fits = fits_of_marks(pair.truth, pair.predictions, columns=("x_mm", "y_mm", "z_mm"), units={})
    >>> [each.what for each in fits]
    ['z, y, x']
    """
    sample = sample_pairs(truth, predictions).thinned(_MOST_PAIRS)
    if len(sample) < FEWEST:
        return
    true = _columns(truth, columns)
    if true is None:
        true = truth.boxes[:, :2] + truth.boxes[:, 2:] / 2
    held = _columns(predictions, columns)
    if held is None:
        return
    reach = np.maximum(truth.boxes[:, 2:].max(axis=1) / 2, 1e-9)
    found = held[sample.detections]

    def share_of(reading: PointReading | None) -> float:
        points = found if reading is None else reading.of(found)
        near = np.minimum.reduceat(nearest_pairs(sample, points, true, reach), sample.first_pair)
        return float((near < 1).mean())

    axes = [name[0] for name in columns]
    tried = chain(point_readings(axes, units), moved_reading(sample, found, true, reach, axes))
    best = best_place(sample, share_of, tried)
    if best is None:

        def within(other: Sample, rows: Int64Array) -> float:
            near = nearest_pairs(other, held[rows], true, reach)
            return float((np.minimum.reduceat(near, other.first_pair) < 1).mean())

        elsewhere = neighbours(truth, predictions, within)
        nothing = nowhere("marks", share_of(None), len(sample), (found, true), axes=axes, elsewhere=elsewhere)
        if nothing is not None:
            yield nothing
        return
    reading, share = best

    def read(predictions: Predictions) -> Predictions:
        points = _columns(predictions, columns)
        assert points is not None
        moved = reading.of(points)
        placed = {name: np.ascontiguousarray(moved[:, k]) for k, name in enumerate(columns)}
        boxes = predictions.boxes.copy()
        boxes[:, :2] = moved[:, :2]
        return replace(predictions, attributes={**predictions.attributes, **placed}, boxes=boxes)

    yield OtherReading(
        "coordinates", reading.what, reading.fix, len(sample), round(share * len(sample)), read
    )


def _columns(side: Truth | Predictions, names: Sequence[str]) -> FloatArray | None:
    if any(name not in side.attributes for name in names):
        return None
    return np.stack([np.asarray(side.attributes[name], dtype=np.float64) for name in names], axis=1)
