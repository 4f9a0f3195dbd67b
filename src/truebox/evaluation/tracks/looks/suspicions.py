"""Results that are hardly meant so: without boxes, with impossible ones, with ids that start again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import grouped, listed
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.tracks.result import TrackResult
    from truebox.typing import BoolArray

__all__ = ["suspicions"]

_FEW = 20
"""Boxes: of fewer, nothing is said of their ids."""
_NUMBERS = 0.9
"""With more ids than this share of the boxes, these are no tracks."""
_AT_ONCE, _MOST = 4, 0.75
"""So many objects, and that share of those in both frames, have another id at once where ids start again."""


def suspicions(result: TrackResult) -> list[Finding]:
    """What is doubtful about the predictions, though every number is right (W-588).

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> import warnings
    >>> side = {"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     result = evaluate_tracks(side, {"frames": [], "ids": [], "boxes": [], "length": 1})
    >>> [finding.message for finding in suspicions(result)]
    ['<predictions>: no sequence has a box, so that every object is missed']
    """
    return [
        *_no_truth(result),
        *_none_that_counts(result),
        *_nothing_found(result),
        *_after_the_last(result),
        *_impossible_boxes(result),
        *_ids(result),
    ]


def _no_truth(result: TrackResult) -> Iterator[Finding]:
    if result.truth.source.path is not None and not any(map(len, result.truth.sequences)):
        text = f"{result.truth.source.name}: the truth has no box, so that whatever is found is false"
        yield Finding("W-588", text, max(1, len(result.truth.sequences)))


def _none_that_counts(result: TrackResult) -> Iterator[Finding]:
    """Every box of the truth is marked as not to be considered: so it is with results given as the truth."""
    held = sum(map(len, result.truth.sequences))
    if held and not result.truths:
        text = (
            f"{result.truth.source.name}: {grouped(held, 'box', 'boxes')}, and by their flags and classes "
            "none counts, so that whatever is found is false: were the truth and the result swapped?"
        )
        yield Finding("W-588", text, held)


def _nothing_found(result: TrackResult) -> Iterator[Finding]:
    empty = [
        found.name
        for true, found in zip(result.truth.sequences, result.predictions.sequences, strict=True)
        if len(true) and not len(found)
    ]
    if not empty:
        return
    name = result.predictions.source.name
    if not any(map(len, result.predictions.sequences)):
        text = f"{name}: no sequence has a box, so that every object is missed"
    else:
        of_all = grouped(len(result.truth.sequences), "sequence")
        text = f"{name}: {len(empty)} of {of_all} without a box, where all is missed: {listed(empty)}"
    yield Finding("W-588", text, len(empty))


def _after_the_last(result: TrackResult) -> Iterator[Finding]:
    """Boxes in frames behind the last true one, where nothing says how many frames there are."""
    count, place = 0, ""
    for true, found in zip(result.truth.sequences, result.predictions.sequences, strict=True):
        if not true.length_unsaid or not len(true) or not len(found):
            continue
        behind = found.frame > true.frame.max()
        if behind.any():
            place = place or found.place_of(int(np.argmax(behind)))
            count += int(np.count_nonzero(behind))
    if count:
        name = result.predictions.source.name
        text = (
            f"{name}: {grouped(count, 'box', 'boxes')} in frames behind the last with a true box (first: "
            f"{place}), which count as false: nothing says how many frames there are"
        )
        yield Finding("W-588", text, count)


def _impossible_boxes(result: TrackResult) -> Iterator[Finding]:
    """Boxes with a negative side overlap nothing."""
    if result.predictions.has_masks:
        return
    corners = result.predictions.layout == "xyxy"
    count, place = 0, ""
    for each in result.predictions.sequences:
        if not corners and float(each.boxes[:, 2:].min(initial=0.0)) >= 0:
            continue
        least = each.boxes[:, :2] if corners else 0.0
        wrong: BoolArray = np.any(each.boxes[:, 2:] < least, axis=1)
        if wrong.any():
            place = place or each.place_of(int(np.argmax(wrong)))
            count += int(np.count_nonzero(wrong))
    if count:
        name = result.predictions.source.name
        boxes = grouped(count, "box has a side", "boxes have a side")
        text = f"{name}: {boxes} below 0 and can overlap nothing (first: {place})"
        yield Finding("W-588", text, count)


def _ids(result: TrackResult) -> Iterator[Finding]:
    name = result.predictions.source.name
    boxes = sum(map(len, result.predictions.sequences))
    tracks = _tracks(result) if boxes >= _FEW and _may_be_numbers(result, boxes) else 0
    if tracks > _NUMBERS * boxes:
        text = (
            f"{name}: {tracks:,} ids for {boxes:,} boxes: these are detections with numbers rather than "
            "tracks; make tracks of them with truebox track"
        )
        yield Finding("W-588", text, tracks)
        return
    found: dict[tuple[int, int], list[int]] = {}
    for cell in result.matched:  # of several classes, those whose ids change in the same frame
        frame, changed, both = cell.changed_at_once
        counts = found.setdefault((cell.sequence, frame), [0, 0])
        counts[0] += changed
        counts[1] += both
    for (sequence, frame), (changed, both) in found.items():
        if changed >= _AT_ONCE and changed >= _MOST * both:
            true = result.truth.sequences[sequence]
            place = f"frame {frame + true.first} of {true.name or 'the sequence'}"
            text = (
                f"{name}: in {place} {changed} of {both} objects have another id than in the frame before: "
                "ids seem to start again there; give those of each part of a video numbers of their own"
            )
            yield Finding("W-588", text, changed)
            return


def _tracks(result: TrackResult) -> int:
    return sum(len(np.unique(each.track)) for each in result.predictions.sequences)


def _may_be_numbers(result: TrackResult, boxes: int) -> bool:
    """Whether there can be as many ids: each box that is left out has at most one that no other has."""
    counted = int(result.state.sums["predictions"].sum())
    return int(result.state.sums["found_ids"].sum()) + max(0, boxes - counted) > _NUMBERS * boxes
