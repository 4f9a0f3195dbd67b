"""Masks and boundaries as a source of overlaps: measured once, drawn where a match is possible."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import masks
from truebox._native import evaluation as native
from truebox._widened import held_values
from truebox._writing.counted import agreeing, counted
from truebox.errors import ArgumentError
from truebox.evaluation.matching.mask_sizes import mask_sizes, refuse_mask
from truebox.evaluation.matching.source import ANY_OVERLAP
from truebox.evaluation.states.quirks import Quirk
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matching.source import MatchQuestion, PairQuestion, Pairs
    from truebox.evaluation.states.alignment import Alignment
    from truebox.records import Predictions, Truth
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["MaskSource", "mask_source", "native_rows", "with_mask_areas"]

_SKIPPED = 255
_LONGEST_SIDE = 2**20
_LEFT_BEHIND = (
    "result: the overlaps of its masks were left behind when it was pickled. "
    "Fix: ask for result.matches before pickling, or evaluate again."
)


@dataclass(frozen=True, slots=True, eq=False)
class MaskSource:
    """Overlaps of masks or boundaries; see `OverlapSource`.

    Parameters
    ----------
    predictions : Predictions
        With the boxes of the masks where the source gives none.
    overlaps : MaskOverlaps
        Both sides, and the overlaps found so far.
    mask_area : float64 array [N]
        Of the detections.
    findings : tuple of Finding
    """

    predictions: Predictions
    overlaps: native.MaskOverlaps
    mask_area: FloatArray
    findings: tuple[Finding, ...]
    uncounted: ByteArray | None = None

    def area(self, mended: Quirk) -> FloatArray:
        """The mask's; in the reference the box's where the results have boxes."""
        return _mask_area(self.predictions, self.mask_area, mended)

    def match(self, question: MatchQuestion, outcome: native.Outcome) -> int:
        """Match by IoU of masks, or by the smaller of that and the IoU of boundaries."""
        area = self.area(question.mended)
        sides = question.sides()
        return native.match_masks(self.overlaps, area, question.rows, *sides, outcome, question.threads)

    def pairs(self, question: PairQuestion) -> Pairs:
        """By IoU of masks, or by the smaller of that and the IoU of boundaries."""
        return native.mask_pairs(
            self.overlaps,
            question.rows,
            question.sides,
            question.truths,
            question.ties_by_content,
            question.from_(ANY_OVERLAP),
            question.threads,
        )

    def __reduce__(self) -> tuple[type[MasksLeftBehind], tuple[Any, ...]]:
        return MasksLeftBehind, (self.predictions, self.mask_area)


@dataclass(frozen=True, slots=True, eq=False)
class MasksLeftBehind:
    """What a pickled result knows of its masks: their areas, and why there are no overlaps.

    Parameters
    ----------
    predictions : Predictions
    mask_area : float64 array [N]
        Of the detections.
    """

    predictions: Predictions
    mask_area: FloatArray
    findings: tuple[Finding, ...] = ()

    def area(self, mended: Quirk) -> FloatArray:
        """As of `MaskSource`."""
        return _mask_area(self.predictions, self.mask_area, mended)

    def match(self, question: MatchQuestion, outcome: native.Outcome) -> int:
        """Refused."""
        raise ArgumentError(_LEFT_BEHIND)

    def pairs(self, question: PairQuestion) -> Pairs:
        """Refused."""
        raise ArgumentError(_LEFT_BEHIND)


def _mask_area(predictions: Predictions, mask_area: FloatArray, mended: Quirk) -> FloatArray:
    if predictions.boxed and Quirk.BOX_AREA not in mended:
        return np.ascontiguousarray(predictions.boxes[:, 2] * predictions.boxes[:, 3])
    return mask_area


def mask_source(
    truth: Truth,
    predictions: Predictions,
    alignment: Alignment,
    *,
    dilation_ratio: float | None,
    threads: int,
    single: bool = False,
    lowest: float | None = None,
) -> MaskSource:
    """Measure every detection that is evaluated, and look at every truth.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Read for masks.
    alignment : Alignment
        Rows it leaves out are not looked at.
    dilation_ratio : float or None
        Width of boundaries as a ratio of the image's diagonal; None for masks alone.
    threads : int
        0 is the default.
    single : bool
        Overlaps are rounded to single precision before anything compares them.
    lowest : float or None
        The lowest overlap that matching will ask for, where each category is matched for itself: overlaps are
        found while masks are measured where these lie image by image. None: when they are asked for.

    Raises
    ------
    InputError
        A mask is refused (E-160 to E-169): the first bad row of the truth, then of the predictions.
    ArgumentError
        The records were not read for masks.
    """
    for name, side in (("truth", truth), ("predictions", predictions)):
        if side.segmentations is None:
            raise ArgumentError(
                f"{name}: {side.source.name} was read without its masks. Fix: read it with geometry='masks'."
            )
    sizes = mask_sizes(truth, predictions, alignment, threads)
    true_rows = native_rows(truth, alignment.true_image, alignment.true_category, sizes)
    far, crossed, fault = true_rows.check(threads)
    refuse_mask(fault, f"{truth.source.name} annotations", alignment.true_image, sizes)
    findings = _outline_findings(far, crossed, truth.source.name)
    found_rows = native_rows(predictions, alignment.predicted_image, alignment.predicted_category, sizes)
    area, boxes = np.empty(len(predictions)), np.empty((len(predictions), 4))
    bounded = dilation_ratio is None or (len(sizes) > 0 and int(sizes.max()) <= _LONGEST_SIDE)
    at_once = lowest is not None and bounded and bool(sizes.all()) and _by_image(alignment)
    if not at_once:
        findings += _noted(found_rows.measure(area, boxes, threads), predictions, alignment, sizes)
    distances = None if dilation_ratio is None else _distances(truth, alignment, sizes, dilation_ratio)
    overlaps = native.MaskOverlaps(found_rows, area, boxes, true_rows, distances, single)
    if at_once:
        assert lowest is not None
        category = np.ascontiguousarray(alignment.predicted_category)
        true_side = np.ascontiguousarray(alignment.true_category), np.ascontiguousarray(truth.crowd, np.uint8)
        noted = overlaps.measure(area, boxes, category, *true_side, lowest, threads)
        findings += _noted(noted, predictions, alignment, sizes)
    if not predictions.boxed:
        in_units = _in_fractions(boxes, alignment, sizes) if predictions.units == "fractions" else boxes
        predictions = replace(predictions, boxes=in_units)
    return MaskSource(predictions, overlaps, area, tuple(findings))


def _by_image(alignment: Alignment) -> bool:
    """Whether the detections of each image stand together, in the order of images."""
    image = alignment.predicted_image
    return len(image) > 0 and bool((image[1:] >= image[:-1]).all())


def _in_fractions(boxes: FloatArray, alignment: Alignment, sizes: Int64Array) -> FloatArray:
    """Boxes of masks as fractions of their images, as the boxes of the truth are."""
    own = np.maximum(sizes[np.maximum(alignment.predicted_image, 0)][:, ::-1], 1).astype(np.float64)
    return boxes / np.tile(own, 2)


def measured_masks(
    truth: Truth, predictions: Predictions, alignment: Alignment, threads: int
) -> tuple[Predictions, FloatArray, tuple[Finding, ...]]:
    """Detections that are masks alone with the boxes of these, their areas, and what was noticed."""
    sizes = mask_sizes(truth, predictions, alignment, threads)
    rows = native_rows(predictions, alignment.predicted_image, alignment.predicted_category, sizes)
    area, boxes = np.empty(len(predictions)), np.empty((len(predictions), 4))
    findings = _noted(rows.measure(area, boxes, threads), predictions, alignment, sizes)
    return replace(predictions, boxes=boxes), area, tuple(findings)


def _noted(noted: Any, predictions: Predictions, alignment: Alignment, sizes: Int64Array) -> list[Finding]:
    """What a look at the masks found: the first that cannot be read is refused."""
    far, crossed, fault = noted
    refuse_mask(fault, predictions.source.name, alignment.predicted_image, sizes)
    return _outline_findings(far, crossed, predictions.source.name)


def with_mask_areas(truth: Truth, predictions: Predictions, alignment: Alignment, threads: int) -> Truth:
    """The truth with the area of the mask where its source names none; the boxes' stood in for it."""
    if truth.area_missing is None or truth.segmentations is None:
        return truth
    sizes = mask_sizes(truth, predictions, alignment, threads)
    category = np.where(truth.area_missing, alignment.true_category, np.int32(-1))
    rows = native_rows(truth, alignment.true_image, category, sizes)
    area, boxes = np.empty(len(truth)), np.empty((len(truth), 4))
    _, _, fault = rows.measure(area, boxes, threads)
    refuse_mask(fault, f"{truth.source.name} annotations", alignment.true_image, sizes)
    missing = truth.area_missing & _evaluated(alignment.true_image, alignment.true_category)
    return replace(truth, area=np.where(missing, area, truth.area))


