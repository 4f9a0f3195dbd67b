"""Results that name videos by number, brought to the names of the truth; what it does not have is said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.counted import grouped
from truebox.errors import InputError
from truebox.evaluation.tracks.sides.stepped import frames_listed, step_told
from truebox.masks import concatenate_masks
from truebox.records import Finding, TrackedSequence, WholeTracks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from truebox.records import Tracks

__all__ = ["named_by_truth", "of_no_class", "without_boxes_found"]


def named_by_truth(truth: Tracks, predictions: Tracks) -> tuple[Tracks, list[Finding]]:
    """The predictions with the sequences and names of the truth; a video without results has no objects.

    Parameters
    ----------
    truth, predictions : Tracks
        As read. Predictions that are not ``numbered`` are given back as they are.

    Raises
    ------
    InputError
        Results are of no video of the truth (E-582), or have more or fewer frames than it (E-591).

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}, "truth")
    >>> named_by_truth(side, side)[1]
    []
    """
    if not predictions.numbered:
        return predictions, []
    by_number = {each.number: each for each in predictions.sequences}
    known = {each.number for each in truth.sequences}
    other = [number for number in by_number if number not in known]
    if by_number and len(other) == len(by_number):
        shown = ", ".join(str(number) for number in sorted(known, key=str)[:3])
        problem = f"no video is one of the truth's: these have video_id {', '.join(map(str, other[:3]))}"
        fix = f"give results of {truth.source.name}, whose videos are {shown}"
        raise InputError("E-582", predictions.source.name, problem, fix)
    findings = []
    if other:
        tracks = sum(_count(by_number[number]) for number in other)
        text = (
            f"{predictions.source.name} has {grouped(tracks, 'track')} of {grouped(len(other), 'video')} "
            f"that the truth does not have (video_id {other[0]}): left out"
        )
        findings.append(Finding("W-592", text, tracks))
    sequences = tuple(_named(each, by_number.get(each.number), predictions) for each in truth.sequences)
    findings += _other_classes(sequences, truth.classes, predictions.source.name)
    return replace(predictions, sequences=sequences, classes=truth.classes, numbered=False), findings


def of_no_class(predictions: Tracks, numbers: Iterable[int]) -> list[Finding]:
    """Boxes of none of the classes that are evaluated, which nothing would tell (W-592).

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> given = {"frames": [0, 0], "ids": [1, 2], "boxes": [[0, 0, 5, 5]] * 2, "labels": [1, 4]}
    >>> of_no_class(tracks_of_arrays(given, "found"), [1])[0].count
    1
    """
    known = list(numbers)
    other = [each.label[~np.isin(each.label, known)] for each in predictions.sequences]
    count = sum(map(len, other))
    if not count:
        return []
    shown = sorted({int(number) for each in other for number in np.unique(each)})[:3]
    text = (
        f"{predictions.source.name} has {grouped(count, 'box', 'boxes')} of classes that the truth does not "
        f"have ({', '.join(map(str, shown))}): left out; name the same classes on both sides"
    )
    return [Finding("W-592", text, count)]


def _count(side: TrackedSequence) -> int:
    return 0 if side.whole is None else len(side.whole)


def _named(true: TrackedSequence, found: TrackedSequence | None, side: Tracks) -> TrackedSequence:
    if found is None:
        return without_boxes_found(true, side.source.name)
    if found.whole is not None and true.length:
        other = ~np.isin(found.whole.listed, frames_listed(true.length, side.frame_step))
        if other.any():
            row = int(np.argmax(other))
            problem = (
                f"there are {int(found.whole.listed[row])} segmentations, "
                f"and the video {true.name} has {true.length} frames"
            )
            fix = "write one for each frame, null where the object is not seen"
            fix += step_told(true.length, int(found.whole.listed[row]))
            raise InputError("E-591", f"{found.place}[{int(found.whole.track[row])}]", problem, fix)
    return replace(found, name=true.name)


def without_boxes_found(true: TrackedSequence, place: str) -> TrackedSequence:
    """The sequence in which nothing was found.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}, "truth")
    >>> len(without_boxes_found(side.sequences[0], "found.csv"))
    0
    """
    whole, number = np.empty(0, dtype=np.int64), np.empty(0)
    return replace(
        true,
        frame=np.empty(0, dtype=np.int32),
        track=whole,
        boxes=np.empty((0, 4)),
        label=whole,
        score=number,
        attributes={},
        place=place,
        masks=None if true.masks is None else concatenate_masks([]),
        regions=None,
        whole=WholeTracks(
            track=whole,
            label=whole,
            score=number,
            area=number,
            crowd=np.empty(0, dtype=bool),
            listed=whole,
        ),
    )


def _other_classes(
    sequences: tuple[TrackedSequence, ...], classes: Mapping[int, str], name: str
) -> list[Finding]:
    labels: list[Any] = [each.whole.label for each in sequences if each.whole is not None]
    together = np.concatenate(labels) if labels else np.empty(0, dtype=np.int64)
    other = together[~np.isin(together, list(classes))]
    if not len(other):
        return []
    text = (
        f"{name} has {grouped(len(other), 'track')} of classes that the truth does not have "
        f"(category_id {int(other[0])}): left out"
    )
    return [Finding("W-592", text, len(other))]
