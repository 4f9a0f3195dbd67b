"""DAVIS, semi-supervised: objects given in the first frame, by J and F of their masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.protocol import COUNTS, Selected, TrackProtocol
from truebox.evaluation.tracks.regions.measuring import given_objects
from truebox.evaluation.tracks.sides.mask_sides import refuse_other_masks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.masks import Masks
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import AnyArray, BoolArray, Mode

__all__ = ["PROTOCOL"]


def _classes(truth: Tracks, predictions: Tracks) -> Sequence[TrackClassId]:
    refuse_other_masks(truth, predictions, needed=True)
    for true, found in zip(truth.sequences, predictions.sequences, strict=True):
        _refuse_others(true, found)
    return ((1, "general"),)


def _refuse_others(true: TrackedSequence, found: TrackedSequence) -> None:
    objects = given_objects(true)
    other = _counted(found, true.length) & (found.track > objects)
    if other.any():
        row = int(np.argmax(other))
        problem = (
            f"object {int(found.track[row])} is none of those given: the largest number in the first frame "
            f"of {true.name} is {objects}"
        )
        fix = "give objects the numbers of the first frame, or evaluate proposals with --protocol davis"
        raise InputError("E-595", found.place_of(row), problem, fix, row=row)


def _counted(side: TrackedSequence, length: int) -> BoolArray:
    """Rows of the frames between the first and the last."""
    counted: BoolArray = (side.frame > 0) & (side.frame < length - 1)
    return counted


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    """Given objects, without the first and the last frame."""
    del number, mode
    true = _counted(truth, truth.length) & (truth.track <= given_objects(truth))
    found = _counted(predictions, truth.length)
    return Selected(
        truth=true,
        predictions=found,
        truth_role=np.full(int(true.sum()), COUNTS, dtype=np.uint8),
        prediction_role=np.zeros(int(found.sum()), dtype=np.uint8),
    )


def _as_found(found: TrackedSequence, rows: AnyArray, truth: TrackedSequence) -> Masks:
    """Masks as they are: void pixels of the truth are background here."""
    del truth
    assert found.masks is not None
    return found.masks[rows]


PROTOCOL = TrackProtocol(
    name="davis_semi_supervised",
    title="DAVIS, semi-supervised",
    reference="davis2017-evaluation ac7c43f",
    takes=frozenset({"threads", "fit_test"}),
    classes=_classes,
    select=_select,
    region_masks=_as_found,
    given_objects=True,
    leaves_out={
        "truths": "the first and the last frame, and objects that the first does not have",
        "detections": "the first and the last frame",
    },
    evaluate=evaluate_asked,
)
