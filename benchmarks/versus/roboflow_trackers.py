"""trackers by Roboflow: a Kalman filter object per track, assignment by SciPy, detections of supervision."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import supervision
from trackers import ByteTrackTracker, OCSORTTracker, SORTTracker

from benchmarks.call import Array

TOOL = "trackers (Roboflow)"

_KINDS = {"SORT": SORTTracker, "ByteTrack": ByteTrackTracker, "OC-SORT": OCSORTTracker}


def track(kind: str, frames: Sequence[tuple[Array, Array]]) -> Callable[[], list[Array]]:
    """Follow the boxes of all frames; of each frame the ids and boxes, a row for each box that has one."""
    given = [
        supervision.Detections(xyxy=boxes, confidence=scores, class_id=np.zeros(len(boxes), dtype=int))
        for boxes, scores in frames
    ]

    def run() -> list[Array]:
        tracker = _KINDS[kind]()
        found = []
        for detections in given:
            told = tracker.update(detections)
            named = told.tracker_id >= 0
            found.append(np.column_stack([told.tracker_id[named], told.xyxy[named]]))
        return found

    return run
