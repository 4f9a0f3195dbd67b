"""What a protocol leaves out of a truth and predictions before anything is matched, in its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.counted import grouped
from truebox.evaluation.matches.table import ignored_at
from truebox.evaluation.protocol import Case
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.alignment import align
from truebox.evaluation.states.parameters import coco_parameters
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, Geometry

__all__ = ["ignored_by"]

_SHOWN = 3
_NEUTRAL = "neither counts nor misses"
_NOUNS = {"truths": "object", "detections": "detection"}
_UNJUDGED = "those on objects that neither count nor miss"


@refuses_other_kinds
def ignored_by(
    protocol: DetectionProtocol,
    truth: Truth,
    predictions: Predictions,
    geometry: Geometry = "boxes",
    *,
    of: Literal["truths", "detections"] | None = None,
    state: MatchState | None = None,
) -> list[Finding]:
    """One finding (W-314) for each kind of row that takes no part, or not in every set of the protocol.

    Parameters
    ----------
    protocol : DetectionProtocol
        Whose rules count.
    truth, predictions : Truth, Predictions
        Joined, as they would be evaluated.
    geometry : str
        What would be matched by.
    of : {"truths", "detections"}, optional
        Of one side alone. Default: of both, detections first.
    state : MatchState, optional
        How they were matched: then detections are counted, too, that are neither right nor wrong at the first
        overlap, in the set that comes first.

    Examples
    --------
    >>> from truebox.evaluation import protocol_value
    >>> from truebox.datasets import read_pair
    >>> box = {"boxes": [[0, 0, 9, 9], [20, 20, 29, 29]], "labels": ["cat", "cat"], "iscrowd": [0, 1]}
    >>> pair = read_pair([box], [])
    >>> found = ignored_by(protocol_value("voc"), pair.truth, pair.predictions)
    >>> [each.message for each in found]
    ['PASCAL VOC neither counts nor misses 1 of 2 objects: difficult objects and crowds']
    """
    parameters = coco_parameters(geometry=geometry, protocol=protocol)
    aligned = align(truth, predictions, images=None, categories=None, class_agnostic=False, threads=1)
    case = protocol.select(
        Case(
            truth=truth,
            predictions=predictions,
            alignment=aligned,
            parameters=parameters,
            mended=protocol.mended("strict"),
        )
    )
    return [
        Finding(
            "W-314",
            f"{protocol.title} {text}",
            int(np.count_nonzero(rows)),
            tuple(np.flatnonzero(rows)[:_SHOWN].tolist()),
        )
        for side, text, rows in sorted(_kinds(case, aligned, protocol, state), key=lambda kind: kind[0])
        if of in (None, side)
    ]


def _kinds(
    case: Case, aligned: Alignment, protocol: DetectionProtocol, state: MatchState | None
) -> Iterator[tuple[str, str, BoolArray]]:
    after, words = case.alignment, protocol.leaves_out
    known = (aligned.predicted_image >= 0) & (aligned.predicted_category >= 0)
    gone = known & ((after.predicted_image < 0) | (after.predicted_category < 0))
    held = (aligned.true_image >= 0) & (aligned.true_category >= 0)
    missing = held & ((after.true_image < 0) | (after.true_category < 0))
    here = held & ~missing
    neutral = np.zeros(len(held), dtype=bool) if case.uncounted is None else case.uncounted != 0
    if not protocol.policy.regions_count:
        neutral = neutral | (case.truth.crowd != 0)
    pointless = np.zeros(len(held), dtype=bool)
    if case.parameters.geometry == "keypoints" and case.truth.keypoints is not None:
        pointless = (case.truth.keypoints.labelled == 0) & ~neutral
    for side, rows, all_rows, verb, why in (
        ("detections", gone, known, "leaves out", words.get("detections")),
        ("truths", missing, held, "leaves out", words.get("truths")),
        ("truths", here & neutral, held, _NEUTRAL, words.get("uncounted", "crowds")),
        ("truths", here & pointless, held, _NEUTRAL, "those without a labelled point"),
    ):
        if rows.any():
            yield side, _said(rows, all_rows, verb, side, why), rows
    counting = {"truths": here & ~neutral & ~pointless, "detections": known & ~gone}
    for bit, label in enumerate(case.parameters.area_ranges):
        if words.get(label) == "":
            continue
        for side, column in (("truths", case.outside), ("detections", case.absent)):
            if column is not None:
                rows = counting[side] & ((column >> np.uint64(bit)) & np.uint64(1) != 0)
                why = words.get(label, f"outside the set {label}")
                if rows.any() and why:
                    yield side, _said(rows, counting[side], "does not count", side, why), rows
    for each in protocol.ignores(case) if protocol.ignores is not None else ():
        rows = each.rows & counting[each.of]
        if rows.any():
            yield each.of, _said(rows, counting[each.of], each.verb, each.of, each.why), rows
    if state is not None:
        yield from _when_matched(case, state, protocol, counting["detections"], known)


def _when_matched(
    case: Case, state: MatchState, protocol: DetectionProtocol, here: BoolArray, known: BoolArray
) -> Iterator[tuple[str, str, BoolArray]]:
    """Detections that were not matched, and those that were and are neither right nor wrong."""
    why = f"{protocol.leaves_out.get('unjudged', _UNJUDGED)} ({_asked_first(protocol, state)})"
    for rows, all_rows, verb, words in (
        (_without_area(case, state, here), known, "leaves out", "those without area"),
        (_unjudged(case, state) & here, here, "does not judge", why),
    ):
        if rows.any():
            yield "detections", _said(rows, all_rows, verb, "detections", words), rows


def _without_area(case: Case, state: MatchState, here: BoolArray) -> BoolArray:
    """Which detections of the case were not matched, but for those beyond the limit of an image and class."""
    rows = here.copy()
    rows[state.row] = False
    if protocol_of(state.parameters).counts_empty or not rows.any():
        return np.zeros_like(here)
    alignment, kinds = case.alignment, len(case.alignment.categories)
    cell = alignment.predicted_image.astype(np.int64) * kinds + alignment.predicted_category
    kept = np.bincount(cell[state.row], minlength=len(alignment.images) * kinds)
    rows[rows] = kept[cell[rows]] < state.parameters.max_detections[-1]
    return rows


def _unjudged(case: Case, state: MatchState) -> BoolArray:
    """Which detections were ignored where they were matched, of those that are there."""
    rows = np.zeros(len(case.predictions), dtype=bool)
    rows[state.row[ignored_at(state, 0)]] = True
    if case.absent is not None:
        rows &= (case.absent >> np.uint64(state.parameters.main_range)) & np.uint64(1) == 0
    return rows


def _asked_first(protocol: DetectionProtocol, state: MatchState) -> str:
    """The overlap and the set of which it is told."""
    parameters = state.parameters
    overlap = protocol.overlap_text(parameters.geometry, float(parameters.iou_thresholds[0]))
    labels = list(parameters.area_ranges)
    first = labels[parameters.main_range]
    return overlap if len(labels) == 1 or first == "all" else f"{overlap}, {first}"


def _said(rows: BoolArray, all_rows: BoolArray, verb: str, side: str, why: str | None) -> str:
    every = grouped(int(np.count_nonzero(all_rows)), _NOUNS[side])
    text = f"{verb} {int(np.count_nonzero(rows)):,} of {every}"
    return f"{text}: {why}" if why else text
