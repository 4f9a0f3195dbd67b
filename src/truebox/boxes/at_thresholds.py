"""Boxes that just pass each of COCO's thresholds, in the three ways a box can miss."""

from __future__ import annotations

from truebox.boxes.at_iou import Way, box_at_iou
from truebox.boxes.box import Box
from truebox.boxes.near_iou import box_near_iou

__all__ = ["boxes_at_thresholds"]

_THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
_WAYS: tuple[Way, ...] = ("grow", "shrink", "shift")


def boxes_at_thresholds(reference: Box, *, step: float | None = None) -> dict[str, dict[float, Box]]:
    """For each way and each of COCO's ten thresholds a box whose IoU with `reference` is that threshold.

    Parameters
    ----------
    reference : Box
        The box to start from.
    step : float, optional
        Walk in steps of this length, as `box_near_iou` does with its own margin; exact boxes by default.

    Returns
    -------
    dict
        ``answer["grow"][0.5]``; the ways are ``"grow"``, ``"shrink"`` and ``"shift"`` (to the right), the
        thresholds 0.5, 0.55, ..., 0.95.

    Raises
    ------
    ArgumentError
        As `box_at_iou` and `box_near_iou`.

    Examples
    --------
    >>> boxes = boxes_at_thresholds(Box(50, 50, 150, 150), step=1)
    >>> boxes["shrink"][0.5].as_tuple()
    (64.0, 64.0, 136.0, 136.0)
    >>> len(boxes), len(boxes["shift"])
    (3, 10)
    """
    return {
        how: {threshold: _box(reference, threshold, how, step) for threshold in _THRESHOLDS} for how in _WAYS
    }


def _box(reference: Box, threshold: float, how: Way, step: float | None) -> Box:
    if step is None:
        return box_at_iou(reference, threshold, how)
    return box_near_iou(reference, threshold, how, step=step)
