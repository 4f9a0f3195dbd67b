"""What the angle of a rotated box is written as: another unit or direction, and one range of many."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import overlap as native
from truebox._typed import box_function
from truebox.boxes.rotated.rotation import as_rotation
from truebox.boxes.rotated.rows import rotated_columns
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.boxes.rotated.rotation import AngleUnit, TurningDirection

__all__ = ["convert_rotated_boxes", "normalize_angles"]

_TURNS = {"full": 4, "half": 2, "quarter": 1}


@box_function
def convert_rotated_boxes(
    boxes: Any,
    *,
    unit: AngleUnit,
    direction: TurningDirection,
    to_unit: AngleUnit,
    to_direction: TurningDirection,
) -> Any:
    """The same rotated boxes with angles in another unit, or turning the other way.

    Parameters
    ----------
    boxes : array-like [..., 5]
        Centre x and y, width, height, angle; of any library, with their gradients.
    unit, direction : str
        What angles are, on an image, as of `truebox.overlap.pairwise_rotated_iou`.
    to_unit, to_direction : str
        What they become. ``"x_to_y"`` is the same as ``"clockwise"``, because y points down.

    Returns
    -------
    array [..., 5]
        Always new; floats.

    Raises
    ------
    ArgumentError
        For another word, or a shape that does not end in 5.

    Examples
    --------
    >>> from truebox.boxes import convert_rotated_boxes
    >>> mmrotate = {"to_unit": "radians", "to_direction": "clockwise"}
    >>> convert_rotated_boxes([[9, 9, 4, 2, 30]], unit="degrees", direction="counterclockwise", **mmrotate)
    array([[ 9.        ,  9.        ,  4.        ,  2.        , -0.52359878]])
    """
    convert = _convert_rotated_boxes if type(boxes) is np.ndarray else _converted
    return convert(boxes, unit, direction, to_unit, to_direction)


@refuses_other_kinds
def _converted(
    boxes: Any,
    unit: AngleUnit,
    direction: TurningDirection,
    to_unit: AngleUnit,
    to_direction: TurningDirection,
) -> Any:
    before, after = as_rotation(unit, direction), as_rotation(to_unit, to_direction)
    library, columns = rotated_columns(boxes)
    return library.stack((*columns[:4], columns[4] * (before.factor / after.factor)))


@box_function
def normalize_angles(
    boxes: Any, *, unit: AngleUnit, within: Literal["full", "half", "quarter"] = "half"
) -> Any:
    """The same rotated boxes, each written in one of its many ways.

    A box is the same after half a turn, and after a quarter turn with its sides swapped.

    Parameters
    ----------
    boxes : array-like [..., 5]
        Centre x and y, width, height, angle; of any library, with their gradients.
    unit : "degrees" or "radians"
        Of the angles. Which way they turn does not matter.
    within : "full", "half" or "quarter"
        ``full``: only whole turns are taken off, to -180 up to 180 degrees (detectron2's
        ``RotatedBoxes.normalize_angles``). ``half``: the width becomes the longer side, the angle -90 up to
        90 (MMRotate's ``le90``); a square keeps its sides. ``quarter``: 0 up to 90, with sides swapped as
        needed (the angles of OpenCV, which writes 90 for 0). The upper end is never reached.

    Returns
    -------
    array [..., 5]
        Always new; floats.

    Raises
    ------
    ArgumentError
        For another word, or a shape that does not end in 5.

    Examples
    --------
    >>> from truebox.boxes import normalize_angles
    >>> normalize_angles([[9, 9, 2, 4, 100]], unit="degrees")
    array([[ 9.,  9.,  4.,  2., 10.]])
    >>> normalize_angles([[9, 9, 2, 4, 100]], unit="degrees", within="quarter")
    array([[ 9.,  9.,  4.,  2., 10.]])
    >>> normalize_angles([[9, 9, 2, 4, 270]], unit="degrees", within="full")
    array([[  9.,   9.,   2.,   4., -90.]])
    """
    normalize = _normalize_angles if type(boxes) is np.ndarray else _normalized
    return normalize(boxes, unit, within)


@refuses_other_kinds
def _normalized(boxes: Any, unit: AngleUnit, within: Literal["full", "half", "quarter"] = "half") -> Any:
    if within not in _TURNS:
        raise ArgumentError(f"within is {within!r}; expected 'full', 'half' or 'quarter'")
    quarter = 90.0 if as_rotation(unit, "x_to_y").degrees else 1.5707963267948966
    library, (x, y, width, height, angle) = rotated_columns(boxes)
    xp = library.xp
    turn = quarter * _TURNS[within]
    if within == "half":
        upright = height > width
        angle = xp.where(upright, angle + quarter, angle)
    low = 0.0 if within == "quarter" else -turn / 2
    times = library.stop_gradient(xp.floor((angle - low) / turn))
    # Just below the range, rounding ends on its upper end: that is one turn more, and the lower end.
    times = xp.where(angle - turn * times - low >= turn, times + 1, times)
    angle = angle - turn * times
    angle = angle + library.stop_gradient(xp.where(angle < low, low - angle, 0 * angle))
    if within == "quarter":
        upright = times - 2 * xp.floor(times / 2) > 0.5
    if within != "full":
        width, height = xp.where(upright, height, width), xp.where(upright, width, height)
    return library.stack((x, y, width, height, angle))


# Native for NumPy arrays; what they do not take they pass on.
_convert_rotated_boxes: Callable[..., Any] = native.kernel("convert_rotated_boxes", _converted)
_normalize_angles: Callable[..., Any] = native.kernel("normalize_angles", _normalized)
