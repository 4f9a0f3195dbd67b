"""Corners of boxes in space turned about any axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["oriented_corners"]

# Around the face below and then, in the same order, around the one above, as PyTorch3D has them.
_SIGNS = np.array(
    [(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]
)
_TURNED = 1e-4


@refuses_other_kinds
def oriented_corners(centers: Any, sizes: Any, rotations: Any) -> FloatArray:
    """The eight corners of boxes given by centre, size and rotation matrix.

    Parameters
    ----------
    centers : array-like [N, 3]
        x, y, z.
    sizes : array-like [N, 3]
        Along the box's own x, y and z axis, 0 or more.
    rotations : array-like [N, 3, 3]
        Each column is an axis of the box as the world sees it: ``world = rotation @ own + center``. A
        quaternion has to be made into a matrix first (``scipy.spatial.transform.Rotation``).

    Returns
    -------
    float64 array [N, 8, 3]
        Around the face below and then, in the same order, around the face above.

    Raises
    ------
    ArgumentError
        For a wrong shape, and a matrix that does not turn: whose columns are not of length 1 and at right
        angles, to 1e-4.
    InputError
        For a number that is not finite (E-190) or a negative size (E-192); the message names argument and
        row.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.boxes import oriented_corners
    >>> oriented_corners([[1, 1, 1]], [[2, 4, 6]], [np.eye(3)])[0, [0, 6]].tolist()
    [[0.0, -1.0, -2.0], [2.0, 3.0, 4.0]]
    """
    center, size = _rows(centers, "centers", (3,)), _rows(sizes, "sizes", (3,))
    turn = _rows(rotations, "rotations", (3, 3))
    if not len(center) == len(size) == len(turn):
        raise ArgumentError(
            f"centers, sizes and rotations have {len(center)}, {len(size)} and {len(turn)} rows. "
            "Fix: pass one of each for every box."
        )
    if (size < 0).any():
        row = int((size < 0).any(axis=1).argmax())
        problem = f"the size {size[row].tolist()} is negative"
        raise InputError("E-192", f"sizes[{row}]", problem, "write sizes of 0 or more", row=row)
    off = np.abs(turn.transpose(0, 2, 1) @ turn - np.eye(3)).max(axis=(1, 2), initial=0)
    if (off > _TURNED).any():
        row = int(off.argmax())
        raise ArgumentError(
            f"rotations[{row}] is no rotation: its columns are not of length 1 and at right angles. "
            "Fix: pass the matrix without scale or shear, and sizes beside it."
        )
    own = _SIGNS[None] * (size / 2)[:, None]
    corners: FloatArray = own @ turn.transpose(0, 2, 1) + center[:, None]
    return corners


def _rows(values: Any, name: str, shape: tuple[int, ...]) -> FloatArray:
    refuse_masked(values, name)
    array = np.asarray(values)
    if array.size == 0:
        return np.empty((0, *shape))
    if array.dtype.kind not in "fiu" or array.shape[1:] != shape:
        wanted = ", ".join(["N", *map(str, shape)])
        raise ArgumentError(f"{name} is {array.dtype} {array.shape}. Fix: pass real numbers [{wanted}].")
    rows: FloatArray = array.astype(np.float64)
    finite = np.isfinite(rows).reshape(len(rows), -1).all(axis=1)
    if not finite.all():
        row = int(finite.argmin())
        raise InputError(
            "E-190",
            f"{name}[{row}]",
            "a number is not finite",
            "remove the box or repair what computed it",
            row=row,
        )
    return rows
