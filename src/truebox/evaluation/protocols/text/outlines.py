"""What outlines of text share: areas of both sides, and of every pair that meets, image by image."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import finalize

import numpy as np

from truebox._native import overlap as native
from truebox.evaluation.matching.outlines import outline_areas
from truebox.evaluation.protocols.text.rings import rings_of
from truebox.evaluation.protocols.text.wound import wound_area
from truebox.records import Finding, Outlines, outline_rows

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int32Array, Int64Array

__all__ = [
    "MetPairs",
    "cells_of",
    "meeting_rows",
    "mended_areas",
    "met_pairs",
    "outlines_of",
    "without_crossed",
]


@dataclass(frozen=True, slots=True, eq=False)
class MetPairs:
    """Pairs of a detection and a truth of one image and class whose outlines share an area.

    In the order of images and classes, then of truths, then of detections in their files.

    Parameters
    ----------
    found, true : int64 arrays [P]
        Rows of the files.
    shared, found_area, true_area : float64 arrays [P]
    found_corners, true_corners : Outlines
        Of all rows.
    """

    found: Int64Array
    true: Int64Array
    shared: FloatArray
    found_area: FloatArray
    true_area: FloatArray
    found_corners: Outlines
    true_corners: Outlines

    def where(self, kept: BoolArray) -> MetPairs:
        """Some of the pairs."""
        return replace(
            self,
            found=self.found[kept],
            true=self.true[kept],
            shared=self.shared[kept],
            found_area=self.found_area[kept],
            true_area=self.true_area[kept],
        )


def without_crossed(case: Case) -> Case:
    """Without the outlines that cross themselves or enclose nothing, and a finding that says so (W-314)."""
    alignment = case.alignment
    true_image = _with_rings(case.truth, alignment.true_image)
    found_image = _with_rings(case.predictions, alignment.predicted_image)
    truth, predictions = case.truth, case.predictions
    for image, before, side in (
        (true_image, alignment.true_image, "truth"),
        (found_image, alignment.predicted_image, "predictions"),
    ):
        gone = np.flatnonzero(image != before)
        if not len(gone):
            continue
        records = truth if side == "truth" else predictions
        text = (
            f"{records.source.name}: {len(gone)} outlines cross or touch themselves, or enclose nothing, "
            f"and are left out as the kit leaves them out; the first is row {gone[0]}"
        )
        finding = Finding("W-314", text, len(gone))
        if side == "truth":
            truth = replace(truth, findings=(*truth.findings, finding))
        else:
            predictions = replace(predictions, findings=(*predictions.findings, finding))
    return replace(
        case,
        truth=truth,
        predictions=predictions,
        alignment=replace(alignment, true_image=true_image, predicted_image=found_image),
    )


def _with_rings(side: Truth | Predictions, image: Int32Array) -> Int32Array:
    outlines, known = outlines_of(side)
    used = np.flatnonzero((image >= 0) & known)
    crossed = used[~rings_of(outlines, used)]
    if not len(crossed):
        return image
    left = image.copy()
    left[crossed] = -1
    return left


def outlines_of(side: Truth | Predictions) -> tuple[Outlines, BoolArray]:
    """The outline of each row, and whether it has one; other rows are refused where they are matched."""
    held = side.segmentations
    if held is None:
        nothing = Outlines(np.zeros(8 * len(side)), 4 * np.arange(len(side) + 1, dtype=np.int64))
        return nothing, np.zeros(len(side), dtype=bool)
    return outline_rows(held, side.boxes)


def met_pairs(case: Case) -> MetPairs:
    """Every pair of one image and class that shares an area.

    Of an outline that crosses itself the part counts around which it goes as it goes around the whole; its
    area is what its corners add up to. A case that is settled once more, with a habit mended or in another
    order of equal scores, has the same pairs: they are kept as long as its alignment is.
    """
    alignment = case.alignment
    parts = (
        *(case.truth.segmentations, case.predictions.segmentations, case.truth.boxes, case.predictions.boxes),
        *(alignment.true_image, alignment.true_category, alignment.predicted_category),
    )
    kept = _KEPT.get(id(alignment.predicted_image))
    if kept is not None and all(one is other for one, other in zip(kept[0], parts, strict=True)):
        return kept[1]
    pairs = _met_pairs(case)
    place = id(alignment.predicted_image)
    _KEPT[place] = parts, pairs
    if kept is None:
        finalize(alignment.predicted_image, _KEPT.pop, place, None).atexit = False
    return pairs


_KEPT: dict[int, tuple[tuple[object, ...], MetPairs]] = {}
"""Of the alignments that there are: what the pairs were made of, and the pairs."""


def _met_pairs(case: Case) -> MetPairs:
    alignment = case.alignment
    sides = []
    classes = max(len(alignment.categories), 1)
    for records, image, category in (
        (case.predictions, alignment.predicted_image, alignment.predicted_category),
        (case.truth, alignment.true_image, alignment.true_category),
    ):
        outlines, known = outlines_of(records)
        rows = np.flatnonzero((image >= 0) & (category >= 0) & known)
        cell = image[rows].astype(np.int64) * classes + category[rows]
        order = np.argsort(cell, kind="stable")
        sides.append((outlines, rows[order], cell[order]))
    (found_corners, found_rows, found_cell), (true_corners, true_rows, true_cell) = sides
    cells = np.unique(true_cell)
    true, found = meeting_rows(
        (true_corners.extents(), true_rows, true_cell),
        (found_corners.extents(), found_rows, found_cell),
        cells,
    )
    shared = _shared(found_corners, true_corners, found, true)
    found_area, true_area = outline_areas(found_corners), outline_areas(true_corners)
    met = shared > 0
    found, true = found[met], true[met]
    return MetPairs(found, true, shared[met], found_area[found], true_area[true], found_corners, true_corners)


def cells_of(case: Case, pairs: MetPairs) -> Int64Array:
    """The first pair of every image and class that has any, and the number of pairs."""
    image = case.alignment.predicted_image[pairs.found].astype(np.int64)
    cell = image * max(len(case.alignment.categories), 1) + case.alignment.predicted_category[pairs.found]
    if not len(cell):
        return np.zeros(1, dtype=np.int64)
    return np.concatenate([[0], np.flatnonzero(np.diff(cell)) + 1, [len(cell)]]).astype(np.int64)


def mended_areas(pairs: MetPairs) -> tuple[FloatArray, FloatArray]:
    """The areas of detections and truths of pairs; of outlines that cross themselves what counts of them."""
    areas = []
    for outlines, rows, plain in (
        (pairs.found_corners, pairs.found, pairs.found_area),
        (pairs.true_corners, pairs.true, pairs.true_area),
    ):
        distinct = np.unique(rows)
        crossed = distinct[~rings_of(outlines, distinct)].tolist()
        mended = plain.copy()
        for row in crossed:
            mended[rows == row] = wound_area(outlines.row(row))
        areas.append(mended)
    return areas[0], areas[1]


def _shared(
    found_corners: Outlines, true_corners: Outlines, found: Int64Array, true: Int64Array
) -> FloatArray:
    shared = np.empty(len(found))
    native.shared_polygon_areas(*found_corners, *true_corners, found, true, 0, shared)
    crossed = []
    for outlines, rows in ((found_corners, found), (true_corners, true)):
        every = np.arange(len(outlines.offsets) - 1)
        crossed.append(~rings_of(outlines, every)[rows])
    for place in np.flatnonzero(crossed[0] | crossed[1]).tolist():
        shared[place] = wound_area(found_corners.row(found[place]), true_corners.row(true[place]))
    return shared


def meeting_rows(
    one: tuple[FloatArray, Int64Array, Int64Array],
    other: tuple[FloatArray, Int64Array, Int64Array],
    cells: Int64Array,
) -> tuple[Int64Array, Int64Array]:
    """The pairs of rows of these cells whose upright boxes meet.

    Parameters
    ----------
    one, other : tuple
        Boxes [N, 4], rows [M], and the cells of those rows [M], which rise.
    cells : int64 array
        Each once, rising.

    Examples
    --------
    >>> boxes, zero = np.array([[0.0, 0, 4, 4], [8, 0, 4, 4]]), np.zeros(2, np.int64)
    >>> found = meeting_rows((boxes, np.arange(2), zero), (boxes + 1, np.arange(2), zero), np.array([0]))
    >>> [each.tolist() for each in found]
    [[0, 1], [0, 1]]
    """
    sides: list[tuple[FloatArray, Int64Array, Int64Array]] = []
    for boxes, rows, cell in (one, other):
        first, end = (np.searchsorted(cell, cells, side=side) for side in ("left", "right"))
        kept = rows if (end - first).sum() == len(rows) else rows[np.isin(cell, cells)]
        offsets = np.concatenate([[0], np.cumsum(end - first)]).astype(np.int64)
        sides.append((np.ascontiguousarray(boxes, dtype=np.float64), kept.astype(np.int64), offsets))
    return native.meeting_pairs(*sides[0], *sides[1])