def _evaluated(image: Any, category: Any) -> Any:
    return (image >= 0) & (category >= 0)


def native_rows(
    side: Truth | Predictions, image: Any, category: Any, sizes: Int64Array
) -> native.Segmentations:
    """The segmentations of a side for the kernels; rows that are not evaluated take no part."""
    held = side.segmentations
    assert held is not None
    kinds = np.where(_evaluated(image, category), held.kinds, np.uint8(_SKIPPED)).astype(np.uint8)
    outlined = side.boxes if getattr(side, "boxed", False) else None
    return native.Segmentations(
        kinds,
        np.ascontiguousarray(held_values(held, "sizes")),
        np.ascontiguousarray(held.text),
        np.ascontiguousarray(held.text_offsets),
        np.ascontiguousarray(held.numbers),
        np.ascontiguousarray(held.part_offsets),
        np.ascontiguousarray(held.row_offsets),
        np.ascontiguousarray(image),
        sizes,
        outlined,
    )


def _outline_findings(far: Int64Array, crossed: Int64Array, name: str) -> list[Finding]:
    kinds = (
        (
            "W-168",
            far,
            "polygon points beyond the image by more than its longer side",
            "they were cut off at the image's edge",
        ),
        (
            "W-183",
            crossed,
            "an outline that crosses itself, or the same one twice",
            "what an outline goes around twice is taken to be outside",
        ),
    )
    return [
        Finding(
            code,
            f"{counted(len(rows), 'object')} of {name} {agreeing(len(rows), 'has', 'have')} {what} "
            f"(first: row {int(rows[0])}); {then}",
            len(rows),
            tuple(rows[:5].tolist()),
        )
        for code, rows, what, then in kinds
        if len(rows)
    ]


def _distances(truth: Truth, alignment: Alignment, sizes: Int64Array, ratio: float) -> Int64Array:
    used = _evaluated(alignment.true_image, alignment.true_category)
    if len(sizes) == 0:
        return np.ones(len(truth), dtype=np.int64)
    if sizes.size and int(sizes.max()) > _LONGEST_SIDE:
        raise ArgumentError(
            f"geometry: boundaries are for images of at most {_LONGEST_SIDE} pixels a side, "
            f"got {int(sizes.max())}. Fix: evaluate the masks."
        )
    of_truths = np.where(used[:, None], sizes[alignment.true_image], 0)
    return np.ascontiguousarray(masks.boundary_distance(of_truths, ratio), dtype=np.int64)
