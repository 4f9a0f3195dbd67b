"""Corners of rotated boxes, the rotated box around four corners, and the upright box around a rotated one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import formulas
from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox._native import overlap as native
from truebox._typed import box_function
from truebox.arrays import Columns, fetched, home_of
from truebox.boxes.rotated.rotation import as_rotation
from truebox.boxes.rotated.rows import rotated_columns
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.boxes.rotated.rotation import AngleUnit, TurningDirection
    from truebox.typing import FloatArray

__all__ = ["corners_to_rotated", "enclosing_boxes", "rotated_to_corners"]

# Edges first: of a rectangle the first edge is its width.
_DIRECTIONS = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3))


@box_function
def rotated_to_corners(boxes: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """The four corners of each rotated box, in order around it.

    Parameters
    ----------
    boxes : array-like [..., 5]
        Centre x and y, width, height, angle; of any library, with their gradients.
    unit, direction : str
        What angles are, as of `truebox.overlap.pairwise_rotated_iou`.

    Returns
    -------
    array [..., 4, 2]
        The top left corner of the box before it is turned comes first, then the one along the width.

    Raises
    ------
    ArgumentError
        For another word, or a shape that does not end in 5.

    Examples
    --------
    >>> from truebox.boxes import rotated_to_corners
    >>> rotated_to_corners([[10, 10, 4, 2, 90]], unit="degrees", direction="clockwise").round(6).tolist()
    [[[11.0, 8.0], [11.0, 12.0], [9.0, 12.0], [9.0, 8.0]]]
    """
    corners = _corners if type(boxes) is np.ndarray else _corners_in_steps
    return corners(boxes, unit, direction)


@refuses_other_kinds
def _corners_in_steps(boxes: Any, unit: AngleUnit, direction: TurningDirection) -> Any:
    turns = as_rotation(unit, direction)
    library, columns = rotated_columns(boxes)
    return formulas.rotated_corners(library.xp, Columns(*columns[:4], columns[4] * turns.factor))


@box_function
def corners_to_rotated(corners: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """The smallest rotated box around each four corners.

    Of a rectangle it is the rectangle, and its width is the first edge.

    Parameters
    ----------
    corners : array-like [..., 4, 2] or [..., 8]
        In any order; of any library. Fetched, so without gradients.
    unit, direction : str
        What angles shall be.

    Returns
    -------
    array [..., 5]
        Centre x and y, width, height, angle, of the library of the corners; in NumPy float64.

    Raises
    ------
    ArgumentError
        For another word or shape, and traced tensors.
    InputError
        For a coordinate that is not finite (E-190); the message names its place.

    Notes
    -----
    The smallest rectangle has a side along an edge of the convex outline, so six directions are tried.

    Examples
    --------
    >>> from truebox.boxes import corners_to_rotated
    >>> corners_to_rotated([[8, 9, 12, 9, 12, 11, 8, 11]], unit="degrees", direction="clockwise")
    array([[10., 10.,  4.,  2.,  0.]])
    """
    rotated = _rotated if type(corners) is np.ndarray else _rotated_in_steps
    return rotated(corners, unit, direction)


@refuses_other_kinds
def _rotated_in_steps(corners: Any, unit: AngleUnit, direction: TurningDirection) -> Any:
    turns = as_rotation(unit, direction)
    home = home_of({"corners": corners}, corners)
    points = _points(fetched(corners, "corners"))
    origin = points[..., :1, :]
    local = points - origin
    best: Any = None
    for start, end in _DIRECTIONS:
        found = _around(local, local[..., end, :] - local[..., start, :])
        if best is None:
            best = found
            continue
        # By more than rounding, so that a rectangle keeps its first edge.
        smaller = found[0] < best[0] * (1 - 1e-9)
        best = tuple(np.where(smaller, new, old) for new, old in zip(found, best, strict=True))
    _, x, y, width, height, angle = best
    boxes = np.stack([x + origin[..., 0, 0], y + origin[..., 0, 1], width, height, angle / turns.factor], -1)
    return boxes if home is None else home.numbers(boxes)


@box_function
def enclosing_boxes(boxes: Any, *, unit: AngleUnit, direction: TurningDirection) -> Any:
    """The smallest upright box around each rotated one.

    Parameters
    ----------
    boxes : array-like [..., 5]
        Centre x and y, width, height, angle; of any library, with their gradients.
    unit, direction : str
        What angles are, as of `truebox.overlap.pairwise_rotated_iou`.

    Returns
    -------
    array [..., 4]
        Corners ``xyxy``.

    Raises
    ------
    ArgumentError
        For another word, or a shape that does not end in 5.

    Examples
    --------
    >>> from truebox.boxes import enclosing_boxes
    >>> enclosing_boxes([[10, 10, 4, 2, 90]], unit="degrees", direction="clockwise").round(6)
    array([[ 9.,  8., 11., 12.]])
    """
    enclosing = _enclosing if type(boxes) is np.ndarray else _enclosing_in_steps
    return enclosing(boxes, unit, direction)


@refuses_other_kinds
def _enclosing_in_steps(boxes: Any, unit: AngleUnit, direction: TurningDirection) -> Any:
    turns = as_rotation(unit, direction)
    library, (x, y, width, height, angle) = rotated_columns(boxes)
    xp = library.xp
    cos, sin = xp.abs(xp.cos(angle * turns.factor)), xp.abs(xp.sin(angle * turns.factor))
    wide, high = (width * cos + height * sin) / 2, (width * sin + height * cos) / 2
    return library.stack((x - wide, y - high, x + wide, y + high))


# Native for NumPy arrays, with NumPy's own sines and arc tangents; what they do not take is done in steps.
_corners: Callable[..., Any] = native.kernel("rotated_to_corners", _corners_in_steps)
_enclosing: Callable[..., Any] = native.kernel("enclosing_boxes", _enclosing_in_steps)
_rotated: Callable[..., Any] = native.kernel("corners_to_rotated", _rotated_in_steps)


def _points(corners: Any) -> FloatArray:
    refuse_masked(corners, "corners")
    try:
        array = np.asarray(corners, np.float64)
    except (TypeError, ValueError):
        raise ArgumentError("corners are not numbers in rows of one length; expected [..., 4, 2]") from None
    if array.size == 0 and array.ndim <= 1:
        return np.empty((0, 4, 2))
    if array.shape[-1:] == (8,):
        array = array.reshape(*array.shape[:-1], 4, 2)
    if array.shape[-2:] != (4, 2):
        raise ArgumentError(f"corners has shape {array.shape}; expected [..., 4, 2] or [..., 8]")
    if not np.isfinite(array).all():
        place = tuple(int(k) for k in np.argwhere(~np.isfinite(array))[0])
        row = int(np.ravel_multi_index(place[:-2], array.shape[:-2])) if len(place) > 2 else None
        raise InputError(
            "E-190",
            f"corners{list(place)}",
            f"{array[place]} is not finite",
            "remove these corners or repair what computed them",
            row=row,
        )
    return array


def _around(points: FloatArray, along: FloatArray) -> tuple[FloatArray, ...]:
    """Area, centre, sides and angle of the rectangle around points with a side in a direction."""
    length = np.hypot(along[..., 0], along[..., 1])
    none = length == 0
    length = np.where(none, 1.0, length)
    cos, sin = np.where(none, 1.0, along[..., 0] / length), along[..., 1] / length
    u = points[..., 0] * cos[..., None] + points[..., 1] * sin[..., None]
    v = points[..., 1] * cos[..., None] - points[..., 0] * sin[..., None]
    width, height = np.ptp(u, axis=-1), np.ptp(v, axis=-1)
    middle_u, middle_v = (u.max(-1) + u.min(-1)) / 2, (v.max(-1) + v.min(-1)) / 2
    x, y = middle_u * cos - middle_v * sin, middle_u * sin + middle_v * cos
    return width * height, x, y, width, height, np.arctan2(sin, cos)
