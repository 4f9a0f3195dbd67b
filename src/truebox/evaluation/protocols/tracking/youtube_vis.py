"""YouTube-VIS: instances of video by their masks, average precision of whole tracks and HOTA."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.protocol import COUNTS, Selected, TrackProtocol
from truebox.evaluation.tracks.sides.mask_sides import refuse_other_masks
from truebox.evaluation.tracks.track_map.rules import TrackMapRules

if TYPE_CHECKING:
    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import Mode

__all__ = ["PROTOCOL"]


def _classes(truth: Tracks, predictions: Tracks) -> Sequence[TrackClassId]:
    refuse_other_masks(truth, predictions, needed=True)
    return tuple(truth.classes.items())


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    """Every row of the class, those of crowds too; nothing is removed."""
    del mode
    true, found = truth.label == number, predictions.label == number
    return Selected(
        truth=true,
        predictions=found,
        truth_role=np.full(int(true.sum()), COUNTS, dtype=np.uint8),
        prediction_role=np.zeros(int(found.sum()), dtype=np.uint8),
    )


def _recognises(truth: Tracks, predictions: Tracks) -> str:
    if truth.source.format == "youtube_vis" and predictions.source.format == "youtube_vis":
        return "they are lists of segmentations of videos"
    return ""


PROTOCOL = TrackProtocol(
    name="youtube_vis",
    title="YouTube-VIS",
    reference="TrackEval 1.3.0",
    takes=frozenset({"threads", "fit_test"}),
    classes=_classes,
    select=_select,
    own_labels=True,
    leaves_out={
        "true tracks": "crowds, in AP and AR; HOTA, CLEAR and Identity count them",
        "detections": "those of classes that the truth does not have",
        "found tracks": "those of such classes, and those that meet a crowd alone, in AP at IoU 0.5",
    },
    maps=TrackMapRules(
        areas=(
            ("area_s", 0.0, 128.0**2),
            ("area_m", 128.0**2, 256.0**2),
            ("area_l", 256.0**2, 1e5**2),
        )
    ),
    evaluate=evaluate_asked,
    recognises=_recognises,
)
