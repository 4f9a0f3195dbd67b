"""Rotated boxes as a source of overlaps: four corners each, compared once, matched under every variant."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox._native import evaluation as native
from truebox._writing.counted import counted
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.matching.policy import QuadMeasure
from truebox.evaluation.matching.source import ANY_OVERLAP
from truebox.evaluation.registry import detection_protocol
from truebox.records import (
    Finding,
    SegmentationKind,
    corners_of_boxes,
    quad_areas,
    quad_extents,
    quad_rows,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.matching.source import MatchQuestion, PairQuestion, Pairs
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.quirks import Quirk
    from truebox.records import Predictions, Segmentations, Truth
    from truebox.typing import ByteArray, FloatArray, Int32Array

__all__ = ["QuadSource", "quad_source", "with_quad_areas"]

_LEAST_LIKENESS = 0.02
"""Any two boxes have some ProbIoU; what is smaller is none."""
_FILLED = 1 - 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class QuadSource:
    """Overlaps of rotated boxes; see `OverlapSource`.

    Parameters
    ----------
    predictions : Predictions
        With the upright boxes around the rotated ones.
    measure : QuadMeasure
    found, true : float64 arrays [N, 8], [M, 8]
        Corners; zeros for rows that take no part.
    overlaps : QuadOverlaps
        Both sides, and the overlaps found so far.
    """

    predictions: Predictions
    measure: QuadMeasure
    found: FloatArray
    true: FloatArray
    overlaps: native.QuadOverlaps
    uncounted: ByteArray | None = None
    findings: tuple[Finding, ...] = ()

    def area(self, mended: Quirk) -> FloatArray:
        """What the corners enclose."""
        del mended
        return quad_areas(self.found)

    def match(self, question: MatchQuestion, outcome: native.Outcome) -> int:
        """Match by the measure."""
        area, sides = self.area(question.mended), question.sides()
        return native.match_quads(self.overlaps, area, question.rows, *sides, outcome, question.threads)

    def pairs(self, question: PairQuestion) -> Pairs:
        """By the measure; of likenesses the small ones are left out."""
        least = _LEAST_LIKENESS if self.measure is QuadMeasure.PROBIOU else ANY_OVERLAP
        return native.quad_pairs(
            self.overlaps,
            question.rows,
            question.sides,
            question.truths,
            question.ties_by_content,
            question.from_(least),
            question.threads,
        )

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _remade, ((self.predictions, self.measure, self.found, self.true), self.uncounted)


def _made(
    predictions: Predictions,
    measure: QuadMeasure,
    found: FloatArray,
    true: FloatArray,
) -> QuadSource:
    overlaps = native.QuadOverlaps(measure, found.reshape(-1), true.reshape(-1))
    return QuadSource(predictions, measure, found, true, overlaps)


def _remade(sides: tuple[Any, ...], uncounted: ByteArray | None) -> QuadSource:
    """Unpickle: what was compared is compared again when it is asked for."""
    return replace(_made(*sides), uncounted=uncounted)


def quad_source(
    truth: Truth, predictions: Predictions, alignment: Alignment, measure: QuadMeasure
) -> QuadSource:
    """Take the corners of both sides.

    Raises
    ------
    InputError
        An outline that is evaluated is no quadrilateral, or crosses itself (E-195), or is not finite (E-166).
    ArgumentError
        The records were not read for rotated boxes.
    """
    found = _corners("predictions", predictions, alignment.predicted_image, alignment.predicted_category)
    true = _corners("truth", truth, alignment.true_image, alignment.true_category)
    if measure is not QuadMeasure.FAN:
        for side, corners in ((truth, true), (predictions, found)):
            row = native.first_crossed(corners)
            if row >= 0:
                problem = f"the outline {_shown(corners[row])} crosses itself"
                raise _refused(side, row, problem, "write the corners in their order around the box")
    boxed = replace(predictions, boxes=quad_extents(found))
    made = _made(boxed, measure, found, true)
    return replace(made, findings=(*_one_side_turned(truth, predictions, true, found),))


def _one_side_turned(
    truth: Truth, predictions: Predictions, true: FloatArray, found: FloatArray
) -> Iterator[Finding]:
    """That every box of one side is upright where most of the other are turned (W-198)."""
    (true_boxes, true_turned), (found_boxes, found_turned) = map(_turned, (true, found))
    if not true_boxes or not found_boxes or (true_turned > 0) == (found_turned > 0):
        return
    names = truth.source.name, predictions.source.name
    upright, other = names[::-1] if true_turned else names
    boxes, others = (found_boxes, true_boxes) if true_turned else (true_boxes, found_boxes)
    turned = true_turned or found_turned
    if 2 * turned > others:
        text = (
            f"no box of {upright} is turned ({counted(boxes, 'box', 'boxes')}), "
            f"{turned} of {others} of {other} are: these may not be the rotated boxes"
        )
        yield Finding("W-198", text, boxes)


def _turned(corners: FloatArray) -> tuple[int, int]:
    """How many boxes take part, and how many of them do not fill the upright box around them."""
    around = quad_extents(corners)
    room = around[:, 2] * around[:, 3]
    return int((room > 0).sum()), int((quad_areas(corners) < _FILLED * room).sum())


def with_quad_areas(truth: Truth, alignment: Alignment) -> Truth:
    """The truth with the areas of its outlines where the source names none."""
    if truth.area_missing is None:
        return truth
    corners = _corners("truth", truth, alignment.true_image, alignment.true_category)
    return replace(truth, area=np.where(truth.area_missing, quad_areas(corners), truth.area))


def _corners(name: str, side: Truth | Predictions, image: Int32Array, category: Int32Array) -> FloatArray:
    held = side.segmentations
    if held is None:
        raise ArgumentError(
            f"{name}: {side.source.name} was read without rotated boxes. Fix: read it with "
            "geometry='rotated', or evaluate with geometry='boxes' if it holds upright boxes alone."
        )
    used = (image >= 0) & (category >= 0)
    corners, are_quads = quad_rows(held)
    plain = held.kinds == SegmentationKind.NONE
    corners[plain] = corners_of_boxes(np.asarray(side.boxes, dtype=np.float64)[plain])
    bad = used & ~are_quads & ~plain
    if bad.any():
        row = int(bad.argmax())
        fix = "write four corners, or evaluate the outlines as masks: --geometry masks"
        own = datasets.benchmark_of(side.source)
        if own is not None and detection_protocol(own).outlines:
            fix = f"take the rules of its benchmark, which compare outlines: --protocol {own}"
        raise _refused(side, row, _what(held, row), fix)
    corners[~used] = 0
    bad = ~np.isfinite(corners).all(axis=1)
    if bad.any():
        row = int(bad.argmax())
        raise _refused(
            side, row, f"a corner of {_shown(corners[row])} is not finite", "remove or repair it", "E-166"
        )
    return np.ascontiguousarray(corners)


def _what(held: Segmentations, row: int) -> str:
    if held.kinds[row] != SegmentationKind.POLYGONS:
        return "its segmentation is a mask, need four corners"
    first, end = held.row_offsets[row], held.row_offsets[row + 1]
    if end - first != 1:
        return f"its segmentation has {end - first} outlines, need one of four corners"
    points = (held.part_offsets[end] - held.part_offsets[first]) // 2
    return f"its outline has {points} points, need four corners"


def _shown(corners: FloatArray) -> str:
    return "(" + ", ".join(f"{number:g}" for number in corners) + ")"


def _refused(side: Truth | Predictions, row: int, problem: str, fix: str, code: str = "E-195") -> InputError:
    return InputError(code, f"{side.source.name} row {row}", problem, fix, row=row)
