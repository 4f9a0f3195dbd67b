"""DAVIS: objects of a video without classes, by J and F of their masks, and HOTA."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.protocol import COUNTS, Selected, TrackProtocol
from truebox.evaluation.tracks.regions.voids import without_voids
from truebox.evaluation.tracks.sides.mask_sides import refuse_other_masks

if TYPE_CHECKING:
    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import Mode

__all__ = ["PROTOCOL"]


def _classes(truth: Tracks, predictions: Tracks) -> Sequence[TrackClassId]:
    refuse_other_masks(truth, predictions, needed=True)
    return ((1, "general"),)


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    """Every row, whatever it is called."""
    del number, mode
    return Selected(
        truth_role=np.full(len(truth), COUNTS, dtype=np.uint8),
        prediction_role=np.zeros(len(predictions), dtype=np.uint8),
    )


def _recognises(truth: Tracks, predictions: Tracks) -> str:
    if truth.source.format == "davis" and not predictions.has_boxes_alone:
        return "the truth has pictures with numbers of objects"
    return ""


PROTOCOL = TrackProtocol(
    name="davis",
    title="DAVIS",
    reference="TrackEval 1.3.0",
    takes=frozenset({"threads", "fit_test"}),
    classes=_classes,
    select=_select,
    region_masks=without_voids,
    leaves_out={"pixels": "void, of number 255, which J and F take out of proposals"},
    evaluate=evaluate_asked,
    recognises=_recognises,
)
