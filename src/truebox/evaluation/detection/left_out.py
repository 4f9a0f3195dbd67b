"""What a protocol leaves out of a truth and predictions before anything is matched, in its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.counted import counted
from truebox.evaluation.protocol import Case
from truebox.evaluation.states.alignment import align
from truebox.evaluation.states.parameters import coco_parameters
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.states.alignment import Alignment
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, Geometry

__all__ = ["ignored_by"]

_SHOWN = 3


@refuses_other_kinds
def ignored_by(
    protocol: DetectionProtocol, truth: Truth, predictions: Predictions, geometry: Geometry = "boxes"
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
        Finding("W-314", f"{protocol.title} {text}", count, rows)
        for text, count, rows in _kinds(case, aligned, protocol)
    ]


def _kinds(
    case: Case, aligned: Alignment, protocol: DetectionProtocol
) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    after, words = case.alignment, protocol.leaves_out
    known = (aligned.predicted_image >= 0) & (aligned.predicted_category >= 0)
    gone = known & ((after.predicted_image < 0) | (after.predicted_category < 0))
    held = (aligned.true_image >= 0) & (aligned.true_category >= 0)
    missing = held & ((after.true_image < 0) | (after.true_category < 0))
    here = held & ~missing
    neutral = np.zeros(len(held), dtype=bool) if case.uncounted is None else case.uncounted != 0
    if not protocol.policy.regions_count:
        neutral = neutral | (case.truth.crowd != 0)
    for rows, all_rows, verb, noun, why in (
        (gone, known, "leaves out", "detection", words.get("detections")),
        (missing, held, "leaves out", "object", words.get("truths")),
        (here & neutral, held, "neither counts nor misses", "object", words.get("uncounted", "crowds")),
    ):
        if rows.any():
            yield _said(rows, all_rows, verb, noun, why)
    for bit, label in enumerate(case.parameters.area_ranges):
        if words.get(label) == "":
            continue
        for column, kept, noun in (
            (case.outside, here & ~neutral, "object"),
            (case.absent, known & ~gone, "detection"),
        ):
            if column is not None:
                rows = kept & ((column >> np.uint64(bit)) & np.uint64(1) != 0)
                why = words.get(label, f"outside the set {label}")
                if rows.any() and why:
                    yield _said(rows, kept, "does not count", noun, why)


def _said(
    rows: BoolArray, all_rows: BoolArray, verb: str, noun: str, why: str | None
) -> tuple[str, int, tuple[int, ...]]:
    count = int(np.count_nonzero(rows))
    text = f"{verb} {count:,} of {counted(int(np.count_nonzero(all_rows)), noun)}"
    return f"{text}: {why}" if why else text, count, tuple(np.flatnonzero(rows)[:_SHOWN].tolist())
