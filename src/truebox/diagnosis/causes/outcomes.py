"""The outcome of every detection at one threshold, straight from the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.evaluation import CocoParameters, Result
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = [
    "area_place",
    "classes_of",
    "evaluated_place",
    "half_or_lowest",
    "outcome_at",
    "overlap_when_matched",
    "threshold_place",
    "truths_per_class",
]


def evaluated_place(parameters: CocoParameters, iou: float) -> int | None:
    """Which of the evaluation's thresholds `iou` is; None where it was not evaluated.

    Examples
    --------
    >>> from truebox.evaluation import coco_parameters
    >>> evaluated_place(coco_parameters(), 0.75), evaluated_place(coco_parameters(), 0.3)
    (5, None)
    """
    places = np.flatnonzero(np.isclose(parameters.iou_thresholds, iou, rtol=0, atol=1e-9))
    return int(places[0]) if len(places) else None


def threshold_place(parameters: CocoParameters, iou: float) -> int:
    """As `evaluated_place`, but an IoU that was not evaluated is refused.

    Examples
    --------
    >>> from truebox.evaluation import coco_parameters
    >>> threshold_place(coco_parameters(), 0.75)
    5
    """
    place = evaluated_place(parameters, iou)
    if place is None:
        known = ", ".join(f"{threshold:g}" for threshold in parameters.iou_thresholds)
        raise ArgumentError(f"iou: {iou:g} was not evaluated. Fix: pass one of {known}.")
    return place


def half_or_lowest(parameters: CocoParameters) -> float:
    """The overlap that counts as found by default: 0.5 where it was evaluated, else the lowest threshold.

    Examples
    --------
    >>> from truebox.evaluation import coco_parameters
    >>> half_or_lowest(coco_parameters()), half_or_lowest(coco_parameters(iou_thresholds=(0.7, 0.6)))
    (0.5, 0.6)
    """
    return 0.5 if evaluated_place(parameters, 0.5) is not None else float(parameters.iou_thresholds.min())


def area_place(parameters: CocoParameters, area: str | None) -> int:
    """Which of the evaluation's area ranges `area` is; None is that of all sizes.

    Examples
    --------
    >>> from truebox.evaluation import coco_parameters
    >>> area_place(coco_parameters(), "medium")
    2
    """
    labels = list(parameters.area_ranges)
    if area is None:
        return parameters.main_range
    if area not in labels:
        raise ArgumentError(f"area: {area!r} is unknown. Fix: pass one of {', '.join(map(repr, labels))}.")
    return labels.index(area)


def outcome_at(result: Result, iou: float, area: str | None = None) -> ByteArray:
    """0 false positive, 1 true positive, 2 ignored, for each row of ``result.state`` [N].

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> outcome_at(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"), 0.5).tolist()
    [1]
    """
    state = result.state
    thresholds = len(state.parameters.iou_thresholds)
    place = area_place(state.parameters, area) * thresholds + threshold_place(state.parameters, iou)
    word, bit = divmod(place, 64)
    matched = (state.matched[:, word] >> np.uint64(bit)) & np.uint64(1)
    ignored = (state.ignored[:, word] >> np.uint64(bit)) & np.uint64(1)
    outcome: ByteArray = np.where(ignored, 2, matched).astype(np.uint8)
    return outcome


def overlap_when_matched(result: Result, iou: float) -> FloatArray:
    """Overlap of each detection with the truth it was matched with at `iou`; 0 where there is none.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = [{"boxes": [[0, 0, 10, 10]], "labels": ["cat"]}]
    >>> found = [{"boxes": [[0, 0, 10, 8]], "labels": ["cat"], "scores": [0.5]}]
    >>> overlap_when_matched(tb.evaluate(truth, found, mode="corrected"), 0.5).tolist()
    [0.8]
    """
    table = result.matches
    place = int(np.argmin(np.abs(result.state.parameters.iou_thresholds - iou)))
    partner = table.detections.matched_truth[:, place]
    found = np.zeros(len(partner))
    counts = np.diff(table.pairs.offsets)
    detection = np.repeat(np.arange(len(partner)), counts)
    taken = table.pairs.truth == partner[detection]
    found[detection[taken]] = table.pairs.overlap[taken]
    return found


def classes_of(result: Result) -> list[tuple[int | str | None, str]]:
    """Id and name of each class of the state, in its order; where they do not count one that stands for all.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> classes_of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    [('cat', 'cat')]
    """
    return [(each.id, each.name) for each in result.per_class] or [(None, "all classes")] * len(
        result.state.truths
    )


def truths_per_class(result: Result, area: str | None = None) -> Int64Array:
    """Truths that count, per class [K].

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> truths_per_class(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")).tolist()
    [1]
    """
    counted: Int64Array = result.state.truths[:, area_place(result.state.parameters, area)]
    return counted
