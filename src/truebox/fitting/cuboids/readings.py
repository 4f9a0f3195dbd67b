"""What places, sizes, directions and speeds of boxes in space may mean instead."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.fitting.cuboids.layout import CENTER, SIDES, CuboidLayout, layout_of, space_columns, with_columns
from truebox.fitting.cuboids.pairs import CuboidPairs
from truebox.fitting.other_places import neighbours
from truebox.fitting.part_readings import (
    FEWEST,
    OtherReading,
    PointReading,
    best_place,
    moved_reading,
    nearest_pairs,
    nearest_partners,
    nowhere,
    point_readings,
)
from truebox.fitting.samples import sample_pairs

if TYPE_CHECKING:
    from truebox.fitting.samples import Sample
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["fits_of_cuboids"]

_ENOUGH_PLACED = 0.1
"""Of fewer detections on an object their other parts say nothing."""
_TIE = 1e-6
_MOST_PAIRS = 30_000
_UNITS = {"centimetres": 0.01, "millimetres": 0.001, "feet": 0.3048}
_LEAST_REACH = 1.0
"""Metres: of what is smaller, as people and cones are."""
_SAME_UNIT = 0.7


@refuses_other_kinds
def fits_of_cuboids(
    truth: Truth, predictions: Predictions, *, without: Collection[str] = ()
) -> Iterator[OtherReading]:
    """What of boxes in space fits far better otherwise: places; else sizes, heights, turns, speeds, names.

    Places are looked at along the ground, in every order, sign and unit; all else of the detections that
    are within reach of an object, half its diagonal and a metre at least. A reading must be nearer in nine
    of ten pairs that it changes, and these must be a fifth of all.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Joined, with the attributes of nuScenes, Argoverse 2, Waymo or KITTI; of others nothing comes.
    without : collection of str
        Parts that are not looked at: ``"upright"``, ``"speeds"``, ``"directions of view"``.

    Examples
    --------
    >>> import truebox as tb
    >>> names = ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw", "qx", "qy", "qz")
    >>> def table(side, **more):
    ...     rows = [(9.0 * n, n, 0, *side, 1, 0, 0, 0) for n in range(12)]
    ...     columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    ...     return columns | {"timestamp_ns": [1] * 12, "category": ["BUS"] * 12} | more
    >>> truth = tb.read_truth(table((9, 3, 4)))
    >>> pair = tb.datasets.read_pair(truth, tb.read_predictions(table((3, 9, 4), score=[0.5] * 12)))
    >>> [(each.about, each.what) for each in fits_of_cuboids(pair.truth, pair.predictions)]
    [('length, width and height', 'width, length and height')]
    """
    layout = layout_of(truth, predictions)
    if layout is None:
        return
    sample = sample_pairs(truth, predictions).thinned(_MOST_PAIRS)
    if len(sample) < FEWEST:
        return
    looked = _Looked(layout, truth, predictions, sample)
    moved = looked.places()
    if moved is not None:
        yield moved
    if moved is not None or looked.share_of(None) < _ENOUGH_PLACED:
        return
    near, rows = nearest_partners(sample, looked.apart(looked.center))
    if len(near) < FEWEST:
        return
    pairs = CuboidPairs(layout, truth, predictions, sample.detections[near], rows)
    stands = None if "upright" in without else pairs.heights()
    moved = stands or pairs.shift(upright="upright" not in without)
    if moved is not None:
        yield moved
    parts = {
        "sizes": pairs.sizes,
        "directions": pairs.directions,
        "directions of view": pairs.views,
        "speeds": pairs.speeds,
        "attributes": pairs.attributes,
    }
    for name, part in parts.items():
        found = None if name in without else part()
        if found is not None:
            yield found


class _Looked:
    """Where a sample of detections is, beside all objects."""

    def __init__(self, layout: CuboidLayout, truth: Truth, predictions: Predictions, sample: Sample) -> None:
        self._layout, self._sample = layout, sample
        self._truth, self._predictions = truth, predictions
        self.center = space_columns(predictions, CENTER, sample.detections)
        self._sides = space_columns(predictions, SIDES, sample.detections)
        self._true = space_columns(truth, CENTER)
        self._true_sides = space_columns(truth, SIDES)
        self._reach = np.maximum(_LEAST_REACH, np.hypot(*self._true_sides[:, :2].T) / 2)

    def apart(self, center: FloatArray) -> FloatArray:
        ground = list(self._layout.ground)
        return nearest_pairs(self._sample, center[:, ground], self._true[:, ground], self._reach)

    def share_of(self, reading: PointReading | None) -> float:
        """Of the sampled detections, how many are within reach of an object; of equals, at its height."""
        center = self.center if reading is None else reading.of(self.center)
        near = np.minimum.reduceat(self.apart(center), self._sample.first_pair)
        in_space = nearest_pairs(self._sample, center, self._true, self._reach)
        level = np.minimum.reduceat(in_space, self._sample.first_pair)
        return float((near < 1).mean()) + _TIE * float((level < 1).mean())

    def _within(self, sample: Sample, rows: Int64Array) -> float:
        """The same of another sample of the detections."""
        ground = list(self._layout.ground)
        center = space_columns(self._predictions, CENTER, rows)[:, ground]
        near = nearest_pairs(sample, center, self._true[:, ground], self._reach)
        return float((np.minimum.reduceat(near, sample.first_pair) < 1).mean())

    def _moved(self) -> Iterator[PointReading]:
        """One step for all along the ground."""
        ground = list(self._layout.ground)
        sides = self.center[:, ground], self._true[:, ground]
        axes = ["xyz"[axis] for axis in ground]
        for each in moved_reading(self._sample, *sides, self._reach, axes):
            step = np.zeros(3)
            step[ground] = each.step
            yield PointReading(each.what, each.fix, (0, 1, 2), (1.0,) * 3, tuple(step.tolist()))

    def places(self) -> OtherReading | None:
        found = best_place(self._sample, self.share_of, chain(point_readings("xyz", _UNITS), self._moved()))
        if found is None:
            ground = list(self._layout.ground)
            sides = self.center[:, ground], self._true[:, ground]
            axes = ["xyz"[axis] for axis in ground]
            elsewhere = neighbours(self._truth, self._predictions, self._within)
            share = self.share_of(None)
            return nowhere("places", share, len(self._sample), sides, axes=axes, elsewhere=elsewhere)
        reading, share = found
        factor = reading.factor[0] if reading.order == (0, 1, 2) else 1.0

        def read(predictions: Predictions) -> Predictions:
            moved = with_columns(predictions, CENTER, reading.of(space_columns(predictions, CENTER)))
            if factor <= 0 or factor == 1 or reading.step is not None or not self._alike(factor):
                return moved
            return with_columns(moved, SIDES, space_columns(moved, SIDES) * factor)

        count = len(self._sample)
        return OtherReading("coordinates", reading.what, reading.fix, count, round(share * count), read)

    def _alike(self, factor: float) -> bool:
        """Whether sizes are of that unit too."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.nanmedian(self._true_sides) / np.nanmedian(self._sides)
        return bool(abs(np.log(ratio / factor)) < _SAME_UNIT)
