"""What protocols of pedestrians share: who counts by height and visibility, and the log-average miss rate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox.evaluation.matching.policy import Matching, MatchingPolicy
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.question import Question
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk, QuirkEntry
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.protocols.pedestrians.miss_rate import LogAverage
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import FloatArray

__all__ = ["BEYOND_REFERENCE", "FIRST_CLASS", "pedestrian_protocol"]

_USUAL = 0.5
_MOST = 1000
_SLACK = 1.25
_NO_END = 1e10
"""As the kits write a bound that is none."""

_SETS = {
    "Reasonable": ((50.0, _NO_END), (0.65, _NO_END)),
    "Small": ((50.0, 75.0), (0.65, _NO_END)),
    "Heavy": ((50.0, _NO_END), (0.2, 0.65)),
    "All": ((20.0, _NO_END), (0.2, _NO_END)),
}
_KEYS = {"Reasonable": "MR", "Small": "MR[small]", "Heavy": "MR[heavy]", "All": "MR[all]"}
_VISIBLE = "vis_ratio"
_HEIGHT = "height"

BEYOND_REFERENCE = QuirkEntry(
    1,
    Quirk.BEYOND_REFERENCE,
    "where the first false positive is beyond a reference, the last recall is read there",
    "R",
)
FIRST_CLASS = QuirkEntry(4, Quirk.FIRST_CLASS, "only the class of id 1 counts", "R")


def pedestrian_protocol(
    name: str,
    title: str,
    reference: str,
    *,
    measures: Mapping[bool, LogAverage],
    quirks: Quirk,
    own: tuple[QuirkEntry, ...] = (),
) -> DetectionProtocol:
    """The rules of a benchmark.

    Parameters
    ----------
    name, title, reference : str
        Of the protocol.
    measures : mapping of bool to measure
        The log-average miss rate, by whether `Quirk.BEYOND_REFERENCE` is mended.
    quirks : Quirk
        Those of COCO's reference that the kit has too, and its own.
    own : tuple of QuirkEntry
        Its own.
    """

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        del mended
        return without_sizes(name, geometry, np.array([_USUAL]), labels=_SETS, most=_MOST)

    def questions(state: MatchState, truth: Truth | None) -> list[Question]:
        del truth
        measure = measures[Quirk.BEYOND_REFERENCE in state.mended]
        return _questions(state, measure)

    return DetectionProtocol(
        alarms="missed",
        name=name,
        title=title,
        reference=reference,
        takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges", "iou_thresholds", "class_agnostic"},
        geometries=("boxes",),
        defaults=defaults,
        questions=questions,
        policy=MatchingPolicy(matching=Matching.REGION),
        precision=PrecisionRule.AREA,
        quirks=quirks,
        reported=(*(entry for entry in QUIRKS if entry.quirk == Quirk.TIE_ORDER), *own),
        complete=_complete,
        select=_select,
        columns=("MR", "AP", "AR"),
        leaves_out={"uncounted": "people to be ignored, who excuse what lies in them"},
    )


def _complete(truth: Truth, given: Any) -> Truth:
    """With the height and visibility that annotations state."""
    found = datasets.with_annotation_values(truth, given, (_HEIGHT, _VISIBLE))
    if _VISIBLE in found.attributes or not len(found):
        return found
    name = found.source.name
    text = f"{name} does not say how much of each person is seen ({_VISIBLE}): all count as fully seen"
    return replace(found, findings=(*found.findings, Finding("W-313", text, len(found))))


def _select(case: Case) -> Case:
    """Who does not count is a region, set by set; detections far from a set's heights are not there."""
    truth = case.truth
    height = _stated(truth, _HEIGHT, truth.boxes[:, 3])
    seen = _stated(truth, _VISIBLE, np.ones(len(truth)))
    found = case.predictions.boxes[:, 3]
    outside, absent = np.zeros(len(truth), np.uint64), np.zeros(len(found), np.uint64)
    bits: dict[tuple[float, float], int] = {}
    for bit, ((low, high), (least, most)) in enumerate(_SETS.values()):
        left_out = (height < low) | (height > high) | (seen < least) | (seen > most)
        outside |= left_out.astype(np.uint64) << np.uint64(bit)
        bits[low, high] = bits.get((low, high), 0) | 1 << bit
    for (low, high), sets in bits.items():
        far = ~((found >= low / _SLACK) & (found < high * _SLACK))
        absent |= far * np.uint64(sets)
    return replace(
        case,
        truth=replace(truth, crowd=np.zeros_like(truth.crowd)),  # the kits read `ignore`
        uncounted=truth.ignore,
        outside=outside,
        absent=absent,
    )


def _stated(truth: Truth, key: str, otherwise: FloatArray) -> FloatArray:
    column = truth.attributes.get(key)
    if column is None:
        return otherwise
    values = np.array([np.nan if each is None else each for each in column.tolist()], dtype=np.float64)
    stated: FloatArray = np.where(np.isnan(values), otherwise, values)
    return stated


def _questions(state: MatchState, measure: LogAverage) -> list[Question]:
    cap, main = state.parameters.max_detections[-1], next(iter(_SETS))
    chosen = None
    if Quirk.FIRST_CLASS not in state.mended and len(state.categories) > 1:
        chosen = np.array([each == 1 for each in state.categories.tolist()])
        chosen = chosen if chosen.any() else None
    return [
        *(
            Question(
                key,
                False,
                label,
                cap,
                classes=chosen,
                per_class=True,
                measure=measure,
                drawn=measure.drawn,
                smaller_is_better=True,
                why=f"nobody counts in the set {label}",
            )
            for label, key in _KEYS.items()
        ),
        Question("AP", True, main, cap, classes=chosen, per_class=True),
        Question("AR", False, main, cap, classes=chosen, per_class=True),
    ]
