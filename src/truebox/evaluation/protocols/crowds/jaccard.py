"""The Jaccard index of crowds (JI): pairs as a share of people and detections, image by image.

Facts relied on (``lib/evaluate/compute_JI.py`` of CrowdDet, fa0b55b): of the detections of an image that
score more than a cut and its people, the matching of the largest total of IoU is taken, of pairs that overlap
by more than one half. People and detections without a partner that lie in a region by more than half are left
out. With k pairs, m people and n detections the image has k / (m + n - k + 1e-6); the index is the mean over
images with anything left, at the best of ten cuts, 0 to 0.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import evaluation as native
from truebox.evaluation.states.cell_values import CellValues

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array, Int64Array

__all__ = ["CUTS", "JACCARD", "drawn_jaccard", "jaccard_index", "with_jaccard"]

CUTS: FloatArray = np.asarray(1e-1 * np.arange(10), dtype=np.float64)
"""Detections that score more take part; computed as the kit does."""

JACCARD = ("JI", *(f"JI[{cut:.1g}]" for cut in CUTS))
"""The metrics, as `jaccard_index` has them: at the best cut, and at each."""

_HALF = 0.5
_ADDED = 1e-6
_MOST_EMPTY = 8
"""Cells for each row, most of them empty, up to which all are numbered."""


def with_jaccard(case: Case, matched: Matched) -> Matched:
    """What was matched, with the index of every image and class at every cut, NaN where nothing is left."""
    truth, predictions, alignment = case.truth, case.predictions, case.alignment
    classes = np.int64(1 if case.parameters.class_agnostic else max(len(alignment.categories), 1))

    def cells_of(image: AnyArray, category: AnyArray) -> Int64Array:
        """By class, then by image; -1 for what is not evaluated."""
        number = category.astype(np.int64) % classes * len(alignment.images) + image
        found: Int64Array = np.where((image >= 0) & (category >= 0), number, -1)
        return found

    found_cell = cells_of(alignment.predicted_image, alignment.predicted_category)
    true_cell = cells_of(alignment.true_image, alignment.true_category)
    cells, found_place, true_place = _places(found_cell, true_cell, int(classes) * len(alignment.images))
    region = truth.crowd != 0
    found, found_offsets = _by_place(found_place, len(cells))
    people, people_offsets = _by_place(np.where(region, np.int32(-1), true_place), len(cells))
    regions, region_offsets = _by_place(np.where(region, true_place, np.int32(-1)), len(cells))
    counts = np.zeros((len(cells), len(CUTS), 3), dtype=np.int64)
    native.count_jaccard(
        np.ascontiguousarray(predictions.boxes[found], dtype=np.float64),
        found_offsets,
        np.ascontiguousarray(predictions.scores[found], dtype=np.float64),
        np.ascontiguousarray(truth.boxes[people], dtype=np.float64),
        people_offsets,
        np.ascontiguousarray(truth.boxes[regions], dtype=np.float64),
        region_offsets,
        CUTS,
        _HALF,
        counts,
        case.threads,
    )
    pairs, left, there = np.moveaxis(counts, 2, 0)
    shares = np.where(left + there > 0, pairs / (left + there - pairs + _ADDED), np.nan)
    images = max(len(alignment.images), 1)
    held = CellValues(
        category=(cells // images).astype(np.int32), image=(cells % images).astype(np.int32), values=shares
    )
    return replace(matched, state=replace(matched.state, cells=held))


def _places(found: Int64Array, true: Int64Array, count: int) -> tuple[Int64Array, Int32Array, Int32Array]:
    """The cells of either side in order, and the place among them of each row of both; -1 stays."""
    if count > _MOST_EMPTY * (len(found) + len(true)):
        cells = np.unique(np.concatenate([found, true]))
        cells = cells[cells >= 0]
        ours, theirs = (
            np.where(side < 0, -1, np.searchsorted(cells, side)).astype(np.int32) for side in (found, true)
        )
        return cells, ours, theirs
    place = np.zeros(count + 1, dtype=np.int32)  # the last: of what is not evaluated
    place[found] = place[true] = 1
    cells = np.flatnonzero(place[:-1])
    place[cells], place[-1] = np.arange(len(cells), dtype=np.int32), -1
    return cells, place[found], place[true]


def _by_place(place: Int32Array, count: int) -> tuple[Int64Array, Int64Array]:
    """Rows by the place of their cell, as in the file, and where each of so many begins among them."""
    rows = np.flatnonzero(place >= 0)
    for shift in (0, 16):  # numbers of 16 bits are sorted by counting
        if count > 1 << shift:
            digit = (place[rows] >> np.int32(shift)).astype(np.uint16)
            rows = rows[np.argsort(digit, kind="stable")]
    offsets = np.concatenate([[0], np.cumsum(np.bincount(place[rows], minlength=count))])
    return rows.astype(np.int64, copy=False), offsets.astype(np.int64, copy=False)


def jaccard_index(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """The index of each class at the best cut, and at each cut [K, 11]; NaN without anything.

    Examples
    --------
    Two images at two cuts; at the higher one, nothing is left of the second.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.zeros(0), image=np.zeros(0, np.int32), row=np.zeros(0, np.int64),
    ...     hit=np.zeros((0, 1), bool), false=np.zeros((0, 1), bool), truths=2, images=2,
    ...     cells=np.array([[0.5, 0.75], [0.0, np.nan]]))
    >>> jaccard_index([one]).tolist()
    [[0.75, 0.25, 0.75]]
    """
    held = [found.cells for found in classes]
    cuts = next((each.shape[1] for each in held if each is not None), len(CUTS))
    values = np.full((len(classes), 1 + cuts), np.nan)
    for k, cells in enumerate(held):
        if cells is not None:
            counts: BoolArray = ~np.isnan(cells)
            values[k, 1:] = _means(np.where(counts, cells, 0.0).sum(axis=0), counts.sum(axis=0))
    return _with_best(values)


def drawn_jaccard(order: OutcomeOrder) -> DrawnMeasure:
    """The same of draws."""
    classes = len(order.offsets) - 1
    held = [] if order.cells is None else [order.cells.of(k) for k in range(classes)]
    parts = [(image, np.nan_to_num(cells), ~np.isnan(cells)) for image, cells in held]

    def measured(weights: AnyArray, truths: AnyArray) -> AnyArray:
        del truths
        values = np.full((classes, len(JACCARD)), np.nan)
        for k, (image, cells, counts) in enumerate(parts):
            drawn = weights[image]
            values[k, 1:] = _means(drawn @ cells, drawn @ counts)
        return _with_best(values)

    return measured


def _means(total: AnyArray, count: AnyArray) -> AnyArray:
    found: AnyArray = np.divide(total, count, out=np.full(len(count), np.nan), where=count > 0)
    return found


def _with_best(values: FloatArray) -> FloatArray:
    """With the largest of the cuts in the first column."""
    values[:, 0] = np.fmax.reduce(values[:, 1:], axis=1)
    return values
