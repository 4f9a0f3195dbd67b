"""Rotated boxes cut at the border of their image, where that leaves a box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import overlap as native
from truebox._typed import box_function
from truebox.boxes.image_size import as_image_size
from truebox.boxes.rotated.angles import normalize_angles
from truebox.boxes.rotated.rotation import as_rotation
from truebox.boxes.rotated.rows import rotated_columns
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.boxes.rotated.rotation import AngleUnit

__all__ = ["clip_rotated_boxes"]


@box_function
@refuses_other_kinds
def clip_rotated_boxes(
    boxes: Any, image_size: Sequence[float], *, unit: AngleUnit, upright_within: float = 1.0
) -> Any:
    """Nearly upright boxes cut at the border of the image; all others as they are.

    What the border leaves of a turned box is no rectangle, so it is not cut: that is the rule of detectron2.
    For the part itself take `truebox.overlap.pairwise_rotated_ioa` with the image as a box.

    Parameters
    ----------
    boxes : array-like [..., 5]
        Centre x and y, width, height, angle; of any library, with their gradients.
    image_size : (width, height)
        In pixels.
    unit : "degrees" or "radians"
        Of the angles.
    upright_within : float
        Boxes turned by at most so many degrees, whole turns aside, are cut as if they were not turned.

    Returns
    -------
    array [..., 5]
        Always new, with angles as they were; a box outside collapses onto the border.

    Raises
    ------
    ArgumentError
        For another word or shape, or no size.

    References
    ----------
    ``RotatedBoxes.clip`` of detectron2 0.6.

    Examples
    --------
    >>> from truebox.boxes import clip_rotated_boxes
    >>> clip_rotated_boxes([[0, 5, 8, 4, 0], [0, 5, 8, 4, 45]], (20, 20), unit="degrees")
    array([[ 2.,  5.,  4.,  4.,  0.],
           [ 0.,  5.,  8.,  4., 45.]])
    """
    if not upright_within >= 0:
        raise ArgumentError(f"upright_within is {upright_within!r}; expected degrees of at least 0")
    degrees = as_rotation(unit, "x_to_y").degrees
    sides = as_image_size(image_size)
    limit = upright_within if degrees else upright_within * 0.017453292519943295
    if type(boxes) is np.ndarray:
        done = _kernel(boxes, *sides, unit, float(limit))
        if done is not None:
            return done
    library, (x, y, width, height, angle) = rotated_columns(boxes)
    xp = library.xp
    normal = library.columns(normalize_angles(boxes, unit=unit, within="full"), 5)[4]
    upright = xp.abs(normal) <= limit
    cut = []
    for middle, side, limit in ((x, width, sides[0]), (y, height, sides[1])):
        none, most = xp.zeros_like(middle), xp.ones_like(middle) * limit
        low = xp.minimum(xp.maximum(middle - side / 2, none), most)
        high = xp.minimum(xp.maximum(middle + side / 2, none), most)
        moved = xp.abs(low - (middle - side / 2)) + xp.abs(high - (middle + side / 2)) > 0
        cut.append((xp.where(moved, (low + high) / 2, middle), xp.where(moved, high - low, side)))
    (cut_x, cut_width), (cut_y, cut_height) = cut
    pairs = ((cut_x, x), (cut_y, y), (cut_width, width), (cut_height, height))
    return library.stack((*(xp.where(upright, new, old) for new, old in pairs), angle))


_kernel: Callable[..., Any] = native.kernel("clip_rotated_boxes")
