"""Objects known by their boxes alone, where masks are matched: they excuse, and are never missed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox.evaluation.matching.mask_sizes import mask_sizes
from truebox.evaluation.matching.masks import native_rows
from truebox.evaluation.states.alignment import positions
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.typing import BoolArray, FloatArray, Int32Array, Int64Array

__all__ = ["excused_by_boxes", "images_of_truths", "without_box_only"]


def images_of_truths(case: Case) -> Int32Array:
    """The image of every truth, those that `without_box_only` took out too."""
    if case.parameters.geometry == "boxes" or case.truth.segmentations is None:
        return case.alignment.true_image
    return positions(case.truth.image, case.alignment.images, case.threads)[0]


def without_box_only(case: Case) -> Case:
    """The case in which only truths with a pixel of a mask are matched."""
    held = case.truth.segmentations
    if held is None or case.parameters.geometry == "boxes":
        return case
    image, alignment = images_of_truths(case), case.alignment
    masked = held.kinds != SegmentationKind.NONE
    sizes = mask_sizes(case.truth, case.predictions, alignment, case.threads)
    rows = native_rows(case.truth, np.where(masked, image, np.int32(-1)), alignment.true_category, sizes)
    area, boxes = np.zeros(len(case.truth)), np.empty((len(case.truth), 4))
    rows.measure(area, boxes, case.threads)  # what is wrong with a mask is said where both sides are
    shown = np.where(masked & (area > 0), image, np.int32(-1))
    return replace(case, alignment=replace(alignment, true_image=shown))


def excused_by_boxes(case: Case, matched: Matched) -> Matched:
    """What neither a mask nor a group of masks took, and lies on a box without a mask, does not count.

    Each single box excuses the best detection that overlaps it most, by the boxes of masks; a group excuses
    all that lie in it by enough of themselves.
    """
    state = matched.state
    alone = _alone(case)
    if not len(alone.rows) or not len(state):
        return matched
    detections = _boxes_of(case, case.predictions.boxes[state.row], state.image, pixels=True)
    cell = _cells(state.image, state.category, case)
    single = _best(detections, cell, alone.of(~alone.group), shares=False)
    grouped = _best(detections, cell, alone.of(alone.group), shares=True)
    ignored = state.ignored.copy()
    for bit, threshold in enumerate(state.parameters.iou_thresholds.tolist()):
        word, flag = bit // 64, np.uint64(1) << np.uint64(bit % 64)
        free = ((state.matched[:, word] | ignored[:, word]) & flag) == 0
        # In the order of a state those of higher score come first.
        taking = np.flatnonzero(free & (single.truth >= 0) & (single.overlap >= threshold))
        taking = taking[np.unique(single.truth[taking], return_index=True)[1]]
        free[taking] = False
        ignored[taking, word] |= flag
        lying = free & (grouped.truth >= 0) & (grouped.overlap >= threshold)
        ignored[lying, word] |= flag
    return replace(matched, state=replace(state, ignored=ignored))


class _BoxTruths(NamedTuple):
    """Truths without a mask, sorted by cell."""

    rows: Int64Array
    cell: Int64Array
    boxes: FloatArray
    group: BoolArray

    def of(self, chosen: BoolArray) -> _BoxTruths:
        return _BoxTruths(self.rows[chosen], self.cell[chosen], self.boxes[chosen], self.group[chosen])


class _Best(NamedTuple):
    """Of each detection: the truth that it overlaps most, the first of equals, or -1."""

    truth: Int64Array
    overlap: FloatArray


def _alone(case: Case) -> _BoxTruths:
    truth, alignment = case.truth, case.alignment
    image = images_of_truths(case)
    rows = np.flatnonzero((image >= 0) & (alignment.true_category >= 0) & (alignment.true_image < 0))
    cell = _cells(image[rows], alignment.true_category[rows], case)
    order = np.argsort(cell, kind="stable")
    rows = rows[order]
    boxes = _boxes_of(case, truth.boxes[rows], image[rows], pixels=False)
    return _BoxTruths(rows, cell[order], boxes, truth.crowd[rows] != 0)


def _cells(image: Int32Array, category: Int32Array, case: Case) -> Int64Array:
    kinds = len(case.alignment.categories)
    within = 0 if case.parameters.class_agnostic else category.astype(np.int64)
    return image.astype(np.int64) * kinds + within


def _boxes_of(case: Case, boxes: FloatArray, image: Int32Array, *, pixels: bool) -> FloatArray:
    """Corners [N, 4] as fractions of their images, as the kit has them; those of masks are whole pixels."""
    wide_high = mask_sizes(case.truth, case.predictions, case.alignment, case.threads)[image][:, ::-1]
    sizes = np.maximum(wide_high, 1).astype(np.float64)
    fractions = case.truth.units == "fractions"
    if pixels and fractions:
        boxes = np.rint(boxes * np.tile(sizes, 2))
    corners = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
    return corners if fractions and not pixels else corners / np.tile(sizes, 2)


def _best(detections: FloatArray, cell: Int64Array, truths: _BoxTruths, *, shares: bool) -> _Best:
    begin = np.searchsorted(truths.cell, cell, side="left")
    count = np.searchsorted(truths.cell, cell, side="right") - begin
    found = _Best(np.full(len(cell), -1, dtype=np.int64), np.zeros(len(cell)))
    rows = np.flatnonzero(count)
    if not len(rows):
        return found
    ends = np.cumsum(count[rows])
    starts = ends - count[rows]
    left = np.repeat(rows, count[rows])
    right = np.repeat(begin[rows] - starts, count[rows]) + np.arange(ends[-1])
    overlap = _overlaps(detections[left], truths.boxes[right], shares=shares)
    most = np.maximum.reduceat(overlap, starts)
    # The first pair of each detection that reaches its most.
    reaching = np.flatnonzero(overlap == np.repeat(most, count[rows]))
    first = reaching[np.searchsorted(reaching, starts)]
    found.truth[rows], found.overlap[rows] = truths.rows[right[first]], most
    return found


def _overlaps(one: FloatArray, other: FloatArray, *, shares: bool) -> FloatArray:
    sides = np.maximum(np.minimum(one[:, 2:], other[:, 2:]) - np.maximum(one[:, :2], other[:, :2]), 0.0)
    both = sides[:, 0] * sides[:, 1]
    area, true_area = ((each[:, 2:] - each[:, :2]).prod(axis=1) for each in (one, other))
    whole = area if shares else area + true_area - both
    found: FloatArray = np.divide(both, whole, out=np.zeros_like(both), where=whole > 0)
    return found
