"""Boxes as another tool had them: rounded, moved, in other corners, or in a letterbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.mixed.letterboxes import image_sizes, in_letterbox

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.rules import Rules
    from truebox.typing import FloatArray

__all__ = ["found_boxes", "true_boxes"]

_CHANGED = {
    "1 pixel on": (slice(0, 2), 1.0),
    "1 pixel back": (slice(0, 2), -1.0),
    "1 pixel wider": (slice(2, 4), 1.0),
    "1 pixel narrower": (slice(2, 4), -1.0),
}
"""Columns of boxes, and what is added to them."""

_FROM_SIZES = {
    "corners as sizes": (slice(2, 4), slice(0, 2), 1.0),
    "sizes as corners": (slice(2, 4), slice(0, 2), -1.0),
    "centres as corners": (slice(0, 2), slice(2, 4), 0.5),
    "corners as centres": (slice(0, 2), slice(2, 4), -0.5),
}
"""Columns of boxes, and the columns of which a multiple is added to them."""

_DECIMALS = {"rounded": 0, "1 decimal": 1, "2 decimals": 2, "3 decimals": 3}


def true_boxes(boxes: FloatArray, rules: Rules) -> FloatArray:
    """Boxes as the coordinates of the rules have them; doing it twice is as good as once.

    Examples
    --------
    >>> from truebox.evaluation import Rules
    >>> true_boxes(np.array([[0.4, 0.6, 10.0, 10.0]]), Rules(coordinates="rounded")).tolist()
    [[0.0, 1.0, 10.0, 10.0]]
    """
    if rules.coordinates in ("as read", "one wider"):
        return boxes
    low, high = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    if rules.coordinates == "single":
        single, far = low.astype(np.float32), high.astype(np.float32)
        return np.concatenate([single, far - single], axis=1).astype(np.float64)
    low, high = np.rint(low), np.rint(high)
    return np.concatenate([low, high - low], axis=1)


def found_boxes(case: Case, rules: Rules) -> FloatArray:
    """Boxes of the detections of a case, as the rules have them."""
    boxes = case.predictions.boxes
    if rules.letterbox != "as read" or rules.found_boxes == "clipped":
        sizes = image_sizes(case)
        known = (sizes > 0).all(axis=1)
        changed = boxes.copy()
        changed[known] = _in_image(boxes[known], sizes[known], rules)
        boxes = changed
    return true_boxes(_changed(boxes, rules.found_boxes), rules)


def _changed(boxes: FloatArray, how: str) -> FloatArray:
    if how in ("as read", "clipped"):
        return boxes
    if how in _DECIMALS:
        decimals: FloatArray = np.round(boxes, _DECIMALS[how])
        return decimals
    moved = boxes.copy()
    if how in _FROM_SIZES:
        columns, others, share = _FROM_SIZES[how]
        moved[:, columns] += share * moved[:, others]
        moved[:, 2:] = np.maximum(moved[:, 2:], 0)
    else:
        columns, added = _CHANGED[how]
        moved[:, columns] += added
    return moved


def _in_image(boxes: FloatArray, sizes: FloatArray, rules: Rules) -> FloatArray:
    """What happens to boxes in images of known sizes."""
    corners = np.stack([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)  # [N, low or high, x or y]
    corners = in_letterbox(corners, sizes, rules)
    if rules.found_boxes == "clipped":
        corners = np.clip(corners, 0, sizes[:, None, :])
    return np.concatenate([corners[:, 0], corners[:, 1] - corners[:, 0]], axis=1)
