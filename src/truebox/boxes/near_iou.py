"""A box whose IoU with a given box is near a given number, reached in whole pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from truebox._kinds import refuses_other_kinds
from truebox.boxes.at_iou import Direction, Way
from truebox.boxes.box import Box, as_box
from truebox.errors import ArgumentError

__all__ = ["box_near_iou"]

_SIGNS: dict[str, tuple[int, int]] = {
    "right": (1, 0),
    "left": (-1, 0),
    "down": (0, 1),
    "up": (0, -1),
    "diagonal": (1, 1),
}


@refuses_other_kinds
def box_near_iou(
    reference: Box | Sequence[float],
    target_iou: float,
    how: Way = "grow",
    *,
    direction: Direction = "right",
    step: float = 1.0,
    margin: float = 0.0305,
) -> Box:
    """The first box on a walk in whole steps whose IoU with `reference` is at most ``target_iou + margin``.

    A box of whole pixels cannot have every IoU. The walk stops a little above the target, so that a detection
    placed there still counts at that threshold. `truebox.box_at_iou` gives the exact box instead.

    Parameters
    ----------
    reference : Box or four numbers ``x_min, y_min, x_max, y_max``
        Where the walk starts.
    target_iou : float
        In (0, 1].
    how : "grow", "shrink" or "shift"
        Whether all four sides move out or in by a step, or the whole box moves.
    direction : "right", "left", "down", "up" or "diagonal"
        Where ``"shift"`` moves; y grows downwards, ``"diagonal"`` is right and down alike.
    step : float
        Length of a step; 1 pixel by default.
    margin : float
        How far above the target the walk may stop. The default gives the known boxes of Notes.

    Returns
    -------
    Box
        At least one step away unless ``target_iou + margin >= 1``. Its IoU is below the target if the box is
        so small that one step passes it by.

    Raises
    ------
    ArgumentError
        For an option out of its range, or a walk on which the box would vanish.

    Notes
    -----
    From (50, 50, 150, 150): at .5 growing ends at (31, 31, 169, 169), shifting at (81, 50, 181, 150),
    shrinking at (64, 64, 136, 136); at .95 at one step of either. Any margin from .0302 to .0384 gives these
    six; the default is the one that fits most tables of this kind.

    Examples
    --------
    >>> box_near_iou(Box(50, 50, 150, 150), 0.5, "grow")
    Box(x_min=31.0, y_min=31.0, x_max=169.0, y_max=169.0)
    >>> box_near_iou(Box(50, 50, 150, 150), 0.5, "shift").as_tuple()
    (81.0, 50.0, 181.0, 150.0)
    """
    reference = as_box(reference, "reference")
    _check(reference, target_iou, step, margin)
    if how not in ("grow", "shrink", "shift"):
        raise ArgumentError(f"how is {how!r}; expected 'grow', 'shrink' or 'shift'")
    if direction not in _SIGNS:
        raise ArgumentError(f"direction is {direction!r}; expected one of {', '.join(_SIGNS)}")
    box, steps = reference, 0
    while reference.iou(box) > target_iou + margin:
        steps += 1
        box = _moved(reference, how, direction, steps * step)
    return box


def _moved(box: Box, how: str, direction: str, by: float) -> Box:
    if how == "shift":
        right, down = _SIGNS[direction]
        x, y = right * by, down * by
        return Box(box.x_min + x, box.y_min + y, box.x_max + x, box.y_max + y)
    out = by if how == "grow" else -by
    if 2 * out <= -min(box.width, box.height):
        raise ArgumentError(
            f"a box of {box.width:g} x {box.height:g} vanishes when shrunk by steps; use a smaller step"
        )
    return Box(box.x_min - out, box.y_min - out, box.x_max + out, box.y_max + out)


def _check(reference: Box, target_iou: float, step: float, margin: float) -> None:
    if not (isfinite(target_iou) and 0 < target_iou <= 1):
        raise ArgumentError(f"target_iou is {target_iou!r}; expected a number above 0 and at most 1")
    # A walk of shorter steps could take forever, or not move at all in the digits of the coordinates.
    shortest = max(reference.width, reference.height) * 1e-6
    if not (isfinite(step) and step >= shortest):
        raise ArgumentError(f"step is {step!r}; expected at least {shortest:g}, a millionth of the box")
    if not (isfinite(margin) and margin >= 0):
        raise ArgumentError(f"margin is {margin!r}; expected a number of 0 or more")
