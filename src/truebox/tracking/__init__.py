"""Objects followed through frames: joined from frame to frame, made into tracks, evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.tracking.association import associate
    from truebox.tracking.at_recalls import TracksAtRecalls, evaluate_at_recalls
    from truebox.tracking.evaluating import evaluate
    from truebox.tracking.trackers.byte import ByteTracker
    from truebox.tracking.trackers.iou import IouTracker
    from truebox.tracking.trackers.oc_sort import OcSortTracker
    from truebox.tracking.trackers.sort import SortTracker
    from truebox.tracking.trackers.tracker import Tracked
    from truebox.tracking.whole_sequences import track

__all__ = [
    "ByteTracker",
    "IouTracker",
    "OcSortTracker",
    "SortTracker",
    "Tracked",
    "TracksAtRecalls",
    "associate",
    "evaluate",
    "evaluate_at_recalls",
    "track",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "association": "associate",
        "at_recalls": "TracksAtRecalls evaluate_at_recalls",
        "evaluating": "evaluate",
        "trackers.byte": "ByteTracker",
        "trackers.iou": "IouTracker",
        "trackers.oc_sort": "OcSortTracker",
        "trackers.sort": "SortTracker",
        "trackers.tracker": "Tracked",
        "whole_sequences": "track",
    },
)
