"""Keypoints to one array, from parsed rows and from the native reader's ragged columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import keypoints as native
from truebox._writing.saying import say
from truebox.errors import InputError
from truebox.records import Keypoints

if TYPE_CHECKING:
    from truebox.datasets.columns.values import Rows
    from truebox.typing import AnyArray, ByteArray, FloatArray, Int64Array

__all__ = ["keypoint_column", "keypoints_of_columns", "keypoints_of_packed"]

_FARTHEST = 2.0**53

_FIX = "write [x1, y1, v1, x2, y2, v2, ...], the same number of points in every row"


def keypoint_column(rows: Rows) -> Keypoints:
    """Keypoints of every parsed row (E-170)."""
    values = rows.column("keypoints")
    parts = [_numbers(rows, row, value) for row, value in enumerate(values)]
    ends = np.cumsum([0, *map(len, parts)], dtype=np.int64)[1:]
    labelled = np.array([_labelled(rows, row, entry) for row, entry in enumerate(rows.rows)], dtype=np.int64)
    numbers = np.concatenate([np.empty(0), *parts])
    return keypoints_of_columns(numbers, ends, labelled, lambda row, problem: _refuse(rows, row, problem))


def keypoints_of_columns(
    numbers: FloatArray, ends: Int64Array, labelled: Int64Array, refuse: Callable[[int, str], InputError]
) -> Keypoints:
    """Keypoints [N, K, 3] of ragged numbers; `labelled` -1 means the file does not say (E-170).

    Parameters
    ----------
    numbers : float64 array
        Of all rows.
    ends : int64 array [N]
        Where each row ends.
    labelled : int64 array [N]
        What the file says.
    refuse : callable
        Makes the error from a row and a problem.
    """
    lengths = np.diff(ends, prepend=0)
    if len(lengths) == 0:
        return Keypoints(
            points=np.empty((0, 0, 3)), labelled=np.empty(0, dtype=np.int64), extents=np.empty((0, 4))
        )
    first = int(lengths[0]) if len(lengths) else 0
    for row in np.flatnonzero((lengths != first) | (lengths % 3 != 0) | (lengths == 0))[:1].tolist():
        count = int(lengths[row])
        if count == 0 or count % 3:
            raise refuse(row, f"{count} numbers, need 3 for each point")
        raise refuse(row, f"{count // 3} points, but row 0 has {first // 3}")
    points = np.ascontiguousarray(numbers, dtype=np.float64).reshape(len(lengths), -1, 3)
    extents, visible = np.empty((len(points), 4)), np.empty(len(points), dtype=np.int64)
    bad = native.measure(points, extents, visible, 0)
    if bad < len(points):
        raise refuse(bad, "a coordinate is not finite")
    # The reference subtracts whole numbers as such; of doubles, whose neighbours are 2 apart, some are lost.
    for row in np.flatnonzero((np.abs(extents) >= _FARTHEST / 2).any(axis=1)).tolist():  # seldom any
        if np.abs(points[row, :, :2]).max() >= _FARTHEST:
            raise refuse(
                row, "coordinates, which are pixels, reach 2**53, where doubles do not tell all apart"
            )
    labelled = np.where(labelled < 0, visible, labelled).astype(np.int64)
    return Keypoints(points=points, labelled=labelled, extents=extents)


def keypoints_of_packed(
    coordinates: AnyArray, thirds: ByteArray, unit: float, labelled: Int64Array
) -> Keypoints:
    """Keypoints of points that the native reader packed; see `Keypoints.from_packed`.

    Parameters
    ----------
    coordinates : int32 array [N, 2 K]
        ``x, y`` of every point, times `unit`.
    thirds : uint8 array [N, K]
        Visibilities.
    unit : float
        What a coordinate of 1 is written as.
    labelled : int64 array [N]
        What the file says, -1 where it does not; filled in.
    """
    coordinates = coordinates.reshape(*thirds.shape, 2)
    extents, visible = np.empty((len(thirds), 4)), np.empty(len(thirds), dtype=np.int64)
    native.measure_packed(coordinates, thirds, unit, extents, visible, 0)
    np.copyto(labelled, visible, where=labelled < 0)
    return Keypoints.from_packed(coordinates, thirds, unit, labelled=labelled, extents=extents)


def _numbers(rows: Rows, row: int, value: Any) -> FloatArray:
    if not isinstance(value, Sequence | np.ndarray) or isinstance(value, str | bytes):
        given = "keypoints are missing" if "keypoints" not in rows.rows[row] else say(value)
        raise _refuse(rows, row, given)
    for number in value:
        if isinstance(number, bool) or not isinstance(number, int | float | np.number):
            raise _refuse(rows, row, f"{say(number)} among the keypoints, need numbers")
    try:
        return np.array(value, dtype=np.float64)
    except OverflowError:
        raise _refuse(rows, row, "a coordinate is beyond float64") from None


_MOST = 2**63 - 1
"""Of what a column holds."""


def _labelled(rows: Rows, row: int, entry: Any) -> int:
    if "num_keypoints" not in entry:
        return -1
    count = entry["num_keypoints"]  # null is not 0 to the reference, and counts as an object
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or not 0 <= count <= _MOST:
        fix = "write a whole number, or leave the key out"
        raise rows.refuse("E-170", row, "num_keypoints", f"{say(count)}, need a count", fix)
    return int(count)


def _refuse(rows: Rows, row: int, problem: str) -> InputError:
    return rows.refuse("E-170", row, "keypoints", problem, _FIX)
