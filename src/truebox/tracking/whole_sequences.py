"""Tracks of a whole sequence in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.tracking.trackers.byte import ByteTracker
from truebox.tracking.trackers.iou import IouTracker
from truebox.tracking.trackers.oc_sort import OcSortTracker
from truebox.tracking.trackers.sort import SortTracker
from truebox.tracking.trackers.tracker import Tracked

if TYPE_CHECKING:
    from truebox.tracking.trackers.tracker import Tracker

__all__ = ["METHODS", "track"]

METHODS: dict[str, Callable[..., Tracker]] = {
    "bytetrack": ByteTracker,
    "sort": SortTracker,
    "ocsort": OcSortTracker,
    "iou-tracker": IouTracker,
}
"""By the name of ``method=`` and ``--method``."""


@refuses_other_kinds
def track(frames: Iterable[Any], *, method: str = "bytetrack", **options: Any) -> list[Tracked]:
    """Make tracks of the detections of a sequence.

    Parameters
    ----------
    frames : iterable of (boxes, scores) or (boxes, scores, labels), or of boxes
        One for each frame, in order; a frame without detections is ``([], [])``.
    method : {"bytetrack", "sort", "ocsort", "iou-tracker"}
        Whose way; see `ByteTracker`, `SortTracker`, `OcSortTracker`, `IouTracker`.
    **options
        Those of the tracker: thresholds, ``box_format``, ``keep``.

    Returns
    -------
    list of Tracked
        Of every frame ids, rows of the input, and boxes. Tracks that the method does not keep are left out.

    Raises
    ------
    ArgumentError
        The method is unknown, or a frame cannot be taken.

    Examples
    --------
    >>> from truebox import tracking
    >>> frames = [([[x, 0, x + 9, 9], [90, 90, 99, 99]], [0.9, 0.8]) for x in range(5)]
    >>> found = tracking.track(frames, method="bytetrack")
    >>> found[4].track_id, found[4].row
    (array([1, 2]), array([0, 1]))
    """
    if method not in METHODS:
        raise ArgumentError(
            f"method: {method!r} is unknown. Fix: pass one of {', '.join(map(repr, METHODS))}."
        )
    tracker = METHODS[method](**options)
    found = [tracker.update(*(frame if isinstance(frame, tuple) else (frame,))) for frame in frames]
    kept = [tracker.accepted(each.track_id) for each in found]
    return [
        Tracked(each.track_id[rows], each.row[rows], each.boxes[rows])
        for each, rows in zip(found, kept, strict=True)
    ]
