"""Boxes that just pass a threshold, in the three ways a box can miss."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from truebox._kinds import refuses_other_kinds
from truebox.boxes.at_iou import Way, box_at_iou
from truebox.boxes.box import Box, as_box
from truebox.boxes.near_iou import box_near_iou

__all__ = ["boxes_at_thresholds"]

_THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
_WAYS: tuple[Way, ...] = ("grow", "shrink", "shift")


@refuses_other_kinds
def boxes_at_thresholds(
    reference: Box | Sequence[float],
    *,
    thresholds: Iterable[float] = _THRESHOLDS,
    step: float | None = None,
    margin: float = 0.0305,
) -> dict[str, dict[float, Box]]:
    """For each way and each threshold a box whose IoU with `reference` is that threshold.

    Parameters
    ----------
    reference : Box or four numbers ``x_min, y_min, x_max, y_max``
        The box to start from.
    thresholds : iterable of float in (0, 1]
        By default COCO's ten: 0.5, 0.55, ..., 0.95.
    step : float, optional
        Walk in steps of this length, as `box_near_iou` does; exact boxes by default.
    margin : float
        As in `box_near_iou`; exact boxes have none.

    Returns
    -------
    dict
        ``answer["grow"][0.5]``; the ways are ``"grow"``, ``"shrink"`` and ``"shift"`` (to the right).

    Raises
    ------
    ArgumentError
        As `box_at_iou` and `box_near_iou`.

    Examples
    --------
    >>> boxes = boxes_at_thresholds((50, 50, 150, 150), step=1)
    >>> boxes["shrink"][0.5].as_tuple()
    (64.0, 64.0, 136.0, 136.0)
    >>> len(boxes), len(boxes["shift"])
    (3, 10)
    >>> list(boxes_at_thresholds((50, 50, 150, 150), thresholds=[0.3])["grow"])
    [0.3]
    """
    truth = as_box(reference, "reference")
    wanted = tuple(thresholds)
    if step is None:
        return {how: {each: box_at_iou(truth, each, how) for each in wanted} for how in _WAYS}
    return {
        how: {each: box_near_iou(truth, each, how, step=step, margin=margin) for each in wanted}
        for how in _WAYS
    }
