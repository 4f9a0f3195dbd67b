"""What outlines of text share: areas of both sides, and of every pair that meets, image by image."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import overlap as native
from truebox.evaluation.protocols.text.rings import are_rings
from truebox.records import Finding, SegmentationKind, corners_of_boxes, quad_extents, quad_rows

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int32Array, Int64Array

__all__ = ["MetPairs", "met_pairs", "without_crossed"]

_CORNERS = 4


@dataclass(frozen=True, slots=True, eq=False)
class MetPairs:
    """Pairs of a detection and a truth of one image and class whose outlines share an area.

    In the order of images and classes, then of truths, then of detections in their files.

    Parameters
    ----------
    found, true : int64 arrays [P]
        Rows of the files.
    shared, found_area, true_area : float64 arrays [P]
    found_corners, true_corners : float64 arrays [N, 8], [M, 8]
        Of all rows.
    """

    found: Int64Array
    true: Int64Array
    shared: FloatArray
    found_area: FloatArray
    true_area: FloatArray
    found_corners: FloatArray
    true_corners: FloatArray


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
    corners, known = _corners(side)
    used = np.flatnonzero((image >= 0) & known)
    crossed = used[~are_rings(corners[used].reshape(-1, _CORNERS, 2))]
    if not len(crossed):
        return image
    left = image.copy()
    left[crossed] = -1
    return left


def _corners(side: Truth | Predictions) -> tuple[FloatArray, BoolArray]:
    """Four corners of each row, and whether it has four; other rows are refused where they are matched."""
    held = side.segmentations
    if held is None:
        return np.zeros((len(side), 2 * _CORNERS)), np.zeros(len(side), dtype=bool)
    corners, known = quad_rows(held)
    plain = held.kinds == SegmentationKind.NONE
    corners[plain] = corners_of_boxes(np.asarray(side.boxes, dtype=np.float64)[plain])
    known = (known | plain) & np.isfinite(corners).all(axis=1)
    return corners, known


def met_pairs(case: Case) -> MetPairs:
    """Every pair of one image and class that shares an area."""
    alignment = case.alignment
    sides = []
    for records, image, category in (
        (case.predictions, alignment.predicted_image, alignment.predicted_category),
        (case.truth, alignment.true_image, alignment.true_category),
    ):
        corners, known = _corners(records)
        rows = np.flatnonzero((image >= 0) & (category >= 0) & known)
        cell = image[rows].astype(np.int64) * max(len(alignment.categories), 1) + category[rows]
        order = np.argsort(cell, kind="stable")
        sides.append((np.where(known[:, None], corners, 0.0), rows[order], cell[order]))
    (found_corners, found_rows, found_cell), (true_corners, true_rows, true_cell) = sides
    first = np.searchsorted(found_cell, true_cell, side="left")
    count = np.searchsorted(found_cell, true_cell, side="right") - first
    true = np.repeat(true_rows, count)
    within = np.arange(len(true)) - np.repeat(np.cumsum(count) - count, count)
    found = found_rows[np.repeat(first, count) + within]
    near = _near(quad_extents(found_corners), quad_extents(true_corners), found, true)
    found, true = found[near], true[near]
    shared = np.empty(len(found))
    columns = [
        (corners.reshape(-1), 4 * np.arange(len(corners) + 1)) for corners in (found_corners, true_corners)
    ]
    native.shared_polygon_areas(*columns[0], *columns[1], found, true, 0, shared)
    areas = []
    for coordinates, offsets in columns:
        area = np.empty(len(offsets) - 1)
        native.polygon_areas(coordinates, offsets, area)
        areas.append(area)
    met = shared > 0
    found, true = found[met], true[met]
    return MetPairs(found, true, shared[met], areas[0][found], areas[1][true], found_corners, true_corners)


def _near(found_boxes: FloatArray, true_boxes: FloatArray, found: Int64Array, true: Int64Array) -> Int64Array:
    """The pairs whose upright boxes overlap."""
    a, b = found_boxes[found], true_boxes[true]
    low = np.maximum(a[:, :2], b[:, :2])
    high = np.minimum(a[:, :2] + a[:, 2:], b[:, :2] + b[:, 2:])
    return np.flatnonzero((low < high).all(axis=1))
