"""Detections and objects of a class by the distance of their centres on the ground, and how they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import driving as native

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["ERRORS", "match_centers", "pair_errors", "yaws"]

ERRORS = ("translation", "scale", "orientation", "velocity", "attribute")
"""Columns of `pair_errors`."""


def match_centers(
    found: FloatArray,
    found_group: Int64Array,
    true: FloatArray,
    true_group: Int64Array,
    limits: FloatArray,
    *,
    once: bool = False,
    threads: int = 0,
) -> Int64Array:
    """Which object each detection takes at each limit [D, T], -1 for none: the nearest free one of its group.

    Parameters
    ----------
    found : array [D, 2 or 3]
        Centres, in the order in which detections ask.
    found_group, true_group : int array [D], [G]
        What may meet, ascending.
    true : array [G, 2 or 3]
        Centres.
    limits : array [T]
        A pair must be nearer.
    once : bool
        Each looks at its nearest object alone, and the first to do so has it, however far it is.
    threads : int
        Of the native pool; 0 is its default.

    Examples
    --------
    >>> found, true = np.array([[0.0, 0.4], [0.0, 0.1]]), np.array([[0.0, 0.0], [0.0, 1.5]])
    >>> one = np.zeros(2, dtype=np.int64)
    >>> match_centers(found, one, true, one, np.array([0.5, 2.0])).tolist()
    [[0, 0], [-1, 1]]
    """
    taken = np.full((len(found), len(limits)), -1, dtype=np.int64)
    groups = np.unique(found_group)
    held = np.flatnonzero(np.isin(true_group, groups))
    found_offsets, true_offsets = (
        np.append(np.searchsorted(each, groups), len(each)).astype(np.int64)
        for each in (found_group, true_group[held])
    )
    native.match_centers(
        np.ascontiguousarray(found, dtype=np.float64),
        found_offsets,
        np.ascontiguousarray(true[held], dtype=np.float64),
        true_offsets,
        np.ascontiguousarray(limits, dtype=np.float64),
        once,
        taken,
        threads,
    )
    return np.where(taken >= 0, held[taken], -1) if len(held) else taken


def pair_errors(found: Mapping[str, AnyArray], true: Mapping[str, AnyArray], half: BoolArray) -> FloatArray:
    """The five errors of pairs [N, 5], NaN where one is not known.

    Parameters
    ----------
    found, true : mapping of name to array [N]
        Attributes of both sides of each pair, as nuScenes is read.
    half : bool array [N]
        Where an object looks the same turned by half.
    """
    return np.column_stack(
        [
            _length(found["x_3d"] - true["x_3d"], found["y_3d"] - true["y_3d"]),
            1 - _aligned_iou(found, true),
            _turn(yaws(true), yaws(found), np.where(half, np.pi, 2 * np.pi)),
            _length(found["velocity_x"] - true["velocity_x"], found["velocity_y"] - true["velocity_y"]),
            np.where(true["attribute"] == "", np.nan, 1.0 - (found["attribute"] == true["attribute"])),
        ]
    ).astype(np.float64)


def yaws(columns: Mapping[str, AnyArray]) -> FloatArray:
    """The direction of each box on the ground, in radians.

    Examples
    --------
    >>> half = np.sqrt(0.5)
    >>> turned = {"rotation_w": [half], "rotation_x": [0], "rotation_y": [0], "rotation_z": [half]}
    >>> yaws({name: np.array(values) for name, values in turned.items()}).round(4).tolist()
    [1.5708]
    """
    w, x, y, z = rotation(columns)
    found: FloatArray = np.arctan2(2 * (x * y + w * z), w * w + x * x - y * y - z * z)
    return found


def rotation(columns: Mapping[str, AnyArray]) -> FloatArray:
    """Quaternions of length 1 [4, N]."""
    values = np.stack([columns[f"rotation_{name}"] for name in "wxyz"]).astype(np.float64)
    square = (values * values).sum(axis=0)
    scale = np.where(np.abs(1 - square) < 1e-14, 1.0, np.sqrt(square))
    found: FloatArray = values / scale
    return found


def _length(x: AnyArray, y: AnyArray) -> Any:
    return np.sqrt(x * x + y * y)


def _aligned_iou(found: Mapping[str, AnyArray], true: Mapping[str, AnyArray]) -> Any:
    """Of two boxes with one centre and one direction."""
    sizes = [[side[f"{name}_3d"] for name in ("width", "length", "height")] for side in (found, true)]
    volumes = [w * long * h for w, long, h in sizes]
    low = [np.minimum(a, b) for a, b in zip(*sizes, strict=True)]
    shared = low[0] * low[1] * low[2]
    return shared / (volumes[1] + volumes[0] - shared)


def _turn(first: FloatArray, second: FloatArray, period: FloatArray) -> Any:
    turn = (first - second + period / 2) % period - period / 2
    return np.abs(np.where(turn > np.pi, turn - 2 * np.pi, turn))
