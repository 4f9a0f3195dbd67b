"""Polygons in any usual form as columns: coordinates one after the other, and where each begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.errors import ArgumentError, InputError
from truebox.overlap.pairs.number_rows import refuse_other_library

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["PolygonRows", "as_polygon_rows"]


@dataclass(frozen=True, slots=True)
class PolygonRows:
    """Polygons as the kernels take them.

    Parameters
    ----------
    coordinates : float64 array [2 P]
        ``x, y, x, y, ...``
    offsets : int64 array [N + 1]
        Polygon k has the points ``offsets[k]`` to ``offsets[k + 1]``.

    Examples
    --------
    >>> as_polygon_rows([[(0, 0), (1, 0), (1, 1)]], "polygons").offsets
    array([0, 3])
    """

    coordinates: FloatArray
    offsets: Int64Array

    @property
    def count(self) -> int:
        """How many polygons there are."""
        return len(self.offsets) - 1


def as_polygon_rows(polygons: Any, name: str) -> PolygonRows:
    """`polygons` as columns, each finite and of three points or more.

    Parameters
    ----------
    polygons : array [N, K, 2] or [N, 2 K], or sequence of arrays [K, 2] or [2 K]
        A closing point that repeats the first is allowed.
    name : str
        The argument's name, for messages.

    Raises
    ------
    ArgumentError
        For something that is not a sequence of polygons.
    InputError
        ``E-166`` for NaN and infinity, ``E-167`` for half a point or fewer than three.

    Examples
    --------
    >>> as_polygon_rows([[0, 0, 1, 0, 1, 1], [[0, 0], [2, 0], [2, 2], [0, 2]]], "polygons").offsets
    array([0, 3, 7])
    """
    refuse_other_library(polygons, name)
    if isinstance(polygons, np.ndarray) and (polygons.dtype != object or polygons.ndim == 0):
        rows = _from_array(polygons, name)
    elif isinstance(polygons, (list, tuple, np.ndarray)):
        rows = _from_sequence(polygons, name)
    else:
        raise ArgumentError(f"{name} is a {type(polygons).__name__}; expected a sequence of polygons")
    _refuse_not_finite(rows, name)
    return rows


def _from_array(array: AnyArray, name: str) -> PolygonRows:
    refuse_masked(array, name)
    if array.dtype.kind not in "fiu":
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected real numbers")
    if array.size == 0 and len(array) == 0:
        return PolygonRows(np.empty(0), np.zeros(1, np.int64))
    if array.ndim == 1 or (array.ndim == 2 and array.shape[1] == 2):
        raise ArgumentError(f"{name} is one polygon of shape {array.shape}; for one polygon write [polygon]")
    if not (array.ndim == 2 or (array.ndim == 3 and array.shape[2] == 2)):
        raise ArgumentError(f"{name} has shape {array.shape}; expected [N, K, 2] or [N, 2 K]")
    numbers = array.size // len(array)
    _refuse_few(numbers, 0, name)
    coordinates = np.ascontiguousarray(array, np.float64).reshape(-1)
    return PolygonRows(coordinates, np.arange(len(array) + 1, dtype=np.int64) * (numbers // 2))


def _from_sequence(polygons: Any, name: str) -> PolygonRows:
    if len(polygons) > 0 and isinstance(polygons[0], (int, float, np.number)):
        raise ArgumentError(f"{name} is one polygon; for one polygon write [polygon]")
    parts: list[FloatArray] = []
    for row, polygon in enumerate(polygons):
        refuse_masked(polygon, f"{name}[{row}]")
        try:
            points = np.asarray(polygon)
        except ValueError:
            raise ArgumentError(f"{name}[{row}] has points of different lengths") from None
        if points.dtype.kind not in "fiu" and points.size:
            raise ArgumentError(f"{name}[{row}] has dtype {points.dtype}; expected real numbers")
        if points.shape == (2,) or not (points.ndim == 1 or (points.ndim == 2 and points.shape[1] == 2)):
            hint = "; is this one polygon? Write [polygon]" if points.shape == (2,) else ""
            raise ArgumentError(f"{name}[{row}] has shape {points.shape}; expected [K, 2] or [2 K]{hint}")
        _refuse_few(points.size, row, name)
        parts.append(points.astype(np.float64).reshape(-1))
    counts = np.array([len(part) // 2 for part in parts], dtype=np.int64)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
    return PolygonRows(np.concatenate(parts) if parts else np.empty(0), offsets)


def _refuse_few(numbers: int, row: int, name: str) -> None:
    if numbers % 2:
        problem, fix = f"has {numbers} numbers, which is not whole points", "write x and y for every point"
    elif numbers < 6:
        problem, fix = f"has {numbers // 2} points, expected at least 3", "remove it, or give its outline"
    else:
        return
    raise InputError("E-167", f"{name}[{row}]", f"the polygon {problem}", fix, row=row)


def _refuse_not_finite(rows: PolygonRows, name: str) -> None:
    finite = np.isfinite(rows.coordinates)
    if finite.all():
        return
    place = int(np.argmin(finite))
    row = int(np.searchsorted(rows.offsets, place // 2, side="right")) - 1
    point = place // 2 - int(rows.offsets[row])
    raise InputError(
        "E-166",
        f"{name}[{row}]",
        f"{'xy'[place % 2]} of point {point} is {rows.coordinates[place]}, not a finite number",
        "remove the polygon or mend the point",
        row=row,
    )
