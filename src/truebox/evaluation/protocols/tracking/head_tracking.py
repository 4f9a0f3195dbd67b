"""Head tracking: what is assigned at IoU 0.4 to anything but a head, or to an invisible one, is left out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.mot_protocol import named_like
from truebox.evaluation.tracks.protocol import COUNTS, REMOVES, Selected, TrackProtocol
from truebox.evaluation.tracks.sides.selection import classed_pedestrians, flagged

if TYPE_CHECKING:
    from truebox.records import TrackedSequence
    from truebox.typing import Mode

__all__ = ["PROTOCOL"]

_LEAST_SEEN = float(np.finfo(np.float64).eps)
_LAST = 4  # heads, static ones, ignored ones, persons on vehicles


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    flags = flagged(truth, mode)
    of_class = truth.label == number
    visibility = np.asarray(truth.attributes.get("visibility", np.ones(len(truth))))
    seen = visibility >= _LEAST_SEEN if mode == "strict" else visibility > 0
    removes = ~of_class | ~seen
    if mode == "corrected":  # the reference means the flag too, but never looks at it
        removes |= ~flags
    counts = of_class & flags & (truth.score > 0) & (visibility > 0)
    return Selected(
        truth_role=counts.astype(np.uint8) * np.uint8(COUNTS) + removes.astype(np.uint8) * np.uint8(REMOVES),
        prediction_role=np.zeros(len(predictions), dtype=np.uint8),
    )


PROTOCOL = TrackProtocol(
    name="head_tracking",
    title="Head tracking",
    reference="TrackEval 1.3.0",
    takes=frozenset({"threads", "fit_test"}),
    classes=partial(classed_pedestrians, last=_LAST),
    select=_select,
    beforehand=0.4,
    leaves_out={
        "truths": "rows of which the flag or the visibility is 0, and other classes than heads",
        "detections": "those on objects of visibility 0 and of other classes",
    },
    evaluate=evaluate_asked,
    recognises=named_like(r"HT21-\d\d"),
)
