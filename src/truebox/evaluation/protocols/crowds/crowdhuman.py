"""CrowdHuman: AP, the log-average miss rate and the Jaccard index as the code of CrowdDet has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox.evaluation.matching.policy import Matching, MatchingPolicy
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.crowds.jaccard import JACCARD, drawn_jaccard, jaccard_index, with_jaccard
from truebox.evaluation.protocols.pedestrians.miss_rate import (
    FOUR_DECIMALS,
    DrawnMisses,
    log_average,
    mean_of_logarithms,
    miss_curve,
)
from truebox.evaluation.protocols.stated_pairs import stated_places
from truebox.evaluation.question import Question
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.drawn_outcomes import OrderedHits
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk, QuirkEntry
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, FloatArray

__all__ = ["PROTOCOL", "area_from_first_point", "misses_beyond"]

_USUAL = 0.5
_LOWER = np.array([0.0001, 0.0003, 0.001, 0.0032, 0.01, 0.0316, 0.1, 0.3162, 1.0])
_OWN = Quirk.TIE_ORDER | Quirk.FIRST_POINT | Quirk.AT_REFERENCE

FIRST_POINT = QuirkEntry(1, Quirk.FIRST_POINT, "AP has no area left of the first detection", "C")
AT_REFERENCE = QuirkEntry(
    2, Quirk.AT_REFERENCE, "misses are read at or beyond a reference, not within it", "C"
)


def area_from_first_point(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """The area under straight lines between the points of precision over recall, from the first point on.

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9]), image=np.zeros(1, np.int32), row=np.arange(1), images=1,
    ...     hit=np.array([[True]]), false=np.array([[False]]), truths=1)
    >>> area_from_first_point([one]).tolist()  # one person, found: nothing lies between two points
    [0.0]
    """
    values = np.full(len(classes), np.nan)
    for k, found in enumerate(classes):
        if found.truths > 0:
            there = found.at(0)
            recall, precision = there.recall(), there.precision()
            values[k] = (np.diff(recall) * (precision[:-1] + precision[1:]) / 2).sum()
    return values


class DrawnArea:
    """`area_from_first_point` under weights of the images."""

    def __init__(self, order: OutcomeOrder) -> None:
        hit = order.hit[:, 0]
        self._found = OrderedHits(order, hit, hit | order.false[:, 0])

    def __call__(self, weights: AnyArray, truths: AnyArray) -> AnyArray:
        found = self._found
        stand, hits = found.counts(weights)
        times = np.diff(hits)
        row = np.repeat(found.rows, times)
        copy = np.arange(1, len(row) + 1) - np.repeat(hits[:-1], times)
        category = np.searchsorted(found.offsets, row, side="right") - 1
        first = hits[found.before[found.offsets]]
        number = np.arange(1, len(row) + 1) - first[category]
        place = stand[row] + copy - stand[found.offsets[category]]
        earlier = np.divide(number - 1, place - 1, out=np.zeros(len(row)), where=place > 1)
        area = np.where(place > 1, (earlier + number / place) / 2, 0.0)  # nothing is left of the first
        total = np.bincount(category, area, minlength=len(truths))
        found_area: FloatArray = np.full(len(truths), np.nan)
        return np.divide(total, truths, out=found_area, where=truths > 0)


class misses_beyond:  # noqa: N801  a measure: called as a function is
    """The log-average miss rate of each class, read where the curve is at or beyond each reference.

    Parameters
    ----------
    references : sequence of float
        False positives an image.
    """

    def __init__(self, references: Sequence[float]) -> None:
        self._references = tuple(references)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, misses_beyond) and other._references == self._references

    def __hash__(self) -> int:
        return hash((misses_beyond, self._references))

    def __call__(self, classes: Sequence[ClassOutcomes]) -> FloatArray:
        values = np.full(len(classes), np.nan)
        for k, found in enumerate(classes):
            if found.truths > 0:
                alarms, misses = miss_curve(found)
                values[k] = 1.0
                if len(alarms):
                    places = np.searchsorted(alarms, self._references, side="left")
                    with np.errstate(divide="ignore"):
                        values[k] = np.exp(np.log(misses[np.minimum(places, len(misses) - 1)]).mean())
        return values

    def drawn(self, order: OutcomeOrder) -> DrawnMeasure:
        """The same of draws."""
        misses = DrawnMisses(order, np.array(self._references), at_or_beyond=True)

        def measured(weights: AnyArray, truths: AnyArray) -> AnyArray:
            return mean_of_logarithms(misses(weights, truths), truths)

        return measured


_STRICT = (misses_beyond(FOUR_DECIMALS.tolist()), misses_beyond(_LOWER.tolist()))
_CORRECTED = (log_average(FOUR_DECIMALS), log_average(_LOWER))


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    del mended
    return without_sizes("crowdhuman", geometry, np.array([_USUAL]))


def _select(case: Case) -> Case:
    """Boxes end at the image; whatever is to be ignored is a region."""
    truth, predictions = case.truth, case.predictions
    regions = truth.crowd | truth.ignore
    places, _ = stated_places(truth, case.alignment)
    sizes = np.zeros((len(case.alignment.images) + 1, 2))  # the last: of images that are not evaluated
    sizes[places] = truth.images.sizes
    sizes[-1] = 0
    boxes = _clipped(truth.boxes, sizes[case.alignment.true_image])
    return replace(
        case,
        truth=replace(
            truth,
            findings=(*truth.findings, *_unclipped(case, sizes)),
            boxes=boxes,
            area=np.where(truth.area == _extent(truth.boxes), _extent(boxes), truth.area),
            crowd=regions,
            ignore=np.zeros_like(regions),
        ),
        predictions=replace(
            predictions, boxes=_clipped(predictions.boxes, sizes[case.alignment.predicted_image])
        ),
    )


def _unclipped(case: Case, sizes: FloatArray) -> Iterator[Finding]:
    """That boxes begin outside of images whose size is not known: the kit needs all sizes."""
    alignment, outside = case.alignment, 0
    for image, boxes in (
        (alignment.true_image, case.truth.boxes),
        (alignment.predicted_image, case.predictions.boxes),
    ):
        unknown = (image >= 0) & (sizes[image] <= 0).any(axis=1)
        outside += int(np.count_nonzero(unknown & (boxes[:, :2] < 0).any(axis=1)))
    if outside:
        begin = counted(outside, "box begins", "boxes begin")
        text = (
            f"{case.truth.source.name}: {begin} outside of images whose size is not stated, and are taken "
            "whole; the kit lets boxes end at the image. Fix: give the images (--images), or width and "
            "height on every line of the truth"
        )
        yield Finding("W-313", text, outside)


def _extent(boxes: FloatArray) -> FloatArray:
    return np.asarray(boxes[:, 2] * boxes[:, 3])


def _clipped(boxes: FloatArray, size: FloatArray) -> FloatArray:
    """Boxes inside their images, where the sizes of these are known; doing it twice is as good as once."""
    left, top, wide, high = boxes.T
    across, down = size.T
    within = (left >= 0) & (left + wide <= across) & (left <= across - 1)
    within &= (top >= 0) & (top + high <= down) & (top <= down - 1)
    within &= (wide >= 0) & (high >= 0)
    beyond = np.flatnonzero(~within & (across > 0) & (down > 0))
    if not len(beyond):
        return boxes
    low, size = boxes[beyond, :2], size[beyond]
    end = low + boxes[beyond, 2:]
    first, last = np.minimum(np.maximum(low, 0), size - 1), np.maximum(np.minimum(end, size), 0)
    inside = (low == first) & (end == last)  # not computed again: the last bit would be another
    found = boxes.copy()
    found[beyond, :2], found[beyond, 2:] = first, np.where(inside, boxes[beyond, 2:], last - first)
    return found


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    area = None if Quirk.FIRST_POINT in state.mended else area_from_first_point
    two, four = _CORRECTED if Quirk.AT_REFERENCE in state.mended else _STRICT
    return [
        Question("AP", True, "all", cap, measure=area, drawn=None if area is None else DrawnArea),
        Question("MR", False, "all", cap, measure=two, drawn=two.drawn, smaller_is_better=True),
        Question("MR[-4]", False, "all", cap, measure=four, drawn=four.drawn, smaller_is_better=True),
        *_jaccard_questions(state, cap),
        Question("AR", False, "all", cap),
    ]


def _jaccard_questions(state: MatchState, cap: int) -> list[Question]:
    why = "no image holds people or detections that count"
    if state.cells is None:
        why = "it needs whole images, which are not kept of what is evaluated in pieces"
    one = Question(
        "JI",
        False,
        "all",
        cap,
        measure=jaccard_index,
        drawn=drawn_jaccard,
        needs_truth=False,
        why=why,
    )
    return [replace(one, key=key, part=part, per_class=not part) for part, key in enumerate(JACCARD)]


PROTOCOL = DetectionProtocol(
    name="crowdhuman",
    title="CrowdHuman",
    alarms="missed",
    reference="CrowdDet lib/evaluate (fa0b55b)",
    takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections"},
    geometries=("boxes",),
    defaults=_defaults,
    questions=_questions,
    policy=MatchingPolicy(matching=Matching.FIRST, strict=True),
    precision=PrecisionRule.AREA,
    pixels="padded",
    ties_by_file=True,
    quirks=_OWN,
    reported=(*(entry for entry in QUIRKS if entry.quirk == Quirk.TIE_ORDER), FIRST_POINT, AT_REFERENCE),
    select=_select,
    settle=with_jaccard,
    beyond_scores="JI reads scores at 0, 0.1 ... 0.9, so that it is another one",
    columns=("AP", "MR", "JI", "AR"),
    leaves_out={"uncounted": "regions to be ignored, which excuse what lies in them"},
)
