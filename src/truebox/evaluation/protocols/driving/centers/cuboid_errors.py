"""What Argoverse 2 calls wrong with a detection: how far it is off, of which size, and how it is turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.centers.distance import rotation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.typing import AnyArray, FloatArray

__all__ = ["cuboid_errors", "directions"]


def cuboid_errors(
    found: Mapping[str, AnyArray], true: Mapping[str, AnyArray], *, whole_turn: bool = False
) -> FloatArray:
    """Metres between centres, 1 - IoU of the sizes, radians between directions [N, 3].

    Parameters
    ----------
    found, true : mapping of name to array [N]
        Attributes of both sides of each pair, as Argoverse 2 is read.
    whole_turn : bool
        Directions that are a whole turn apart count as half a turn apart, as the kit has it.

    Examples
    --------
    >>> names = ("x_3d", "y_3d", "z_3d", "length_3d", "width_3d", "height_3d", "rotation_w", "rotation_z")
    >>> box = dict(zip(names, np.array([[0.0], [0], [0], [4], [2], [2], [1], [0]]), strict=True))
    >>> box |= {"rotation_x": np.zeros(1), "rotation_y": np.zeros(1)}
    >>> cuboid_errors(box | {"z_3d": np.ones(1), "width_3d": np.ones(1)}, box).tolist()
    [[1.0, 0.5, 0.0]]
    """
    apart = [found[f"{axis}_3d"] - true[f"{axis}_3d"] for axis in "xyz"]
    sizes = [
        np.stack([side[f"{name}_3d"] for name in ("length", "width", "height")]) for side in (found, true)
    ]
    iou = np.minimum(*sizes).prod(axis=0) / np.maximum(*sizes).prod(axis=0)
    turn = np.abs(directions(found) - directions(true))
    full = 2 * np.pi
    turn = np.where((turn > np.pi) & ~(whole_turn & (turn == full)), full - turn, np.minimum(turn, np.pi))
    values: FloatArray = np.column_stack([np.sqrt(sum(each * each for each in apart)), 1 - iou, turn])
    return values


def directions(columns: Mapping[str, AnyArray]) -> FloatArray:
    """The direction of each box on the ground in radians, rounded as SciPy rounds it, which the kit asks.

    SciPy (from 1.10 on) takes the angle from a quaternion that it makes of the matrix, so that half a turn is
    pi from whichever side it is written; it is -3.1415926535897927 where rounding is just beyond.

    Examples
    --------
    >>> names = [f"rotation_{name}" for name in "wxyz"]
    >>> turned = np.array([[1.0, 0, 0, 0], [-1e-17, 0, 0, 1], [-2e-16, 0, 0, 1], [0, 0, 0, -1]])
    >>> directions(dict(zip(names, turned.T, strict=True))).tolist()
    [0.0, 3.141592653589793, -3.1415926535897927, 3.141592653589793]
    """
    w, x, y, z = _of_matrix(*rotation(columns))
    angle = np.arctan2(x + z, w - y) + np.arctan2(z - x, w + y)
    beyond = np.where(angle > np.pi, angle - 2 * np.pi, angle)
    found: FloatArray = np.where(angle < -np.pi, angle + 2 * np.pi, beyond)
    return found


def _of_matrix(w: FloatArray, x: FloatArray, y: FloatArray, z: FloatArray) -> FloatArray:
    """The quaternions [4, N] of the matrices of quaternions: the largest part of each is positive."""
    diagonal = np.stack(
        [x * x - y * y - z * z + w * w, -x * x + y * y - z * z + w * w, -x * x - y * y + z * z + w * w]
    )
    trace = diagonal[0] + diagonal[1] + diagonal[2]
    xy, zw, xz, yw, yz, xw = x * y, z * w, x * z, y * w, y * z, x * w
    sums = {(0, 1): 2 * (xy + zw) + 2 * (xy - zw), (0, 2): 2 * (xz - yw) + 2 * (xz + yw)}
    sums[1, 2] = 2 * (yz + xw) + 2 * (yz - xw)
    apart = [2 * (yz + xw) - 2 * (yz - xw), 2 * (xz + yw) - 2 * (xz - yw), 2 * (xy + zw) - 2 * (xy - zw)]
    ways = [
        np.stack(
            [
                apart[axis],
                *(
                    1 - trace + 2 * diagonal[axis]
                    if other == axis
                    else sums[min(axis, other), max(axis, other)]
                    for other in range(3)
                ),
            ]
        )
        for axis in range(3)
    ]
    ways.append(np.stack([1 + trace, *apart]))
    largest = np.vstack([diagonal, trace[None]]).argmax(axis=0)
    chosen = np.stack(ways)[largest, :, np.arange(len(largest))].T
    found: FloatArray = chosen / np.sqrt((chosen * chosen).sum(axis=0))
    return found
