"""Whether truth and predictions are tracks; plain JSON of detections is told without what knows the forms."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truebox._kinds import refuses_other_kinds
from truebox.datasets import tracking
from truebox.datasets.texts.packed import MAGIC_SIZE, is_packed

__all__ = ["sides_are_tracked"]

_HEAD = 1 << 16
_MARKS = (b'"segmentations"', b'"bboxes"', b'"track_id"', b'"videoName"')
"""Of each form of tracks in JSON one is in the first bytes of a side, unless nothing was found."""


@refuses_other_kinds
def sides_are_tracked(truth: str, predictions: Sequence[str]) -> bool:
    """Whether all these paths have tracks; of JSON only the first bytes of the
    predictions are looked at where they are none, of other kinds of files the names.

    Raises
    ------
    InputError
        The truth has tracks, and a folder of predictions holds the folders of trackers (E-581).

    Examples
    --------
    >>> sides_are_tracked("truth.json", ["found.json"])
    False
    """
    sides = [Path(each) for each in (truth, *predictions)]
    return not all(map(_names_no_track, sides)) and tracking.all_are_tracked(sides)


def _names_no_track(path: Path) -> bool:
    """Whether this is a file of JSON, not packed, that is no form of tracks; any doubt says no."""
    if not path.name.endswith(".json") or not path.is_file():
        return False
    try:
        with path.open("rb", buffering=0) as stream:
            head = stream.read(_HEAD)
    except OSError:
        return False
    if is_packed(head[:MAGIC_SIZE]) or len(head.strip()) <= len(b"[]"):
        return False
    return not any(mark in head for mark in _MARKS)
