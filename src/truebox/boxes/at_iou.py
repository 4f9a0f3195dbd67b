"""A box whose IoU with a given box is a given number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite, sqrt
from typing import Literal, TypeAlias

from truebox._kinds import refuses_other_kinds
from truebox.boxes.box import Box, as_box
from truebox.errors import ArgumentError

__all__ = ["box_at_iou"]

Way: TypeAlias = Literal["grow", "shrink", "shift"]
Direction: TypeAlias = Literal["right", "left", "down", "up", "diagonal"]


@refuses_other_kinds
def box_at_iou(
    reference: Box | Sequence[float], target_iou: float, how: Way = "shift", *, direction: Direction = "right"
) -> Box:
    """A box that overlaps `reference` with exactly `target_iou`, for tests, examples and teaching.

    Parameters
    ----------
    reference : Box or four numbers ``x_min, y_min, x_max, y_max``
        The box to start from.
    target_iou : float
        In (0, 1].
    how : "grow", "shrink" or "shift"
        ``"grow"`` and ``"shrink"`` scale both sides about the center; ``"shift"`` moves the box.
    direction : "right", "left", "down", "up" or "diagonal"
        Where ``"shift"`` moves; y grows downwards, ``"diagonal"`` is right and down in proportion to the
        sides.

    Returns
    -------
    Box
        Its IoU with `reference` equals `target_iou` within 1e-12, as long as the coordinates are not so much
        larger than the box that they cannot hold the difference.

    Raises
    ------
    ArgumentError
        For an IoU outside (0, 1], or an unknown way or direction.

    Notes
    -----
    With t the target: growing scales the sides by ``1 / sqrt(t)`` and shrinking by ``sqrt(t)``, as IoU is
    then the ratio of the areas. A shift by the share s of a side gives ``(1 - s) / (1 + s)``, hence ``s = (1
    - t) / (1 + t)``; along both sides at once ``1 - s`` becomes ``(1 - s)^2``, hence ``s = 1 - sqrt(2 t / (1
    + t))``.

    Examples
    --------
    >>> box_at_iou(Box(50, 50, 150, 150), 0.25, "grow")
    Box(x_min=0.0, y_min=0.0, x_max=200.0, y_max=200.0)
    >>> box_at_iou(Box(50, 50, 150, 150), 0.25, "shrink")
    Box(x_min=75.0, y_min=75.0, x_max=125.0, y_max=125.0)
    >>> box_at_iou(Box(0, 0, 100, 100), 0.6, "shift")
    Box(x_min=25.0, y_min=0.0, x_max=125.0, y_max=100.0)
    """
    reference = as_box(reference, "reference")
    if not (isfinite(target_iou) and 0 < target_iou <= 1):
        raise ArgumentError(f"target_iou is {target_iou!r}; expected a number above 0 and at most 1")
    if how == "grow":
        return _scaled(reference, 1 / sqrt(target_iou))
    if how == "shrink":
        return _scaled(reference, sqrt(target_iou))
    if how != "shift":
        raise ArgumentError(f"how is {how!r}; expected 'grow', 'shrink' or 'shift'")
    if direction not in _SHIFTS:
        raise ArgumentError(f"direction is {direction!r}; expected one of {', '.join(_SHIFTS)}")
    right, down = _SHIFTS[direction](target_iou)
    x, y = right * reference.width, down * reference.height
    return Box(reference.x_min + x, reference.y_min + y, reference.x_max + x, reference.y_max + y)


def _along_one_side(target: float) -> float:
    return (1 - target) / (1 + target)


def _along_both_sides(target: float) -> float:
    return 1 - sqrt(2 * target / (1 + target))


# How far to move, in widths and heights.
_SHIFTS: dict[str, Callable[[float], tuple[float, float]]] = {
    "right": lambda target: (_along_one_side(target), 0.0),
    "left": lambda target: (-_along_one_side(target), 0.0),
    "down": lambda target: (0.0, _along_one_side(target)),
    "up": lambda target: (0.0, -_along_one_side(target)),
    "diagonal": lambda target: (_along_both_sides(target), _along_both_sides(target)),
}


def _scaled(box: Box, factor: float) -> Box:
    x, y = box.center
    half_width, half_height = box.width * factor / 2, box.height * factor / 2
    return Box(x - half_width, y - half_height, x + half_width, y + half_height)
