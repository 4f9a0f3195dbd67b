"""BDD100K tracking: eight classes apart, in three groups; crowds and other kinds are ignored regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.protocol import COUNTS, Selected, TrackProtocol
from truebox.evaluation.tracks.sides.selection import inside_regions
from truebox.evaluation.tracks.similarities.slack import slack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import Mode

__all__ = ["PROTOCOL"]

_FORMAT = "bdd100k"
_CLASSES = (
    *((1, "pedestrian"), (2, "rider"), (4, "car"), (5, "bus")),
    *((6, "truck"), (7, "train"), (10, "motorcycle"), (11, "bicycle")),
)
_DISTRACTORS = (3, 8, 9)  # other person, trailer, other vehicle
_LAST = 11


def _classes(truth: Tracks, predictions: Tracks) -> Sequence[TrackClassId]:
    for side in (truth, predictions):
        if side.source.format != _FORMAT:
            problem = f"these are tracks of {side.source.format}, and BDD100K tracking evaluates its own JSON"
            fix = "give a folder of JSON files, one a video, or evaluate with --protocol tracks"
            raise InputError("E-581", side.source.name, problem, fix)
        for sequence in side.sequences:
            _refuse_other_classes(sequence, side, crowds=side is truth)
    return _CLASSES


def _refuse_other_classes(sequence: TrackedSequence, side: Tracks, *, crowds: bool) -> None:
    other = sequence.label > _LAST
    if crowds:
        other &= ~sequence.attributes["crowd"]
    if other.any():
        row = int(np.argmax(other))
        problem = f"the class {side.classes[int(sequence.label[row])]!r} is none of BDD100K tracking"
        fix = "name it as one of " + ", ".join(name for _, name in _CLASSES)
        raise InputError("E-585", sequence.place_of(row), problem, fix, row=row)


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    ignored = truth.attributes["crowd"] | np.isin(truth.label, _DISTRACTORS)
    true, found = (truth.label == number) & ~ignored, predictions.label == number
    limit = 0.5 + slack(mode)
    boxes, frame = predictions.boxes[found], predictions.frame[found]
    inside = inside_regions(boxes, frame, truth.boxes[ignored], truth.frame[ignored], limit)
    return Selected(
        truth=true,
        predictions=found,
        truth_role=np.full(int(true.sum()), COUNTS, dtype=np.uint8),
        prediction_role=inside.astype(np.uint8),
    )


def _recognises(truth: Tracks, predictions: Tracks) -> str:
    if truth.source.format == predictions.source.format == _FORMAT:
        return "they are lists of frames as BDD100K has them"
    return ""


PROTOCOL = TrackProtocol(
    name="bdd100k_tracking",
    title="BDD100K tracking",
    reference="TrackEval 1.3.0",
    takes=frozenset({"threads", "fit_test"}),
    classes=_classes,
    select=_select,
    ids_of_kept=True,
    beforehand=0.5,
    leaves_out={
        "truths": "crowds, other persons, trailers and other vehicles",
        "detections": "those that lie in such and find nothing",
    },
    groups=(
        ("HUMAN", ("pedestrian", "rider")),
        ("VEHICLE", ("car", "bus", "truck", "train")),
        ("BIKE", ("motorcycle", "bicycle")),
    ),
    evaluate=evaluate_asked,
    recognises=_recognises,
)
