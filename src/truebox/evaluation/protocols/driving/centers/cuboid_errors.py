"""What Argoverse 2 calls wrong with a detection: how far it is off, of which size, and how it is turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.centers.distance import yaws

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.typing import AnyArray, FloatArray

__all__ = ["cuboid_errors"]


def cuboid_errors(
    found: Mapping[str, AnyArray], true: Mapping[str, AnyArray], *, whole_turn: bool = False
) -> FloatArray:
    """Metres between centres, 1 - IoU of the sizes, radians between directions [N, 3].

    Parameters
    ----------
    found, true : mapping of name to array [N]
        Attributes of both sides of each pair, as Argoverse 2 is read.
    whole_turn : bool
        Directions of -180 and 180 degrees are half a turn apart, as the kit has it.

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
    turn = np.abs(yaws(found) - yaws(true))
    full = 2 * np.pi
    turn = np.where((turn > np.pi) & ~(whole_turn & (turn == full)), full - turn, np.minimum(turn, np.pi))
    values: FloatArray = np.column_stack([np.sqrt(sum(each * each for each in apart)), 1 - iou, turn])
    return values
