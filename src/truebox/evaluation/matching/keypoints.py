"""Keypoints as a source of overlaps: object keypoint similarity, the exponential by NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox import overlap
from truebox._native import evaluation as native
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.matching.policy import Matching
from truebox.evaluation.matching.source import MatchQuestion
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.matching.source import PairQuestion, Pairs
    from truebox.records import Finding, Keypoints, Predictions, Truth
    from truebox.typing import ByteArray, FloatArray

__all__ = ["KeypointSource", "keypoint_source"]

_RANGES_AT_ONCE = 16
_LOWEST_SIMILARITY = 0.02
"""Nearly any two people of an image have some similarity; what is smaller is none."""


@dataclass(frozen=True, slots=True, eq=False)
class KeypointSource:
    """Overlaps of keypoints; see `OverlapSource`.

    Parameters
    ----------
    predictions : Predictions
    sides : tuple
        What `overlaps` is made of.
    overlaps : KeypointOverlaps
        Both sides, and the similarities found so far.
    uncounted : uint8 array [G]
        Truths without a labelled point.
    """

    predictions: Predictions
    sides: tuple[native.Points, native.Points, FloatArray, FloatArray, FloatArray, bool]
    overlaps: native.KeypointOverlaps
    uncounted: ByteArray
    findings: tuple[Finding, ...] = ()

    def area(self, mended: Quirk) -> FloatArray:
        """Of the box, or of the extent of all points where the results have no boxes."""
        boxes = self.predictions.boxes
        return np.ascontiguousarray(boxes[:, 2] * boxes[:, 3])

    def match(self, question: MatchQuestion, outcome: native.Outcome) -> int:
        """Match by object keypoint similarity."""
        # Without classes the reference looks for the keypoints of a class -1, and finds none.
        compared = not question.class_agnostic or Quirk.CLASSLESS_KEYPOINTS in question.mended
        if compared:
            _compare(self.overlaps, question)
        area = self.area(question.mended)
        sides = question.sides()
        return native.match_keypoints(
            self.overlaps, compared, area, question.rows, *sides, outcome, question.threads
        )

    def pairs(self, question: PairQuestion) -> Pairs:
        """By object keypoint similarity; those below 0.02 that cannot match are left out."""
        overlaps = native.KeypointOverlaps(*self.sides)  # what is known is of cells of one class
        lowest = question.from_(_LOWEST_SIMILARITY)
        _compare(overlaps, _of_images(question, len(self.predictions), lowest))
        return native.keypoint_pairs(
            overlaps, question.sides, question.truths, question.ties_by_content, lowest, question.threads
        )


def _compare(overlaps: native.KeypointOverlaps, question: MatchQuestion) -> None:
    """Compute the similarities that may reach the lowest threshold, some cells at a time."""
    lowest = float(question.thresholds.min())
    ranges = question.cells.ranges
    for first in range(0, ranges, _RANGES_AT_ONCE):
        count = overlaps.collect(
            question.rows,
            question.cells,
            question.detections,
            question.truths,
            question.ties_by_content,
            lowest,
            first,
            min(first + _RANGES_AT_ONCE, ranges),
            question.threads,
        )
        values = np.empty(count)
        overlaps.copy_exponents(values)
        np.exp(values, out=values)
        overlaps.finish(values)


def _of_images(question: PairQuestion, detections: int, lowest: float) -> MatchQuestion:
    """The question of one evaluation without classes or limits."""
    image = np.full(detections, -1, dtype=np.int32)
    image[question.detection_rows] = question.detection_image
    images = int(max(image.max(initial=-1), question.true_image.max(initial=-1))) + 1
    cells = native.group_cells(
        image,
        np.zeros(detections, dtype=np.int32),
        question.true_image,
        np.zeros(len(question.true_image), dtype=np.int32),
        images,
        1,
        True,
        2**31 - 1,
        question.threads,
    )
    return MatchQuestion(
        cells=cells,
        rows=question.rows,
        detections=native.Detections(question.boxes, question.scores),
        truths=question.truths,
        thresholds=np.array([lowest]),
        ranges=np.empty((0, 2)),
        matching=Matching.COCO,
        mended=Quirk.NONE,
        half_open=False,
        ties_by_content=question.ties_by_content,
        class_agnostic=True,
        threads=question.threads,
    )


def _native_points(held: Keypoints) -> native.Points:
    packed = held.packed
    if packed is None:
        return native.Points(np.ascontiguousarray(held.points, dtype=np.float64), None, None, 1)
    coordinates, thirds = np.ascontiguousarray(packed.coordinates), np.ascontiguousarray(packed.thirds)
    return native.Points(None, coordinates, thirds, packed.unit)


def _refuse_other_counts(truth: Truth, predictions: Predictions) -> None:
    if truth.keypoints is None or predictions.keypoints is None:
        return
    true, found = truth.keypoints, predictions.keypoints
    if len(true) and len(found) and true.per_row != found.per_row:
        problem = f"{found.per_row} keypoints a row, but {truth.source.name} has {true.per_row}"
        fix = "write the keypoints of the truth, in its order; v may be 0 where one is not predicted"
        raise InputError("E-170", predictions.source.name, problem, fix)


def _points_of(truth: Truth, predictions: Predictions) -> int:
    """How many points a row of either side has, or COCO's seventeen where there are no rows."""
    held = (each.keypoints for each in (truth, predictions))
    return next((each.per_row for each in held if each is not None and len(each)), len(overlap.COCO_SIGMAS))


def keypoint_source(
    truth: Truth,
    predictions: Predictions,
    sigmas: Sequence[float] | Callable[[int], Sequence[float]] | None,
    *,
    single: bool = False,
) -> KeypointSource:
    """Check that both sides have the points that the sigmas are for.

    Where these follow from the number of points, that of the rows is taken; `single` similarities are rounded
    to single precision before anything compares them.

    Raises
    ------
    ArgumentError
        The records were not read for keypoints, or `sigmas` do not fit them.
    """
    if sigmas is None:
        sigmas = overlap.COCO_SIGMAS
    elif callable(sigmas):
        sigmas = sigmas(_points_of(truth, predictions))
    spread = np.array(sigmas, dtype=np.float64)
    if spread.ndim != 1 or len(spread) == 0 or not (np.isfinite(spread) & (spread > 0)).all():
        raise ArgumentError("sigmas: expected one positive number per keypoint. Fix: pass a list of numbers.")
    _refuse_other_counts(truth, predictions)
    points = []
    for name, side in (("truth", truth), ("predictions", predictions)):
        if side.keypoints is None:
            raise ArgumentError(
                f"{name}: {side.source.name} was read without its keypoints. "
                "Fix: read it with geometry='keypoints'."
            )
        held = side.keypoints
        if len(held) == 0:
            points.append(native.Points(np.empty((0, len(spread), 3)), None, None, 1))
            continue
        if held.per_row != len(spread):
            raise ArgumentError(
                f"sigmas: {side.source.name} has {held.per_row} keypoints a row, "
                f"but there are {len(spread)} sigmas. Fix: pass one sigma per keypoint "
                "(--sigmas)."
            )
        points.append(_native_points(held))
    assert truth.keypoints is not None
    sides = (
        points[1],
        points[0],
        truth.area + np.spacing(1),  # the reference's guard against an area of 0
        np.ascontiguousarray(truth.boxes, dtype=np.float64),
        (spread * 2) ** 2,
        single,
    )
    uncounted = (truth.keypoints.labelled == 0).astype(np.uint8)
    return KeypointSource(predictions, sides, native.KeypointOverlaps(*sides), uncounted)
