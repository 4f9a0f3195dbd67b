"""Intersection over union of boxes in space turned about any axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox._native import overlap as native
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError, InputError
from truebox.overlap.pairs.number_rows import refuse_other_library, refuse_unequal_lengths

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["elementwise_oriented_iou_3d", "pairwise_oriented_iou_3d"]

# Of the longest edge: corners in float32 miss a box by a few 1e-7, and PyTorch3D takes as much.
_SLACK = 1e-4

# Where the corners of the two usual orders stand in that of binary numbers, whose digits are the three edges:
# around one face and then the other (PyTorch3D, KITTI, nuScenes), and binary itself (Objectron).
_ORDERS = ((0, 1, 3, 2, 4, 5, 7, 6), (0, 1, 2, 3, 4, 5, 6, 7))


def pairwise_oriented_iou_3d(corners_a: Any, corners_b: Any, *, threads: int | None = None) -> FloatArray:
    """Intersection over union, by volume, of every box of `corners_a` with every one of `corners_b`.

    The boxes may be turned about any axis, as those of Objectron, Omni3D or PyTorch3D are; for boxes that
    stand upright, as on roads, `pairwise_rotated_iou_3d` takes seven numbers and gives gradients.

    Parameters
    ----------
    corners_a : array-like [N, 8, 3]
        The eight corners of each box: around one face and then, in the same order, those opposite, as in
        PyTorch3D, KITTI and nuScenes; or counted in binary, as in Objectron. NumPy arrays and lists only.
        `truebox.boxes.oriented_corners` makes them from centres, sizes and rotations.
    corners_b : array-like [M, 8, 3]
        The other boxes.
    threads : int, optional
        At most this many; by default chosen by size. The result is the same to the last bit.

    Returns
    -------
    float64 array [N, M]
        Values in [0, 1]: exactly 1 for equal corners in equal order, 0 for boxes that touch or have no
        volume. No boxes give shape (0, M) or (N, 0).

    Raises
    ------
    ArgumentError
        For a wrong shape, dtype or option.
    InputError
        For a coordinate that is not finite (E-190), and eight points that are not the corners of a box
        (E-194), by more than 1e-4 of the longest edge. Slanted boxes (parallelepipeds) are boxes here.

    Notes
    -----
    One box is cut into tetrahedra, and these by the planes of the other; no face is looked for, so that
    boxes whose faces, edges or corners lie on each other are ordinary cases. Measured against the volume
    that SciPy's Qhull finds, the error is below 1e-12 for boxes of like size.

    Examples
    --------
    A cube, and the same turned by 45 degrees about its vertical axis: they share an octagonal prism.

    >>> import numpy as np
    >>> from truebox.boxes import oriented_corners
    >>> from truebox.overlap import pairwise_oriented_iou_3d
    >>> half = np.sqrt(0.5)
    >>> turned = [[half, -half, 0], [half, half, 0], [0, 0, 1]]
    >>> cube, other = oriented_corners([[0, 0, 0]] * 2, [[2, 2, 2]] * 2, [np.eye(3), turned])
    >>> pairwise_oriented_iou_3d([cube], [cube, other, cube + 1]).round(4)
    array([[1.    , 0.7071, 0.0667]])
    """
    a, b = _solids(corners_a, "corners_a"), _solids(corners_b, "corners_b")
    out = np.empty((len(a), len(b)))
    native.pairwise_solid(a, b, thread_count(threads), out)
    return out


def elementwise_oriented_iou_3d(corners_a: Any, corners_b: Any, *, threads: int | None = None) -> FloatArray:
    """Intersection over union, by volume, of each box of `corners_a` with that of `corners_b` in its row.

    Parameters
    ----------
    corners_a, corners_b, threads
        As in `pairwise_oriented_iou_3d`; as many boxes on either side.

    Returns
    -------
    float64 array [N]
        With the edge cases of `pairwise_oriented_iou_3d`.

    Raises
    ------
    ArgumentError, InputError
        As in `pairwise_oriented_iou_3d`, and for sides of different length.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.boxes import oriented_corners
    >>> from truebox.overlap import elementwise_oriented_iou_3d
    >>> boxes = oriented_corners([[0, 0, 0], [0, 0, 1]], [[2, 2, 2]] * 2, [np.eye(3)] * 2)
    >>> elementwise_oriented_iou_3d(boxes[:1], boxes[1:])
    array([0.33333333])
    """
    a, b = _solids(corners_a, "corners_a"), _solids(corners_b, "corners_b")
    refuse_unequal_lengths(len(a), len(b), "corners", "boxes")
    out = np.empty(len(a))
    native.elementwise_solid(a, b, thread_count(threads), out)
    return out


def _solids(corners: Any, name: str) -> FloatArray:
    """A corner of each box and the three edges that leave it [N, 12]."""
    points = _points(corners, name)
    missed = np.stack([_missed(points, order) for order in _ORDERS])
    order = missed.argmin(axis=0)
    ends = np.array([[each[1], each[2], each[4]] for each in _ORDERS])[order]
    edges = np.take_along_axis(points, ends[..., None], axis=1) - points[:, :1]
    longest, apart = np.abs(edges).max(axis=(1, 2), initial=0), missed.min(axis=0)
    bad = apart > _SLACK * longest
    if bad.any():
        row = int(bad.argmax())
        raise InputError(
            "E-194",
            f"{name}[{row}]",
            f"the eight points are not the corners of a box in either order: they miss one by "
            f"{apart[row]:.3g}, and its longest edge is {longest[row]:.3g}",
            "write the corners around one face and then, in the same order, those of the face opposite",
            row=row,
        )
    return np.ascontiguousarray(np.concatenate([points[:, :1], edges], axis=1).reshape(-1, 12))


def _missed(points: FloatArray, order: tuple[int, ...]) -> FloatArray:
    """How far corners in this order are from those of a box [N]."""
    at = points[:, order] - points[:, :1]
    along, aside, up = at[:, 1], at[:, 2], at[:, 4]
    expected = np.stack([along + aside, along + up, aside + up, along + aside + up], axis=1)
    far: FloatArray = np.abs(at[:, [3, 5, 6, 7]] - expected).max(axis=(1, 2), initial=0)
    return far


def _points(corners: Any, name: str) -> FloatArray:
    refuse_other_library(corners, name)
    wanted = "expected [N, 8, 3]: x, y, z of the eight corners of each box"
    refuse_masked(corners, name)
    try:
        array = np.asarray(corners)
    except ValueError:
        raise ArgumentError(f"{name} has rows of different lengths; {wanted}") from None
    if array.size == 0 and array.ndim <= 1:
        return np.empty((0, 8, 3))
    if array.dtype.kind not in "fiu":
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected real numbers")
    if array.ndim != 3 or array.shape[1:] != (8, 3):
        hint = "; for one box write [...]" if array.shape == (8, 3) else ""
        raise ArgumentError(f"{name} has shape {array.shape}; {wanted}{hint}")
    points: FloatArray = array.astype(np.float64)
    finite = np.isfinite(points).all(axis=(1, 2))
    if not finite.all():
        row = int(finite.argmin())
        raise InputError(
            "E-190",
            f"{name}[{row}]",
            "a coordinate is not a finite number",
            "remove these boxes or repair what computed them",
            row=row,
        )
    return points
