"""Tracks of any classes: every truth with a flag counts for its class, and no prediction is left out.

Regions in which nobody looked, as KITTI has them, are no objects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.protocol import COUNTS, Selected, TrackProtocol
from truebox.evaluation.tracks.sides.said_classes import objects, says_classes
from truebox.evaluation.tracks.sides.selection import flagged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import Mode

__all__ = ["PROTOCOL"]

_ANY = -1


def _classes(truth: Tracks, predictions: Tracks) -> Sequence[TrackClassId]:
    """Those of the truth, where both sides say them of every row; else everything is one class."""
    if not (says_classes(truth) and says_classes(predictions)):
        return ((_ANY, "object"),)
    numbers = sorted(
        {int(number) for side in truth.sequences for number in np.unique(side.label[objects(side)])}
    )
    return tuple((number, truth.classes.get(number, str(number))) for number in numbers) or (
        (_ANY, "object"),
    )


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    counts = flagged(truth, mode).astype(np.uint8) * np.uint8(COUNTS)
    role = np.zeros(len(predictions), dtype=np.uint8)
    true, found = objects(truth), objects(predictions)
    if number == _ANY and true.all() and found.all():
        return Selected(truth_role=counts, prediction_role=role)
    if number != _ANY:
        true, found = true & (truth.label == number), found & (predictions.label == number)
    return Selected(truth=true, predictions=found, truth_role=counts[true], prediction_role=role[found])


PROTOCOL = TrackProtocol(
    name="tracks",
    title="Tracks",
    reference="TrackEval 1.3.0",
    takes=frozenset({"threads", "fit_test"}),
    classes=_classes,
    select=_select,
    any_classes=True,
    own_labels=True,
    leaves_out={"truths": "rows of which the flag is 0, and regions", "detections": "regions"},
    evaluate=evaluate_asked,
)
