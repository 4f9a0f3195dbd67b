"""Rows that take part, as the benchmarks of MOTChallenge and KITTI choose them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.evaluation.tracks.protocol import COUNTS, REMOVES, Selected
from truebox.evaluation.tracks.sides.memory import ARRAYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import AnyArray, BoolArray, ByteArray, FloatArray, Mode

__all__ = [
    "classed_pedestrians",
    "flagged",
    "inside_regions",
    "other_number",
    "pedestrians",
    "select_flagged",
    "select_pedestrians",
]

_PEDESTRIAN, _NAME = 1, "pedestrian"
_LAST = 13  # the classes of MOT16, MOT17 and MOT20 begin with the pedestrians
_DISAGREE = "W-426"
_EMPTY = float(np.finfo(np.float64).eps)


def pedestrians(truth: Tracks, predictions: Tracks) -> Sequence[TrackClassId]:
    """The only class of MOTChallenge; results that name another one are refused (E-585).

    So are sides whose files number their classes otherwise (E-581).
    """
    for side in (truth, predictions):
        name = side.classes.get(_PEDESTRIAN, _NAME)
        if name not in (_NAME, str(_PEDESTRIAN)):
            problem = f"these are tracks of {side.source.format}, and their class {_PEDESTRIAN} is {name}"
            fix = "give files of MOTChallenge, or evaluate every class with --protocol tracks"
            raise InputError("E-581", side.source.name, problem, fix)
    number = other_number(truth, predictions)
    if number is not None:
        problem = (
            f"these are tracks of {truth.source.format}, whose class {number} is {truth.classes[number]} and "
            f"not {predictions.classes[number]}"
        )
        fix = "give the truth of the benchmark, or evaluate every class with --protocol tracks"
        raise InputError("E-581", truth.source.name, problem, fix)
    for sequence in predictions.sequences:
        other = sequence.label > _PEDESTRIAN
        if other.any():
            row = int(np.argmax(other))
            number = int(sequence.label[row])
            problem = f"the result names class {number}, and only pedestrians (1) are evaluated"
            fix = "write -1 in column 8 of pedestrians"
            if predictions.source.format == ARRAYS:
                fix = f"leave labels out where all are pedestrians, or pass {_PEDESTRIAN} for them"
            fix += ", or evaluate every class with --protocol tracks"
            raise InputError("E-585", f"{sequence.place} row {row + 1}", problem, fix, row=row)
    return ((_PEDESTRIAN, "pedestrian"),)


def other_number(truth: Tracks, predictions: Tracks) -> int | None:
    """The first number that names another class on the other side; None where none does.

    Examples
    --------
    >>> from truebox.records import Source, Tracks
    >>> drone = Tracks(source=Source("gt", "-", "-"), sequences=(), classes={1: "pedestrian", 2: "people"})
    >>> other_number(drone, Tracks(source=Source("found", "-", "-"), sequences=(), classes={2: "rider"}))
    2
    """
    for number in sorted(truth.classes.keys() & predictions.classes.keys()):
        names = {truth.classes[number], predictions.classes[number], str(number)}
        if len(names) > 2:
            return number
    return None


def classed_pedestrians(truth: Tracks, predictions: Tracks, last: int = _LAST) -> Sequence[TrackClassId]:
    """The same of a truth whose rows say their class, from 1 to `last`.

    One whose rows say none is refused, as is a row that says none (E-421) or one that the benchmark does not
    have (E-585): it would be left out, and what was found on it be wrong.
    """
    rows = [each for each in truth.sequences if len(each)]
    if rows and all(int(each.label.max()) < 0 for each in rows):
        who = "not every row" if any(each.code == _DISAGREE for each in truth.findings) else "no row"
        problem = f"{who} says its class, and only class {_PEDESTRIAN}, the pedestrians, is evaluated"
        where = "pass it in labels" if truth.source.format == ARRAYS else "write it in column 8"
        fix = f"{where} ({_PEDESTRIAN} of pedestrians), or evaluate all with --protocol tracks"
        raise InputError("E-421", rows[0].place_of(0), problem, fix, row=0)
    chosen = pedestrians(truth, predictions)
    for sequence in rows:
        if int(sequence.label.min()) < _PEDESTRIAN or int(sequence.label.max()) > last:
            raise _of_no_class(truth, sequence, last)
    return chosen


def _of_no_class(truth: Tracks, sequence: TrackedSequence, last: int) -> InputError:
    row = int(np.argmax((sequence.label < _PEDESTRIAN) | (sequence.label > last)))
    number = int(sequence.label[row])
    code = "E-421" if number < 0 else "E-585"
    problem = "the row says no class" if number < 0 else f"the truth names class {number}, which is none here"
    fix = f"write 1 to {last} in column 8 of every row"
    if truth.source.format == ARRAYS:
        fix = f"pass labels 1 to {last} for every row"
    fix += ", or evaluate all with --protocol tracks"
    return InputError(code, sequence.place_of(row), problem, fix, row=row)


def flagged(truth: TrackedSequence, mode: Mode) -> BoolArray:
    """Truths to be considered: in strict mode the flag is cut to a whole number, so that 0.9 is 0."""
    score = truth.score
    flags: BoolArray = (score >= 1) | (score <= -1) if mode == "strict" else score != 0
    return flags


def select_flagged(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    """Every truth with a flag, whatever its class; nothing is removed."""
    del number
    return Selected(
        truth_role=flagged(truth, mode).astype(np.uint8) * np.uint8(COUNTS),
        prediction_role=np.zeros(len(predictions), dtype=np.uint8),
    )


def select_pedestrians(
    truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode, removing: Sequence[int]
) -> Selected:
    """Truths of the class with a flag; predictions assigned to one of the classes `removing` are left out."""
    removes = np.zeros(len(truth), dtype=bool)
    for other in removing:
        removes |= truth.label == other
    return Selected(
        truth_role=_roles(truth.label == number, flagged(truth, mode), removes),
        prediction_role=np.zeros(len(predictions), dtype=np.uint8),
    )


def _roles(of_class: AnyArray, counts: AnyArray, removes: AnyArray) -> ByteArray:
    return (of_class & counts).astype(np.uint8) * np.uint8(COUNTS) + removes.astype(np.uint8) * np.uint8(
        REMOVES
    )


def inside_regions(
    boxes: FloatArray, frame: AnyArray, regions: FloatArray, region_frame: AnyArray, limit: float
) -> BoolArray:
    """Boxes (corners) of which more than `limit` lies in one region of their frame.

    Examples
    --------
    >>> box, region = np.array([[0.0, 0, 10, 10]]), np.array([[0.0, 0, 6, 10]])
    >>> inside_regions(box, np.array([3]), region, np.array([3]), 0.5)
    array([ True])
    """
    inside = np.zeros(len(boxes), dtype=bool)
    for at in np.unique(region_frame):
        rows = np.flatnonzero(frame == at)
        if not len(rows):
            continue
        own, other = boxes[rows][:, None], regions[region_frame == at][None]
        low, high = np.maximum(own[..., :2], other[..., :2]), np.minimum(own[..., 2:], other[..., 2:])
        common = np.prod(np.maximum(high - low, 0), axis=2)
        area = (own[..., 2] - own[..., 0]) * (own[..., 3] - own[..., 1])
        share = np.divide(common, area, out=np.zeros_like(common), where=area > _EMPTY)
        inside[rows] = (share > limit).any(axis=1)
    return inside
