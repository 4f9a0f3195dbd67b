"""Two trackers on one small truth, worked out by hand: one changes an id, one loses the object."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from truebox.evaluation import TrackResult, evaluate_tracks

TRUTH = {
    "frames": [1, 1, 2, 2, 3, 3, 4, 4],
    "ids": [7, 9, 7, 9, 7, 9, 7, 9],
    "boxes": [[10, 10, 20, 40], [100, 10, 20, 40]] * 4,
}


def changed_name() -> TrackResult:
    """Object 7 is track 1 in frames 1 and 2, and track 2 from frame 3; object 9 is track 5 throughout."""
    found = {"frames": TRUTH["frames"], "ids": [1, 5, 1, 5, 2, 5, 2, 5], "boxes": TRUTH["boxes"]}
    return evaluate_tracks(TRUTH, found)


def lost_object() -> TrackResult:
    """Object 7 has no track in frames 2 and 3; object 9 is track 5; track 8 follows nothing in frame 4."""
    found = {
        "frames": [1, 1, 2, 3, 4, 4, 4],
        "ids": [1, 5, 5, 5, 1, 5, 8],
        "boxes": [
            *([10, 10, 20, 40], [100, 10, 20, 40]),
            *([100, 10, 20, 40], [100, 10, 20, 40]),
            *([10, 10, 20, 40], [100, 10, 20, 40], [300, 300, 20, 40]),
        ],
    }
    return evaluate_tracks(TRUTH, found)


_TYPES = {"Int32Array": "<i4", "Int16Array": "<i2", "Uint16Array": "<u2", "Uint8Array": "u1"}


def unpacked(held: dict[str, str]) -> list[Any]:
    """A column of a page as the browser reads it."""
    values: list[Any] = np.frombuffer(base64.b64decode(held["bytes"]), _TYPES[held["type"]]).tolist()
    return values
