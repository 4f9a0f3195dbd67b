"""KITTI tracking: cars and pedestrians apart; vans, sitting persons and what is hidden count neither way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.protocol import COUNTS, REMOVES, Selected, TrackProtocol
from truebox.evaluation.tracks.sides.selection import inside_regions
from truebox.evaluation.tracks.similarities.slack import slack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import Mode

__all__ = ["PROTOCOL"]

_CAR, _VAN, _PEDESTRIAN, _PERSON, _DONT_CARE = 0, 1, 3, 4, 8
_NEIGHBOUR = {_CAR: _VAN, _PEDESTRIAN: _PERSON}
_MOST_OCCLUDED, _MOST_TRUNCATED, _LEAST_HEIGHT = 2, 0, 25


def _classes(truth: Tracks, predictions: Tracks) -> Sequence[TrackClassId]:
    for side in (truth, predictions):
        if any(len(each) and "occluded" not in each.attributes for each in side.sequences):
            problem = f"these are tracks of {side.source.format}, and KITTI tracking evaluates its own labels"
            fix = "write lines frame, id, type, truncated, occluded, ..., or evaluate with --protocol tracks"
            raise InputError("E-581", side.source.name, problem, fix)
    return ((_CAR, "car"), (_PEDESTRIAN, "pedestrian"))


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    epsilon = slack(mode)
    occluded, truncated = (
        truth.attributes.get(name, np.zeros(len(truth))).astype(np.int64)
        for name in ("occluded", "truncated")
    )
    hidden = (occluded > _MOST_OCCLUDED) | (truncated > _MOST_TRUNCATED)
    of_class, neighbour = truth.label == number, truth.label == _NEIGHBOUR[number]
    chosen = of_class | neighbour
    role = (of_class & ~hidden).astype(np.uint8) * np.uint8(COUNTS)
    role += (neighbour | hidden).astype(np.uint8) * np.uint8(REMOVES)
    found = predictions.label == number
    boxes, frame = predictions.boxes[found], predictions.frame[found]
    regions = truth.label == _DONT_CARE
    small = boxes[:, 3] - boxes[:, 1] <= _LEAST_HEIGHT + epsilon
    inside = inside_regions(boxes, frame, truth.boxes[regions], truth.frame[regions], 0.5 + epsilon)
    return Selected(
        truth=chosen,
        predictions=found,
        truth_role=role[chosen],
        prediction_role=(small | inside).astype(np.uint8),
    )


def _recognises(truth: Tracks, predictions: Tracks) -> str:
    both = truth.layout == predictions.layout == "xyxy"
    both = both and all("occluded" in each.attributes for each in (*truth.sequences, *predictions.sequences))
    return "both are labels of KITTI tracking" if both else ""


PROTOCOL = TrackProtocol(
    name="kitti_tracking",
    title="KITTI tracking",
    reference="TrackEval 1.3.0",
    takes=frozenset({"threads", "fit_test"}),
    classes=_classes,
    select=_select,
    ids_of_kept=True,
    beforehand=0.5,
    leaves_out={
        "truths": "DontCare areas, other classes, and objects that are hidden or cut too much",
        "detections": "other classes; those on such objects, in DontCare areas or too low, that find nothing",
    },
    evaluate=evaluate_asked,
    recognises=_recognises,
)
