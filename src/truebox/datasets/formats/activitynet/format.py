"""ActivityNet's JSON of temporal segments, which THUMOS14 and others are passed around in too.

Facts, from ActivityNet 82304fa (``Evaluation/eval_detection.py``, ``Evaluation/data``):

- Truth: ``{"database": {video: {"subset", "duration", "annotations": [...]}}}``, of each annotation
  ``{"segment": [start, end], "label"}``, in seconds. ``subset`` is the split; the evaluation reads one.
- Results: ``{"results": {video: [{"segment", "label", "score"}]}}``, with ``version`` and ``external_data``.

A video is an image of unknown size, and a segment a box one high along the axis of time: its overlap with
another is the overlap in time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role

if TYPE_CHECKING:
    from truebox.datasets.place import Place

__all__ = ["FORMAT"]

_SEGMENT = deferred_pattern(rb'"(segment|annotations|subset)"\s*:')
_HELD = {"truth": re.compile(rb'"database"\s*:\s*\{'), "predictions": re.compile(rb'"results"\s*:\s*\{')}

_EMPTY = deferred_pattern(rb'"results"\s*:\s*\{(\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\]\s*,?)*\s*\}')
"""Videos in which nothing was found, or none at all; results of nuScenes name their ``meta``."""


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder or not _HELD[role].search(place.head):
        return None
    if role == "truth" and _SEGMENT.search(place.head):
        return Evidence(3, "a database of videos")
    if role == "predictions" and b'"segment"' in place.head:
        return Evidence(3, "results by video, with segments")
    if role == "predictions" and b'"meta"' not in place.head and _EMPTY.search(place.head):
        return Evidence(2, "results by video, none of which has any")
    return None


FORMAT = Format(
    name="activitynet",
    title="ActivityNet JSON",
    benchmark="activitynet",
    recognise=_recognise,
    bare=rb'"database"\s*:\s*\{|"results"\s*:\s*\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:\s*\[)',
    boxes="open",
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    splits="reader:splits_of",
)
